"""The hands of a recorded deal at its first lead."""

from dataclasses import replace
from pathlib import Path

import pytest

from euchre_sim.cards import CardSet, parse_cards
from euchre_sim.errors import IllegalAction
from euchre_sim.notation import read_egn
from euchre_sim.records import replay
from euchre_sim.records.first_lead import hands_at_first_lead

GAME = read_egn((Path(__file__).parent.parent / "data" / "short-game.egn").read_bytes())
FIRST = GAME.deals[0]  # seat 3 deals, gets the nine of hearts and puts the nine of clubs down


def hands_of(record):
    return hands_at_first_lead(replay(record, GAME.rules), GAME.rules)


def test_dealer_holds_the_upcard_for_his_discard():
    assert hands_of(FIRST)[3] == CardSet(parse_cards("AC KC QC TC 9H"))
    assert hands_of(FIRST)[0] == CardSet(parse_cards("JH JD AH KH QH"))


def test_positions_count_from_the_dealers_left():
    dealt = FIRST.hands
    turned = replace(FIRST, dealer=0, alone=1, hands=(dealt[3], dealt[0], dealt[1], dealt[2]))
    assert hands_of(turned) == hands_of(FIRST)


def test_hands_that_were_not_written_down_show_in_the_play():
    hands = hands_of(replace(FIRST, hands=()))
    known = hands_of(FIRST)
    assert [hands[seat] for seat in (0, 1, 3)] == [known[seat] for seat in (0, 1, 3)]
    assert hands[2] == CardSet()  # the lone player's partner sits out


def test_a_hand_that_is_not_known_is_refused():
    with pytest.raises(IllegalAction, match="does not show every card of seat 0"):
        hands_of(replace(FIRST, hands=(), tricks=FIRST.tricks[:2]))


def test_a_deal_nobody_called_is_refused():
    with pytest.raises(IllegalAction, match="nobody called"):
        hands_of(GAME.deals[1])
