"""Game files of other tables: what is read, what is written, what the notation cannot say."""

import dataclasses
import json
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.cards import JOKER, parse_card
from euchre_sim.errors import InvalidNotation, RuleConflict
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.notation.ruleset import unwritable_options
from euchre_sim.records import DealRecord, GameRecord
from euchre_sim.rules import HouseRules

SCHEMA = json.loads((Path(__file__).parent.parent / "data" / "egn-schema-v1.json").read_text())
DEAL = DealRecord(dealer=2, upcard=parse_card("9H"), calls=("Pass", "Order"))


def document(deal=None, score=(0, 0), players=(), **ruleset):
    return json.dumps(
        {
            "fileType": "Euchre Game Notation",
            "version": "1.4",
            "metadata": {
                "players": list(players),
                "initialScore": list(score),
                "ruleset": {"std": False, **ruleset},
            },
            "deals": [] if deal is None else [deal],
        }
    )


def bidding(*calls, dealer=2, up="9h", **more):
    phase = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": list(calls), **more}
    return {
        "dealNumber": 0,
        "initialState": {"dealer": dealer, "upCard": up},
        "phases": [phase],
    }


def preset(name, **changes):
    return HouseRules.preset(name).replace(**changes)


# --- reading ---


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ({"min_rank": 7}, {"low_rank": 7}),
        ({"min_rank": 8, "joker": True}, {"low_rank": 8, "joker": True}),
        ({"num_players": 2}, {"players": 2}),
        ({"num_players": 3}, {"players": 3}),
        ({"num_players": 6, "min_rank": 7}, {"players": 6, "low_rank": 7}),
        ({"allow_no_trump": True}, {"allow_no_trump": True}),
    ],
)
def test_rules(ruleset, rules):
    assert read_egn(document(**ruleset)).rules == HouseRules().replace(**rules)


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        ({"num_players": 5}, "players=5: this game is for two, three, four or six players"),
        ({"num_players": 7}, "players cannot be '7'; allowed: 2..6"),
        ({"min_rank": 10}, "low_rank cannot be '10'; allowed: 7..9"),
        ({"num_players": 6}, "6 players need more than 24 cards: set low_rank=7"),
        ({"num_players": 2, "defend_alone": True}, "defend_alone=true needs partners"),
    ],
)
def test_tables_that_are_not_played_here(ruleset, message):
    with pytest.raises(RuleConflict, match="the ruleset does not fit this program: ") as caught:
        read_egn(document(**ruleset))
    assert message in str(caught.value)


def test_joker():
    deal = bidding("h", up="B", isAlone=True, discard="B")
    read = read_egn(document(deal, joker=True)).deals[0]
    assert (read.upcard, read.discard, read.alone) == (JOKER, JOKER, 2)
    with pytest.raises(InvalidNotation, match="deal 1, upCard: 'B' is the joker, which is not in"):
        read_egn(document(deal))
    with pytest.raises(InvalidNotation, match="upCard: 'Jk' is no card of this notation, write B"):
        read_egn(document(bidding(up="Jk"), joker=True))


def test_no_trump():
    calls = (*("Pass",) * 4, "n")
    read = read_egn(document(bidding(*calls), allow_no_trump=True))
    assert read.deals[0].calls == calls
    with pytest.raises(InvalidNotation, match="deal 1, call 5: 'n', no trump, is not played here"):
        read_egn(document(bidding(*calls)))
    with pytest.raises(InvalidNotation, match="calls are Pass, Order, c, d, s, h and n"):
        read_egn(document(bidding("m"), allow_no_trump=True))


def test_seats_go_by_the_rules_in_force():
    deal = bidding("Pass", "Pass", "Order", dealer=5, isAlone=True, aloneDefender=3)
    rules = {"num_players": 6, "min_rank": 7}
    assert read_egn(document(deal, **rules)).deals[0].alone == 2
    for text, given in (
        (document(deal), {"rules": preset("six_hand")}),
        (document(deal), {"settings": ("players=6", "low_rank=7")}),
    ):
        assert read_egn(text, **given).deals[0].alone == 2
    with pytest.raises(InvalidNotation, match="dealer: 5 is out of range, allowed is 0 to 3"):
        read_egn(document(deal))
    two = bidding(dealer=1, aloneDefender=2)
    with pytest.raises(InvalidNotation, match="aloneDefender: 2 is out of range, allowed is -1 to"):
        read_egn(document(two, num_players=2))
    with pytest.raises(InvalidNotation, match="there are 3 players, and this game has 2"):
        read_egn(document(players="abc", num_players=2))


def test_three_scores():
    assert read_egn(document(num_players=3)).initial == (0, 0, 0)
    assert read_egn(document(num_players=3, score=(1, 2, 3))).initial == (1, 2, 3)
    with pytest.raises(InvalidNotation, match="initialScore: three numbers are needed, one for ea"):
        read_egn(document(num_players=3, score=(1, 2)))
    with pytest.raises(InvalidNotation, match="initialScore: two numbers are needed, one for each"):
        read_egn(document(num_players=2, score=(0, 0, 0)))


# --- writing ---


@pytest.mark.parametrize(
    "game",
    [
        GameRecord(deals=(DEAL,), rules=HouseRules(low_rank=7, allow_no_trump=True)),
        GameRecord(
            deals=(dataclasses.replace(DEAL, calls=(*("Pass",) * 6, "n"), dealer=5),),
            rules=HouseRules(players=6, low_rank=7, allow_no_trump=True),
            players=tuple("abcdef"),
            initial=(3, 4),
        ),
        GameRecord(deals=(DEAL,), rules=HouseRules(players=3)),
        GameRecord(deals=(), rules=HouseRules(players=2)),
        GameRecord(
            deals=(
                DealRecord(
                    dealer=1,
                    upcard=JOKER,
                    calls=("c",),
                    alone=1,
                    hands=((JOKER,),),
                    tricks=((JOKER, parse_card("9C")),),
                ),
            ),
            rules=HouseRules(joker=True),
        ),
    ],
)
def test_written_games_are_valid_and_read_back(game):
    written = to_egn(game)
    jsonschema.validate(json.loads(written), SCHEMA)
    assert read_egn(written) == game


def test_only_what_differs_is_said_of_the_table():
    game = GameRecord(deals=(), rules=preset("six_hand", joker=True))
    ruleset = json.loads(to_egn(game))["metadata"]["ruleset"]
    fields = ("min_rank", "num_players", "joker", "allow_no_trump")
    assert [ruleset.get(field) for field in fields] == [7, 6, True, None]


PASSED = ("Pass",) * 3


@pytest.mark.parametrize(
    ("rules", "changes", "message"),
    [
        ({}, {"calls": (*PASSED, "Pass", "n")}, "call 5: 'n', no trump, is not played here"),
        ({}, {"upcard": JOKER}, "deal 1: this notation has no form for Jk"),
        ({"players": 3}, {"dealer": 3}, "deal 1, dealer: 3 is out of range, allowed is 0 to 2"),
    ],
)
def test_what_the_notation_cannot_say(rules, changes, message):
    deal = dataclasses.replace(DEAL, **changes)
    with pytest.raises(InvalidNotation, match=message):
        to_egn(GameRecord(deals=(deal,), rules=HouseRules(**rules)))


def test_options_that_a_file_cannot_say():
    assert unwritable_options(preset("two_hand")) == {}
    assert unwritable_options(preset("hoyle_32")) == {}
    assert unwritable_options(preset("three_hand")) == {"march_points": 3}
    assert unwritable_options(preset("british")) == {"defend_alone_lead": "lone_defender"}
    assert unwritable_options(preset("seed_sk", joker_upcard_rule="redeal", joker=True)) == {
        "joker_upcard_rule": "redeal",
        "dealer_pickup": "optional",
    }
