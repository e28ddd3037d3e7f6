"""Notes put into a game file: each in its place, and nothing else changed."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from euchre_sim.errors import InvalidNotation
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.notation.annotated import annotate_egn
from euchre_sim.records import GameRecord, replay
from euchre_sim.rules import HouseRules
from tests.example_deals import FULL, LONE, NAMED, deal

DATA = Path(__file__).parent.parent / "data"
SCHEMA = json.loads((DATA / "egn-schema-v1.json").read_text())
SHORT = (DATA / "short-game.egn").read_bytes()


def file_of(*deals, **rules):
    return to_egn(GameRecord(deals=deals, rules=HouseRules(**rules))).encode()


def annotated(data, notes):
    """The annotated file as JSON; it has passed the schema and reads as a game."""
    written = annotate_egn(data, notes)
    made = json.loads(written)
    jsonschema.validate(made, SCHEMA)
    read_egn(written)
    return made


def stripped(document):
    bare = copy.deepcopy(document)
    for one in bare["deals"]:
        for phase in one["phases"]:
            phase.pop("callAnnotations", None)
            phase.pop("playAnnotations", None)
    return bare


def every_note(data):
    game = read_egn(data)
    return {
        (i, number): f"[?] {i} {number} {one.phase} {one.chosen}"
        for i, record in enumerate(game.deals)
        for number, one in enumerate(replay(record, game.rules).decisions, start=1)
    }


def test_every_decision_of_a_game_gets_its_note_and_nothing_else_changes():
    notes = every_note(SHORT)
    made = annotated(SHORT, notes)
    assert json.dumps(stripped(made)) == json.dumps(json.loads(SHORT))  # the order of keys as well
    found = [
        note
        for one in made["deals"]
        for phase in one["phases"]
        for field in ("callAnnotations", "playAnnotations")
        for on_it in phase.get(field, {}).values()
        for note in on_it
    ]
    assert found == list(notes.values())


@pytest.mark.parametrize("record", [FULL, NAMED, LONE])
def test_notes_on_calls_and_cards_stand_with_what_was_said_and_played(record):
    data = file_of(record)
    notes = every_note(data)
    bidding, play = annotated(data, notes)["deals"][0]["phases"]
    for key, on_it in bidding["callAnnotations"].items():
        said = bidding["calls"][int(key)]
        assert on_it[0].endswith(said) or on_it[0].endswith(f"{said} alone")
    cards = [card for trick in play["tricks"] for card in trick]
    assert [on_it[0].split()[-1] for on_it in play["playAnnotations"].values()] == cards
    assert list(play["playAnnotations"]) == [str(i) for i in range(len(cards))]


def test_discard_and_declarations_stand_with_the_last_call():
    rules = {"alone_timing": "before_first_lead", "defend_alone": True}
    rules["defend_alone_needs_lone_maker"] = False
    data = file_of(FULL, **rules)
    decisions = replay(FULL, read_egn(data).rules).decisions
    phases = [one.phase for one in decisions]
    assert {"discard", "alone", "defend"} <= set(phases)
    of_others = [i for i, one in enumerate(phases, 1) if one not in ("call", "play")]
    notes = {(0, i): f"{i} {phases[i - 1]}" for i in of_others}
    bidding, play = annotated(data, notes)["deals"][0]["phases"]
    assert bidding["callAnnotations"] == {"1": list(notes.values())}
    assert "playAnnotations" not in play


def test_notes_that_were_there_stay_and_come_first():
    made = json.loads(SHORT)
    made["deals"][0]["phases"][0]["callAnnotations"] = {"0": ["[!!] bold"]}
    data = json.dumps(made).encode()
    once = annotate_egn(data, {(0, 1): "[?] no"})
    on_call = json.loads(once)["deals"][0]["phases"][0]["callAnnotations"]
    assert on_call == {"0": ["[!!] bold", "[?] no"]}
    assert annotate_egn(once, {(0, 1): "[?] no"}) == once


def test_facts_that_only_this_program_reads_are_kept():
    record = deal(3, "Th", "Pass Pass Pass Pass MIS", alone=0)
    data = file_of(record, allow_misere=True)
    written = annotate_egn(data, {(0, 5): "[?] too bold"})
    assert read_egn(written).deals[0].calls[-1] == "MIS"


def test_layout_of_the_text_is_kept():
    for text in (
        SHORT.decode(),
        json.dumps(json.loads(SHORT)),
        json.dumps(json.loads(SHORT), indent=1),
    ):
        written = annotate_egn(text, {(0, 1): "Ünsicher"}).decode()
        assert ("\n" in written, written[-1]) == ("\n" in text, text[-1])
        assert written[:20] == text[:20]
        assert "Ünsicher" in written


@pytest.mark.parametrize(
    ("key", "note", "message"),
    [
        ((9, 1), "x", "no decision 1 in deal 10"),
        ((-1, 1), "x", "no decision 1 in deal 0"),
        ((0, 0), "x", "no decision 0 in deal 1"),
        ((0, 99), "x", "no decision 99 in deal 1"),
        ((0, 1), "x" * 1025, "at most 1024 characters, this one 1025"),
    ],
)
def test_what_has_no_place_is_refused(key, note, message):
    with pytest.raises(InvalidNotation, match=message):
        annotate_egn(SHORT, {key: note})


def test_more_notes_than_the_format_allows_are_refused():
    made = json.loads(SHORT)
    made["deals"][0]["phases"][0]["callAnnotations"] = {"0": ["hm"] * 50}
    with pytest.raises(InvalidNotation, match="there are 50 notes"):
        annotate_egn(json.dumps(made), {(0, 1): "one more"})
