"""Deals with all cards face up: calls, discards and loners against the reference engine."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import random
from typing import Any

import pytest

from euchre_sim.analysis.face_up_deal import FaceUp, face_up_results
from euchre_sim.cards import parse_card, parse_cards
from euchre_sim.engine.layout import lower_rules
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.records import DealRecord
from euchre_sim.rules import HouseRules
from euchre_sim.solver.position import Position
from tests.example_deals import FULL, LONE, ORDERED, cards, deal, first_tricks
from tests.recorded import PlayedDeal, play_deal, random_rules
from tests.reference import ReferenceHand, score
from tests.reference.table import mates

CONTRACTS = ("C", "D", "S", "H", "NT", "NTL", "MIS")

# --- the whole auction: what the reference engine allows, and plain minimax over it --------------


class Minimax:
    """Best play of a deal for side 0, every call, discard and declaration tried out in full."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules, self.plain = rules, rules.as_dict()
        self.vector = lower_rules(rules)
        self.tricks: dict[Any, int] = {}

    def value(self, hand: ReferenceHand) -> int:
        if hand.phase == "over":
            return self.points(hand, 0)
        if hand.phase == "play":
            return self.points(hand, self.makers_tricks(hand))
        values = [self.value(branch(hand, token)) for token in hand.legal()]
        return max(values) if hand.seat in (0, 2) else min(values)

    def points(self, hand: ReferenceHand, tricks: int) -> int:
        outcome = hand.outcome()
        if outcome["special"] == "none":
            outcome |= {"maker_tricks": tricks, "defender_tricks": 5 - tricks}
        ours, theirs = score(outcome, self.plain)
        return ours - theirs

    def makers_tricks(self, hand: ReferenceHand) -> int:
        """Best play of the cards; that alone is taken from the solver, which has its own tests."""
        held = [hand.hands[seat] if seat in hand.active else () for seat in range(4)]
        makers = frozenset(mates(hand.maker, 4) | {hand.maker})
        known = (*map(frozenset, held), hand.contract, makers, hand.seat)
        if known not in self.tricks:
            position = Position.checked(
                self.rules, self.vector, CONTRACTS.index(hand.contract), hand.maker, hand.lone,
                hand.lone_defender, hand.seat, [parse_cards(" ".join(one)) for one in held], (),
            )  # fmt: skip
            choose = max if position.wants_many else min
            self.tricks[known] = choose(tricks for _, tricks in position.weigh())
        return self.tricks[known]


def branch(hand: ReferenceHand, token: str) -> ReferenceHand:
    """The hand after one more action, the other left as it is."""
    after = copy.copy(hand)
    for name, value in vars(hand).items():
        if isinstance(value, list):
            setattr(after, name, list(value))
    after.hands = [set(held) for held in hand.hands]
    after.apply(token)
    return after


def begun(played: PlayedDeal, rules: HouseRules) -> ReferenceHand:
    record = played.record
    dealt = [{str(card) for card in hand} for hand in record.hands]
    return ReferenceHand(dealt, str(record.upcard), record.dealer, rules.as_dict())


RULES = [
    HouseRules(),
    HouseRules.preset("seed_nl").replace(call_for_best=False),
    HouseRules(stick_the_dealer=True, screw_dealer_penalty=2, dealer_may_discard_upcard=False),
    HouseRules(joker=True, defend_alone=True, canadian_loner=True),
    HouseRules(joker=True, joker_upcard_rule="fixed_suit", need_trump_to_call="any_trump"),
    HouseRules(allow_no_trump=True, allow_no_trump_low=True, allow_misere=True, super_euchre=True),
    *(random_rules(random.Random(seed)) for seed in range(4)),
]


@pytest.mark.parametrize("rules", RULES)
def test_the_auction_is_worth_what_trying_everything_gives(rules: HouseRules) -> None:
    draw, minimax = random.Random(6), Minimax(rules)
    for _ in range(2):
        played = play_deal(rules, draw)
        expected = minimax.value(begun(played, rules))
        assert face_up_results(played.record, rules).from_calls == expected


@pytest.mark.parametrize("rule", ["dealer_names_blind", "dealer_names_after_look"])
def test_a_joker_turned_up_is_named_as_suits_the_dealer_best(rule: str) -> None:
    rules = HouseRules(joker=True, joker_upcard_rule=rule)
    hands = ["9H TH QH KH AH", "9D TD QD KD AD", "9S TS QS KS AS", "9C TC QC JC AC"]
    record = DealRecord(
        dealer=2,
        upcard=parse_card("JK"),
        hands=tuple(tuple(parse_cards(hand)) for hand in hands),
    )
    expected = Minimax(rules).value(
        ReferenceHand([set(hand.split()) for hand in hands], "JK", 2, rules.as_dict())
    )
    assert face_up_results(record, rules).from_calls == expected


# --- hands whose answer is plain -----------------------------------------------------------------

# Five tricks with hearts, whoever holds what else.
LONER = "Jh Jd Ah Kh Qh"
OTHERS = ("9d Td Qd Kd Ad", "9s Ts Js Qs Ks", "9c Tc Jc Qc Kc")


def passed(upcard: str, *hands: str) -> DealRecord:
    return deal(3, upcard, " ".join(["Pass"] * 8), hands=" / ".join(hands))


def test_eldest_hand_plays_a_sure_loner() -> None:
    found = face_up_results(passed("9h", LONER, *OTHERS), HouseRules())
    assert found == FaceUp(from_calls=4, tricks=(), result=0, layouts=1, fitting=1)


def test_without_loners_it_is_a_march() -> None:
    rules = HouseRules(alone_allowed=False)
    assert face_up_results(passed("9h", LONER, *OTHERS), rules).from_calls == 2


def test_eldest_hand_donates_to_a_sure_loner_of_the_next() -> None:
    # To order hearts up and be euchred costs two points, to pass four.
    hands = (OTHERS[0], LONER, *OTHERS[1:])
    assert face_up_results(passed("9h", *hands), HouseRules()).from_calls == -2


# --- from the first lead and later tricks on -----------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_every_trick_is_worth_what_the_solver_finds_where_it_begins(rules: HouseRules) -> None:
    draw = random.Random(8)
    called = 0
    while called < 2:
        played = play_deal(rules, draw)
        final = played.hand
        if final.maker is None or final.contract == "MIS":
            continue
        called += 1
        found = face_up_results(played.record, rules)
        ours, theirs = score(final.outcome(), rules.as_dict())
        assert found.result == ours - theirs
        assert len(found.tricks) == 5
        assert found.tricks[-1] == found.result  # everybody has one card left
        assert (found.layouts, found.fitting) == (1, 1)
        hand, minimax = begun(played, rules), Minimax(rules)
        values = []
        for _, _, token in final.history:
            if hand.phase == "play" and not hand.table:
                tricks = hand.trick_counts()[0] + minimax.makers_tricks(hand)
                values.append(minimax.points(hand, tricks))
            hand.apply(token)
        assert found.tricks == tuple(values)


# --- cards that the record leaves open -----------------------------------------------------------


def test_an_unknown_discard_is_every_card_that_it_may_have_been() -> None:
    rules = HouseRules()
    found = face_up_results(ORDERED, rules)
    seen = {card for trick in ORDERED.tricks for card in trick}
    deck = set(parse_cards(" ".join(r + s for r in "9TJQKA" for s in "CDSH"), deck=rules.deck))
    each = []
    for card in deck - seen:
        hands = list(FULL.hands)
        hands[3] = (*(one for one in hands[3] if one.egn != "9d"), card)
        each.append(
            face_up_results(dataclasses.replace(FULL, hands=tuple(hands), discard=card), rules)
        )
    assert (found.layouts, found.fitting) == (4, 4) == (len(each), len(each))
    assert found.from_calls == pytest.approx(sum(one.from_calls for one in each) / 4)
    assert found.tricks == each[0].tricks  # a buried card is out of the play


def test_a_dealer_whose_cards_are_known_buried_what_he_did_not_play() -> None:
    untold = dataclasses.replace(FULL, discard=None)
    assert face_up_results(untold, HouseRules()) == face_up_results(FULL, HouseRules())


def test_a_partner_who_sat_out_holds_any_cards_nobody_showed() -> None:
    # 15 cards were played and the dealer buried one of the other nine.
    lone = face_up_results(LONE, HouseRules(), most=100)
    assert lone.fitting == 9 * 56  # the discard, and five of the eight others
    assert lone.layouts == 100
    assert lone.tricks == (4, 4, 4, 4, 4)
    assert lone == face_up_results(LONE, HouseRules(), most=100)
    assert face_up_results(LONE, HouseRules(), most=600).layouts == 504


def test_a_seat_that_did_not_follow_has_none_of_the_suit() -> None:
    # After three tricks seat 2 has shown that it has no heart; its last two cards are open.
    record = first_tricks(FULL, 3)
    hands = [*record.hands]
    hands[2] = cards("Xx Xx Xx Xx Xx")
    record = dataclasses.replace(record, hands=tuple(hands))
    found = face_up_results(record, HouseRules())
    others = [card for i in (0, 1, 3) for card in FULL.hands[i]]
    played = [card for trick in record.tricks for card in trick]
    deck = parse_cards(" ".join(r + s for r in "9TJQKA" for s in "CDSH"), deck=HouseRules().deck)
    open_cards = [one for one in deck if one not in [*others, *played, FULL.upcard]]
    hearts = {"9h", "Th", "Jh", "Qh", "Kh", "Ah", "Jd"}
    pairs = [
        pair
        for pair in itertools.combinations(open_cards, 2)
        if not hearts & {one.egn for one in pair}
    ]
    each = []
    for pair in pairs:
        hands[2] = (*cards("Qc Jc 9s"), *pair)
        each.append(face_up_results(dataclasses.replace(record, hands=tuple(hands)), HouseRules()))
    assert found.fitting == len(pairs)
    assert found.from_calls == pytest.approx(sum(one.from_calls for one in each) / len(each))
    for trick, value in enumerate(found.tricks):
        assert value == pytest.approx(sum(one.tricks[trick] for one in each) / len(each))


def test_the_tricks_stop_where_a_card_is_hidden() -> None:
    tricks = [list(trick) for trick in FULL.tricks]
    tricks[3][3:] = cards("Xx")
    record = dataclasses.replace(FULL, tricks=tuple(map(tuple, tricks[:4])))
    assert len(face_up_results(record, HouseRules()).tricks) == 4


def test_what_cannot_be_solved_is_refused_in_a_sentence() -> None:
    with pytest.raises(RuleConflict, match="players=3"):
        face_up_results(FULL, HouseRules.preset("three_hand"))
    with pytest.raises(RuleConflict, match="call_for_best"):
        face_up_results(FULL, HouseRules.preset("railroad"))
    with pytest.raises(IllegalAction, match="turned up"):
        face_up_results(deal(3, "Xh", "Pass"), HouseRules())
