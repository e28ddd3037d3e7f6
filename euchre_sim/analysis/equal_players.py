"""TEMPORARY."""

from functools import cache

from euchre_sim.analysis.deal_shares import shares_of
from euchre_sim.analysis.equity import Equity


@cache
def equal_chances(rules, *, threads=None, progress=None):
    return Equity(rules, shares_of("basic", rules, hands=1_000_000, threads=threads))
