"""Runs and call tables in the form that spreadsheets, browsers and other programs want."""
