"""The tests of the project; a package, so that the reference engine can be imported."""
