"""The kernel behind a decision in the middle of a deal: the rest of it, after every action."""

from __future__ import annotations

import numpy as np

from euchre_sim.analysis.script import S_ANSWERS, S_STRAYED, answer_at
from euchre_sim.analysis.weigh import (
    MAX_ACTIONS,
    N_ACCEPTED,
    N_DRAWN,
    N_ERROR,
    N_FAULT,
    begin_view,
    book_action,
)
from euchre_sim.engine.ask import reset_outcome
from euchre_sim.engine.auction import legal_discards, suit_of_upcard, takes_upcard
from euchre_sim.engine.bidding import THROWN_IN, auction
from euchre_sim.engine.bits import low_bit
from euchre_sim.engine.contract import to_contract
from euchre_sim.engine.hand import before_play, play_deal
from euchre_sim.engine.jit import I64, INTS, INTS_2D, U64, VECTOR, WORDS_2D, entry, kernel
from euchre_sim.engine.layout import (
    H_DEAD,
    H_SHOWN,
    H_SIZE,
    LEAVE_UPCARD,
    LOG_OFF,
    O_ERROR,
    O_POINTS,
    OUTCOME_SIZE,
    PHASE_DISCARD,
    R_MATES,
    R_PLAYERS,
    V_SCRIPT,
    VIEW_SIZE,
)
from euchre_sim.engine.memory import address_of, local_ints, local_words, pointer
from euchre_sim.engine.rng import hand_key
from euchre_sim.engine.view import open_view
from euchre_sim.inference.workspace import MAX_PLACES
from euchre_sim.inference.worlds import draw_world
from euchre_sim.solver.values import solved_points_after_cards

U = np.uint64
NOTHING = U(0)
LEAVE = U(LEAVE_UPCARD)


@kernel
def solve_after(rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, table):
    """Play a deal from the call to the first lead, and the rest with all cards face up.

    `table` is the address of the endings, the cards to play first, and how many these are.
    """
    endings, cards, n_cards = table
    if before_play(rules, hooks, assign, view, hands, upcard, key, log, out, code, buried, NOTHING):
        out[O_POINTS] = solved_points_after_cards(rules, view, hands, out, endings, cards, n_cards)


@kernel
def face_up(rules, hooks, assign, view, hands, upcard, key, log, out, is_buried, table):
    """Play a deal as scripted, and from the decision on with all cards face up.

    Where nothing `is_buried` yet, the dealer buries the card that is best for his side.
    """
    open_view(rules, view, hands, upcard)
    up_suit = suit_of_upcard(rules, upcard)
    code = auction(rules, hooks, assign, view, hands, up_suit, key, log, out, 1, 0)
    if code == THROWN_IN:
        return
    maker, trump = code & 7, (code >> 5) & 7
    dealer = rules[R_PLAYERS] - 1
    taken = takes_upcard(rules, maker, (code >> 3) & 3, (code >> 8) & 1 == 1)
    if is_buried or not taken:
        solve_after(rules, hooks, assign, view, hands, upcard, key, log, out, code, NOTHING, table)
        return
    kept = local_words(H_SIZE)
    for i in range(H_SIZE):
        kept[i] = hands[i]
    up = to_contract(upcard, trump)
    left = legal_discards(rules, maker, to_contract(hands[dealer], trump) | up, up) & ~LEAVE
    making = (rules[R_MATES + maker] >> dealer) & 1 == 1
    most = np.int64(-128)
    while left != NOTHING and out[O_ERROR] == 0:
        card = low_bit(left)
        left ^= card
        for i in range(H_SIZE):
            hands[i] = kept[i]
        open_view(rules, view, hands, upcard)
        solve_after(rules, hooks, assign, view, hands, upcard, key, log, out, code, card, table)
        most = max(most, out[O_POINTS] if making else -out[O_POINTS])
    out[O_POINTS] = most if making else -most


@entry(
    None, INTS, VECTOR, INTS, WORDS_2D, INTS, VECTOR, U64, U64, I64, I64, U64, I64, VECTOR,
    VECTOR, I64, VECTOR, U64, VECTOR, I64, INTS, INTS_2D, INTS_2D, INTS_2D,
)  # fmt: skip
def weigh_later_range(
    rules, hooks, assign, params, stakes, script, seed, first, count, seat, upcard, contract,
    worlds, shown, at, actions, endings, played, n_asked, counts, tallies, products, wins,
):  # fmt: skip
    """Draw worlds `first` .. `first + count - 1` of a seed; play those that fit after each action.

    Parameters
    ----------
    rules, assign, params, seed
        As for `engine.batch.play_range`.
    stakes
        As for `weigh.weigh_range`.
    hooks : uint64[:]
        `script.follow` in every place; the strategies' own are in the script.
    script : uint64[:]
        SCRIPT_SIZE words: what was seen of the deal. It is written to.
    seat : int
        Whose decision it is.
    upcard : uint64
        Printed lanes.
    contract : int
        -1 before a call; otherwise an unknown discard is a card of the place after the seats'.
    worlds : uint64[:]
        `inference.worlds.prepare` of the places: one a seat (nothing for the asker), the dealer's
        discard, the rest.
    shown : uint64[:]
        Cards of each seat that the asker has seen, as dealt (the asker's are all of them); for a
        dealer who took the upcard the upcard is among them as soon as he has played it.
    at : int
        Place of the asker's answer in the script.
    actions : uint64[:]
        The actions, at most MAX_ACTIONS.
    endings : uint64
        0: after the action the strategies play.  Otherwise the address of the solver's tables:
        after it all cards are face up and everybody plays his best.
    played : uint64[:]
        With endings: the cards played so far in their order and, where a card is asked for
        (`n_asked` 1), one more word for it.
    counts, tallies, products, wins
        As for `weigh.weigh_range`.
    """
    n = rules[R_PLAYERS]
    dealer = n - 1
    n_actions = actions.shape[0]
    view, log, out = local_words(VIEW_SIZE), local_words(1), local_ints(OUTCOME_SIZE)
    log[0] = U(LOG_OFF)
    dealt, hands, places = local_words(H_SIZE), local_words(H_SIZE), local_words(MAX_PLACES)
    got, chances = local_ints(MAX_ACTIONS), local_ints(MAX_ACTIONS)
    rule, hook, seated, answers = pointer(rules), pointer(hooks), pointer(assign), pointer(script)
    prepared, cards, n_played = pointer(worlds), pointer(played), len(played)
    mates = rules[R_MATES + seat]
    begin_view(rule, params, stakes, view)
    view[V_SCRIPT] = address_of(answers)
    buried_at = S_ANSWERS + answer_at(PHASE_DISCARD, dealer, 0)
    for i in range(count):
        number = first + U(i)
        key = hand_key(seed, number)
        draw_world(prepared, key, NOTHING, places)
        for other in range(n):
            dealt[other] = shown[other] | places[other]
            dealt[H_DEAD + other] = NOTHING
        dealt[H_SHOWN] = NOTHING
        if places[n] != NOTHING:
            answers[buried_at] = to_contract(places[n], contract)
            dealt[dealer] = (dealt[dealer] | places[n]) & ~upcard
        counts[N_DRAWN] += 1
        for a in range(n_actions):
            for j in range(H_SIZE):
                hands[j] = dealt[j]
            answers[S_ANSWERS + at] = actions[a]
            answers[S_STRAYED] = NOTHING
            reset_outcome(log, out)
            if endings == NOTHING:
                play_deal(rule, hook, seated, view, hands, upcard, key, log, out)
            else:
                if n_asked > 0:
                    cards[n_played - 1] = actions[a]
                face_up(
                    rule, hook, seated, view, hands, upcard, key, log, out,
                    answers[buried_at] != NOTHING, (endings, cards, n_played),
                )  # fmt: skip
            if answers[S_STRAYED] != NOTHING:
                break
            if out[O_ERROR] != 0:
                counts[N_ERROR] = out[O_ERROR]
                counts[N_FAULT] = np.int64(number)
                return
            counts[N_ACCEPTED] += a == 0
            book_action(out, mates, a, stakes, got, chances, tallies, products, wins)
