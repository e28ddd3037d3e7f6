"""One given deal through the engine, with players written in Python.

The engine calls its strategies by address, so a Python function wrapped as a C function can sit at
the table.  It sees the same view as any strategy: a test can follow a script and look at what each
seat was shown.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.players import Players
from euchre_sim.cards import CardSet, parse_card
from euchre_sim.engine.layout import (
    LOG_SIZE,
    LOG_STRIDE,
    N_PARAMS,
    N_PHASES,
    O_ERROR,
    OUTCOME_SIZE,
    PASS,
    PHASE_NAMES,
    V_CONTRACT,
    V_LEGAL,
    V_MUST_CALL,
    V_PHASE,
    V_ROUND,
    V_UPCARD_SUIT,
    VIEW_SIZE,
    lower_rules,
)
from euchre_sim.rules import HouseRules
from tests.differential.kernels import play_dealt
from tests.differential.log import JOKER_UP, LoggedHand, read_hand, words

View = npt.NDArray[np.uint64]
Answer = Callable[[View, int], int]

CALLBACK = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64), ctypes.c_uint64)


class PythonPlayer:
    """A function ``(view, draw) -> action bit`` at the table, in every phase.

    The engine cannot pass on an exception: it is kept, the hand ends with an illegal answer, and
    `raise_failure` raises it afterwards.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.failure: BaseException | None = None
        self._callback = CALLBACK(self._called)
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        assert address is not None
        self.address = address

    def _called(self, pointer: Any, draw: int) -> int:
        try:
            return self.answer(np.ctypeslib.as_array(pointer, (VIEW_SIZE,)).copy(), draw)
        except BaseException as failure:
            self.failure = failure
            return 0

    def raise_failure(self) -> None:
        """Raise what went wrong inside the answers."""
        if self.failure is not None:
            raise self.failure

    def everywhere(self, n_seats: int = 4) -> PythonPlayers:
        """This player in every seat; parameter 0 of a seat's strategy is the seat's number."""
        params = np.zeros((n_seats, N_PARAMS), np.uint64)
        params[:, 0] = np.arange(n_seats)
        hooks = np.full(n_seats * N_PHASES, self.address, np.uint64)
        return PythonPlayers((), hooks, params, np.arange(n_seats, dtype=np.int64), self)


@dataclass(frozen=True)
class PythonPlayers(Players):
    """Players that hold on to the Python function behind their addresses."""

    player: PythonPlayer


def named_actions(view: View) -> dict[int, str]:
    """Words for the action bits of the decision that a view is about."""
    call_round = int(view[V_ROUND])
    names_trump = call_round == 1 and view[V_MUST_CALL] == 1  # for a joker turned up
    return words(
        PHASE_NAMES[int(view[V_PHASE])],
        call_round,
        JOKER_UP if names_trump else int(view[V_UPCARD_SUIT]),
        int(view[V_CONTRACT]),
    )


def action_bit(view: View, token: str) -> int:
    """The action bit of a word."""
    return next(bit for bit, name in named_actions(view).items() if name == token)


def lowest_legal(view: View, draw: int) -> int:
    """The legal action with the lowest bit: a pass, a NO, a low card."""
    legal = int(view[V_LEGAL])
    return legal & -legal


def lowest_call(view: View, draw: int) -> int:
    """The legal action with the lowest bit that is not a pass (nor a NO), if there is one."""
    legal = int(view[V_LEGAL])
    calls = legal & ~PASS
    return calls & -calls if calls else legal


@dataclass(frozen=True)
class PlayedHand:
    """A hand that was played from a given deal, and the views that its players were shown."""

    logged: LoggedHand
    error: int
    views: dict[int, View] = field(repr=False)  # by the number of the decision


@cache
def lowered(rules: HouseRules) -> npt.NDArray[np.int64]:
    """Rules as the kernels read them."""
    return lower_rules(rules)


def pack_deal(hands: Sequence[str] | Sequence[frozenset[str]], upcard: str) -> View:
    """Every seat's cards and, last, the upcard, as the engine has them."""
    texts = [hand if isinstance(hand, str) else " ".join(sorted(hand)) for hand in hands]
    masks = [CardSet.parse(text).mask for text in texts]
    return np.array([*masks, parse_card(upcard).bit], np.uint64)


def play_given(
    hands: Sequence[str] | Sequence[frozenset[str]],
    upcard: str,
    answer: Callable[[View, int, int], int],
    rules: HouseRules,
    key: int = 1,
) -> PlayedHand:
    """Play a deal; `answer` gets the view, the random word and the number of the decision."""
    log = np.zeros(LOG_SIZE + 1, np.uint64)
    views: dict[int, View] = {}

    def asked(view: View, draw: int) -> int:
        number = int(log[0]) // LOG_STRIDE
        views[number] = view
        return answer(view, draw, number)

    player = PythonPlayer(asked)
    players = player.everywhere(rules.players)
    outcome = np.zeros(OUTCOME_SIZE, np.int64)
    dealt = pack_deal(hands, upcard)
    play_dealt(
        lowered(rules),
        players.hooks,
        players.assign,
        players.params,
        key,
        dealt,
        outcome,
        log,
    )
    player.raise_failure()
    result = outcome.tolist()
    return PlayedHand(read_hand(dealt, log, result, rules), result[O_ERROR], views)


def run(
    hands: Sequence[str] | Sequence[frozenset[str]],
    upcard: str,
    *script: str,
    rules: HouseRules | None = None,
) -> PlayedHand:
    """Play a deal by a script of words, one a decision; behind its end the lowest legal action.

    Forced decisions belong into the script like any other; the hand is checked to have gone as
    it was written.
    """

    def scripted(view: View, draw: int, number: int) -> int:
        if number < len(script):
            return action_bit(view, script[number])
        return lowest_legal(view, draw)

    played = play_given(hands, upcard, scripted, rules or HouseRules())
    followed = [decision.action for decision in played.logged.decisions[: len(script)]]
    assert followed == list(script), f"the hand went {followed}"
    return played
