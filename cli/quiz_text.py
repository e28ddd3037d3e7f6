"""A question of the quiz in words: what is on the table, the answers there are, the grade."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from euchre_cli.advise_text import choice_text
from euchre_cli.output import as_printed, card_text, rules_flags, suit_text
from euchre_sim.cards import Card, Suit
from euchre_sim.engine.layout import PASS
from euchre_sim.quiz import AS_GOOD, BEST, LABEL_NAMES
from euchre_sim.quiz.facts import facts_of
from euchre_sim.quiz.sight import OPPONENT, PARTNER, YOU, Sight, Trick
from euchre_sim.records.call_words import call_word
from euchre_sim.records.position import NOBODY
from euchre_sim.records.position_text import format_position
from euchre_sim.seats import seat_name

if TYPE_CHECKING:
    from euchre_sim.analysis.worth import Choice, Points
    from euchre_sim.quiz.question import Graded, Question

__all__ = ["card_shower", "grade_lines", "hint_lines", "option_texts", "question_lines", "wrapped"]

ASKED = {
    "call": "what do you say?",
    "alone": "what do you say, and alone?",
    "discard": "what do you bury?",
    "card": "which card?",
}
_CONTRACTS = ("no trump", "low no trump", "a misere")  # numbered behind the suits
_CALLS = {"P": "pass", "O": "order", "OA": "order alone", "MIS": "misere"}
_COLOURS = {BEST: "green", AS_GOOD: "green", "blunder": "red"}
_SEATS = ("you", "left", "partner", "right")  # of four players, from the own seat on
LABEL = 8  # columns in front of a row


def wrapped(text: str, label: str = "") -> str:
    """Break a text at the terminal's width, behind a label that stands in front of it."""
    width = max(40, min(100, shutil.get_terminal_size((80, 24)).columns))
    first, later = (label.ljust(LABEL), " " * LABEL) if label else ("", "")
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False
    )


def coloured(text: str, grade: str) -> str:
    """Colour a grade where the terminal and its user want colours."""
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if dull or not sys.stdout.isatty():
        return text
    return click.style(text, fg=_COLOURS.get(grade, "yellow"), bold=True)


def card_shower(question: Question) -> Callable[[Card], str]:
    """Return what writes a card as it lies on the table."""
    rules = question.sight.rules
    return lambda card: card_text(as_printed(card, rules))


# --- the question --------------------------------------------------------------------------------


def question_lines(question: Question) -> Iterator[str]:
    """Tell what the seat sees, a row for each thing."""
    sight, advice = question.sight, question.advice
    if advice.stakes is not None:
        stakes = advice.stakes
        target = stakes.rules.target_score
        yield wrapped(f"us {stakes.us}, them {stakes.them}, game at {target}", "Score")
    seat = seat_name(sight.seat + 1, sight.rules)
    yield wrapped(f"{sight.seat + 1} ({seat})", "Seat")
    yield wrapped(_upcard_text(sight), "Upcard")
    if sight.position.calls:
        yield wrapped(_said_text(sight), "Said")
    if sight.contract is not None:
        yield wrapped(_trump_text(sight), "Trump")
    for number, trick in enumerate(sight.tricks):
        is_open = sight.table is not None and trick is sight.tricks[-1]
        row = f"{_trick_text(sight, trick)}: {_seat(sight, trick.winner)}"
        label = "Table" if is_open else f"Trick {number + 1}"
        yield wrapped(f"{row} is ahead" if is_open else row, label)
    yield wrapped(_hand_text(sight), "Hand")


def _seat(sight: Sight, seat: int) -> str:
    n = sight.low.players
    if seat == sight.seat:
        return "you"
    return _SEATS[(seat - sight.seat) % n] if n == len(_SEATS) else f"seat {seat + 1}"


def _show(sight: Sight, card: Card) -> str:
    return card_text(as_printed(card, sight.rules))


def _upcard_text(sight: Sight) -> str:
    card = _show(sight, sight.position.upcard)
    whose = {YOU: "you deal", PARTNER: "your partner deals"}
    dealer = whose.get(sight.who(sight.dealer), f"{_seat(sight, sight.dealer)} deals")
    if sight.contract is None:
        return f"{card}{' turned down' if sight.call_round == 2 else ''}, {dealer}"
    if not sight.found.taken:
        return f"{card} turned down, {dealer}"
    took = "you took it" if sight.seat == sight.dealer else f"{_seat(sight, sight.dealer)} took it"
    buried = sight.position.discard
    return f"{card}, {took}" + (f" and buried {_show(sight, buried)}" if buried else "")


def _said_text(sight: Sight) -> str:
    n, calls = sight.low.players, sight.position.calls
    said = []
    for i, bit in enumerate(calls):
        word = call_word(bit, 1 + i // n)
        text = _CALLS.get(word) or _call_text(word)
        said.append(f"{_seat(sight, i % n)} {text}")
    if len(calls) >= n and all(bit == PASS for bit in calls[:n]):
        said[:n] = ["all passed"]
    return ", ".join(said)


def _call_text(word: str) -> str:
    """Write a call of round 2, such as ``HA``."""
    name, alone = (word[:-1], " alone") if word.endswith("A") else (word, "")
    suits = {suit.letter: suit_text(suit) for suit in Suit}
    return suits.get(name, "low no trump" if name == "NTL" else "no trump") + alone


def _trump_text(sight: Sight) -> str:
    found, contract = sight.found, sight.found.contract
    suits = len(Suit)
    name = suit_text(Suit(contract)) if contract < suits else _CONTRACTS[contract - suits]
    text = f"{name}, made by {_seat(sight, found.maker)}"
    if found.lone != NOBODY:
        who = "" if found.lone == found.maker else f"{_seat(sight, found.lone)} "
        text += f", {who}alone"
    if found.lone_defender != NOBODY:
        text += f", {_seat(sight, found.lone_defender)} defends alone"
    if sight.tricks:
        text += f"; tricks: us {sight.won((YOU, PARTNER))}, them {sight.won((OPPONENT,))}"
    return text


def _trick_text(sight: Sight, trick: Trick) -> str:
    plays = zip(trick.seats, trick.cards, strict=True)
    return ", ".join(f"{_seat(sight, seat)} {_show(sight, card)}" for seat, card in plays)


def _hand_text(sight: Sight) -> str:
    """Write the hand suit by suit, trumps first; before trump is made the upcard's suit."""
    groups: dict[object, list[str]] = {}
    if sight.contract is None:
        first = sight.turned
        cards = sorted(
            sight.cards,
            key=lambda card: (card.is_joker, not card.is_joker and card.suit == first, card.index),
            reverse=True,
        )
        for card in cards:
            groups.setdefault(card.is_joker or card.suit, []).append(_show(sight, card))
    else:
        trumps = sight.under(sight.contract)
        for card in trumps.sort(sight.cards):
            groups.setdefault(trumps.suit_mask(card), []).append(_show(sight, card))
    return " | ".join(" ".join(cards) for cards in groups.values())


def option_texts(question: Question) -> list[str]:
    """Name the answers, each as shortly as it can be."""
    return [_option_text(one.choice, question) for one in question.options]


def _option_text(choice: Choice, question: Question) -> str:
    if choice.action in ("play", "discard"):
        card = choice.card or choice.discard
        if card is not None:
            return _show(question.sight, card)
    return _name(replace(choice, discard=None) if choice.action == "order" else choice, question)


def _name(choice: Choice, question: Question) -> str:
    return choice_text(choice, question.advice)


# --- hint and grade ------------------------------------------------------------------------------


def hint_lines(question: Question) -> Iterator[str]:
    """Tell the features of a position, not which of them decide."""
    sight = question.sight
    if sight.contract is not None:
        trumps = sight.under(sight.contract)
        unseen = trumps.trumps(trumps.unseen)
        if trumps.suit is not None:
            shown = " ".join(_show(sight, card) for card in unseen) or "none"
            yield wrapped(f"trumps that you do not see: {shown}")
    passing = next((o.choice for o in question.options if o.choice.action == "pass"), None)
    for one, text in zip(question.options, option_texts(question), strict=True):
        facts = facts_of(sight, one.choice, passing or one.choice, card_shower(question))
        sides = [
            f"{word} {', '.join(fact.text for fact in facts if fact.good is good)}"
            for word, good in (("for it:", True), ("against it:", False))
            if any(fact.good is good for fact in facts)
        ]
        yield wrapped(f"{text} - {'; '.join(sides) or 'nothing plain'}")


def grade_lines(graded: Graded) -> Iterator[str]:
    """Say what an answer is worth and why the best one is better."""
    question, chosen = graded.question, graded.chosen
    best, second = question.best, question.second
    name = _name(chosen.choice, question)
    if graded.grade == BEST:
        text = f"{name}, {_worth(graded)}"
        if second is not None:
            index = question.options.index(second)
            text += f"; {_name(second.choice, question)} costs {_cost(question.grade(index))}"
    else:
        noise = (graded.loss_win or graded.loss).lo <= 0
        rest = " (no more than noise)" if noise else ""
        only = "only " if graded.grade == AS_GOOD else ""
        text = f"{name} costs {only}{_cost(graded)}{rest}; best is {_name(best.choice, question)}"
    label = next((label for label, grade in LABEL_NAMES.items() if grade == graded.grade), "")
    head = graded.grade.capitalize() + (f" [{label}]" if label else "")
    yield wrapped(f"{head}: {text}.").replace(head, coloured(head, graded.grade), 1)
    if graded.why:
        yield wrapped(f"Why {_name(best.choice, question)}: {graded.why}.")
    if question.did is not None:
        yield from _did_lines(graded)
    if graded.grade not in (BEST, AS_GOOD):
        flags = rules_flags(question.sight.rules)
        stakes = question.advice.stakes
        if stakes is not None:
            flags += f" --score {stakes.us}-{stakes.them}"
        yield f'More: euchre advise --position "{format_position(question.sight.position)}"{flags}'


def _did_lines(graded: Graded) -> Iterator[str]:
    """Tell what was done in the recorded game."""
    question = graded.question
    at = next(i for i, one in enumerate(question.options) if one.choice == question.did)
    done = question.grade(at)
    what = "the same"
    if done.chosen is not graded.chosen:
        cost = "" if done.grade == BEST else f", which costs {_cost(done)}"
        what = f"{_name(done.chosen.choice, question)}{cost}"
    yield wrapped(f"In the game ({question.source}) it was {what}.")


def _worth(graded: Graded) -> str:
    value = graded.chosen
    points = f"{value.points.mean:+.2f} points a hand"
    return points if value.win is None else f"{value.win.mean:.1%} to win the game, {points}"


def _cost(graded: Graded) -> str:
    points = f"{_loss(graded.loss, 1)} points a hand"
    if graded.loss_win is None:
        return points
    return f"{_loss(graded.loss_win, 100)} % of the games ({points})"


def _loss(loss: Points, unit: int) -> str:
    return f"{unit * loss.mean:.2f} ± {unit * (loss.hi - loss.mean):.2f}"
