"""One position with all cards face up: checked, solved, and the play of it followed to the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from euchre_sim.cards import Card, parse_cards, parse_suit, require_distinct
from euchre_sim.engine.layout import MAX_HAND, lower_rules, payoff_slot
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet import CONTRACTS
from euchre_sim.scoring import MISERE, NO_TRUMP
from euchre_sim.seats import find_seat
from euchre_sim.solver.position import Position

__all__ = ["CardWorth", "LineTrick", "Solution", "solve"]

SITS_OUT = "-"  # in place of a hand


@dataclass(frozen=True, slots=True)
class CardWorth:
    """What one card leads to when everybody plays perfectly from then on.

    Parameters
    ----------
    card
        The card.
    tricks
        Tricks of the counted side, those that it has already taken included.
    points
        Net points of the makers for the deal; None where no maker was named.
    """

    card: Card
    tricks: int
    points: int | None


@dataclass(frozen=True, slots=True)
class LineTrick:
    """One trick of a line of best play.

    Parameters
    ----------
    leader
        Position that led.
    seats
        The positions in the order they played.
    cards
        Their cards.
    winner
        Position that wins.
    """

    leader: int
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Solution:
    """A position and what it is worth.

    Parameters
    ----------
    contract
        ``c``, ``d``, ``s``, ``h``, ``nt``, ``ntl`` or ``mis``.
    seat
        Position to move.
    maker
        Position that called; None if it was not said.
    counted
        The positions whose tricks are counted: the makers' side, or that of the player to move.
    cards
        Every legal card, from low to high.
    best
        One of the best cards.
    line
        One line of best play, the current trick first.
    wants_many
        Whether the player to move wants the counted side to take many tricks.
    alone, lone_defender
        Positions that play and defend alone, if any do.
    rules
        The house rules.
    """

    contract: str
    seat: int
    maker: int | None
    counted: tuple[int, ...]
    cards: tuple[CardWorth, ...]
    best: CardWorth
    line: tuple[LineTrick, ...]
    wants_many: bool
    alone: int | None
    lone_defender: int | None
    rules: HouseRules

    def as_dict(self) -> dict[str, Any]:
        """Plain values, as ``euchre solve --json`` prints them."""
        return {
            "contract": self.contract,
            "seat": self.seat,
            "maker": self.maker,
            "alone": self.alone,
            "lone_defender": self.lone_defender,
            "counted": list(self.counted),
            "rules": self.rules.as_dict(),
            "tricks": self.best.tricks,
            "points": self.best.points,
            "best": str(self.best.card),
            "cards": [
                {"card": str(one.card), "tricks": one.tricks, "points": one.points}
                for one in self.cards
            ],
            "line": [
                {
                    "leader": trick.leader,
                    "seats": list(trick.seats),
                    "cards": [str(card) for card in trick.cards],
                    "winner": trick.winner,
                }
                for trick in self.line
            ],
        }


def solve(
    hands: Sequence[str | Iterable[Card]],
    trump: str | int,
    *,
    maker: int | str | None = None,
    alone: int | str | None = None,
    lone_defender: int | str | None = None,
    leader: int | str | None = None,
    table: str | Iterable[Card] = (),
    taken: int = 0,
    call_round: int = 1,
    rules: HouseRules | str | None = None,
) -> Solution:
    """Solve a position with all cards face up: every side plays perfectly and knows every card.

    Parameters
    ----------
    hands
        The cards that each position still holds, 1 (left of the dealer) first; the hand of a
        player who sits out may be empty.
    trump
        The contract: a suit, ``nt``, ``ntl`` or ``mis``.
    maker
        Position of the player who called (see `euchre_sim.seats.find_seat`).  Without it the
        tricks of the side to move are counted, and there are no points.
    alone, lone_defender
        Positions that play or defend alone.  A misere is always alone.
    leader
        Who leads, or has led, to this trick; may be left out at the first lead of a deal.
    table
        The cards of this trick played so far, in their order.
    taken
        Tricks that the counted side has taken before this one.
    call_round
        Round in which trump was called; it matters where the dealer pays a penalty.
    rules
        House rules or a preset's name; the standard game if left out.

    Returns
    -------
    Solution
        The tricks and points after every legal card, and one line of best play.

    Raises
    ------
    InvalidNotation
        If cards or the contract cannot be read, or a card is there twice.
    IllegalAction
        If there is no such position in a game.

    Examples
    --------
    >>> solution = solve(["AS AH", "KS 9H", "9S KH", "TS TH"], "C", leader=1)
    >>> [(str(one.card), one.tricks) for one in solution.cards]
    [('AS', 2), ('AH', 2)]
    """
    rules = HouseRules.preset(rules) if isinstance(rules, str) else rules or HouseRules()
    position = _read_position(hands, trump, maker, alone, lone_defender, leader, table, rules)
    _check_taken(position, taken, rules)
    return _solved(position, taken, call_round, rules)


def _read_position(
    hands: Sequence[str | Iterable[Card]],
    trump: str | int,
    maker: int | str | None,
    alone: int | str | None,
    lone_defender: int | str | None,
    leader: int | str | None,
    table: str | Iterable[Card],
    rules: HouseRules,
) -> Position:
    contract = _read_contract(trump)
    if len(hands) != rules.players:
        raise InvalidNotation(
            f"there {'is' if len(hands) == 1 else 'are'} {len(hands)} of {rules.players} hands: "
            "give one for every position, left of the dealer first, and - for one who sits out"
        )
    held = [_read_cards(hand, f"hand of position {i}", rules) for i, hand in enumerate(hands, 1)]
    on_table = _read_cards(table, "trick", rules)
    require_distinct(
        {f"hand of position {i}": hand for i, hand in enumerate(held, 1)} | {"trick": on_table}
    )
    called, lone, against = (
        None if seat is None else find_seat(seat, rules) - 1
        for seat in (maker, alone, lone_defender)
    )
    if called is None:
        called = lone
    if called is None and (contract == MISERE or rules.players == 3 or against is not None):
        raise IllegalAction(
            "say who called: in a misere, of three players and against a lone defender it is the "
            "maker's side whose tricks are counted"
        )
    if contract == MISERE and lone is None:
        lone = called
    _check_alone(called, lone, against, contract == MISERE, rules)
    if leader is None and max(map(len, held)) < rules.hand_size:
        raise IllegalAction("say who leads, or has led, to this trick: it is not the first one")
    return Position.checked(
        rules, lower_rules(rules), contract, called, lone, against,
        None if leader is None else find_seat(leader, rules) - 1, held, on_table,
    )  # fmt: skip


def _read_contract(trump: str | int) -> int:
    if isinstance(trump, int) and trump in CONTRACTS.values():
        return trump
    found = CONTRACTS.get(str(trump).strip().lower())
    if found is not None:
        return found
    try:
        return int(parse_suit(str(trump)))
    except InvalidNotation:
        raise InvalidNotation(
            f"{trump!r} is no contract; give a suit (C, D, S, H), nt, ntl or mis", token=str(trump)
        ) from None


def _read_cards(cards: str | Iterable[Card], what: str, rules: HouseRules) -> list[Card]:
    if isinstance(cards, str):
        cards = "" if cards.strip() == SITS_OUT else cards
        return parse_cards(cards, deck=rules.deck, what=what)
    found = list(cards)
    for card in found:
        if not card.bit & rules.deck:
            raise InvalidNotation(f"{card} in the {what} is not in the deck", token=str(card))
    return found


def _check_alone(
    maker: int | None, lone: int | None, against: int | None, is_misere: bool, rules: HouseRules
) -> None:
    if lone is not None and maker is not None and not rules.teams[maker] >> lone & 1:
        raise IllegalAction(
            f"position {lone + 1} cannot play alone: position {maker + 1} called, "
            "and only a player of the maker's side can"
        )
    if against is not None and maker is not None and rules.teams[maker] >> against & 1:
        raise IllegalAction(
            f"position {against + 1} cannot defend alone: it is of the maker's side"
        )
    if lone is not None and not is_misere and not rules.alone_allowed:
        raise IllegalAction("nobody plays alone under these rules (alone_allowed=false)")
    if lone is not None and lone != maker and not rules.maker_partner_may_go_alone:
        raise IllegalAction(
            f"position {lone + 1} cannot play alone: under these rules only the player who called "
            "may (maker_partner_may_go_alone=false)"
        )
    if against is not None and not rules.defend_alone:
        raise IllegalAction("nobody defends alone under these rules (defend_alone=false)")
    if against is not None and lone is None and rules.defend_alone_needs_lone_maker:
        raise IllegalAction(
            "nobody defends alone against two players under these rules "
            "(defend_alone_needs_lone_maker=true)"
        )


def _check_taken(position: Position, taken: int, rules: HouseRules) -> None:
    played = rules.hand_size - position.cards
    if not 0 <= taken <= played:
        raise IllegalAction(
            f"{taken} tricks cannot be taken already: with {position.cards} cards a hand "
            f"{played} of {rules.hand_size} tricks are over"
        )


def _solved(position: Position, taken: int, call_round: int, rules: HouseRules) -> Solution:
    points = _points(position, call_round, rules)
    cards = tuple(
        CardWorth(card, taken + tricks, None if points is None else points[taken + tricks])
        for card, tricks in position.weigh()
    )
    choose = max if position.wants_many else min
    return Solution(
        contract=next(name for name, one in CONTRACTS.items() if one == position.contract),
        seat=position.seat + 1,
        maker=None if position.maker is None else position.maker + 1,
        counted=tuple(seat + 1 for seat in range(rules.players) if position.counted >> seat & 1),
        cards=cards,
        best=choose(cards, key=lambda one: one.tricks),
        line=_best_line(position),
        wants_many=position.wants_many,
        alone=None if position.lone is None else position.lone + 1,
        lone_defender=None if position.against is None else position.against + 1,
        rules=rules,
    )


def _points(position: Position, call_round: int, rules: HouseRules) -> list[int] | None:
    """Net points of the makers by the number of their tricks; None without makers."""
    if position.maker is None:
        return None
    late = call_round == 2 or rules.screw_dealer_scope == "any_dealer_call"
    penalty = position.maker == rules.players - 1 and late
    kind = int(position.contract >= NO_TRUMP) + int(position.contract == MISERE)
    lone, defender = position.lone is not None, position.against is not None
    first = payoff_slot(lone, defender, penalty, 0, kind)
    return [int(points) for points in position.vector[first : first + MAX_HAND + 1]]


def _best_line(position: Position) -> tuple[LineTrick, ...]:
    line = []
    seats: list[int] = position.seats_that_played()
    cards = list(position.table)
    leader = position.leader
    while True:
        worth = position.weigh()
        choose = max if position.wants_many else min
        card = choose(worth, key=lambda one: one[1])[0]
        seats.append(position.seat)
        cards.append(card)
        position = position.after(card)
        if not position.table:
            line.append(
                LineTrick(
                    leader + 1, tuple(seat + 1 for seat in seats), tuple(cards), position.leader + 1
                )
            )
            leader, seats, cards = position.leader, [], []
            if not position.cards:
                return tuple(line)
