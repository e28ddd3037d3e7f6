"""Results on disk: one schema, provenance in every file, and writing that leaves no half a file."""
