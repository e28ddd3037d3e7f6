"""Suits, cards and sets of cards, and their text forms.

A card is a number from 0 to 63, ``16 * suit + rank``, and a set of cards is one integer with a
bit for each member, so that the fast engine and this module mean the same thing by the same
number. Ranks count from the two (0) to the ace (12), which leaves room for every deck the game
is played with. The joker is 63 and belongs to no suit.

>>> hand = CardSet(parse_cards("JH 9H AH KS 9S", count=5))
>>> parse_card("10h") in hand
False
>>> hand.pretty
'9♠ K♠ 9♥ J♥ A♥'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from enum import IntEnum

from euchre_sim.errors import InvalidNotation
from euchre_sim.look_alikes import foreign_character

__all__ = [
    "JOKER",
    "RANKS",
    "Card",
    "CardSet",
    "Suit",
    "deck_mask",
    "describe_deck",
    "parse_card",
    "parse_cards",
    "parse_suit",
    "require_distinct",
]

RANKS = "23456789TJQKA"
_LANE_BITS = 16
_JOKER_INDEX = 63


class Suit(IntEnum):
    """A suit; the number is also the lane of its cards in a set.

    The order makes the other suit of the same colour one bit away.

    >>> Suit.HEARTS.mate
    <Suit.DIAMONDS: 1>
    """

    CLUBS = 0
    DIAMONDS = 1
    SPADES = 2
    HEARTS = 3

    @property
    def mate(self) -> Suit:
        """The other suit of the same colour, whose jack is the left bower."""
        return Suit(self ^ 2)

    @property
    def letter(self) -> str:
        """One of ``C D S H``."""
        return "CDSH"[self]

    @property
    def symbol(self) -> str:
        """One of ``♣ ♦ ♠ ♥``."""
        return "♣♦♠♥"[self]


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card, known by its index.

    Parameters
    ----------
    index
        ``16 * suit + rank`` with ranks 0 (two) to 12 (ace), or 63 for the joker.

    >>> Card.of(Suit.HEARTS, "J").pretty
    'J♥'
    """

    index: int

    def __post_init__(self) -> None:
        if self.index != _JOKER_INDEX and not (
            0 <= self.index < _JOKER_INDEX and self.index % _LANE_BITS < len(RANKS)
        ):
            raise ValueError(f"no card has the index {self.index}")

    @classmethod
    def of(cls, suit: Suit, rank: str) -> Card:
        """Make a card from a suit and a rank letter of ``23456789TJQKA``."""
        return cls(_LANE_BITS * suit + RANKS.index(rank))

    @classmethod
    def from_bit(cls, bit: int) -> Card:
        """Make the card whose set has exactly this one bit."""
        bit = int(bit)
        if bit <= 0 or bit & (bit - 1):
            raise ValueError(f"{bit:#x} is not a single card")
        return cls(bit.bit_length() - 1)

    @property
    def bit(self) -> int:
        """The set that holds only this card."""
        return 1 << self.index

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return self.index == _JOKER_INDEX

    @property
    def suit(self) -> Suit:
        """The printed suit; the joker has none and raises ValueError."""
        if self.is_joker:
            raise ValueError("the joker has no printed suit")
        return Suit(self.index // _LANE_BITS)

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace; the joker has none and raises ValueError."""
        if self.is_joker:
            raise ValueError("the joker has no rank")
        return self.index % _LANE_BITS

    def __str__(self) -> str:
        return "JK" if self.is_joker else RANKS[self.rank] + self.suit.letter

    @property
    def egn(self) -> str:
        """The form used in game records: rank in capitals, suit in small letters."""
        return "Jk" if self.is_joker else RANKS[self.rank] + self.suit.letter.lower()

    @property
    def pretty(self) -> str:
        """The form for people: ``J♥``."""
        return "Joker" if self.is_joker else RANKS[self.rank] + self.suit.symbol


JOKER = Card(_JOKER_INDEX)


def deck_mask(low_rank: int = 9, joker: bool = False) -> int:
    """Return the set of all cards of a deck.

    Parameters
    ----------
    low_rank
        The lowest rank in it, 2 to 10.
    joker
        Whether the joker is in it.

    >>> deck_mask().bit_count(), deck_mask(7, joker=True).bit_count()
    (24, 33)
    """
    if not 2 <= low_rank <= 10:
        raise ValueError(f"the lowest rank of a deck is 2 to 10, not {low_rank}")
    lane = (1 << len(RANKS)) - (1 << (low_rank - 2))
    mask = sum(lane << (_LANE_BITS * suit) for suit in Suit)
    return mask | (JOKER.bit if joker else 0)


class CardSet(Set[Card]):
    """An immutable set of cards over one integer.

    It compares, combines and iterates like any Python set of cards; iteration goes by suit
    (clubs, diamonds, spades, hearts) and upwards in each.

    Parameters
    ----------
    cards
        The members.

    >>> CardSet(parse_cards("AH 9C")) <= CardSet.from_mask(deck_mask())
    True
    """

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= card.bit
        self._mask = mask

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """Make a set from its integer; a bit that is no printed card raises ValueError."""
        mask = int(mask)
        if mask & ~_ALL_CARDS:
            raise ValueError(f"{mask:#x} has bits that are no cards")
        made = cls()
        made._mask = mask
        return made

    @classmethod
    def parse(cls, text: str, *, deck: int | None = None) -> CardSet:
        """Read a set from text as `parse_cards` does."""
        return cls(parse_cards(text, deck=deck))

    @property
    def mask(self) -> int:
        """The set as one integer."""
        return self._mask

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self._mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield Card.from_bit(lowest)
            rest ^= lowest

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    @property
    def pretty(self) -> str:
        """The members with suit symbols."""
        return " ".join(card.pretty for card in self)


_ALL_CARDS = deck_mask(2, joker=True)

# --- reading ----------------------------------------------------------------------------------

_SUIT_OF_CHARACTER = {
    character: suit
    for suit, characters in zip(Suit, ("Cc♣♧", "Dd♦♢", "Ss♠♤", "Hh♥♡"), strict=True)
    for character in characters
}
_SUIT_OF_WORD = {word: suit for suit in Suit for word in (suit.name, suit.name[:-1], suit.letter)}
# Some keyboards put this mark after a suit symbol to ask for its coloured form.
_VARIATION_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")


def parse_card(text: str, *, deck: int | None = None, joker: Card = JOKER) -> Card:
    """Read one card: ``JH``, ``jh``, ``J♥``, ``10h``, ``Th``, or ``JK`` for the joker.

    Parameters
    ----------
    text
        The card.
    deck
        The set of cards that exist; every card does if it is not given.
    joker
        The card that is printed for the joker; it is read as the joker.

    Raises
    ------
    InvalidNotation
        If the text is no card or the card is not in the deck.

    >>> parse_card("2S", joker=Card.of(Suit.SPADES, "2")).is_joker
    True
    """
    tokens = _split(text)
    if len(tokens) != 1:
        raise InvalidNotation(f"{text!r} is {len(tokens)} cards, not one", token=text)
    return _read_card(tokens[0], "card", None, deck, joker)


def parse_cards(
    text: str,
    *,
    count: int | None = None,
    deck: int | None = None,
    what: str = "hand",
    joker: Card = JOKER,
) -> list[Card]:
    """Read cards separated by spaces or commas, in the order they are written.

    Parameters
    ----------
    text
        The cards.
    count
        How many there must be; any number if it is not given.
    deck
        The set of cards that exist; every card does if it is not given.
    what
        What the cards are, for error messages.
    joker
        The card that is printed for the joker; it is read as the joker.

    Raises
    ------
    InvalidNotation
        If a token is no card, a card is not in the deck or stands there twice, or there are too
        many or too few. The message names the token and its position.
    """
    tokens = _split(text)
    cards: list[Card] = []
    for position, token in enumerate(tokens, 1):
        card = _read_card(token, f"card {position} of the {what}", position, deck, joker)
        if card in cards:
            raise InvalidNotation(
                f"{joker if card.is_joker else card} is in the {what} twice, "
                f"as cards {cards.index(card) + 1} and {position}",
                token=token,
                position=position,
            )
        cards.append(card)
    if count is not None and len(cards) > count:
        raise InvalidNotation(
            f"card {count + 1} of the {what}, {tokens[count]!r}, is one too many: "
            f"it has {len(cards)} cards and needs {count}",
            token=tokens[count],
            position=count + 1,
        )
    if count is not None and len(cards) < count:
        end = f"ends after card {len(cards)}, {tokens[-1]!r}" if tokens else "is empty"
        raise InvalidNotation(
            f"the {what} {end}: it needs {count} cards",
            token=tokens[-1] if tokens else None,
            position=len(cards) or None,
        )
    return cards


def parse_suit(text: str) -> Suit:
    """Read a suit: a letter, a symbol or a word (``H``, ``♥``, ``heart``, ``hearts``).

    Raises
    ------
    InvalidNotation
        If the text is no suit.
    """
    word = text.strip().translate(_VARIATION_SELECTORS)
    if word in _SUIT_OF_CHARACTER:
        return _SUIT_OF_CHARACTER[word]
    if word.isascii() and word.upper() in _SUIT_OF_WORD:
        return _SUIT_OF_WORD[word.upper()]
    why = foreign_character(word) or "the suits are C, D, S and H"
    raise InvalidNotation(f"{text!r} is no suit: {why}", token=text)


def require_distinct(groups: Mapping[str, Iterable[Card]]) -> None:
    """Refuse a card that stands in two places at once.

    Parameters
    ----------
    groups
        The cards of each place, by the place's name.

    Raises
    ------
    InvalidNotation
        If a card is in two groups, or twice in one. The message names the card.
    """
    place_of: dict[Card, str] = {}
    for place, cards in groups.items():
        for card in cards:
            if card in place_of:
                both = "twice in" if place_of[card] == place else f"in the {place_of[card]} and in"
                raise InvalidNotation(f"{card} is {both} the {place}", token=str(card))
            place_of[card] = place


def _split(text: str) -> list[str]:
    return text.translate(_VARIATION_SELECTORS).replace(",", " ").split()


def _read_card(token: str, where: str, position: int | None, deck: int | None, joker: Card) -> Card:
    """Read one token; `where` says in words where it stands."""

    def refuse(why: str) -> InvalidNotation:
        return InvalidNotation(f"{where}, {token!r}: {why}", token=token, position=position)

    rank, suit_character = token[:-1].upper(), token[-1]
    if foreign := foreign_character(token):
        raise refuse(foreign)
    if token.upper() == "JK":
        card = JOKER
    elif suit_character not in _SUIT_OF_CHARACTER:
        raise refuse(_suit_trouble(token))
    elif rank == "10" or (len(rank) == 1 and rank in RANKS):
        card = Card.of(_SUIT_OF_CHARACTER[suit_character], "T" if rank == "10" else rank)
    elif not rank:
        raise refuse("a suit without a rank; a card is a rank and a suit, like JH")
    elif len(token) > 3:
        raise refuse("too long for a card; put a space between two cards")
    else:
        raise refuse(
            f"{token[:-1]!r} is no rank; the ranks are {' '.join(RANKS)} (T or 10 for a ten)"
        )
    if card == joker:
        card = JOKER
    if deck is not None and not deck & card.bit:
        raise refuse(f"{card} is not in the deck, which has {describe_deck(deck)}")
    return card


def _suit_trouble(token: str) -> str:
    """Say what is wrong with a token that does not end in a suit."""
    last = token[-1]
    if len(token) == 2 and token[0] in _SUIT_OF_CHARACTER and last.upper() in RANKS:
        return f"write the rank first, {last.upper()}{_SUIT_OF_CHARACTER[token[0]].letter}"
    if token == "10" or (len(token) == 1 and last.upper() in RANKS):
        return "a rank without a suit; a card is a rank and a suit, like JH"
    return f"{last!r} is no suit; the suits are C, D, S and H"


def describe_deck(deck: int) -> str:
    """Say in words which cards a deck has."""
    joker = " and the joker" if deck & JOKER.bit else ""
    for low_rank in range(2, 11):
        if deck & ~JOKER.bit == deck_mask(low_rank):
            return f"the ranks {RANKS[low_rank - 2]} to A{joker}"
    return f"{deck.bit_count()} cards"
