"""What a result rests on: rules, strategies, seed and hands, but not when or where it was made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from euchre_sim import __version__
from euchre_sim.errors import EuchreError
from euchre_sim.rules import HouseRules

__all__ = ["Provenance", "UnlikeRuns", "shown"]

FORMAT = 2
PREFIX = "euchre_sim."


class UnlikeRuns(EuchreError):
    """Results that cannot be added up."""


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What must be known to make a result again.

    Parameters
    ----------
    rules
        The house rules.
    strategies
        `Strategy.as_dict` of each position's, dealer last.
    seed
        Of all random numbers.
    first_hand, hands
        The hands of that seed that were played.
    requested
        How many were asked for; more than `hands` if the run was ended early.
    version
        Of this package.
    """

    rules: HouseRules
    strategies: tuple[dict[str, Any], ...]
    seed: int
    first_hand: int
    hands: int
    requested: int
    version: str = __version__

    @property
    def is_partial(self) -> bool:
        """Whether the run was ended before all its hands were played."""
        return self.hands < self.requested

    def followed_by(self, other: Self) -> Self:
        """Provenance of two runs together, the second going on where the first ended.

        Raises
        ------
        UnlikeRuns
            If they differ in anything but their hands, or these do not adjoin.
        """
        for name in ("rules", "strategies", "seed", "version"):
            mine, others = getattr(self, name), getattr(other, name)
            if mine != others:
                raise UnlikeRuns(
                    f"runs with different {name} cannot be added up: "
                    f"{shown(mine)} and {shown(others)}"
                )
        end = self.first_hand + self.hands
        if other.first_hand != end:
            raise UnlikeRuns(
                f"hands {self.first_hand} to {end - 1} and hands {other.first_hand} to "
                f"{other.first_hand + other.hands - 1} do not adjoin, so they cannot be added up"
            )
        requested = other.first_hand + other.requested - self.first_hand
        return replace(self, hands=self.hands + other.hands, requested=requested)

    def as_metadata(self) -> dict[str, str]:
        """Texts by name, for a file's metadata."""
        values = {
            "format": FORMAT,
            "version": self.version,
            "rules_digest": self.rules.digest(),
            "rules": json.dumps(self.rules.as_dict()),
            "seed": self.seed,
            "strategies": json.dumps(self.strategies),
            "first_hand": self.first_hand,
            "hands": self.hands,
            "requested_hands": self.requested,
            "partial": "true" if self.is_partial else "false",
        }
        return {PREFIX + name: str(value) for name, value in values.items()}

    @classmethod
    def from_metadata(cls, texts: Mapping[str, str]) -> Self:
        """Read back what `as_metadata` wrote; KeyError or ValueError if that is something else."""
        found = {name.removeprefix(PREFIX): text for name, text in texts.items()}
        if int(found["format"]) != FORMAT:
            raise ValueError(f"format {found['format']} is not {FORMAT}")
        return cls(
            rules=HouseRules(**json.loads(found["rules"])),
            strategies=tuple(json.loads(found["strategies"])),
            seed=int(found["seed"]),
            first_hand=int(found["first_hand"]),
            hands=int(found["hands"]),
            requested=int(found["requested_hands"]),
            version=found["version"],
        )


def shown(value: object) -> str:
    """One of two values that differ, as short as it can be told."""
    if isinstance(value, HouseRules):
        return value.digest()
    if isinstance(value, tuple):
        return ",".join(f"{one['name']} v{one['version']}" for one in value)
    return str(value)
