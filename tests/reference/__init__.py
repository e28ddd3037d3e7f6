"""A slow, plain engine for Euchre: the independent twin of the fast one.

It is written from RULES.md alone, on sets of strings, with the standard library only.  Nothing in
here imports the product: two pieces of code that share no line can only agree by being right, or by
reading the same sentence in the same wrong way.

Where to look: ``cards`` (A1, A2), ``options`` (C3, C4), ``table`` (seats and sides), ``deal`` (A4),
``bidding`` (A6, A8, A11), ``pickup`` (A7), ``alone`` (A9, A10), ``play`` (A12, A13), ``scoring``
(A14, A16), ``game`` (A15), ``tally`` (counting), and ``hand``, which strings them together (A5).
Beyond the plain game: ``variants`` (options and presets), ``joker`` (A11), ``farmers`` (A17),
``dummies`` (B2), ``exchange`` (B5) and ``first_dealer`` (A3).
"""

from .cards import full_deck, power, suit_of
from .first_dealer import chances_by_place, first_dealer_chances
from .game import fold_game, next_dealer, stops_game
from .hand import ReferenceHand
from .options import ALL_PRESETS, ALL_VALUES, DEFAULTS, PRESETS, VALUES, complete, preset
from .play import legal_cards, trick_winner
from .scoring import guaranteed, renege_outcome, renege_points, score
from .tally import tally

__all__ = [
    "ALL_PRESETS",
    "ALL_VALUES",
    "DEFAULTS",
    "PRESETS",
    "VALUES",
    "ReferenceHand",
    "chances_by_place",
    "complete",
    "first_dealer_chances",
    "fold_game",
    "full_deck",
    "guaranteed",
    "legal_cards",
    "next_dealer",
    "power",
    "preset",
    "renege_outcome",
    "renege_points",
    "score",
    "stops_game",
    "suit_of",
    "tally",
    "trick_winner",
]
