"""Players: what a strategy is, the built-in ones, and where others are found.

Nothing here is imported eagerly, so that listing the strategies costs no compiler.
"""
