"""When the default strategy names trump, and when it does so alone.

A hand is appraised by what calling wins over passing, in hundredths of a point per deal, from each
seat in each round.  The numbers were measured: many deals were played on from that decision both
ways, everything else equal and all four players playing this strategy, and the differences were
fitted by the number of trumps, the top trumps, side aces and kings, voids and the upcard.  They
say in figures what players say in words:

- first hand orders almost nothing: its bowers are worth as much in defence, and it speaks first
  in round 2, when it makes it next on far less;
- the dealer's partner assists on two good trumps, the dealer takes it up with two and a side ace;
- the third hand needs three good trumps against a dealer with a sixth card to choose from;
- an upcard bower or ace is a reason to pass for the dealer's opponents;
- in round 2 next is for the dealer's opponents and crossing for the dealer's side.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import highest, popcount
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.jit import hook, inlined
from euchre_sim.engine.layout import (
    FLAG_ALONE,
    FLAG_BEST_CARD,
    FLAG_UNUSUAL,
    NO,
    V_DECK,
    V_FLAGS,
    V_HAND,
    V_LEGAL,
    V_LONE_VALUE,
    V_PLAYERS,
    V_ROUND,
    V_SEAT,
    V_UPCARD,
    V_UPCARD_SUIT,
    YES,
)
from euchre_sim.engine.memory import unlikely
from euchre_sim.strategies.basic_score import (
    MARCH,
    STANDARD_LONE_VALUE,
    alone_bar,
    call_bar,
    donates,
    score_counts,
    we_need,
)
from euchre_sim.strategies.bidding import (
    call_of,
    dealer_is_ours,
    deals,
    lone_call_of,
    parameter,
    suits_held,
)
from euchre_sim.strategies.cards import JOKER, LANE, NONE, ONE, TRUMPS
from euchre_sim.strategies.no_trump import WITHOUT_TRUMP, best_without_trump
from euchre_sim.strategies.simple_play import to_bury

U = np.uint64
YES_BIT = U(YES)
NO_BIT = U(NO)
PASS_BIT = U(1)
TWO = U(2)
ALONE_ALLOWED = U(FLAG_ALONE)
UNUSUAL = U(FLAG_UNUSUAL)
BEST_CARD = U(FLAG_BEST_CARD)
THRESHOLD, ALONE = 0, 1  # parameters
NEVER = -1000
HOPELESS = -60  # so far below passing, playing alone is not even looked at
WORTH_OF_A_POINT_ALONE = 40  # a lone hand in doubt takes all tricks in two deals of five

GREEN_ACES = U(1 << 44 | 1 << 12)
NEXT_ACE = U(1 << 28)
GREEN_KINGS = U(1 << 43 | 1 << 11)
JACK = U(1 << 9)  # in a lane by itself
MASK = U(1023)
MIDDLE = 512
UP_MASK = U(255)
UP_MIDDLE = 128
TOP_UP = 62  # bit of an upturned right bower


def _packed(fields: tuple[int, ...]) -> np.uint64:
    """Up to six numbers of -512..511 in one word."""
    return U(sum((value + MIDDLE) << (10 * i) for i, value in enumerate(fields)))


def _packed_upcards(jack: int, ace: int, king: int, queen: int, ten: int) -> np.uint64:
    """What each upcard is worth, by its distance below the right bower; lower ones count 0."""
    steps = (jack, 0, ace, king, queen, 0, ten, 0)
    return U(sum((value + UP_MIDDLE) << (8 * i) for i, value in enumerate(steps)))


# By round and seat: first hand, dealer's partner, third hand, dealer (after burying).
# With 0, 1, ... 5 trumps.
BY_TRUMPS = (
    _packed((-66, -58, -27, 38, 97, 125)),
    _packed((-67, -58, -4, 57, 122, 140)),
    _packed((-69, -97, -79, -23, 21, 60)),
    _packed((-200, -170, -53, 39, 95, 153)),
    _packed((-165, -119, -45, 26, 109, 130)),
    _packed((-79, -45, 6, 50, 128, 140)),
    _packed((-187, -135, -41, 49, 112, 130)),
    _packed((-186, -148, -64, -1, 30, 50)),
)
# Right bower, left bower, ace of trump; ace of the other colour, ace of next, king of the other
# colour.
BY_HONOURS = (
    _packed((4, -53, -20, 7, -1, 8)),
    _packed((30, -11, -9, 11, 1, 8)),
    _packed((34, 2, -8, 8, 6, 6)),
    _packed((67, -16, -6, 27, 15, 12)),
    _packed((30, -23, -26, 22, 12, 10)),
    _packed((30, 0, -13, 14, 8, 7)),
    _packed((53, -6, -10, 42, 38, 15)),
    _packed((65, 28, 13, 51, 41, 11)),
)
# King of next, one void, two voids, the suit being next.
BY_SHAPE = (
    _packed((-7, -10, -21, 0)),
    _packed((-3, 0, 1, 0)),
    _packed((2, 5, 20, 0)),
    _packed((2, 4, 36, 0)),
    _packed((3, 8, 22, 57)),
    _packed((4, 1, 0, -31)),
    _packed((9, 4, 18, 37)),
    _packed((0, 23, 35, -11)),
)
BY_UPCARD = (
    _packed_upcards(-31, -11, -2, -1, 0),
    _packed_upcards(-6, 2, 4, 3, 2),
    _packed_upcards(-40, -10, -3, -1, 0),
    _packed_upcards(0, 0, 0, 0, 0),
)

# What playing alone wins over calling with the partner: by seat, then by trumps (2 and more) ...
ALONE_BY_SEAT = (-244, -264, -300, -262, -230, -256, -272, -255)
ALONE_BY_TRUMPS = _packed((-300, -300, 0, 80, 136, 215))
# ... by right, left, ace, ace of the other colour, ace of next, king of the other colour ...
ALONE_BY_HONOURS = _packed((68, 47, 24, 76, 72, 29))
# ... and by king of next, one void, two voids, king of trump.
ALONE_BY_SHAPE = _packed((26, 19, 58, 8))
KING_OF_TRUMP = U(1 << 59)

FOUR_PLAYERS = U(4)
JOKER_OFFSET = -30
OFFSET_OF_TWO = 20
OFFSET_OF_THREE = -85
OFFSET_OF_SIX = -25
ALONE_OF_SIX = -120
ALONE_WITH_BEST = 60  # with the partner's best card
SHORT_OF_SIX = -300  # with fewer than three trumps against three opponents


@inlined
def entry(word, number):
    """One of the numbers packed into a word."""
    return np.int64((word >> U(10 * number)) & MASK) - MIDDLE


@inlined
def appraise(cards, by_trumps, by_honours, by_shape):
    """Add up one set of numbers for five cards in contract space."""
    value = entry(by_trumps, popcount(cards & TRUMPS))
    value += entry(by_honours, 0) * np.int64((cards >> U(62)) & ONE)
    value += entry(by_honours, 1) * np.int64((cards >> U(61)) & ONE)
    value += entry(by_honours, 2) * np.int64((cards >> U(60)) & ONE)
    value += entry(by_honours, 3) * popcount(cards & GREEN_ACES)
    value += entry(by_honours, 4) * np.int64((cards >> U(28)) & ONE)
    value += entry(by_honours, 5) * popcount(cards & GREEN_KINGS)
    value += entry(by_shape, 0) * np.int64((cards >> U(27)) & ONE)
    plain_suits = popcount(suits_held(cards & ~TRUMPS))
    if plain_suits == 2:
        value += entry(by_shape, 1)
    elif plain_suits < 2:
        value += entry(by_shape, 2)
    return value


@inlined
def usual_cards(view, cards):
    """Cards in contract space as the tables know them: a joker takes the right bower's place.

    Every trump goes one place down then, so that the three highest are still the three highest.
    """
    if view[V_DECK] & JOKER != NONE:
        return (cards & ~TRUMPS) | ((cards & TRUMPS) >> ONE)
    return cards


@inlined
def table_offset(view, cards):
    """What calling wins more, or less, than the tables say, where the table or the deck differs.

    Set by trying: for each preset, the number with which this strategy wins most against itself.
    """
    if view[V_PLAYERS] == FOUR_PLAYERS:
        return JOKER_OFFSET
    if view[V_PLAYERS] == TWO:
        return OFFSET_OF_TWO
    n_trumps = popcount(cards & TRUMPS)
    if n_trumps > 3:
        return 0
    if view[V_PLAYERS] < FOUR_PLAYERS:
        return OFFSET_OF_THREE
    return OFFSET_OF_SIX if n_trumps > 2 else SHORT_OF_SIX


@inlined
def trumps_held(hand, suit):
    """Trumps in a hand in the printed lanes, the left bower among them."""
    lane = (LANE << U(16 * suit)) | JOKER
    left = JACK << U(16 * (suit ^ 2))
    return popcount(hand & (lane | left))


@inlined
def place(view):
    """Row of the tables: 0..3 in round 1, 4..7 in round 2."""
    seat = 2
    if deals(view):
        seat = 3
    elif dealer_is_ours(view):
        seat = 1
    elif view[V_SEAT] == NONE:
        seat = 0
    return seat + 4 * np.int64(view[V_ROUND] != ONE)


@inlined
def lone_gain(view, cards, row):
    """What playing alone wins over playing with the partner, as the sides stand in the game.

    `cards` are as the tables know them (`usual_cards`).
    """
    value = ALONE_BY_SEAT[row] + appraise(cards, ALONE_BY_TRUMPS, ALONE_BY_HONOURS, ALONE_BY_SHAPE)
    value += entry(ALONE_BY_SHAPE, 3) * np.int64(cards & KING_OF_TRUMP != NONE)
    bonus = np.int64(view[V_LONE_VALUE]) - STANDARD_LONE_VALUE
    if score_counts(view):
        if we_need(view) <= MARCH:  # a march with the partner wins the game
            return NEVER
        value -= alone_bar(view)
        bonus = min(bonus, max(we_need(view) - STANDARD_LONE_VALUE, 0))  # no more than it takes
    if view[V_PLAYERS] > FOUR_PLAYERS:
        value += ALONE_OF_SIX
    if view[V_FLAGS] & BEST_CARD != NONE:
        value += ALONE_WITH_BEST
    return value + WORTH_OF_A_POINT_ALONE * bonus - parameter(view, ALONE)


@inlined
def weigh(view, cards, row, suit, extra):
    """What the best call of one suit wins over passing, and that call's action bit."""
    legal = view[V_LEGAL]
    if unlikely(view[V_FLAGS] & UNUSUAL != NONE):
        cards = usual_cards(view, cards)
        extra += table_offset(view, cards)
    gain = extra + appraise(cards, BY_TRUMPS[row], BY_HONOURS[row], BY_SHAPE[row])
    action = legal & call_of(suit)
    alone = legal & lone_call_of(suit)
    if action == NONE or (gain > HOPELESS and view[V_FLAGS] & ALONE_ALLOWED != NONE):
        more = lone_gain(view, cards, row)
        if action == NONE:  # alone or not at all
            return gain + more, alone
        if more > 0:
            gain += more
            if alone != NONE:
                action = alone
    return gain, action


@hook
def call(view, draw):
    """Name trump if that is worth more than passing; with a strong hand alone.

    A dealer who may not pass names the best suit he has.
    """
    hand = view[V_HAND]
    legal = view[V_LEGAL]
    turned = np.int64(view[V_UPCARD_SUIT])
    best = parameter(view, THRESHOLD)
    chosen = PASS_BIT
    if score_counts(view):
        best += call_bar(view, place(view))
        order = legal & call_of(turned)
        if order != NONE and donates(view, to_contract(hand, turned)):
            chosen = order
    if legal & PASS_BIT == NONE:
        best = NEVER * 10
    if view[V_ROUND] == ONE:
        n_trumps = trumps_held(hand, turned) + np.int64(deals(view))
        if n_trumps < 2 and best >= 0:  # never enough, and most hands
            return chosen
        row = place(view)
        cards = to_contract(hand, turned)
        upcard = to_contract(view[V_UPCARD], turned)
        extra = 0
        if row == 3:
            cards |= upcard
            cards ^= to_bury(cards, cards)
        else:
            step = U(8 * min(max(TOP_UP - highest(upcard), 0), 7))
            extra = np.int64((BY_UPCARD[row] >> step) & UP_MASK) - UP_MIDDLE
        gain, action = weigh(view, cards, row, turned, extra)
        return action if gain > best else chosen
    row = place(view)
    for suit in range(4):
        if legal & (call_of(suit) | lone_call_of(suit)) != NONE:
            extra = entry(BY_SHAPE[row], 3) if suit ^ turned == 2 else 0
            gain, action = weigh(view, to_contract(hand, suit), row, suit, extra)
            if gain > best:
                best = gain
                chosen = action
    if unlikely(legal & WITHOUT_TRUMP != NONE):
        return best_without_trump(view, hand, legal, best, chosen)
    return chosen


@hook
def alone(view, draw):
    """Declare alone before the first lead where that is worth more than the partner's help."""
    cards = usual_cards(view, view[V_HAND])
    return YES_BIT if lone_gain(view, cards, place(view)) > 0 else NO_BIT
