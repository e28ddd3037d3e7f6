"""Random games of the reference engine, written down, read back and replayed; and broken ones.

This is also where the replay is held against the reference engine: the same legal actions at
every decision, the same winners, points and scores, and the same verdict on impossible cards.
"""

import copy
import dataclasses
import json
import random
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from euchre_sim.cards import Card, CardSet, deck_mask
from euchre_sim.errors import EuchreError, IllegalAction, InvalidNotation
from euchre_sim.notation import read_egn, to_egn
from euchre_sim.records import GameRecord, HiddenCard, replay
from euchre_sim.rules import HouseRules
from tests.recorded import expected_rows, play_deal, play_game, random_rules, reference_accepts
from tests.reference import score

DATA = Path(__file__).parent.parent / "data"
VALIDATOR = jsonschema.Draft7Validator(json.loads((DATA / "egn-schema-v1.json").read_text()))
SHORT = json.loads((DATA / "short-game.egn").read_text())

SEEDS = st.integers(0, 2**32 - 1)
LEFT_OUT = [(), ("hands",), ("discard",), ("hands", "discard")]


def without(record, names):
    empty = {"hands": (), "discard": None}
    return dataclasses.replace(record, **{name: empty[name] for name in names})


def compare_decisions(found, steps, everything_known):
    assert len(found) == len(steps)
    for decision, step in zip(found, steps, strict=True):
        assert (decision.phase, decision.seat) == (step.phase, step.seat)
        if decision.legal is None:
            assert not everything_known
        else:
            assert len(decision.legal) == len(step.legal)
            assert set(decision.legal) == step.legal
        if decision.chosen is None:
            assert not everything_known
            assert decision.phase == "discard"
        else:
            assert decision.chosen == step.chosen


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS)
def test_replay_finds_what_the_reference_engine_played(seed):
    draw = random.Random(seed)
    rules = random_rules(draw)
    played = play_deal(rules, draw)
    outcome = played.hand.outcome()
    for names in LEFT_OUT:
        found = replay(without(played.record, names), rules)
        compare_decisions(found.decisions, played.steps, not names)
        assert found.maker == outcome["maker"]
        assert (found.alone, found.lone_defender) == (
            outcome["lone_player"],
            outcome["lone_defender"],
        )
        assert found.maker_tricks == outcome["maker_tricks"]
        assert [(trick.leader, trick.winner) for trick in found.tricks] == [
            (trick["leader"], trick["winner"]) for trick in played.hand.tricks
        ]
        assert found.points == score(outcome, rules.as_dict())


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, n_deals=st.integers(1, 12), names=st.sampled_from(LEFT_OUT))
def test_game_written_read_and_replayed(seed, n_deals, names):
    draw = random.Random(seed)
    rules = random_rules(draw)
    if rules.maker_partner_may_go_alone:
        rules = rules.replace(maker_partner_may_go_alone=False)  # no file can say who it was
    played = play_game(rules, draw, n_deals)
    game = GameRecord(deals=tuple(without(deal.record, names) for deal in played), rules=rules)
    written = to_egn(game)
    VALIDATOR.validate(json.loads(written))
    again = read_egn(written, rules)
    assert again == game
    found = replay(again)
    expected = expected_rows(rules, played)
    assert found.winner == expected["winner"]
    assert list(found.scores) == [row["score"] for row in expected["rows"]]
    assert [deal.points for deal in found.deals] == [row["points"] for row in expected["rows"]]
    assert list(found.counts) == [not row["after_end"] for row in expected["rows"]]
    for deal, record in zip(found.deals, played, strict=True):
        compare_decisions(deal.decisions, record.steps, not names)


@settings(max_examples=150, deadline=None)
@given(seed=SEEDS, kind=st.sampled_from(["swap", "replace", "repeat"]))
def test_wrong_cards_get_the_reference_engines_verdict(seed, kind):
    draw = random.Random(seed)
    rules = random_rules(draw)
    played = play_deal(rules, draw)
    tricks = [list(trick) for trick in played.record.tricks]
    if not tricks:
        return
    (a, b), (c, d) = ((draw.choice(trick_place(tricks))) for _ in range(2))
    if kind == "swap":
        tricks[a][b], tricks[c][d] = tricks[c][d], tricks[a][b]
    elif kind == "repeat":
        tricks[a][b] = tricks[c][d]
    else:
        tricks[a][b] = draw.choice(list(CardSet.from_mask(deck_mask())))
    record = dataclasses.replace(played.record, tricks=tuple(map(tuple, tricks)))
    if reference_accepts(record, rules):
        replay(record, rules)
        replay(without(record, ("hands", "discard")), rules)  # what is possible stays possible
    else:
        with pytest.raises(IllegalAction, match="deal 1, trick"):
            replay(record, rules)


def trick_place(tricks):
    return [(t, i) for t, trick in enumerate(tricks) for i in range(len(trick))]


@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, share=st.sampled_from([0.05, 0.2, 0.6, 1.0]), names=st.sampled_from(LEFT_OUT))
def test_hiding_cards_never_contradicts_what_is_known(seed, share, names):
    draw = random.Random(seed)
    rules = random_rules(draw)
    played = play_deal(rules, draw)

    def hide(card: Card):
        if draw.random() >= share:
            return card
        rank, suit = card.egn[0], card.suit
        return draw.choice([HiddenCard(), HiddenCard(suit=suit), HiddenCard(rank=rank)])

    record = without(played.record, names)
    if draw.random() < 0.1:
        record = dataclasses.replace(record, upcard=HiddenCard(suit=record.upcard.suit))
    record = dataclasses.replace(
        record,
        tricks=tuple(tuple(map(hide, trick)) for trick in record.tricks),
        hands=tuple(tuple(map(hide, hand)) for hand in record.hands),
        discard=hide(record.discard) if record.discard else None,
    )
    found = replay(record, rules)
    outcome = played.hand.outcome()
    for trick, true in zip(found.tricks, played.hand.tricks, strict=True):
        assert trick.leader in (None, true["leader"])
        assert trick.winner in (None, true["winner"])
    assert found.points in (None, score(outcome, rules.as_dict()))
    assert found.maker_tricks in (None, outcome["maker_tricks"])
    for decision, step in zip(found.decisions, played.steps, strict=True):
        assert decision.seat in (None, step.seat)
        assert decision.legal is None or set(decision.legal) == step.legal


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_a_record_may_end_anywhere(seed):
    draw = random.Random(seed)
    rules = random_rules(draw)
    played = play_deal(rules, draw)
    full = played.record
    for n_calls in range(len(full.calls)):
        part = dataclasses.replace(
            full, calls=full.calls[:n_calls], tricks=(), alone=None, lone_defender=None
        )
        found = replay(part, rules)
        compare_decisions(found.decisions, played.steps[:n_calls], True)
        assert found.points is None
    before_play = len(played.steps) - sum(map(len, full.tricks))
    for n, (t, i) in enumerate(trick_place(full.tricks)):
        cut = (*full.tricks[:t], full.tricks[t][: i + 1])
        part = dataclasses.replace(full, tricks=cut)
        found = replay(part, rules)
        compare_decisions(found.decisions, played.steps[: before_play + n + 1], True)
        assert (found.points is None) == (cut != full.tricks)
        replay(without(part, ("hands", "discard")), rules)


# --- broken files ---

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["Pass", "Order", "h", "n", "Xx", "Jt", "L", "B", "TRICK_PLAY", "Jh", "9c"]),
    st.just([]),
    st.just({}),
    st.lists(st.sampled_from(["Jh", "9c", "Xx", None, 3]), max_size=6),
    st.dictionaries(st.text(max_size=4), st.integers(), max_size=2),
)


def places(value, path=()):
    """Every place in a document, as a path of keys."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*path, index))


PLACES = [path for path in places(SHORT) if path]


def answers_in_one_sentence(source):
    """Read and replay; the only errors are the package's own, each one line."""
    try:
        replay(read_egn(source))
    except EuchreError as error:
        said = str(error)
        assert said
        assert len(said.splitlines()) == 1
        assert len(said) < 400
        assert "Traceback" not in said


@settings(max_examples=300, deadline=None)
@given(path=st.sampled_from(PLACES), junk=JUNK, how=st.sampled_from(["put", "drop", "add"]))
def test_wrong_values_anywhere(path, junk, how):
    document = copy.deepcopy(SHORT)
    place = document
    for step in path[:-1]:
        place = place[step]
    if how == "drop":
        del place[path[-1]]
    elif how == "add" and isinstance(place, dict):
        place["surprise"] = junk
    else:
        place[path[-1]] = junk
    answers_in_one_sentence(json.dumps(document))


EXTENDED = {
    "description": {"rules": {"call_for_best": True}, "initialScore": [1, 0], "finalScore": [3, 0]},
    "note": {"call": "NTL", "alone": 0, "exchanges": [{"kind": "best", "putDown": ["9c"]}]},
}
EXTENDED_PLACES = [path for path in places(EXTENDED) if path]


@settings(max_examples=200, deadline=None)
@given(path=st.sampled_from(EXTENDED_PLACES), junk=JUNK, how=st.sampled_from(["put", "drop"]))
def test_wrong_values_anywhere_in_what_stands_beyond_the_notation(path, junk, how):
    said = copy.deepcopy(EXTENDED)
    place = said
    for step in path[:-1]:
        place = place[step]
    if how == "drop":
        del place[path[-1]]
    else:
        place[path[-1]] = junk
    texts = {name: f"Euchre-sim: {json.dumps(value)}" for name, value in said.items()}
    document = copy.deepcopy(SHORT)
    document["metadata"]["description"] = texts.get("description", "")
    bidding = document["deals"][0]["phases"][0]
    bidding["cardExchanges"] = [{"sender": 2, "receiver": 0, "cards": ["Jh"]}]
    bidding["callAnnotations"] = {"0": [texts.get("note", "")]}
    answers_in_one_sentence(json.dumps(document))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_broken_text(data):
    text = json.dumps(SHORT).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    noise = data.draw(st.binary(max_size=6))
    answers_in_one_sentence(text[:start] + noise + text[end:])


@settings(max_examples=150, deadline=None)
@given(source=st.one_of(st.binary(max_size=60), st.text(max_size=60)))
def test_any_text(source):
    with pytest.raises(InvalidNotation):
        read_egn(source)


def test_a_change_to_the_rules_changes_what_is_legal():
    """The comparisons above can fail: other rules than those played by do not pass them."""
    draw = random.Random(1)
    differing = 0
    for _ in range(50):
        played = play_deal(HouseRules(), draw)
        try:
            found = replay(played.record, HouseRules(turned_down_suit="open"))
        except IllegalAction:
            continue
        legal = [set(decision.legal or ()) for decision in found.decisions]
        differing += legal != [set(step.legal) for step in played.steps]
    assert differing > 0
