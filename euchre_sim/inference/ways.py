"""How many layouts fit: cards counted by class, places served group by group.

Cards that are allowed in exactly the same places are a *class*; places that allow exactly the same
cards are a *group*, and how a group's cards are dealt out among its places is a multinomial of its
own.  The ways to serve groups g, g + 1, ... from m[c] cards of each class are

    W(g, m) = sum over k of  prod over c of C(m[c], k[c])  *  W(g + 1, m - k)

where k[c] <= m[c], k[c] = 0 for classes that g does not allow, and the sum of k is what g needs.
Of the last two groups one takes what it alone may, and then a plain choice out of what both may.
So one void, or an upcard that lies with the dealer, needs no sum at all, and two voids one.

The values (g, m) are states, the terms of the sum edges; what the edges add up to is kept for
drawing (`worlds`).  Everything fits a word: no number is larger than the layouts without any
constraint, n! / prod(need!), and those are at most 28! / (5!**5 * 1! * 2!) = 6.1e18 < 2**64 (six
players, 33 cards, an upcard picked up).
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import popcount
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.memory import local_ints, pointer_to, unlikely
from euchre_sim.inference import workspace as ws
from euchre_sim.inference.workspace import (
    E_STATE,
    E_TAKEN,
    E_UP_TO,
    EDGE_SIZE,
    MAX_CARDS,
    MAX_CLASSES,
    S_FIRST,
    S_LEFT,
    S_N_EDGES,
    S_WAYS,
    STATE_SIZE,
    W_ALLOWED,
    W_BINOMIALS,
    W_BYTES,
    W_CLASS,
    W_END,
    W_GROUP_NEED,
    W_LATER,
    W_N_CLASSES,
    W_N_EDGES,
    W_N_GROUPS,
    W_N_PLACES,
    W_N_STATES,
    W_NEED,
    W_PLACE,
    W_POOL,
    W_SEEN,
    W_SIZE,
    W_SPLITS,
    W_STATES,
    W_WAYS,
)

U = np.uint64
NOTHING = U(0)
ONE = U(1)
NO_ROOM = U(ws.NO_ROOM)
BYTE = U(0xFF)
EVERY_BYTE = U(0x0101010101010101)
TOP_BYTE = U(56)
HASH = U(0x9E3779B97F4A7C15)
HASH_SHIFT = U(64 - ws.SEEN_BITS)


@kernel
def binomial(work, n, k):
    """C(n, k), 0 where `k` is larger."""
    return pointer_to(work[W_BINOMIALS])[n * (MAX_CARDS + 1) + k]


@kernel
def byte_at(packed, i):
    """The number in byte `i` of a word."""
    return np.int64((packed >> U(8 * i)) & BYTE)


@kernel
def sum_of_bytes(packed):
    """Sum of the eight numbers in a word, which is below 256."""
    return np.int64((packed * EVERY_BYTE) >> TOP_BYTE)


@kernel
def find_groups(work, pool, n_places, needs, allowed):
    """Write the groups, the most constrained first; cards needed in all.

    A place that needs no card belongs to no group.
    """
    n_groups = 0
    total = 0
    for place in range(n_places):
        need = needs[place]
        work[W_NEED + place] = need
        if need == NOTHING:
            continue
        total += np.int64(need)
        mask = allowed[place] & pool
        size = popcount(mask)
        at = 0
        while at < n_groups and popcount(work[W_ALLOWED + at]) < size:
            at += 1
        while at < n_groups and popcount(work[W_ALLOWED + at]) == size:
            if work[W_ALLOWED + at] == mask:
                break
            at += 1
        if at < n_groups and work[W_ALLOWED + at] == mask:
            work[W_GROUP_NEED + at] += need
            continue
        for i in range(n_groups, at, -1):
            work[W_ALLOWED + i] = work[W_ALLOWED + i - 1]
            work[W_GROUP_NEED + i] = work[W_GROUP_NEED + i - 1]
        work[W_ALLOWED + at] = mask
        work[W_GROUP_NEED + at] = need
        n_groups += 1
    work[W_N_GROUPS] = U(n_groups)
    return total


@kernel
def list_places(work, n_places, allowed):
    """Write the places of every group; ways to deal out the groups' cards among them."""
    splits = ONE
    listed = 0
    for group in range(np.int64(work[W_N_GROUPS])):
        mask = work[W_ALLOWED + group]
        left = np.int64(work[W_GROUP_NEED + group])
        for place in range(n_places):
            need = np.int64(work[W_NEED + place])
            if need > 0 and allowed[place] & work[W_POOL] == mask:
                work[W_PLACE + listed] = U(place)
                listed += 1
                splits *= binomial(work, left, need)
                left -= need
        work[W_END + group] = U(listed)
    return splits


@kernel
def find_classes(work, pool):
    """Write the classes; how many, or -1 for more than there is room for."""
    n_groups = np.int64(work[W_N_GROUPS])
    work[W_CLASS] = pool
    n_classes = 1
    for group in range(n_groups):
        mask = work[W_ALLOWED + group]
        for c in range(n_classes):
            inside = work[W_CLASS + c] & mask
            outside = work[W_CLASS + c] & ~mask
            if min(inside, outside) != NOTHING:
                if unlikely(n_classes == MAX_CLASSES):
                    return -1
                work[W_CLASS + c] = inside
                work[W_CLASS + n_classes] = outside
                n_classes += 1
    later = NOTHING
    for group in range(n_groups - 1, -1, -1):
        packed = NOTHING
        for c in range(n_classes):
            if work[W_CLASS + c] & work[W_ALLOWED + group] != NOTHING:
                packed |= BYTE << U(8 * c)
        work[W_BYTES + group] = packed
        work[W_LATER + group] = later
        later |= packed
    return n_classes


@kernel
def ways_of_last_two(work, left):
    """Ways to serve the last two groups from `left` cards of each class."""
    group = np.int64(work[W_N_GROUPS]) - 2
    first = work[W_BYTES + group]
    second = work[W_BYTES + group + 1]
    both = sum_of_bytes(left & first & second)
    need = np.int64(work[W_GROUP_NEED + group]) - sum_of_bytes(left & first & ~second)
    if need < 0 or need > both or left & ~(first | second) != NOTHING:
        return NOTHING
    return binomial(work, both, need)


@kernel
def state_of(work, left, is_last):
    """The state with these cards left, a new one if it is not known; -1 where memory ends.

    A state is looked for under its hash alone.  One that another has taken the place of is made
    again, which costs time and changes nothing.
    """
    seen = W_SEEN + np.int64((left * HASH) >> HASH_SHIFT)
    n_states = np.int64(work[W_N_STATES])
    known = np.int64(work[seen])
    if known < n_states and work[W_STATES + known * STATE_SIZE + S_LEFT] == left:
        return known
    at = W_STATES + n_states * STATE_SIZE
    end = np.int64(work[W_SIZE]) - np.int64(work[W_N_EDGES]) * EDGE_SIZE
    if unlikely(at + STATE_SIZE > end):
        return -1
    work[at + S_LEFT] = left
    work[at + S_WAYS] = ways_of_last_two(work, left) if is_last else NOTHING
    work[at + S_N_EDGES] = NOTHING
    work[seen] = U(n_states)
    work[W_N_STATES] = U(n_states + 1)
    return n_states


@kernel
def add_edge(work, state, taken, choices, is_last):
    """Write one more edge of a state; whether there was room."""
    at = W_STATES + state * STATE_SIZE
    target = state_of(work, work[at + S_LEFT] - taken, is_last)
    n_edges = np.int64(work[W_N_EDGES]) + 1
    edge = np.int64(work[W_SIZE]) - n_edges * EDGE_SIZE
    if unlikely(target < 0 or edge < W_STATES + np.int64(work[W_N_STATES]) * STATE_SIZE):
        return False
    if work[at + S_N_EDGES] == NOTHING:
        work[at + S_FIRST] = U(edge)
    work[at + S_N_EDGES] += ONE
    work[W_N_EDGES] = U(n_edges)
    work[edge + E_TAKEN] = taken
    work[edge + E_STATE] = U(target)
    work[edge + E_UP_TO] = choices
    return True


@kernel
def expand(work, state, group, is_last):
    """Write all edges of a state: what `group` may take of each class; whether there was room."""
    left = work[W_STATES + state * STATE_SIZE + S_LEFT]
    allowed = work[W_BYTES + group]
    forced = left & allowed & ~work[W_LATER + group]  # nobody else may have these
    spare = np.int64(work[W_GROUP_NEED + group]) - sum_of_bytes(forced)
    choose_from = left & allowed & work[W_LATER + group]
    if spare < 0 or spare > sum_of_bytes(choose_from):
        return True
    which = local_ints(MAX_CLASSES)
    size = local_ints(MAX_CLASSES)
    taken = local_ints(MAX_CLASSES)
    n = 0
    for c in range(np.int64(work[W_N_CLASSES])):
        if byte_at(choose_from, c) > 0:
            which[n] = c
            size[n] = byte_at(choose_from, c)
            n += 1
    end = n  # classes before `end` get `spare` cards, filled from the front
    while True:
        for i in range(end):
            taken[i] = min(size[i], spare)
            spare -= taken[i]
        packed = forced
        choices = ONE
        for i in range(n):
            packed |= U(taken[i]) << U(8 * which[i])
            choices *= binomial(work, size[i], taken[i])
        if unlikely(not add_edge(work, state, packed, choices, is_last)):
            return False
        # The next way: one card more of the first class that can have one out of those before it.
        end = 0
        while end < n and (spare == 0 or taken[end] == size[end]):
            spare += taken[end]
            end += 1
        if end == n:
            return True
        taken[end] += 1
        spare -= 1


@kernel
def add_up(work):
    """Ways of every state, the last states first; those of the first one."""
    for state in range(np.int64(work[W_N_STATES]) - 1, -1, -1):
        at = W_STATES + state * STATE_SIZE
        edge = np.int64(work[at + S_FIRST])
        n_edges = np.int64(work[at + S_N_EDGES])
        if n_edges == 0:
            continue  # one of the last, which has its ways, or a dead end, which has none
        ways = NOTHING
        for _ in range(n_edges):
            target = np.int64(work[edge + E_STATE])
            ways += work[edge + E_UP_TO] * work[W_STATES + target * STATE_SIZE + S_WAYS]
            work[edge + E_UP_TO] = ways
            edge -= EDGE_SIZE
        work[at + S_WAYS] = ways
    return work[W_STATES + S_WAYS]


@kernel
def ways_of_groups(work):
    """Ways to choose every group's cards, with all states and edges; NO_ROOM where memory ends."""
    n_groups = np.int64(work[W_N_GROUPS])
    sizes = NOTHING
    for c in range(np.int64(work[W_N_CLASSES])):
        sizes |= U(popcount(work[W_CLASS + c])) << U(8 * c)
    if n_groups == 2:
        return ways_of_last_two(work, sizes)
    work[W_N_STATES] = NOTHING
    work[W_N_EDGES] = NOTHING
    if unlikely(state_of(work, sizes, False) < 0):
        return NO_ROOM
    state = 0
    for group in range(n_groups - 2):
        end = np.int64(work[W_N_STATES])
        while state < end:
            if unlikely(not expand(work, state, group, group == n_groups - 3)):
                return NO_ROOM
            state += 1
    return add_up(work)


@kernel
def prepare(work, pool, n_places, needs, allowed):
    """Count the layouts of `pool` and make `work` ready for drawing them.

    Parameters
    ----------
    work
        Pointer to a `workspace`.
    pool
        Mask of the cards not seen.
    n_places
        Places they may lie in, at most MAX_PLACES.
    needs, allowed
        Pointers to words: number of cards of each place, and mask of those that may lie there.

    Returns
    -------
    uint64
        Number of layouts.  0 where nothing fits; NO_ROOM where `work` is too small or there are
        more than MAX_CLASSES classes of cards.
    """
    work[W_WAYS] = NOTHING
    work[W_N_PLACES] = U(n_places)
    work[W_POOL] = pool
    if find_groups(work, pool, n_places, needs, allowed) != popcount(pool):
        return NOTHING
    n_groups = np.int64(work[W_N_GROUPS])
    somewhere = NOTHING
    for group in range(n_groups):
        somewhere |= work[W_ALLOWED + group]
    if somewhere != pool:
        return NOTHING
    splits = list_places(work, n_places, allowed)
    work[W_SPLITS] = splits
    ways = splits
    if n_groups > 1:
        n_classes = find_classes(work, pool)
        if unlikely(n_classes < 0):
            return NO_ROOM
        work[W_N_CLASSES] = U(n_classes)
        ways = ways_of_groups(work)
        if unlikely(ways == NO_ROOM):
            return NO_ROOM
        ways *= splits
    work[W_WAYS] = ways
    return ways
