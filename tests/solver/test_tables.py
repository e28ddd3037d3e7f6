"""The tables of endings: which there are, and how they are kept."""

from math import factorial

import numpy as np

from euchre_sim.solver import tables
from euchre_sim.solver.build import Orders, lengths_in_table, row_of_shape


def test_orders_of_owners_are_numbered_without_a_gap():
    for cards in (1, 2):
        found = Orders(cards)
        half = 2 * cards
        numbers = []
        for upper in found.uppers:
            held = owners(int(upper), half)
            for lower in range(1 << (2 * half)):
                both = held + owners(lower, half)
                if all(both.count(owner) == cards for owner in range(4)):
                    numbers.append(int(found.base[upper]) + int(found.below[lower]))
        assert numbers == sorted(numbers)
        assert sorted(numbers) == list(range(factorial(4 * cards) // factorial(cards) ** 4))
        assert found.count == len(numbers)


def owners(code, half):
    first, second = code >> half, code & ((1 << half) - 1)
    return [(first >> k & 1) + 2 * (second >> k & 1) for k in range(half)]


def test_three_card_orders_are_as_many_as_there_must_be():
    assert Orders(3).count == factorial(12) // factorial(3) ** 4 == 369_600


def test_shapes_have_the_longest_side_suit_first():
    shapes = list(lengths_in_table(3))
    assert len(shapes) == len(set(shapes)) == 57
    for trumps, *sides in shapes:
        assert trumps + sum(sides) == 12
        assert sides == sorted(sides, reverse=True)
        assert max(sides) <= 6
        assert trumps <= 7


def test_a_row_moves_every_side_suit_to_its_place():
    sides = (1, 4, 2)  # lanes 2, 1, 0; five trumps above them
    _, *rest, _ = row_of_shape(sides, 0)
    bits, turns = rest[:3], rest[3:]
    moved = [
        ((piece << turn | piece >> (64 - turn)) & (2**64 - 1)) & 0xFFFFFFFF
        for piece, turn in zip(bits, turns, strict=True)
    ]
    # Lane 1 goes to the top of the seven, then lane 0, then lane 2.
    assert moved == [0b0000001, 0b1111000, 0b0000110]


def test_kept_values_come_back_and_damaged_ones_do_not(tmp_path):
    path = tmp_path / "endings.bin"
    assert tables.read_values(path) is None
    tables.keep_values(path, b"some values")
    assert tables.read_values(path) == b"some values"
    for damaged in (path.read_bytes()[:-1], path.read_bytes() + b"x", b""):
        path.write_bytes(damaged)
        assert tables.read_values(path) is None
    assert [one.name for one in tmp_path.iterdir()] == ["endings.bin"]


def test_values_that_were_kept_fill_the_same_tables():
    built = tables._tables()
    again = tables.Tables(b"".join(built.values[cards].tobytes() for cards in tables.SIZES))
    for cards in tables.SIZES:
        assert np.array_equal(again.values[cards], built.values[cards])
    assert np.array_equal(
        again.directory[16:], built.directory[16:]
    )  # what comes before are addresses
