"""How a score sheet is shown: a table, cards, JSON or CSV."""

from __future__ import annotations

import csv
import io
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.output import Column, can_show, print_line, print_table, rules_text
from euchre_sim.rule_options import value_text
from euchre_sim.score_sheet import (
    CONTRACTS,
    DamagedGame,
    card_markers,
    is_recomputable,
    places,
    seats_of,
)
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP, side_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from euchre_sim.games import GameTotals, ScoreRow
    from euchre_sim.score_sheet import Entry, Game, Sheet
    from euchre_sim.scoring import Outcome

__all__ = [
    "changes_lines",
    "csv_text",
    "deal_line",
    "dealer_text",
    "game_json",
    "game_line",
    "head_line",
    "print_sheet",
    "sheet_json",
    "standing_line",
]

_CONTRACT_NAMES = {number: name for name, number in CONTRACTS.items()}
_FORMATS = {"single": "", "best_of_3": ", best of 3 games", "best_of_5": ", best of 5 games"}
_SUITS = "♣♦♠♥"


# --- lines ---------------------------------------------------------------------------------------


def dealer_text(seat: int, sheet: Sheet) -> str:
    """Name a seat."""
    return sheet.players[seat] if sheet.players else f"seat {seat + 1}"


def head_line(sheet: Sheet) -> str:
    """Say who plays against whom, and to what score."""
    rules = sheet.rules
    named = []
    for side, name in enumerate(sheet.sides):
        numbers = [str(seat + 1) for seat in seats_of(side, rules)]
        seats = f"seat {numbers[0]}"
        if len(numbers) > 1:
            seats = f"seats {', '.join(numbers[:-1])} and {numbers[-1]}"
        named.append(f"{name} ({seats})")
    return f"{' against '.join(named)}, to {rules.target_score}{_FORMATS[rules.match_format]}"


def standing_line(sheet: Sheet) -> str:
    """Say what the score is and who deals next, or who has won."""
    found = sheet.totals()
    is_match = sheet.rules.match_format != "single" or sum(found.games) > 1
    if found.winner is None:
        score = _side_numbers(sheet, _standing(sheet))
        games = f" Games {_colons(found.games)}." if is_match else ""
        return f"{score}.{games} Next dealer: {dealer_text(sheet.next_dealer, sheet)}."
    order = sorted(zip(places(found), sheet.sides, strict=True))
    ranks = ", ".join(f"{place} {name}" for place, name in order)
    what, games = ("match", f" Games {_colons(found.games)}.") if is_match else ("game", "")
    return f"{_side_numbers(sheet, found.score)}.{games} The {what} is over; places: {ranks}."


def deal_line(deal: int, sheet: Sheet) -> str:
    """Say what happened in a deal, numbered from 1, and what it brought."""
    row = sheet.totals().rows[deal - 1]
    text = f"Deal {deal}: {_happened(sheet.entries[deal - 1], sheet)}"
    brought = [
        f"{name} {points:+d}"
        for name, points in zip(sheet.sides, row.points, strict=True)
        if points
    ]
    return f"{text}; {', '.join(brought) or 'no points'}."


def game_line(sheet: Game) -> str:
    """Tell about a game in one line of a list."""
    if isinstance(sheet, DamagedGame):
        return f"damaged: {sheet.why}"
    found = sheet.totals()
    deals = "1 deal" if len(sheet.entries) == 1 else f"{len(sheet.entries)} deals"
    games = f", games {_colons(found.games)}" if sheet.rules.match_format != "single" else ""
    over = "" if found.winner is None else ", over"
    return f"{' against '.join(sheet.sides)}  {_colons(_standing(sheet))}{games}, {deals}{over}"


def _standing(sheet: Sheet) -> tuple[int, ...]:
    """Return the score that the next deal adds to, or the last one of what is over."""
    found = sheet.totals()
    return sheet.score_before_next() if found.winner is None else found.score


def changes_lines(before: Sheet, after: Sheet) -> list[str]:
    """Say which rules have changed, and for which deals."""
    changed = after.rules.differences(before.rules)
    deal = len(after.entries) + 1
    lines = []
    for since, names in (
        ("for the whole game", [name for name in changed if is_recomputable(name)]),
        (f"from deal {deal} on", [name for name in changed if not is_recomputable(name)]),
    ):
        if names:
            settings = ", ".join(f"{name}={value_text(changed[name])}" for name in names)
            lines.append(f"Changed {since}: {settings}.")
    return lines or ["Nothing changes."]


def _happened(entry: Entry, sheet: Sheet) -> str:
    """Say what happened in a deal."""
    outcome, rules = entry.outcome, sheet.rules
    if outcome.special == "misdeal":
        return "misdeal"
    if outcome.special == "thrown_in":
        return "nobody called, thrown in"
    parts = []
    if outcome.maker is not None:
        parts.append(_made(entry, sheet))
    if outcome.special == "renege" and outcome.offender is not None:
        chosen = f" ({outcome.innocent_choice})" if outcome.innocent_choice else ""
        lone = outcome.maker is None and outcome.lone_player is not None
        against = " against a lone player" if lone else ""
        offending = sheet.sides[side_of(outcome.offender, rules)]
        parts.append(f"renege of {offending}{against}{chosen}")
    return "; ".join(parts)


def _made(entry: Entry, sheet: Sheet) -> str:
    """Say who called, how it was played and what came of it."""
    outcome, rules = entry.outcome, sheet.rules
    assert outcome.maker is not None
    name = sheet.sides[side_of(outcome.maker, rules)]
    if sheet.players and not entry.side_only and len(sheet.sides) < len(sheet.players):
        name = f"{name} ({sheet.players[outcome.maker]})"
    words = [name, *_contract_words(outcome)]
    if outcome.maker == outcome.dealer and outcome.call_round == 2:
        words.append("as stuck dealer")
    if outcome.lone_player is not None and outcome.contract != MISERE:
        words.append("alone")
    if outcome.lone_defender is not None:
        words.append("against a lone defender")
    made, lost = outcome.maker_tricks, outcome.defender_tricks
    if made + lost == 0:
        return " ".join(words)
    tricks = "1 trick" if made == 1 else f"{made} tricks"
    if made + lost < rules.hand_size and outcome.contract != MISERE:
        tricks = f"{made} and {lost} tricks, stopped"
    return f"{' '.join(words)}, {tricks}{_result(outcome, rules.hand_size, rules.tricks_needed)}"


def _contract_words(outcome: Outcome) -> list[str]:
    if outcome.contract is None:
        return []
    names = {NO_TRUMP: "no trump", LOW_NO_TRUMP: "low no trump", MISERE: "misere"}
    if outcome.contract in names:
        return [names[outcome.contract]]
    suit = _SUITS[outcome.contract]
    return [suit if can_show(_SUITS) else _CONTRACT_NAMES[outcome.contract].upper()]


def _result(outcome: Outcome, hand_size: int, needed: int) -> str:
    made, lost = outcome.maker_tricks, outcome.defender_tricks
    if outcome.contract == MISERE:
        return "" if made == 0 else ": lost"
    if made == hand_size:
        return ": march" if outcome.lone_player is None else ": lone sweep"
    return ": euchred" if lost > hand_size - needed else ""


def _side_numbers(sheet: Sheet, numbers: tuple[int, ...]) -> str:
    pairs = zip(sheet.sides, numbers, strict=True)
    return ", ".join(f"{name} {number}" for name, number in pairs)


def _colons(numbers: tuple[int, ...]) -> str:
    return ":".join(map(str, numbers))


# --- the sheet -----------------------------------------------------------------------------------


def print_sheet(sheet: Sheet) -> None:
    """Print a sheet: who plays, every deal, and the score as numbers or cards."""
    rules, found = sheet.rules, sheet.totals()
    print_line(head_line(sheet))
    print_line(f"Rules: {rules_text(rules)}")
    for deal, options in sheet.later_options():
        changes = ", ".join(f"{name}={value_text(value)}" for name, value in options.items())
        if changes:
            print_line(f"From deal {deal}: {changes}")
    has_cards = card_markers(0, rules.target_score) is not None
    as_cards = rules.score_display == "card_markers" and has_cards
    if found.rows:
        _print_deals(sheet, found, with_score=not as_cards)
    elif as_cards:
        click.echo()
    if as_cards:
        for line in _drawn(sheet):
            click.echo(line.rstrip())
    print_line(standing_line(sheet))


def _print_deals(sheet: Sheet, found: GameTotals, *, with_score: bool) -> None:
    columns = [Column("Deal", right=True), Column("Dealer"), Column("What happened")]
    columns += [Column(name, right=True) for name in sheet.sides]
    if with_score:
        columns.append(Column("Score", right=True))
    columns.append(Column(""))
    rows = []
    before: Sequence[int] = (0,) * len(sheet.sides)
    for deal, (entry, row) in enumerate(zip(sheet.entries, found.rows, strict=True), 1):
        cells = [
            str(deal),
            dealer_text(entry.outcome.dealer, sheet).removeprefix("seat "),
            _happened(entry, sheet),
            *map(_points_cell, row.points, before),
        ]
        if with_score:
            cells.append("" if row.after_end else _colons(row.score))
        rows.append([*cells, _mark(row, sheet)])
        before = row.score
    if not any(cells[-1] for cells in rows):
        columns, rows = columns[:-1], [cells[:-1] for cells in rows]
    print_table(columns, rows)


def _points_cell(points: int, before: int) -> str:
    """Write a deal's points; a score does not fall below 0."""
    return f"{points}{' (not below 0)' * (before + points < 0)}"


def _mark(row: ScoreRow, sheet: Sheet) -> str:
    if row.after_end:
        return "after the end"
    if sheet.rules.match_format == "single":
        return "over" if row.match_over else ""
    return f"games {_colons(row.games)}{', over' if row.match_over else ''}" * row.game_over


# --- the two cards -------------------------------------------------------------------------------


def _drawn(sheet: Sheet) -> Iterator[str]:
    """Draw two cards for each side that show its score in pips."""
    scores = _standing(sheet)
    signs = "♥░┌┐└┘─│"
    pip, covered, *frame = list(signs if can_show(signs) else "*#++++-|")
    blocks = []
    for name, score in zip(sheet.sides, scores, strict=True):
        shown = card_markers(score, sheet.rules.target_score)
        assert shown is not None
        cards = [_card(pips, seen, pip, covered, frame) for pips, seen in shown]
        width = sum(len(card[0]) for card in cards) + 1
        lines = [f"{name} {score}", *(" ".join(line) for line in zip(*cards, strict=True))]
        width = max(width, len(lines[0]))
        blocks.append([line.ljust(width) for line in lines])
    for parts in zip_longest(*blocks):
        yield "    ".join(parts)


def _card(pips: int, seen: int, pip: str, covered: str, frame: list[str]) -> list[str]:
    """Draw one card; what is covered by the other one is hatched, as is a card face down."""
    top_left, top_right, bottom_left, bottom_right, flat, upright = frame
    spots = {
        3: [(0, 2), (1, 2), (2, 2)],
        4: [(0, 1), (0, 3), (2, 1), (2, 3)],
        6: [(row, column) for row in range(3) for column in (1, 3)],
    }[pips]
    ground = " " if seen else covered
    rows = [[ground] * 5 for _ in range(3)]
    for number, (row, column) in enumerate(spots):
        rows[row][column] = pip if number < seen else covered
    return [
        top_left + flat * 5 + top_right,
        *(upright + "".join(row) + upright for row in rows),
        bottom_left + flat * 5 + bottom_right,
    ]


# --- for other programs --------------------------------------------------------------------------


def sheet_json(name: str, sheet: Sheet) -> dict[str, Any]:
    """Tell about a sheet in JSON; seats are numbered from 1."""
    found = sheet.totals()
    return {
        "game": name,
        "sides": [
            {"name": side_name, "seats": [seat + 1 for seat in seats_of(side, sheet.rules)]}
            for side, side_name in enumerate(sheet.sides)
        ],
        "players": list(sheet.players) or None,
        "rules": sheet.rules.as_dict(),
        "rules_digest": sheet.rules.digest(),
        "later_rules": [
            {"from_deal": deal, "options": options} for deal, options in sheet.later_options()
        ],
        "deals": [
            {
                **facts,
                "points": row.points,
                "score": row.score,
                "games": row.games,
            }
            for facts, row in zip(_deals(sheet), found.rows, strict=True)
        ],
        "score": found.score,
        "games": found.games,
        "places": places(found),
        "winner": None if found.winner is None else sheet.sides[found.winner],
        "next_dealer": sheet.next_dealer + 1,
    }


def game_json(name: str, sheet: Game) -> dict[str, Any]:
    """Tell in JSON where a game stands, or what is wrong with it."""
    if isinstance(sheet, DamagedGame):
        return {"game": name, "damaged": sheet.why}
    found = sheet.totals()
    return {
        "game": name,
        "sides": list(sheet.sides),
        "deals": len(sheet.entries),
        "score": _standing(sheet),
        "games": found.games,
        "winner": None if found.winner is None else sheet.sides[found.winner],
    }


def csv_text(sheet: Sheet) -> str:
    """Write the deals as CSV, a line each; yes and no are 1 and 0, what is unknown is empty."""
    rows = sheet.totals().rows
    numbers = [
        (f"{what} {name}", what, side)
        for what in ("points", "score", "games")
        for side, name in enumerate(sheet.sides)
    ]
    written = io.StringIO()
    names = list(_DEAL_NAMES) + [name for name, _, _ in numbers]
    table = csv.DictWriter(written, names, lineterminator="\n")
    table.writeheader()
    for facts, row in zip(_deals(sheet), rows, strict=True):
        plain = {
            name: int(value) if isinstance(value, bool) else value for name, value in facts.items()
        }
        table.writerow(
            {**plain, **{name: getattr(row, what)[side] for name, what, side in numbers}}
        )
    return written.getvalue()


_DEAL_NAMES = (
    "deal", "game", "dealer", "special", "makers", "maker", "contract", "round", "alone",
    "defended_alone", "maker_tricks", "defender_tricks", "offender", "choice", "game_over",
    "match_over", "after_end",
)  # fmt: skip


def _deals(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Tell about every deal by the names above."""
    rows = sheet.totals().rows
    for deal, (entry, row) in enumerate(zip(sheet.entries, rows, strict=True), 1):
        outcome = entry.outcome
        maker_known = outcome.maker is not None and not entry.side_only
        # Where nobody wrote down who called, a lone player is all that is known of the hand.
        alone = outcome.lone_player is not None
        values = (
            deal,
            row.game,
            outcome.dealer + 1,
            outcome.special,
            _side_name(outcome.maker, sheet),
            outcome.maker + 1 if maker_known and outcome.maker is not None else None,
            None if outcome.contract is None else _CONTRACT_NAMES[outcome.contract],
            outcome.call_round,
            alone,
            outcome.lone_defender is not None,
            outcome.maker_tricks,
            outcome.defender_tricks,
            _side_name(outcome.offender, sheet),
            outcome.innocent_choice,
            row.game_over,
            row.match_over,
            row.after_end,
        )
        yield dict(zip(_DEAL_NAMES, values, strict=True))


def _side_name(seat: int | None, sheet: Sheet) -> str | None:
    return None if seat is None else sheet.sides[side_of(seat, sheet.rules)]
