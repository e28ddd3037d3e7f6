"""Answers read out of a call table, with neither numba nor pandas loaded."""
