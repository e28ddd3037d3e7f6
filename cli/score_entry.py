"""What a player says about a deal, on the command line or asked for, made into facts."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import Any, Literal

import click

from euchre_cli.score_text import dealer_text
from euchre_sim.errors import IllegalAction
from euchre_sim.rule_options import nearest
from euchre_sim.score_sheet import A_SUIT, CONTRACTS, Facts, Sheet, Who, next_question, seats_of
from euchre_sim.scoring import ends_early

__all__ = ["Told", "check_complete", "complete", "find_seat", "make_facts", "read_words"]

_NOBODY, _MISDEAL, _RENEGE = "nobody", "misdeal", "renege"
_CONTRACTS = {"suit": A_SUIT, **CONTRACTS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was said about a deal, not yet compared with a sheet."""

    by: str | None = None
    tricks: int | None = None
    defender_tricks: int | None = None
    alone: bool | None = None
    defended_alone: bool | None = None
    contract: str | None = None
    call_round: int | None = None
    by_dealer: bool | None = None
    stuck: bool | None = None
    thrown_in: bool | None = None
    misdeal: bool | None = None
    renege: str | None = None
    against_lone: bool | None = None
    choice: Literal["add", "subtract", "stand"] | None = None
    dealer: str | None = None


def read_words(words: tuple[str, ...], options: dict[str, Any]) -> Told:
    """Return what was said with words (us 3 alone) and with options.

    Parameters
    ----------
    words
        Who called, the tricks, and more in any order.
    options
        By the names of `Told`; False and None say nothing.
    """
    told = {
        name: value for name, value in options.items() if value is not None and value is not False
    }
    flags = {"alone": "alone", "defended": "defended_alone", "stuck": "stuck"}
    for number, word in enumerate(words):
        name, value = _meaning(word, number == 0, flags)
        if name in told:
            raise click.UsageError(f"{word!r} says again what --{name.replace('_', '-')} says")
        told[name] = value
    kinds = [name for name in ("thrown_in", "misdeal", "renege") if name in told]
    if len(kinds) > 1:
        raise click.UsageError("a deal is thrown in, a misdeal, or ended by a renege; give one")
    if kinds and kinds != ["renege"]:
        more = [name for name in told if name not in (*kinds, "dealer")]
        if more:
            raise click.UsageError(
                f"a deal that was not played has no --{more[0].replace('_', '-')}"
            )
    for name in ("against_lone", "choice"):
        if name in told and "renege" not in told:
            raise click.UsageError(f"--{name.replace('_', '-')} goes with --renege only")
    return Told(**told)


def _meaning(word: str, first: bool, flags: dict[str, str]) -> tuple[str, Any]:
    """Return what a word says: a name of `Told` and its value."""
    low = word.strip().lower()
    if first:
        kinds = {_NOBODY: "thrown_in", _MISDEAL: "misdeal"}
        return (kinds[low], True) if low in kinds else ("by", word)
    if low.isascii() and low.isdigit() and len(low) < 4:
        return "tricks", int(low)
    if low in flags:
        return flags[low], True
    if low in CONTRACTS:
        return "contract", low
    known = (*flags, *CONTRACTS)
    raise click.UsageError(
        f"{word!r} says nothing about a deal{nearest(low, known)}; after who called come the "
        f"tricks and any of {', '.join(known)}"
    )


def find_who(text: str, sheet: Sheet, dealer: int | None = None) -> Who:
    """Find a side or seat, or fail with all that there are."""
    found = sheet.who(text, dealer)
    if found is None:
        known = ", ".join((*sheet.sides, *sheet.players))
        raise click.BadParameter(
            f"{text!r} is nobody here; there are {known}, seats 1 to {sheet.rules.players}, "
            "and dealer"
        )
    return found


def find_seat(text: str, sheet: Sheet) -> int:
    """Find the seat of a dealer."""
    seat = find_who(text, sheet).seat
    if seat is None:
        raise click.BadParameter(f"{text!r} is a side, but a dealer is one seat of it")
    return seat


def make_facts(told: Told, sheet: Sheet) -> tuple[Facts, int]:
    """Return what was said as facts about the next deal of a sheet, and who dealt it."""
    dealer = sheet.next_dealer if told.dealer is None else find_seat(told.dealer, sheet)
    if told.thrown_in or told.misdeal:
        return Facts(special="thrown_in" if told.thrown_in else "misdeal"), dealer
    who = None if told.by is None else find_who(told.by, sheet, dealer)
    facts = Facts(
        side=None if who is None else who.side,
        seat=None if who is None else who.seat,
        by_dealer=True if told.stuck else told.by_dealer,
        call_round=2 if told.stuck else told.call_round,
        contract=None if told.contract is None else _CONTRACTS[told.contract],
        tricks=told.tricks,
        defender_tricks=told.defender_tricks,
        alone=told.alone,
        defended_alone=told.defended_alone,
    )
    if told.stuck and told.call_round == 1:
        raise click.UsageError("a dealer is stuck in round 2 only")
    if told.renege is None:
        return facts, dealer
    offender = find_who(told.renege, sheet, dealer)
    some_seat = offender.seat
    if some_seat is None:
        some_seat = seats_of(offender.side, sheet.rules)[0]
    facts = replace(
        facts,
        special="renege",
        offender=some_seat,
        against_lone=told.against_lone,
        choice=told.choice,
    )
    return facts, dealer


# --- what is missing -----------------------------------------------------------------------------


def complete(told: Told, sheet: Sheet) -> Told:
    """Ask for what is missing where somebody can be asked, else fail.

    Who called and the tricks are always needed. If one of them has to be asked for, everything
    else that the points hang on is asked too; otherwise what was not said was not so.
    """
    try:
        told, asked = _complete_hand(told, sheet)
        while (name := _missing(told, sheet, asked)) is not None:
            told = replace(told, **{name: _asked(name, told, sheet)})
    except click.Abort as stop:
        if isinstance(stop.__context__, EOFError):
            raise EOFError from None
        click.echo(err=True)  # end the line of the question
        raise
    return told


def check_complete(told: Told, sheet: Sheet) -> None:
    """Fail if something is missing after all, because the sheet has changed in the meantime."""
    name = _missing(told, sheet, False)
    if name is not None:
        raise click.UsageError(_MISSING[name])


def _complete_hand(told: Told, sheet: Sheet) -> tuple[Told, bool]:
    """Get who called, the tricks and what was chosen, and say whether any of it was asked for."""
    asked = False
    if told.by is None and not (told.thrown_in or told.misdeal or told.renege):
        told, asked = _ask_who_called(told, sheet), True
    if told.thrown_in or told.misdeal:
        return told, asked
    rules = sheet.rules
    if told.renege and told.choice is None and rules.renege_form == "innocent_chooses":
        told, asked = replace(told, choice=_asked("choice", told, sheet)), True
    if make_facts(told, sheet)[0].is_played_out(rules):
        if told.by is None:
            told, asked = replace(told, by=_asked("by", told, sheet)), True
        if told.tricks is None:
            told, asked = replace(told, tricks=_asked("tricks", told, sheet)), True
        if asked and told.defender_tricks is None and _may_have_stopped(told, sheet):
            told = replace(told, defender_tricks=_asked("defender_tricks", told, sheet))
    return told, asked


def _missing(told: Told, sheet: Sheet, asked: bool) -> str | None:
    """Return the name of the next fact that is open and changes the points."""
    if told.thrown_in or told.misdeal:
        return None
    facts, dealer = make_facts(told, sheet)
    if not asked:
        facts = replace(
            facts,
            contract=A_SUIT if facts.contract is None else facts.contract,
            alone=bool(facts.alone),
            defended_alone=bool(facts.defended_alone),
            against_lone=bool(facts.against_lone),
        )
    return next_question(facts, dealer, sheet.rules)


def _may_have_stopped(told: Told, sheet: Sheet) -> bool:
    """Whether the game may have been over before the last trick."""
    facts, dealer = make_facts(told, sheet)
    makers, score = told.tricks, sheet.score_before_next()
    if not sheet.rules.early_stop or makers is None:
        return False
    for fewer in range(sheet.rules.hand_size - makers):
        try:
            outcome = replace(facts, defender_tricks=fewer).entry(dealer, sheet.rules).outcome
        except IllegalAction:
            return False
        if ends_early(outcome, score, sheet.rules):
            return True
    return False


# --- asking --------------------------------------------------------------------------------------


def _can_ask() -> bool:
    return sys.stdin.isatty()


def _asked(name: str, told: Told, sheet: Sheet) -> Any:
    if not _can_ask():
        raise click.UsageError(_MISSING[name])
    return _ask(name, told, sheet)


def _ask_who_called(told: Told, sheet: Sheet) -> Told:
    """Ask what happened: who called, or that it was no ordinary deal."""
    special = [_MISDEAL, _RENEGE] if sheet.rules.stick_the_dealer else [_NOBODY, _MISDEAL, _RENEGE]

    def checked(text: str) -> str:
        if text.strip().lower() not in special:
            find_who(text, sheet)
        return text.strip()

    if not _can_ask():
        raise click.UsageError(_MISSING["by"])
    dealer = sheet.next_dealer if told.dealer is None else find_seat(told.dealer, sheet)
    said = click.prompt(
        f"Dealer: {dealer_text(dealer, sheet)}. Who called: {' or '.join(sheet.sides)} "
        f"(else {', '.join(special)})",
        value_proc=checked,
        err=True,
    )
    word = said.lower()
    if word == _RENEGE:
        return replace(told, renege=_ask("renege", told, sheet))
    if word in (_NOBODY, _MISDEAL):
        return replace(told, thrown_in=word == _NOBODY, misdeal=word == _MISDEAL)
    return replace(told, by=said)


def _ask(name: str, told: Told, sheet: Sheet) -> Any:
    """Ask for one fact."""
    rules = sheet.rules
    if name in ("by", "renege"):
        question = f"Who {'called' if name == 'by' else 'reneged'}: {' or '.join(sheet.sides)}"
        return click.prompt(question, value_proc=lambda text: _known(text, sheet), err=True)
    if name in ("tricks", "defender_tricks"):
        most = rules.hand_size
        side = make_facts(told, sheet)[0].side
        makers = "the makers" if side is None else sheet.sides[side]
        if name == "tricks":
            return click.prompt(f"Tricks of {makers}", type=click.IntRange(0, most), err=True)
        rest = most - (told.tricks or 0)
        return click.prompt(
            "Tricks of the others, fewer if the game was over by then",
            type=click.IntRange(0, rest),
            default=rest,
            err=True,
        )
    if name == "contract":
        offered = ["suit", *(one.lower() for one in rules.contracts)]
        return click.prompt("Contract", type=click.Choice(offered), default="suit", err=True)
    if name == "call_round":
        return click.prompt("Round of the call", type=click.IntRange(1, 2), err=True)
    if name == "choice":
        offered = ["add", "subtract", "stand"]
        return click.prompt("The other side's choice", type=click.Choice(offered), err=True)
    return click.confirm(_YES_OR_NO[name], default=False, err=True)


def _known(text: str, sheet: Sheet) -> str:
    find_who(text, sheet)
    return text


_YES_OR_NO = {
    "alone": "Alone?",
    "defended_alone": "Did a defender play alone?",
    "by_dealer": "Was it the dealer who called?",
    "against_lone": "Did the other side play alone?",
}
_MISSING = {
    "by": "who called is missing: say who and how many tricks, such as 'euchre score add us 3'",
    "tricks": "the makers' tricks are missing, such as 'euchre score add us 3' or --tricks 3",
    "choice": "the innocent side's choice is missing: --choice add, subtract or stand",
    "by_dealer": "these points depend on whether the dealer had called: give his side's seat "
    "with --by 1, 2 ... or --by dealer",
    "call_round": "these points depend on the round of the call: give --round 1 or --round 2",
}
