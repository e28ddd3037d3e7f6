"""The rank of cards and why one may not be played, in words and in JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from euchre_cli.output import Column, as_printed, card_text, print_line, print_table, suit_text
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP

if TYPE_CHECKING:
    from euchre_cli.explain_facts import Contract, Explained, Play, Ranked
    from euchre_sim.cards import Card, Suit
    from euchre_sim.rules import HouseRules

__all__ = ["contract_name", "explained_json", "print_explained", "print_ranks", "why"]

_WITHOUT_TRUMP = {NO_TRUMP: "no trump", LOW_NO_TRUMP: "low no trump", MISERE: "misere"}
_NAMES = {NO_TRUMP: "NT", LOW_NO_TRUMP: "NTL", MISERE: "MIS"}
_OPTIONS = {
    NO_TRUMP: "allow_no_trump",
    LOW_NO_TRUMP: "allow_no_trump_low",
    MISERE: "allow_misere",
}
_JOKER_ALONE = (
    "The joker is a suit of its own and the only trump: only who cannot follow suit may play it, "
    "and it wins; if it is led, the others may play anything."
)


def contract_name(contract: Contract) -> str:
    """Name a contract in a sentence."""
    if contract.trump is None:
        return _WITHOUT_TRUMP[contract.number]
    return f"trump {suit_text(contract.trump)}"


def may_be_called(contract: Contract, rules: HouseRules) -> bool:
    """Whether the rules know a contract."""
    return contract.trump is not None or _NAMES[contract.number] in rules.contracts


# --- text ---------------------------------------------------------------------------------------


def print_ranks(contract: Contract, rules: HouseRules) -> None:
    """Print all cards of the deck in their order."""
    show = _by(rules)
    print_line(f"{_sentence(contract_name(contract))} {_what_wins(contract)}")
    if contract.trump is None and rules.joker:
        print_line(_JOKER_ALONE)
    rows = [
        [_suit_cell(cards[0]), ", ".join(_rank_cell(card, show) for card in cards)]
        for cards in contract.suits(rules.deck)
    ]
    print_table([Column("suit"), Column("from the highest to the lowest")], rows)
    _print_if_not_called(contract, rules)


def print_explained(contract: Contract, rules: HouseRules, found: Explained) -> None:
    """Print whether each card of a hand may be played, and what wins so far."""
    show = _by(rules)
    print_line(
        f"{_sentence(contract_name(contract))} {_what_is_led(found, bool(found.plays), show)}"
    )
    if found.winning is not None:
        if len(found.table) > 1:
            table = " ".join(show(one.card) for one in found.table)
            print_line(f"On the table: {table}. {_what_wins_now(found.winning, show)}")
        else:
            print_line(_what_wins_now(found.winning, show))
    if found.plays:
        columns = [Column("card"), Column("may be played"), Column("why")]
        rows = []
        for play in found.plays:
            row = [show(play.card.card), _yes(play.allowed), why(play, found, show)]
            rows.append(row)
        if found.winning is not None:
            columns.insert(2, Column("would win"))
            for row, play in zip(rows, found.plays, strict=True):
                row.insert(2, _yes(play.would_win))
        print_table(columns, rows)
        if found.winning is not None:
            _print_would_win(found, show)
    _print_if_not_called(contract, rules)


def _by(rules: HouseRules) -> Show:
    return lambda card: card_text(as_printed(card, rules))


def _print_would_win(found: Explained, show: Show) -> None:
    winners = [_shown(play.card, show) for play in found.plays if play.would_win]
    if winners:
        print_line(_sentence(f"{_joined(winners)} would win so far"))
    else:
        print_line("No card that you may play would win so far.")


def _print_if_not_called(contract: Contract, rules: HouseRules) -> None:
    if not may_be_called(contract, rules):
        print_line(
            f"By these rules nobody can call {contract_name(contract)} "
            f"({_OPTIONS[contract.number]}=false)."
        )


def _what_wins(contract: Contract) -> str:
    if contract.trump is not None:
        return "A trump beats all other cards; without one the highest card of the suit led wins."
    if contract.number == LOW_NO_TRUMP:
        return (
            "No jack is a bower, the lowest rank is high in every suit, and the highest card of "
            "the suit led wins."
        )
    caller = " The caller plays alone to take no trick." if contract.number == MISERE else ""
    return f"No jack is a bower; the highest card of the suit led wins.{caller}"


def _suit_cell(one: Ranked) -> str:
    suit = "joker" if one.suit is None else suit_text(one.suit)
    return f"{suit} (trump)" if one.trump else suit


def _rank_cell(one: Ranked, show: Show) -> str:
    text = show(one.card)
    if one.bower == "left":
        return f"{text} (left bower, {_a(one.suit)} now)"
    return f"{text} (right bower)" if one.bower else text


def _what_is_led(found: Explained, with_hand: bool, show: Show) -> str:
    led = found.led
    if led is None:
        return "Nothing is led yet."
    said = _sentence(f"{_apposed(led, show)} is led")
    if not with_hand:
        return said
    if led.suit is None:
        return f"{said} Nobody can follow suit."
    return f"{said} Who holds {_a(led.suit)} must follow suit."


def _what_wins_now(winning: Ranked, show: Show) -> str:
    return _sentence(f"{_apposed(winning, show)} wins so far")


def _yes(value: bool | None) -> str:
    return {None: "", True: "yes", False: "no"}[value]


# --- why ----------------------------------------------------------------------------------------

Show = Callable[["Card"], str]


def why(play: Play, found: Explained, show: Show) -> str:
    """Say in one sentence why a card may be played, or why not."""
    led, what = found.led, _special(play.card)
    if led is None:
        return "any card may be led"
    if led.suit is None:
        return "nobody can follow the joker, a suit of its own"
    suit = _a(led.suit)
    if play.reason == "follows":
        return f"follows suit: {what}" if what else "follows suit"
    if play.reason == "cannot_follow":
        none = f"you hold no {_word(led.suit)}"
        return f"{none}; this is {what}" if what else none
    self_said = f"{what} and not {suit}" if what else f"not {suit}"
    return f"{self_said}, and you hold {_held(found.following, led.suit, show)}"


def _held(following: Sequence[Ranked], suit: Suit, show: Show) -> str:
    """Name the cards that must be played, and say so where none of them looks it."""
    if all(one.card.is_joker or one.bower == "left" for one in following):
        if len(following) == 1:
            return f"{_apposed(following[0], show, now=False)}, which is one"
        return f"{_joined([_shown(one, show) for one in following])}, which are {_words(suit)}"
    return _joined([_shown(one, show) for one in following])


def _special(one: Ranked) -> str:
    """Say what a card is that does not look it."""
    if not one.card.is_joker and one.bower != "left":
        return ""
    name = "the joker" if one.card.is_joker else "the left bower"
    return f"{name}, a suit of its own" if one.suit is None else f"{name}, {_a(one.suit)} now"


def _apposed(one: Ranked, show: Show, *, now: bool = True) -> str:
    """Name a card, and what it is if it does not look it."""
    special = f"{_special(one)}," if now else _special(one).partition(",")[0]
    if not _special(one):
        return show(one.card)
    return special if one.card.is_joker else f"{show(one.card)}, {special}"


def _shown(one: Ranked, show: Show) -> str:
    """Name a card among others."""
    if one.card.is_joker:
        return "the joker"
    return f"{show(one.card)} (the left bower)" if one.bower == "left" else show(one.card)


def _word(suit: Suit) -> str:
    return _words(suit)[:-1]


def _words(suit: Suit) -> str:
    return suit.name.lower()


def _a(suit: Suit | None) -> str:
    assert suit is not None
    return f"a {_word(suit)}"


def _joined(texts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


# --- JSON ---------------------------------------------------------------------------------------


def explained_json(
    contract: Contract, rules: HouseRules, found: Explained | None
) -> dict[str, Any]:
    """Tell the order of all cards, and about a hand if one was given."""
    facts: dict[str, Any] = {
        "contract": _NAMES.get(contract.number) or "CDSH"[contract.number],
        "may_be_called": may_be_called(contract, rules),
        "rules": {"digest": rules.digest(), "options": rules.differences()},
        "suits": [
            {
                "suit": _letter(cards[0]),
                "trump": cards[0].trump,
                "cards": [{"card": str(one.card), "bower": one.bower} for one in cards],
            }
            for cards in contract.suits(rules.deck)
        ],
        "led": None,
        "table": [],
        "winning": None,
        "hand": [],
    }
    if found is not None:
        facts["led"] = None if found.led is None else str(found.led.card)
        facts["table"] = [str(one.card) for one in found.table]
        facts["winning"] = None if found.winning is None else str(found.winning.card)
        facts["hand"] = [_play_json(play, found) for play in found.plays]
    return facts


def _play_json(play: Play, found: Explained) -> dict[str, Any]:
    return {
        "card": str(play.card.card),
        "suit": _letter(play.card),
        "trump": play.card.trump,
        "bower": play.card.bower,
        "may_be_played": play.allowed,
        "reason": play.reason,
        "why": why(play, found, str),
        "would_win": play.would_win,
    }


def _letter(one: Ranked) -> str | None:
    return None if one.suit is None else one.suit.letter
