"""The same seed gives the same hands, however a run is cut and on however many threads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pytest

from euchre_sim.analysis.players import Players, find_players
from euchre_sim.analysis.workers import cut, ordered
from euchre_sim.engine.batch import G_SIZE, play_games, play_range
from euchre_sim.engine.layout import LOG_SIZE, OUTCOME_SIZE, lower_rules
from euchre_sim.rules import HouseRules
from tests.differential.kernels import deal_range
from tests.differential.log import logged_hands

HANDS = 6_000
SEED = 20_260_101
RULES = HouseRules.preset("seed_nl")
STRATEGIES = "random,euchrestrategy,ohio,universe"

FIRST_HAND = ["9S AD JD JH QC", "9D AC AH KD TS", "KH QS TC TD TH", "9H AS JS KC KS"]
FIRST_UPCARD = "JC"
FIRST_ACTIONS = [(0, "ORDER"), (3, "JC"), (0, "JD"), (1, "9D"), (2, "TD"), (3, "9H")]


@dataclass
class Run:
    """Everything that a run of hands leaves behind."""

    outcomes: npt.NDArray[np.int8]
    dealt: npt.NDArray[np.uint64]
    checksum: int

    def same(self, other: Run) -> bool:
        """Whether two runs are alike to the last bit."""
        return (
            bool((self.outcomes == other.outcomes).all() and (self.dealt == other.dealt).all())
            and self.checksum == other.checksum
        )


@pytest.fixture(scope="module")
def players() -> Players:
    """A different strategy in every seat."""
    return find_players(STRATEGIES, RULES)


def play(
    players: Players,
    *,
    seed: int = SEED,
    first: int = 0,
    count: int = HANDS,
    size: int = HANDS,
    threads: int = 1,
) -> Run:
    """Play hands of a seed in pieces of at most `size`, on some threads."""
    lowered = lower_rules(RULES)
    outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((count, RULES.players + 1), np.uint64)

    def piece(work: tuple[int, int]) -> int:
        start, length = work
        log = np.zeros(LOG_SIZE + 1, np.uint64)
        rows = slice(start - first, start - first + length)
        failed = play_range(
            lowered,
            players.hooks,
            players.assign,
            players.params,
            seed,
            start,
            length,
            outcomes[rows],
            dealt[rows],
            log,
        )
        assert failed == -1
        return int(log[LOG_SIZE])

    checksums = ordered(piece, cut(first, count, size), threads)
    return Run(outcomes, dealt, sum(checksums) % 2**64)


@pytest.fixture(scope="module")
def whole(players: Players) -> Run:
    """The run that the others are compared with: one piece, one thread."""
    return play(players)


def test_same_seed_same_hands(players: Players, whole: Run) -> None:
    assert play(players).same(whole)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("size", [1, 7, 1_000, 5_999])
def test_pieces_and_threads_do_not_show(
    players: Players, whole: Run, size: int, threads: int
) -> None:
    if size == 1:  # a call a hand: a part of them will do
        part = play(players, count=500, size=1, threads=threads)
        assert part.same(play(players, count=500))
        assert (part.outcomes == whole.outcomes[:500]).all()
    else:
        assert play(players, size=size, threads=threads).same(whole)


@pytest.mark.parametrize("first", [1, 2_500, HANDS - 1])
def test_run_can_begin_anywhere(players: Players, whole: Run, first: int) -> None:
    rest = play(players, first=first, count=HANDS - first)
    assert (rest.outcomes == whole.outcomes[first:]).all()
    assert (rest.dealt == whole.dealt[first:]).all()
    before = play(players, count=first)
    assert (before.checksum + rest.checksum) % 2**64 == whole.checksum


def test_hands_with_high_numbers_are_hands_like_others(players: Players) -> None:
    far = play(players, first=2**62, count=100)
    again = play(players, first=2**62, count=100, size=9)
    assert far.same(again)
    assert len({tuple(row) for row in far.dealt.tolist()}) == 100


def test_hand_is_the_one_that_its_seed_and_number_deal(players: Players, whole: Run) -> None:
    dealt = np.zeros((200, RULES.players + 1), np.uint64)
    deal_range(lower_rules(RULES), SEED, 300, len(dealt), dealt)
    assert (whole.dealt[300:500] == dealt).all()


def test_seed_1_begins_with_this_hand() -> None:
    # Whoever changes the streams changes every hand that was ever named by seed and number.
    rules = HouseRules()
    (hand,) = logged_hands(find_players("random", rules), rules, 1, 1)
    assert [" ".join(sorted(held)) for held in hand.hands] == FIRST_HAND
    assert hand.upcard == FIRST_UPCARD
    assert [(one.seat, one.action) for one in hand.decisions[:6]] == FIRST_ACTIONS


def test_logging_changes_nothing(players: Players, whole: Run) -> None:
    outcomes = np.zeros((HANDS, OUTCOME_SIZE), np.int8)
    failed = play_range(
        lower_rules(RULES),
        players.hooks,
        players.assign,
        players.params,
        SEED,
        0,
        HANDS,
        outcomes,
        np.zeros((0, 0), np.uint64),
        np.zeros(0, np.uint64),
    )
    assert failed == -1
    assert (outcomes == whole.outcomes).all()


def test_different_seeds_give_different_hands(players: Players, whole: Run) -> None:
    checksums = {whole.checksum}
    deals = {whole.dealt[0].tobytes()}
    for seed in (0, 1, 2, SEED + 1, 2**63, 2**64 - 1):
        other = play(players, seed=seed, count=200)
        assert not (other.dealt == whole.dealt[:200]).all(axis=1).any()
        checksums.add(other.checksum)
        deals.add(other.dealt[0].tobytes())
    assert len(checksums) == len(deals) == 7


def test_next_seed_is_not_the_next_hand(players: Players, whole: Run) -> None:
    seen = {row.tobytes() for row in whole.dealt}
    assert len(seen) == HANDS
    for seed in (SEED - 1, SEED + 1):
        assert not seen & {row.tobytes() for row in play(players, seed=seed).dealt}


def test_checksum_notices_a_different_player(players: Players, whole: Run) -> None:
    others = find_players("random,euchrestrategy,ohio,random", RULES)
    other = play(others)
    assert (other.dealt == whole.dealt).all(), "the deals are the seed's alone"
    assert other.checksum != whole.checksum


def test_a_seat_meets_the_same_luck_whoever_sits_in_the_others(
    players: Players, whole: Run
) -> None:
    # Random eldest: where everything before it is the same, so is its first call.
    others = play(find_players("random", RULES))
    called_first = (whole.outcomes[:, 1] == 0) & (whole.outcomes[:, 2] == 1)
    also = (others.outcomes[:, 1] == 0) & (others.outcomes[:, 2] == 1)
    assert (called_first == also).all()
    assert 0 < called_first.sum() < HANDS


def test_games_in_pieces_and_on_threads(players: Players) -> None:
    games = 400
    lowered = lower_rules(RULES)

    def play_in(size: int, threads: int) -> npt.NDArray[np.int64]:
        results = np.zeros((games, G_SIZE), np.int64)

        def piece(work: tuple[int, int]) -> int:
            start, length = work
            return int(
                play_games(
                    lowered,
                    players.hooks,
                    players.assign,
                    players.params,
                    SEED,
                    start,
                    length,
                    results[start : start + length],
                )
            )

        assert set(ordered(piece, cut(0, games, size), threads)) == {-1}
        return results

    whole = play_in(games, 1)
    for size, threads in ((1, 1), (33, 2), (100, 5)):
        assert (play_in(size, threads) == whole).all()
