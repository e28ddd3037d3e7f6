"""Random positions, and what they are worth by plain minimax over the reference rules."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from tests.reference.cards import full_deck, power, suit_of
from tests.reference.play import legal_cards, trick_winner
from tests.solver import kernels

CONTRACTS = ("C", "D", "S", "H", "NT", "NTL", "MIS")
NUMBERS = dict(zip(CONTRACTS, range(7), strict=True))


@dataclass
class Dealt:
    """A position; `hands` are without the cards on the table."""

    contract: str
    players: int
    active: list[int]
    counted: set[int]
    leader: int
    hands: list[set[str]]
    table: list[tuple[int, str]]

    @property
    def order(self) -> list[int]:
        at = self.active.index(self.leader)
        return self.active[at:] + self.active[:at]

    @property
    def seat(self) -> int:
        return self.order[len(self.table)]

    @property
    def raising(self) -> set[int]:
        everybody = set(range(self.players))
        return everybody - self.counted if self.contract == "MIS" else self.counted

    def legal(self) -> set[str]:
        return legal_cards(
            self.hands[self.seat], self.table[0][1] if self.table else None, self.contract
        )

    def after(self, card: str) -> tuple[int, Dealt]:
        """The counted side's tricks by this card, and the position after it."""
        hands = [set(hand) for hand in self.hands]
        hands[self.seat].discard(card)
        table = [*self.table, (self.seat, card)]
        won, leader = 0, self.leader
        if len(table) == len(self.active):
            leader = trick_winner(table, self.contract)
            won, table = int(leader in self.counted), []
        return won, Dealt(
            self.contract, self.players, self.active, self.counted, leader, hands, table
        )


def random_position(
    draw: random.Random,
    players: int,
    cards: int,
    contract: str,
    *,
    low_rank: int = 9,
    joker: bool = False,
    lone: bool = False,
    lone_defender: bool = False,
    on_table: int = 0,
) -> Dealt:
    """Deal that many cards to each who plays, and play some of them to the first trick.

    With three players the maker plays against both others; else partners alternate.
    """
    maker = draw.randrange(players)
    if players == 3:
        makers = {maker}
    else:
        makers = {seat for seat in range(players) if (seat - maker) % 2 == 0}
    others = sorted(set(range(players)) - makers)
    active = set(range(players))
    if lone:
        active -= makers - {maker}
    if lone_defender:
        active -= set(others) - {draw.choice(others)}
    deck = sorted(full_deck(low_rank, joker))
    draw.shuffle(deck)
    hands: list[set[str]] = [set() for _ in range(players)]
    for seat in active:
        hands[seat] = {deck.pop() for _ in range(cards)}
    leader = draw.choice(sorted(active))
    dealt = Dealt(contract, players, sorted(active), makers, leader, hands, [])
    for _ in range(on_table % len(active)):
        dealt = dealt.after(draw.choice(sorted(dealt.legal())))[1]
    return dealt


def by_sets(dealt: Dealt) -> int:
    """Plain minimax over sets of cards and the reference engine's rules."""
    if not dealt.hands[dealt.seat]:
        return 0
    values = []
    for card in dealt.legal():
        won, left = dealt.after(card)
        values.append(won + by_sets(left))
    return max(values) if dealt.seat in dealt.raising else min(values)


def by_minimax(dealt: Dealt) -> dict[str, int]:
    """What each legal card leads to, by the compiled plain minimax."""
    size = max(map(len, dealt.hands))
    held, row = 0, []
    for seat, hand in enumerate(dealt.hands):
        in_order = sorted(hand)
        row += in_order + [""] * (size - len(hand))
        held |= ((1 << len(hand)) - 1) << (seat * size)
    suits = sorted({suit_of(card, dealt.contract) for card in row if card})
    led_suits = suits + [suit_of(card, dealt.contract) for _, card in dealt.table[:1]]
    led_suits = sorted(set(led_suits))
    numbers = [led_suits.index(suit_of(card, dealt.contract)) if card else 99 for card in row]
    powers = [
        [power(card, dealt.contract, led) if card else 0 for card in row] for led in led_suits
    ]
    led, best, best_seat = 0, 0, dealt.leader
    if dealt.table:
        led_suit = suit_of(dealt.table[0][1], dealt.contract)
        led = led_suits.index(led_suit) + 1
        for seat, card in dealt.table:
            strength = power(card, dealt.contract, led_suit)
            if strength > best:
                best, best_seat = strength, seat
    to_play = len(dealt.active) - len(dealt.table)
    trick = dealt.seat << 8 | to_play << 16 | led << 24 | best << 32 | best_seat << 48
    values = np.zeros(size, np.int64)
    known = np.zeros((held + 1) * dealt.players, np.int8)
    kernels.minimax_cards(
        np.array(numbers, np.int64), np.array(powers, np.int64).ravel(), size, dealt.players,
        mask(dealt.active), mask(dealt.counted), mask(dealt.raising), known, held, trick, values,
    )  # fmt: skip
    legal = dealt.legal()
    hand = sorted(dealt.hands[dealt.seat])
    return {card: int(values[i]) for i, card in enumerate(hand) if card in legal}


def mask(seats: object) -> int:
    return sum(1 << seat for seat in seats)  # type: ignore[attr-defined]
