"""Layouts by number: world 0, 1, ... of all that fit, each exactly once.

A number is taken apart as the count was put together (`ways`): which edge it falls on, which choice
out of every class, which choice of every place.  A drawn world is the one with a random number, so
that drawing is as uniform as the number is; a random word that would favour some worlds is
replaced, as in dealing (`engine.deal`).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import deposit, high_product, popcount
from euchre_sim.engine.deal import is_biased
from euchre_sim.engine.jit import U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.memory import local_words, pointer, pointer_to_numbers, unlikely
from euchre_sim.engine.rng import next_key, word
from euchre_sim.inference import ways
from euchre_sim.inference.ways import BYTE, NOTHING, ONE, U, binomial
from euchre_sim.inference.workspace import (
    E_STATE,
    E_TAKEN,
    E_UP_TO,
    EDGE_SIZE,
    MAX_CLASSES,
    MAX_PLACES,
    S_FIRST,
    S_LEFT,
    S_WAYS,
    STATE_SIZE,
    TABLE_CARDS,
    TABLE_PICKS,
    W_ALLOWED,
    W_CHOICES,
    W_CLASS,
    W_END,
    W_GROUP_NEED,
    W_N_CLASSES,
    W_N_GROUPS,
    W_N_PLACES,
    W_NEED,
    W_PLACE,
    W_POOL,
    W_SPLITS,
    W_STATES,
    W_WAYS,
)

S8 = U(8)


@kernel
def choice(work, number, n, k):
    """Choice `number` of `k` of `n` cards, in the order of `subsets`: bit i for the i-th card."""
    if k <= TABLE_PICKS and n <= TABLE_CARDS:
        return U(pointer_to_numbers(work[W_CHOICES + k])[np.int64(number)])
    if n - k <= TABLE_PICKS and n <= TABLE_CARDS:
        left = U(pointer_to_numbers(work[W_CHOICES + n - k])[np.int64(number)])
        return left ^ ((ONE << U(n)) - ONE)
    chosen = NOTHING
    for i in range(n - 1, -1, -1):
        without = binomial(work, i, k)
        if number >= without:
            number -= without
            chosen |= ONE << U(i)
            k -= 1
    return chosen


@kernel
def serve_first_groups(work, number, served):
    """Choose the cards of all groups but the last two; what is left of `number`."""
    left = local_words(MAX_CLASSES)
    for c in range(np.int64(work[W_N_CLASSES])):
        left[c] = work[W_CLASS + c]
    state = W_STATES
    for group in range(np.int64(work[W_N_GROUPS]) - 2):
        edge = np.int64(work[state + S_FIRST])
        below = NOTHING
        while work[edge + E_UP_TO] <= number:
            below = work[edge + E_UP_TO]
            edge -= EDGE_SIZE
        number -= below
        target = W_STATES + np.int64(work[edge + E_STATE]) * STATE_SIZE
        behind = work[target + S_WAYS]
        part = number // behind
        number -= part * behind
        sizes = work[state + S_LEFT]
        taken = work[edge + E_TAKEN]
        c = 0
        while taken != NOTHING:
            k = np.int64(taken & BYTE)
            n = np.int64(sizes & BYTE)
            cards = NOTHING
            if k == n:
                cards = left[c]
            elif k > 0:
                n_choices = binomial(work, n, k)
                rest = part // n_choices
                cards = deposit(choice(work, part - rest * n_choices, n, k), left[c])
                part = rest
            left[c] ^= cards
            served[group] |= cards
            taken >>= S8
            sizes >>= S8
            c += 1
        state = target
    return number


@kernel
def serve_groups(work, number, served):
    """Choose the cards of every group."""
    n_groups = np.int64(work[W_N_GROUPS])
    left = work[W_POOL]
    if n_groups > 1:
        if n_groups > 2:
            number = serve_first_groups(work, number, served)
        group = n_groups - 2
        for before in range(group):
            left ^= served[before]
        both = left & work[W_ALLOWED + group] & work[W_ALLOWED + group + 1]
        cards = left & ~work[W_ALLOWED + group + 1]
        need = np.int64(work[W_GROUP_NEED + group]) - popcount(cards)
        cards |= deposit(choice(work, number, popcount(both), need), both)
        served[group] = cards
        left ^= cards
    served[n_groups - 1] = left


@kernel
def world_by_number(work, number, out):
    """Write world `number`, which is below the number of layouts: a mask for each place."""
    for place in range(np.int64(work[W_N_PLACES])):
        out[place] = NOTHING
    splits = work[W_SPLITS]
    of_groups = NOTHING
    if work[W_N_GROUPS] > ONE:
        of_groups = number // splits
        number -= of_groups * splits
    served = local_words(MAX_PLACES)
    serve_groups(work, of_groups, served)
    i = 0
    for group in range(np.int64(work[W_N_GROUPS])):
        cards = served[group]
        n = np.int64(work[W_GROUP_NEED + group])
        end = np.int64(work[W_END + group])
        while i < end - 1:
            place = np.int64(work[W_PLACE + i])
            need = np.int64(work[W_NEED + place])
            n_choices = binomial(work, n, need)
            rest = number // n_choices
            taken = deposit(choice(work, number - rest * n_choices, n, need), cards)
            number = rest
            out[place] = taken
            cards ^= taken
            n -= need
            i += 1
        out[np.int64(work[W_PLACE + i])] = cards
        i += 1


@kernel
def draw_world(work, key, number, out):
    """Draw a world, uniform over all that fit; it depends on `key` and `number` alone.

    Parameters
    ----------
    work
        Pointer to a `workspace` for which `ways.prepare` found at least one layout.
    key, number
        What the random word is addressed by.
    out
        Pointer to as many words as there are places, which get the masks.
    """
    n_worlds = work[W_WAYS]
    random = word(key, number)
    while unlikely(is_biased(random * n_worlds, n_worlds)):
        key = next_key(key)
        random = word(key, number)
    world_by_number(work, high_product(random, n_worlds), out)


@entry(U64, VECTOR, U64, VECTOR, VECTOR)
def prepare(work, pool, needs, allowed):
    """`ways.prepare` for Python."""
    return ways.prepare(pointer(work), pool, needs.shape[0], pointer(needs), pointer(allowed))


@entry(None, VECTOR, U64, WORDS_2D)
def numbered_worlds(work, first, worlds):
    """Write worlds `first`, `first` + 1, ... into the rows of `worlds`."""
    for i in range(worlds.shape[0]):
        world_by_number(pointer(work), first + U(i), pointer(worlds[i]))


@entry(None, VECTOR, U64, U64, WORDS_2D)
def drawn_worlds(work, key, first, worlds):
    """Draw worlds `first`, `first` + 1, ... of a key into the rows of `worlds`."""
    for i in range(worlds.shape[0]):
        draw_world(pointer(work), key, first + U(i), pointer(worlds[i]))
