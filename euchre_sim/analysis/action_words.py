"""What players call an action.

Nothing heavy is imported here, as in `worth`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from euchre_sim.analysis.worth import Choice, names_trump
from euchre_sim.cards import Card, Suit, parse_suit
from euchre_sim.rules import HouseRules

__all__ = ["Words"]

_WITHOUT_TRUMP = {"NT": "no trump", "NTL": "low no trump", "MIS": "misere"}


@dataclass(frozen=True)
class Words:
    """The words of one decision.

    Attributes
    ----------
    position : int
        Whose decision it is, from 1.
    upcard : Card or None
        None if it is another one in every deal.
    rules : HouseRules
    card, suit : callable
        How a card and a suit are written.
    """

    position: int
    upcard: Card | None
    rules: HouseRules
    card: Callable[[Card], str] = str
    suit: Callable[[Suit], str] = lambda suit: suit.name.lower()

    def of(self, choice: Choice) -> str:
        """Name an action."""
        if choice.action == "pass":
            return "pass"
        if choice.card is not None:
            return f"play {self._printed(choice.card)}"
        if choice.action == "leave":
            return "leave the upcard"
        if choice.action == "discard" and choice.discard is not None:
            return f"bury {self._printed(choice.discard)}"
        if choice.action in ("play", "defend"):
            return f"{choice.action} {'alone' if choice.alone else 'with the partner'}"
        return self._order(choice) if choice.action == "order" else self._call(choice)

    def _order(self, choice: Choice) -> str:
        alone = " alone" if choice.alone else ""
        if names_trump(self.upcard, self.rules) and isinstance(choice.suit, Suit):
            alone = f" {self.suit(choice.suit)}{alone}"
        if self.position != self.rules.players:
            return f"{'assist' if self._partner_deals() else 'order up'}{alone}"
        buried = f", bury {self._printed(choice.discard)}" if choice.discard else ""
        return f"pick up{alone}{buried}"

    def _call(self, choice: Choice) -> str:
        assert choice.suit is not None
        alone = " alone" if choice.alone else ""
        if isinstance(choice.suit, str):
            return f"call {_WITHOUT_TRUMP[choice.suit]}{alone if choice.suit != 'MIS' else ''}"
        turned = self._suit_up()
        kind = {turned: "turned down", turned.mate: "next"}.get(choice.suit, "crossing")
        return f"call {self.suit(choice.suit)}{alone} ({kind})"

    def _printed(self, card: Card) -> str:
        """Write a card; for the joker, by some rules, another one lies on the table."""
        return self.card(self.rules.joker_printed if card.is_joker else card)

    def _suit_up(self) -> Suit:
        """Return the suit of the upcard; a joker's by the rules."""
        assert self.upcard is not None
        if self.upcard.is_joker:
            return parse_suit(self.rules.joker_upcard_suit)
        return self.upcard.suit

    def _partner_deals(self) -> bool:
        mates = self.rules.teams[self.position - 1]
        return bool(mates >> (self.rules.players - 1) & 1)
