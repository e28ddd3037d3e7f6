"""The solver against a plain minimax over the reference rules, card by card."""

from __future__ import annotations

import random

import numpy as np
import pytest

from euchre_sim.cards import Card, parse_card
from euchre_sim.solver.batch import weigh_position
from euchre_sim.solver.position import uses_tables
from euchre_sim.solver.tables import tables_address
from tests.solver.positions import (
    CONTRACTS,
    NUMBERS,
    Dealt,
    by_minimax,
    by_sets,
    mask,
    random_position,
)

SUITS = CONTRACTS[:4]


def by_solver(dealt: Dealt, with_tables: bool = True) -> dict[str, int]:
    hands = np.zeros(6, np.uint64)
    for seat, hand in enumerate(dealt.hands):
        hands[seat] = sum(parse_card(card).bit for card in hand)
    table = np.array([parse_card(card).bit for _, card in dealt.table], np.uint64)
    cards, tricks = np.zeros(8, np.uint64), np.zeros(8, np.int64)
    contract = NUMBERS[dealt.contract]
    looked_up = with_tables and uses_tables(len(dealt.active), contract)
    count = weigh_position(
        hands, contract, dealt.players, mask(dealt.active), mask(dealt.counted),
        mask(dealt.raising), dealt.leader, table, tables_address() if looked_up else 0, cards,
        tricks,
    )  # fmt: skip
    return {str(Card.from_bit(int(cards[i]))): int(tricks[i]) for i in range(count)}


def check(dealt: Dealt, with_tables: bool = True) -> None:
    assert by_solver(dealt, with_tables) == by_minimax(dealt), dealt


# Players, lowest rank, joker: every size of table and of deck.
TABLES = [
    (2, 9, False), (2, 7, True), (3, 9, False), (3, 8, True), (4, 9, False), (4, 9, True),
    (4, 7, False), (5, 7, False), (6, 7, True),
]  # fmt: skip


def alone_or_not(draw: random.Random, players: int, contract: str) -> dict[str, bool]:
    """Who sits out, as far as somebody can."""
    if contract == "MIS":
        return {"lone": True}
    if players in (2, 3):
        return {}
    return {"lone": draw.random() < 0.4, "lone_defender": draw.random() < 0.25}


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_plain_minimax_is_that_over_sets(contract):
    draw = random.Random(f"sets {contract}")
    for players, low_rank, joker in TABLES:
        for _ in range(4):
            sitting = alone_or_not(draw, players, contract)
            dealt = random_position(
                draw,
                players,
                2 if players > 4 else 3,
                contract,
                low_rank=low_rank,
                joker=joker,
                on_table=draw.randrange(6),
                **sitting,
            )
            values = by_minimax(dealt).values()
            best = max(values) if dealt.seat in dealt.raising else min(values)
            assert best == by_sets(dealt), dealt


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("cards", [1, 2, 3])
def test_four_handed_endings(suit, cards):
    draw = random.Random(f"endings {suit} {cards}")
    for _ in range((200, 500, 2500)[cards - 1]):
        check(random_position(draw, 4, cards, suit))


@pytest.mark.parametrize("suit", SUITS)
def test_four_handed_endings_with_cards_on_the_table(suit):
    draw = random.Random(f"table {suit}")
    for _ in range(600):
        check(random_position(draw, 4, 3, suit, on_table=draw.randrange(1, 4)))
    for _ in range(300):
        check(random_position(draw, 4, 4, suit, on_table=draw.randrange(4)))


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize(("players", "low_rank", "joker"), TABLES)
def test_every_table_and_contract(contract, players, low_rank, joker):
    draw = random.Random(f"{contract} {players} {low_rank} {joker}")
    for k in range(120):
        sitting = alone_or_not(draw, players, contract)
        cards = 3 if players > 4 or k % 2 else 4
        check(
            random_position(
                draw,
                players,
                cards,
                contract,
                low_rank=low_rank,
                joker=joker,
                on_table=draw.randrange(6),
                **sitting,
            )
        )


@pytest.mark.parametrize("contract", CONTRACTS)
def test_whole_deals(contract):
    draw = random.Random(f"whole {contract}")
    for _ in range(75):
        check(
            random_position(
                draw,
                4,
                5,
                contract,
                on_table=draw.choice([0, 0, 1, 2, 3]),
                **alone_or_not(draw, 4, contract),
            )
        )


def test_without_tables_it_is_the_same():
    draw = random.Random("no tables")
    for _ in range(300):
        check(random_position(draw, 4, 4, draw.choice(SUITS)), with_tables=False)
