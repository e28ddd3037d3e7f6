"""What now?  Every legal action at any decision of a deal, under three models of what follows.

``rollout``: the strategies play the rest.  ``deep``: every player searches for discards and cards
(`strategies.pimc`).  ``solver``: all cards are face up after the action and everybody plays his
best; a bound on what knowing the cards could bring, not advice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from euchre_sim.analysis import weigh
from euchre_sim.analysis.advice import Advice, action_values
from euchre_sim.analysis.advise import CONTRACTS, advise
from euchre_sim.analysis.arguments import (
    check_limits,
    check_seed,
    check_threads,
    check_whole,
    given,
)
from euchre_sim.analysis.decision import NO_STAKES, Tally, weigh_actions
from euchre_sim.analysis.knowledge import knowledge
from euchre_sim.analysis.later import (
    CALLS,
    CARDS,
    DISCARD,
    HEARD,
    NOTHING,
    LaterQuestion,
    single_actions,
)
from euchre_sim.analysis.players import Players, find_players
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.workers import default_threads
from euchre_sim.analysis.worth import DEEP, MODELS, ROLLOUT, SOLVER, Choice
from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD, NO, PASS
from euchre_sim.errors import IllegalAction
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records.lowered import Lowered, lowered
from euchre_sim.records.position import Look, Position, look
from euchre_sim.records.position_text import parse_position
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.strategies.api import Strategy

__all__ = ["advise_position", "weigh_position"]

DEALS = {ROLLOUT: 200_000, DEEP: 4_000, SOLVER: 50_000}
MOST_DEALS = 100_000_000
MOST_DRAWN = 30_000_000  # deals drawn, where few fit and nobody asks for more
# For each level the deals that are tried as long as too few fit, and the share that has to fit.
# Calls are cheap to try and say most about the cards.
PILOT = {CARDS: (2048, 1 / 256), DISCARD: (2048, 1 / 256), CALLS: (1 << 15, 1 / 2048)}
RARE = 1 / 64  # a share below which a question is looked at earlier
DEEP_SE = 0.05  # where nothing else is asked for
# How much of what the others did the deals can be made to fit, the most first.
LEVELS = {ROLLOUT: HEARD, DEEP: HEARD[HEARD.index(CALLS) :], SOLVER: HEARD[HEARD.index(DISCARD) :]}


def advise_position(
    position: Position | str,
    *,
    model: str = ROLLOUT,
    rules: HouseRules | str | None = None,
    strategies: str | Sequence[Strategy] = "basic",
    deals: int | None = None,
    until_se: float | None = None,
    score: tuple[int, int] | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Advice:
    """Weigh every legal action at any decision of a deal.

    Deals are drawn uniformly from those that fit what the seat has seen: its hand, the cards
    played, voids shown, the upcard where it went.  Of these only such are played as fit what the
    others did as well, were they the strategies at the table: their cards if enough deals do,
    otherwise their discard and calls, their calls, or nothing; the answer says which.  A first call
    under the rollout model is the question that `advise` answers.

    Parameters
    ----------
    position
        What the seat knows; or its one line of text (`records.position_text`), read under `rules`.
    model
        ``rollout``, ``deep`` or ``solver``.
    rules
        House rules of a position given as text; otherwise its own ones hold.
    strategies, deals, until_se, score, seed, threads, progress
        As for `advise`.  With the deep model `until_se` is 0.05 if neither it nor `deals` is given,
        and the strategies only say what was heard.

    Returns
    -------
    Advice

    Raises
    ------
    IllegalAction
        If something in the position cannot have happened, or nothing is due to the seat.
    InvalidNotation
        If a text cannot be read.
    RuleConflict
        If under these rules only the first call can be asked about.
    """
    if model not in MODELS:
        raise IllegalAction(f"there is no model {model!r}; there are {', '.join(MODELS)}")
    check_seed(seed)
    check_limits(deals, until_se)
    check_whole(**given(threads=threads))
    check_threads(threads)
    if isinstance(position, str):
        position = parse_position(position, house_rules(rules))
    rules = position.rules
    if model == ROLLOUT and position.is_first_call:
        return advise(
            position.hand,
            position.upcard,
            position.seat + 1,
            call_round=1 + len(position.calls) // rules.players,
            rules=rules,
            strategies=strategies,
            deals=deals,
            until_se=until_se,
            score=score,
            seed=seed,
            threads=threads,
            progress=progress,
        )
    stakes = None if score is None else Stakes.at(score, position.seat, rules, threads=threads)
    return weigh_position(
        position,
        model=model,
        players=find_players(strategies, rules),
        stakes=stakes,
        deals=deals,
        until_se=until_se,
        seed=seed,
        threads=threads,
        progress=progress,
    )


def weigh_position(
    position: Position,
    *,
    model: str,
    players: Players,
    stakes: Stakes | None = None,
    among: Sequence[int] | None = None,
    deals: int | None = None,
    until_se: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Advice:
    """Do what `advise_position` does with arguments that have been looked at.

    Parameters
    ----------
    position, model, deals, until_se, seed, threads, progress
        As for `advise_position`.
    players
        The strategies at the table.
    stakes
        The score, if that is the goal.
    among
        The actions to weigh, one bit each; all legal ones if left out.
    """
    low = lowered(position.rules)
    found = look(position, low)
    known = knowledge(position, found, low)
    layouts = Layouts(known.pool, known.needs, known.allowed)
    if not layouts.count:
        raise IllegalAction(
            "no deal fits what was played: the suits that were not followed leave somebody "
            "without a hand"
        )
    actions = single_actions(found.legal)
    if among is not None:
        actions = np.array(among, np.uint64)
    question = LaterQuestion(
        low, players, seed, position, found, known, layouts, HEARD[0], actions, model,
        stakes=NO_STAKES if stakes is None else stakes.vector,
    )  # fmt: skip
    heard, share = _heard(question)
    question = replace(question, heard=heard, is_rare=share < RARE)
    if model == DEEP and deals is None and until_se is None:
        until_se = DEEP_SE
    limit = deals or (DEALS[model] if until_se is None else MOST_DEALS)
    if question.is_rare and deals is None and until_se is None:
        limit = max(question.pace.first_look, min(limit, int(share * MOST_DRAWN)))
    tally, reason = weigh_actions(question, limit, until_se, threads or default_threads(), progress)
    choices = [choice_of(int(action), found, low, position) for action in actions]
    return Advice(
        hand=position.hand,
        upcard=position.upcard,
        position=position.seat + 1,
        call_round=found.call_round or found.step + 1,
        rules=position.rules,
        players=question.seated,
        seed=seed,
        deals=tally.drawn,
        accepted=tally.accepted,
        actions=action_values(choices, tally, seed),
        reason=reason,
        strategy_choice=own_choice(question, choices),
        unclaimed_farmers_hand=False,
        model=model,
        asked=position,
        heard=question.heard,
        stakes=stakes,
    )


def _heard(question: LaterQuestion) -> tuple[str, float]:
    """Choose the most of what was heard that enough deals fit, and the share that does."""
    *levels, last = LEVELS[question.model]
    for level in levels:
        pilot = replace(question, heard=level, actions=question.actions[:1])
        looked, least = PILOT[level]
        seen = Tally.empty(1)
        for number in range(-(-looked // pilot.pace.chunk)):
            seen.add(pilot.weigh(number))
            if seen.counts[weigh.N_ERROR] or seen.accepted >= least * looked:
                break
        if seen.accepted >= least * seen.drawn:
            return level, seen.accepted / seen.drawn
    return last, 1.0


def own_choice_at(position: Position, players: Players) -> Choice | None:
    """Find what a seat's own strategy would do; None where that is drawn by lot."""
    low = lowered(position.rules)
    found = look(position, low)
    known = knowledge(position, found, low)
    layouts = Layouts(known.pool, known.needs, known.allowed)
    actions = single_actions(found.legal)
    question = LaterQuestion(
        low, players, 0, position, found, known, layouts, NOTHING, actions, ROLLOUT
    )
    return own_choice(question, [choice_of(int(one), found, low, position) for one in actions])


def own_choice(question: LaterQuestion, choices: Sequence[Choice]) -> Choice | None:
    """Find what the seat's own strategy would do; None where that is drawn by lot.

    The seat knows the same in all worlds, so that a strategy without lots does the same in them.
    """
    own = replace(question, heard=NOTHING, model=ROLLOUT, asks_own=True)
    does = [
        choice
        for choice, action in zip(choices, question.actions, strict=True)
        if replace(own, actions=np.array([action], np.uint64)).weigh(0).accepted
    ]
    return does[0] if len(does) == 1 else None


def choice_of(action: int, found: Look, low: Lowered, position: Position) -> Choice:
    """Return the choice that an action bit stands for."""
    if found.phase == "call":
        if action == PASS:
            return Choice("pass")
        contract, alone = divmod(action.bit_length() - 2, 2)
        word = "order" if found.step == 0 else "call"
        return Choice(word, CONTRACTS[contract], bool(alone))
    if found.phase in ("alone", "defend"):
        return Choice("play" if found.phase == "alone" else "defend", alone=action != NO)
    if action == LEAVE_UPCARD:
        return Choice("leave", discard=position.upcard)
    card = Card.from_bit(int(steps.from_contract(action, found.contract)))
    if found.phase == "discard":
        return Choice("discard", discard=card)
    return Choice("play", card=card)
