"""`advise` against a twin in plain Python: the same deals, every sum exactly equal.

The twin draws the deals with its own random words, hears the passes and plays every action with
the reference engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
import pytest

from euchre_sim.analysis import decision, weigh
from euchre_sim.analysis.advice import Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.decision import Tally
from euchre_sim.rules import HouseRules
from tests.reference import ReferenceHand, complete, full_deck, score
from tests.statistical.lucky_player import LUCKY
from tests.statistical.lucky_twin import RANKS, SUITS, PlainPlayer, key_of, three_hands

DEALER = 3
DEALS = 48  # drawn at a time
# By position: who calls how soon, and when alone.
PARAMS = ((11, 15), (10, 14), (12, 14), (13, 16))
STRATEGIES = [
    LUCKY.with_parameters(call=for_call, alone=for_alone) for for_call, for_alone in PARAMS
]

RULES: dict[str, dict[str, Any]] = {
    "standard": {},
    "seed_nl": HouseRules.preset("seed_nl").differences(),
    "seed_sl": HouseRules.preset("seed_sl").differences(),
    "canadian": {"canadian_loner": True, "super_euchre": True, "lone_value": 5},
    "canadian, declared late": {
        "canadian_loner": True,
        "alone_timing": "before_first_lead",
        "defend_alone": True,
        "turned_down_suit": "open",
    },
    "defend alone": {
        "defend_alone": True,
        "defend_alone_needs_lone_maker": False,
        "defend_alone_poll": "from_makers_left",
        "lone_defender_vs_pair_lead": "normal",
        "lone_defense_points": 3,
    },
    "upcard stays": {
        "dealer_may_discard_upcard": False,
        "need_trump_to_call": "any_trump",
        "stick_the_dealer": True,
        "turned_down_suit": "barred_except_stuck",
        "screw_dealer_penalty": 2,
        "screw_dealer_scope": "any_dealer_call",
    },
    "never alone": {"alone_allowed": False, "dealer_pickup": "optional"},
}

# A hand and an upcard, weak, middling and strong ones.
HANDS = [
    ("JH 9H AH KS 9S", "TH"),
    ("JC AS KS QD 9D", "JS"),
    ("9C TC AD JD 9S", "KC"),
    ("QD JS TH KH AC", "9D"),
]


def in_deck(card: str) -> tuple[int, int]:
    """Place in an unshuffled deck."""
    return SUITS.index(card[1]), RANKS.index(card[0])


@dataclass
class Sums:
    """What the twin counted."""

    choices: list[tuple[str, str | None, bool, str | None]]
    drawn: int = 0
    accepted: int = 0
    points: list[Counter[int]] = field(default_factory=list)
    euchred: list[int] = field(default_factory=list)
    products: dict[tuple[int, int], int] = field(default_factory=Counter)


@dataclass(frozen=True)
class Asked:
    """A question; seats from 0 (left of the dealer) to 3."""

    hand: frozenset[str]
    upcard: str | None
    seat: int
    call_round: int
    rules: dict[str, Any]
    seed: int

    def deal(self, number: int) -> tuple[int, list[set[str]], str]:
        """The key of a deal, all hands and the upcard."""
        key = key_of(self.seed, number)
        seen = set(self.hand) | ({self.upcard} if self.upcard else set())
        unseen = sorted(full_deck() - seen, key=in_deck)
        hands, upcard = three_hands(unseen, self.upcard, key)
        hands.insert(self.seat, set(self.hand))
        return key, hands, upcard

    def heard(self, player: PlainPlayer, hands: list[set[str]], up: str) -> ReferenceHand | None:
        """The hand at the asker's turn, or None where another seat would have called."""
        state = ReferenceHand(hands, up, DEALER, self.rules)
        while (state.seat, state.call_round) != (self.seat, self.call_round):
            if state.seat != self.seat and player.choose(state) != "PASS":
                return None
            state.apply("PASS")
        return state

    def actions(self, state: ReferenceHand) -> list[tuple[str, str | None, bool, str | None]]:
        """Everything the asker may do: action, suit, alone, card to bury."""
        legal = state.legal()
        rules = state.rules
        late = rules["alone_allowed"] and rules["alone_timing"] == "before_first_lead"
        buried: Sequence[str | None] = [None]
        if self.seat == DEALER and self.call_round == 1 and self.upcard:
            cards = set(self.hand) | {self.upcard}
            if not rules["dealer_may_discard_upcard"]:
                cards.remove(self.upcard)
            ordered: list[str] = sorted(cards, key=in_deck)
            buried = ordered
        found: list[tuple[str, str | None, bool, str | None]] = []
        if "PASS" in legal:
            found.append(("pass", None, False, None))
        for alone, suit in product((False, True), SUITS):
            if self.call_round == 1 and suit != state.upcard[1]:
                continue
            word = "ORDER" if self.call_round == 1 else f"CALL_{suit}"
            if (f"{word}_ALONE" if alone else word) in legal or (late and word in legal):
                named = suit if self.upcard else None
                action = "order" if self.call_round == 1 else "call"
                found += [(action, named, alone, card) for card in buried]
        return found

    def play(
        self,
        player: PlainPlayer,
        hands: list[set[str]],
        up: str,
        choice: tuple[str, str | None, bool, str | None],
    ) -> tuple[int, bool]:
        """Points of the asker's side after one action, and whether it was euchred."""
        state = ReferenceHand(hands, up, DEALER, self.rules)
        for _ in range(self.seat + 4 * (self.call_round - 1)):
            state.apply("PASS")
        action, suit, alone, buried = choice
        if action == "pass":
            state.apply("PASS")
        else:
            word = "ORDER" if action == "order" else f"CALL_{suit}"
            said = f"{word}_ALONE"
            state.apply(said if alone and said in state.legal() else word)
            if state.phase == "discard":
                state.apply(buried or player.choose(state))
            if state.phase == "alone":
                state.apply("YES" if alone else "NO")
        outcome = player.play_out(state).outcome()
        both = score(outcome, state.rules)
        net = both[self.seat % 2] - both[1 - self.seat % 2]
        ours = outcome["maker"] is not None and outcome["maker"] % 2 == self.seat % 2
        return net, ours and outcome["maker_tricks"] < 3

    def count(self, drawn: int) -> Sums:
        """Play the first `drawn` deals."""
        sums = Sums([])
        for number in range(drawn):
            key, hands, up = self.deal(number)
            player = PlainPlayer(key, PARAMS)
            state = self.heard(player, hands, up)
            sums.drawn += 1
            if state is None:
                continue
            sums.accepted += 1
            if not sums.choices:
                sums.choices = self.actions(state)
                sums.points = [Counter() for _ in sums.choices]
                sums.euchred = [0] * len(sums.choices)
            results = [self.play(player, hands, up, choice) for choice in sums.choices]
            for k, (net, euchred) in enumerate(results):
                sums.points[k][net] += 1
                sums.euchred[k] += euchred
                for j in range(k + 1):
                    sums.products[k, j] += net * results[j][0]
        return sums


def ask(question: Asked) -> tuple[Advice, Tally]:
    """Ask the product, which stops at the first chunk with two deals that fit."""
    seen: list[Tally] = []
    answer = advise(
        " ".join(sorted(question.hand)),
        question.upcard,
        question.seat + 1,
        call_round=question.call_round,
        rules=HouseRules(**question.rules),
        strategies=STRATEGIES,
        deals=2,
        seed=question.seed,
        threads=1,
        progress=seen.append,
    )
    assert len(seen) == 1
    return answer, seen[0]


def compare(question: Asked) -> Sums:
    """Every sum of the product and of the twin must be equal."""
    answer, tally = ask(question)
    twin = question.count(tally.drawn)
    named = [tuple(value.choice.as_dict().values())[:4] for value in answer.actions]
    assert named == twin.choices
    assert (tally.drawn, tally.accepted) == (twin.drawn, twin.accepted)
    assert (answer.deals, answer.accepted) == (twin.drawn, twin.accepted)
    axis = range(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1)
    for k, value in enumerate(answer.actions):
        histogram = dict(zip(axis, tally.histogram[k].tolist(), strict=True))
        assert {points: n for points, n in histogram.items() if n} == dict(twin.points[k]), named[k]
        assert tally.actions[k, weigh.T_EUCHRED] == twin.euchred[k], named[k]
        shares = {points: n / twin.accepted for points, n in twin.points[k].items()}
        assert value.distribution == shares
        assert value.euchred == twin.euchred[k] / twin.accepted
        for j in range(k + 1):
            assert tally.products[k, j] == twin.products[k, j], (named[k], named[j])
    return twin


def questions(rules: dict[str, Any]) -> Iterator[Asked]:
    """Every seat, both rounds, the upcard given and not."""
    full = complete(rules)
    for number, (seat, call_round) in enumerate(product(range(4), (1, 2))):
        hand, upcard = HANDS[(number + len(rules)) % len(HANDS)]
        yield Asked(frozenset(hand.split()), upcard, seat, call_round, rules, 70 + number)
        if call_round == 1 and full["need_trump_to_call"] == "no":
            yield Asked(frozenset(hand.split()), None, seat, 1, rules, 90 + number)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decision.Question, "pace", decision.Pace(chunk=DEALS))


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("name", RULES)
def test_every_sum_equals_the_twins(name: str) -> None:
    kinds: Counter[str] = Counter()
    for question in questions(RULES[name]):
        twin = compare(question)
        kinds["asked"] += 1
        kinds["played"] += twin.accepted
        kinds["refused"] += twin.drawn - twin.accepted
        kinds["euchred"] += sum(twin.euchred)
        kinds["alone"] += sum(choice[2] for choice in twin.choices)
        kinds["buried"] += sum(choice[3] is not None for choice in twin.choices)
        kinds["passes"] += sum(choice[0] == "pass" for choice in twin.choices)
    # The questions are worth asking only if all of this comes up.
    assert kinds["asked"] >= 8
    assert kinds["played"] >= 200
    assert min(kinds["refused"], kinds["euchred"], kinds["passes"]) >= 5
    assert kinds["buried"] >= (10 if name == "upcard stays" else 6)
    assert (kinds["alone"] == 0) == (name == "never alone")


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(("hand", "upcard"), HANDS)
def test_dealer_with_every_discard_in_many_deals(hand: str, upcard: str) -> None:
    question = Asked(frozenset(hand.split()), upcard, DEALER, 1, {}, 2**63 + 11)
    twin = compare(question)
    assert [choice[3] for choice in twin.choices].count(None) == 1  # the pass
    assert len(twin.choices) == 1 + 2 * 6


@pytest.mark.usefixtures("small_chunks")
def test_case12_upcard_not_given_is_drawn_from_the_unseen_cards_in_every_deal() -> None:
    hand = frozenset(HANDS[0][0].split())
    question = Asked(hand, None, 0, 1, {}, 5)
    compare(question)
    drawn = Counter(question.deal(number)[2] for number in range(19 * 400))
    assert set(drawn) == full_deck() - hand
    spread = sum((count - 400) ** 2 / 400 for count in drawn.values())
    assert spread < 42.3  # chi-square with 18 degrees of freedom, one in a thousand


@pytest.mark.usefixtures("small_chunks")
def test_case13_given_upcard_is_in_nobodys_dealt_hand() -> None:
    hand, upcard = HANDS[1]
    question = Asked(frozenset(hand.split()), upcard, 1, 2, {}, 6)
    compare(question)
    for number in range(300):
        _, hands, up = question.deal(number)
        assert up == upcard
        assert all(upcard not in held for held in hands)
        assert len(set().union(*hands)) == 20


@pytest.mark.usefixtures("small_chunks")
def test_two_chunks_are_the_first_deals_of_the_seed() -> None:
    question = Asked(frozenset(HANDS[2][0].split()), HANDS[2][1], 2, 2, {}, 8)
    seen: list[Tally] = []
    advise(
        " ".join(question.hand),
        question.upcard,
        3,
        call_round=2,
        strategies=STRATEGIES,
        deals=60,
        seed=8,
        threads=2,
        progress=seen.append,
    )
    tally = seen[-1]
    assert tally.drawn > DEALS
    twin = question.count(tally.drawn)
    assert tally.accepted == twin.accepted
    sums = [sum(points * n for points, n in counted.items()) for counted in twin.points]
    assert (tally.points.means() * tally.accepted).round(6).tolist() == pytest.approx(sums)
    for (k, j), total in twin.products.items():
        assert tally.products[k, j] == total
    assert np.triu(tally.products, 1).sum() == 0
