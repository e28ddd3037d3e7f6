"""Asking a question of the quiz on the terminal, or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import click

from euchre_cli.quiz_text import ASKED, hint_lines, option_texts, question_lines, wrapped
from euchre_sim.cards import Suit, parse_card
from euchre_sim.errors import InvalidNotation

if TYPE_CHECKING:
    from euchre_sim.analysis.worth import Choice
    from euchre_sim.quiz.question import Question

__all__ = ["ask"]

HELP = (
    "Answer with the number in front of an action, or in words: pass, order, alone, a suit's name "
    "(and alone), a card such as 9C or 10h. h shows the features of the position, ? this, q ends "
    "and keeps the score."
)
_SUIT_WORDS = {suit: (suit.name.lower(), suit.name[:-1].lower(), suit.symbol) for suit in Suit}
_ORDER = ("order", "order up", "assist", "pick up", "pickup", "take", "take it", "o", "call")
_CONTRACTS = {"NT": ("nt", "no trump"), "NTL": ("ntl", "low no trump"), "MIS": ("mis", "misere")}


def ask(question: Question, head: str, say: Callable[[str], None], *, err: bool) -> int | None:
    """Ask until there is an answer.

    Parameters
    ----------
    question
        What is asked.
    head
        Which question it is.
    say
        Prints lines for people.
    err
        Whether that is on stderr.

    Returns
    -------
    int or None
        Index of the option chosen; None where the quiz is to end.
    """
    say("")
    say(wrapped(f"{head}: {ASKED[question.kind]}"))
    for line in question_lines(question):
        say(line)
    numbered = [f"{i} {text}" for i, text in enumerate(option_texts(question), 1)]
    # No line is broken within an answer.
    listed = wrapped("   ".join(one.replace(" ", "\0") for one in numbered), "Answers")
    say(listed.replace("\0", " "))
    while True:
        text = _line(err)
        if text is None or text.lower() in ("q", "quit"):
            return None
        if text.lower() in ("?", "help"):
            lines: Iterator[str] = iter([wrapped(HELP)])
        elif text.lower() in ("h", "hint"):
            lines = hint_lines(question)
        else:
            chosen = _read_answer(text, question)
            if chosen is not None:
                return chosen
            lines = iter([wrapped(f"{text!r} is none of the answers; ? tells how to answer")])
        for line in lines:
            say(line)


def _line(err: bool) -> str | None:
    """Read a line; None at the end of the input."""
    click.echo("Answer: ", nl=False, err=err)
    text = sys.stdin.readline()
    if not sys.stdin.isatty():  # nobody has seen it typed
        click.echo(text.rstrip("\n"), err=err)
    elif not text:
        click.echo(err=err)
    return text.strip() if text else None


def _read_answer(text: str, question: Question) -> int | None:
    """Return the index of the option that a text names; None if it is none."""
    said = " ".join(text.lower().split())
    if said.isdecimal() and 1 <= int(said) <= len(question.options):
        return int(said) - 1
    for i, one in enumerate(question.options):
        if said in _words(one.choice):
            return i
    card_said = said.removeprefix("play ").removeprefix("bury ").removeprefix("discard ")
    try:
        rules = question.sight.rules
        card = parse_card(card_said, deck=rules.deck, joker=rules.joker_printed)
    except InvalidNotation:
        return None
    choices = [one.choice for one in question.options]
    wanted = [i for i, one in enumerate(choices) if card in (one.card, _buried(one))]
    return wanted[0] if wanted else None


def _buried(choice: Choice) -> object:
    """Return the card of a discard; that of a call is no answer."""
    return choice.discard if choice.action == "discard" else None


def _words(choice: Choice) -> Iterator[str]:
    """Yield what a player may write for an action."""
    if choice.action == "pass":
        yield from ("pass", "p")
    elif choice.action == "order":
        if choice.alone:
            yield from (f"{word} alone" for word in _ORDER)
            yield from ("oa", "alone", "a")
        else:
            yield from _ORDER
    elif choice.action == "call":
        words = (
            _SUIT_WORDS[choice.suit]
            if isinstance(choice.suit, Suit)
            else _CONTRACTS[str(choice.suit)]
        )
        if isinstance(choice.suit, Suit):
            letter = choice.suit.letter.lower()
            yield f"{letter}a" if choice.alone else letter
        for word in words:
            said = f"{word} alone" if choice.alone and choice.suit != "MIS" else word
            yield from (said, f"call {said}")
    elif choice.action == "leave":
        yield from ("leave", "leave it", "leave the upcard")
    elif choice.card is None and choice.discard is None:
        yield from ("alone", "yes", "y") if choice.alone else ("with the partner", "no", "n")
