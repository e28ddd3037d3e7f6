"""A position of the play as plain data, with the engine's own steps and the solver's kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from euchre_sim.cards import Card, CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import MAX_HAND, MAX_SEATS
from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import MISERE, NO_TRUMP
from euchre_sim.solver.batch import weigh_position
from euchre_sim.solver.tables import tables_address

__all__ = ["Position", "uses_tables"]


def uses_tables(n_active: int, contract: int) -> bool:
    """Whether endings of such a game are looked up."""
    return n_active == 4 and contract < NO_TRUMP


@dataclass(frozen=True, slots=True)
class Position:
    """Where the play of a deal has got to, with all cards face up; seats count from 0.

    Parameters
    ----------
    vector
        The lowered rules.
    players, teams
        How many sit at the table, and the seat mask of each one's side.
    contract
        The contract.
    maker, lone, against
        Who called, plays alone, defends alone.
    active
        Those who play, from seat 0 on.
    hands
        The cards that each seat holds.
    leader
        Who leads or has led.
    table
        The cards of this trick so far.
    """

    vector: npt.NDArray[np.int64]
    players: int
    teams: tuple[int, ...]
    contract: int
    maker: int | None
    lone: int | None
    against: int | None
    active: tuple[int, ...]
    hands: tuple[CardSet, ...]
    leader: int
    table: tuple[Card, ...] = ()

    @classmethod
    def checked(
        cls,
        rules: HouseRules,
        vector: npt.NDArray[np.int64],
        contract: int,
        maker: int | None,
        lone: int | None,
        against: int | None,
        leader: int | None,
        hands: Sequence[Sequence[Card]],
        table: Sequence[Card],
    ) -> Position:
        """Make a position out of what was told, and refuse what cannot be.

        Raises
        ------
        IllegalAction
            If hands and table do not fit each other; the message names the position.
        """
        nobody = -1
        told = [nobody if seat is None else seat for seat in (lone, against)]
        mask = steps.active_seats(vector, *told)
        if leader is None:
            leader = steps.first_leader(vector, mask, *told)
        active = tuple(seat for seat in range(rules.players) if mask >> seat & 1)
        held = tuple(CardSet(hand if seat in active else ()) for seat, hand in enumerate(hands))
        position = cls(
            vector=vector, players=rules.players, teams=tuple(rules.teams), contract=contract,
            maker=maker, lone=lone, against=against, active=active, hands=held, leader=leader,
        )  # fmt: skip
        position._check_counts(len(table), rules.hand_size)
        for card in table:
            position = replace(position, table=(*position.table, card))._checked_last()
        return position

    def _check_counts(self, n_table: int, hand_size: int) -> None:
        if self.leader not in self.active:
            raise IllegalAction(f"position {self.leader + 1} sits out and cannot lead")
        if n_table >= len(self.active):
            raise IllegalAction(
                f"{n_table} cards on the table are a whole trick: {len(self.active)} play"
            )
        order = self._order()
        size = len(self.hands[order[n_table]])
        if size == 0:
            raise IllegalAction(f"position {order[n_table] + 1} is to move and has no card")
        if size > hand_size:
            raise IllegalAction(
                f"position {order[n_table] + 1} has {size} cards: a hand has {hand_size}"
            )
        for i, seat in enumerate(order):
            needed = size - (i < n_table)
            if len(self.hands[seat]) != needed:
                raise IllegalAction(
                    f"position {seat + 1} has {len(self.hands[seat])} cards and needs {needed}: "
                    f"position {order[n_table] + 1}, to move, has {size}"
                )

    def _checked_last(self) -> Position:
        """Refuse the last card on the table if its player could have followed suit."""
        seat = self._order()[len(self.table) - 1]
        led = steps.suit_mask(self._lane(self.table[0]), self.contract)
        card = self._lane(self.table[-1])
        if card & led == 0:
            held = CardSet.from_mask(
                steps.from_contract(self._turned(self.hands[seat]) & led, self.contract)
            )
            if held:
                raise IllegalAction(
                    f"position {seat + 1} cannot have played {self.table[-1]} on "
                    f"{self.table[0]}: it holds {next(iter(held))} and had to follow suit"
                )
        return self

    def _lane(self, card: Card) -> int:
        return int(steps.to_contract(card.bit, self.contract))

    def _turned(self, cards: CardSet) -> int:
        return int(steps.to_contract(cards.mask, self.contract))

    def _order(self) -> tuple[int, ...]:
        """The seats in the order in which they play to this trick."""
        at = self.active.index(self.leader)
        return self.active[at:] + self.active[:at]

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self._order()[len(self.table)]

    @property
    def cards(self) -> int:
        """Cards in the hand to move: the tricks still to be won."""
        return len(self.hands[self.seat])

    @property
    def counted(self) -> int:
        """Seat mask of those whose tricks are counted."""
        return self.teams[self.seat if self.maker is None else self.maker]

    @property
    def raising(self) -> int:
        """Seat mask of those who want the counted side to have many tricks."""
        everybody = (1 << self.players) - 1
        return everybody ^ self.counted if self.contract == MISERE else self.counted

    @property
    def wants_many(self) -> bool:
        """Whether the seat to move does."""
        return bool(self.raising >> self.seat & 1)

    def seats_that_played(self) -> list[int]:
        """Return who has played to this trick."""
        return list(self._order()[: len(self.table)])

    def weigh(self) -> list[tuple[Card, int]]:
        """Return every legal card with the tricks that the counted side gets from here on."""
        hands = np.zeros(MAX_SEATS, np.uint64)
        hands[: self.players] = [hand.mask for hand in self.hands]
        table = np.array([card.bit for card in self.table], np.uint64)
        cards, tricks = np.zeros(MAX_HAND, np.uint64), np.zeros(MAX_HAND, np.int64)
        tables = tables_address() if uses_tables(len(self.active), self.contract) else 0
        count = weigh_position(
            hands, self.contract, self.players, sum(1 << seat for seat in self.active),
            self.counted, self.raising, self.leader, table, tables, cards, tricks,
        )  # fmt: skip
        return [(Card.from_bit(int(cards[i])), int(tricks[i])) for i in range(count)]

    def after(self, card: Card) -> Position:
        """Return the position after the seat to move has played a card."""
        hands = list(self.hands)
        hands[self.seat] = CardSet(hands[self.seat] - {card})
        table = (*self.table, card)
        if len(table) < len(self.active):
            return replace(self, hands=tuple(hands), table=table)
        lanes = [self._lane(one) for one in table]
        led = steps.suit_mask(lanes[0], self.contract)
        strengths = [steps.power(lane, led, self.contract) for lane in lanes]
        winner = self._order()[strengths.index(max(strengths))]
        return replace(self, hands=tuple(hands), leader=winner, table=())
