"""Should I order this up?  Every call open to a seat, weighed on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from euchre_sim.analysis import weigh
from euchre_sim.analysis.advice import Advice, action_values
from euchre_sim.analysis.arguments import (
    check_limits,
    check_seed,
    check_threads,
    check_whole,
    given,
)
from euchre_sim.analysis.decision import NO_STAKES, Integers, Question, Tally, weigh_actions
from euchre_sim.analysis.players import Players, find_players, name_fault
from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.workers import default_threads
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import Card, CardSet, Suit, parse_card, parse_cards, require_distinct
from euchre_sim.engine.layout import LANE, NO, PASS, R_WINDOW, YES, call_bit, lower_rules
from euchre_sim.errors import IllegalAction, InvalidNotation, WrongType
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.seats import find_seat
from euchre_sim.strategies.api import Strategy

# By the number of a contract: the suits, then what may be called without trump.
CONTRACTS: tuple[Suit | str, ...] = (*Suit, "NT", "NTL", "MIS")
DEFAULT_DEALS = 200_000
MOST_DEALS = 100_000_000  # the limit where only a standard error is asked for


def advise(
    hand: str | Iterable[Card],
    up: str | Card | None = None,
    seat: int | str = 1,
    *,
    call_round: int = 1,
    rules: HouseRules | str | None = None,
    strategies: str | Sequence[Strategy] = "basic",
    deals: int | None = None,
    until_se: float | None = None,
    score: tuple[int, int] | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Advice:
    """Weigh every call that is open to a seat.

    The deals are those in which the others would have passed so far; the same deals are played
    after every action, by the strategies.

    Parameters
    ----------
    hand
        The five cards, as text or as cards.
    up
        The upcard (in round 2 the card that was turned down).  Left out in round 1, it is drawn
        afresh in every deal.
    seat
        Position: 1 is left of the dealer, the number of players the dealer; or a word (`seats`).
    call_round
        1, or 2 after the upcard was turned down.
    rules
        House rules or a preset's name; the standard game if left out.
    strategies
        One strategy for all, or one a position: names with commas, or `Strategy` objects.
    deals
        Most deals to play; `DEFAULT_DEALS` if left out.
    until_se
        Play on until every paired difference has at most this standard error, instead of until
        the answer is settled.
    score
        Points of the asker's side and of the other in the game before this deal.  Then every action
        has its chance to win the game as well, and the verdict is about that; the game goes on
        between equal players (`equal_players`), and players who look at the score see it.
    seed
        0 to 2**64 - 1.  The same question with the same seed has the same answer everywhere.
    threads
        Threads to use; all processors if left out.
    progress
        Called now and then with the sums so far.

    Returns
    -------
    Advice

    Raises
    ------
    InvalidNotation
        If the cards cannot be read, are too many or too few, or stand in two places.
    IllegalAction
        If the seat has nothing to decide there, or the score cannot be that of a running game.
    StrategyFault
        If a strategy breaks the rules.
    WrongType
        If an argument is of no type that can be meant.
    ImpossibleHistory
        If the others would hardly ever have passed.

    Examples
    --------
    >>> from euchre_sim import advise
    >>> answer = advise("JH 9H AH KS 9S", up="TH", seat=2)
    >>> answer.best.choice.action, answer.settled
    ('order', True)
    """
    check_seed(seed)
    check_limits(deals, until_se)
    asked = asked_about(hand, up, seat, call_round, rules, strategies, seed, threads, score)
    limit = deals or (DEFAULT_DEALS if until_se is None else MOST_DEALS)
    tally, reason = weigh_actions(
        asked.question, limit, until_se, threads or default_threads(), progress
    )
    return Advice(
        **asked.facts(),
        deals=tally.drawn,
        accepted=tally.accepted,
        actions=action_values(asked.choices, tally, seed),
        reason=reason,
    )


@dataclass(frozen=True)
class Asked:
    """What is asked, read and checked.

    Attributes
    ----------
    cards, upcard, rules
        Hand, upcard and house rules.
    question
        The same, lowered for the kernels.
    choices
        What is open to the seat, in the order of ``question.actions``.
    found
        What `weigh.look` found.
    stakes
        The score, where one was said.
    """

    cards: list[Card]
    upcard: Card | None
    rules: HouseRules
    question: Question
    choices: list[Choice]
    found: Any
    stakes: Stakes | None = None

    def facts(self) -> dict[str, Any]:
        """Return the fields of an `Advice` that say what it is about."""
        question = self.question
        return {
            "hand": tuple(self.cards),
            "upcard": self.upcard,
            "position": question.seat + 1,
            "call_round": question.call_round,
            "rules": self.rules,
            "players": question.players,
            "seed": question.seed,
            "strategy_choice": None
            if self.upcard is None
            else _own(self.found, question.call_round),
            "unclaimed_farmers_hand": bool(self.found[weigh.L_FARMER]),
            "stakes": self.stakes,
        }


def asked_about(
    hand: str | Iterable[Card],
    up: str | Card | None,
    seat: int | str,
    call_round: int,
    rules: HouseRules | str | None,
    strategies: str | Sequence[Strategy],
    seed: int,
    threads: int | None,
    score: tuple[int, int] | None = None,
) -> Asked:
    """Read and check a question as `advise` takes it, and find out what is open to the seat."""
    rules = house_rules(rules)
    check_whole(call_round=call_round, **given(threads=threads))
    players = find_players(strategies, rules)
    cards, upcard = _read(hand, up, rules)
    seat = find_seat(seat, rules)
    _check(seat, call_round, upcard, rules)
    check_threads(threads)
    lowered = lower_rules(rules)
    stakes = None if score is None else Stakes.at(score, seat - 1, rules, threads=threads)
    at_stake = NO_STAKES if stakes is None else stakes.vector
    found = look_at(cards, upcard, seat, call_round, rules, players, lowered, seed, at_stake)
    choices, actions = open_actions(found, upcard, call_round, bool(lowered[R_WINDOW]))
    seen = CardSet([*cards, *([] if upcard is None else [upcard])])
    question = Question(
        rules=lowered,
        players=players,
        seed=seed,
        seat=seat - 1,
        call_round=call_round,
        hand=CardSet(cards).mask,
        upcard=0 if upcard is None else upcard.bit,
        unseen=rules.deck & ~seen.mask,
        actions=actions,
        stakes=at_stake,
    )
    return Asked(cards, upcard, rules, question, choices, found, stakes)


def _read(
    hand: str | Iterable[Card], up: str | Card | None, rules: HouseRules
) -> tuple[list[Card], Card | None]:
    size = rules.hand_size
    if not isinstance(hand, Iterable):
        raise WrongType(f"hand is a text or cards, not {hand!r}")
    if isinstance(hand, str):
        cards = parse_cards(hand, count=size, deck=rules.deck, joker=rules.joker_printed)
    else:
        cards = parse_cards(
            " ".join(map(str, hand)), count=size, deck=rules.deck, joker=rules.joker_printed
        )
    if up is None:
        return cards, None
    upcard = parse_card(str(up), deck=rules.deck, joker=rules.joker_printed)
    require_distinct({"hand": cards, "upcard": [upcard]})
    return cards, upcard


def _check(
    seat: int,
    call_round: int,
    upcard: Card | None,
    rules: HouseRules,
) -> None:
    if upcard is not None and upcard.is_joker:
        check_joker(seat, call_round, rules)
    if call_round not in (1, 2):
        raise IllegalAction(f"round {call_round} does not exist: trump is called in round 1 or 2")
    if upcard is None and (call_round == 2 or rules.need_trump_to_call != "no"):
        where = "need_trump_to_call needs one"
        if call_round == 2:
            where = "round 2 needs the card that was turned down"
        raise InvalidNotation(f"the upcard is missing: {where} (--up)")


def check_joker(seat: int, call_round: int, rules: HouseRules) -> None:
    """Refuse questions that nobody faces when the joker is turned up."""
    rule = rules.joker_upcard_rule
    if rule == "fixed_suit":
        return
    if rule == "redeal":
        raise IllegalAction("the cards are dealt again when the joker is turned up")
    if rule == "dealer_names_blind":
        raise IllegalAction(
            "the dealer names trump before looking when the joker is turned up: "
            "all suits are worth the same"
        )
    if seat != rules.players or call_round != 1:
        raise IllegalAction("only the dealer calls when the joker is turned up, in round 1")


def look_at(
    cards: list[Card],
    upcard: Card | None,
    seat: int,
    call_round: int,
    rules: HouseRules,
    players: Players,
    lowered: Any,
    seed: int,
    stakes: Integers,
) -> Any:
    """Find out what is open to the seat and what its own strategy would do."""
    found = np.zeros(weigh.LOOK_SIZE, np.uint64)
    shown = upcard or next(iter(CardSet.from_mask(rules.deck & LANE) - CardSet(cards)))
    error = weigh.look(
        lowered,
        players.hooks,
        players.assign,
        players.params,
        stakes,
        np.uint64(seed),
        seat - 1,
        call_round,
        np.uint64(CardSet(cards).mask),
        np.uint64(shown.bit),
        found,
    )
    if error:
        raise name_fault(players, int(error), seed, 0, simulated=False)
    return found


def open_actions(
    found: Any, upcard: Card | None, call_round: int, window: bool
) -> tuple[list[Choice], Any]:
    """List the choices and their rows for the kernel; `window`: alone comes after the call."""
    legal = int(found[weigh.L_CALLS])
    discards: list[Card | None] = [None]
    if upcard is not None and found[weigh.L_DISCARDS]:
        discards = list(CardSet.from_mask(int(found[weigh.L_DISCARDS])))
    word = _word(call_round)
    choices: list[Choice] = []
    rows: list[tuple[int, int, int]] = []
    if legal & PASS:
        choices.append(Choice("pass"))
        rows.append((PASS, 0, 0))
    for alone in (False, True):
        for number, suit in enumerate(CONTRACTS):
            # In the window everybody calls with the partner and then declares.
            declared = 0 if not window else YES if alone else NO
            bit = call_bit(number, alone and not window)
            if window and alone and legal & call_bit(number, True):
                bit, declared = call_bit(number, True), 0
            if not legal & bit:
                continue
            for discard in discards:
                named = None if upcard is None else suit
                choices.append(Choice(word, named, alone, discard))
                rows.append((bit, 0 if discard is None else discard.bit, declared))
    return choices, np.array(rows, np.uint64)


def _word(call_round: int) -> str:
    return "order" if call_round == 1 else "call"


def _own(found: Any, call_round: int) -> Choice:
    """Turn what the strategy answered into a choice."""
    call = int(found[weigh.L_CALL])
    if call == PASS:
        return Choice("pass")
    index = call.bit_length() - 2
    buried = int(found[weigh.L_DISCARD]) if call_round == 1 else 0
    return Choice(
        _word(call_round),
        CONTRACTS[index // 2],
        bool(index % 2) or int(found[weigh.L_DECLARED]) == YES,
        Card.from_bit(buried) if buried else None,
    )
