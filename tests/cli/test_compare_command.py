"""``euchre compare``: deals and games, its mistakes, and strategies that break the rules."""

import json
import re
import shlex

import numpy as np
import pytest

from euchre_cli.compare_command import compare_command
from euchre_sim.analysis.compare import EndlessGame, compare
from euchre_sim.analysis.duplicate import DEALS_A_RANGE
from euchre_sim.analysis.players import seat_players
from euchre_sim.engine.batch import G_FIRST_DEALER, G_SIZE, play_games, play_range
from euchre_sim.engine.jit import hook
from euchre_sim.engine.layout import (
    O_MAKER,
    O_POINTS,
    OUTCOME_SIZE,
    V_HAND,
    V_LEGAL,
    V_SCORES,
    lower_rules,
)
from euchre_sim.errors import IllegalAction, StrategyFault
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy
from tests.cli.run import run

U = np.uint64
KEYS = {
    "a", "b", "strategy_versions", "rules", "rules_digest", "seed", "unit", "played",
    "points_per_deal", "win_share", "partial",
}  # fmt: skip


@hook
def pass_always(view, draw):
    """The lowest action: a pass wherever that is allowed."""
    return view[V_LEGAL] & (~view[V_LEGAL] + U(1))


@hook
def cheat_with_one_hand(view, draw):
    """Nothing legal with 9C TC 9D TD 9S."""
    if view[V_HAND] == U(0x0000_0080_0180_0180):
        return U(0)
    return view[V_LEGAL] & (~view[V_LEGAL] + U(1))


@hook
def cheat_at_eight_points(view, draw):
    """Nothing legal once a side has eight points."""
    if view[V_SCORES] >= U(8) or view[V_SCORES + 1] >= U(8):
        return U(0)
    return view[V_LEGAL] & (~view[V_LEGAL] + U(1))


PASSES = Strategy(name="passes", call=pass_always)
CHEAT = Strategy(name="cheat", call=cheat_with_one_hand)
LATE_CHEAT = Strategy(name="late-cheat", call=cheat_at_eight_points)


def facts(capsys, *arguments):
    result = run(capsys, "compare", *arguments, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def test_deals_in_json(capsys):
    found = facts(capsys, "universe", "random", "--deals", "4k", "--seed", "3", "--threads", "1")
    assert set(found) == {*KEYS, "deals"}
    assert (found["a"], found["b"], found["unit"]) == ("universe", "random", "deals")
    assert (found["deals"], found["played"], found["seed"]) == (4000, 8000, 3)
    assert found["rules"] == HouseRules().as_dict()
    assert list(found["points_per_deal"]) == ["mean", "se", "lo", "hi"]
    assert found["win_share"] is None
    assert found["partial"] is False
    assert found["points_per_deal"]["lo"] > 0.5


def test_games_in_json(capsys):
    found = facts(capsys, "universe", "trumps", "--games", "400", "--rules", "seed_sl")
    assert set(found) == {*KEYS, "games"}
    assert (found["unit"], found["games"], found["played"]) == ("games", 400, 800)
    assert found["points_per_deal"] is None
    assert 0.5 < found["win_share"]["lo"] < found["win_share"]["hi"] <= 1.01
    assert found["rules"]["stick_the_dealer"] is True


def points_at(strategies, seed, count):
    """Points of the even positions' side, from the batch kernel."""
    players = seat_players(strategies, HouseRules())
    outcomes = np.zeros((count, OUTCOME_SIZE), np.int8)
    fault = play_range(
        lower_rules(HouseRules()), players.hooks, players.assign, players.params, U(seed), U(0),
        count, outcomes, np.zeros((0, 5), U), np.zeros(0, U),
    )  # fmt: skip
    assert fault == -1
    sign = np.where(outcomes[:, O_MAKER] % 2 == 0, 1, -1)
    return sign * outcomes[:, O_POINTS].astype(int)


def test_difference_is_that_of_the_duplicate_pairs():
    """Each deal at two tables: A's points at both, halved, with the error of the pairs."""
    a, b = registry.get("universe"), registry.get("ohio")
    count = 20_000  # more than one range
    pairs = (points_at([a, b, a, b], 5, count) - points_at([b, a, b, a], 5, count)) / 2
    found = compare(a, b, deals=count, seed=5).difference
    assert found.mean == pytest.approx(pairs.mean())
    assert found.se == pytest.approx(pairs.std(ddof=1) / count**0.5)
    assert found.hi - found.lo == pytest.approx(2 * 1.959964 * found.se)
    turned = compare(b, a, deals=count, seed=5).difference
    assert turned.mean == pytest.approx(-found.mean)
    assert turned.se == pytest.approx(found.se)


def test_case11_identical_players_are_even():
    for player in ("universe", "random"):
        games = compare(player, player, games=300)
        assert games.win_share.mean == 0.5
        deals = compare(player, player, deals=3000)
        assert (deals.difference.mean, deals.difference.se) == (0, 0)


def test_case11_either_side_wins_half_of_the_games_of_identical_players():
    """The first dealer is drawn and the deal goes round, so no seat is better than another."""
    count = 100_000
    players = seat_players([registry.get("universe")], HouseRules())
    results = np.zeros((count, G_SIZE), np.int64)
    fault = play_games(
        lower_rules(HouseRules()), players.hooks, players.assign, players.params, U(8), U(0),
        count, results,
    )  # fmt: skip
    assert fault == -1
    assert abs(results[:, 0].mean() - 0.5) < 1.96 * 0.5 / count**0.5
    dealers = np.bincount(results[:, G_FIRST_DEALER], minlength=4)
    assert ((dealers - count / 4) ** 2 / (count / 4)).sum() < 11.34  # 3 degrees, one in a hundred


def test_case18_threads_change_nothing():
    for unit in ({"deals": 40_000}, {"games": 3_000}):
        first = compare("universe", "ohio", threads=1, **unit)
        assert compare("universe", "ohio", threads=3, **unit) == first
        assert compare("universe", "ohio", threads=3, seed=2, **unit) != first


def test_a_range_more_goes_on_where_the_last_one_ended():
    range_size = DEALS_A_RANGE[0]
    two = compare("universe", "ohio", deals=2 * range_size)
    one = compare("universe", "ohio", deals=range_size)
    assert two.difference != one.difference
    assert two.count == 2 * range_size


def test_text(capsys):
    text = run(capsys, "compare", "universe", "random", "--deals", "4k", "--seed", "3").out
    first, second = text.splitlines()
    assert re.fullmatch(
        r"universe wins \+\d\.\d{4} ± \d\.\d{4} points a deal against random "
        r"\(95 % interval\): universe is better\.", first
    )  # fmt: skip
    assert "4,000 deals, each played twice" in second
    assert "rules standard" in second
    assert "seed 3" in second
    text = run(capsys, "compare", "random", "universe", "--games", "200").out
    assert re.match(r"random wins \d+\.\d\d% ± \d+\.\d\d% of the games against universe", text)
    assert ": universe is better." in text
    assert "no difference shows" in run(capsys, "compare", "ohio", "ohio", "--deals", "100").out


@pytest.mark.parametrize("unit", ["deals", "games"])
def test_one_pair_has_no_interval(capsys, unit):
    result = run(capsys, "compare", "universe", "random", f"--{unit}", "1")
    assert (result.status, result.err) == (0, "")
    assert "±" not in result.out
    assert "interval" not in result.out
    assert f"a single one of the {unit} tells nothing" in result.out
    found = facts(capsys, "universe", "random", f"--{unit}", "1")
    estimate = found["points_per_deal"] or found["win_share"]
    assert (estimate["se"], estimate["lo"], estimate["hi"]) == (None, None, None)


@pytest.mark.parametrize(
    ("status", "words", "arguments"),
    [
        (2, "Missing argument 'B'", ("ohio",)),
        (2, "named twice: of more than two, name each once", ("ohio", "random", "ohio")),
        (2, "did you mean 'ohio'", ("ohio", "ohoi")),
        (2, "no strategy is called 'ohio,universe'", ("ohio,universe", "random")),
        (2, "has no parameter 'x'", ("ohio", "universe:x=1")),
        (2, "cannot be read", ("ohio", "no_such.py:X")),
        (2, "--deals and --games exclude each other", ("ohio", "ohio", "--deals", "5", "--games",
                                                       "5")),
        (2, "no whole number", ("ohio", "ohio", "--deals", "0")),
        (2, "no whole number", ("ohio", "ohio", "--games", "0")),
        (2, "no count", ("ohio", "ohio", "--games", "-1")),
        (2, "--until-se", ("ohio", "ohio", "--until-se", "0")),
        (2, "not a finite number", ("ohio", "ohio", "--until-se", "nan")),
        (2, "--seed", ("ohio", "ohio", "--seed", "-1")),
        (3, "no rules named 'foo'", ("ohio", "ohio", "--rules", "foo")),
        (3, "there is no option 'foo'", ("ohio", "ohio", "--set", "foo=1")),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence_with_the_right_status(capsys, status, words, arguments):
    result = run(capsys, "compare", *arguments)
    assert (result.status, result.out) == (status, "")
    lines = result.err.strip().splitlines()
    assert len(lines) == (1 if status != 2 else 4)
    assert words in lines[-1]


@pytest.mark.parametrize(
    "options", [{"deals": 0}, {"games": 0}, {"deals": -1}, {"seed": -1}, {"seed": 2**64}]
)
def test_function_refuses_what_cannot_be(options):
    with pytest.raises(IllegalAction):
        compare("ohio", "ohio", **options)


def test_parameters_of_one_side(capsys):
    found = facts(capsys, "universe:order=15,name=12", "universe", "--deals", "1000")
    assert found["a"] == "universe:order=15:name=12"


def test_the_cheat_is_named_on_either_side_and_at_either_table():
    """The strategy, not whoever sits in that seat at the other table."""
    for first, second in ((CHEAT, "random"), ("random", CHEAT)):
        with pytest.raises(StrategyFault, match="strategy 'cheat' in position") as caught:
            compare(first, second, deals=200_000)
        fault = caught.value
        assert fault.strategy == "cheat"
        assert fault.seed == 1
        assert f"--hand {fault.hand} --trace" in str(fault)
        # It happens in that hand, and at a table where the cheat sits in that position.
        position = int(str(fault).split("in position ")[1].split()[0])
        table = [CHEAT, "random"] if position % 2 else ["random", CHEAT]
        players = seat_players([registry.get(one) for one in table] * 2, HouseRules())
        outcomes = np.zeros((1, OUTCOME_SIZE), np.int8)
        failed = play_range(
            lower_rules(HouseRules()), players.hooks, players.assign, players.params, U(1),
            U(fault.hand), 1, outcomes, np.zeros((0, 5), U), np.zeros(0, U),
        )  # fmt: skip
        assert failed == fault.hand
        assert outcomes[0, 0] == position  # 1 + seat, in the phase of calling


def test_the_cheat_is_named_in_games_too():
    for first, second in ((CHEAT, "universe"), ("universe", CHEAT)):
        with pytest.raises(StrategyFault, match="strategy 'cheat' in position") as caught:
            compare(first, second, games=5_000)
        assert caught.value.strategy == "cheat"


def test_a_cheat_at_a_certain_score_is_no_endless_game():
    with pytest.raises(StrategyFault, match="'late-cheat' or 'universe' answered with an illegal"):
        compare(LATE_CHEAT, "universe", games=50)


def test_players_who_never_call_are_told(capsys):
    with pytest.raises(EndlessGame, match="no winner after 1000 deals: the strategies hardly"):
        compare(PASSES, PASSES, games=3)
    same_dealer = HouseRules(redeal_after_pass_out="same_dealer")
    with pytest.raises(EndlessGame):
        compare(PASSES, PASSES, games=3, rules=same_dealer)
    assert compare(PASSES, PASSES, deals=300).difference.mean == 0


@pytest.mark.parametrize("names", [("universe", "random"), ("universe", "random", "ohio")])
def test_ctrl_c_gives_what_is_done(capsys, monkeypatch, names):
    from euchre_sim.analysis import duplicate

    whole = duplicate.ordered
    pairs = len(names) * (len(names) - 1) // 2

    def interrupted(function, work, threads):
        for number, part in enumerate(whole(function, work, threads)):
            if number == 2 * pairs:
                raise KeyboardInterrupt
            yield part

    monkeypatch.setattr(duplicate, "ordered", interrupted)
    done = 2 * DEALS_A_RANGE[0]
    result = run(capsys, "compare", *names, "--deals", "1M", "--threads", "1")
    assert result.status == 130
    assert f"{done:,} deals" in result.out
    assert "Interrupted" in result.out
    result = run(capsys, "compare", *names, "--deals", "1M", "--json")
    assert result.status == 130
    found = json.loads(result.out)
    assert found["partial"] is True
    assert found["deals"] == done


def test_round_robin_in_json(capsys):
    found = facts(capsys, "universe", "random", "ohio", "--deals", "1k", "--seed", "3")
    assert set(found) == {
        *(KEYS - {"a", "b", "points_per_deal", "win_share"}), "deals", "strategies", "pairings",
        "ratings",
    }  # fmt: skip
    assert found["strategies"] == ["universe", "random", "ohio"]
    assert (found["deals"], found["played"]) == (1000, 6000)
    pairing = found["pairings"][0]
    alone = facts(capsys, "universe", "random", "--deals", "1k", "--seed", "3")
    assert {key: alone[key] for key in ("a", "b", "points_per_deal", "win_share")}.items() <= (
        pairing.items()
    )
    assert list(pairing["residual"]) == ["mean", "se", "lo", "hi"]
    ratings = {one["strategy"]: one["points_per_deal_above_mean"] for one in found["ratings"]}
    assert ratings["random"]["hi"] < min(ratings["universe"]["lo"], ratings["ohio"]["lo"])
    games = facts(capsys, "universe", "random", "ohio", "--games", "100")
    assert [one["residual"] for one in games["pairings"]] == [None] * 3
    assert games["ratings"][1]["mean_win_share"]["hi"] < 0.5


def test_round_robin_in_words(capsys):
    text = run(capsys, "compare", "random", "universe", "ohio", "--deals", "2k").out
    assert re.search(
        r"random +universe +-\d\.\d{4} ± \d\.\d{4} +universe is better", text
    )  # fmt: skip
    assert "points a deal above the mean of these strategies, by least squares" in text
    assert re.search(r" 3 +random +-\d\.\d{4} ± ", text)
    assert re.search(
        r"Farthest from the ratings is \w+ against \w+: [+-]\d\.\d{4} ± \d\.\d{4} off", text
    )  # fmt: skip
    assert "2,000 deals, the same in every pairing, each played twice" in text
    text = run(capsys, "compare", "random", "universe", "ohio", "--games", "100").out
    assert re.search(r" 3 +random +\d\.\d\d% ± ", text)
    assert "Farthest" not in text
    one = run(capsys, "compare", "random", "universe", "ohio", "--deals", "1")
    assert one.status == 0
    assert "±" not in one.out
    assert "95 %" not in one.out


def test_until_se_says_what_it_reached(capsys):
    options = ("compare", "universe", "ohio", "--until-se")
    first, _, third = run(capsys, *options, "0.02").out.splitlines()
    assert re.match(r"universe (wins|loses) 0\.\d{4} ± ", first)
    assert re.fullmatch(
        r"The largest standard error is 0\.0[12]\d*: at most 0\.02, as asked\.", third
    )
    text = run(capsys, *options, "0.0001", "--deals", "2k").out
    assert "The limit on deals came first: the largest standard error is 0.0" in text
    assert "--deals raises it" in text
    found = facts(capsys, "universe", "ohio", "--until-se", "0.02")
    assert set(found) == {*KEYS, "deals", "until_se", "reason"}
    assert (found["until_se"], found["reason"]) == (0.02, "until_se")
    assert found["points_per_deal"]["se"] <= 0.02


EXAMPLES = [
    line.strip()
    for line in compare_command.epilog.partition("Examples:\n")[2].splitlines()
    if line.strip()
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_of_the_help_page_run(capsys, line):
    result = run(capsys, *shlex.split(line)[1:])
    assert (result.status, result.err) == (0, "")
    assert "basic" in result.out
