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
from euchre_sim.engine.farmers import DEAL_AGAIN, GO_ON, STOP
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
    R_N_HIDDEN,
    TAKE_UPCARD,
    YES,
    call_bit,
    lower_rules,
)
from euchre_sim.rules import HouseRules
from tests.differential.kernels import play_logged

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]

DECK = tuple(CardSet.from_mask(deck_mask()))
ALL_CARDS = tuple(CardSet.from_mask(deck_mask(7, joker=True)))
CONTRACTS = (*(suit.letter for suit in Suit), "NT", "NTL", "MIS")
JOKER_UP = 4  # as the suit of an upcard: the dealer names trump for a joker


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
    hidden: tuple[str, ...]  # extra cards, then what a farmer may swap for
    special: str  # none, redeal or misdeal
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
    def points(self) -> tuple[int, ...]:
        """Points of each side, that of seat 0 first."""
        n_sides = 3 if len(self.hands) == 3 else 2
        if self.maker is None:
            return (0,) * n_sides
        own = self.maker % n_sides
        return tuple(max(0, self.net if side == own else -self.net) for side in range(n_sides))

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
    named = {int(steps.to_contract(card.bit, contract)): str(card) for card in ALL_CARDS}
    assert len(named) == len(ALL_CARDS), contract
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
    for number, contract in enumerate(CONTRACTS):
        for alone in (False, True):
            word = f"CALL_{contract}{'_ALONE' * alone}"
            if call_round == 1 and number == up_suit:
                word = f"ORDER{'_ALONE' * alone}"
            if contract == "MIS":
                if not alone:
                    continue
                word = "CALL_MIS"  # always alone
            named[call_bit(number, alone)] = word
    return named


WINDOW = {NO: "NO", YES: "YES"}
PICKUP = {LEAVE_UPCARD: "LEAVE_UPCARD", TAKE_UPCARD: "TAKE_UPCARD"}


@cache
def discard_names(contract: int) -> dict[int, str]:
    """Cards, and leaving the upcard."""
    return {**card_names(contract), LEAVE_UPCARD: "LEAVE_UPCARD"}


@cache
def farmer_names() -> dict[int, str]:
    """Cards, and answering a plain question."""
    return {**{card.bit: str(card) for card in ALL_CARDS}, **WINDOW}


def words(phase: str, call_round: int, up_suit: int, contract: int) -> dict[int, str]:
    """What each action bit of a decision means."""
    if phase == "call":
        return call_names(call_round, up_suit)
    if phase in ("alone", "defend"):
        return WINDOW
    if phase == "farmer":
        return farmer_names()
    return discard_names(contract) if phase == "discard" else card_names(contract)


def read_decisions(log: Words, up_suit: int, n_seats: int = 4) -> tuple[Decision, ...]:
    """Decode a log; an action of 0, which an illegal answer leaves there, reads as ``ILLEGAL``."""
    raw = log.tolist()
    calls, contract = 0, -1
    decisions = []
    for at in range(0, int(raw[0]), LOG_STRIDE):
        key, legal, action = (int(raw[at + slot]) for slot in (LOG_KEY, LOG_LEGAL, LOG_ACTION))
        phase, seat = PHASE_NAMES[key // 8], key % 8
        if phase == "no_trump":  # a hook of its own for the same question
            phase = "play"
        named = words(phase, 1 + calls // n_seats, up_suit, contract)
        if phase == "call":
            calls += 1
            contract = (action.bit_length() - 2) // 2
        if phase == "discard" and legal == LEAVE_UPCARD | TAKE_UPCARD:
            phase, named = "pickup", PICKUP
        decisions.append(
            Decision(
                phase,
                seat,
                frozenset([named[bit] for bit in bits(legal)]),
                named[action] if action else "ILLEGAL",
            )
        )
    return tuple(decisions)


def suit_up(upcard: Card, rules: HouseRules) -> int:
    """Suit of the upcard; a joker's by the rules."""
    if not upcard.is_joker:
        return int(upcard.suit)
    if rules.joker_upcard_rule == "fixed_suit":
        return "CDSH".index(rules.joker_upcard_suit)
    return JOKER_UP


def read_hand(
    dealt: Words, log: Words, outcome: list[int], rules: HouseRules, special: str = "none"
) -> LoggedHand:
    """Put the deal, the log and the outcome of one hand into words."""
    n_seats = rules.players
    upcard = Card.from_bit(int(dealt[n_seats]))
    called = outcome[O_MAKER] >= 0
    return LoggedHand(
        hands=tuple(frozenset(map(str, CardSet.from_mask(int(mask)))) for mask in dealt[:n_seats]),
        upcard=str(upcard),
        hidden=tuple(str(Card.from_bit(int(bit))) for bit in dealt[n_seats + 1 :]),
        special=special,
        decisions=read_decisions(log, suit_up(upcard, rules), n_seats),
        maker=outcome[O_MAKER] if called else None,
        call_round=outcome[O_ROUND] if called else None,
        contract=CONTRACTS[outcome[O_CALL] % 8] if called else None,
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
    """Play hands of a seed, one call a hand, and yield each in words."""
    lowered = lower_rules(rules)
    outcome = np.zeros(OUTCOME_SIZE, np.int64)
    dealt = np.zeros(rules.players + 1 + int(lowered[R_N_HIDDEN]), np.uint64)
    log = np.zeros(LOG_SIZE, np.uint64)
    for number in range(first, first + count):
        followed = play_logged(
            lowered,
            players.hooks,
            players.assign,
            players.params,
            seed,
            number,
            dealt,
            outcome,
            log,
        )
        if outcome[O_ERROR]:
            raise name_fault(players, int(outcome[O_ERROR]), seed, number)
        special = {GO_ON: "none", DEAL_AGAIN: "redeal", STOP: "misdeal"}[followed]
        yield read_hand(dealt, log, outcome.tolist(), rules, special)
