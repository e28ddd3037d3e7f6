"""Cards that change hands, in a game file: `cardExchanges`, and what it does not tell of them.

An entry is read as cards that came to its receiver, from his partner (the sender) or, without a
sender, from the cards that were not dealt.
"""

from __future__ import annotations

from typing import Any

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation.card_texts import cards_of, read_cards, written_card
from euchre_sim.notation.shapes import integer, json_list, json_object, show
from euchre_sim.records.deal import DealRecord, Exchange
from euchre_sim.rules import HouseRules

__all__ = ["exchange_facts", "read_exchanges", "written_exchanges"]

MOST = 4
_KINDS = ("farmer", "best", "extra")


def read_exchanges(
    bidding: dict[str, Any], extension: dict[str, Any], where: str, rules: HouseRules
) -> tuple[Exchange, ...]:
    """Return the exchanges of a deal.

    Parameters
    ----------
    bidding
        The phase of the calls.
    extension
        What is said of the deal beyond the notation.
    where
        The deal, in words.
    rules
        The rules it was played by.

    Raises
    ------
    InvalidNotation
        If they are not well formed.
    """
    place, seats, cards = f"{where}, cardExchanges", rules.players - 1, cards_of(rules)
    entries = json_list(bidding.get("cardExchanges", []), place)
    if len(entries) > MOST:
        raise InvalidNotation(f"{place}: there are {len(entries)}, at most {MOST} are allowed")
    told = json_list(extension.get("exchanges", [{}] * len(entries)), f"{where}, exchanges")
    if len(told) != len(entries):
        raise InvalidNotation(
            f"{where}: {len(told)} exchanges are told of in the notes and {len(entries)} in "
            "cardExchanges"
        )
    exchanges = []
    for entry, more in zip(entries, told, strict=True):
        json_object(entry, place, ("sender", "receiver", "cards"), ("receiver", "cards"))
        json_object(more, f"{where}, exchanges", ("kind", "putDown"))
        giver = integer(entry["sender"], place, 0, seats) if "sender" in entry else None
        kind = more.get("kind", _kind(giver, rules))
        if kind not in _KINDS:
            raise InvalidNotation(
                f"{where}, exchanges: {show(kind)} is no kind, kinds are {', '.join(_KINDS)}"
            )
        exchanges.append(
            Exchange(
                kind=kind,
                seat=integer(entry["receiver"], place, 0, seats),
                taken=read_cards(entry["cards"], place, cards),
                put_down=read_cards(more.get("putDown", []), f"{where}, putDown", cards),
                giver=giver,
            )
        )
    return tuple(exchanges)


def written_exchanges(deal: DealRecord, where: str, rules: HouseRules) -> list[dict[str, Any]]:
    """Return the exchanges of a deal as the notation has them."""
    entries = []
    for one in deal.exchanges:
        sender = {} if one.giver is None else {"sender": one.giver}
        cards = [written_card(card, where, rules) for card in one.taken]
        entries.append({**sender, "receiver": one.seat, "cards": cards})
    return entries


def exchange_facts(deal: DealRecord, where: str, rules: HouseRules) -> dict[str, Any]:
    """Return what the notation has no field for in the exchanges of a deal."""
    told: list[dict[str, Any]] = []
    for one in deal.exchanges:
        more: dict[str, Any] = {}
        if one.kind != _kind(one.giver, rules):
            more["kind"] = one.kind
        if one.put_down:
            more["putDown"] = [written_card(card, where, rules) for card in one.put_down]
        told.append(more)
    return {"exchanges": told} if any(told) else {}


def _kind(giver: int | None, rules: HouseRules) -> str:
    """Return what an exchange is by the rules: the notation does not say it."""
    if giver is not None:
        return "best"
    return "extra" if rules.extra_cards else "farmer"
