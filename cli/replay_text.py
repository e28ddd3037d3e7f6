"""A replayed game for people: calls in words, a table of the tricks, points and score."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from euchre_cli.output import Column, as_printed, card_text, print_table, suit_text
from euchre_sim.cards import Card, Suit, parse_card
from euchre_sim.rule_options import value_text
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP, side_of, sides

if TYPE_CHECKING:
    from euchre_sim.records import DealReplay, Decision, GameReplay, RecordedCard

__all__ = ["print_game"]

_WITHOUT_TRUMP = {NO_TRUMP: "no trump", LOW_NO_TRUMP: "low no trump", MISERE: "a misere"}

# What somebody did who said yes, and who parted with a card.
_CLAIMED = {
    "alone": "plays alone",
    "defend": "defends alone",
    "farmer": "claims a farmer's hand",
}
_MOVED = {"discard": "puts down", "farmer": "swaps", "shed": "throws away", "give": "gives"}


def print_game(replayed: GameReplay, legal: bool) -> None:
    """Print a replayed game.

    Parameters
    ----------
    replayed
        The game.
    legal
        Whether to list every decision with what was legal.
    """
    names = _Names(replayed.game.players, replayed.rules)
    title = replayed.game.remarks.get("title")
    if title:
        click.echo(printable(title))
    against = " against ".join(names.side(side) for side in range(len(names.sides)))
    click.echo(f"{against}, from {_ratio(replayed.game.initial)}")
    click.echo(_rules_line(replayed))
    for number, deal in enumerate(replayed.deals, 1):
        click.echo()
        _print_deal(number, deal, names, legal)
        click.echo(_worth(deal, replayed.scores[number - 1], replayed.counts[number - 1], names))
    click.echo()
    score = replayed.scores[-1] if replayed.scores else replayed.game.initial
    if replayed.winner is None:
        click.echo(f"No winner yet. Score {_ratio(score)}")
    else:
        verb = "wins" if names.alone else "win"
        click.echo(f"{names.side(replayed.winner)} {verb}. Score {_ratio(score)}")


def printable(text: str) -> str:
    """Return text from a file without characters that could steer a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


class _Names:
    """What the seats are called."""

    def __init__(self, players: tuple[str, ...], rules: HouseRules) -> None:
        given = dict(enumerate(printable(name).strip() for name in players))
        self.rules = rules
        self.seats = [given.get(seat) or f"seat {seat}" for seat in range(rules.players)]
        self.sides = sides(rules)
        self.alone = len(self.sides) == rules.players

    def __getitem__(self, seat: int) -> str:
        return self.seats[seat]

    def side(self, side: int) -> str:
        """Return all players of a side."""
        *others, last = [
            name for seat, name in enumerate(self.seats) if self.sides[side] >> seat & 1
        ]
        text = f"{', '.join(others)} and {last}" if others else last
        first = self.seats[side]  # the lowest seat of a side has its number
        return text[0].upper() + text[1:] if first == f"seat {side}" else text

    def side_at(self, seat: int) -> str:
        """Return all players of the side of a seat."""
        return self.side(side_of(seat, self.rules))

    def on_dealers_side(self, seat: int, dealer: int) -> bool:
        """Whether a seat is a partner of the dealer."""
        return seat != dealer and self.rules.teams[seat] == self.rules.teams[dealer]


def _ratio(score: tuple[int, ...]) -> str:
    return ":".join(map(str, score))


def _rules_line(replayed: GameReplay) -> str:
    changed = [
        f"{name}={value_text(value)}"
        for name, value in replayed.rules.differences(HouseRules()).items()
    ]
    ending = "" if replayed.game.to_target else "no target score"
    if replayed.game.deal_limit:
        ending = f"over after {replayed.game.deal_limit} deals"
    changed += [ending] if ending else []
    return f"Rules: standard{' with ' if changed else ''}{', '.join(changed)}"


def _print_deal(number: int, deal: DealReplay, names: _Names, legal: bool) -> None:
    record = deal.record
    upcard = _card(record.upcard, names.rules)
    click.echo(f"Deal {number}: {names[record.dealer]} deals, {upcard} is turned up")
    words = [_words(decision, deal, names) for decision in deal.decisions]
    said = [word for word in words if word]
    if said:
        line = ", ".join(said)
        click.echo(f"{line[0].upper()}{line[1:]}")
    for one in record.exchanges:
        if one.taken and one.kind != "best":  # which is told as what the partner gives
            what = "hidden cards" if one.kind == "farmer" else "extra cards"
            cards = " ".join(_card(card, names.rules) for card in one.taken)
            click.echo(f"{names[one.seat]} takes the {what} {cards}")
    if deal.tricks:
        _print_tricks(deal, names)
    if legal:
        print_table(
            [Column("Who"), Column("Decision"), Column("Chosen"), Column("Legal")],
            [_decision_row(decision, names) for decision in deal.decisions],
        )


def _print_tricks(deal: DealReplay, names: _Names) -> None:
    seats = range(len(names.seats))
    columns = [Column("Trick", right=True), Column("Led by")]
    columns += [Column(name) for name in names.seats] + [Column("Won by")]
    rows = []
    for number, trick in enumerate(deal.tricks, 1):
        row = [str(number), "?" if trick.leader is None else names[trick.leader]]
        if trick.seats:
            played = dict(zip(trick.seats, trick.cards, strict=True))
            row += [_shown(played[seat], names.rules) if seat in played else "-" for seat in seats]
        else:  # who played which is not known; the cards stand in the order they were played
            cards = [_shown(card, names.rules) for card in trick.cards]
            row += [f"({card})" for card in cards] + [""] * (len(seats) - len(cards))
        row.append("?" if trick.winner is None else names[trick.winner])
        rows.append(row)
    print_table(columns, rows)


def _words(decision: Decision, deal: DealReplay, names: _Names) -> str:
    """Return a decision before the first card in words; nothing for a plain no."""
    if decision.seat is None or decision.phase == "play":
        return ""
    who, chosen = names[decision.seat], decision.chosen
    if decision.phase == "call":
        return f"{who} {_call_words(decision, deal, names)}"
    if chosen in ("take", "leave"):
        return f"{who} {chosen}s the card"
    if chosen == "yes":
        return f"{who} {_CLAIMED[decision.phase]}"
    if chosen == "no":
        return ""
    what = "a card" if chosen is None else _shown(chosen, names.rules)
    return f"{who} {_MOVED[decision.phase]} {what}"


def _call_words(decision: Decision, deal: DealReplay, names: _Names) -> str:
    call, _, alone = (decision.chosen or "").partition(" ")
    ending = f" {alone}" if alone else ""
    if call == "Pass":
        return "passes"
    if call == "Order":
        seat, dealer = decision.seat or 0, deal.record.dealer
        how = "assists" if names.on_dealers_side(seat, dealer) else "orders it up"
        return ("takes it up" if seat == dealer else how) + ending
    if deal.contract in _WITHOUT_TRUMP:
        return f"calls {_WITHOUT_TRUMP[deal.contract]}{ending}"
    suit = Suit("cdsh".index(call))
    return f"calls {suit.name.lower()} {suit_text(suit)}{ending}"


def _decision_row(decision: Decision, names: _Names) -> list[str]:
    who = "?" if decision.seat is None else names[decision.seat]
    legal = "?"
    if decision.legal is not None:
        words = decision.phase in ("call", "alone", "defend")
        separator = ", " if words or "yes" in decision.legal else " "
        legal = separator.join(_shown(option, names.rules) for option in decision.legal)
    chosen = "?" if decision.chosen is None else _shown(decision.chosen, names.rules)
    return [who, decision.phase, chosen, legal]


def _worth(deal: DealReplay, score: tuple[int, ...], counts: bool, names: _Names) -> str:
    """Say what a deal was worth."""
    if deal.unfinished:
        return f"Not finished, {deal.unfinished}: no points. Score {_ratio(score)}"
    parts = []
    if deal.maker is None:
        parts.append("Thrown in")
    else:
        tricks = "1 trick" if deal.maker_tricks == 1 else f"{deal.maker_tricks} tricks"
        parts.append(f"{names.side_at(deal.maker)} made {tricks}")
    if deal.stopped_after is not None:
        parts.append(f"the game was over with trick {deal.stopped_after}")
    if deal.points is not None:
        parts.append(f"points {_ratio(deal.points)}")
    if not counts:
        parts.append("after the end of the game, so they do not count")
    return f"{', '.join(parts)}. Score {_ratio(score)}"


def _card(card: RecordedCard, rules: HouseRules) -> str:
    return card_text(as_printed(card, rules)) if isinstance(card, Card) else card.egn


def _shown(token: str, rules: HouseRules) -> str:
    """Return a token for people: a card with its symbol, anything else as it is."""
    if len(token) == 2 and token != "no" and "x" not in token.lower():
        return card_text(as_printed(parse_card(token), rules))
    return token
