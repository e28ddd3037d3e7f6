"""The call table: what its rows mean, how sure they are, and what is refused."""

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from euchre_sim.analysis import weigh
from euchre_sim.analysis.advise import asked_about
from euchre_sim.analysis.call_table import CallTableBuild
from euchre_sim.analysis.call_table_plan import Group, Part, Plan
from euchre_sim.analysis.class_table import ACTIONS
from euchre_sim.analysis.class_text import class_text
from euchre_sim.analysis.decision import Tally
from euchre_sim.cards import JOKER, CardSet, Suit
from euchre_sim.engine import rng
from euchre_sim.errors import IllegalAction, InvalidNotation, OutputProblem, StrategyFault
from euchre_sim.rules import HouseRules, house_rules
from euchre_sim.storage.calls.parts import CallParts
from euchre_sim.storage.calls.provenance import CallProvenance, row_seed
from euchre_sim.storage.calls.table import CallTable, is_call_table, shipped_table
from euchre_sim.strategies import registry

DEALS = 20


def plan_of(rules="standard", strategy="basic", **changes):
    rules = house_rules(rules)
    one = registry.get(strategy)
    facts = {
        "rules": rules,
        "strategies": (one.as_dict(),) * rules.players,
        "seed": 5,
        "deals": 60,
        "until_se": None,
        "round": 1,
        "positions": tuple(range(1, rules.players + 1)),
        "upcards": ("J",),
        "all_discards": False,
    }
    return Plan(CallProvenance(**facts | changes), [one])


def some(plan, position, offset, count=3, upcard="J"):
    """A part of a few hands in the middle of a group."""
    at = plan.classes.upcards.index(upcard)
    first = plan.classes.with_upcard(at).start + offset
    return Part(0, Group(at, position), first, first + count)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    path = tmp_path_factory.mktemp("table") / "t.parquet"
    build = CallTableBuild.claim(path, seed=3, deals=DEALS, upcards=["t"], positions=["partner"])
    rows = build.run(threads=2)
    return path, rows, CallTable.open(path)


# --- what a row means -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "call_round", "position", "upcard", "strategy"),
    [
        ("standard", 1, 1, "J", "basic"),
        ("standard", 1, 3, "9", "universe"),
        ("standard", 1, 4, "A", "basic"),
        ("standard", 2, 1, "T", "basic"),
        ("standard", 2, 4, "K", "universe"),
        ("seed_sl", 2, 4, "9", "universe"),
        ("british", 1, 3, "J", "basic"),
        ("six_hand", 1, 2, "Q", "basic"),
        ("three_hand", 2, 2, "Q", "trumps"),
    ],
)
def test_a_row_has_the_sums_that_advise_finds_with_its_seed(
    rules, call_round, position, upcard, strategy
):
    plan = plan_of(
        rules, strategy, round=call_round, upcards=(upcard,), all_discards=True, deals=25
    )
    part = some(plan, position, 4321, 2, upcard)
    columns = plan.weigh(part)
    for number, hand in zip(range(part.first, part.end), plan.hands(part), strict=True):
        seed = plan.provenance.row_seed(number, position)
        cards = str(CardSet.from_mask(int(hand)))
        asked = asked_about(
            cards,
            str(plan.upcard(part.group)),
            position,
            call_round,
            plan.rules,
            strategy,
            seed,
            1,
        )
        mine = columns["class"] == number
        n_actions = len(asked.choices)
        assert np.count_nonzero(mine) == n_actions
        drawn = int(columns["drawn"][mine][0])
        tally = weigh_again(asked.question, drawn)
        assert (columns["drawn"][mine] == tally.drawn).all()
        assert (columns["n"][mine] == tally.accepted).all()
        axis = np.arange(-weigh.MAX_POINTS, weigh.MAX_POINTS + 1)
        assert (columns["points"][mine] == tally.histogram @ axis).all()
        assert (columns["points_squared"][mine] == tally.histogram @ axis**2).all()
        assert (columns["euchred"][mine] == tally.actions[:, weigh.T_EUCHRED]).all()
        lower = np.tril(tally.products)
        products = lower + np.tril(tally.products, -1).T
        best = int(np.flatnonzero(columns["best"][mine])[0])
        assert best == int(np.argmax(columns["points"][mine]))
        assert (columns["points_by_best"][mine] == products[best]).all()
        may_pass = asked.choices[0].action == "pass"
        assert (columns["may_pass"][mine] == may_pass).all()
        if may_pass:
            assert (columns["points_by_pass"][mine] == products[0]).all()
        for choice, place in zip(asked.choices, columns["act"][mine], strict=True):
            told = ACTIONS[place]
            assert (told.action, told.alone) == (choice.action, choice.alone)
            if isinstance(choice.suit, Suit):
                assert told.suit == choice.suit.letter.lower()
        cards_buried = [-1 if one.discard is None else one.discard.index for one in asked.choices]
        assert columns["discard"][mine].tolist() == cards_buried


def weigh_again(question, count):
    tally = Tally.empty(len(question.actions))
    weigh.weigh_range(
        question.rules,
        question.players.hooks,
        question.players.assign,
        question.players.params,
        question.stakes,
        np.uint64(question.seed),
        np.uint64(0),
        count,
        question.seat,
        question.call_round,
        np.uint64(question.hand),
        np.uint64(question.upcard),
        np.uint64(question.unseen),
        question.actions,
        tally.counts,
        tally.actions,
        tally.products,
        tally.wins,
    )
    return tally


def test_what_came_of_calls_adds_up(built):
    table = built[2].rows()
    n, made, euchred, march, sweep = (
        table.column(name).to_numpy() for name in ("n", "made", "euchred", "march", "lone_sweep")
    )
    assert (march + sweep <= made).all()
    called = np.array([action != "pass" for action in table.column("action").to_pylist()])
    assert (made + euchred <= n).all()
    assert (made + euchred)[called].tolist() == n[called].tolist()
    alone = table.column("alone").to_numpy()
    assert not march[alone & called].any()
    assert not sweep[called & ~alone].any()
    # Standard: 1 point made, 2 marched, 4 swept alone, 2 lost; in a call nobody else scores.
    points = table.column("points").to_numpy()
    assert (points == made + march + 3 * sweep - 2 * euchred)[called].all()


def test_weights_are_those_of_all_deals_of_an_upcard(built):
    table = built[2].rows(where=pc.field("best"))
    # 4 suits of the ten, and five of the 23 other cards.
    assert sum(table.column("weight").to_pylist()) == 4 * 33_649
    assert table.num_rows == built[2].rows(columns=["hand"]).num_rows // 3 == 17_633


def test_rows_come_by_upcard_position_class_and_action(built):
    plan = built[2].provenance
    table = built[2].rows(upcard="T", position=2)
    assert built[1] == table.num_rows == pq.read_metadata(built[0]).num_rows
    assert built[2].rows(upcard="9").num_rows == built[2].rows(position=1).num_rows == 0
    classes = plan_of().classes
    first = classes.with_upcard(1).start
    texts = table.column("hand").to_pylist()
    assert texts[::3][:50] == [class_text(classes, first + i) for i in range(50)]
    assert texts[::3] == texts[1::3] == texts[2::3]
    assert table.column("action").to_pylist()[:3] == ["pass", "order", "order"]
    assert table.column("alone").to_pylist()[:3] == [False, False, True]
    assert table.column("suit").to_pylist()[:3] == [None, "s", "s"]
    assert plan.upcards == ("T",)
    assert plan.positions == (2,)


def test_mean_and_error_follow_from_the_sums(built):
    for row in built[2].rows(where=pc.field("n_trump") == 5).to_pylist():
        points = [row["points"], row["points_squared"]]
        mean = points[0] / DEALS
        error = ((points[1] - points[0] * mean) / (DEALS - 1) / DEALS) ** 0.5
        assert row["points_mean"] == pytest.approx(mean, abs=6e-5)
        assert row["points_se"] == pytest.approx(error, abs=6e-5)


# --- deals, limits, seeds -------------------------------------------------------------------------


def test_row_seeds_are_keys_that_the_engine_gives_to_hands():
    mix = rng.mix.function
    with np.errstate(over="ignore"):
        for seed in (0, 1, 2**64 - 1):
            start = mix(np.uint64(seed) * rng.SEED_STEP + rng.GOLDEN)
            for number, position, call_round in ((0, 1, 1), (105_797, 4, 2), (17_633, 6, 1)):
                hand = np.uint64((number * 8 + position) * 4 + call_round)
                wanted = int(mix(start + hand * rng.GOLDEN))
                assert row_seed(seed, number, position, call_round) == wanted


def test_a_hand_whose_history_is_rare_stops_at_the_limit_of_draws():
    # `basic` orders with most hands in some seat, so that round 2 comes to the dealer rarely.
    plan = plan_of(round=2, deals=30)
    columns = plan.weigh(some(plan, 4, 16_000, 4))
    short = columns["n"] < 30
    assert (columns["drawn"][short] == 100 * 30 + 1000).all()
    assert (columns["drawn"] <= 4000).all()


def test_until_se_stops_where_the_paired_differences_are_that_sure():
    plan = plan_of(until_se=0.05, deals=4000)
    columns = plan.weigh(some(plan, 2, 5000, 6))
    hit = columns["n"] < 4000
    assert hit.any()
    assert (columns["n"][hit] >= 1000).all()
    n = columns["n"]
    for number in set(columns["class"]):
        mine = columns["class"] == number
        best = int(np.flatnonzero(columns["best"] & mine)[0])
        own, square = columns["points"], columns["points_squared"]
        difference = (own[mine] - own[best]) / n[mine]
        spread = square[mine] + square[best] - 2 * columns["points_by_best"][mine]
        variance = (spread - n[mine] * difference**2) / (n[mine] - 1)
        errors = np.sqrt(np.maximum(variance, 0) / n[mine])
        assert (errors.max() <= 0.05) == (n[mine][0] < 4000)


# --- other rules ----------------------------------------------------------------------------------


def test_round_2_names_suits_and_contracts_by_their_relation():
    rules = HouseRules(allow_no_trump=True, allow_misere=True)
    plan = plan_of(rules, "universe", round=2, deals=3)
    columns = plan.weigh(some(plan, 1, 1000, 1))
    told = sorted((ACTIONS[act].relation or "", ACTIONS[act].alone) for act in columns["act"])
    with_and_without = ["crossing", "crossing", "next", "no_trump"]
    both = [(name, alone) for name in with_and_without for alone in (False, True)]
    assert told == sorted([("", False), *both, ("misere", True)])


def test_the_dealer_names_trump_for_a_joker_and_nobody_else_is_asked():
    rules = HouseRules(joker=True, joker_upcard_rule="dealer_names_after_look")
    plan = plan_of(rules, upcards=("Jk",), deals=3)
    assert [group.position for group in plan.groups] == [4]
    columns = plan.weigh(some(plan, 4, 100, 2, "Jk"))
    told = {(ACTIONS[act].action, ACTIONS[act].relation) for act in columns["act"]}
    assert told == {("order", "named")}
    assert not columns["may_pass"].any()


def test_a_joker_that_counts_as_a_heart_is_ordered_as_a_heart():
    rules = HouseRules(joker=True, joker_upcard_rule="fixed_suit", joker_upcard_suit="H")
    plan = plan_of(rules, upcards=("Jk",), all_discards=True, deals=3)
    part = some(plan, 4, 3000, 20, "Jk")
    for number, hand in zip(range(part.first, part.end), plan.hands(part), strict=True):
        assert plan.classes.number(CardSet.from_mask(int(hand)), JOKER) == number
    columns = plan.weigh(part)
    assert {ACTIONS[act].suit for act in columns["act"]} == {None, "s"}


def test_need_trump_leaves_a_hand_without_trump_only_its_pass():
    plan = plan_of(HouseRules(need_trump_to_call="any_trump"), deals=3)
    columns = plan.weigh(some(plan, 1, 0, 1))
    assert [ACTIONS[act].action for act in columns["act"]] == ["pass"]
    assert columns["best"].all()


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"upcards": ["7"]}, InvalidNotation, "upcards are 9 T J Q K A"),
        ({"positions": [5]}, IllegalAction, "seats are 1"),
        ({"call_round": 3}, IllegalAction, "round 1 or 2"),
        ({"deals": 1}, IllegalAction, "2 to 1,000,000"),
        ({"until_se": 0}, IllegalAction, "above 0"),
        ({"seed": 2**64}, IllegalAction, "2^64 - 1"),
        ({"strategies": "basic,basic"}, StrategyFault, "4 players"),
        (
            {"rules": HouseRules(joker=True), "upcards": ["Jk"], "call_round": 2},
            IllegalAction,
            "joker is turned up",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(tmp_path, changes, error, words):
    with pytest.raises(error) as caught:
        CallTableBuild.claim(tmp_path / "t.parquet", **changes)
    assert words in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_kept_without_force(built, tmp_path):
    with pytest.raises(OutputProblem, match="there already; choose another name, or --force"):
        CallTableBuild.claim(built[0])
    assert not CallParts(built[0]).folder.exists()
    with pytest.raises(OutputProblem, match="is a folder"):
        CallTableBuild.claim(tmp_path)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 2}, "another seed (1 there, 2 now)"),
        ({"deals": 7}, "another deals (9 there, 7 now)"),
        ({"rules": HouseRules(target_score=11)}, "other rules (target_score: 10 there, 11 now)"),
        ({"strategies": "ohio"}, "another strategies"),
        ({"upcards": ["K"]}, "another upcards"),
    ],
)
def test_parts_of_another_table_are_refused(tmp_path, changes, words):
    path = tmp_path / "t.parquet"
    CallTableBuild.claim(path, deals=9)
    with pytest.raises(OutputProblem) as caught:
        CallTableBuild.claim(path, **{"deals": 9} | changes)
    assert words in str(caught.value)
    assert CallTableBuild.claim(path, deals=9).done == frozenset()


def test_a_file_that_is_no_call_table_is_told_from_one(built, tmp_path):
    assert is_call_table(built[0])
    other = tmp_path / "other.parquet"
    pq.write_table(built[2].rows(columns=["hand"]).replace_schema_metadata({}), other)
    text = tmp_path / "text.parquet"
    text.write_text("no table")
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(built[0].read_bytes()[:-100])
    for path in (other, text, cut, tmp_path, tmp_path / "none"):
        assert not is_call_table(path)
        with pytest.raises(OutputProblem) as caught:
            CallTable.open(path)
        assert str(path) in str(caught.value)


def test_the_table_that_comes_with_the_program_is_of_the_standard_rules():
    table = CallTable.open(shipped_table())
    of = table.provenance
    assert of.rules == HouseRules()
    assert [one["name"] for one in of.strategies] == ["basic"] * 4
    assert (of.round, of.positions, of.upcards) == (1, (1, 2, 3, 4), ("9", "T", "J", "Q", "K", "A"))
    hands = table.rows(upcard="J", position=3, where=pc.field("best"), columns=["weight"])
    assert sum(hands.column("weight").to_pylist()) == 4 * 33_649
    assert shipped_table().stat().st_size < 15e6
