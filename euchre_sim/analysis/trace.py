"""One hand of a seed in full: who was asked what, what was open, what was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from euchre_sim.analysis.players import Players, name_fault
from euchre_sim.cards import Card, CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.batch import play_range
from euchre_sim.engine.layout import (
    LEAVE_UPCARD,
    LOG_ACTION,
    LOG_KEY,
    LOG_LEGAL,
    LOG_SIZE,
    LOG_STRIDE,
    NO,
    O_ERROR,
    O_LONE,
    O_LONE_DEFENDER,
    O_MAKER,
    O_POINTS,
    O_ROUND,
    O_TRICKS,
    OUTCOME_SIZE,
    PASS,
    PHASE_NAMES,
    R_N_HIDDEN,
    TAKE_UPCARD,
    YES,
    lower_rules,
)
from euchre_sim.errors import IllegalAction, StrategyFault
from euchre_sim.records.deal import DealRecord, Exchange
from euchre_sim.records.lowered import CALL_TEXTS, contract_text
from euchre_sim.records.result import Decision, TrickReplay
from euchre_sim.rules import HouseRules

__all__ = ["HandTrace", "trace_hand"]

Words = npt.NDArray[np.uint64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class HandTrace:
    """A hand of a seed; seats are 0 (left of the dealer) to 3 (dealer).

    Attributes
    ----------
    rules, players, seed, hand
        What it was played with, and its number.
    record
        The deal as plain data.
    decisions
        Everything that was asked and answered; an illegal answer stands as None.
    tricks
        The tricks with their winners.
    maker, contract, call_round
        Who made which trump in which round; None if nobody did.
    maker_tricks
        Tricks of the makers' side.
    points
        Points of each side; None after a fault.
    fault
        What a strategy did wrong, if one did; the rest of the hand is missing then.
    """

    rules: HouseRules
    players: Players
    seed: int
    hand: int
    record: DealRecord
    decisions: tuple[Decision, ...]
    tricks: tuple[TrickReplay, ...]
    maker: int | None
    contract: int | None
    call_round: int | None
    maker_tricks: int
    points: tuple[int, ...] | None
    fault: StrategyFault | None

    def as_dict(self) -> dict[str, Any]:
        """Plain values, seats by position from 1."""
        deal = self.record
        return {
            "seed": self.seed,
            "hand": self.hand,
            "rules": self.rules.as_dict(),
            "rules_digest": self.rules.digest(),
            "strategies": [strategy.as_dict() for strategy in self.players.strategies],
            "upcard": deal.upcard.egn,
            "hands": {
                str(seat + 1): [card.egn for card in cards] for seat, cards in enumerate(deal.hands)
            },
            "exchanges": [
                {
                    "kind": one.kind,
                    "position": _position(one.seat),
                    "taken": [card.egn for card in one.taken],
                    "put_down": [card.egn for card in one.put_down],
                    "giver": _position(one.giver),
                }
                for one in deal.exchanges
            ],
            "decisions": [
                {
                    "phase": one.phase,
                    "position": _position(one.seat),
                    "legal": one.legal,
                    "chosen": one.chosen,
                }
                for one in self.decisions
            ],
            "maker": _position(self.maker),
            "contract": None if self.contract is None else contract_text(self.contract),
            "round": self.call_round,
            "alone": _position(deal.alone),
            "lone_defender": _position(deal.lone_defender),
            "discard": None if deal.discard is None else deal.discard.egn,
            "tricks": [
                {
                    "leader": _position(trick.leader),
                    "cards": trick.cards,
                    "winner": _position(trick.winner),
                }
                for trick in self.tricks
            ],
            "maker_tricks": self.maker_tricks,
            "points": self.points,
            "fault": None if self.fault is None else str(self.fault),
        }


def _position(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def trace_hand(players: Players, rules: HouseRules, seed: int, hand: int) -> HandTrace:
    """Play one hand of a seed and keep every decision."""
    vector = lower_rules(rules)
    n = rules.players
    outcomes = np.zeros((1, OUTCOME_SIZE), np.int8)
    dealt = np.zeros((1, n + 1 + int(vector[R_N_HIDDEN])), np.uint64)
    log = np.zeros(LOG_SIZE + 1, np.uint64)
    play_range(
        vector,
        players.hooks,
        players.assign,
        players.params,
        np.uint64(seed),
        np.uint64(hand),
        1,
        outcomes,
        dealt,
        log,
    )
    out = [int(value) for value in outcomes[0]]
    fault = name_fault(players, out[O_ERROR], seed, hand) if out[O_ERROR] else None
    if not dealt[0, n]:
        raise fault or IllegalAction(f"hand {hand} of seed {seed} is a misdeal: two farmer's hands")
    upcard = Card.from_bit(int(dealt[0, n]))
    reader = _Log(log, upcard, n)
    hidden = [Card.from_bit(int(bit)) for bit in dealt[0, n + 1 :]]
    hands = [int(mask) for mask in dealt[0, :n]]
    tricks = reader.tricks(vector, _seat(out[O_LONE]), _seat(out[O_LONE_DEFENDER]))
    maker, lone = _seat(out[O_MAKER]), _seat(out[O_LONE])
    exchanges = tuple(reader.exchanges(rules, hidden, maker, lone))
    return HandTrace(
        rules=rules,
        players=players,
        seed=seed,
        hand=hand,
        record=DealRecord(
            dealer=n - 1,
            upcard=upcard,
            calls=reader.calls,
            alone=_seat(out[O_LONE]) if maker is not None else None,
            lone_defender=_seat(out[O_LONE_DEFENDER]) if maker is not None else None,
            discard=reader.refused_or_buried(exchanges, n - 1),
            tricks=tuple(
                tuple(Card.from_bit(reader.printed(bit)) for _, bit in trick)
                for trick in reader.plays_by_trick
            ),
            hands=tuple(
                tuple(CardSet.from_mask(mask)) for mask in reader.before_swap(hands, hidden)
            ),
            exchanges=exchanges,
        ),
        decisions=tuple(reader.decisions),
        tricks=tricks,
        maker=maker,
        contract=reader.trump if maker is not None else None,
        call_round=out[O_ROUND] if maker is not None else None,
        maker_tricks=out[O_TRICKS],
        points=None if fault else _side_points(rules, maker, out[O_POINTS]),
        fault=fault,
    )


def _seat(number: int) -> int | None:
    return None if number < 0 else number


def _side_points(rules: HouseRules, maker: int | None, net: int) -> tuple[int, ...]:
    """Points of each side out of the makers' net points, the side of the lowest seat first."""
    teams = tuple(dict.fromkeys(rules.teams))
    if maker is None:
        return (0,) * len(teams)
    return tuple(max(0, net if team >> maker & 1 else -net) for team in teams)


def _mask(cards: list[Card]) -> int:
    return sum(card.bit for card in cards)


class _Log:
    """The engine's log of one hand, word by word turned into what was asked and chosen."""

    def __init__(self, log: Words, upcard: Card, n_players: int) -> None:
        self.upcard = upcard
        self.trump: int | None = None
        self.discard: Card | None = None  # the upcard, if the dealer left it
        self.decisions: list[Decision] = []
        self.plays: list[tuple[int, int]] = []
        self.plays_by_trick: list[list[tuple[int, int]]] = []
        self.gone: dict[tuple[str, int], list[Card]] = {}  # by phase and seat, in order
        calls: list[str] = []
        for seat, phase, legal, action in _entries(log):
            if phase == "call":
                call_round = 1 + len(calls) // n_players
                named_for_joker = upcard.is_joker and legal & PASS == 0 and call_round == 1
                texts = CALL_TEXTS[2 if named_for_joker else call_round]
                open_calls = tuple(text for bit, text in texts.items() if bit & legal)
                chosen = texts.get(action)
                if chosen is not None:
                    calls.append(chosen.removesuffix(" alone"))
                if action and action != PASS:
                    self.trump = (action.bit_length() - 2) // 2
                self.decisions.append(Decision(phase, seat, open_calls, chosen))
            elif phase in ("alone", "defend") or (phase == "farmer" and legal & YES):
                answer = ("yes" if action == YES else "no") if action else None
                self.decisions.append(Decision(phase, seat, ("yes", "no"), answer))
            elif phase == "discard" and legal == LEAVE_UPCARD | TAKE_UPCARD:
                answer = {TAKE_UPCARD: "take", LEAVE_UPCARD: "leave"}.get(action)
                if answer == "leave":
                    self.discard = self.upcard
                self.decisions.append(Decision(phase, seat, ("take", "leave"), answer))
            else:
                self._card(phase, seat, legal, action)
        self.calls = tuple(calls)

    def _card(self, phase: str, seat: int, legal: int, action: int) -> None:
        """Take in a card put down, given, swapped or played."""
        leave = ("leave",) if phase == "discard" and legal & LEAVE_UPCARD else ()
        keep = ("no",) if phase == "farmer" and legal & NO else ()
        cards = CardSet.from_mask(
            self.printed(legal & ~(LEAVE_UPCARD if leave else 0) & ~(NO if keep else 0))
        )
        texts = tuple(card.egn for card in cards) + leave + keep
        chosen = None
        if keep and action == NO:
            chosen = "no"
        elif leave and action == LEAVE_UPCARD:
            chosen, self.discard = "leave", self.upcard
        elif action:
            card = Card.from_bit(self.printed(action))
            chosen = card.egn
            self.gone.setdefault((phase, seat), []).append(card)
            if phase == "play":
                self.plays.append((seat, action))
        self.decisions.append(Decision(phase, seat, texts, chosen))

    def before_swap(self, hands: list[int], hidden: list[Card]) -> list[int]:
        """Hands as they were dealt, out of those that the calls began with."""
        for (phase, seat), cards in self.gone.items():
            if phase == "farmer":
                came = _mask(hidden[-len(cards) :])
                hands[seat] = hands[seat] & ~came | _mask(cards)
        return hands

    def exchanges(
        self, rules: HouseRules, hidden: list[Card], maker: int | None, lone: int | None
    ) -> Iterator[Exchange]:
        """Yield the cards that came after the deal and what went for them."""
        for (phase, seat), cards in self.gone.items():
            if phase == "farmer":
                yield Exchange(
                    kind="farmer", seat=seat, taken=tuple(hidden[-len(cards) :]),
                    put_down=tuple(cards),
                )  # fmt: skip
            elif phase == "shed":
                giver = (seat + rules.players // 2) % rules.players
                yield Exchange(
                    kind="best", seat=seat, taken=tuple(self.gone.get(("give", giver), ())),
                    put_down=tuple(cards), giver=giver,
                )  # fmt: skip
            elif phase == "discard" and rules.two_hand_style == "dummy3":
                taken = () if seat == lone else tuple(hidden[3 * seat : 3 * seat + 3])
                yield Exchange(kind="extra", seat=seat, taken=taken, put_down=tuple(cards))
            elif phase == "discard" and rules.two_hand_style == "dummy2" and seat == maker:
                yield Exchange(
                    kind="extra", seat=seat, taken=tuple(hidden[:2]), put_down=tuple(cards)
                )

    def refused_or_buried(self, exchanges: tuple[Exchange, ...], dealer: int) -> Card | None:
        """Return the upcard where the dealer left it, or what he put down for it alone."""
        buried = self.gone.get(("discard", dealer))
        if buried and not any(one.kind == "extra" and one.seat == dealer for one in exchanges):
            return buried[0]
        return self.discard

    def printed(self, mask: int) -> int:
        """Cards as they are printed: in contract space, once something is called."""
        if self.trump is None:
            return mask
        return int(steps.from_contract(np.uint64(mask), self.trump))

    def tricks(
        self, rules: Integers, lone: int | None, lone_defender: int | None
    ) -> tuple[TrickReplay, ...]:
        """Cut the cards played into tricks and see who won each."""
        alone, defender = (-1 if seat is None else seat for seat in (lone, lone_defender))
        size = int(steps.active_seats(rules, alone, defender)).bit_count()
        found = []
        for at in range(0, len(self.plays), size):
            trick = self.plays[at : at + size]
            self.plays_by_trick.append(trick)
            led = steps.suit_mask(trick[0][1], self.trump)
            best = max(trick, key=lambda play: int(steps.power(play[1], led, self.trump)))
            found.append(
                TrickReplay(
                    leader=trick[0][0],
                    cards=tuple(Card.from_bit(self.printed(bit)).egn for _, bit in trick),
                    winner=best[0] if len(trick) == size else None,
                    seats=tuple(seat for seat, _ in trick),
                )
            )
        return tuple(found)


def _entries(log: Words) -> Iterator[tuple[int, str, int, int]]:
    """Seat, phase, legal mask and action of every decision."""
    for at in range(0, int(log[0]), LOG_STRIDE):
        key, legal, action = (int(log[at + word]) for word in (LOG_KEY, LOG_LEGAL, LOG_ACTION))
        phase = PHASE_NAMES[key // 8]
        yield key % 8, "play" if phase == "no_trump" else phase, legal, action
