"""The hands of a recorded deal when its first card is played."""

from __future__ import annotations

from euchre_sim.cards import Card, CardSet
from euchre_sim.errors import IllegalAction
from euchre_sim.records.result import DealReplay
from euchre_sim.rules import HouseRules

__all__ = ["hands_at_first_lead"]


def hands_at_first_lead(deal: DealReplay, rules: HouseRules) -> tuple[CardSet, ...]:
    """Return what each position held, the dealer's left first, after the dealer's discard.

    Parameters
    ----------
    deal
        The replay of the deal, with its decisions.
    rules
        The rules it was replayed by.

    Raises
    ------
    IllegalAction
        If nobody called, or the record does not show every card of a hand.
    """
    record = deal.record
    if deal.maker is None:
        raise IllegalAction("nobody called in this deal, so that no card was played")
    hands = []
    for position in range(rules.players):
        seat = (record.dealer + 1 + position) % rules.players
        dealt = record.hands[seat] if seat < len(record.hands) else ()
        hand = CardSet(card for card in dealt if isinstance(card, Card))
        if seat == record.dealer:
            hand = _after_discard(deal, hand)
        if len(hand) != rules.hand_size:
            hand = _played(deal, seat)
        if len(hand) != rules.hand_size and not _sits_out(deal, seat, rules):
            raise IllegalAction(f"the record does not show every card of seat {seat}")
        hands.append(hand)
    return tuple(hands)


def _after_discard(deal: DealReplay, hand: CardSet) -> CardSet:
    """Give the dealer the upcard for the card he put down; nothing where that is not known."""
    for decision in deal.decisions:
        if decision.phase == "discard" and decision.chosen != "leave":
            up, down = deal.record.upcard, deal.record.discard
            if not isinstance(up, Card) or not isinstance(down, Card):
                return CardSet()
            return CardSet((hand | {up}) - {down})
    return hand


def _played(deal: DealReplay, seat: int) -> CardSet:
    cards = []
    for i, trick in enumerate(deal.tricks):
        if seat in trick.seats:
            cards.append(deal.record.tricks[i][trick.seats.index(seat)])
    return CardSet(card for card in cards if isinstance(card, Card))


def _sits_out(deal: DealReplay, seat: int, rules: HouseRules) -> bool:
    return any(
        lone is not None and seat != lone and rules.teams[lone] >> seat & 1
        for lone in (deal.alone, deal.lone_defender)
    )
