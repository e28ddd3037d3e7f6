"""Any game with all cards face up: alpha-beta, one card at a time.

Players, sides and contracts are whatever they are; a trick boundary of two pairs goes over to
`four_hands`, which is many times as fast.  Everything is in contract space.
"""

from __future__ import annotations

import numpy as np

from euchre_sim.engine.bits import low_bit, popcount
from euchre_sim.engine.contract import suit_mask
from euchre_sim.engine.jit import kernel
from euchre_sim.engine.layout import MAX_HAND, MAX_SEATS
from euchre_sim.engine.playing import next_active
from euchre_sim.engine.tricks import legal_plays, power
from euchre_sim.solver.four_hands import leaders_tricks, separators

U = np.uint64
NOTHING = U(0)
ONE = U(1)

# --- a position: one vector of words ------------------------------------------------------------
# Hands come first; the hand of a seat that sits out is empty.
P_PLAYERS = MAX_SEATS
P_ACTIVE = P_PLAYERS + 1  # seat mask of those who play
P_COUNTED = P_ACTIVE + 1  # seat mask of the side whose tricks are counted
P_RAISING = P_COUNTED + 1  # seat mask of those who want it to have many
P_TRUMPS = P_RAISING + 1  # all trumps; without trump the joker alone
P_IN_PLAY = P_TRUMPS + 1  # cards in the hands and on the table
P_SEAT = P_IN_PLAY + 1  # seat to move
P_LED_MASK = P_SEAT + 1  # cards that follow suit, 0 where a trick begins
P_BEST = P_LED_MASK + 1  # the card winning so far
P_BEST_SEAT = P_BEST + 1
P_TO_PLAY = P_BEST_SEAT + 1  # seats that have still to play to this trick
P_TABLES = P_TO_PLAY + 1  # address of the tables of endings; 0 for none
P_PAIRS = P_TABLES + 1  # 1: four play, two against two, and partners face each other
POSITION_SIZE = P_PAIRS + 1


@kernel
def open_position(position):
    """Fill the slots that follow from the others."""
    in_play = position[P_IN_PLAY]
    for seat in range(MAX_SEATS):
        in_play |= position[seat]
    position[P_IN_PLAY] = in_play
    four = position[P_PLAYERS] == U(4) and position[P_ACTIVE] == U(15)
    counted = position[P_COUNTED]
    pairs = counted == U(5) or counted == U(10)
    alike = position[P_RAISING] == counted
    position[P_PAIRS] = ONE if four and pairs and alike else NOTHING


@kernel
def last_cards(position, leader, to_play, led_mask, best, best_seat):
    """Whether the counted side gets the trick of everyone's last card."""
    n, active = np.int64(position[P_PLAYERS]), np.int64(position[P_ACTIVE])
    trumps = position[P_TRUMPS]
    seat, winner = leader, best_seat
    for _ in range(to_play):
        card = position[seat]
        if led_mask == NOTHING:
            led_mask = suit_mask(card, trumps)
        strength = power(card, led_mask, trumps)
        winner = seat if strength > best else winner
        best = strength if strength > best else best
        seat = next_active(n, active, seat)
    return np.int64((position[P_COUNTED] >> U(winner)) & ONE)


@kernel
def tricks_from(position, seat, to_play, led_mask, best, best_seat, alpha, beta):
    """Tricks of the counted side from here on, the current one included.

    What is at most `alpha` or at least `beta` is only a bound.  The hands in `position` are
    changed on the way and as before in the end.
    """
    hand = position[seat]
    cards = popcount(hand)
    n, active = np.int64(position[P_PLAYERS]), np.int64(position[P_ACTIVE])
    trumps = position[P_TRUMPS]
    counted = position[P_COUNTED]
    if led_mask == NOTHING:
        if cards == 0 or alpha >= cards:
            return cards
        if beta <= 0:
            return 0
        if position[P_PAIRS] == ONE:
            second = (seat + 1) & 3
            third = (seat + 2) & 3
            fourth = (seat + 3) & 3
            own = (counted >> U(seat)) & ONE == ONE
            low = alpha if own else cards - beta
            high = beta if own else cards - alpha
            found = leaders_tricks(
                hand, position[second], position[third], position[fourth],
                trumps, cards, low, high, position[P_TABLES],
            )  # fmt: skip
            return found if own else cards - found
    if cards == 1:
        return last_cards(position, seat, to_play, led_mask, best, best_seat)

    raising = (position[P_RAISING] >> U(seat)) & ONE == ONE
    in_play = position[P_IN_PLAY]
    others = (in_play ^ hand) | separators(trumps)
    legal = legal_plays(hand, led_mask)
    fits = led_mask | trumps if led_mask != NOTHING else ~NOTHING
    winning = legal & fits & (NOTHING - (best << ONE)) if best != NOTHING else legal
    friend = led_mask != NOTHING and ((counted >> U(seat)) & ONE == (counted >> U(best_seat)) & ONE)
    tried = legal ^ winning if friend else winning
    later = legal ^ tried
    value = np.int64(-1) if raising else np.int64(MAX_HAND + 1)
    following = next_active(n, active, seat)
    while True:
        if tried == NOTHING:
            if later == NOTHING:
                break
            tried = later
            later = NOTHING
        card = low_bit(tried)
        above = others & (NOTHING - card)
        tried &= above | (NOTHING - above)  # cards up to another's next one are as good as this

        new_led = led_mask if led_mask != NOTHING else suit_mask(card, trumps)
        strength = power(card, new_led, trumps)
        wins = strength > best
        new_best = strength if wins else best
        new_seat = seat if wins else best_seat
        position[seat] = hand ^ card
        if to_play == 1:
            won = np.int64((counted >> U(new_seat)) & ONE)
            left = NOTHING
            for i in range(n):
                left |= position[i]
            position[P_IN_PLAY] = left
            found = won + tricks_from(
                position, new_seat, popcount(position[P_ACTIVE]), NOTHING, NOTHING, new_seat,
                alpha - won, beta - won,
            )  # fmt: skip
            position[P_IN_PLAY] = in_play
        else:
            found = tricks_from(
                position, following, to_play - 1, new_led, new_best, new_seat, alpha, beta
            )
        position[seat] = hand
        if raising:
            value = max(value, found)
            alpha = max(alpha, found)
        else:
            value = min(value, found)
            beta = min(beta, found)
        if alpha >= beta:
            break
    return value


@kernel
def value_of(position, alpha, beta):
    """Tricks of the counted side from an opened position on; bounds outside the window."""
    return tricks_from(
        position, np.int64(position[P_SEAT]), np.int64(position[P_TO_PLAY]),
        position[P_LED_MASK], position[P_BEST], np.int64(position[P_BEST_SEAT]),
        np.int64(alpha), np.int64(beta),
    )  # fmt: skip


@kernel
def play_card(position, card):
    """The seat to move plays a card; whether the counted side gets a trick by it."""
    n, active = np.int64(position[P_PLAYERS]), np.int64(position[P_ACTIVE])
    seat = np.int64(position[P_SEAT])
    trumps, led_mask = position[P_TRUMPS], position[P_LED_MASK]
    if led_mask == NOTHING:
        led_mask = suit_mask(card, trumps)
        position[P_LED_MASK] = led_mask
    position[seat] ^= card
    strength = power(card, led_mask, trumps)
    if strength > position[P_BEST]:
        position[P_BEST] = strength
        position[P_BEST_SEAT] = U(seat)
    if position[P_TO_PLAY] != ONE:
        position[P_TO_PLAY] -= ONE
        position[P_SEAT] = U(next_active(n, active, seat))
        return np.int64(0)
    winner = position[P_BEST_SEAT]
    position[P_SEAT] = winner
    begin_trick(position)
    return np.int64((position[P_COUNTED] >> winner) & ONE)


@kernel
def begin_trick(position):
    """Nothing is on the table, and all have still to play."""
    in_play = NOTHING
    for seat in range(MAX_SEATS):
        in_play |= position[seat]
    position[P_IN_PLAY] = in_play
    position[P_LED_MASK] = NOTHING
    position[P_BEST] = NOTHING
    position[P_BEST_SEAT] = position[P_SEAT]
    position[P_TO_PLAY] = U(popcount(position[P_ACTIVE]))


@kernel
def weigh_cards(position, scratch, cards, tricks):
    """Tricks of the counted side from here on after each legal card of the seat to move.

    Parameters
    ----------
    position : pointer to uint64
        An opened position; not changed.
    scratch : pointer to uint64
        POSITION_SIZE words.
    cards : pointer to uint64
        Filled with the legal cards.
    tricks : pointer to int64
        Filled with what each is worth.

    Returns
    -------
    int64
        Number of legal cards.
    """
    hand = position[np.int64(position[P_SEAT])]
    legal = legal_plays(hand, position[P_LED_MASK])
    others = (position[P_IN_PLAY] ^ hand) | separators(position[P_TRUMPS])
    count = 0
    while legal != NOTHING:
        card = low_bit(legal)
        above = others & (NOTHING - card)
        alike = legal & ~(above | (NOTHING - above))
        legal ^= alike
        for i in range(POSITION_SIZE):
            scratch[i] = position[i]
        value = play_card(scratch, card)
        value += value_of(scratch, -1, MAX_HAND + 1)
        while alike != NOTHING:
            cards[count] = low_bit(alike)
            tricks[count] = value
            alike ^= cards[count]
            count += 1
    return count
