"""Layouts of unseen cards: how many, every one once, and nothing that does not fit."""

from __future__ import annotations

from math import comb, factorial, prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.engine.subsets import choices
from euchre_sim.errors import Contradiction
from euchre_sim.inference import worlds
from euchre_sim.inference.layouts import Layouts
from euchre_sim.inference.workspace import MAX_PLACES, NO_ROOM, W_N_GROUPS, W_STATES, workspace
from euchre_sim.rules import HouseRules
from tests.inference.counting import (
    Question,
    count_layouts,
    dealt_question,
    fits,
    list_layouts,
    members,
    with_upcard,
)


def layouts(question: Question) -> Layouts:
    return Layouts(question.pool, question.needs, question.allowed)


def any_question(random: Random) -> Question:
    """Small places with any constraints at all; often nothing fits."""
    needs = tuple(random.randint(0, 3) for _ in range(random.randint(1, 6)))
    while not 1 <= sum(needs) <= 8:
        needs = tuple(random.randint(0, 3) for _ in range(random.randint(1, 6)))
    cards = [1 << i for i in random.sample(range(64), sum(needs))]
    pool = sum(cards)
    masks = [pool & ~sum(random.sample(cards, random.randint(1, 1 + len(cards) // 2)))]
    masks.append(pool & ~sum(random.sample(cards, random.randint(1, 1 + len(cards) // 2))))
    masks += [pool, masks[0] & masks[1], ~pool | masks[0]]
    return Question(pool, needs, tuple(random.choice(masks) & (1 << 64) - 1 for _ in needs))


def small_questions() -> list[Question]:
    random = Random(1)
    questions = [any_question(random) for _ in range(150)]
    for sizes in [(2, 2, 2, 1), (3, 3, 2), (2, 1, 2, 1, 1), (1, 1, 1, 1, 1, 2), (1, 2, 0, 3, 1)]:
        for _ in range(12):
            question = dealt_question(random, sizes, 3, voids=0.6)
            questions.append(question)
            if sum(sizes) < 8:
                questions.append(with_upcard(question, (1, 2)))
    return questions


def test_all_worlds_are_the_layouts_found_one_by_one() -> None:
    groups, empty = set(), 0
    for question in small_questions():
        expected = list(list_layouts(question.pool, question.needs, question.allowed))
        found = layouts(question)
        listed = [tuple(world.tolist()) for world in found.all_worlds()]
        assert found.count == len(expected) == len(listed), question
        assert sorted(listed) == sorted(expected), question
        groups.add(int(found.work[W_N_GROUPS]))
        empty += not expected
    # Nothing was left untried: a single group to five and more, and questions with no answer.
    assert groups >= {1, 2, 3, 4, 5}
    assert empty > 10


def test_every_number_gives_the_world_of_the_list() -> None:
    question = dealt_question(Random(5), (3, 3, 2), 3, voids=1)
    found = layouts(question)
    for number, world in enumerate(found.all_worlds()):
        assert found.world(number).tolist() == world.tolist()


@pytest.mark.parametrize("sizes", [(7, 7), (9, 5), (5, 9), (1, 13), (6, 3, 5), (0, 14)])
def test_choices_of_any_size_come_once_each(sizes: tuple[int, ...]) -> None:
    found = Layouts((1 << 14) - 1, sizes)
    listed = {tuple(world.tolist()) for world in found.all_worlds()}
    assert len(listed) == found.count == factorial(14) // prod(factorial(n) for n in sizes)


@pytest.mark.parametrize(("n", "k"), [(25, 4), (26, 22)])
def test_choices_out_of_many_cards_have_the_order_of_the_table(n: int, k: int) -> None:
    table = choices(n, k)
    found = Layouts((1 << n) - 1, [k, n - k])
    assert found.count == len(table)
    for number in range(0, len(table), 97):
        assert found.world(number)[0] == table[number]


# --- numbers that are known ---------------------------------------------------------------------


def test_layouts_around_one_hand_and_the_upcard() -> None:
    """24 cards, five of them one's own and one turned up: 18! / (5! 5! 5! 3!)."""
    assert Layouts((1 << 18) - 1, [5, 5, 5, 3]).count == 617_512_896


def test_a_void_leaves_a_plain_choice_out_of_the_other_suits() -> None:
    spades = 0b111111
    pool = (1 << 18) - 1
    found = Layouts(pool, [5, 5, 5, 3], [pool, pool ^ spades, pool, pool])
    assert found.count == comb(12, 5) * comb(13, 5) * comb(8, 5)


def test_a_dealer_who_picked_up_buried_one_of_six() -> None:
    """The upcard is in the dealer's hand or under the table; whichever, six ways for each deal."""
    up, hidden = 1 << 40, (1 << 18) - 1
    pool = up | hidden
    found = Layouts(pool, [5, 5, 5, 1, 3], [hidden, hidden, pool, pool, hidden])
    assert found.count == 617_512_896 * 6
    for world in found.draw(200, key=3).tolist():
        assert (world[2] | world[3]) & up


def test_an_upcard_not_buried_is_in_the_dealers_hand() -> None:
    up, hidden = 1 << 40, (1 << 18) - 1
    found = Layouts(up | hidden, [5, 5, 5, 1, 3], [hidden, hidden, up | hidden, hidden, hidden])
    assert found.count == factorial(18) // (factorial(5) ** 2 * factorial(4) * factorial(3))


def test_every_table_of_the_rules_can_be_numbered_in_a_word() -> None:
    """Layouts around one hand, the upcard picked up by another, whatever is not known of it."""
    most = 0
    for players, low_rank, joker in [(6, 7, True), (6, 7, False), (4, 7, True), (4, 9, True)]:
        rules = HouseRules(players=players, low_rank=low_rank, joker=joker)
        unseen = rules.deck.bit_count() - rules.hand_size
        others = [rules.hand_size] * (players - 1) + [1]
        needs = [*others, unseen - sum(others)]
        most = max(most, Layouts((1 << unseen) - 1, needs).count)
    assert most == factorial(28) // (factorial(5) ** 5 * factorial(2)) < 2**63


# --- larger questions ---------------------------------------------------------------------------

DEALS = st.tuples(
    st.randoms(use_true_random=False),
    st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(lambda sizes: sum(sizes) > 0),
    st.sampled_from([0.0, 0.3, 1.0]),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(DEALS, st.integers(0, 2**64 - 1))
def test_every_world_drawn_fits_and_all_are_counted(
    deal: tuple[Random, list[int], float, bool], key: int
) -> None:
    random, sizes, voids, picked_up = deal
    question = dealt_question(random, sizes, 8, voids)
    if picked_up:
        question = with_upcard(question, (0, len(sizes) - 1))
    found = layouts(question)
    assert found.count == count_layouts(question) > 0
    for world in found.draw(20, key).tolist():
        assert fits(question, world)
    for number in (0, found.count // 3, found.count - 1):
        assert fits(question, found.world(number).tolist())


def test_six_players_with_many_voids_take_more_memory() -> None:
    random = Random(2)
    cards = [5, 5, 5, 5, 5, 2]
    small = workspace(W_STATES + 64)
    refused = 0
    for _ in range(6):
        question = dealt_question(random, cards, 7, voids=1)
        found = layouts(question)
        assert found.count == count_layouts(question)
        assert all(fits(question, world) for world in found.draw(50, 1).tolist())
        given = (np.array(one, np.uint64) for one in (question.needs, question.allowed))
        count = worlds.prepare(small, question.pool, *given)
        refused += count == NO_ROOM
        assert count in (found.count, NO_ROOM)
    assert refused > 0


def test_nothing_is_written_behind_the_memory() -> None:
    """Memory of every size: either the right count or NO_ROOM, and what follows is untouched."""
    question = dealt_question(Random(8), (3, 3, 3, 3, 3), 5, voids=1)
    expected = layouts(question).count
    needs, allowed = (np.array(one, np.uint64) for one in (question.needs, question.allowed))
    answers = []
    for size in range(W_STATES, W_STATES + 600, 7):
        memory = np.full(size + 50, 77, np.uint64)
        memory[:size] = workspace(size)
        answers.append(worlds.prepare(memory, question.pool, needs, allowed))
        assert (memory[size:] == 77).all()
    assert set(answers) == {expected, NO_ROOM}
    assert answers.index(expected) == answers.count(NO_ROOM)  # once there is room, there is


# --- what does not fit, and what cannot be asked ------------------------------------------------


@pytest.mark.parametrize(
    ("needs", "allowed"),
    [
        ([2, 2], [0b1111, 0b0001]),  # too few cards allowed
        ([2, 2], [0b0111, 0b0111]),  # a card allowed nowhere
        ([2, 1], [0b1111, 0b1111]),  # a card too many
        ([3, 2], [0b1111, 0b1111]),  # a card too few
        ([1, 1, 2], [0b0001, 0b0001, 0b1111]),  # two places that want the same card
        ([0, 0], [0b1111, 0b1111]),
        ([4, 0], [0b0111, 0b1111]),  # the last card could only go where none is needed
    ],
)
def test_what_no_layout_fits_is_a_contradiction(needs: list[int], allowed: list[int]) -> None:
    found = Layouts(0b1111, needs, allowed)
    assert found.count == 0
    assert list(found.all_worlds()) == []
    for ask in (lambda: found.draw(1, key=1), lambda: found.world(0)):
        with pytest.raises(Contradiction, match=r"no layout fits: 4 unseen cards .* allowed"):
            ask()


def test_one_layout_is_drawn_every_time() -> None:
    found = Layouts(0b1111, [2, 2], [0b0011, 0b1111])
    assert found.count == 1
    assert found.draw(5, key=9).tolist() == [[0b0011, 0b1100]] * 5


@pytest.mark.parametrize("number", [-1, 6])
def test_a_world_has_a_number_below_the_count(number: int) -> None:
    with pytest.raises(IndexError, match=f"numbers from 0 to 5, not {number}"):
        Layouts(0b1111, [2, 2]).world(number)


@pytest.mark.parametrize(
    ("pool", "needs", "allowed", "why"),
    [
        ((1 << 34) - 1, [34], None, "at most 33 cards"),
        (-1, [1], None, "must be a mask"),
        (0b1, [1] * (MAX_PLACES + 1), None, "1 to 8 places"),
        (0b1, [], None, "1 to 8 places"),
        (0b11, [1, 1], [0b11], "2 needs and 1 masks"),
        (0b11, [-1, 3], None, "need 0 to 33 cards"),
        (0b11, [1, 1], [0b11, 1 << 64], "must be masks"),
        (0x1FF, [3, 3, 2, 1], [0x155, 0x133, 0x10F, 0x0FF], "8 classes"),
        ((1 << 33) - 1, [5, 5, 5, 5, 5, 5, 2, 1], None, "more layouts than can be numbered"),
    ],
)
def test_a_question_that_cannot_be_counted_is_refused(
    pool: int, needs: list[int], allowed: list[int] | None, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Layouts(pool, needs, allowed)


def test_more_classes_than_there_is_room_for_are_reported_by_the_kernel() -> None:
    needs = np.array([3, 3, 2, 1], np.uint64)
    allowed = np.array([0x155, 0x133, 0x10F, 0x0FF], np.uint64)
    assert worlds.prepare(workspace(), 0x1FF, needs, allowed) == NO_ROOM


def test_cards_outside_the_pool_do_not_matter() -> None:
    mask = sum(members(0b1011))
    assert Layouts(0b1111, [2, 2], [mask | 0xF000, 2**64 - 1]).count == 3
