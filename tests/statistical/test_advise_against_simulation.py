"""`advise` against whole hands played from the deal: the same class of hands, the same value.

The simulation knows nothing of the asker's hand: it deals at random and plays, and afterwards the
hands are picked in which the seat held what is asked about and did what is weighed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from euchre_sim.analysis import decision
from euchre_sim.analysis.advice import Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import Card, CardSet, Suit
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import (
    NO,
    O_CALL,
    O_LONE,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    OUTCOME_SIZE,
    YES,
    lower_rules,
)
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

Words = npt.NDArray[np.uint64]
ASKED = 800  # hands of a class that are compared
DEALS = 300  # played after each action of each, at least


@dataclass(frozen=True)
class Run:
    """Hands of a seed: what was dealt and what became of it."""

    dealt: Words
    outcomes: npt.NDArray[np.int8]

    def points(self, seat: int) -> npt.NDArray[np.int64]:
        """Points of a seat's side in each hand."""
        makers = self.outcomes[:, O_MAKER]
        ours = (makers % 2 == seat % 2) | (makers < 0)
        return np.where(ours, 1, -1) * self.outcomes[:, O_POINTS].astype(np.int64)


def play(
    strategies: str | Sequence[Strategy], hands: int, seed: int, rules: HouseRules | None = None
) -> Run:
    rules = rules or HouseRules()
    players = find_players(strategies, rules)
    outcomes = np.zeros((hands, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((hands, rules.players + 1), np.uint64)
    fault = play_range(
        lower_rules(rules),
        players.hooks,
        players.assign,
        players.params,
        np.uint64(seed),
        np.uint64(0),
        hands,
        outcomes,
        dealt,
        np.zeros(0, np.uint64),
    )
    assert fault == -1
    return Run(dealt, outcomes)


def holds_top_three(run: Run, seat: int) -> npt.NDArray[np.bool_]:
    """Hands in which a seat holds both bowers and the ace of the upcard's suit."""
    found = np.zeros(len(run.dealt), bool)
    for suit in Suit:
        turned = (run.dealt[:, -1] >> np.uint64(16 * suit)) & np.uint64(0xFFFF) != 0
        top = [Card.of(suit, "J"), Card.of(suit.mate, "J"), Card.of(suit, "A")]
        mask = np.uint64(CardSet(top).mask)
        found |= turned & (run.dealt[:, seat] & mask == mask)
    return found


def nobody_before(run: Run, seat: int) -> npt.NDArray[np.bool_]:
    """Hands in which it was a seat's turn in round 1: the maker did not speak before it."""
    early = (run.outcomes[:, O_ROUND] == 1) & (run.outcomes[:, O_MAKER] < seat)
    came: npt.NDArray[np.bool_] = ~early | (run.outcomes[:, O_MAKER] < 0)
    return came


def answers(run: Run, rows: npt.NDArray[np.intp], seat: int, **options: Any) -> list[Advice]:
    """What advise says of a seat's hand in some hands of a run."""
    return [
        advise(
            CardSet.from_mask(int(run.dealt[row, seat])),
            Card.from_bit(int(run.dealt[row, -1])),
            seat + 1,
            deals=DEALS,
            seed=1000 + k,
            threads=1,
            **options,
        )
        for k, row in enumerate(rows)
    ]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask in small portions and leave out what takes long and is not looked at here."""
    monkeypatch.setattr(decision.Question, "pace", decision.Pace(chunk=512))
    monkeypatch.setattr(
        "euchre_sim.analysis.advice.shares_best", lambda of, seed: np.zeros(len(of.sums))
    )


def paired(simulated: Any, advised: Any) -> tuple[float, float]:
    """Mean difference and its standard error; each pair is about one hand."""
    difference = np.asarray(simulated, float) - np.asarray(advised, float)
    return float(difference.mean()), float(difference.std(ddof=1) / math.sqrt(len(difference)))


def value(answer: Advice, choice: Choice) -> float:
    return next(one.points.mean for one in answer.actions if one.choice == choice)


@pytest.mark.parametrize(("player", "seat"), [("universe", 1), ("ohio", 2)])
def test_own_call_is_worth_what_such_hands_brought(player: str, seat: int) -> None:
    run = play(player, 400_000, 31)
    called = holds_top_three(run, seat) & (run.outcomes[:, O_MAKER] == seat)
    rows = np.flatnonzero(called & (run.outcomes[:, O_ROUND] == 1))[:ASKED]
    assert len(rows) == ASKED
    advised = []
    for row, answer in zip(rows, answers(run, rows, seat, strategies=player), strict=True):
        own = answer.strategy_choice
        assert own is not None
        assert own.action == "order"
        assert own.alone == (run.outcomes[row, O_CALL] >= 8)
        advised.append(value(answer, own))
    mean, error = paired(run.points(seat)[rows], advised)
    assert error < 0.06
    assert abs(mean) < 3.5 * error
    # The comparison has something to compare: these hands are worth more than nothing.
    assert np.mean(advised) > 1


def test_pass_is_worth_what_such_hands_brought() -> None:
    """The same kind of hand in a seat that passes everything in round 1, and plays on."""
    strategies = "universe,universe,universe:order=999:alone=999,universe"
    seat = 2
    run = play(strategies, 400_000, 32)
    rows = np.flatnonzero(holds_top_three(run, seat) & nobody_before(run, seat))[:ASKED]
    assert len(rows) == ASKED
    both = answers(run, rows, seat, strategies=strategies)
    assert all(answer.strategy_choice == Choice("pass") for answer in both)
    mean, error = paired(run.points(seat)[rows], [value(a, Choice("pass")) for a in both])
    assert error < 0.06
    assert abs(mean) < 3.5 * error
    # Ordering would have brought clearly more: the two values are not the same thing.
    orders = [
        one.points.mean
        for answer in both
        for one in answer.actions
        if one.choice.action == "order" and not one.choice.alone
    ]
    apart, spread = paired(run.points(seat)[rows], orders)
    assert apart < -5 * spread


@hook
def says_no(view: Any, draw: Any) -> Any:
    """Keep a farmer's hand; play with the partner, or the extra cards."""
    return np.uint64(NO)


@hook
def says_yes(view: Any, draw: Any) -> Any:
    """Play alone."""
    return np.uint64(YES)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("alone", [False, True])
def test_leaving_three_extra_cards_is_worth_what_such_hands_brought(seat: int, alone: bool) -> None:
    """Of two players with three extra cards each; a dealer holds the upcard when he declares."""
    rules = HouseRules(players=2, two_hand_style="dummy3")
    player = replace(registry.get("basic"), alone=says_yes if alone else says_no)
    run = play([player], 400_000, 34, rules)
    called = holds_top_three(run, seat) & (run.outcomes[:, O_MAKER] == seat)
    rows = np.flatnonzero(called & (run.outcomes[:, O_ROUND] == 1))[:ASKED]
    assert len(rows) == ASKED
    assert set((run.outcomes[rows, O_LONE] == seat).tolist()) == {alone}
    advised = []
    for answer in answers(run, rows, seat, strategies="basic", rules=rules):
        (choice,) = {
            one.choice
            for one in answer.actions
            if one.choice.action == "order" and one.choice.alone == alone
        }
        advised.append(value(answer, choice))
    mean, error = paired(run.points(seat)[rows], advised)
    assert error < 0.06
    assert abs(mean) < 3.5 * error


@pytest.mark.parametrize("farmers", ["swap_three_low", "redeal_all_low"])
def test_a_claim_of_a_farmers_hand_would_have_been_heard(farmers: str) -> None:
    """Deals in which another would claim do not come to the question, and none is played."""
    rules, seat = HouseRules(farmers_hand=farmers), 2
    player = registry.get("universe")
    run = play([player], 400_000, 35, rules)
    silent = play([replace(player, farmer=says_no)], 400_000, 35, rules)
    unclaimed = (run.dealt == silent.dealt).all(axis=1)  # who claims changes his hand
    held = holds_top_three(silent, seat)  # which leaves no room for a farmer's hand
    came = (unclaimed & nobody_before(run, seat))[held]
    asked = np.flatnonzero(held)[:300]
    advised = answers(silent, asked, seat, rules=rules, strategies=[player])
    shares = [answer.accepted / answer.deals for answer in advised]
    expected = float(np.mean(shares))
    error = math.hypot(
        math.sqrt(expected * (1 - expected) / len(came)), np.std(shares, ddof=1) / math.sqrt(300)
    )
    assert abs(came.mean() - expected) < 3.5 * error
    assert not any(answer.unclaimed_farmers_hand for answer in advised)

    rows = np.flatnonzero(held)[came & (run.outcomes[held, O_MAKER] == seat)][:ASKED]
    rows = rows[run.outcomes[rows, O_ROUND] == 1]
    values = []
    for answer in answers(run, rows, seat, rules=rules, strategies=[player]):
        assert answer.strategy_choice is not None
        values.append(value(answer, answer.strategy_choice))
    mean, spread = paired(run.points(seat)[rows], values)
    assert spread < 0.06
    assert abs(mean) < 3.5 * spread


def test_heard_passes_are_the_share_of_hands_that_come_to_the_seat() -> None:
    """How often a seat's turn comes, given its hand, in a run and in advise's deals."""
    player, seat = "universe", 2
    run = play(player, 400_000, 33)
    held = np.flatnonzero(holds_top_three(run, seat))[: 2 * ASKED]
    came = nobody_before(run, seat)[held]
    shares = [
        answer.accepted / answer.deals
        for answer in answers(run, held[:300], seat, strategies=player)
    ]
    expected = float(np.mean(shares))
    error = math.hypot(
        math.sqrt(expected * (1 - expected) / len(came)), np.std(shares, ddof=1) / math.sqrt(300)
    )
    assert abs(came.mean() - expected) < 3.5 * error
    assert 0.02 < expected < 0.98


# --- intervals ------------------------------------------------------------------------------------

QUESTIONS = 60
SHORT, LONG = 1_500, 20_000


def random_questions(seed: int, count: int) -> list[tuple[str, str, int, int]]:
    """Hands, upcards, seats and rounds by lot."""
    draw = np.random.default_rng(seed)
    deck = list(CardSet.from_mask(HouseRules().deck))
    found = []
    for _ in range(count):
        cards = [str(deck[k]) for k in draw.permutation(24)[:6]]
        seat, call_round = int(draw.integers(1, 5)), int(draw.integers(1, 3))
        found.append((" ".join(cards[:5]), cards[5], seat, call_round))
    return found


def test_intervals_cover_a_long_run_as_often_as_they_say() -> None:
    """Of the intervals of one action a question 95 in 100 hold; the long run errs a little."""
    held, paired_held = 0, 0
    for number, (hand, up, seat, call_round) in enumerate(random_questions(12, QUESTIONS)):
        options: dict[str, Any] = {"call_round": call_round, "strategies": "universe", "threads": 1}
        short = advise(hand, up, seat, deals=SHORT, seed=number, **options)
        long = advise(hand, up, seat, deals=LONG, until_se=1e-9, seed=10**6 + number, **options)
        kind = number % len(short.actions)
        one, other = short.actions[kind].points, long.actions[kind].points
        reach = 1.959964 * math.hypot(one.se, other.se)
        held += abs(one.mean - other.mean) <= reach
        # The difference of the first action to the last, from the paired errors to the best.
        best = short.actions.index(short.best)
        kind = (best + 1 + number % (len(short.actions) - 1)) % len(short.actions)
        one = short.actions[kind].vs_best
        truth = long.actions[kind].points.mean - long.actions[best].points.mean
        reach = 1.959964 * one.se * math.sqrt(1 + SHORT / LONG)
        paired_held += abs(one.mean - truth) <= reach
    # Binomial with 60 and 0.95: fewer than 51 come up once in 2,000 times.
    assert held >= 51
    assert paired_held >= 51
    assert held < QUESTIONS or paired_held < QUESTIONS  # nor are they too wide
