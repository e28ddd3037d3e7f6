"""Recorded games gone through: every decision graded, every deal told in luck and skill.

All that comes of it is plain values, as ``euchre review --json`` prints them, so that a deal that
is done can be kept and a review that was interrupted goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from euchre_sim import __version__
from euchre_sim.analysis.equity import Equity
from euchre_sim.analysis.face_up_deal import face_up_results
from euchre_sim.analysis.grade import LABELS, LABELS_BY_POINTS, Grader
from euchre_sim.analysis.luck import deal_values
from euchre_sim.analysis.players import Players, code_behind, find_players
from euchre_sim.analysis.review_players import player_facts
from euchre_sim.analysis.stakes import Stakes, chances_under
from euchre_sim.analysis.workers import default_threads, ordered
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.games import book, match_winner
from euchre_sim.notation import to_egn
from euchre_sim.records import GameRecord, replay
from euchre_sim.records.result import DealReplay
from euchre_sim.records.told import told_decisions
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import sides
from euchre_sim.storage import reviews
from euchre_sim.strategies.api import Strategy

__all__ = ["Reviewer", "review_facts"]

Score = tuple[int, ...]
SIDES = 2


def review_facts(reviewer: Reviewer, games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Put reviewed games together with what they rest on and what their players did.

    Parameters
    ----------
    reviewer
        Who went through them.
    games
        As `Reviewer.game` tells them, each with its ``file`` and ``title``.
    """
    return {
        "version": __version__,
        "strategies": [f"{one.label} v{one.version}" for one in reviewer.strategies],
        "seed": reviewer.seed,
        "labels": dict(reviewer.labels),
        "labels_by_points": dict(LABELS_BY_POINTS),
        "games": games,
        "players": player_facts(games),
    }


@dataclass(frozen=True)
class Reviewer:
    """Goes through games.

    Attributes
    ----------
    strategies : sequence of Strategy
        Who plays on after an action: one for all, or one a position.
    seed : int
    labels : mapping
        From which loss of the chance to win on a mistake has which label (`grade.LABELS`).
    threads : int or None
    is_kept : bool
        Whether deals that are done are kept and taken from where they are kept.
    """

    strategies: Sequence[Strategy]
    seed: int = 1
    labels: Mapping[str, float] = field(default_factory=lambda: LABELS)
    threads: int | None = None
    is_kept: bool = True

    def game(
        self,
        record: GameRecord,
        *,
        only: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> dict[str, Any]:
        """Go through a game.

        Parameters
        ----------
        record
            The game; its own rules hold.
        only
            Number of the one deal that is wanted; all if left out.
        progress
            Called with the number of decisions that were graded since the last call.

        Returns
        -------
        dict
            ``players``, ``initial``, ``score``, ``winner`` and ``deals``.

        Raises
        ------
        IllegalAction, InvalidNotation
            As from `replay`.
        StrategyFault
            If a strategy breaks the rules.
        RuleConflict
            If there are not two sides.
        """
        replayed = replay(record)
        if only is not None and only > len(replayed.deals):
            raise IllegalAction(f"there is no deal {only}: the game has {len(replayed.deals)}")
        if len(sides(record.rules)) != SIDES:
            raise RuleConflict(
                "games of two sides can be reviewed, no others", options=("players",)
            )
        work = zip(replayed.deals, _scores_before(record, replayed.deals), strict=True)
        game = _Game(self, record.rules)
        deals = [
            {"number": number, **game.deal(deal, before, progress)}
            for number, (deal, before) in enumerate(work, 1)
            if only in (None, number)
        ]
        return {
            "rules_name": record.rules.describe(),
            "rules": record.rules.as_dict(),
            "rules_digest": record.rules.digest(),
            "players": list(_names_of(record)),
            "initial": list(record.initial),
            "score": list(replayed.scores[-1] if replayed.scores else record.initial),
            "winner": replayed.winner,
            "deals": deals,
        }


@dataclass(frozen=True)
class _Game:
    """What all deals of a game share."""

    reviewer: Reviewer
    rules: HouseRules

    @cached_property
    def players(self) -> Players:
        return find_players(self.reviewer.strategies, self.rules)

    @cached_property
    def equity(self) -> Equity:
        return chances_under(self.rules, self.reviewer.threads)

    @cached_property
    def grader(self) -> Grader:
        return Grader(
            rules=self.rules,
            players=self.players,
            strategies=self.reviewer.strategies,
            equity=self.equity,
            seed=self.reviewer.seed,
            labels=self.reviewer.labels,
        )

    def deal(
        self, deal: DealReplay, before: Score | None, progress: Callable[[int], object] | None
    ) -> dict[str, Any]:
        """Go through a deal, or take what is kept of it."""
        key = self._key(deal, before)
        facts = reviews.load(key) if self.reviewer.is_kept else None
        if facts is None:
            facts = self._graded(deal, before, progress)
            if self.reviewer.is_kept:
                reviews.save(key, facts)
        elif progress is not None:
            progress(len(facts["decisions"]))
        return facts

    def _graded(
        self, deal: DealReplay, before: Score | None, progress: Callable[[int], object] | None
    ) -> dict[str, Any]:
        score = None if before is None else (before[0], before[1])
        told = told_decisions(deal.record, self.rules, seed=self.reviewer.seed)
        threads = self.reviewer.threads or default_threads()
        grader = self.grader  # made before threads share it
        decisions = []
        for one in ordered(lambda one: grader.grade(one, score), told, threads):
            decisions.append(one)
            if progress is not None:
                progress(1)
        after = None
        if before is not None and deal.points is not None:
            after = book(deal.points, before, self.rules).totals
        return {
            **deal.as_dict(),
            "unfinished": deal.unfinished,
            "score_before": before,
            "score_after": after,
            "decisions": decisions,
            **self._fortunes(deal, score, decisions),
        }

    def _fortunes(
        self, deal: DealReplay, score: tuple[int, int] | None, decisions: Sequence[dict[str, Any]]
    ) -> dict[str, Any]:
        """Tell the deal in luck and skill of side 0, and what it was with all cards face up."""
        own = -(deal.record.dealer + 1) % self.rules.players  # the position of seat 0
        stakes = None if score is None else Stakes(self.equity, own, *score)
        values = deal_values(
            deal.record, self.rules, self.players, stakes=stakes, seed=self.reviewer.seed
        )
        at = stakes or Stakes(self.equity, own, 0, 0)
        luck: dict[str, Any] = {"points": None, "win": None}
        if values and not deal.unfinished:
            points = [one.points for one in values]
            luck["points"] = _told_luck(at.expected, points, _given(decisions, "loss"))
            if stakes is not None:
                wins = [one.win or 0.0 for one in values]
                given = _given(decisions, "loss_win")
                luck["win"] = _told_luck(stakes.now.mean or 0.0, wins, given)
        return {"luck": luck, "face_up": self._face_up(deal)}

    def _face_up(self, deal: DealReplay) -> dict[str, Any] | None:
        """Return what the deal was with all cards face up; None where it cannot be solved."""
        try:
            found = face_up_results(deal.record, self.rules, seed=self.reviewer.seed)
        except (IllegalAction, RuleConflict):
            return None
        return found.as_dict()

    def _key(self, deal: DealReplay, before: Score | None) -> str:
        """Return a digest of all that a deal's review rests on."""
        alone = GameRecord(deals=(deal.record,), rules=self.rules)
        reviewer = self.reviewer
        follows_from = [
            __version__,
            code_behind(reviewer.strategies),
            to_egn(alone),
            self.rules.digest(),
            before,
            [one.as_dict() for one in reviewer.strategies],
            reviewer.seed,
            dict(reviewer.labels),
        ]
        return hashlib.sha256(json.dumps(follows_from).encode()).hexdigest()


def _given(decisions: Sequence[Mapping[str, Any]], key: str) -> float:
    """Return what the decisions gave side 0: the losses of the others less its own."""
    return math.fsum(
        max(0.0, one[key]["mean"]) * (1 if one["seat"] % 2 else -1)
        for one in decisions
        if one.get(key) is not None
    )


def _told_luck(expected: float, values: Sequence[float], decisions: float) -> dict[str, float]:
    """Take a result apart into what such deals bring, the cards, the decisions and the rest.

    Parameters
    ----------
    expected
        What such a deal brings between equal players.
    values
        What this one was worth after none, one, ... all of its decisions.
    decisions
        What the decisions gave, as far as the players could know.
    """
    return {
        "expected": expected,
        "cards": values[0] - expected,
        "decisions": decisions,
        "fall": values[-1] - values[0] - decisions,
        "result": values[-1],
    }


def _scores_before(record: GameRecord, deals: Sequence[DealReplay]) -> Iterator[Score | None]:
    """Yield the score before each deal; None where there is no game to a target, or it is over.

    A game that ends with a number of deals has no chances that a score alone could tell.
    """
    to_target = record.to_target and not record.deal_limit
    totals = record.initial
    games = (0,) * len(sides(record.rules))
    for deal in deals:
        is_on = to_target and match_winner(games, record.rules) is None
        yield totals if is_on else None
        if deal.points is not None and is_on:
            booked = book(deal.points, totals, record.rules)
            games = tuple(a + b for a, b in zip(games, booked.won, strict=True))
            totals = booked.carried if any(booked.won) else booked.totals


def _names_of(record: GameRecord) -> Iterator[str]:
    """Yield each seat's name."""
    for seat in range(record.rules.players):
        name = record.players[seat] if seat < len(record.players) else ""
        shown = "".join(c if c.isprintable() else "?" for c in name)
        yield shown or f"seat {seat}"
