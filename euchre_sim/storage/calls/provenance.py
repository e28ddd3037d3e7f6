"""What a call table rests on, and the seed of each of its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from euchre_sim import __version__
from euchre_sim.rules import HouseRules
from euchre_sim.storage.provenance import PREFIX

__all__ = ["EXPORT", "KIND", "CallProvenance", "row_seed"]

KIND = "call_table"
EXPORT = "export"  # some rows or columns of one
FORMAT = 1
_MASK = 2**64 - 1


@dataclass(frozen=True, kw_only=True)
class CallProvenance:
    """What must be known to build a call table again.

    Parameters
    ----------
    rules
        The house rules.
    strategies
        `Strategy.as_dict` of each position's, dealer last.
    seed
        Of all random numbers; `row_seed` makes those of the rows.
    deals
        Deals played after every action; with `until_se` the most.
    until_se
        The standard error at which a row stops, or None.
    round
        Of calling, 1 or 2.
    positions, upcards
        Those that are in the table.
    all_discards
        Whether the dealer's orders have a row for each discard.
    version
        Of this package.
    """

    rules: HouseRules
    strategies: tuple[dict[str, Any], ...]
    seed: int
    deals: int
    until_se: float | None
    round: int
    positions: tuple[int, ...]
    upcards: tuple[str, ...]
    all_discards: bool
    version: str = __version__

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "kind": KIND,
            "format": FORMAT,
            "version": self.version,
            "rules_digest": self.rules.digest(),
            "rules": self.rules.as_dict(),
            "strategies": list(self.strategies),
            "seed": self.seed,
            "deals": self.deals,
            "until_se": self.until_se,
            "round": self.round,
            "positions": list(self.positions),
            "upcards": list(self.upcards),
            "all_discards": self.all_discards,
        }

    def as_metadata(self) -> dict[str, str]:
        """Texts by name, for a file's metadata: what is no text as JSON."""
        return {
            PREFIX + name: value if isinstance(value, str) else json.dumps(value)
            for name, value in self.as_dict().items()
        }

    @classmethod
    def from_metadata(cls, texts: Mapping[str, str]) -> Self:
        """Read back what `as_metadata` wrote; KeyError or ValueError if that is something else."""
        found = {name.removeprefix(PREFIX): text for name, text in texts.items()}
        if found["kind"] != KIND:
            raise ValueError(f"kind {found['kind']} is not {KIND}")
        if int(found["format"]) != FORMAT:
            raise ValueError(f"format {found['format']} is not {FORMAT}")
        read = {
            name: json.loads(found[name])
            for name in ("seed", "deals", "until_se", "round", "all_discards")
        }
        positions, upcards = (json.loads(found[name]) for name in ("positions", "upcards"))
        whole = (read["seed"], read["deals"], read["round"], *positions)
        if not positions or not upcards or not all(isinstance(one, int) for one in whole):
            raise ValueError("its numbers are not those of a call table")
        return cls(
            rules=HouseRules(**json.loads(found["rules"])),
            strategies=tuple(json.loads(found["strategies"])),
            positions=tuple(positions),
            upcards=tuple(upcards),
            version=found["version"],
            **read,
        )

    def row_seed(self, number: int, position: int) -> int:
        """Return the seed of the deals of one class (`HandClasses.number`) at one position."""
        return row_seed(self.seed, number, position, self.round)


def row_seed(seed: int, number: int, position: int, call_round: int) -> int:
    """Return the seed with which `advise` plays the deals of a row of a call table.

    It is the key that the engine would give to a hand of the seed whose number is made of the
    three numbers (`engine.rng.hand_key`), written without NumPy.

    Parameters
    ----------
    seed
        Of the table.
    number
        Of the class of hand and upcard.
    position, call_round
        From 1.
    """
    address = (number * 8 + position) * 4 + call_round
    start = _mix(seed * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15)
    return _mix(start + address * 0x9E3779B97F4A7C15)


def _mix(x: int) -> int:
    """`engine.rng.mix` on Python's integers."""
    x &= _MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & _MASK
    return x ^ x >> 31
