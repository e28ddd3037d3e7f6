"""A traced hand in words: the deal, the calls, the tricks and what they came to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from euchre_cli.output import as_printed, card_text, cards_text, suit_text
from euchre_sim.cards import Card, Suit, parse_card
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP
from euchre_sim.seats import seat_name

if TYPE_CHECKING:
    from euchre_sim.analysis.trace import HandTrace
    from euchre_sim.records.deal import Exchange
    from euchre_sim.records.result import Decision
    from euchre_sim.rules import HouseRules

__all__ = ["trace_lines"]

_WITHOUT_TRUMP = {"n": "no trump", "NTL": "low no trump", "MIS": "misere"}
_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def trace_lines(trace: HandTrace) -> Iterator[str]:
    """Yield the lines that tell of a hand; seats by position from 1."""
    deal = trace.record
    for seat, hand in enumerate(deal.hands):
        labels = trace.players.labels
        known = (card for card in hand if isinstance(card, Card))
        cards = (as_printed(card, trace.rules) for card in sorted(known, key=_in_order))
        where = seat_name(seat + 1, trace.rules)
        yield f"{seat + 1}  {cards_text(cards):<16}  {where}, {labels[seat]}"
    yield f"{_shown(deal.upcard.egn, trace.rules)} is turned up."
    yield ""
    for phase, decisions in groupby(trace.decisions, key=lambda one: one.phase):
        if phase == "farmer":
            yield from _farmer_lines(list(decisions), trace.rules)
            yield from (_taken(one, trace.rules) for one in deal.exchanges if one.kind == "farmer")
        elif phase == "call":
            yield from _call_lines(list(decisions), len(deal.hands))
        elif phase != "play":
            yield from _answer_lines(list(decisions), trace)
    yield from _trick_lines(trace)
    yield ""
    yield _ending(trace)


def _in_order(card: Card) -> tuple[int, int]:
    """By suit, the highest first; the joker before all."""
    return (-1, 0) if card.is_joker else (_ORDER.index(card.suit), -card.rank)


def _call_lines(decisions: list[Decision], n: int) -> Iterator[str]:
    for number in range(0, len(decisions), n):
        said = (f"{_name(one)} {_call_word(one, n)}" for one in decisions[number : number + n])
        yield f"Round {number // n + 1}: {', '.join(said)}."


def _call_word(one: Decision, n: int) -> str:
    if one.chosen is None:
        return "answers with an illegal call"
    call, _, alone = one.chosen.partition(" ")
    if call == "Pass":
        return "passes"
    dealer = n - 1
    words = {dealer: "takes it up", n // 2 - 1: "assists"}  # the partner sits half-way round
    what = words.get(one.seat or 0, "orders it up")
    if call != "Order":
        what = f"calls {_WITHOUT_TRUMP.get(call) or _suit(call)}"
    return f"{what} {alone}".strip()


def _answer_lines(decisions: list[Decision], trace: HandTrace) -> Iterator[str]:
    """Tell of answers, and of the extra cards in front of the first that is buried for them."""
    extras = [one for one in trace.record.exchanges if one.kind == "extra"]
    to_tell = [one for one in extras if one.taken]
    for one in decisions:
        if one.phase == "discard" and one.chosen not in ("take", "leave"):
            yield from (_taken(extra, trace.rules) for extra in to_tell if extra.seat == one.seat)
            to_tell = [extra for extra in to_tell if extra.seat != one.seat]
        yield _answer(one, trace.rules, any(extra.seat == one.seat for extra in extras))


def _taken(exchange: Exchange, rules: HouseRules) -> str:
    cards = " ".join(_shown(card.egn, rules) for card in exchange.taken)
    return f"{exchange.seat + 1} takes {cards}."


def _answer(one: Decision, rules: HouseRules, has_extras: bool) -> str:
    """Tell of a discard, or of an answer about playing or defending alone."""
    if one.chosen is None:
        return f"{_name(one)} answers with an illegal {one.phase}."
    if one.phase == "discard":
        if one.chosen == "leave":
            return f"{_name(one)} leaves the upcard lying."
        if one.chosen == "take":
            return f"{_name(one)} takes the upcard."
        picks_up = "" if has_extras else "picks up and "
        return f"{_name(one)} {picks_up}buries {_shown(one.chosen, rules)}."
    if one.phase in ("shed", "give"):
        what = "throws away" if one.phase == "shed" else "gives the partner"
        return f"{_name(one)} {what} {_shown(one.chosen, rules)}."
    words = {
        ("alone", "yes"): "plays alone",
        ("alone", "no"): "plays with the partner",
        ("defend", "yes"): "defends alone",
        ("defend", "no"): "does not defend alone",
    }
    return f"{_name(one)} {words[one.phase, one.chosen]}."


def _farmer_lines(decisions: list[Decision], rules: HouseRules) -> Iterator[str]:
    for one in decisions:
        if one.chosen in ("yes", "no"):
            what = "claims" if one.chosen == "yes" else "does not claim"
            yield f"{_name(one)} {what} a farmer's hand."
        elif one.chosen is None:
            yield f"{_name(one)} answers with an illegal swap."
        else:
            yield f"{_name(one)} swaps {_shown(one.chosen, rules)} for a hidden card."


def _contract(contract: int) -> str:
    names = {NO_TRUMP: "No trump", LOW_NO_TRUMP: "Low no trump", MISERE: "Misere"}
    return names.get(contract) or f"Trump {suit_text(Suit(contract))}"


def _trick_lines(trace: HandTrace) -> Iterator[str]:
    for number, trick in enumerate(trace.tricks, start=1):
        played = "  ".join(
            f"{seat + 1} {_shown(card, trace.rules)}"
            for seat, card in zip(trick.seats, trick.cards, strict=True)
        )
        won = "" if trick.winner is None else f"  {trick.winner + 1} wins"
        yield f"Trick {number}: {played}{won}"


def _ending(trace: HandTrace) -> str:
    if trace.fault is not None:
        return "Here the hand stopped: an illegal action."
    if trace.maker is None or trace.contract is None or trace.points is None:
        return "Nobody called: thrown in."
    rules, makers = trace.rules, trace.rules.teams[trace.maker]
    alone = trace.record.alone
    players = [
        str(seat + 1)
        for seat in range(rules.players)
        if makers >> seat & 1 and alone in (None, seat)
    ]
    one = len(players) == 1
    made = trace.maker_tricks >= rules.tricks_needed
    if trace.contract == MISERE:
        made = trace.maker_tricks == 0
        what = "takes" if made else "fails with"
    elif trace.maker_tricks == rules.hand_size:
        what = "takes" if one else "take"
    elif trace.maker_tricks >= rules.tricks_needed:
        what = "makes it with" if one else "make it with"
    else:
        what = "is euchred with" if one else "are euchred with"
    points = max(trace.points)
    return (
        f"{_contract(trace.contract)}, called by {trace.maker + 1}: "
        f"{' and '.join(players)} {what} {trace.maker_tricks} of {rules.hand_size} tricks; "
        f"{points} {'point' if points == 1 else 'points'} for the "
        f"{'makers' if made else 'defenders'}."
    )


def _name(one: Decision) -> str:
    assert one.seat is not None
    return str(one.seat + 1)


def _shown(card: str, rules: HouseRules) -> str:
    return card_text(as_printed(parse_card(card), rules))


def _suit(letter: str) -> str:
    return suit_text(next(suit for suit in Suit if suit.letter.lower() == letter))
