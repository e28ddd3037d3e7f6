"""Why the other cards of a hand may not be played or buried, beside an advice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from euchre_sim.analysis.advice import Advice
    from euchre_sim.cards import Card

__all__ = ["advice_json", "illegal_cards"]


def illegal_cards(advice: Advice, show: Callable[[Card], str]) -> list[tuple[Card, str]]:
    """Every card that the seat holds and may not play or bury, and why; `show` names a card."""
    position = advice.asked
    if position is None:
        return []
    kind = advice.actions[0].choice.action
    up = position.upcard
    if kind in ("discard", "leave"):
        weighed = {value.choice.discard for value in advice.actions}
        return [] if up in weighed else [(up, "by these rules the upcard just taken is kept")]
    if advice.actions[0].choice.card is None:
        return []
    from euchre_cli.explain_facts import Contract
    from euchre_cli.explain_text import why
    from euchre_sim.records.lowered import lowered
    from euchre_sim.records.position import look

    found = look(position, lowered(position.rules))
    size = len(found.table)
    table = position.tricks[-1] if size else ()
    played = {card for trick in position.tricks for card in trick}
    dealt = list(position.hand)
    if position.seat == position.rules.players - 1 and found.taken:
        dealt.append(up)
    held = [card for card in dealt if card not in played and card != position.discard]
    explained = Contract(found.contract).explain(held, table)
    return [
        (play.card.card, why(play, explained, show)) for play in explained.plays if not play.allowed
    ]


def advice_json(advice: Advice) -> dict[str, Any]:
    """Plain values of an advice, with the cards that may not be played."""
    cards = illegal_cards(advice, str)
    return {
        **advice.as_dict(),
        "illegal": [{"card": str(card), "why": reason} for card, reason in cards],
    }
