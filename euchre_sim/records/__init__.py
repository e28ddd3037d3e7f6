"""Records of played deals, and their replay.

A `DealRecord` is one deal as plain data, a `GameRecord` several of them with rules and score.
`replay` goes through them with the engine's own single steps: it says who decided what and what
was legal, who won each trick and what each deal was worth, and refuses what cannot have happened.

>>> from euchre_sim.cards import parse_card
>>> from euchre_sim.records import DealRecord, replay
>>> deal = DealRecord(dealer=3, upcard=parse_card("9h"), calls=("Pass", "Order"))
>>> replay(deal).decisions[1]
Decision(phase='call', seat=1, legal=('Pass', 'Order', 'Order alone'), chosen='Order')
"""

from __future__ import annotations

from typing import overload

from euchre_sim.records.deal import DealRecord, Exchange, GameRecord, HiddenCard, RecordedCard
from euchre_sim.records.result import DealReplay, Decision, GameReplay, TrickReplay
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import score

__all__ = [
    "DealRecord",
    "DealReplay",
    "Decision",
    "Exchange",
    "GameRecord",
    "GameReplay",
    "HiddenCard",
    "RecordedCard",
    "TrickReplay",
    "replay",
]


@overload
def replay(
    record: DealRecord, rules: HouseRules | None = None, *, with_decisions: bool = True
) -> DealReplay: ...
@overload
def replay(
    record: GameRecord, rules: HouseRules | None = None, *, with_decisions: bool = True
) -> GameReplay: ...
def replay(
    record: DealRecord | GameRecord,
    rules: HouseRules | None = None,
    *,
    with_decisions: bool = True,
) -> DealReplay | GameReplay:
    """Go through a deal or a game step by step.

    Parameters
    ----------
    record
        The deal or the game.
    rules
        The rules to replay by; a game's own ones, or the standard ones for a deal, if not given.
    with_decisions
        Whether the decisions are wanted, not only the results.

    Returns
    -------
    DealReplay or GameReplay
        What happened. Where the record does not determine something, it is None.

    Raises
    ------
    IllegalAction
        If something in the record cannot have happened. The message names the deal, the trick
        and the card.
    InvalidNotation
        If the record contradicts itself in form.
    """
    # Reading and writing records does without the engine and its compiler.
    if isinstance(record, GameRecord):
        from euchre_sim.records.game import walk_game

        return walk_game(record, rules, with_decisions)
    from euchre_sim.records.lowered import lowered
    from euchre_sim.records.walk import walk_deal

    rules = rules or HouseRules()
    walk = walk_deal(record, lowered(rules), 1, None, with_decisions)
    return walk.report(None if walk.outcome is None else score(walk.outcome, rules))
