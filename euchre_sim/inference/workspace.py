"""The memory that layouts are counted in: one vector of words with named slots.

A kernel cannot make arrays, so that whoever asks brings the memory.  `prepare` (`ways`) writes the
slots and `worlds` reads them.  What is the same for every question, the tables of binomials and of
choices, is reached by its address, which stands in the first slots.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from euchre_sim.engine.subsets import choices

__all__ = ["MAX_CARDS", "MAX_CLASSES", "MAX_PLACES", "NO_ROOM", "workspace"]

MAX_CARDS = 33  # the largest deck
MAX_PLACES = 8  # five other hands of six, the dealer's discard and the kitty, and one to spare
MAX_CLASSES = 8  # one byte of a word each; four suits, the joker and the upcard are six
NO_ROOM = 2**64 - 1  # instead of a number of layouts: more classes or more memory are needed

TABLE_CARDS = 24  # choices out of so many cards are looked up,
TABLE_PICKS = 5  # where at most so many are chosen or left; others are worked out

W_SIZE = 0  # words in all
W_BINOMIALS = 1  # address of C(n, k), rows of MAX_CARDS + 1
W_CHOICES = 2  # TABLE_PICKS + 1 slots: addresses of `subsets.choices`
HEAD_SIZE = 8  # words that are the same in every workspace
# --- the question, as `prepare` left it --------------------------------------------------------
W_WAYS = HEAD_SIZE  # layouts in all
W_SPLITS = 9  # ways to deal out the cards of every group to its places
W_N_PLACES = 10
W_N_GROUPS = 11
W_N_CLASSES = 12
W_N_STATES = 13
W_N_EDGES = 14
W_POOL = 15
W_NEED = 16  # MAX_PLACES slots: cards of each place
W_PLACE = W_NEED + MAX_PLACES  # MAX_PLACES slots: places in the order of their groups
W_CLASS = W_PLACE + MAX_PLACES  # MAX_CLASSES slots: cards of each class
# MAX_PLACES slots each, by group:
W_ALLOWED = W_CLASS + MAX_CLASSES  # cards allowed there
W_BYTES = W_ALLOWED + MAX_PLACES  # the same as classes: a byte of ones for each
W_LATER = W_BYTES + MAX_PLACES  # classes allowed in any later group
W_GROUP_NEED = W_LATER + MAX_PLACES  # cards in all
W_END = W_GROUP_NEED + MAX_PLACES  # one past its last item of W_PLACE
# --- states from the front, edges from the back ------------------------------------------------
W_SEEN = W_END + MAX_PLACES  # a state for each hash
SEEN_BITS = 11
W_STATES = W_SEEN + (1 << SEEN_BITS)

STATE_SIZE = 4
S_LEFT = 0  # cards left of each class, a byte each
S_WAYS = 1  # ways to serve all groups that are left
S_FIRST = 2  # its first edge; the others follow towards the front of the memory
S_N_EDGES = 3
EDGE_SIZE = 3
E_TAKEN = 0  # cards the group takes of each class, a byte each
E_STATE = 1  # where that leads
E_UP_TO = 2  # worlds of this edge and of those before it

# In 6,000 random hands of three and four players, with up to three voids shown by each, at most
# 5,705 words were used; in 3,000 of six players 52,777, for which 1 << 16 is enough.
USUAL_SIZE = 1 << 13


@cache
def _binomials() -> npt.NDArray[np.uint64]:
    """C(n, k) for all n and k up to MAX_CARDS; kernels read it by its address."""
    numbers = range(MAX_CARDS + 1)
    return np.array([[comb(n, k) for k in numbers] for n in numbers], np.uint64)


def workspace(size: int = USUAL_SIZE) -> npt.NDArray[np.uint64]:
    """Return memory for `prepare`: `size` words, of use in this process only."""
    assert size >= W_STATES
    work = np.zeros(size, np.uint64)
    work[W_SIZE] = size
    work[W_BINOMIALS] = _binomials().ctypes.data
    for k in range(TABLE_PICKS + 1):
        work[W_CHOICES + k] = choices(TABLE_CARDS, k).ctypes.data
    return work
