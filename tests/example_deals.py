"""Deals written down by hand, for tests of records and their replay."""

import dataclasses

from euchre_sim.cards import Suit, parse_card
from euchre_sim.records import DealRecord, HiddenCard


def card(text):
    rank, suit = text
    if rank == "X" or suit == "x":
        return HiddenCard(
            None if rank == "X" else rank, None if suit == "x" else Suit("cdsh".index(suit))
        )
    return parse_card(text)


def cards(text):
    return tuple(card(token) for token in text.split())


def deal(dealer, upcard, calls, tricks="", hands="", discard=None, **more):
    return DealRecord(
        dealer=dealer,
        upcard=card(upcard),
        calls=tuple(calls.split()),
        tricks=tuple(cards(trick) for trick in tricks.split("/")) if tricks else (),
        hands=tuple(cards(hand) for hand in hands.split("/")) if hands else (),
        discard=card(discard) if discard else None,
        **more,
    )


# Seat 1 orders the ten of hearts up to seat 3, which puts down 9d.
HANDS = "Ac Kc 9h Qs Td / Jh Ah Kd Ks 9c / Qc Jc As Qd 9s / Tc Qh Js 9d Ad"
TRICKS = "Ac 9c Qc Tc / Kc Ah Jc Js / Jh 9s Th 9h / Ks As Qh Qs / Ad Td Kd Qd"
ORDERED = deal(3, "Th", "Pass Order", TRICKS)
FULL = deal(3, "Th", "Pass Order", TRICKS, HANDS, "9d")

# The same where the dealer put the ten of hearts down again.
BURIED = deal(
    3,
    "Th",
    "Pass Order",
    "Ac 9c Qc Tc / Kc Ah Jc Js / Jh 9s Qh 9h / Ks As 9d Qs / Qd Ad Td Kd",
)

# Seat 3 names hearts after the nine of spades was turned down by seat 1.
NAMED = deal(
    1,
    "9s",
    "Pass Pass Pass Pass Pass h",
    "Ac 9c Kc Tc / Ad Qd Td Kd / As Ts 9h Ks / Ah Th Qh Jh / Jd Jc 9d Qc",
)

# Seat 0 plays alone with the five best hearts.
LONE = deal(
    3,
    "9h",
    "Order",
    "Jh 9d 9h / Jd Td Tc / Ah Qd Qc / Kh Kd Kc / Qh Ad Ac",
    alone=0,
)


def with_trick(record, number, text):
    tricks = list(record.tricks)
    tricks[number - 1] = cards(text)
    return dataclasses.replace(record, tricks=tuple(tricks))


def first_tricks(record, n):
    return dataclasses.replace(record, tricks=record.tricks[:n])
