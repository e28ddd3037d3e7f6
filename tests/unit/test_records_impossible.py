"""What cannot have happened, and how a replay says so."""

import dataclasses

import pytest

from euchre_sim.errors import EuchreError, IllegalAction
from euchre_sim.records import GameRecord, replay
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

DEFEND = HouseRules(defend_alone=True)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (
            with_trick(with_trick(ORDERED, 3, "Jh 9s Th Qs"), 4, "Ks As Qh 9h"),
            (
                "deal 1, trick 3: Qs is not legal for seat 0: "
                "it held hearts (9h, played in trick 4) and had to follow"
            ),
        ),
        (
            with_trick(with_trick(NAMED, 4, "Ah Th Qh Jc"), 5, "Jh 9d Qc Jd"),
            (
                "deal 1, trick 4: Jc is not legal for seat 3: it held hearts (Jd, the left bower, "
                "played in trick 5) and had to follow"
            ),
        ),
        (
            with_trick(first_tricks(FULL, 1), 1, "Ac Kd Qc Tc"),
            (
                "deal 1, trick 1: Kd is not legal for seat 1: "
                "it held clubs (9c, in the hand as dealt) and had to follow"
            ),
        ),
        (
            with_trick(with_trick(first_tricks(ORDERED, 2), 1, "Ac Ks Qc Tc"), 2, "Kc 9c Jc Js"),
            (
                "deal 1, trick 1: Ks is not legal for seat 1: "
                "it held clubs (9c, played in trick 2) and had to follow"
            ),
        ),
        (
            with_trick(ORDERED, 5, "Ad Td Kd Ac"),
            "deal 1, trick 5: Ac had already been played in trick 1",
        ),
        (
            with_trick(ORDERED, 5, "Ad Ad Kd Qd"),
            "deal 1, trick 5: Ad had already been played in the same trick",
        ),
        (with_trick(ORDERED, 2, "Kc Ah 8c Js"), "deal 1, trick 2: 8c is not in the deck"),
        (
            with_trick(first_tricks(ORDERED, 2), 2, "Kc Th Jc Js"),
            (
                "deal 1, trick 2: Th cannot have been played by seat 1, "
                "the upcard went to the dealer, seat 3"
            ),
        ),
        (
            with_trick(NAMED, 3, "As 9s 9h Ks"),
            (
                "deal 1, trick 3: 9s cannot have been played by seat 3, "
                "it is the upcard, which nobody took"
            ),
        ),
        (
            with_trick(FULL, 5, "9d Td Kd Qd"),
            (
                "deal 1, trick 5: 9d cannot have been played by seat 3, "
                "the dealer, seat 3, had put it down"
            ),
        ),
        (
            with_trick(first_tricks(FULL, 2), 2, "Kc Ah Jc As"),
            (
                "deal 1, trick 2: As cannot have been played by seat 3, it was dealt to seat 2; "
                "by these rules seat 0 leads trick 2"
            ),
        ),
        (
            with_trick(first_tricks(FULL, 2), 2, "Kc Ah Jd Js"),
            "deal 1, trick 2: Jd was not in the hand of seat 2, which had Jc, Qc, Qd, 9s, As",
        ),
        (
            dataclasses.replace(FULL, discard=card("Jd")),
            "deal 1: the dealer, seat 3, put down Jd, which was not in the hand",
        ),
        (
            dataclasses.replace(FULL, discard=card("9s")),
            "deal 1: 9s, which the dealer put down, was dealt to seat 2",
        ),
        (
            dataclasses.replace(FULL, discard=card("8s")),
            "deal 1: the discard 8s is not in the deck",
        ),
        (
            dataclasses.replace(ORDERED, tricks=(*ORDERED.tricks, cards("9d"))),
            "deal 1, trick 6: 9d is too much, a hand has 5 tricks",
        ),
        (
            with_trick(ORDERED, 1, "Ac 9c Qc Tc 9d"),
            "deal 1, trick 1: 9d is too much, only 4 seats play",
        ),
        (
            with_trick(LONE, 2, "Jd Td Jc Tc"),
            "deal 1, trick 2: Tc is too much, only 3 seats play",
        ),
        (
            with_trick(ORDERED, 2, "Kc Ah Jc"),
            "deal 1, trick 3: Jh was played, but trick 2 has only 3 of 4 cards",
        ),
        (
            with_trick(ORDERED, 1, ""),
            "deal 1, trick 2: Kc was played, but trick 1 has only 0 of 4 cards",
        ),
        (
            dataclasses.replace(ORDERED, calls=("Pass", "Pass")),
            "deal 1, trick 1: Ac was played, but nobody has made trump",
        ),
        (
            dataclasses.replace(LONE, calls=("Pass",), tricks=()),
            "deal 1: seat 0 cannot play alone, nobody has made trump",
        ),
        (
            dataclasses.replace(ORDERED, calls=("Pass", "Order", "Pass")),
            "deal 1, call 3: Pass was said after trump had been made",
        ),
        (
            deal(0, "9s", "Pass " * 9),
            "deal 1, call 9: Pass was said after all had passed twice",
        ),
        (deal(0, "9s", "s"), "deal 1, call 1: s is no call of round 1, say Pass or Order"),
        (
            deal(0, "9s", "Pass Pass Pass Pass Order"),
            "deal 1, call 5: Order is no call of round 2, say Pass or a suit's letter",
        ),
        (
            deal(0, "9s", "Pass Pass Pass Pass s"),
            (
                "deal 1, call 5: s is not legal for seat 1, "
                "only Pass, c, c alone, d, d alone, h, h alone"
            ),
        ),
        (
            dataclasses.replace(LONE, alone=1),
            "deal 1: seat 1 may not play alone under these rules, seat 0 made trump",
        ),
        (
            dataclasses.replace(LONE, lone_defender=1),
            "deal 1: seat 1 may not defend alone under these rules, seat 0 made trump alone",
        ),
        (
            dataclasses.replace(ORDERED, dealer=4),
            "deal 1: there is no seat 4, the seats are 0 to 3",
        ),
        (
            dataclasses.replace(ORDERED, lone_defender=-1),
            "deal 1: there is no seat -1, the seats are 0 to 3",
        ),
        (dataclasses.replace(NAMED, upcard=card("8s")), "deal 1: the upcard 8s is not in the deck"),
        (
            dataclasses.replace(FULL, hands=(*FULL.hands[:3], cards("Tc Qh Js 9d Ac"))),
            "deal 1: Ac was dealt to seat 3 and also dealt to seat 0",
        ),
        (
            dataclasses.replace(FULL, hands=(*FULL.hands[:3], cards("Tc Qh Js 9d Th"))),
            "deal 1: Th was dealt to seat 3 and also turned up",
        ),
        (
            dataclasses.replace(FULL, hands=(*FULL.hands[:3], cards("Tc Qh Js 9d 8d"))),
            "deal 1: 8d, dealt to seat 3, is not in the deck",
        ),
        (
            dataclasses.replace(FULL, hands=(*FULL.hands[:3], cards("Tc Qh Js 9d Ad Jd"))),
            "deal 1: seat 3 was dealt 6 cards instead of 5, Jd is one too many",
        ),
        (
            dataclasses.replace(FULL, hands=(*FULL.hands, ())),
            "deal 1: there are hands for 5 seats instead of 4",
        ),
        (
            with_trick(FULL, 2, "Kc Ah Xh Js"),
            "deal 1, trick 2: Xh fits no card that can have been played",
        ),
    ],
)
def test_impossible(record, message):
    with pytest.raises(EuchreError) as caught:
        replay(record)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("record", "rules", "message"),
    [
        (
            deal(0, "9s", "Pass " * 8),
            HouseRules(stick_the_dealer=True),
            "deal 1, call 8: Pass is not legal for seat 0, only c, c alone, d, d alone, h, h alone",
        ),
        (
            dataclasses.replace(ORDERED, calls=("Order",), tricks=(), dealer=2),
            HouseRules(canadian_loner=True),
            None,
        ),
        (
            dataclasses.replace(ORDERED, tricks=()),
            HouseRules(canadian_loner=True),
            "deal 1, call 2: Order is not legal for seat 1, only Pass, Order alone",
        ),
        (
            LONE,
            HouseRules(alone_allowed=False),
            "deal 1: seat 0 may not play alone under these rules, seat 0 made trump",
        ),
        (
            dataclasses.replace(ORDERED, lone_defender=2),
            DEFEND,
            "deal 1: seat 2 may not defend alone under these rules, seat 1 made trump",
        ),
        (
            dataclasses.replace(LONE, lone_defender=2),
            DEFEND,
            "deal 1: seat 2 may not defend alone under these rules, seat 0 made trump alone",
        ),
        (
            dataclasses.replace(first_tricks(ORDERED, 0), discard=card("Th")),
            HouseRules(dealer_may_discard_upcard=False),
            "deal 1: the dealer, seat 3, may not put down Th",
        ),
        (
            BURIED,
            HouseRules(dealer_may_discard_upcard=False),
            "deal 1: the dealer, seat 3, took Th and never played it, but may not put it down",
        ),
    ],
)
def test_impossible_under_some_rules(record, rules, message):
    if message is None:
        replay(record, rules)
        return
    with pytest.raises(IllegalAction) as caught:
        replay(record, rules)
    assert str(caught.value) == message


def test_message_names_the_deal():
    game = GameRecord(deals=(ORDERED, with_trick(ORDERED, 2, "Kc Ah 8c Js")))
    with pytest.raises(IllegalAction, match=r"^deal 2, trick 2: 8c "):
        replay(game)
