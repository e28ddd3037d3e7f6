"""Hands as the engine logged them, in words: who was asked what, what was open, what was chosen.

The engine logs masks in contract space with seats counted from the dealer's left.  Here they become
printed cards and the tokens of the reference engine, so that a test can hold the two side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.cards import Card, CardSet, Suit, deck_mask
from euchre_sim.engine import steps
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    LOG_ACTION,
    LOG_KEY,
    LOG_LEGAL,
    LOG_SIZE,
    LOG_STRIDE,
    NO,
    O_CALL,
    O_ERROR,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    PASS,
    PHASE_NAMES,
    YES,
    call_bit,
    lower_rules,
)
from euchre_sim.rules import HouseRules

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]

DECK = tuple(CardSet.from_mask(deck_mask()))


@dataclass(frozen=True)
class Decision:
    """One decision of a hand, forced ones included."""

    phase: str
    seat: int
    legal: frozenset[str]
    action: str


@dataclass(frozen=True)
class LoggedHand:
    """A hand from the deal to the points; the dealer sits in the last seat."""

    hands: tuple[frozenset[str], ...]
    upcard: str
    decisions: tuple[Decision, ...]
    maker: int | None
    call_round: int | None
    contract: str | None
    called_alone: bool
    lone: int | None
    lone_defender: int | None
    maker_tricks: int
    net: int  # points of the makers' side minus those of the others

    @property
    def points(self) -> tuple[int, int]:
        """Points of the even seats' side and of the odd seats' side."""
        if self.maker is None:
            return (0, 0)
        side = self.maker % 2 if self.net > 0 else 1 - self.maker % 2
        return (abs(self.net), 0) if side == 0 else (0, abs(self.net))

    @property
    def cards_played(self) -> list[tuple[int, str]]:
        """Seat and card of every play, in order."""
        return [(one.seat, one.action) for one in self.decisions if one.phase == "play"]

    @property
    def active(self) -> set[int]:
        """The seats that played a card."""
        return {seat for seat, _ in self.cards_played}

    @property
    def tricks(self) -> list[list[tuple[int, str]]]:
        """The tricks as they were played."""
        plays, size = self.cards_played, len(self.active)
        return [plays[at : at + size] for at in range(0, len(plays), size or 1)]

    @property
    def leaders(self) -> list[int]:
        """Who led to each trick: from the second on the winner of the one before."""
        return [trick[0][0] for trick in self.tricks]


# --- bits to words --------------------------------------------------------------------------------


@cache
def card_names(contract: int) -> dict[int, str]:
    """The printed card behind each bit of contract space."""
    named = {int(steps.to_contract(card.bit, contract)): str(card) for card in DECK}
    assert len(named) == len(DECK)
    for bit, name in named.items():
        assert str(Card.from_bit(int(steps.from_contract(bit, contract)))) == name
    return named


def bits(mask: int) -> Iterator[int]:
    """The bits of a mask one by one."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


@cache
def call_names(call_round: int, up_suit: int) -> dict[int, str]:
    """The reference engine's word for each action bit of the call phase."""
    named = {PASS: "PASS"}
    for suit in Suit:
        for alone in (False, True):
            word = f"CALL_{suit.letter}{'_ALONE' * alone}"
            if call_round == 1 and suit == up_suit:
                word = f"ORDER{'_ALONE' * alone}"
            named[call_bit(suit, alone)] = word
    return named


WINDOW = {NO: "NO", YES: "YES"}


@cache
def discard_names(contract: int) -> dict[int, str]:
    """Cards, and leaving the upcard."""
    return {**card_names(contract), LEAVE_UPCARD: "LEAVE_UPCARD"}


def words(phase: str, call_round: int, up_suit: int, contract: int) -> dict[int, str]:
    """What each action bit of a decision means."""
    if phase == "call":
        return call_names(call_round, up_suit)
    if phase in ("alone", "defend"):
        return WINDOW
    return discard_names(contract) if phase == "discard" else card_names(contract)


def read_decisions(log: Words, up_suit: int, n_seats: int = 4) -> tuple[Decision, ...]:
    """Decode a log; an action of 0, which an illegal answer leaves there, reads as ``ILLEGAL``."""
    raw = log.tolist()
    calls, contract = 0, -1
    decisions = []
    for at in range(0, int(raw[0]), LOG_STRIDE):
        key, legal, action = (int(raw[at + slot]) for slot in (LOG_KEY, LOG_LEGAL, LOG_ACTION))
        phase, seat = PHASE_NAMES[key // 8], key % 8
        named = words(phase, 1 + calls // n_seats, up_suit, contract)
        if phase == "call":
            calls += 1
            contract = (action.bit_length() - 2) // 2
        decisions.append(
            Decision(
                phase,
                seat,
                frozenset([named[bit] for bit in bits(legal)]),
                named[action] if action else "ILLEGAL",
            )
        )
    return tuple(decisions)


def read_hand(dealt: Words, log: Words, outcome: list[int], n_seats: int = 4) -> LoggedHand:
    """Put the deal, the log and the outcome of one hand into words."""
    upcard = Card.from_bit(int(dealt[n_seats]))
    called = outcome[O_MAKER] >= 0
    return LoggedHand(
        hands=tuple(frozenset(map(str, CardSet.from_mask(int(mask)))) for mask in dealt[:n_seats]),
        upcard=str(upcard),
        decisions=read_decisions(log, upcard.suit, n_seats),
        maker=outcome[O_MAKER] if called else None,
        call_round=outcome[O_ROUND] if called else None,
        contract=Suit(outcome[O_CALL] % 8).letter if called else None,
        called_alone=called and outcome[O_CALL] >= 8,
        lone=outcome[O_LONE] if outcome[O_LONE] >= 0 else None,
        lone_defender=outcome[O_LONE_DEFENDER] if outcome[O_LONE_DEFENDER] >= 0 else None,
        maker_tricks=outcome[O_TRICKS],
        net=outcome[O_POINTS],
    )


# --- hands of a seed ------------------------------------------------------------------------------


def logged_hands(
    players: Players, rules: HouseRules, seed: int, count: int, first: int = 0
) -> Iterator[LoggedHand]:
    """Play hands of a seed with the batch kernel, one call a hand, and yield each in words."""
    lowered = lower_rules(rules)
    outcomes = np.zeros((1, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((1, rules.players + 1), np.uint64)
    log = np.zeros(LOG_SIZE + 1, np.uint64)
    for number in range(first, first + count):
        failed = play_range(
            lowered,
            players.hooks,
            players.assign,
            players.params,
            seed,
            number,
            1,
            outcomes,
            dealt,
            log,
        )
        if failed != -1:
            raise name_fault(players, int(outcomes[0, O_ERROR]), seed, number)
        yield read_hand(dealt[0], log, outcomes[0].tolist(), rules.players)
