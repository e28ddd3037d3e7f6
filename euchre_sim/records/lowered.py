"""House rules and trumps in the engine's terms, worked out once and kept.

A replay asks the engine the same few questions over and over; whatever depends on the rules
alone, and not on a hand, is asked once.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from euchre_sim.cards import JOKER, Card, CardSet, Suit
from euchre_sim.engine import steps
from euchre_sim.engine.layout import PASS, call_bit, lower_rules
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP

__all__ = [
    "CALL_TEXTS",
    "Lowered",
    "Seating",
    "TrumpTable",
    "call_texts",
    "contract_text",
    "lowered",
]

SUIT_LETTERS = tuple(suit.letter.lower() for suit in Suit)

# Round -> action bit -> its text.
CALL_TEXTS: dict[int, dict[int, str]] = {1: {PASS: "Pass"}, 2: {PASS: "Pass"}}
for _suit in Suit:
    for _alone, _suffix in ((False, ""), (True, " alone")):
        CALL_TEXTS[1][call_bit(_suit, _alone)] = "Order" + _suffix
        CALL_TEXTS[2][call_bit(_suit, _alone)] = SUIT_LETTERS[_suit] + _suffix
for _contract, _call in ((NO_TRUMP, "n"), (LOW_NO_TRUMP, "NTL")):
    for _alone, _suffix in ((False, ""), (True, " alone")):
        CALL_TEXTS[2][call_bit(_contract, _alone)] = _call + _suffix
CALL_TEXTS[2][call_bit(MISERE, alone=True)] = "MIS"

# Name among the rules' contracts -> its call and its number.
_OTHER_CALLS = {"NT": ("n", NO_TRUMP), "NTL": ("NTL", LOW_NO_TRUMP), "MIS": ("MIS", MISERE)}


class TrumpTable:
    """The cards of a deck under one contract, each as its bit in contract space.

    Attributes
    ----------
    bit_of
        The bit of each card index; 0 for a card that is not in the deck.
    text_of
        The text of each bit.
    suit_of
        All cards that follow suit to each bit.
    suit_names
        The name of each such suit.
    strength_of
        For every suit led the rank of each bit within the trick.
    texts
        Function from a set to its cards as text, from low to high with the trumps last.
    """

    def __init__(self, trump: int, deck: int) -> None:
        self.trump = trump
        self.texts = lru_cache(maxsize=1 << 14)(self._texts)
        self.bit_of = [0] * 64
        self.text_of: dict[int, str] = {}
        self.suit_of: dict[int, int] = {}
        for card in CardSet.from_mask(deck):
            bit = self.mask(card.bit)
            self.bit_of[card.index] = bit
            self.text_of[bit] = card.egn
            self.suit_of[bit] = steps.suit_mask(bit, self.trump)
        self.strength_of = {
            led: {bit: int(steps.power(bit, led, self.trump)) for bit in self.text_of}
            for led in set(self.suit_of.values())
        }
        self.suit_names = {
            self.suit_of[self.bit_of[Card.of(suit, "A").index]]: suit.name.lower() for suit in Suit
        }
        if deck & JOKER.bit:  # with trump it is one of the trumps, without it stands by itself
            self.suit_names.setdefault(self.suit_of[JOKER.bit], "the joker")

    def mask(self, printed: int) -> int:
        """Bring a set of printed cards into contract space."""
        return int(steps.to_contract(printed, self.trump))

    def _texts(self, mask: int) -> tuple[str, ...]:
        text_of = self.text_of
        texts = []
        while mask:
            lowest = mask & -mask
            texts.append(text_of[lowest])
            mask ^= lowest
        return tuple(texts)


class Seating(NamedTuple):
    """Who plays and who leads first, by position.

    Parameters
    ----------
    rounds
        For every position the order of play when it leads; empty for one that sits out.
    leader
        Who leads to the first trick.
    """

    rounds: tuple[tuple[int, ...], ...]
    leader: int


class Lowered:
    """House rules as the engine reads them.

    Parameters
    ----------
    rules
        The house rules.

    Attributes
    ----------
    contracts
        Call of round 2 -> number of the contract.
    """

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.vector = lower_rules(rules)
        self.players = rules.players
        self.hand_size = rules.hand_size
        self.deck = rules.deck
        self.teams = rules.teams
        self.hand_matters = rules.need_trump_to_call != "no"
        self.contracts = {letter: suit for suit, letter in enumerate(SUIT_LETTERS)}
        self.contracts |= dict(_OTHER_CALLS[name] for name in rules.contracts)
        self._trumps: dict[int, TrumpTable] = {}
        self._menus: dict[tuple[int, int, int], tuple[int, tuple[str, ...]]] = {}
        self._seatings: dict[tuple[int, int], Seating] = {}

    def trump(self, contract: int) -> TrumpTable:
        """Return the cards under a contract."""
        if contract not in self._trumps:
            self._trumps[contract] = TrumpTable(contract, self.deck)
        return self._trumps[contract]

    def calls_open(self, position: int, call_round: int, up_suit: int, hand: int) -> int:
        """Return what a seat may say that holds these printed cards."""
        return int(steps.calls_open(self.vector, position, call_round, up_suit, hand))

    def menu(self, position: int, call_round: int, up_suit: int) -> tuple[int, tuple[str, ...]]:
        """Return what a seat may say that holds whatever saying it may need, also as text."""
        key = (position, call_round, up_suit)
        if key not in self._menus:
            legal = self.calls_open(*key, self.deck)
            self._menus[key] = legal, call_texts(legal, call_round)
        return self._menus[key]

    @cached_property
    def naming_menu(self) -> tuple[int, tuple[str, ...]]:
        """What a dealer may say who names trump for the joker that he turned up, also as text."""
        legal = int(steps.joker_calls_open(self.vector))
        return legal, call_texts(legal, 2)

    def seating(self, lone: int, lone_defender: int) -> Seating:
        """Return who plays and who leads; -1 where nobody is alone."""
        key = (lone, lone_defender)
        if key not in self._seatings:
            active = steps.active_seats(self.vector, lone, lone_defender)
            playing = [seat for seat in range(self.players) if active >> seat & 1]
            rounds = tuple(
                tuple(playing[playing.index(seat) :] + playing[: playing.index(seat)])
                if seat in playing
                else ()
                for seat in range(self.players)
            )
            leader = steps.first_leader(self.vector, active, lone, lone_defender)
            self._seatings[key] = Seating(rounds, leader)
        return self._seatings[key]


def call_texts(legal: int, call_round: int) -> tuple[str, ...]:
    """Return calls as text."""
    return tuple([text for bit, text in CALL_TEXTS[call_round].items() if bit & legal])


def contract_text(contract: int) -> str:
    """Return the call that names a contract, without a word about alone."""
    return CALL_TEXTS[2][call_bit(contract, alone=True)].removesuffix(" alone")


@lru_cache(maxsize=64)
def lowered(rules: HouseRules) -> Lowered:
    """Return rules as the engine reads them; the same rules are lowered once."""
    return Lowered(rules)
