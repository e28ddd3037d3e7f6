"""``euchre advise``: what to call with a hand, and how sure that is."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.advise_every import answer_exhaustively, every_layout_options, wants_every_layout
from euchre_cli.advise_illegal import advice_json
from euchre_cli.advise_later import (
    LATER_FIELDS,
    later_options,
    merge_later,
    position_of,
    wants_position,
)
from euchre_cli.common_options import (
    COUNT,
    POSITION,
    SCORE,
    build_rules,
    build_strategies,
    examples,
    finite,
    json_option,
    jsonl_option,
    quiet_option,
    rules_options,
    seed_option,
    strategy_options,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json, print_json_line
from euchre_cli.progress import announce_compiling
from euchre_sim.errors import EuchreError, IllegalAction, InvalidNotation
from euchre_sim.seats import find_seat

if TYPE_CHECKING:
    from euchre_sim.analysis.advice import Advice

__all__ = ["advise_command"]

_FIELDS = {
    "hand", "upcard", "up", "position", "seat", "round", "rules", "set", "strategy", "deals",
    "until_se", "score", "seed", *LATER_FIELDS,
}  # fmt: skip


@click.command(
    short_help="Say what to call, bury or play, and how sure that is.",
    epilog=examples(
        'euchre advise "JH 9H AH KS 9S" --up TH --seat 2',
        'euchre advise "JS KS QS TS 9S" --up AS --seat third --rules seed_sl',
        'euchre advise "JD AD KH QH 9C" --up 9S --seat 1 --round 2 --json',
        'euchre advise "9C QD TD 9D TH" --up JS --seat 1 --score 9-6',
        'euchre advise "9H KC 9C AD JD" --up TH --seat 2 --calls "P P P O" --played QC',
        """echo '{"hand": "JH 9H AH KS 9S", "up": "TH", "seat": 4}' | euchre advise --jsonl -""",
    ),
)
@click.argument("hand", required=False, metavar="[HAND]")
@click.option("--up", metavar="CARD", help="The upcard; in round 2 the card turned down.")
@click.option(
    "--seat",
    type=POSITION,
    metavar="SEAT",
    help="1 (left of the dealer) to the dealer's number, 4 of four players; or a word: first, "
    "partner, third, dealer.",
)
@click.option(
    "--round",
    "call_round",
    type=click.IntRange(1, 2),
    help="2 after the upcard was turned down.  [default: 1]",
)
@click.option(
    "--score",
    type=SCORE,
    metavar="US-THEM",
    help="The game before this deal, your side first, such as 9-6: adds the chance to win it, and "
    "the verdict follows that.",
)
@later_options
@every_layout_options
@rules_options
@strategy_options
@click.option(
    "--deals",
    type=COUNT,
    metavar="N",
    help="Most deals to play, rounded up to whole batches.  [default: 200000]",
)
@click.option(
    "--until-se",
    type=click.FloatRange(min=0, min_open=True),
    callback=finite,
    metavar="X",
    help="Play on until every difference to the best has at most this standard error.",
)
@seed_option
@threads_option
@json_option
@jsonl_option
@quiet_option
def advise_command(hand: str | None, as_json: bool, as_jsonl: bool, **options: Any) -> int:
    """Weigh every action open to you with HAND, such as "JH 9H AH KS 9S".

    All actions are played out on the same deals: those in which the players before you would have
    passed. Without HAND the questions are asked one by one. With --jsonl every line of the file
    HAND (- is stdin) is a question, its keys hand, up, seat, round, rules, set, strategy, deals,
    until_se, score, seed, model, calls, dealer_discard, alone, defender, played, position_text,
    record, deal, at; what a line leaves out is taken from the options.

    Later in a deal, say what has happened since: --calls, --played and the options behind them, or
    --position, or --record. Then every legal call, discard, declaration or card is weighed.
    """
    if wants_every_layout(options, as_jsonl):
        hand = _ask_all(options) if hand is None else hand
        return answer_exhaustively(hand, as_json, options, _strategies)
    if as_jsonl:
        return _answer_lines(hand or "-", options)
    if wants_position(options):
        answer = _answer_later(hand, options)
    else:
        answer = _answer(_ask_all(options) if hand is None else hand, options)
    if as_json:
        print_json(advice_json(answer))
    else:
        from euchre_cli.advise_text import print_advice

        print_advice(answer)
        if answer.upcard is None:
            note("No --up was given: the upcard is another one in every deal.")
    return ExitStatus.INTERRUPTED if answer.reason == "interrupted" else ExitStatus.OK


def _ask_all(options: dict[str, Any]) -> str:
    """Ask; input that ends is told apart from Ctrl-C, which click takes for the same."""
    try:
        return _ask(options)
    except click.Abort as stop:
        if isinstance(stop.__context__, EOFError):
            raise EOFError from None
        raise


def _ask(options: dict[str, Any]) -> str:
    """Ask for what the command line did not say."""
    from euchre_sim.cards import parse_card, parse_cards, require_distinct

    rules = build_rules(options["rules_name"], options["settings"])

    def checked_hand(text: str) -> str:
        _as_usage(
            lambda: parse_cards(
                text, count=rules.hand_size, deck=rules.deck, joker=rules.joker_printed
            )
        )
        return text

    def checked_card(text: str) -> str:
        def check() -> None:
            upcard = parse_card(text, deck=rules.deck, joker=rules.joker_printed)
            require_distinct(
                {"hand": parse_cards(hand, joker=rules.joker_printed), "upcard": [upcard]}
            )

        _as_usage(check)
        return text

    def checked_seat(text: str) -> int | str:
        seat = POSITION.convert(text, None, None)
        _as_usage(lambda: find_seat(seat, rules))
        return seat

    hand: str = click.prompt(
        "Your five cards (such as JH 9H AH KS 9S)", value_proc=checked_hand, err=True
    )
    if options["up"] is None:
        options["up"] = click.prompt("The upcard", value_proc=checked_card, err=True)
    if options["seat"] is None:
        options["seat"] = click.prompt(
            f"Your seat: 1 (left of the dealer) to {rules.players} (dealer)",
            value_proc=checked_seat,
            err=True,
        )
    if options["call_round"] is None:
        options["call_round"] = click.prompt(
            "Round: 1, or 2 after the upcard was turned down",
            type=click.IntRange(1, 2),
            default=1,
            err=True,
        )
    return hand


def _as_usage(check: Any, param_hint: str | None = None) -> None:
    try:
        check()
    except (InvalidNotation, IllegalAction) as error:
        raise click.BadParameter(str(error), param_hint=param_hint) from None


def _answer(hand: str, options: Mapping[str, Any]) -> Advice:
    seat = options["seat"]
    rules = build_rules(options["rules_name"], options["settings"])
    if seat is None:
        raise click.UsageError(
            f"the seat is missing: --seat 1 (left of the dealer) to {rules.players} (dealer)"
        )
    _as_usage(lambda: find_seat(seat, rules), "--seat")
    chances = () if options["score"] is None else ("engine.batch",)
    announce_compiling(options["quiet"], "analysis.weigh", "strategies.*", *chances)
    from euchre_sim.analysis.advise import advise

    progress = _progress(options["quiet"])
    answer = advise(
        hand,
        options["up"],
        seat,
        call_round=1 if options["call_round"] is None else options["call_round"],
        rules=rules,
        strategies=_strategies(options["strategy"], options["strategy_files"], rules.players),
        deals=options["deals"],
        until_se=options["until_se"],
        score=options["score"],
        seed=options["seed"],
        threads=options["threads"],
        progress=progress,
    )
    if progress is not None:
        click.echo(f"\r{' ' * 40}\r", nl=False, err=True)
    return answer


def _answer_later(hand: str | None, options: Mapping[str, Any]) -> Advice:
    rules = build_rules(options["rules_name"], options["settings"])
    named = rules if options["rules_name"] is not None else None
    chances = () if options["score"] is None else ("engine.batch",)
    announce_compiling(options["quiet"], "analysis.weigh_later", "strategies.*", *chances)
    position = position_of(hand, options, named, rules)
    from euchre_sim.analysis.advise_later import advise_position

    progress = _progress(options["quiet"])
    answer = advise_position(
        position,
        model=options["model"],
        strategies=_strategies(
            options["strategy"], options["strategy_files"], position.rules.players
        ),
        deals=options["deals"],
        until_se=options["until_se"],
        score=options["score"],
        seed=options["seed"],
        threads=options["threads"],
        progress=progress,
    )
    if progress is not None:
        click.echo(f"\r{' ' * 40}\r", nl=False, err=True)
    return answer


# Many questions in one process seat the same players; loading a file's checks it each time.
_strategies = cache(build_strategies)


def _progress(quiet: bool) -> Any:
    """Return a callback that keeps one line on a terminal up to date, or None."""
    if quiet or not sys.stderr.isatty():
        return None

    def show(tally: Any) -> None:
        click.echo(f"\r{tally.accepted:,} deals played\r", nl=False, err=True)

    return show


def _answer_lines(path: str, options: Mapping[str, Any]) -> int:
    """Answer a question a line; a bad line is answered with its error and the rest goes on."""
    status = ExitStatus.OK
    with click.open_file(path, encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                answer = _answer_line(line, options)
            except (EuchreError, click.UsageError, OSError) as error:
                print_json_line({"line": number, "error": _told(error)})
                status = ExitStatus.BAD_INPUT
                continue
            print_json_line(advice_json(answer))
            if answer.reason == "interrupted":
                return ExitStatus.INTERRUPTED
    return status


def _told(error: Exception) -> str:
    if isinstance(error, click.UsageError):
        return error.format_message()
    return f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)


def _answer_line(line: str, options: Mapping[str, Any]) -> Advice:
    """Answer one question."""
    hand, asked = _question(line, options)
    if wants_position(asked):
        return _answer_later(hand, asked)
    if hand is None:
        raise InvalidNotation("the question has no hand")
    return _answer(hand, asked)


def _question(line: str, options: Mapping[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """Read one question; what it leaves out comes from the command line."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"this is no JSON: {error}") from None
    if not isinstance(asked, dict):
        raise InvalidNotation('a question is a JSON object, such as {"hand": …, "up": …}')
    unknown = sorted(set(asked) - _FIELDS)
    if unknown:
        known = ", ".join(sorted(_FIELDS))
        raise InvalidNotation(f"unknown key {unknown[0]!r}; there are {known}")
    given = {key: value for key, value in asked.items() if value is not None}
    for one, other in (("up", "upcard"), ("seat", "position")):
        if one in given and other in given:
            raise InvalidNotation(f"{one} and {other} mean the same: give one of them")
    hand = given.get("hand")
    if isinstance(hand, list):
        hand = " ".join(map(str, hand))
    if not isinstance(hand, str | None):
        raise InvalidNotation(f"the question has no hand but {hand!r}: a text or a list of cards")
    merged = merge_later(options, given)
    merged["up"] = _text(given, "up", _text(given, "upcard", options["up"]))
    seat = given.get("seat", given.get("position"))
    if seat is not None:
        merged["seat"] = POSITION.convert(seat, None, None)
    merged["call_round"] = _number(given, "round", options["call_round"])
    merged["rules_name"] = _text(given, "rules", options["rules_name"])
    merged["settings"] = _settings(given.get("set"), options["settings"])
    merged["strategy"] = _text(given, "strategy", options["strategy"])
    merged["deals"] = _number(given, "deals", options["deals"])
    merged["seed"] = _number(given, "seed", options["seed"])
    until_se = given.get("until_se", options["until_se"])
    if isinstance(until_se, bool) or not isinstance(until_se, int | float | None):
        raise InvalidNotation(f"until_se is a number, not {until_se!r}")
    merged["until_se"] = until_se
    score = given.get("score", options["score"])
    merged["score"] = SCORE.convert(score, None, None) if isinstance(score, str) else score
    if not isinstance(merged["score"], tuple | None):
        raise InvalidNotation(f'score is a text such as "9-6", not {score!r}')
    return hand, merged


def _text(given: Mapping[str, Any], key: str, otherwise: str | None) -> str | None:
    value = given.get(key, otherwise)
    if value is not None and not isinstance(value, str):
        raise InvalidNotation(f"{key} is a text, not {value!r}")
    return value


def _number(given: Mapping[str, Any], key: str, otherwise: int | None) -> int | None:
    value = given.get(key, otherwise)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise InvalidNotation(f"{key} is a whole number, not {value!r}")
    return value


def _settings(given: Any, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    if given is None:
        return otherwise
    if isinstance(given, str):
        given = [given]
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise InvalidNotation('set is a list of texts, such as ["target_score=11"]')
    return (*otherwise, *given)
