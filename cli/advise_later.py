"""``euchre advise`` at any decision of a deal: options, the position they say, what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import POSITION
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.seats import find_seat

if TYPE_CHECKING:
    from euchre_sim.records.position import Position
    from euchre_sim.rules import HouseRules

__all__ = ["LATER_FIELDS", "later_options", "merge_later", "position_of", "wants_position"]

MODELS = ("rollout", "deep", "solver")
_SAID = ("calls", "dealer_discard", "alone_seat", "defender", "played")
_IN_RECORD = ("deal", "at")
_FLAGS = {
    "position_text": "position",
    "dealer_discard": "dealer-discard",
    "alone_seat": "alone-seat",
}
_WHOLE = ("position_text", "record")  # the whole question in one
# Keys of a question in JSON, the option that each stands for, and what it is.
LATER_FIELDS: dict[str, tuple[str, type]] = {
    "model": ("model", str),
    "calls": ("calls", str),
    "dealer_discard": ("dealer_discard", str),
    "alone": ("alone_seat", object),
    "defender": ("defender", object),
    "played": ("played", str),
    "position_text": ("position_text", str),
    "record": ("record", str),
    "deal": ("deal", int),
    "at": ("at", int),
}


class _Declared(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A seat, or nobody."""

    name = "seat"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """Read ``none`` or a seat."""
        return value if str(value).lower() == "none" else POSITION.convert(value, param, ctx)


_DECLARED = _Declared()


def later_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what has happened in the deal so far."""
    options = [
        click.option(
            "--model",
            type=click.Choice(MODELS),
            default="rollout",
            show_default=True,
            help="What follows the action: the strategies play on; every player searches; or all "
            "cards are face up (a bound, not advice).",
        ),
        click.option(
            "--calls",
            metavar="CALLS",
            help='What was said since the deal, such as "P P O" or "pass pass order": P pass, O '
            "order, OA order alone; in round 2 a suit's letter or NT, A behind it for alone. HAND "
            "stays the cards dealt.",
        ),
        click.option(
            "--dealer-discard",
            metavar="CARD",
            help="What you, the dealer, put down; with --record where that does not tell it.",
        ),
        click.option(
            "--alone-seat",
            type=_DECLARED,
            metavar="SEAT",
            help="Who said alone before the first lead, or none.",
        ),
        click.option(
            "--defender",
            type=_DECLARED,
            metavar="SEAT",
            help="Who defends alone, or none.",
        ),
        click.option(
            "--played",
            metavar="CARDS",
            help='The cards played, tricks divided by /, such as "9C AC KC 9D / QS".',
        ),
        click.option(
            "--position",
            "position_text",
            metavar="TEXT",
            help="A whole position in one line, as an answer prints it.",
        ),
        click.option(
            "--record", type=click.Path(dir_okay=False), metavar="GAME.egn", help="A recorded game."
        ),
        click.option(
            "--deal",
            type=click.IntRange(min=1),
            metavar="N",
            help="Which of its deals.  [default: 1]",
        ),
        click.option(
            "--at",
            type=click.IntRange(min=1),
            metavar="K",
            help="Which decision of that deal, calls and discard counted from 1.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def wants_position(options: Mapping[str, Any]) -> bool:
    """Whether the question is more than one about a first call with the strategies playing on."""
    asked = (*_SAID, *_WHOLE, *_IN_RECORD)
    return options["model"] != "rollout" or any(options[name] is not None for name in asked)


def merge_later(options: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Put what a question in JSON says of a deal so far in the place of the options."""
    merged = dict(options)
    for key, (name, kind) in LATER_FIELDS.items():
        if key not in given:
            continue
        value = given[key]
        if kind is str and not isinstance(value, str):
            raise InvalidNotation(f"{key} is a text, not {value!r}")
        if kind is int and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            raise InvalidNotation(f"{key} is a whole number from 1, not {value!r}")
        merged[name] = _DECLARED.convert(value, None, None) if kind is object else value
    if merged["model"] not in MODELS:
        raise InvalidNotation(
            f"there is no model {merged['model']!r}; there are {', '.join(MODELS)}"
        )
    return merged


def _refuse_two_questions(hand: str | None, options: Mapping[str, Any]) -> None:
    """Refuse options that would be ignored."""
    whole = next((name for name in _WHOLE if options[name] is not None), None)
    given = [name for name in (*_WHOLE, *_SAID, "up", "seat") if options[name] is not None]
    if options["call_round"] is not None:
        given.append("round")
    if whole is not None:
        kept = {whole, "dealer_discard"} if whole == "record" else {whole}
        others = [_FLAGS.get(name, name) for name in given if name not in kept]
        others = (["HAND"] if hand is not None else []) + [f"--{one}" for one in others]
        if others:
            flag = f"--{_FLAGS.get(whole, whole)}"
            raise click.UsageError(f"{flag} tells the whole position: leave out {others[0]}")
    if whole != "record":
        for name in _IN_RECORD:
            if options[name] is not None:
                raise click.UsageError(f"--{name} is about a recorded game: it needs --record")
    if options["calls"] is not None and options["call_round"] is not None:
        raise click.UsageError("--calls tells the round: leave out --round")


def position_of(
    hand: str | None, options: Mapping[str, Any], rules: HouseRules | None, otherwise: HouseRules
) -> Position:
    """Read the position; `rules` are those asked for by name, if any."""
    from euchre_sim.records.position_text import parse_position

    _refuse_two_questions(hand, options)
    if options["record"] is not None:
        return _from_record(options, rules)
    if options["position_text"] is not None:
        return parse_position(options["position_text"], otherwise)
    return _from_options(hand, options, otherwise)


def _from_record(options: Mapping[str, Any], rules: HouseRules | None) -> Position:
    from euchre_sim.cards import parse_card
    from euchre_sim.notation import read_egn
    from euchre_sim.records import replay
    from euchre_sim.records.told import position_at

    if options["at"] is None:
        raise click.UsageError("--record needs --at: which decision of the deal, from 1")
    game = read_egn(Path(options["record"]).read_bytes(), rules, options["settings"])
    number = options["deal"] or 1
    if number > len(game.deals):
        raise IllegalAction(f"there is no deal {number}: the record has {len(game.deals)}")
    deal = game.deals[number - 1]
    if options["dealer_discard"] is not None:
        card = parse_card(
            options["dealer_discard"], deck=game.rules.deck, joker=game.rules.joker_printed
        )
        deal = replace(deal, discard=card)
        if not any(one.phase == "discard" for one in replay(deal, game.rules).decisions):
            raise IllegalAction(
                f"in deal {number} nobody put down a card: leave out --dealer-discard"
            )
    return position_at(deal, game.rules, options["at"])


def _from_options(hand: str | None, options: Mapping[str, Any], rules: HouseRules) -> Position:
    from euchre_sim.cards import parse_card, parse_cards, require_distinct
    from euchre_sim.engine.layout import PASS
    from euchre_sim.records.call_words import parse_calls
    from euchre_sim.records.position import NOBODY, Position
    from euchre_sim.records.position_text import parse_tricks

    if hand is None or options["up"] is None:
        raise click.UsageError("the hand and the upcard are needed: HAND --up CARD")
    joker = rules.joker_printed
    try:
        cards = parse_cards(hand, count=rules.hand_size, deck=rules.deck, joker=joker)
        upcard = parse_card(options["up"], deck=rules.deck, joker=joker)
        require_distinct({"hand": cards, "upcard": [upcard]})
    except InvalidNotation as error:
        if options["calls"] is None:
            raise
        raise InvalidNotation(
            f"{error} (the hand is as it was dealt: what was played or put down since is in it, "
            "a card picked up is not)"
        ) from None
    if options["seat"] is None:
        raise click.UsageError(f"the seat is missing: --seat 1 to {rules.players}")
    seat = find_seat(options["seat"], rules) - 1
    if options["calls"] is None:
        passes = seat + rules.players * ((options["call_round"] or 1) - 1)
        calls: tuple[int, ...] = (PASS,) * passes
    else:
        calls = parse_calls(options["calls"], upcard, rules)

    def declared(name: str) -> int | None:
        value = options[name]
        if value is None:
            return None
        return NOBODY if value == "none" else find_seat(value, rules) - 1

    discard = options["dealer_discard"]
    return Position(
        rules=rules,
        seat=seat,
        hand=tuple(cards),
        upcard=upcard,
        calls=calls,
        discard=None if discard is None else parse_card(discard, deck=rules.deck, joker=joker),
        alone=declared("alone_seat"),
        lone_defender=declared("defender"),
        tricks=parse_tricks(options["played"] or "", rules),
    )
