"""A score sheet: who plays, by which rules, and what happened so far. It is never changed in place.

Options that only say what an outcome is worth hold for the whole game. The others say what was
allowed while it was played; a change of theirs begins with the next deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from euchre_sim.errors import ScoreSheetError
from euchre_sim.games import GameTotals, play_out
from euchre_sim.rule_options import Value
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet.deal import Entry, Facts, seats_of
from euchre_sim.score_sheet.table import as_played
from euchre_sim.scoring import MISERE, Outcome, ends_early, score, side_of, sides

__all__ = ["LONGEST_NAME", "RulesFrom", "Sheet", "Who", "is_recomputable"]

LONGEST_NAME = 20
# What may follow or replace a side's name on the command line.
_TAKEN_NAMES = {"dealer", "nobody", "misdeal", "renege"}

_RECOMPUTABLE_SECTIONS = {"Hand score", "Game and match", "Reneges"}
_RECOMPUTABLE = {
    "defend_alone",
    "misere_fail_points",
    "misere_points",
    "no_trump_points",
    "screw_dealer_penalty",
    "screw_dealer_scope",
}
_NOT_RECOMPUTABLE = {"renege_ends_hand"}


def is_recomputable(name: str) -> bool:
    """Whether a change of this option counts for the deals that were played before it."""
    return name in _recomputable_options()


def _recomputable_options() -> set[str]:
    sections = {
        option.name for option in HouseRules.options() if option.section in _RECOMPUTABLE_SECTIONS
    }
    return (sections | _RECOMPUTABLE) - _NOT_RECOMPUTABLE


@dataclass(frozen=True, slots=True)
class RulesFrom:
    """The rules from one deal on.

    Parameters
    ----------
    deal
        Number of that deal, from 1.
    rules
        All of the rules; what can be recomputed counts in the last ones only.
    """

    deal: int
    rules: HouseRules


class Who(NamedTuple):
    """Somebody at the table.

    Parameters
    ----------
    side
        A side.
    seat
        The seat, if one was meant.
    """

    side: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One game or match.

    Parameters
    ----------
    sides
        Names of the sides.
    players
        Names of the players by seat, or none.
    first_dealer
        Seat of the first dealer.
    rules_from
        The rules, at first and after each change that begins with a deal.
    entries
        What happened, deal by deal.
    """

    sides: tuple[str, ...]
    players: tuple[str, ...]
    first_dealer: int
    rules_from: tuple[RulesFrom, ...]
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        n_sides, n_players = len(sides(self.rules)), self.rules.players
        if len(self.sides) != n_sides or len(self.players) not in (0, n_players):
            raise ScoreSheetError(
                f"{n_players} players have {n_sides} names of sides, or {n_players} of players"
            )
        _check_names(self.players, LONGEST_NAME)
        _check_names(self.sides, LONGEST_NAME * (n_players // n_sides + 1))
        if not 0 <= self.first_dealer < n_players:
            raise ScoreSheetError(
                f"seat {self.first_dealer + 1} cannot deal: {n_players} play, in seats 1 to "
                f"{n_players}"
            )

    @classmethod
    def start(
        cls, rules: HouseRules, names: Iterable[str] = (), first_dealer: int | None = None
    ) -> Self:
        """Return an empty sheet.

        Parameters
        ----------
        rules
            The house rules.
        names
            A name for each side, or for each player by seat; the usual ones if there are none.
        first_dealer
            Seat of the first dealer; if not given that of the rules, else seat 0.
        """
        given = tuple(" ".join(name.split()) for name in names)
        n_sides = len(sides(rules))
        side_names: tuple[str, ...] = given
        players: tuple[str, ...] = ()
        if not given:
            side_names = ("Us", "Them") if rules.players > 3 else tuple("ABC"[:n_sides])
        elif len(given) == rules.players and rules.players > n_sides:
            players = given
            side_names = tuple(
                " & ".join(given[seat] for seat in seats_of(side, rules)) for side in range(n_sides)
            )
        elif len(given) != n_sides:
            either = f", or {rules.players}, one for each player" if rules.players > 3 else ""
            raise ScoreSheetError(
                f"{len(given)} names do not fit: give {n_sides}, one for each side{either}"
            )
        if first_dealer is None:
            by_rule = rules.first_dealer_method == "seat"
            first_dealer = rules.first_dealer_seat if by_rule else 0
        return cls(side_names, players, first_dealer, (RulesFrom(1, rules),))

    @property
    def rules(self) -> HouseRules:
        """The rules as they are now."""
        return self.rules_from[-1].rules

    def rules_at(self, deal: int) -> HouseRules:
        """Return the rules that a deal, numbered from 1, was played under."""
        return next(one.rules for one in reversed(self.rules_from) if one.deal <= deal)

    @property
    def next_dealer(self) -> int:
        """Seat that deals next."""
        if not self.entries:
            return self.first_dealer
        last = self.entries[-1].outcome
        rules = self.rules_at(len(self.entries))
        again = (last.special == "misdeal" and rules.misdeal_redeal == "same_dealer") or (
            last.special == "thrown_in" and rules.redeal_after_pass_out == "same_dealer"
        )
        return last.dealer if again else (last.dealer + 1) % rules.players

    def totals(self) -> GameTotals:
        """Return a row for each deal by the rules of now, and where the game stands."""
        return self._play_out(())

    def score_before_next(self) -> tuple[int, ...]:
        """Return the score with which the next deal begins."""
        nothing = Outcome(dealer=self.next_dealer, special="thrown_in")
        return self._play_out((nothing,)).score

    def _play_out(self, more: tuple[Outcome, ...]) -> GameTotals:
        outcomes = (
            as_played(entry.outcome, self.rules_at(deal), self.rules)
            for deal, entry in enumerate(self.entries, 1)
        )
        # Whether a renege ended the hand is known of each deal, not to be asked of today's rules.
        return play_out([*outcomes, *more], self.rules.replace(renege_ends_hand=False))

    def undecided(self) -> tuple[int, ...]:
        """Return the deals that would count otherwise if it was the dealer who had called.

        Only those of which nobody has told, because the rules did not ask for it at the time.
        """
        found = []
        for deal, entry in enumerate(self.entries, 1):
            outcome = entry.outcome
            if outcome.maker is None or not (entry.side_only or outcome.call_round is None):
                continue
            if side_of(outcome.maker, self.rules) != side_of(outcome.dealer, self.rules):
                continue
            if outcome.maker != outcome.dealer and not entry.side_only:
                continue
            late = replace(outcome, maker=outcome.dealer, call_round=outcome.call_round or 2)
            if score(late, self.rules) != score(outcome, self.rules):
                found.append(deal)
        return tuple(found)

    def who(self, text: str, dealer: int | None = None) -> Who | None:
        """Find a side or a seat by its name or number; None if there is no such.

        Parameters
        ----------
        text
            The name of a side or player, a seat's number from 1, or ``dealer``.
        dealer
            Seat that deals, if it is another than `next_dealer`.
        """
        word = " ".join(text.split()).casefold()
        for side, name in enumerate(self.sides):
            if word == name.casefold():
                return self._somebody(side, None)
        for seat, name in enumerate(self.players):
            if word == name.casefold():
                return Who(side_of(seat, self.rules), seat)
        if word == "dealer":
            seat = self.next_dealer if dealer is None else dealer
            return Who(side_of(seat, self.rules), seat)
        if word.isascii() and word.isdigit() and 1 <= int(word) <= self.rules.players:
            return Who(side_of(int(word) - 1, self.rules), int(word) - 1)
        return None

    def _somebody(self, side: int, seat: int | None) -> Who:
        seats = seats_of(side, self.rules)
        return Who(side, seats[0] if len(seats) == 1 else seat)

    # --- changes ---

    def add(self, facts: Facts, dealer: int | None = None) -> Self:
        """Return the sheet with one deal more.

        Parameters
        ----------
        facts
            What happened.
        dealer
            Seat that dealt, if it was another than `next_dealer`.
        """
        if self.totals().winner is not None:
            raise ScoreSheetError(
                "the game is over; start another one, take a deal back or change the target"
            )
        entry = facts.entry(self.next_dealer if dealer is None else dealer, self.rules)
        self._check_stop(entry.outcome)
        return replace(self, entries=(*self.entries, entry))

    def _check_stop(self, outcome: Outcome) -> None:
        """Refuse a hand that was stopped although the game was not decided."""
        tricks = outcome.maker_tricks + outcome.defender_tricks
        stopped = outcome.special == "none" and tricks < self.rules.hand_size
        if not stopped or outcome.contract == MISERE:
            return
        if not ends_early(outcome, self.score_before_next(), self.rules):
            raise ScoreSheetError(
                f"the hand is not over after {outcome.maker_tricks} and "
                f"{outcome.defender_tricks} tricks: the game is still open"
            )

    def undo(self, deals: int = 1) -> Self:
        """Return the sheet without its last deals; the rules stay what they are now."""
        left = len(self.entries) - deals
        if left < 0:
            there = "1 deal" if len(self.entries) == 1 else f"{len(self.entries)} deals"
            raise ScoreSheetError(f"{deals} cannot be taken back: the game has {there}")
        kept = (replace(one, deal=min(one.deal, left + 1)) for one in self.rules_from)
        return replace(self, entries=self.entries[:left], rules_from=_latest(kept))

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return the sheet with rules changed by settings that are written ``option=value``."""
        rules = self.rules.with_settings(settings)
        if rules.players != self.rules.players:
            raise ScoreSheetError("the number of players cannot change; start a new game")
        changed = rules.differences(self.rules)
        deal = len(self.entries) + 1
        if all(is_recomputable(name) for name in changed):
            deal = self.rules_from[-1].deal
        kept = [*self.rules_from, RulesFrom(deal, rules)]
        return replace(self, rules_from=_latest(kept))

    def later_options(self) -> list[tuple[int, dict[str, Value]]]:
        """Return by deal the options that changed for it and those after it only."""
        pairs = zip(self.rules_from, self.rules_from[1:], strict=False)
        return [
            (
                after.deal,
                {
                    name: value
                    for name, value in after.rules.differences(before.rules).items()
                    if not is_recomputable(name)
                },
            )
            for before, after in pairs
        ]


def _latest(rules_from: Iterable[RulesFrom]) -> tuple[RulesFrom, ...]:
    """Keep the last of the rules that begin with the same deal."""
    return tuple({one.deal: one for one in rules_from}.values())


def _check_names(names: tuple[str, ...], longest: int) -> None:
    for name in names:
        if not 0 < len(name) <= longest or not name.isprintable() or "," in name:
            raise ScoreSheetError(
                f"{name!r} is no name: a name has 1 to {LONGEST_NAME} characters and no comma"
            )
        if not name[0].isalpha() or name.casefold() in _TAKEN_NAMES:
            raise ScoreSheetError(
                f"{name!r} is no name here: a name begins with a letter, and "
                f"{', '.join(sorted(_TAKEN_NAMES))} mean something else"
            )
    if len({name.casefold() for name in names}) < len(names):
        raise ScoreSheetError(f"two of the names {', '.join(names)} are the same")
