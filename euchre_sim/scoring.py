"""From a hand's outcome to points, and from many outcomes to games and matches.

The one place that knows what a hand is worth. An `Outcome` says what happened, never how many
points it brought, so that changed house rules can be applied to a running game afterwards.
A score is a tuple with one number for each side; with four players side 0 is seats 0 and 2.

>>> from euchre_sim.rules import HouseRules
>>> march = Outcome(dealer=3, maker=0, contract=3, call_round=1, maker_tricks=5, defender_tricks=0)
>>> score(march, HouseRules())
(2, 0)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from euchre_sim.errors import IllegalAction
from euchre_sim.rules import HouseRules

__all__ = [
    "LOW_NO_TRUMP",
    "MISERE",
    "NO_TRUMP",
    "Booked",
    "GameTotals",
    "Outcome",
    "ScoreRow",
    "book",
    "ends_early",
    "guaranteed",
    "match_winner",
    "play_out",
    "score",
    "side_of",
    "sides",
]

# Contracts behind the four suits.
NO_TRUMP, LOW_NO_TRUMP, MISERE = 4, 5, 6

_WINS_NEEDED = {"single": 1, "best_of_3": 2, "best_of_5": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What happened in one deal.

    Parameters
    ----------
    dealer
        Seat of the dealer.
    maker
        Seat that fixed trump; None if nobody did.
    contract
        0 to 3 for trump clubs, diamonds, spades, hearts, `NO_TRUMP`, `LOW_NO_TRUMP` or `MISERE`;
        None if nobody called.
    call_round
        Round of the call, 1 or 2.
    lone_player
        Seat of the makers' side that played alone, if one did.
    lone_defender
        Seat of the defender who played alone, if one did.
    maker_tricks, defender_tricks
        Tricks of each side; fewer than a hand has if it was stopped.
    special
        ``thrown_in`` if nobody called, ``misdeal``, or ``renege``.
    offender
        Seat that reneged.
    innocent_choice
        What the other side chose after a renege, where the rules let it choose.
    """

    dealer: int
    maker: int | None = None
    contract: int | None = None
    call_round: int | None = None
    lone_player: int | None = None
    lone_defender: int | None = None
    maker_tricks: int = 0
    defender_tricks: int = 0
    special: Literal["none", "thrown_in", "misdeal", "renege"] = "none"
    offender: int | None = None
    innocent_choice: Literal["add", "subtract", "stand"] | None = None


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One deal of a game with the totals after it.

    Parameters
    ----------
    outcome
        What happened.
    points
        Points for each side; below zero only where a renege is subtracted.
    score
        Each side's total in the current game after this deal.
    games
        Games won by each side after this deal.
    game
        Number of the game within the match, from 1.
    game_over, match_over
        Whether this deal ended the game, or the match.
    after_end
        Whether the match was over before this deal, so that its points do not count.
    """

    outcome: Outcome
    points: tuple[int, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    game: int
    game_over: bool
    match_over: bool
    after_end: bool


@dataclass(frozen=True, slots=True)
class GameTotals:
    """All deals of a game or match, and where it stands.

    Parameters
    ----------
    rows
        One for each deal.
    score
        Each side's total in the last game that was begun.
    games
        Games won by each side.
    winner
        Side that has won the match (the game, if it is a single one); None while it goes on.
    """

    rows: tuple[ScoreRow, ...]
    score: tuple[int, ...]
    games: tuple[int, ...]
    winner: int | None


@dataclass(frozen=True, slots=True)
class Booked:
    """What a deal's points make of a game.

    Parameters
    ----------
    totals
        Each side's score after the deal.
    won
        Games that this wins for each side.
    carried
        Each side's score when the next deal begins: that of a new game where one was won.
    skipped
        Games won beyond the first, which thus were never played.
    """

    totals: tuple[int, ...]
    won: tuple[int, ...]
    carried: tuple[int, ...]
    skipped: int


def sides(rules: HouseRules) -> tuple[int, ...]:
    """Return the seat mask of each side, in the order of their lowest seats."""
    return tuple(dict.fromkeys(rules.teams))


def side_of(seat: int, rules: HouseRules) -> int:
    """Return the side, from 0, of a seat."""
    return sides(rules).index(rules.teams[seat])


def score(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points of each side for one deal.

    A hand that was stopped before all its tricks counts what was certain by then. Only a renege
    under ``renege_form=subtract`` gives a number below zero; totals do not fall below zero.

    Parameters
    ----------
    outcome
        What happened.
    rules
        The house rules.
    """
    if outcome.special in ("thrown_in", "misdeal"):
        return _nobody(rules)
    if outcome.special == "renege":
        return _renege_points(outcome, rules)
    return guaranteed(outcome, rules)


def guaranteed(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points that are certain after the tricks counted so far.

    They are the smallest score over all numbers of tricks still possible, and nothing as long as
    either side may still score.

    Parameters
    ----------
    outcome
        The hand so far; its two trick counts may add up to less than a whole hand.
    rules
        The house rules.
    """
    maker = _maker(outcome)
    left = rules.hand_size - outcome.maker_tricks - outcome.defender_tricks
    if left < 0 or outcome.maker_tricks < 0 or outcome.defender_tricks < 0:
        raise IllegalAction(
            f"{outcome.maker_tricks} and {outcome.defender_tricks} tricks are no hand of "
            f"{rules.hand_size}"
        )
    finals = [
        _hand_points(outcome, tricks, rules)
        for tricks in range(outcome.maker_tricks, outcome.maker_tricks + left + 1)
    ]
    for_makers = {is_makers for is_makers, _ in finals}
    if len(for_makers) == 2:
        return _nobody(rules)
    own_side = side_of(maker, rules)
    receivers = [side for side in range(len(sides(rules))) if (side == own_side) in for_makers]
    return _give(receivers, min(points for _, points in finals), rules)


def ends_early(outcome: Outcome, totals: tuple[int, ...], rules: HouseRules) -> bool:
    """Whether ``early_stop`` ends the game after the tricks counted so far.

    Parameters
    ----------
    outcome
        The hand so far.
    totals
        Each side's score before this hand.
    rules
        The house rules.
    """
    if not rules.early_stop:
        return False
    certain = guaranteed(outcome, rules)
    now = [total + points for total, points in zip(totals, certain, strict=True)]
    # Of three players two may get there with the same score, and then play on.
    ahead = [side for side, score in enumerate(now) if score == max(now)]
    return len(ahead) == 1 and certain[ahead[0]] > 0 and max(now) >= rules.target_score


def play_out(
    outcomes: Iterable[Outcome], rules: HouseRules, initial: tuple[int, ...] | None = None
) -> GameTotals:
    """Add up deals into games and a match.

    Parameters
    ----------
    outcomes
        The deals in order.
    rules
        The house rules, perhaps other ones than those the deals were played under.
    initial
        Each side's score before the first deal; zero if not given.

    Returns
    -------
    GameTotals
        A row for every deal. Deals after the end of the match are kept and marked.
    """
    totals = initial if initial is not None else _nobody(rules)
    games = _nobody(rules)
    winner = match_winner(games, rules)
    if _game_winner(totals, rules) is not None:
        raise IllegalAction(
            f"a game cannot start at {':'.join(map(str, totals))}: {rules.target_score} points win"
        )
    game, game_over, carried = 1, False, _nobody(rules)
    rows = []
    for outcome in outcomes:
        points = score(outcome, rules)
        after_end = winner is not None
        if not after_end:
            if game_over:
                game, totals = game + 1, carried
            booked = book(points, totals, rules)
            totals, carried = booked.totals, booked.carried
            game_over = any(booked.won)
            game += booked.skipped
            games = tuple(a + b for a, b in zip(games, booked.won, strict=True))
            winner = match_winner(games, rules)
        rows.append(
            ScoreRow(
                outcome=outcome,
                points=points,
                score=totals,
                games=games,
                game=game,
                game_over=game_over and not after_end,
                match_over=winner is not None and not after_end,
                after_end=after_end,
            )
        )
    return GameTotals(tuple(rows), totals, games, winner)


def book(points: tuple[int, ...], totals: tuple[int, ...], rules: HouseRules) -> Booked:
    """Add one deal's points to a game's totals and see which games that wins.

    With `laps` the points above the target begin the next game and may win that one too.

    Parameters
    ----------
    points
        Of each side; a total does not fall below zero.
    totals
        Each side's score before the deal.
    rules
        The house rules.
    """
    totals = tuple(max(0, a + b) for a, b in zip(totals, points, strict=True))
    won, left, finished = list(_nobody(rules)), totals, 0
    while (winner := _game_winner(left, rules)) is not None:
        loser_has_nothing = all(total == 0 for side, total in enumerate(left) if side != winner)
        won[winner] += 2 if rules.slam_double and loser_has_nothing else 1
        finished += 1
        over = left[winner] - rules.target_score if rules.laps else 0
        left = tuple(over if side == winner else 0 for side in range(len(left)))
    return Booked(totals, tuple(won), left, max(0, finished - 1))


def match_winner(games: tuple[int, ...], rules: HouseRules) -> int | None:
    """Return the side that has won the match with its games, if one has."""
    needed = _WINS_NEEDED[rules.match_format]
    return next((side for side, won in enumerate(games) if won >= needed), None)


def _hand_points(outcome: Outcome, tricks: int, rules: HouseRules) -> tuple[bool, int]:
    """Return whether makers who end with these tricks score, and how much is scored."""
    alone = outcome.lone_player is not None
    made = tricks >= rules.tricks_needed
    if outcome.contract == MISERE:
        made = tricks == 0
        points = rules.misere_points if made else rules.misere_fail_points
    elif tricks == rules.hand_size:
        points = rules.lone_value if alone else rules.march_points
    elif made:
        points = rules.make_points
    else:
        points = _euchre_points(outcome, tricks == 0, rules)
    if made and outcome.contract in (NO_TRUMP, LOW_NO_TRUMP) and rules.no_trump_points == "double":
        points *= 2
    return made, min(points, rules.lone_value) if rules.cap_at_lone_value else points


def _euchre_points(outcome: Outcome, no_trick: bool, rules: HouseRules) -> int:
    """Return the largest amount that fits the euchre, and the dealer's penalty on top."""
    alone = outcome.lone_player is not None
    points = rules.lone_euchred_points if alone else rules.euchre_points
    if rules.super_euchre and no_trick:
        points = max(points, rules.super_euchre_points)
    if rules.defend_alone and outcome.lone_defender is not None:
        points = max(
            points, rules.lone_defense_all_points if no_trick else rules.lone_defense_points
        )
    called_late = outcome.call_round == 2 or rules.screw_dealer_scope == "any_dealer_call"
    if outcome.maker == outcome.dealer and called_late:
        points += rules.screw_dealer_penalty
    return points


def _renege_points(outcome: Outcome, rules: HouseRules) -> tuple[int, ...]:
    """Return the points of a deal with a renege; where it is played out they come on top."""
    if outcome.offender is None:
        raise IllegalAction("a renege needs an offender")
    form = _renege_form(outcome, rules)
    if form == "stand":
        return guaranteed(outcome, rules)
    hand = _nobody(rules) if rules.renege_ends_hand else guaranteed(outcome, rules)
    offending = side_of(outcome.offender, rules)
    lone_seats = (outcome.lone_player, outcome.lone_defender)
    offended_had_lone = any(
        seat is not None and side_of(seat, rules) != offending for seat in lone_seats
    )
    amount = rules.renege_penalty_lone if offended_had_lone else rules.renege_penalty
    if form == "subtract":
        penalty = _give([offending], -amount, rules)
    else:
        innocent = [side for side in range(len(sides(rules))) if side != offending]
        penalty = _give(innocent, amount, rules)
    return tuple(a + b for a, b in zip(hand, penalty, strict=True))


def _renege_form(outcome: Outcome, rules: HouseRules) -> Literal["add", "subtract", "stand"]:
    """Return what a renege costs in form; points are added where no other choice is stored."""
    if rules.renege_form == "innocent_chooses":
        return outcome.innocent_choice or "add"
    return "subtract" if rules.renege_form == "subtract" else "add"


def _maker(outcome: Outcome) -> int:
    if outcome.maker is None:
        raise IllegalAction("a hand that was played needs a maker")
    return outcome.maker


def _nobody(rules: HouseRules) -> tuple[int, ...]:
    return (0,) * len(sides(rules))


def _give(receivers: list[int], points: int, rules: HouseRules) -> tuple[int, ...]:
    return tuple(points if side in receivers else 0 for side in range(len(sides(rules))))


def _game_winner(totals: tuple[int, ...], rules: HouseRules) -> int | None:
    """Return the side that has reached the target ahead of all others."""
    best = max(totals)
    if best < rules.target_score or totals.count(best) > 1:
        return None
    return totals.index(best)
