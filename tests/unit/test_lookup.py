"""What is read out of a call table is what its numbers say, in the asker's own suits."""

import random
from dataclasses import replace
from itertools import permutations
from statistics import NormalDist

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from euchre_sim.analysis.call_table import CallTableBuild
from euchre_sim.analysis.class_text import class_text
from euchre_sim.analysis.classes import classes_of
from euchre_sim.cards import JOKER, Card, CardSet, Suit, parse_card
from euchre_sim.errors import IllegalAction, InvalidNotation, OutputProblem
from euchre_sim.rules import HouseRules
from euchre_sim.storage.calls.schema import CALLS
from euchre_sim.storage.calls.table import CallTable, write_call_table
from euchre_sim.storage.lookups.hand import canonical_hand
from euchre_sim.storage.lookups.like import neighbours
from euchre_sim.storage.lookups.lookup import NotInTable, look_up
from euchre_sim.storage.lookups.where import aggregate
from euchre_sim.storage.where import InvalidFilter
from tests.lookup_tables import write_table

# --- canonical hands ---

DECKS = [
    {},
    {"low_rank": 7},
    {"joker": True, "joker_upcard_rule": "redeal"},
    {"joker": True, "joker_upcard_rule": "dealer_names_after_look"},
    {"joker": True, "joker_upcard_rule": "fixed_suit", "joker_upcard_suit": "D"},
    {"joker": True, "low_rank": 7},
]


def deals(rules, count):
    """Random hands with an upcard, every fourth a joker where it may be turned up."""
    draw = random.Random(1)
    deck = list(CardSet.from_mask(rules.deck))
    plain = [card for card in deck if card != JOKER]
    for k in range(count):
        if k % 4 == 0 and classes_of(rules).joker_turned is not None:
            yield CardSet(draw.sample(plain, 5)), JOKER
        else:
            upcard = draw.choice(plain)
            yield CardSet(draw.sample([card for card in deck if card != upcard], 5)), upcard


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_a_hand_is_written_as_its_class_is(options):
    rules = HouseRules(**options)
    classes = classes_of(rules)
    for hand, upcard in deals(rules, 400):
        found = canonical_hand(hand, upcard, rules)
        number = classes.number(hand, upcard)
        assert found.hand == class_text(classes, number)
        assert found.upcard == classes.upcards[classes.suit_sets.upcard[number]]


@pytest.mark.parametrize("options", DECKS, ids=str)
def test_own_suits_are_those_that_the_class_calls_so(options):
    rules = HouseRules(**options)
    classes = classes_of(rules)
    for hand, upcard in deals(rules, 400):
        own = canonical_hand(hand, upcard, rules).own
        assert sorted(own.values()) == sorted(Suit)
        for canonical, suit in own.items():
            alike = classes.canonical_suit(hand, upcard, suit.mate)
            # Two mates in which the hand looks the same are both called by the first name.
            assert canonical in (classes.canonical_suit(hand, upcard, suit), alike.mate)


# --- one hand ---


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    return {
        1: write_table(folder / "first.parquet"),
        2: write_table(folder / "second.parquet", call_round=2, positions=(1, 4)),
        "some, 1": write_table(folder / "some1.parquet", upcards=("T", "J"), every=23),
        "some, 2": write_table(folder / "some2.parquet", call_round=2, positions=(1, 4), every=31),
    }


def renamed(text, suits):
    return "".join(suits.get(letter, letter) for letter in text)


def test_points_shares_and_errors_are_those_of_the_sums(tables):
    answer = look_up(tables[1], "JH 9H AC KS 9S", "TH", "partner")
    # Two trumps with the right and an ace: 1,100 deals of 2,000 fit.
    assert (answer.deals, answer.accepted) == (2000, 1100)
    values = {(v.choice.action, v.choice.alone): v for v in answer.actions}
    together = 2 * 300 + 150 + 60 - 700
    points = {
        ("pass", False): 100 - 20,
        ("order", False): together + 100,
        ("order", True): 2 * together,
    }
    assert set(values) == set(points)
    for key, value in values.items():
        assert value.points.mean == pytest.approx(points[key] / 1100)
        # Variance 2 a deal, and 4 for a difference as the noise of two actions is independent.
        assert value.points.se == pytest.approx((2 / 1100) ** 0.5, rel=1e-2)
        assert value.made == pytest.approx((550 + points[key] // 10) / 1100)
        assert value.lone_sweep == pytest.approx(0.1 * key[1])
        if value is not answer.best:
            assert value.vs_best.mean == pytest.approx((points[key] - 2 * together) / 1100)
            assert value.vs_best.se == pytest.approx((4 / 1100) ** 0.5, rel=1e-2)
    assert answer.best is values["order", True]
    assert answer.best.choice.suit == Suit.HEARTS


def test_how_sure_the_best_is(tables):
    strong = look_up(tables[1], "JH JD AH KH AS", "TH", 3)
    assert (strong.reason, strong.p_best) == ("settled", pytest.approx(1))
    close = look_up(tables[1], "JH 9H AC KS 9S", "TH", 2)
    rivals = [v.vs_best for v in close.actions if v is not close.best]
    assert close.reason == "deals"
    missed = sum(NormalDist(v.mean, v.se).cdf(0) for v in rivals)
    assert close.p_best == pytest.approx(1 - (len(rivals) - missed))


@pytest.mark.parametrize("call_round", [1, 2])
def test_a_hand_with_other_suits_has_the_same_answer_in_them(tables, call_round):
    hand, up, seat = "JS AS 9C KH QH", "TS", {1: 3, 2: 4}[call_round]
    first = look_up(tables[call_round], hand, up, seat, call_round=call_round)
    tried = 0
    for letters in permutations("CDSH"):
        suits = dict(zip("CDSH", letters, strict=True))
        if {suits["C"], suits["S"]} not in ({"C", "S"}, {"D", "H"}):
            continue  # mates stay mates
        tried += 1
        other = look_up(
            tables[call_round],
            renamed(hand, suits),
            renamed(up, suits),
            seat,
            call_round=call_round,
        )
        assert other.canonical.hand == first.canonical.hand
        own = {
            (v.choice.action, v.choice.suit, v.choice.alone): v.points.mean for v in other.actions
        }
        for value in first.actions:
            suit = value.choice.suit
            named = None if suit is None else Suit("CDSH".index(suits[suit.letter]))
            key = (value.choice.action, named, value.choice.alone)
            assert own[key] == value.points.mean
    assert tried == 8


def test_round_two_names_the_suit_in_which_the_hand_is_longer(tables):
    # The rule of the table gives the crossing suit that is called hearts 60 points, diamonds 20.
    answer = look_up(tables[2], "JS AS 9C KD QH", "TS", 1, call_round=2)
    value = {(v.choice.suit, v.choice.alone): v.points.mean for v in answer.actions}
    assert value[Suit.DIAMONDS, False] > value[Suit.HEARTS, False]


@pytest.mark.parametrize(
    ("hand", "up", "seat", "call_round", "error", "says"),
    [
        ("JH 9H AC KS 8S", "TH", 2, 1, InvalidNotation, "8S is not in this table's deck, which"),
        ("JH 9H AC KS JK", "TH", 2, 1, InvalidNotation, "JK is not in this table's deck"),
        ("JH 9H AC KS", "TH", 2, 1, InvalidNotation, "needs 5 cards"),
        ("JH 9H AC KS TH", "TH", 2, 1, InvalidNotation, "TH is in the hand and in the upcard"),
        ("JH 9H AC KS 9S", "TH", 5, 1, IllegalAction, "seats are 1"),
        (
            "JH 9H AC KS 9S",
            "TH",
            1,
            1,
            NotInTable,
            "seat 1 is not .* round 1, seats 2, 3, upcard T",
        ),
        ("JH 9H AC KS 9S", "QH", 2, 1, NotInTable, "upcard Q is not"),
        ("JH 9H AC KS 9S", "TH", 2, 2, NotInTable, "round 2 is not"),
    ],
)
def test_what_a_table_does_not_hold_is_refused(tables, hand, up, seat, call_round, error, says):
    with pytest.raises(error, match=says) as refused:
        look_up(tables[1], hand, up, seat, call_round=call_round)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_call_table_is_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("JH")
    with pytest.raises(OutputProblem, match="is no call table"):
        CallTable.open(tmp_path / "notes.txt")


# --- hands beside it ---


def test_neighbours_are_all_hands_with_one_card_exchanged(tables):
    answer = look_up(tables[1], "JH 9H AC KS 9S", "TH", 2)
    beside = neighbours(tables[1], answer)
    assert len({(one.without, one.instead) for one in beside}) == len(beside) == 5 * 18
    for one in beside[::7]:
        hand = CardSet((CardSet(answer.hand) - {one.without}) | {one.instead})
        asked = look_up(tables[1], str(hand), "TH", 2).best
        assert one.best == asked
        assert one.change.mean == pytest.approx(asked.points.mean - answer.best.points.mean)
        other = (asked.choice.action, asked.choice.alone) != ("order", True)
        assert one.other_action == other
        assert one.settled == (look_up(tables[1], str(hand), "TH", 2).reason == "settled")
    firsts = [(one.other_action, one.settled) for one in beside]
    assert firsts == sorted(firsts, reverse=True)
    for of in set(firsts):
        lot = [one for one in beside if (one.other_action, one.settled) == of]
        changes = [abs(one.change.mean) for one in lot]
        assert changes == sorted(changes, reverse=True)


# --- many hands ---


def recount(table, fits):
    """Means and shares in plain Python, row by row."""
    rows = [row for row in table.rows().to_pylist() if row["n"] > 1]
    hands = {}
    for row in rows:
        hands.setdefault((row["hand"], row["upcard"], row["position"]), []).append(row)
    weight = {key: own[0]["weight"] * own[0]["n"] / own[0]["drawn"] for key, own in hands.items()}
    chosen = {key: own for key, own in hands.items() if fits(own[0])}
    total = sum(weight[key] for key in chosen)
    means, best = {}, {}
    right = sure = wrong = 0.0
    for key, own in chosen.items():
        for row in own:
            kind = row["action"], row["suit"], row["alone"]
            means.setdefault(kind, 0.0)
            means[kind] += weight[key] * row["points"] / row["n"] / total
            best[kind] = best.get(kind, 0.0) + weight[key] * row["best"] / total
        calls = [row for row in own if row["action"] != "pass"]
        passing = next(row for row in own if row["action"] == "pass")
        call = max(calls, key=lambda row: row["points"])
        n, d = call["n"], call["points"] - passing["points"]
        squares = call["points_squared"] - 2 * call["points_by_pass"] + passing["points_squared"]
        error = ((squares - d * d / n) / (n - 1) / n) ** 0.5
        right += weight[key] * (d > 0) / total
        sure += weight[key] * (d / n > 2 * error) / total
        wrong += weight[key] * (d / n < -2 * error) / total
    return len(chosen), total / sum(weight.values()), means, best, (right, sure, wrong)


@pytest.mark.parametrize(
    ("call_round", "where", "fits"),
    [
        (1, "n_trump=2 and has_right", lambda row: row["n_trump"] == 2 and row["has_right"]),
        (1, "off_aces >= 2 or voids > 1", lambda row: row["off_aces"] >= 2 or row["voids"] > 1),
        (2, "not n_trump = 1 and position = 4", lambda r: r["n_trump"] != 1 and r["position"] == 4),
    ],
)
def test_many_hands_are_averaged_as_often_as_they_come_up(tables, call_round, where, fits):
    table = tables[f"some, {call_round}"]
    found = aggregate(table, where)
    classes, share, means, best, (right, sure, wrong) = recount(table, fits)
    assert found.classes == classes
    assert found.share == pytest.approx(share)
    kinds = {(one.kind.action, one.kind.suit, one.kind.alone): one for one in found.actions}
    assert {kind: one.points.mean for kind, one in kinds.items()} == pytest.approx(means)
    assert {kind: one.best for kind, one in kinds.items()} == pytest.approx(best)
    assert sum(best.values()) == pytest.approx(1)
    assert found.calling.right == pytest.approx(right)
    assert found.calling.settled_right == pytest.approx(sure)
    assert found.calling.settled_wrong == pytest.approx(wrong)
    assert found.calling.too_close == pytest.approx(1 - sure - wrong)


def test_the_error_of_a_mean_is_that_of_its_hands_and_of_how_often_they_come_up(tables):
    # Of one class the mean has that class's own error, however often it comes up.
    hand = "Js 9s | Ac Kh 9h"
    one = aggregate(tables[1], f"hand = '{hand}'", position=2)
    row = look_up(tables[1], "JS 9S AC KH 9H", "TS", 2)
    assert [a.points.se for a in one.actions] == pytest.approx([v.points.se for v in row.actions])
    # Of two, the weights too: drawn anew, the mean is spread as its error says.
    two = aggregate(tables[1], f"hand in ('{hand}', 'Js As 9s | Kh 9h')", position=2)
    (_, order, _) = two.actions
    rows = [look_up(tables[1], h, "TS", 2) for h in ("JS 9S AC KH 9H", "JS AS 9S KH 9H")]
    draw = random.Random(1)
    means = []
    for _ in range(4_000):
        often, total = 0.0, 0.0
        for answer in rows:
            fits = answer.accepted / answer.deals
            noise = (fits * (1 - fits) / answer.deals) ** 0.5
            weight = 8 * draw.gauss(fits, noise)
            points = answer.actions[1].points
            often += weight
            total += weight * draw.gauss(points.mean, points.se)
        means.append(total / often)
    middle = sum(means) / len(means)
    spread = (sum((one - middle) ** 2 for one in means) / len(means)) ** 0.5
    assert order.points.se == pytest.approx(spread, rel=0.05)


def test_of_several_discards_the_best_stands_for_the_call(tmp_path):
    def row(action, discard, points, **changes):
        facts = {"hand": "Js 9s | Ac Kh 9h", "upcard": "T", "weight": 8, "position": 4, "round": 1}
        holds = {"n_trump": 2, "has_right": True, "off_aces": 1, "voids": 1}
        sums = dict.fromkeys(("made", "march", "lone_sweep", "euchred", "points_by_pass"), 0)
        said = {"action": action, "discard": discard, "alone": False, "points": points}
        count = {"drawn": 100, "n": 100, "points_squared": 200, "points_by_best": 0, "best": False}
        return {
            **facts,
            **holds,
            "has_joker": False,
            "has_left": False,
            **sums,
            **said,
            **count,
        } | changes

    rows = [
        row("pass", None, 0),
        row("order", "Ac", 40, suit="s", relation="turned"),
        row("order", "9h", 120, suit="s", relation="turned", best=True, points_by_best=200),
        row("order", "Kh", 118, suit="s", relation="turned", points_by_best=150),
    ]
    basis = write_table(tmp_path / "any.parquet", every=5_000, positions=(4,)).provenance
    path = tmp_path / "discards.parquet"
    write_call_table(path, CALLS, basis, [pa.Table.from_pylist(rows, schema=CALLS)])
    table = CallTable.open(path)
    passing, order = aggregate(table, "has_right").actions
    assert (passing.best, order.best) == (0, 1)
    # Sure of ordering, though not of which card to bury.
    assert order.settled_best == 1
    assert order.points.mean == 1.2
    answer = look_up(table, "JD 9D AH KC 9C", "TD", "dealer")
    assert [value.choice.discard for value in answer.actions[1:]] == [
        parse_card("AH"), parse_card("9C"), parse_card("KC"),
    ]  # fmt: skip


def test_nobody_is_asked_where_the_table_has_no_rows(tmp_path):
    rules = HouseRules(joker=True)
    table = write_table(tmp_path / "joker.parquet", rules=rules, upcards=("9",), every=5_000)
    table = CallTable(table.path, replace(table.provenance, upcards=("9", "Jk")))
    with pytest.raises(NotInTable, match="seat 2 is not asked"):
        look_up(table, "JH 9H AC KS 9S", "JK", 2)


def test_one_way_to_act_is_the_best_with_each_hand_whatever_is_buried(tmp_path):
    """Of several discards that came to the same, the marked one need not be the last."""
    build = CallTableBuild.claim(
        tmp_path / "built.parquet", deals=3, upcards=("9",), positions=(4,), all_discards=True
    )
    build.run()
    table = CallTable.open(tmp_path / "built.parquet")
    found = aggregate(table, "n_trump = 2 and has_right")
    rows = table.rows(where=(pc.field("n_trump") == 2) & pc.field("has_right") & pc.field("best"))
    often: dict[tuple[str, bool], float] = {}
    for row in rows.to_pylist():
        key = row["action"], row["alone"]
        often[key] = often.get(key, 0) + row["weight"] * row["n"] / row["drawn"]
    for one in found.actions:
        share = often.get((one.kind.action, one.kind.alone), 0) / sum(often.values())
        assert one.best == pytest.approx(share)
    assert sum(one.best for one in found.actions) == pytest.approx(1)


def test_an_answer_has_the_means_and_errors_that_the_builder_wrote(tmp_path):
    build = CallTableBuild.claim(
        tmp_path / "built.parquet", deals=4, upcards=("A",), positions=(2,), call_round=1
    )
    build.run()
    table = CallTable.open(tmp_path / "built.parquet")
    hand = "Js Jc 9s | Kh 9h"
    chosen = pc.field("hand") == hand
    rows = table.rows(where=chosen).to_pylist()
    answer = look_up(table, "JC JS 9C KD 9D", "AC", "partner")
    assert answer.canonical.hand == hand
    assert [value.choice.action for value in answer.actions] == [row["action"] for row in rows]
    for value, row in zip(answer.actions, rows, strict=True):
        assert value.points.mean == pytest.approx(row["points_mean"], abs=1e-4)
        assert value.points.se == pytest.approx(row["points_se"], abs=1e-4)
        assert (value is answer.best) == row["best"]
    found = aggregate(table, f"hand = '{hand}'")
    assert [one.points.mean for one in found.actions] == pytest.approx(
        [value.points.mean for value in answer.actions]
    )


@pytest.mark.parametrize(
    ("where", "error", "says"),
    [
        ("n_trump = 9", NotInTable, "no hand"),
        ("alone", InvalidFilter, "no column"),
        ("n_trump >", InvalidFilter, "a value"),
    ],
)
def test_a_filter_that_selects_nothing_or_speaks_of_actions_is_refused(tables, where, error, says):
    with pytest.raises(error, match=says):
        aggregate(tables[1], where)


def test_card_of_a_class_comes_back_in_its_own_suit():
    rules = HouseRules()
    own = canonical_hand(CardSet.parse("JD AD 9H KC QS"), parse_card("TD"), rules).own
    assert own[Suit.SPADES] == Suit.DIAMONDS
    assert Card.of(own[Suit.CLUBS], "9") == parse_card("9H")
