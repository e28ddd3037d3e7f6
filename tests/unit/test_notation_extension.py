"""What game files say beyond the notation: valid by its schema, read back whole, checked."""

import dataclasses
import json
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.cards import parse_card, parse_cards
from euchre_sim.errors import EuchreError, InvalidNotation, RuleConflict
from euchre_sim.notation import extensions, read_egn, to_egn
from euchre_sim.records import DealRecord, Exchange, GameRecord
from euchre_sim.rules import HouseRules

SCHEMA = json.loads((Path(__file__).parent.parent / "data" / "egn-schema-v1.json").read_text())
PASSED = ("Pass",) * 4
DEAL = DealRecord(dealer=2, upcard=parse_card("9H"), calls=("Pass", "Order"))
TRUMPLESS = HouseRules(allow_no_trump_low=True, allow_misere=True)
WINDOW = HouseRules(alone_timing="before_first_lead", maker_partner_may_go_alone=True)
BEST = HouseRules(call_for_best=True)
GIVEN = Exchange(
    kind="best",
    seat=0,
    taken=tuple(parse_cards("QH")),
    put_down=tuple(parse_cards("9D")),
    giver=2,
)


def calls(*said, **more):
    return dataclasses.replace(DEAL, calls=said, **more)


GAMES = {
    "low no trump": GameRecord(deals=(calls(*PASSED, "NTL"),), rules=TRUMPLESS),
    "misere": GameRecord(deals=(calls(*PASSED, "Pass", "MIS", alone=0),), rules=TRUMPLESS),
    "partner alone": GameRecord(deals=(dataclasses.replace(DEAL, alone=2),), rules=WINDOW),
    "three scores": GameRecord(
        deals=(),
        rules=HouseRules.preset("three_hand"),
        initial=(1, 0, 7),
        remarks={"finalScore": (1, 2, 7), "description": "Friday\nnight"},
    ),
    "best card": GameRecord(
        deals=(dataclasses.replace(DEAL, alone=0, exchanges=(GIVEN,)),), rules=BEST
    ),
    "beside other notes": GameRecord(
        deals=(
            calls(*PASSED, "NTL", remarks={"callAnnotations": {"4": ["[?] low"], "0": ["hm"]}}),
        ),
        rules=TRUMPLESS,
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_written_games_are_valid_and_read_back(name):
    written = to_egn(GAMES[name])
    jsonschema.validate(json.loads(written), SCHEMA)
    assert read_egn(written) == GAMES[name]


def test_file_without_extensions_is_plain():
    game = GameRecord(deals=(DEAL,))
    assert extensions(game) == ()
    assert "Euchre-sim" not in to_egn(game)


def test_other_programs_see_an_unknown_call_and_a_card_that_was_passed():
    document = json.loads(to_egn(GAMES["low no trump"]))
    bidding = document["deals"][0]["phases"][0]
    assert bidding["calls"] == [*PASSED, "x"]
    assert bidding["callAnnotations"] == {"4": ['Euchre-sim: {"call":"NTL"}']}
    document = json.loads(to_egn(GAMES["best card"]))
    assert document["metadata"]["ruleset"]["partners_best"] is True
    assert document["deals"][0]["phases"][0]["cardExchanges"] == [
        {"sender": 2, "receiver": 0, "cards": ["Qh"]}
    ]


def test_extensions_are_named():
    assert extensions(GAMES["misere"]) == (
        "allow_no_trump_low=true",
        "allow_misere=true",
        "calls of low no trump or misere",
    )
    assert extensions(GAMES["three scores"])[-1] == "the scores of three players"
    assert extensions(GAMES["partner alone"])[-1] == "who plays alone without having called"
    assert extensions(GAMES["best card"]) == (
        "best_order=discard_first",
        "cards put down in exchanges",
    )


@pytest.mark.parametrize(
    ("ruleset", "rules"),
    [
        ({"farmers": True}, {"farmers_hand": "redeal_all_low"}),
        ({"go_under": True}, {"farmers_hand": "swap_three_low"}),
        ({"farmers": True, "go_under": True}, {"farmers_hand": "swap_three_low"}),
        ({"partners_best": True}, {"call_for_best": True, "best_order": "receive_first"}),
    ],
)
def test_rules_of_the_notation_about_exchanges(ruleset, rules):
    document = json.loads(to_egn(GameRecord(deals=())))
    document["metadata"]["ruleset"].update(ruleset)
    assert read_egn(json.dumps(document)).rules == HouseRules(**rules)


def test_exchange_of_another_program_is_understood_by_the_rules():
    document = json.loads(to_egn(GameRecord(deals=(DEAL,))))
    bidding = document["deals"][0]["phases"][0]
    bidding["cardExchanges"] = [{"receiver": 1, "cards": ["Xx", "Jh", "9c"]}]
    for settings, kind in (
        (("farmers_hand=swap_three_low",), "farmer"),
        (("players=2", "two_hand_style=dummy3"), "extra"),
    ):
        document["deals"][0]["initialState"]["dealer"] = 0
        (deal,) = read_egn(json.dumps(document), settings=settings).deals
        (one,) = deal.exchanges
        assert (one.kind, one.seat, one.giver, one.put_down) == (kind, 1, None, ())
        assert [card.egn for card in one.taken] == ["Xx", "Jh", "9c"]


def note(text, *, said=("Pass", "Order"), exchanges=None):
    document = json.loads(to_egn(GameRecord(deals=(DEAL,))))
    bidding = document["deals"][0]["phases"][0]
    bidding["calls"] = list(said)
    bidding["callAnnotations"] = {"1": text if isinstance(text, list) else [text]}
    if exchanges is not None:
        bidding["cardExchanges"] = exchanges
    return json.dumps(document)


ONE = [{"receiver": 0, "cards": ["9c"]}]


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        ('Euchre-sim: {"call"', {}, "deal 1, callAnnotations: behind Euchre-sim: this is not JSON"),
        ('Euchre-sim: {"cal":"NTL"}', {}, "there is no field 'cal' in this notation.*call"),
        ('Euchre-sim: {"call":"NTL"}', {}, "'NTL' cannot stand for the last call"),
        ('Euchre-sim: {"call":"n"}', {"said": ("Pass", "x")}, "'n' cannot stand for the last"),
        ('Euchre-sim: {"call":3}', {}, "call: a text is needed, not 3"),
        ('Euchre-sim: {"alone":4}', {}, "deal 1, alone: 4 is out of range, allowed is 0 to 3"),
        ('Euchre-sim: {"exchanges":[{}]}', {}, "1 exchanges are told of in the notes and 0 in"),
        ('Euchre-sim: {"exchanges":3}', {"exchanges": ONE}, "exchanges: a list is needed, not 3"),
        ('Euchre-sim: {"exchanges":[3]}', {"exchanges": ONE}, "exchanges: an object is needed"),
        (
            'Euchre-sim: {"exchanges":[{"kind":"gift"}]}',
            {"exchanges": ONE},
            "'gift' is no kind, kinds are farmer, best, extra",
        ),
        (
            'Euchre-sim: {"exchanges":[{"putDown":["1c"]}]}',
            {"exchanges": ONE},
            "putDown, card 1: '1c' is no card of this notation",
        ),
        (["Euchre-sim: {}", 'Euchre-sim: {"alone":1}'], {}, "there are two notes that begin with"),
        ("a note", {"exchanges": ONE * 5}, "there are 5, at most 4 are allowed"),
        ("a note", {"exchanges": [{**ONE[0], "receiver": 4}]}, "4 is out of range"),
    ],
)
def test_malformed_notes_on_a_deal(text, more, message):
    with pytest.raises(InvalidNotation, match=message):
        read_egn(note(text, **more))


def test_note_of_another_kind_stays_a_note():
    for text in ("Euchre-sim: good call", "Euchre-sim:{}"):
        deal = read_egn(note(text)).deals[0]
        assert deal.remarks["callAnnotations"] == {"1": [text]}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"rules":{"farmer_hand":"off"}}', "there is no option 'farmer_hand'"),
        ('{"rules":{"march_points":9}}', "the rules in the description do not fit this program: m"),
        ('{"rules":{"march_points":"two"}}', "march_points cannot be"),
        ('{"rules":{"march_points":null}}', "march_points: a whole number is needed, not null"),
        ('{"rules":[]}', "rules are an object of options"),
        ('{"initialScore":[1,2,3]}', "initialScore: two numbers are needed"),
        ('{"initialScore":7}', "initialScore: a list is needed, not 7"),
        ('{"deals":[]}', "there is no field 'deals'"),
        ("{", "metadata, description: behind Euchre-sim: this is not JSON"),
    ],
)
def test_malformed_descriptions(line, message):
    document = json.loads(to_egn(GameRecord(deals=())))
    document["metadata"]["description"] = f"Friday\nEuchre-sim: {line}"
    with pytest.raises(EuchreError, match=message) as caught:
        read_egn(json.dumps(document))
    assert isinstance(caught.value, InvalidNotation | RuleConflict)


def test_rules_given_take_the_place_of_those_in_the_description():
    written = to_egn(GAMES["best card"])
    assert read_egn(written, HouseRules()).rules == HouseRules()
    changed = read_egn(written, settings=("best_order=receive_first",)).rules
    assert changed == BEST.replace(best_order="receive_first")
