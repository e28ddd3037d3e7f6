"""The jitted core: pure functions over integers and preallocated arrays.

Read in this order: `layout` (slots and codes), `bits`, `rng`, `deal`, `contract`, `auction`,
`tricks`, `hand` (a whole deal, decision by decision), `batch` (many of them).
"""
