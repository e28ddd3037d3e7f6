"""Named tests of the rules of Euchre."""
