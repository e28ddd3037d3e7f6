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

from euchre_sim.cards import JOKER, Card, Suit, deck_mask
from euchre_sim.errors import RuleConflict, WrongType
from euchre_sim.presets import load_preset, preset_names
from euchre_sim.rule_options import Option, Value, nearest, option_from_field, value_text
from euchre_sim.rule_table import RuleTable

__all__ = ["HouseRules", "Option", "house_rules"]


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

    # --- what follows from the options ---

    @property
    def hand_size(self) -> int:
        """Cards dealt to a player, and tricks in a hand."""
        return 5

    @property
    def tricks_needed(self) -> int:
        """Tricks the makers need."""
        return 3

    @property
    def extra_cards(self) -> int:
        """Cards dealt besides the hands and the upcard (``two_hand_style``)."""
        return {"plain": 0, "dummy2": 2, "dummy3": 3 * self.players}[self.two_hand_style]

    @property
    def deck(self) -> int:
        """All cards of the deck as a set, one bit a card."""
        return deck_mask(self.low_rank, self.joker)

    @property
    def joker_printed(self) -> Card:
        """The card that lies on the table for the joker."""
        if self.joker and self.joker_card == "two_of_spades":
            return Card.of(Suit.SPADES, "2")
        return JOKER

    @property
    def teams(self) -> tuple[int, ...]:
        """For every seat the seats of its side, one bit a seat.

        With two or three players a side is one seat; during a hand the players who did not make
        trump are together against the maker.
        """
        n_sides = 2 if self.players % 2 == 0 else 3
        masks = [
            sum(1 << seat for seat in range(side, self.players, n_sides)) for side in range(n_sides)
        ]
        return tuple(masks[seat % n_sides] for seat in range(self.players))

    @property
    def hidden_cards(self) -> int:
        """Cards that stay in the kitty below the upcard."""
        dealt = self.players * self.hand_size + self.extra_cards + 1
        return self.deck.bit_count() - dealt

    @property
    def contracts(self) -> tuple[str, ...]:
        """Contracts without trump that may be called, of ``NT``, ``NTL`` and ``MIS``."""
        if self.joker and self.joker_in_no_trump == "removed":
            return ()
        allowed = (self.allow_no_trump, self.allow_no_trump_low, self.allow_misere)
        return tuple(name for name, on in zip(("NT", "NTL", "MIS"), allowed, strict=True) if on)

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

    def nearest_preset(self) -> tuple[str, list[str]]:
        """Return the nearest preset's name and the settings that differ from it."""

        def changed(name: str) -> dict[str, Value]:
            return self.differences(HouseRules.preset(name))

        def far(name: str) -> int:
            # Everybody knows the standard game: another preset has to be clearly nearer.
            return len(changed(name)) + (name != standard and bool(changed(name)))

        standard, *_ = names = self.preset_names()
        # To read all presets takes time.
        name = min(names, key=far) if changed(standard) else standard
        return name, [f"{option}={value_text(value)}" for option, value in changed(name).items()]

    def describe(self) -> str:
        """Name the nearest preset and what differs from it, as ``--set`` writes it."""
        name, settings = self.nearest_preset()
        return f"{name} with {', '.join(settings)}" if settings else name

    def digest(self) -> str:
        """Return 12 hexadecimal digits that are the same for the same rules only."""
        import hashlib  # these two are not needed to start up
        import json

        text = json.dumps(self.as_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.differences().items())
        return f"HouseRules({changed})"


def house_rules(rules: HouseRules | str | None) -> HouseRules:
    """Return rules given as such, as a preset's name, or not at all (the standard game).

    Raises
    ------
    RuleConflict
        If there is no such preset.
    WrongType
        If it is something else.
    """
    if rules is None:
        return HouseRules()
    if isinstance(rules, str):
        return HouseRules.preset(rules)
    if not isinstance(rules, HouseRules):
        raise WrongType(f"rules are HouseRules or a preset's name, not {type(rules).__name__}")
    return rules


def _option(name: str) -> Option:
    """Find an option by name."""
    known = {option.name: option for option in HouseRules.options()}
    if name in known:
        return known[name]
    if name in ("hand_size", "tricks_needed"):
        fixed = value_text(getattr(HouseRules(), name))
        raise RuleConflict(f"{name} cannot be set: it is always {fixed} here", options=(name,))
    raise RuleConflict(f"there is no option {name!r}{nearest(name, known)}", options=(name,))


# Variants that say how many play; the others are for four.
_VARIANT_PLAYERS = {"two_hand": 2, "three_hand": 3, "six_hand": 6}
_PLAYERS_VARIANT = {players: variant for variant, players in _VARIANT_PLAYERS.items()}


def _implied(rules: HouseRules) -> Iterator[tuple[str, Value, str]]:
    """Yield what an option's value implies: the other option, its value, the first option."""
    if rules.variant in _VARIANT_PLAYERS:
        yield "players", _VARIANT_PLAYERS[rules.variant], "variant"
    elif rules.variant == "standard" and rules.players in _PLAYERS_VARIANT:
        yield "variant", _PLAYERS_VARIANT[rules.players], "players"
    if rules.players in (2, 3) and rules.two_hand_style != "dummy3":
        yield "alone_allowed", False, "players"
    if rules.two_hand_style == "dummy2":
        yield "stick_the_dealer", True, "two_hand_style"
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
    yield from _table_contradictions(rules)
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
    if rules.laps and rules.early_stop:
        why = "laps=true contradicts early_stop=true: points above the target count"
        yield ("laps", "early_stop"), why


def _table_contradictions(rules: HouseRules) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the contradictions between the number of players, the deck and other options."""
    n = rules.players
    if n == 5:
        yield ("players", "variant"), "players=5: this game is for two, three, four or six players"
        return
    if rules.variant in ("british", "railroad") and n != 4:
        yield ("variant", "players"), f"variant={rules.variant} is for 4 players, not {n}"
    if rules.two_hand_style != "plain" and n != 2:
        why = f"two_hand_style={rules.two_hand_style} is for 2 players, not {n}"
        yield ("two_hand_style", "players"), why
    if rules.deal_packets.startswith("alt_") and n not in (4, 6):
        why = (
            f"deal_packets={rules.deal_packets} goes by pairs of seats, which {n} players have not"
        )
        yield ("deal_packets", "players"), why
    for name in ("defend_alone", "canadian_loner", "maker_partner_may_go_alone", "call_for_best"):
        if getattr(rules, name) and n in (2, 3):
            yield (name, "players"), f"{name}=true needs partners, which {n} players have not"
    if rules.call_for_best and n == 6:
        yield ("call_for_best", "players"), "call_for_best=true needs one partner, not two"
    if rules.first_dealer_seat >= n:
        why = f"first_dealer_seat={rules.first_dealer_seat} is no seat of {n}: 0 to {n - 1}"
        yield ("first_dealer_seat", "players"), why
    if rules.hidden_cards < 0:
        why = f"{n} players need more than {rules.deck.bit_count()} cards: set low_rank=7"
        yield ("low_rank", "players"), why
    elif rules.farmers_hand.startswith("swap") and rules.hidden_cards < 3:
        why = (
            f"farmers_hand={rules.farmers_hand} needs three hidden cards, "
            f"but {n} players leave {rules.hidden_cards}"
        )
        yield ("farmers_hand", "players"), why
