"""Exact play with all cards face up: how many tricks a side takes when everybody plays perfectly.

Kernels that other kernels may call (`search`, `four_hands`, `endings`) and, in Python, `solve`.
"""
