"""Call tables: what every call is worth with every hand; their columns, provenance and parts."""
