"""The farmers' claims of a given deal, in the engine."""

# Types come from numba's signatures, as in the engine itself.
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from euchre_sim.cards import CardSet, parse_card
from euchre_sim.engine.ask import reset_outcome
from euchre_sim.engine.farmers import claim_farmers_hands
from euchre_sim.engine.jit import I64, INTS, U64, VECTOR, WORDS_2D, entry
from euchre_sim.engine.layout import (
    H_HIDDEN,
    H_SHOWN,
    H_SIZE,
    LOG_SIZE,
    LOG_STRIDE,
    OUTCOME_SIZE,
    R_N_HIDDEN,
    R_PLAYERS,
    VIEW_SIZE,
    lower_rules,
)
from euchre_sim.engine.memory import local_words, pointer
from euchre_sim.engine.view import open_view, start_view
from tests.differential.given import PythonPlayer, action_bit, lowest_legal
from tests.differential.log import read_decisions


@entry(I64, INTS, VECTOR, INTS, WORDS_2D, U64, VECTOR, INTS, VECTOR)
def claim_given(rules, hooks, assign, params, key, cards, outcome, log):
    """Let hands be claimed in a deal: hands, upcard, what was shown, hidden cards."""
    view, rule, held = local_words(VIEW_SIZE), pointer(rules), local_words(H_SIZE)
    n = rules[R_PLAYERS]
    for i in range(H_SIZE):
        held[i] = np.uint64(0)
    for seat in range(n):
        held[seat] = cards[seat]
    for i in range(rules[R_N_HIDDEN]):
        held[H_HIDDEN + i] = cards[n + 2 + i]
    start_view(rule, params, view)
    reset_outcome(pointer(log), pointer(outcome))
    open_view(rule, view, held, cards[n])
    found = claim_farmers_hands(
        rule, pointer(hooks), pointer(assign), view, held, key, pointer(log), pointer(outcome)
    )
    for seat in range(n):
        cards[seat] = held[seat]
    cards[n + 1] = held[H_SHOWN]
    return found


def claims(hands, upcard, hidden, rules, script=()):
    """What follows the claims, the decisions, the hands and the shown cards; ``NO`` is the default.

    `hidden` are the cards below the upcard, from the top.
    """
    n, lowered = rules.players, lower_rules(rules)
    texts = [*hands, upcard, "", *hidden.split()[: int(lowered[R_N_HIDDEN])]]
    cards = np.array([CardSet.parse(text).mask if text else 0 for text in texts], np.uint64)
    log, outcome = np.zeros(LOG_SIZE, np.uint64), np.zeros(OUTCOME_SIZE, np.int64)

    def answer(view, draw):
        number = int(log[0]) // LOG_STRIDE
        return (
            action_bit(view, script[number]) if number < len(script) else lowest_legal(view, draw)
        )

    player = PythonPlayer(answer)
    seated = player.everywhere(n)
    follows = claim_given(
        lowered, seated.hooks, seated.assign, seated.params, 1, cards, outcome, log
    )
    player.raise_failure()
    after = [{str(card) for card in CardSet.from_mask(int(mask))} for mask in cards[: n + 2]]
    assert after[n] == {str(parse_card(upcard))}
    return follows, read_decisions(log, 0, n), after[:n], after[n + 1]
