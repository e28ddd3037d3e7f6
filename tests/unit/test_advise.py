"""`advise`: what is open to a seat, what the numbers mean, and answers that are known."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import euchre_sim
from euchre_sim.analysis import decision
from euchre_sim.analysis.advice import Advice
from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.decision import Question, Tally, weigh_actions
from euchre_sim.analysis.means import Means
from euchre_sim.analysis.players import seat_players
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import CardSet, Suit, parse_card, parse_cards
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import (
    V_LEGAL,
    V_PARAMS,
    V_PARAMS_AT,
    V_SCRATCH,
)
from euchre_sim.errors import IllegalAction, InvalidNotation, StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy
from euchre_sim.strategies.random_player import any_bit
from tests.differential.log import LoggedHand, logged_hands

HAND, UP = "JH 9H AH KS 9S", "TH"
QUICK: dict[str, Any] = {"strategies": "universe", "deals": 2000, "threads": 1}


def ask(hand: str = HAND, up: str | None = UP, seat: int = 1, **options: Any) -> Advice:
    """A question that is answered quickly."""
    return advise(hand, up, seat, **{**QUICK, **options})


def names(answer: Advice) -> list[str]:
    """The actions in words: ``pass``, ``order alone``, ``call H``, ``order bury 9C``."""
    found = []
    for choice in (value.choice for value in answer.actions):
        words = [choice.action]
        if choice.action == "call":
            assert choice.suit is not None
            words.append(choice.suit.letter)
        if choice.alone:
            words.append("alone")
        if choice.discard is not None:
            words.append(f"bury {choice.discard}")
        found.append(" ".join(words))
    return found


def value_of(answer: Advice, name: str) -> Any:
    """The value of an action in words."""
    return answer.actions[names(answer).index(name)]


def menu(suits: str) -> list[str]:
    """Calls of round two: with the partner, then alone."""
    return [f"call {suit}{tail}" for tail in ("", " alone") for suit in suits]


# --- the same question, the same answer -----------------------------------------------------------


@pytest.mark.parametrize(("seat", "call_round"), [(2, 1), (4, 1), (3, 2)])
def test_case18_threads_change_nothing(seat: int, call_round: int) -> None:
    options: dict[str, Any] = {
        "strategies": "basic",
        "call_round": call_round,
        "deals": 20_000,
        "seat": seat,
    }
    first = ask(threads=1, **options).as_dict()
    for threads in (2, 3, 7):
        assert ask(threads=threads, **options).as_dict() == first


def test_seed_decides() -> None:
    assert ask(seed=5).as_dict() == ask(seed=5).as_dict()
    distributions = [ask(seed=seed).actions[0].distribution for seed in (0, 5, 6, 2**64 - 1)]
    for k, one in enumerate(distributions):
        assert one not in distributions[:k]


def test_cards_may_come_in_any_form_and_order() -> None:
    first = ask().as_dict()
    cards = parse_cards(HAND)
    forms: list[Any] = [cards, CardSet(cards), cards[::-1], "9s,KS ah 9h JH", "9♠ K♠ A♥ 9♥ J♥"]
    for hand in (*forms, iter(cards)):
        for up in ("10h", parse_card("TH"))[: 1 if hand not in forms else 2]:
            answer = advise(hand, up, 1, **QUICK).as_dict()
            asked = answer["asked"].split("|")[1:]
            assert asked == first["asked"].split("|")[1:]
            assert {**answer, "hand": HAND, "asked": first["asked"]} == first


def test_public_names() -> None:
    assert euchre_sim.advise is advise


# --- what is open: the vectors of the rules through `advise` --------------------------------------


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_round_one_of_those_who_do_not_deal(seat: int) -> None:
    assert names(ask(seat=seat)) == ["pass", "order", "order alone"]
    assert names(ask(seat=seat, rules=HouseRules(alone_allowed=False))) == ["pass", "order"]
    assert all(value.choice.suit in (None, Suit.HEARTS) for value in ask(seat=seat).actions)


def test_v11_canadian_partner_orders_alone_or_not_at_all() -> None:
    for late in (HouseRules(), HouseRules(alone_timing="before_first_lead")):
        rules = late.replace(canadian_loner=True)
        assert names(ask(seat=2, rules=rules)) == ["pass", "order alone"]
        assert names(ask(seat=1, rules=rules)) == ["pass", "order", "order alone"]
        assert names(ask(seat=3, rules=rules)) == ["pass", "order", "order alone"]
        again = ask(HAND, "9C", 2, call_round=2, rules=rules)
        assert names(again) == ["pass", *menu("DSH")]


def test_v12_turned_down_suit_is_barred_and_open() -> None:
    hand = "JH 9H AH KC 9D"
    assert names(ask(hand, "9S", 1, call_round=2)) == ["pass", *menu("CDH")]
    open_suit = HouseRules(turned_down_suit="open")
    assert names(ask(hand, "9S", 1, call_round=2, rules=open_suit)) == ["pass", *menu("CDSH")]


def test_v13_stuck_dealer_may_not_pass() -> None:
    hand = "JH 9H AH KC 9D"
    stuck = HouseRules(stick_the_dealer=True)
    assert names(ask(hand, "9S", 4, call_round=2, rules=stuck)) == menu("CDH")
    assert names(ask(hand, "9S", 3, call_round=2, rules=stuck)) == ["pass", *menu("CDH")]
    assert names(ask(hand, "9S", 4, call_round=2)) == ["pass", *menu("CDH")]
    opened = stuck.replace(turned_down_suit="barred_except_stuck")
    assert names(ask(hand, "9S", 4, call_round=2, rules=opened)) == menu("CDSH")
    assert names(ask(hand, "9S", 3, call_round=2, rules=opened)) == ["pass", *menu("CDH")]


def test_v14_and_v15_dealers_discards() -> None:
    hand, up = "JH JD AH KH QH", "9H"
    cards = ["JD", "9H", "JH", "QH", "KH", "AH"]
    both = [f"order{alone} bury {card}" for alone in ("", " alone") for card in cards]
    assert names(ask(hand, up, 4)) == ["pass", *both]
    kept = HouseRules(dealer_may_discard_upcard=False)
    assert names(ask(hand, up, 4, rules=kept)) == [
        "pass",
        *(name for name in both if "9H" not in name),
    ]
    # The dealer who takes it himself may not leave it.
    assert names(ask(hand, up, 4, rules=HouseRules(dealer_pickup="optional"))) == ["pass", *both]


def test_dealer_with_late_declaration_weighs_both() -> None:
    rules = HouseRules.preset("seed_nl")
    answer = ask("JH JD AH KH QH", "9H", 4, rules=rules)
    assert len(answer.actions) == 1 + 2 * 6
    assert sum(value.choice.alone for value in answer.actions) == 6


@pytest.mark.parametrize(("need", "may"), [("any_trump", True), ("natural_trump", False)])
def test_trump_needed_to_order(need: Any, may: bool) -> None:
    rules = HouseRules(need_trump_to_call=need)
    left_only = "JD 9C TC AS KS"
    assert (names(ask(left_only, "9H", 2, rules=rules)) != ["pass"]) == may
    assert names(ask("QD 9C TC AS KS", "9H", 2, rules=rules)) == ["pass"]
    assert len(names(ask("QD 9C TC AS KS", "9H", 4, rules=rules))) == 13  # the dealer is exempt


def test_upcard_left_out_leaves_the_suit_open() -> None:
    for seat in (1, 2, 3, 4):
        answer = ask(up=None, seat=seat)
        assert names(answer) == ["pass", "order", "order alone"]
        assert all(value.choice.suit is None for value in answer.actions)
        assert answer.strategy_choice is None
        assert answer.upcard is None


# --- what the numbers mean ------------------------------------------------------------------------

QUESTIONS: list[tuple[str, str | None, int, int, dict[str, Any]]] = [
    (HAND, UP, 1, 1, {}),
    (HAND, UP, 4, 1, {}),
    (HAND, None, 2, 1, {}),
    ("JC AS KS QD 9D", "JS", 3, 2, {}),
    ("JC AS KS QD 9D", "JS", 4, 2, {"screw_dealer_penalty": 4}),
    ("JC AS KS QD 9D", "JS", 2, 1, {"lone_value": 6, "super_euchre": True}),
    ("9C TC AD JD 9S", "KC", 1, 2, dict(HouseRules.preset("seed_nl").differences())),
]


@pytest.mark.parametrize(("hand", "up", "seat", "call_round", "changes"), QUESTIONS)
def test_distribution_sums_to_one_and_gives_the_mean_and_the_error(
    hand: str, up: str | None, seat: int, call_round: int, changes: dict[str, Any]
) -> None:
    answer = ask(hand, up, seat, call_round=call_round, rules=HouseRules(**changes))
    assert sum(value.p_best for value in answer.actions) == pytest.approx(1)
    for value in answer.actions:
        shares = value.distribution
        assert sum(shares.values()) == pytest.approx(1)
        assert all(0 < share <= 1 for share in shares.values())
        assert list(shares) == sorted(shares)
        mean = sum(points * share for points, share in shares.items())
        square = sum(points**2 * share for points, share in shares.items())
        assert value.points.mean == pytest.approx(mean)
        error = math.sqrt((square - mean**2) / (answer.accepted - 1))
        assert value.points.se == pytest.approx(error)
        assert value.points.lo == pytest.approx(mean - 1.959964 * error)
        assert value.points.hi == pytest.approx(mean + 1.959964 * error)
        assert value.vs_best.mean == pytest.approx(mean - answer.best.points.mean)
        lost = sum(share for points, share in shares.items() if points < 0)
        if value.choice.action == "pass":
            assert value.euchred <= lost
            assert value.choice.suit is None
        else:
            assert value.euchred == pytest.approx(lost)  # our call: only a euchre costs points
            assert 0 not in shares
    assert answer.best.points.mean == max(value.points.mean for value in answer.actions)
    assert (answer.best.vs_best.mean, answer.best.vs_best.se) == (0, 0)


def test_points_of_every_outcome_come_from_the_rules() -> None:
    rules = HouseRules(lone_value=6, super_euchre=True, lone_euchred_points=3)
    strong = ask("AS KS QS 9D TD", "TS", 1, rules=rules, deals=20_000)
    assert set(value_of(strong, "order").distribution) == {-2, 1, 2}
    assert set(value_of(strong, "order alone").distribution) == {-3, 1, 6}
    weak = ask("QS 9D TD 9C TC", "TS", 1, rules=rules, deals=20_000)
    assert {-4, -2, 1} <= set(value_of(weak, "order").distribution) <= {-4, -2, 1, 2}
    assert {-4, -3} <= set(value_of(weak, "order alone").distribution) <= {-4, -3, 1, 6}
    stuck = HouseRules(screw_dealer_penalty=3)
    answer = ask("JC AS KS QD 9D", "TH", 4, rules=stuck, call_round=2, deals=20_000)
    assert set(value_of(answer, "call D").distribution) == {-5, 1, 2}


def test_case12_upcard_not_given_is_drawn_afresh_from_the_unseen_cards() -> None:
    """Whether the jack is turned decides: the mean over upcards is the mean of their answers."""
    hand, counted = "JD 9H AH KS 9S", 20_000
    options: dict[str, Any] = {"strategies": "universe", "seed": 3, "threads": 1}
    unseen = CardSet.from_mask(HouseRules().deck) - CardSet.parse(hand)
    given = [advise(hand, up, 1, until_se=1e-9, deals=counted, **options) for up in unseen]
    drawn = advise(hand, None, 1, until_se=1e-9, deals=19 * counted, **options)
    for k, value in enumerate(drawn.actions):
        one_by_one = [answer.actions[k].points for answer in given]
        mean = np.mean([points.mean for points in one_by_one])
        error = math.hypot(value.points.se, math.hypot(*(p.se for p in one_by_one)) / 19)
        assert abs(value.points.mean - mean) < 4 * error, value.choice


def test_case13_given_upcard_is_nobodys_card_and_goes_to_the_dealer() -> None:
    """The right bower turned: with it in the dealer's hand the makers never lose to it."""
    hand = "JD AH KH QH TH"  # all trumps but the right bower and the nine
    ours = ask(hand, "JH", 2, deals=5000)
    theirs = ask(hand, "JH", 1, deals=5000)
    turned_down = ask("JD AD KD QD TD", "JH", 1, call_round=2, deals=5000)
    # The partner holds the right bower: no trump is against us but perhaps the nine.
    assert value_of(ours, "order").distribution == {2: 1.0}
    # An opponent holds it, in every single deal: not one march.
    assert set(value_of(theirs, "order").distribution) <= {-2, 1}
    # Turned down it is in nobody's hand: no left bower is against us.
    assert value_of(turned_down, "call D").distribution == {2: 1.0}
    assert value_of(turned_down, "call D alone").distribution == {4: 1.0}


def test_case15_expectation_divides_by_the_deals_in_which_the_call_was_made() -> None:
    answer = ask("9H TH 9D TD 9C", "AS", 3, deals=20_000)
    assert answer.accepted < 0.95 * answer.deals
    for value in answer.actions:
        counts = [share * answer.accepted for share in value.distribution.values()]
        assert counts == pytest.approx([round(count) for count in counts], abs=1e-6)
        assert sum(counts) == pytest.approx(answer.accepted)
    order = value_of(answer, "order")
    total = sum(points * share * answer.accepted for points, share in order.distribution.items())
    assert order.points.mean == pytest.approx(total / answer.accepted)


def test_case16_alone_means_the_same_in_both_rounds() -> None:
    hand = "JH JD AH KH 9C"
    first = ask(hand, "9H", 1, deals=20_000)
    second = ask(hand, "9S", 1, call_round=2, deals=20_000)
    for alone, points in (("", {-2, 1, 2}), (" alone", {-2, 1, 4})):
        order, call = value_of(first, f"order{alone}"), value_of(second, f"call H{alone}")
        assert order.choice.alone == call.choice.alone == bool(alone)
        assert set(order.distribution) | {-2} == set(call.distribution) | {-2} == points
    # A lone hand has no partner to lean on, in either round.
    for answer, word in ((first, "order"), (second, "call H")):
        pair, lone = value_of(answer, word), value_of(answer, f"{word} alone")
        assert lone.distribution[4] < pair.distribution[2]
        assert lone.euchred >= pair.euchred


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_case20_all_that_the_asker_does_not_see_is_dealt_around(
    monkeypatch: pytest.MonkeyPatch, seat: int
) -> None:
    asked: list[Question] = []

    def watch(question: Question, *rest: Any) -> tuple[Tally, str]:
        asked.append(question)
        return weigh_actions(question, *rest)

    monkeypatch.setattr("euchre_sim.analysis.advise.weigh_actions", watch)
    ask(seat=seat)
    ask(up=None, seat=seat)
    given, drawn = ({str(card) for card in CardSet.from_mask(one.unseen)} for one in asked)
    deck = set(str(CardSet.from_mask(HouseRules().deck)).split())
    assert given == deck - set(HAND.split()) - {UP}
    assert drawn == deck - set(HAND.split())
    assert (len(given), len(drawn)) == (18, 19)


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "up", "words"),
    [
        ("JH JH AH KS 9S", "TH", "JH is in the hand twice, as cards 1 and 2"),
        ("JH 9H AH KS 9S", "JH", "JH is in the hand and in the upcard"),
        ("JH 9H AH KS 9S", "jh", "JH is in the hand and in the upcard"),
        ("JH 9H AH KS 9S", "J♥", "JH is in the hand and in the upcard"),
        ("TH 9H AH KS 10h", "JH", "TH is in the hand twice, as cards 1 and 5"),
        ("JH 9H AH KS", "TH", "it needs 5 cards"),
        ("JH 9H AH KS 9S QS", "TH", "'QS', is one too many"),
        ("", "TH", "the hand is empty"),
        ("JH 9H AH KS 8S", "TH", "8S is not in the deck"),
        ("JH 9H AH KS 9S", "2C", "2C is not in the deck"),
        ("JH 9H AH KS JK", "TH", "JK is not in the deck"),
        ("JH 9H AH KS 9S", "TH QD", "2 cards, not one"),
        ("JH 9H AH KS 9S", "", "0 cards, not one"),
        ("JH 9H AH KS XX", "TH", "card 5 of the hand, 'XX'"),
    ],
)
def test_case22_cards_that_cannot_be(hand: str, up: str, words: str) -> None:
    with pytest.raises(InvalidNotation, match=r"^[^\n]*$") as caught:
        ask(hand, up)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("hand", "up", "named"),
    [
        ("9Н JH AH KS 9S", "TH", "CYRILLIC CAPITAL LETTER EN"),
        ("9H JH AH ΚS 9S", "TH", "GREEK CAPITAL LETTER KAPPA"),
        ("9H JH AH KS 9S", "ТH", "CYRILLIC CAPITAL LETTER TE"),
        ("9H JH AH KS ９S", "TH", "FULLWIDTH DIGIT NINE"),
    ],
)
def test_case23_letters_that_only_look_alike(hand: str, up: str, named: str) -> None:
    with pytest.raises(InvalidNotation, match=named):
        ask(hand, up)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seat": 0}, r"seat 0 does not exist: seats are 1 \(left of the dealer\) to 4"),
        ({"seat": 5}, "seat 5 does not exist"),
        ({"call_round": 0}, "round 0 does not exist"),
        ({"call_round": 3}, "round 3 does not exist"),
        ({"deals": 0}, "at least 2 deals, not 0"),
        ({"deals": 1}, "at least 2 deals, not 1"),
        ({"deals": -5}, "at least 2 deals, not -5"),
        ({"until_se": 0.0}, "give a number above 0"),
        ({"until_se": -0.1}, "give a number above 0"),
        ({"until_se": math.nan}, "give a number above 0"),
        ({"until_se": math.inf}, "give a number above 0"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"seed": 2**64}, "is out of range"),
    ],
)
def test_questions_that_cannot_be(options: dict[str, Any], words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        ask(**options)


def test_upcard_is_needed_where_it_decides() -> None:
    with pytest.raises(InvalidNotation, match="round 2 needs the card that was turned down"):
        ask(up=None, call_round=2)
    with pytest.raises(InvalidNotation, match="need_trump_to_call"):
        ask(up=None, rules=HouseRules(need_trump_to_call="any_trump"))


@pytest.mark.parametrize("count", [0, 2, 3, 5])
def test_one_strategy_or_four(count: int) -> None:
    with pytest.raises(StrategyFault, match=f"{count} strategies do not fit 4 players"):
        ask(strategies=[registry.get("universe")] * count)


# --- what the strategy itself would do ------------------------------------------------------------


@hook
def nosy(view: Any, draw: Any) -> Any:
    """An answer that depends on every slot of the view."""
    mixed = np.uint64(0)
    for slot in range(V_PARAMS):
        if slot != V_PARAMS_AT and not V_SCRATCH <= slot < V_SCRATCH + 3:
            mixed = (mixed ^ view[slot]) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
    legal = view[V_LEGAL]
    # Half of the time the lowest action: a pass, so that the second round is reached.
    return any_bit(legal, mixed) if mixed & np.uint64(1) else legal & (~legal + np.uint64(1))


NOSY = Strategy(
    name="nosy", summary="sees all", call=nosy, discard=nosy, alone=nosy, defend=nosy, play=nosy
)


def calls(hand: LoggedHand) -> Iterator[tuple[int, int, Choice]]:
    """Each call decision of a hand that was no forced one: seat, round, what was done."""
    for number, one in enumerate(hand.decisions):
        if one.phase != "call":
            return
        if len(one.legal) == 1:
            continue
        call_round = 1 + number // 4
        if one.action == "PASS":
            yield one.seat, call_round, Choice("pass")
            continue
        later = [d for d in hand.decisions[number + 1 :] if d.seat == one.seat]
        buried = next((d.action for d in later if d.phase == "discard"), None)
        declared = any((d.phase, d.action) == ("alone", "YES") for d in later)
        assert hand.contract is not None
        yield (
            one.seat,
            call_round,
            Choice(
                "order" if call_round == 1 else "call",
                Suit("CDSH".index(hand.contract)),
                one.action.endswith("ALONE") or declared,
                parse_card(buried) if buried else None,
            ),
        )


OWN_RULES = {
    "standard": HouseRules(),
    "seed_sl": HouseRules.preset("seed_sl"),
    "declared late": HouseRules(alone_timing="before_first_lead", canadian_loner=True),
    "declared late, may be refused": HouseRules.preset("seed_nl"),
}


def no_chances(of: Means, seed: int) -> np.ndarray:
    """In place of what takes the most time where hardly any deals are played."""
    return np.zeros(len(of.sums))


# Whether the dealer will refuse the upcard is not known when a late declaration is foretold.
PLAYERS_AND_RULES = [
    (player, name)
    for player in ("basic", "ohio", "euchrestrategy", "nosy")
    for name in OWN_RULES
    if (player, name) != ("nosy", "declared late, may be refused")
]


@pytest.mark.parametrize(("player", "name"), PLAYERS_AND_RULES)
def test_strategy_choice_is_what_the_strategy_does_at_the_table(
    monkeypatch: pytest.MonkeyPatch, name: str, player: str
) -> None:
    monkeypatch.setattr(decision.Question, "pace", decision.Pace(chunk=64))
    monkeypatch.setattr("euchre_sim.analysis.advice.shares_best", no_chances)
    rules = OWN_RULES[name]
    own = NOSY if player == "nosy" else registry.get(player)
    kinds: dict[str, int] = {}
    for hand in logged_hands(seat_players([own], rules), rules, 17, 40):
        for seat, call_round, done in calls(hand):
            strategies = [registry.get("universe")] * 4
            strategies[seat] = own
            answer = advise(
                " ".join(sorted(hand.hands[seat])),
                hand.upcard,
                seat + 1,
                call_round=call_round,
                rules=rules,
                strategies=strategies,
                deals=2,
                threads=1,
            )
            assert answer.strategy_choice == done
            assert answer.strategy_choice in [value.choice for value in answer.actions]
            kind = f"{done.action}{' alone' if done.alone else ''}"
            kinds[kind] = kinds.get(kind, 0) + 1
    assert min(kinds["pass"], kinds["order"]) >= 3
    assert sum(kinds.values()) >= 100


# --- answers that are known -----------------------------------------------------------------------


@pytest.mark.parametrize("strategies", ["basic", "universe", "random"])
@pytest.mark.parametrize("up", ["9S", "TS"])
def test_laydown_hand_takes_it_all(strategies: str, up: str) -> None:
    answer = ask("JS JC AS KS QS", up, 1, strategies=strategies)
    alone, pair = value_of(answer, "order alone"), value_of(answer, "order")
    assert (alone.points.mean, alone.points.se, alone.p_best) == (4, 0, 1)
    assert alone.distribution == {4: 1.0}
    assert pair.distribution == {2: 1.0}
    assert answer.best is alone
    assert answer.settled


@pytest.mark.parametrize("up", ["9C", "TD", "AH", "JD"])
def test_laydown_hand_in_round_two(up: str) -> None:
    answer = ask("JS JC AS KS QS", up, 1, call_round=2)
    alone = value_of(answer, "call S alone")
    assert (alone.points.mean, alone.points.se, alone.p_best) == (4, 0, 1)
    assert answer.best is alone


def test_eldest_with_nothing_does_not_order() -> None:
    answer = advise("9H TH 9D TD 9C", "AS", 1)
    assert answer.best.choice.action == "pass"
    assert answer.settled
    assert answer.strategy_choice == Choice("pass")
    assert value_of(answer, "order").points.mean < -1  # double dummy: -1.70


@pytest.mark.parametrize("player", ["basic", "ohio", "universe", "euchrestrategy"])
def test_third_seat_with_both_bowers_and_two_aces_orders(player: str) -> None:
    answer = ask("JS JC AS AH AD", "KS", 3, strategies=player)
    assert answer.best.choice.action == "order"


def test_third_seat_with_five_trumps_orders() -> None:
    answer = advise("JS KS QS TS 9S", "AS", 3)
    assert answer.best.choice.action == "order"
    order = value_of(answer, "order")
    assert order.points.mean > 1  # double dummy: 1.68
    assert order.points.mean > value_of(answer, "pass").points.mean + 0.5
    assert value_of(answer, "pass").p_best == 0


@pytest.mark.parametrize("other", ["AH KD", "9H 9D", "QS TD", "9S TS"])
@pytest.mark.parametrize("player", ["basic", "ohio", "universe", "euchrestrategy"])
def test_case26_third_seat_with_both_bowers_and_the_ace_does_not_pass(
    player: str, other: str
) -> None:
    answer = ask(f"JS JC AS {other}", "KS", 3, strategies=player)
    assert answer.strategy_choice is not None
    assert answer.strategy_choice.action == "order"
