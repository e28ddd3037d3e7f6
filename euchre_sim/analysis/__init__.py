"""Questions about Euchre answered with many deals: advise, simulate, compare."""
