"""What was said, as a player writes it: ``P O`` or ``pass order``, ``H`` or ``hearts alone``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from euchre_sim.cards import Card, Suit, parse_suit
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.errors import InvalidNotation
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP

__all__ = ["call_word", "call_words", "parse_calls", "suit_up"]

_CONTRACTS = {"C": 0, "D": 1, "S": 2, "H": 3, "NT": NO_TRUMP, "NTL": LOW_NO_TRUMP}
_WORDS = {
    PASS: "P",
    call_bit(MISERE, alone=True): "MIS",
    **{
        call_bit(contract, alone): name + "A" * alone
        for name, contract in _CONTRACTS.items()
        for alone in (False, True)
    },
}
_BITS = {word: bit for bit, word in _WORDS.items()}
_BITS |= {"N": call_bit(NO_TRUMP), "NA": call_bit(NO_TRUMP, alone=True)}
# What people write for the same.
_LONG = {
    "PASS": "P",
    "ORDER": "O",
    "ASSIST": "O",
    "PICKUP": "O",
    **{suit.name: suit.letter for suit in Suit},
    **{suit.symbol: suit.letter for suit in Suit},
}


def call_word(bit: int, call_round: int) -> str:
    """Return the word for a call, which `parse_calls` reads.

    >>> call_word(call_bit(Suit.HEARTS, alone=True), 1), call_word(call_bit(Suit.HEARTS), 2)
    ('OA', 'H')
    """
    word = _WORDS[bit]
    return word if call_round == 2 or bit == PASS else "O" + "A" * word.endswith("A")


def call_words(legal: int, call_round: int) -> str:
    """List the words for several calls, a pass first."""
    bits = (bit for bit in _WORDS if bit & legal)
    return ", ".join(call_word(bit, call_round) for bit in bits)


def parse_calls(text: str, upcard: Card, rules: HouseRules) -> tuple[int, ...]:
    """Read calls: ``P`` pass, ``O`` order, ``OA`` order alone; later a suit's letter, ``HA`` alone.

    Whole words do too: ``pass``, ``order``, ``hearts``, and ``alone`` behind a call.  An order is
    one of the upcard's suit; a joker has the suit that the rules give it.

    Raises
    ------
    InvalidNotation
        If a token is none of these.
    """
    calls, players = [], rules.players
    for i, (token, word) in enumerate(_tokens(text)):
        if i < players and word in ("O", "OA"):
            calls.append(call_bit(suit_up(upcard, rules), word == "OA"))
        elif word == "P" or (i >= players and word in _BITS):
            calls.append(_BITS[word])
        else:
            known = (
                "P, O or OA (pass, order, order alone)"
                if i < players
                else "P, a suit's letter C D S H, or NT; A behind it for alone"
            )
            raise InvalidNotation(
                f"call {i + 1}: {token!r} is no call of round {1 + (i >= players)}, say {known}"
            )
    return tuple(calls)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Split calls; each as it was written and as a short word."""
    joined = re.sub(r"(?i)\bpick\s+up\b", "pickup", text.replace(",", " "))
    for token in re.sub(r"(?i)\s+alone\b", "+alone", joined).split():
        said, _, alone = token.partition("+")
        word = said.upper()
        yield token.replace("+", " "), _LONG.get(word, word) + "A" * bool(alone)


def suit_up(upcard: Card, rules: HouseRules) -> Suit:
    """Return the suit that an order makes trump."""
    return parse_suit(rules.joker_upcard_suit) if upcard.is_joker else upcard.suit
