"""A strategy that answers with something illegal stops its hand, and the engine says who it was."""

from __future__ import annotations

import numpy as np
import pytest

from euchre_sim.analysis.players import find_players, name_fault
from euchre_sim.engine.batch import G_SIZE, play_games, play_range
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    N_PHASES,
    O_ERROR,
    O_MAKER,
    O_POINTS,
    OUTCOME_SIZE,
    PASS,
    PHASE_CALL,
    PHASE_DISCARD,
    PHASE_FARMER,
    PHASE_NO_TRUMP,
    V_LEGAL,
    V_PHASE,
    V_SEAT,
    call_bit,
    lower_rules,
)
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import NO_TRUMP
from tests.differential.given import PythonPlayer, View, lowest_call, play_given
from tests.reference.positions import ONE_SUIT_EACH

RULES = HouseRules(
    alone_timing="before_first_lead",
    defend_alone=True,
    defend_alone_needs_lone_maker=False,
    call_for_best=True,
    allow_no_trump=True,
)
NOTHING = 0
TWO_AT_ONCE = -1  # all legal actions together
NOT_OPEN = 1 << 14  # neither a call nor a card of the deck


@pytest.mark.parametrize("wrong", [NOTHING, TWO_AT_ONCE, NOT_OPEN])
@pytest.mark.parametrize("phase", [n for n in range(N_PHASES) if n != PHASE_FARMER])
def test_illegal_answer_is_pinned_on_seat_and_phase(phase: int, wrong: int) -> None:
    asked: list[int] = []

    def answer(view: View, draw: int, number: int) -> int:
        if phase == PHASE_CALL and number < 2:
            return PASS  # so that it is not the first seat
        if phase == PHASE_NO_TRUMP and view[V_PHASE] == PHASE_CALL:
            return int(view[V_LEGAL]) & call_bit(NO_TRUMP) or PASS
        if view[V_PHASE] != phase:
            return lowest_call(view, draw)
        asked.append(int(view[V_SEAT]))
        return int(view[V_LEGAL]) if wrong == TWO_AT_ONCE else wrong

    played = play_given(ONE_SUIT_EACH, "9H", answer, RULES)
    assert len(asked) == 1, "the hand stops there"
    assert played.error == 1 + asked[0] + 8 * phase
    assert played.logged.decisions[-1].action == "ILLEGAL"
    assert played.logged.net == 0


@pytest.mark.parametrize("order", ["eldest_first", "conflict_is_misdeal"])
@pytest.mark.parametrize("wrong", [NOTHING, TWO_AT_ONCE, NOT_OPEN])
def test_illegal_answer_to_a_farmer_is_pinned_before_the_calls(wrong: int, order: str) -> None:
    asked: list[int] = []

    def answer(view: View, draw: int) -> int:
        if view[V_PHASE] != PHASE_FARMER:
            return lowest_call(view, draw)
        asked.append(int(view[V_SEAT]))
        return int(view[V_LEGAL]) if wrong == TWO_AT_ONCE else wrong

    rules = RULES.replace(farmers_hand="swap_three_low", farmers_order=order)
    players = PythonPlayer(answer).everywhere()
    outcomes = np.zeros((100, OUTCOME_SIZE), np.int8)
    failed = play_range(
        lower_rules(rules),
        players.hooks,
        players.assign,
        players.params,
        5,
        0,
        100,
        outcomes,
        np.zeros((0, 0), np.uint64),
        np.zeros(0, np.uint64),
    )
    assert len(asked) == 1
    assert outcomes[failed, O_ERROR] == 1 + asked[0] + 8 * PHASE_FARMER
    assert outcomes[failed, [O_MAKER, O_POINTS]].tolist() == [-1, 0]
    assert (outcomes[:failed, O_ERROR] == 0).all()


def test_leaving_the_upcard_is_illegal_where_the_pickup_is_mandatory() -> None:
    def answer(view: View, draw: int, number: int) -> int:
        return LEAVE_UPCARD if view[V_PHASE] == PHASE_DISCARD else lowest_call(view, draw)

    assert play_given(ONE_SUIT_EACH, "9H", answer, RULES).error == 1 + 3 + 8 * PHASE_DISCARD
    optional = RULES.replace(dealer_pickup="optional")
    assert play_given(ONE_SUIT_EACH, "9H", answer, optional).error == 0


def misbehave_at(deal: int) -> PythonPlayer:
    """A player who calls at once, and answers with nothing in one deal."""
    deals = -1

    def answer(view: View, draw: int) -> int:
        nonlocal deals
        if view[V_PHASE] == 0 and view[V_SEAT] == 0:
            deals += 1
        return NOTHING if deals == deal else lowest_call(view, draw)

    return PythonPlayer(answer)


def test_batch_stops_at_the_hand_and_names_it() -> None:
    players = misbehave_at(7).everywhere()
    outcomes = np.zeros((20, OUTCOME_SIZE), np.int8)
    no_rows = np.zeros((0, 0), np.uint64)
    failed = play_range(
        lower_rules(RULES),
        players.hooks,
        players.assign,
        players.params,
        3,
        100,
        20,
        outcomes,
        no_rows,
        np.zeros(0, np.uint64),
    )
    assert failed == 107
    assert outcomes[7, O_ERROR] == 1
    assert outcomes[7, [O_MAKER, O_POINTS]].tolist() == [-1, 0]
    assert (outcomes[:7, O_ERROR] == 0).all()
    assert (outcomes[:7, O_POINTS] != 0).all()
    assert not outcomes[8:].any()

    blamed = name_fault(find_players("random", RULES), 1 + 2 + 8 * 4, 3, 107)
    text = str(blamed)
    assert all(word in text for word in ("random", "position 3", "play", "hand 107", "seed 3"))


def test_games_stop_too() -> None:
    players = misbehave_at(2).everywhere()
    results = np.zeros((5, G_SIZE), np.int64)
    failed = play_games(
        lower_rules(RULES), players.hooks, players.assign, players.params, 3, 40, 5, results
    )
    assert failed == 40
    assert results[0, 1] == 3
