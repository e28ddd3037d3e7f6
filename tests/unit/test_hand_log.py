"""The log of hands says of each what its trace says, and adds up to the summary."""

import random

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.simulate import simulate
from euchre_sim.analysis.trace import trace_hand
from euchre_sim.errors import IllegalAction
from euchre_sim.records.lowered import contract_text
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import LOW_NO_TRUMP, MISERE, NO_TRUMP
from euchre_sim.storage.dataset import read_summary

HANDS = 3_000
SEED = 5
FIRST = 999_000  # the border between two parts lies within
WITHOUT_TRUMP = {NO_TRUMP: "no_trump", LOW_NO_TRUMP: "low_no_trump", MISERE: "misere"}


def logged(folder, rules, strategy="random"):
    simulate(HANDS, strategy, rules=rules, seed=SEED, first_hand=FIRST, out=folder, log_hands=True)
    return folder / "log"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return logged(tmp_path_factory.mktemp("run"), HouseRules())


def row_of(trace, n):
    """What a trace says, in the columns of the log."""

    def position(seat):
        return None if seat is None else seat + 1

    deal = trace.record
    called = trace.maker is not None
    contract = ""
    if called:
        contract = WITHOUT_TRUMP.get(trace.contract) or contract_text(trace.contract)
    net = 0
    if called:
        own, *others = (trace.points[(trace.maker + i) % len(trace.points)] for i in range(2))
        net = own - others[0]
    row = {
        "hand": trace.hand,
        "upcard": deal.upcard.egn,
        "maker": position(trace.maker),
        "round": trace.call_round,
        "contract": contract,
        "lone_maker": position(deal.alone),
        "lone_defender": position(deal.lone_defender),
        "discard": deal.discard.egn if deal.discard else "",
        "tricks": trace.maker_tricks if called else None,
        "points": net,
        "leader": position(trace.tricks[0].leader) if trace.tricks else None,
    }
    for number in range(1, 6):
        trick = trace.tricks[number - 1] if number <= len(trace.tricks) else None
        played = dict(zip(trick.seats, trick.cards, strict=True)) if trick else {}
        for seat in range(n):
            row[f"trick_{number}_{seat + 1}"] = played.get(seat, "")
        row[f"winner_{number}"] = position(trick.winner) if trick else None
    return row


@pytest.mark.parametrize(
    ("preset", "settings"),
    [
        ("standard", ["alone_timing=before_first_lead", "maker_partner_may_go_alone=true",
                      "defend_alone=true", "defend_alone_needs_lone_maker=false",
                      "dealer_pickup=optional"]),
        ("railroad", ["allow_no_trump=true", "allow_no_trump_low=true", "allow_misere=true"]),
        ("british", ["joker_upcard_rule=dealer_names_blind", "call_for_best=true"]),
        ("two_hand", ["two_hand_style=dummy2"]),
        ("two_hand", ["two_hand_style=dummy3"]),
        ("three_hand", []),
        ("six_hand", []),
        ("standard", ["farmers_hand=swap_three_low", "farmers_order=conflict_is_misdeal",
                      "low_rank=8"]),
    ],
    ids=str,
)  # fmt: skip
def test_rows_say_what_the_traces_say(tmp_path, preset, settings):
    rules = HouseRules.preset(preset).with_settings(settings)
    rows = pq.read_table(logged(tmp_path, rules)).to_pylist()
    assert [row["hand"] for row in rows] == list(range(FIRST, FIRST + HANDS))
    players, n = find_players("random", rules), rules.players
    for row in random.Random(1).sample(rows, 60):
        try:
            trace = trace_hand(players, rules, SEED, row["hand"])
        except IllegalAction:  # a misdeal
            assert (row["upcard"], row["maker"], row["points"]) == ("", None, None)
            continue
        hands = [set(row.pop(f"hand_{seat + 1}").split()) for seat in range(n)]
        assert all(len(cards) == 5 for cards in hands)
        if not trace.record.exchanges:
            dealt = [{card.egn for card in cards} for cards in trace.record.hands]
            assert hands == dealt
        assert row == row_of(trace, n)


def test_sums_of_the_log_are_the_summary(log):
    summary = read_summary(log.parent)
    rows = duckdb.sql(
        f"select maker, round, count(*), sum(points), sum(points * points), count(lone_maker) "
        f"from '{log}/*.parquet' where maker is not null group by all"
    ).fetchall()
    found = {tuple(row[:2]): tuple(map(int, row[2:])) for row in rows}
    for one in summary.seat_rounds():
        if one.calls:
            points = one.points_called
            assert found[one.position, one.round][:1] == (one.calls,)
            assert found[one.position, one.round][3] == one.alone
            assert found[one.position, one.round][1] / one.calls == pytest.approx(points.mean)
    ((nobody,),) = duckdb.sql(
        f"select count(*) from '{log}/*.parquet' where maker is null"
    ).fetchall()
    assert nobody == summary.passed_out


def test_parts_hold_a_million_hand_numbers_each(log):
    assert [path.name for path in sorted(log.iterdir())] == [
        "part-000000.parquet", "part-000001.parquet",
    ]  # fmt: skip
    assert pq.read_table(log / "part-000000.parquet")["hand"].to_pylist()[-1] == 999_999
    metadata = pq.read_schema(log / "part-000001.parquet").metadata
    assert metadata[b"euchre_sim.kind"] == b"hand_log"
    assert metadata[b"euchre_sim.first_hand"] == b"1000000"


def test_columns_are_typed_and_explained(log):
    schema = pq.read_schema(log / "part-000000.parquet")
    text = pa.dictionary(pa.int32(), pa.string())
    for field in schema:
        assert field.metadata[b"unit"], field.name
        assert field.metadata[b"description"], field.name
        number = pa.uint64() if field.name == "hand" else pa.int8()
        assert field.type in (number, text), field.name
    assert len(schema) == 40


def test_opens_in_every_reader(log):
    files = f"{log}/*.parquet"
    frame = pd.read_parquet(log)
    assert len(frame) == HANDS
    assert frame.hand.dtype == "uint64"
    assert str(frame.trick_1_1.dtype) == "category"
    calls = int(frame.maker.notna().sum())
    assert duckdb.sql(f"select count(maker) from read_parquet('{files}')").fetchall() == [(calls,)]
    assert pl.scan_parquet(files).select(pl.col("maker").count()).collect().item() == calls
    assert ds.dataset(log).count_rows(filter=~pa.compute.field("maker").is_null()) == calls
