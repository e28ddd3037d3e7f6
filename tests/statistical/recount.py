"""What `simulate` counts, counted again in plain Python from the outcome of every hand."""

from collections import Counter, defaultdict

import numpy as np

from euchre_sim.analysis.classes import classes_of as classes_under
from euchre_sim.analysis.players import find_players
from euchre_sim.cards import Card, CardSet, Suit
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import (
    O_CALL,
    O_LONE,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    lower_rules,
)

COUNTS = ("n", "calls", "made", "march", "lone_sweep", "euchred", "points", "points_squared")


def played(strategies, rules, seed, first, count):
    """Outcome, dealt hands and upcard of every hand."""
    players = find_players(strategies, rules)
    outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((count, rules.players + 1), np.uint64)
    fault = play_range(
        lower_rules(rules), players.hooks, players.assign, players.params,
        np.uint64(seed), np.uint64(first), count, outcomes, dealt, np.zeros(0, np.uint64),
    )  # fmt: skip
    assert fault == -1
    for row, cards in zip(outcomes.tolist(), dealt.tolist(), strict=True):
        hands = [CardSet.from_mask(mask) for mask in cards[:-1]]
        yield row, hands, Card.from_bit(cards[-1])


def decisions(row, upcard, rules):
    """Every call and pass of a hand: seat, round, action, suit called, alone."""
    maker = row[O_MAKER]
    for call_round in (1, 2):
        for seat in range(rules.players):
            if (maker, row[O_ROUND]) != (seat, call_round):
                yield seat, call_round, "pass", None, None
                continue
            suit = Suit(row[O_CALL] % 8)
            word = "order" if call_round == 1 else "call"
            assert call_round == 2 or suit == upcard.suit
            yield seat, call_round, word, suit, row[O_LONE] == seat
            return


def relation(suit, upcard):
    if suit is None:
        return None
    return {upcard.suit: "turned", upcard.suit.mate: "next"}.get(suit, "crossing")


def counted(row, seat, action, rules):
    """What one decision adds to the counts; the points are those of the seat's side."""
    maker, tricks = row[O_MAKER], row[O_TRICKS]
    points = row[O_POINTS]
    if maker >= 0 and (maker - seat) % 2:
        points = -points
    call = action != "pass"
    made = call and tricks >= rules.tricks_needed
    swept = call and tricks == rules.hand_size
    alone = row[O_LONE] >= 0
    return Counter(
        n=1,
        calls=int(call),
        made=int(made),
        march=int(swept and not alone),
        lone_sweep=int(swept and alone),
        euchred=int(call and not made),
        points=points,
        points_squared=points * points,
    )


def summary_of(strategies, rules, seed, first, count):
    """Counts by (position, round, action, relation, alone)."""
    found = defaultdict(Counter)
    for row, _, upcard in played(strategies, rules, seed, first, count):
        for seat, call_round, action, suit, alone in decisions(row, upcard, rules):
            key = (seat + 1, call_round, action, relation(suit, upcard), alone)
            found[key].update(counted(row, seat, action, rules))
    return found


def classes_of(strategies, rules, seed, first, count):
    """Counts by (class, position, round, action, canonical suit, alone)."""
    classes = classes_under(rules)
    found = defaultdict(Counter)
    for row, hands, upcard in played(strategies, rules, seed, first, count):
        for seat, call_round, action, suit, alone in decisions(row, upcard, rules):
            number = classes.number(hands[seat], upcard)
            named = None if suit is None else classes.canonical_suit(hands[seat], upcard, suit)
            letter = None if named is None else named.letter.lower()
            key = (number, seat + 1, call_round, action, letter, bool(alone))
            found[key].update(counted(row, seat, action, rules))
    return found
