"""What the players tell about a deal, and the outcome that follows from it.

At a table people say "they made it with four" and not which seat called in which round. `Facts`
holds what was said; `Facts.entry` completes it where it makes no difference, and
`next_question` finds out which open one would change the points.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP, Outcome, score, side_of

__all__ = ["A_SUIT", "CONTRACTS", "Entry", "Facts", "next_question", "seats_of"]

# A trump suit, but nobody said which.
A_SUIT = -1
# Contracts by the names they have on a sheet.
CONTRACTS = {"c": 0, "d": 1, "s": 2, "h": 3, "nt": NO_TRUMP, "ntl": LOW_NO_TRUMP, "mis": MISERE}
_RULE_NAMES = {NO_TRUMP: "NT", LOW_NO_TRUMP: "NTL", MISERE: "MIS"}
_CONTRACT_OPTIONS = {
    NO_TRUMP: "allow_no_trump",
    LOW_NO_TRUMP: "allow_no_trump_low",
    MISERE: "allow_misere",
}

Choice = Literal["add", "subtract", "stand"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal on a sheet.

    Parameters
    ----------
    outcome
        What happened.
    side_only
        Whether only the side that called is known; the maker's seat in `outcome` then stands for
        it and is no dealer's.
    """

    outcome: Outcome
    side_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known about a deal; None for what nobody has said.

    Parameters
    ----------
    special
        ``thrown_in``, ``misdeal`` or ``renege`` if it was no ordinary deal.
    side
        Side that called.
    seat
        Seat that called.
    by_dealer
        Whether it was the dealer who called, where the seat is not given.
    call_round
        Round of the call, 1 or 2.
    contract
        As in `Outcome`, or `A_SUIT`.
    tricks, defender_tricks
        Tricks of the makers and of the others; these get the rest if nobody said.
    alone
        Whether a player of the makers was alone.
    defended_alone
        Whether a defender was alone.
    offender
        Seat that reneged, or any seat of the side that did.
    against_lone
        Whether a player of the other side was alone when that happened.
    choice
        What the innocent side chose.
    """

    special: Literal["none", "thrown_in", "misdeal", "renege"] = "none"
    side: int | None = None
    seat: int | None = None
    by_dealer: bool | None = None
    call_round: int | None = None
    contract: int | None = None
    tricks: int | None = None
    defender_tricks: int | None = None
    alone: bool | None = None
    defended_alone: bool | None = None
    offender: int | None = None
    against_lone: bool | None = None
    choice: Choice | None = None

    def is_played_out(self, rules: HouseRules) -> bool:
        """Whether the tricks of this deal count."""
        if self.special == "renege":
            return self.choice == "stand" or not rules.renege_ends_hand
        return self.special == "none"

    def entry(self, dealer: int, rules: HouseRules) -> Entry:
        """Return the deal as it is written down; IllegalAction if the rules do not allow it.

        Parameters
        ----------
        dealer
            Seat of the dealer.
        rules
            The rules the deal was played under.
        """
        if self.special == "thrown_in":
            if rules.stick_the_dealer:
                raise IllegalAction(
                    "no deal is thrown in with stick_the_dealer=true: the dealer has to call"
                )
            return Entry(Outcome(dealer=dealer, special="thrown_in"))
        if self.special == "misdeal":
            return Entry(Outcome(dealer=dealer, special="misdeal"))
        if self.special == "renege":
            return _renege(self, dealer, rules)
        return _hand(self, dealer, rules)


def seats_of(side: int, rules: HouseRules) -> tuple[int, ...]:
    """Return the seats of a side."""
    return tuple(seat for seat in range(rules.players) if side_of(seat, rules) == side)


def next_question(facts: Facts, dealer: int, rules: HouseRules) -> str | None:
    """Return the name of an open fact that the points of a deal hang on; None if there is none.

    Parameters
    ----------
    facts
        What is known: at least who called and the tricks, or who reneged.
    dealer
        Seat of the dealer.
    rules
        The house rules.
    """
    values = dict(_open_values(facts, dealer, rules))
    points: dict[tuple[str, Any], set[tuple[int, ...]]] = {}
    for combination in product(*values.values()):
        chosen: dict[str, Any] = dict(zip(values, combination, strict=True))
        try:
            found = score(replace(facts, **chosen).entry(dealer, rules).outcome, rules)
        except IllegalAction:
            continue
        for answer in chosen.items():
            points.setdefault(answer, set()).add(found)
    for name, answers in values.items():
        legal = [points[name, one] for one in answers if (name, one) in points]
        if any(found != legal[0] for found in legal):
            return name
    return None


def _open_values(
    facts: Facts, dealer: int, rules: HouseRules
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the facts that nobody has told, in the order to ask, with the answers there are."""
    if facts.side is None:
        if facts.against_lone is None:
            yield "against_lone", (False, True)
        return
    if facts.contract is None:
        others = (one for one, name in _RULE_NAMES.items() if name in rules.contracts)
        yield "contract", (A_SUIT, *others)
    if facts.alone is None:
        yield "alone", (False, True)
    if facts.defended_alone is None:
        yield "defended_alone", (False, True)
    if facts.by_dealer is None and facts.seat is None:
        yield "by_dealer", (False, True)
    if facts.call_round is None:
        yield "call_round", (1, 2)


def _hand(facts: Facts, dealer: int, rules: HouseRules) -> Entry:
    """Return a deal with tricks that count."""
    makers, defenders = _tricks(facts, rules)
    before = _before_play(facts, dealer, rules)
    return replace(
        before,
        outcome=replace(before.outcome, maker_tricks=makers, defender_tricks=defenders),
    )


def _before_play(facts: Facts, dealer: int, rules: HouseRules) -> Entry:
    """Return a deal as it stands when the first card is led."""
    maker, call_round, side_only = _caller(facts, dealer, rules)
    _check_contract(facts.contract, call_round, rules)
    lone_player, lone_defender = _lone_seats(facts, maker, rules)
    outcome = Outcome(
        dealer=dealer,
        maker=maker,
        contract=None if facts.contract == A_SUIT else facts.contract,
        call_round=call_round,
        lone_player=lone_player,
        lone_defender=lone_defender,
    )
    return Entry(outcome, side_only)


def _tricks(facts: Facts, rules: HouseRules) -> tuple[int, int]:
    whole, makers = rules.hand_size, facts.tricks
    if makers is None:
        raise IllegalAction("a hand that was played needs the makers' tricks")
    defenders = whole - makers if facts.defender_tricks is None else facts.defender_tricks
    if makers < 0 or defenders < 0 or makers + defenders > whole:
        told = f"{makers} of {whole}" if facts.defender_tricks is None else f"{makers}+{defenders}"
        raise IllegalAction(f"{told} tricks are no hand: there are {whole} tricks in it")
    if makers + defenders < whole:
        ended = facts.contract == MISERE and rules.misere_ends_early and makers > 0
        if not (rules.early_stop or ended):
            raise IllegalAction(
                f"{makers} and {defenders} tricks are no whole hand of {whole}, "
                "and with early_stop=false every hand is played out"
            )
    return makers, defenders


def _caller(facts: Facts, dealer: int, rules: HouseRules) -> tuple[int, int | None, bool]:
    """Return the maker's seat, the round, and whether the seat only stands for its side."""
    if facts.side is None:
        raise IllegalAction("a hand that was played needs a side that called")
    call_round, by_dealer = facts.call_round, facts.by_dealer
    if facts.contract in _RULE_NAMES:
        if call_round == 1:
            raise IllegalAction("a contract without trump is called in round 2")
        call_round = 2
        if facts.contract != MISERE and rules.no_trump_only_when_stuck:
            by_dealer = True if by_dealer is None else by_dealer
            if not by_dealer or facts.seat not in (None, dealer):
                raise IllegalAction(
                    "only a dealer who must call may call no trump (no_trump_only_when_stuck=true)"
                )
    seats = [
        seat
        for seat in seats_of(facts.side, rules)
        if facts.seat in (None, seat) and by_dealer in (None, seat == dealer)
    ]
    if not seats:
        raise IllegalAction(f"that side cannot have called so: seat {dealer + 1} is the dealer")
    if len(seats) == 1:
        return seats[0], call_round, False
    return next(seat for seat in seats if seat != dealer), call_round, True


def _check_contract(contract: int | None, call_round: int | None, rules: HouseRules) -> None:
    name = None if contract is None else _RULE_NAMES.get(contract)
    if contract is not None and name is not None and name not in rules.contracts:
        allowed = getattr(rules, _CONTRACT_OPTIONS[contract])
        why = "joker_in_no_trump=removed" if allowed else f"{_CONTRACT_OPTIONS[contract]}=false"
        raise IllegalAction(f"these rules have no such contract: {why}")
    if call_round not in (None, 1, 2):
        raise IllegalAction("a call is made in round 1 or 2")


def _lone_seats(facts: Facts, maker: int, rules: HouseRules) -> tuple[int | None, int | None]:
    """Return the lone player and the lone defender, if there were any."""
    misere = facts.contract == MISERE
    alone = bool(facts.alone) or misere
    if alone and not (misere or rules.alone_allowed):
        raise IllegalAction("nobody plays alone with alone_allowed=false")
    if not facts.defended_alone:
        return maker if alone else None, None
    if not rules.defend_alone:
        raise IllegalAction("nobody defends alone with defend_alone=false")
    if misere:
        raise IllegalAction("nobody defends alone against a misere")
    if rules.defend_alone_needs_lone_maker and not alone:
        raise IllegalAction(
            "only a lone maker is defended against alone (defend_alone_needs_lone_maker=true)"
        )
    return maker if alone else None, _another_side(maker, rules)


def _another_side(seat: int, rules: HouseRules) -> int:
    """Return the first seat after this one that is of another side."""
    after = ((seat + step) % rules.players for step in range(1, rules.players))
    return next(one for one in after if side_of(one, rules) != side_of(seat, rules))


def _renege(facts: Facts, dealer: int, rules: HouseRules) -> Entry:
    """Return a deal with a renege, whether it was played on or not."""
    offender = facts.offender
    if offender is None:
        raise IllegalAction("a renege needs an offender")
    if rules.renege_form == "innocent_chooses":
        if facts.choice is None:
            raise IllegalAction("the innocent side has to choose: add, subtract or stand")
    elif facts.choice is not None:
        raise IllegalAction(f"there is nothing to choose with renege_form={rules.renege_form}")
    facts = _with_lone(facts, offender, rules)
    if facts.is_played_out(rules):
        hand = _hand(facts, dealer, rules)
    elif facts.tricks is not None or facts.defender_tricks is not None:
        raise IllegalAction("a renege ends the hand with renege_ends_hand=true: no tricks count")
    elif facts.side is not None:
        hand = _before_play(facts, dealer, rules)
    else:
        lone = _another_side(offender, rules) if facts.against_lone else None
        hand = Entry(Outcome(dealer=dealer, lone_player=lone))
    outcome = replace(
        hand.outcome, special="renege", offender=offender, innocent_choice=facts.choice
    )
    return replace(hand, outcome=outcome)


def _with_lone(facts: Facts, offender: int, rules: HouseRules) -> Facts:
    """Say in other words that the innocent side played alone, where it is known who called."""
    if not facts.against_lone:
        return facts
    if facts.side is None:
        if not (rules.alone_allowed or rules.defend_alone or "MIS" in rules.contracts):
            raise IllegalAction("nobody plays alone with alone_allowed=false")
        return facts
    if facts.side == side_of(offender, rules):
        return replace(facts, defended_alone=True)
    return replace(facts, alone=True)
