"""House rules: every option of the game, checked once and never changed afterwards.

>>> rules = HouseRules.preset("standard").with_settings(["target_score=11"])
>>> rules
HouseRules(target_score=11)
>>> rules.replace(canadian_loner=True, alone_allowed=False)
Traceback (most recent call last):
    ...
euchre_sim.errors.RuleConflict: canadian_loner=true needs alone_allowed=true: ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Self

from euchre_sim.cards import deck_mask
from euchre_sim.errors import RuleConflict
from euchre_sim.presets import load_preset, preset_names
from euchre_sim.rule_options import Option, Value, nearest, option_from_field, value_text
from euchre_sim.rule_table import RuleTable

__all__ = ["HouseRules", "Option"]


@dataclass(frozen=True, kw_only=True, repr=False)
class HouseRules(RuleTable):
    """The rules of one table.

    Every option has the default of the standard game. Values out of range and options that
    contradict each other raise `RuleConflict`. Two options imply another one, which is then set:
    a `screw_dealer_penalty` means that the dealer is stuck, and declaring alone before the first
    lead means that the dealer has picked up by then.
    """

    def __post_init__(self) -> None:
        for option in self.options():
            option.check(getattr(self, option.name))
        for forced, value, _ in _implied(self):
            object.__setattr__(self, forced, value)
        for names, why in _contradictions(self):
            raise RuleConflict(why, options=names)

    # --- what later games turn into options ---

    @property
    def players(self) -> int:
        """Number of players."""
        return 4

    @property
    def hand_size(self) -> int:
        """Cards dealt to a player, and tricks in a hand."""
        return 5

    @property
    def tricks_needed(self) -> int:
        """Tricks the makers need."""
        return 3

    @property
    def low_rank(self) -> int:
        """Lowest rank in the deck."""
        return 9

    @property
    def joker(self) -> bool:
        """Whether the joker is in the deck."""
        return False

    @property
    def deck(self) -> int:
        """All cards of the deck as a set, one bit a card."""
        return deck_mask(self.low_rank, self.joker)

    @property
    def teams(self) -> tuple[int, ...]:
        """For every seat the seats of its side, one bit a seat."""
        return (0b0101, 0b1010, 0b0101, 0b1010)

    # --- making rules ---

    @staticmethod
    @cache
    def options() -> tuple[Option, ...]:
        """Return every option with its range, default, meaning and source."""
        return tuple(option_from_field(definition) for definition in fields(HouseRules))

    @staticmethod
    def preset_names() -> tuple[str, ...]:
        """Return the names of the rule presets, ``standard`` first."""
        return preset_names()

    @classmethod
    def preset(cls, name: str) -> Self:
        """Return the rules of a preset."""
        return cls().replace(**load_preset(name).options)

    def replace(self, **changes: Any) -> Self:
        """Return these rules with some options changed.

        An option that is given here and contradicted by what another one implies is refused,
        not silently overruled.
        """
        for name in changes:
            _option(name)
        values: dict[str, Any] = {**self.as_dict(), **changes}
        changed = type(self)(**values)
        for forced, value, because in _implied(changed):
            if changes.get(forced, value) != value:
                raise RuleConflict(
                    f"{forced}={value_text(changes[forced])} contradicts "
                    f"{because}={value_text(getattr(changed, because))}, "
                    f"which means {forced}={value_text(value)}",
                    options=(forced, because),
                )
        return changed

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return these rules with settings applied that are written ``option=value``."""
        changes: dict[str, Value] = {}
        for setting in settings:
            name, equals, text = setting.partition("=")
            if not equals:
                raise RuleConflict(f"{setting!r} is no setting; write option=value")
            option = _option(name.strip().replace("-", "_"))
            changes[option.name] = option.parse(text)
        return self.replace(**changes)

    # --- telling about rules ---

    def as_dict(self) -> dict[str, Value]:
        """Return every option's value by name."""
        return {option.name: getattr(self, option.name) for option in self.options()}

    def differences(self, base: HouseRules | None = None) -> dict[str, Value]:
        """Return the options whose values differ from `base` (the standard game if not given)."""
        other = (base or HouseRules()).as_dict()
        return {name: value for name, value in self.as_dict().items() if value != other[name]}

    def digest(self) -> str:
        """Return 12 hexadecimal digits that are the same for the same rules only."""
        import hashlib  # these two are not needed to start up
        import json

        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.differences().items())
        return f"HouseRules({changed})"


def _option(name: str) -> Option:
    """Find an option by name."""
    known = {option.name: option for option in HouseRules.options()}
    if name in known:
        return known[name]
    if name in ("players", "hand_size", "tricks_needed", "low_rank", "joker"):
        fixed = value_text(getattr(HouseRules(), name))
        raise RuleConflict(f"{name} cannot be set: it is always {fixed} here", options=(name,))
    raise RuleConflict(f"there is no option {name!r}{nearest(name, known)}", options=(name,))


def _implied(rules: HouseRules) -> Iterator[tuple[str, Value, str]]:
    """Yield what an option's value implies: the other option, its value, the first option."""
    if rules.screw_dealer_penalty > 0:
        yield "stick_the_dealer", True, "screw_dealer_penalty"
    if rules.alone_timing == "before_first_lead":
        yield "lone_partner_is_dealer", "pickup_then_sit_out", "alone_timing"


def _contradictions(rules: HouseRules) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the pairs of options that contradict each other, with the sentence that says why."""
    for smaller, larger, why in (
        ("march_points", "lone_value", "all tricks alone are worth at least a march"),
        ("euchre_points", "lone_euchred_points", "a lone maker loses at least as much as a pair"),
        (
            "lone_defense_points",
            "lone_defense_all_points",
            "a lone defender gets at least as much for all tricks as for a euchre",
        ),
    ):
        low, high = getattr(rules, smaller), getattr(rules, larger)
        if high < low:
            yield (larger, smaller), f"{larger}={high} is less than {smaller}={low}: {why}"
    if rules.canadian_loner and not rules.alone_allowed:
        why = "canadian_loner=true needs alone_allowed=true: the partner could never order up"
        yield ("canadian_loner", "alone_allowed"), why
    if rules.maker_partner_may_go_alone and rules.alone_timing != "before_first_lead":
        why = (
            "maker_partner_may_go_alone=true needs alone_timing=before_first_lead: "
            f"with alone_timing={rules.alone_timing} only the caller is asked"
        )
        yield ("maker_partner_may_go_alone", "alone_timing"), why
    if rules.renege_form == "subtract" and rules.early_stop:
        why = (
            "renege_form=subtract contradicts early_stop=true: "
            "a game that has ended early cannot lose points again"
        )
        yield ("renege_form", "early_stop"), why
