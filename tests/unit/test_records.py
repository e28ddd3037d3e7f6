"""What the replay of a record finds out, and what it leaves open."""

import dataclasses

import pytest

from euchre_sim.cards import Suit, parse_card
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records import Decision, HiddenCard, replay
from euchre_sim.rules import HouseRules
from tests.example_deals import (
    BURIED,
    FULL,
    LONE,
    NAMED,
    ORDERED,
    card,
    cards,
    deal,
    first_tricks,
    with_trick,
)

WINDOW = HouseRules(alone_timing="before_first_lead")
DEFEND = HouseRules(defend_alone=True)


def plays(replayed):
    return [decision for decision in replayed.decisions if decision.phase == "play"]


# --- what is found out ---


def test_tricks_winners_and_points():
    found = replay(ORDERED)
    assert (found.maker, found.contract, found.call_round) == (1, Suit.HEARTS, 1)
    assert [trick.leader for trick in found.tricks] == [0, 0, 1, 1, 3]
    assert [trick.winner for trick in found.tricks] == [0, 1, 1, 3, 3]
    assert found.tricks[3].seats == (1, 2, 3, 0)
    assert found.tricks[3].cards == ("Ks", "As", "Qh", "Qs")
    assert (found.maker_tricks, found.points, found.unfinished) == (4, (0, 1), "")


def test_round_two_and_euchre():
    found = replay(NAMED)
    assert (found.maker, found.contract, found.call_round) == (3, Suit.HEARTS, 2)
    assert (found.maker_tricks, found.points) == (2, (2, 0))


def test_lone_hand_has_three_cards_a_trick_and_skips_the_partner():
    found = replay(LONE)
    assert (found.alone, found.maker_tricks, found.points) == (0, 5, (4, 0))
    assert found.tricks[0].seats == (0, 1, 3)


def test_left_of_lone_leads_if_the_rules_say_so():
    record = dataclasses.replace(first_tricks(LONE, 1), tricks=(cards("9d Ac Jh"),))
    assert replay(record, HouseRules(lone_first_lead="left_of_lone")).tricks[0].leader == 1


def test_decisions_are_told_in_order_with_what_was_legal():
    decisions = replay(FULL).decisions
    assert decisions[:3] == (
        Decision("call", 0, ("Pass", "Order", "Order alone"), "Pass"),
        Decision("call", 1, ("Pass", "Order", "Order alone"), "Order"),
        Decision("discard", 3, ("Tc", "9d", "Ad", "Js", "Th", "Qh"), "9d"),
    )
    assert len(decisions) == 3 + 20
    assert decisions[3] == Decision("play", 0, ("Kc", "Ac", "Td", "Qs", "9h"), "Ac")
    assert decisions[6] == Decision("play", 3, ("Tc",), "Tc")
    assert {decision.seat for decision in decisions[3:7]} == {0, 1, 2, 3}


def test_hands_come_from_the_play_where_nothing_else_tells_them():
    shown, told = replay(ORDERED), replay(FULL)
    assert plays(shown) == plays(told)
    assert shown.decisions[2] == Decision("discard", 3, None, None)


def test_round_two_calls_are_suits():
    decision = replay(NAMED).decisions[5]
    legal = ("Pass", "c", "c alone", "d", "d alone", "h", "h alone")
    assert decision == Decision("call", 3, legal, "h")


def test_called_alone():
    decision = replay(LONE).decisions[0]
    assert decision.chosen == "Order alone"


def test_alone_before_the_first_lead_is_a_decision_of_its_own():
    found = replay(LONE, WINDOW)
    assert [(d.phase, d.seat, d.legal, d.chosen) for d in found.decisions[:3]] == [
        ("call", 0, ("Pass", "Order"), "Order"),
        ("discard", 3, None, None),
        ("alone", 0, ("no", "yes"), "yes"),
    ]


def test_partner_of_the_maker_alone():
    rules = HouseRules.preset("seed_nl").replace(defend_alone=False)
    record = dataclasses.replace(LONE, alone=2, tricks=(cards("Ac Kh Ad"),))
    found = replay(record, rules)
    assert [(*d[:2], d.chosen) for d in found.decisions if d.phase == "alone"] == [
        ("alone", 0, "no"),
        ("alone", 2, "yes"),
    ]
    assert (found.alone, found.maker, found.tricks[0].leader) == (2, 0, 3)


def test_lone_defender():
    record = dataclasses.replace(LONE, lone_defender=3, tricks=(cards("9h Jh"),))
    found = replay(record, DEFEND)
    assert (found.lone_defender, found.tricks[0].leader, found.tricks[0].winner) == (3, 3, 0)
    assert [d[1:] for d in found.decisions if d.phase == "defend"] == [
        (1, ("no", "yes"), "no"),
        (3, ("no", "yes"), "yes"),
    ]


def test_nobody_defends_alone():
    asked = [d for d in replay(LONE, DEFEND).decisions if d.phase == "defend"]
    assert [(d.seat, d.chosen) for d in asked] == [(1, "no"), (3, "no")]


def test_thrown_in():
    found = replay(deal(0, "9s", "Pass " * 8))
    assert (found.maker, found.contract, found.points) == (None, None, (0, 0))
    assert found.tricks == ()


@pytest.mark.parametrize("need", ["no", "any_trump"])
def test_result_without_decisions(need):
    rules = HouseRules(need_trump_to_call=need)
    found = replay(FULL, rules, with_decisions=False)
    assert found == dataclasses.replace(replay(FULL, rules), decisions=())


# --- the dealer's discard ---


def test_discard_follows_from_hand_and_play():
    record = dataclasses.replace(FULL, discard=None)
    assert replay(record).decisions[2].chosen == "9d"


def test_upcard_never_played_was_put_down():
    found = replay(BURIED)
    assert found.decisions[2] == Decision("discard", 3, ("Tc", "9d", "Ad", "Js", "Th", "Qh"), "Th")


def test_upcard_that_can_be_refused_was_refused():
    decision = replay(BURIED, HouseRules(dealer_pickup="optional")).decisions[2]
    assert decision.legal == ("Tc", "9d", "Ad", "Js", "Th", "Qh", "leave")
    assert decision.chosen == "leave"
    told = dataclasses.replace(BURIED, discard=card("Th"))
    assert replay(told, HouseRules(dealer_pickup="optional")).decisions[2] == decision


def test_dealer_with_several_possible_hands():
    record = dataclasses.replace(first_tricks(FULL, 2), discard=None)
    found = plays(replay(record))
    assert found[3] == Decision("play", 3, ("Tc",), "Tc")  # whatever went, this was the only club
    assert found[7] == Decision("play", 3, None, "Js")


def test_discard_is_ignored_where_nobody_picked_up():
    record = dataclasses.replace(NAMED, discard=card("Xx"))
    assert replay(record) == dataclasses.replace(replay(NAMED), record=record)


def test_loners_partner_takes_nothing():
    record = dataclasses.replace(LONE, calls=("Pass", "Order"), alone=1, discard=card("9c"))
    record = dataclasses.replace(record, tricks=(cards("9d Ad Td"),))
    assert [d.phase for d in replay(record).decisions] == ["call", "call", "play", "play", "play"]


def test_hidden_discard():
    record = dataclasses.replace(ORDERED, discard=HiddenCard())
    assert replay(record).decisions[2] == Decision("discard", 3, None, "Xx")


# --- what a record leaves open ---


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (deal(3, "Th", ""), "no call is recorded"),
        (deal(3, "Th", "Pass Pass"), "the record ends after call 2"),
        (deal(3, "Th", "Order"), "no card is recorded"),
        (first_tricks(ORDERED, 3), "the record ends after trick 3"),
        (with_trick(first_tricks(ORDERED, 2), 2, "Kc Ah"), "the record ends in trick 2"),
        (with_trick(ORDERED, 5, "Xx Td Kd Xx"), "a hidden card leaves open who won trick 5"),
    ],
)
def test_unfinished(record, why):
    found = replay(record)
    assert (found.unfinished, found.points, found.outcome) == (why, None, None)


def test_hand_that_is_not_shown_leaves_legal_open():
    assert all(decision.legal is None for decision in plays(replay(first_tricks(ORDERED, 4))))


def test_questions_after_the_end_of_a_record_are_not_answered():
    record = deal(3, "Th", "Order")
    assert [d.phase for d in replay(record, WINDOW).decisions] == ["call"]


def test_hidden_card_that_cannot_win_changes_nothing():
    found = replay(with_trick(ORDERED, 3, "Jh Xx Th 9h"))
    assert [trick.winner for trick in found.tricks] == [0, 1, 1, 3, 3]
    assert found.points == (0, 1)
    hidden = next(d for d in plays(found) if d.chosen == "Xx")
    assert hidden == Decision("play", 2, None, "Xx")


def test_hidden_card_that_may_win_leaves_the_rest_open():
    found = replay(with_trick(ORDERED, 1, "Ac 9c Xx Tc"))
    assert [trick.winner for trick in found.tricks] == [None] * 5
    assert [trick.leader for trick in found.tricks] == [0, None, None, None, None]
    assert found.tricks[1].seats == ()
    assert found.maker_tricks is None
    assert plays(found)[4] == Decision("play", None, None, "Kc")


def test_hidden_card_of_a_known_hand():
    found = replay(with_trick(FULL, 1, "Ac 9c Xx Tc"))
    assert [trick.winner for trick in found.tricks] == [0, 1, 1, 3, 3]
    assert plays(found)[2] == Decision("play", 2, ("Jc", "Qc"), "Xx")


def test_hidden_lead_leaves_open_what_follows():
    found = plays(replay(with_trick(FULL, 5, "Xx Td Kd Qd")))
    assert found[16].legal == ("Ad",)
    assert found[17].legal == ("Td",)
    unknown = plays(replay(with_trick(first_tricks(FULL, 1), 1, "Xx 9c Qc Tc")))
    assert unknown[0] == Decision("play", 0, ("Kc", "Ac", "Td", "Qs", "9h"), "Xx")
    assert unknown[1].legal is None


def test_hidden_upcard():
    known_suit = dataclasses.replace(NAMED, upcard=card("Xs"))
    assert replay(known_suit).decisions[4].legal[1:3] == ("c", "c alone")
    unknown = replay(dataclasses.replace(NAMED, upcard=card("Xx")))
    assert [d.legal for d in unknown.decisions[:6]] == [None] * 6
    assert unknown.points == (2, 0)
    with pytest.raises(InvalidNotation, match="deal 1, call 2: Order makes the suit"):
        replay(dataclasses.replace(ORDERED, upcard=card("Xx")))
    taken = replay(dataclasses.replace(ORDERED, upcard=card("Xh")))
    assert taken.points == (0, 1)


def test_hand_known_in_part():
    hands = "Ac Xx Xx / Xx / / Tc Qh"
    found = replay(dataclasses.replace(ORDERED, hands=tuple(map(cards, hands.split("/")))))
    assert found.points == (0, 1)


def test_calls_that_need_trump():
    rules = HouseRules(need_trump_to_call="any_trump")
    assert [d.legal for d in replay(ORDERED, rules).decisions[:2]] == [
        ("Pass", "Order", "Order alone")
    ] * 2
    unknown = replay(first_tricks(ORDERED, 0), rules)
    assert [d.legal for d in unknown.decisions] == [None, None]
    without = deal(3, "Th", "Pass Pass Order", "Ac 9c Qc Tc")
    without = dataclasses.replace(without, hands=FULL.hands)
    with pytest.raises(IllegalAction, match="deal 1, call 3: Order is not legal for seat 2, only"):
        replay(without, rules)
    assert replay(without).maker == 2


def test_hidden_card_texts_and_sets():
    assert card("Jx").mask == sum(parse_card(text).bit for text in ("Jc", "Jd", "Js", "Jh"))
    assert card("Xc").mask.bit_count() == 13
    assert str(HiddenCard()) == "Xx"
    assert HiddenCard(suit=Suit.CLUBS).egn == "Xc"
