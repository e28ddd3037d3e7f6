"""What the tables of a page say, counted again from the Parquet files or from single deals."""

import math
from statistics import fmean, variance

import pyarrow.parquet as pq
import pytest
from scipy.stats import binomtest, norm

from euchre_sim.report.report import open_report
from tests.report.tables import trumps

SEATS = {1: "1 first", 2: "2 partner", 3: "3 third", 4: "4 dealer"}
Z = norm.ppf(0.975)


def percent(share):
    return f"{100 * share:.1f}\xa0%"


def points(number):
    text = f"{number:+.2f}".replace("-", "−")
    return "0.00" if text[1:] == "0.00" else text


def share_interval(count, n):
    found = binomtest(count, n).proportion_ci(method="wilson")
    return f"{100 * found.low:.1f} to {100 * found.high:.1f}\xa0%"


def mean_interval(n, total, squares):
    mean = total / n
    reach = Z * math.sqrt((squares - n * mean * mean) / (n - 1) / n)
    return f"{points(mean - reach)} to {points(mean + reach)}"


def holding(number, right, left):
    """The head of a line, in the words of the page."""
    if number == 0:
        return "none"
    tops = " + ".join(name for name, has in (("right", right), ("left", left)) if has)
    count = "4+" if number >= 4 else str(number)
    return f"{count}: {tops}" if tops else f"{count}, no bower"


@pytest.fixture(scope="module")
def hands(run_folder):
    columns = ["round", "position", "upcard", "action", "relation", "alone", "n_trump", "has_right"]
    columns += ["has_left", "n", "made", "lone_sweep", "euchred", "points", "points_squared"]
    return pq.read_table(run_folder / "hands.parquet", columns=columns).to_pylist()


@pytest.fixture(scope="module")
def shown(pages, round_1):
    """The lines of a table by what it was made of and the chart's name."""
    report = open_report(round_1[0])  # without drawing its charts

    def lines(kind, name):
        if kind == "round 1":
            return next(one for one in report.figures if one.name == name).table.lines
        return pages[kind].rows(name)

    return lines


def total(rows, name="n"):
    return sum(row[name] for row in rows)


# --- runs ----------------------------------------------------------------------------------------


def test_calls_of_a_run(shown, hands):
    lines = shown("run", "calls")
    assert len(lines) == 8
    for line in lines:
        call_round = int(line["Round"].split()[1])
        turns = [
            row
            for row in hands
            if row["round"] == call_round and SEATS[row["position"]] == line["Position"]
        ]
        calls = [row for row in turns if row["action"] != "pass"]
        alone = [row for row in calls if row["alone"]]
        n = total(turns)
        assert line["Turns"] == f"{n:,}"
        assert line["Called"] == percent(total(calls) / n)
        assert line["Called, 95 %"] == share_interval(total(calls), n)
        assert line["Alone"] == percent(total(alone) / n)


def test_euchres_and_points_of_a_run(shown, hands):
    for line in shown("run", "euchres"):
        calls = [
            row
            for row in hands
            if row["round"] == int(line["Round"].split()[1])
            and SEATS[row["position"]] == line["Position"]
            and row["action"] != "pass"
            and row["alone"] == (line["Call"] == "alone")
        ]
        n = total(calls)
        assert line["Calls"] == f"{n:,}"
        assert line["Euchred"] == percent(total(calls, "euchred") / n)
        assert line["Euchred, 95 %"] == share_interval(total(calls, "euchred"), n)
        assert line["Points a call"] == points(total(calls, "points") / n)
        if n > 1:
            sums = (n, total(calls, "points"), total(calls, "points_squared"))
            assert line["Points a call, 95 %"] == mean_interval(*sums)


def test_outcomes_of_going_alone(shown, hands):
    for line in shown("run", "alone"):
        alone = [
            row
            for row in hands
            if row["round"] == int(line["Round"].split()[1])
            and SEATS[row["position"]] == line["Position"]
            and row["action"] != "pass"
            and row["alone"]
        ]
        n, swept, made = total(alone), total(alone, "lone_sweep"), total(alone, "made")
        assert line["All tricks"] == percent(swept / n)
        assert line["Just made"] == percent((made - swept) / n)


def test_holdings_of_a_run(shown, hands):
    lines = shown("run", "strength")
    told = {(line["Trumps held"], line["Position"]): line for line in lines}
    counted = {}
    for row in hands:
        if row["round"] == 1:
            key = holding(row["n_trump"], row["has_right"], row["has_left"]), SEATS[row["position"]]
            counted.setdefault(key, []).append(row)
    assert {key for key, line in told.items() if line["Turns"] != "0"} == set(counted)
    for key, rows in counted.items():
        calls = [row for row in rows if row["action"] != "pass"]
        assert told[key]["Called"] == percent(total(calls) / total(rows)), key
        if calls:
            assert told[key]["Points a call"] == points(total(calls, "points") / total(calls))


def test_upcards_of_a_run(shown, hands):
    lines = shown("run", "upcards")
    assert [line["Upcard"] for line in lines[:6]] == ["A", "K", "Q", "J", "T", "9"]
    for line in lines:
        rows = [
            row
            for row in hands
            if row["round"] == 1
            and SEATS[row["position"]] == line["Position"]
            and row["upcard"] == line["Upcard"]
        ]
        passed = [row for row in rows if row["action"] == "pass"]
        assert line["Turns"] == f"{total(rows):,}"
        sums = total(passed), total(passed, "points"), total(passed, "points_squared")
        assert line["Points when passed, 95 %"] == mean_interval(*sums)


def test_next_and_crossing_of_a_run(shown, hands):
    for line in shown("run", "next"):
        seat = [row for row in hands if SEATS[row["position"]] == line["Position"]]
        second = [row for row in seat if row["round"] == 2 and row["action"] == "call"]
        those = [row for row in second if row["relation"] == line["Suit"]]
        assert line["Share of calls"] == percent(total(those) / total(second))
        assert line["Points a call"] == points(total(those, "points") / total(those))


# --- call tables ---------------------------------------------------------------------------------


def weighted(pairs):
    """A weighted mean and its interval, out of weights, and the single values of each."""
    whole = sum(weight for weight, _ in pairs)
    mean = sum(weight * fmean(values) for weight, values in pairs) / whole
    squares = sum(weight**2 * variance(values) / len(values) for weight, values in pairs)
    reach = Z * math.sqrt(squares) / whole
    return mean, mean - reach, mean + reach


def weight(one):
    return one["weight"] * one["n"] / one["drawn"]


def differences(one, action, other):
    pairs = zip(one["actions"][action], one["actions"][other], strict=True)
    return [a - b for a, b in pairs]


PASS = ("pass", None, None, False)


def either(number):
    """How a number may be written that lies within rounding of a half."""
    return {points(number - 1e-9), points(number + 1e-9)}


def expect_gain(line, pairs):
    mean, lo, hi = weighted(pairs)
    assert line["Rows"] == f"{len(pairs):,}"
    assert line["Gain"] in either(mean)
    ends = line["Gain, 95 %"].split(" to ")
    assert ends[0] in either(lo)
    assert ends[1] in either(hi)


def test_gain_of_ordering_by_holding(shown, round_1):
    """With the partner or alone, whichever brings more with the holding."""
    for line in shown("round 1", "strength"):
        here = [
            one
            for one in round_1[1]
            if SEATS[one["position"]] == line["Position"]
            and holding(*trumps(one["hand"], "s")) == line["Trumps held"]
        ]
        ways = [
            [(weight(one), differences(one, ("order", "s", "turned", alone), PASS)) for one in here]
            for alone in (False, True)
        ]
        if here:
            expect_gain(line, max(ways, key=lambda pairs: weighted(pairs)[0]))


def test_gain_of_going_alone_by_holding(shown, round_1):
    """Where neither way to order is best, the interval is wider; so only means are compared."""
    together, alone = ("order", "s", "turned", False), ("order", "s", "turned", True)
    for line in shown("round 1", "loners"):
        pairs = [
            (weight(one), differences(one, alone, together))
            for one in round_1[1]
            if SEATS[one["position"]] == line["Position"]
            and holding(*trumps(one["hand"], "s")) == line["Trumps held"]
        ]
        if pairs:
            assert line["Gain"] in either(weighted(pairs)[0])


def test_in_round_2_trumps_are_counted_in_the_suit_called(shown, round_2):
    lines = shown("round 2", "next")
    assert {line["Suit"] for line in lines} == {"next", "crossing"}
    for line in lines:
        pairs = []
        for one in round_2[1]:
            if SEATS[one["position"]] != line["Position"]:
                continue
            for action in one["actions"]:
                _, suit, relation, alone = action
                if relation == line["Suit"] and not alone:
                    number = trumps(one["hand"], suit)[0]
                    if line["Trumps"] == ("4+" if number >= 4 else str(number)):
                        pairs.append((weight(one), differences(one, action, PASS)))
        expect_gain(line, pairs)


def verdict(one):
    """What is clearly best with a hand."""
    calls = [action for action in one["actions"] if action != PASS]
    best = max(calls, key=lambda action: sum(one["actions"][action]))
    _, lo, hi = weighted([(1, differences(one, best, PASS))])
    if hi < 0:
        return "Pass"
    if lo <= 0:
        return "Too close to tell"
    return "Call alone" if best[3] else "Call with partner"


@pytest.mark.parametrize("kind", ["round 1", "round 2"])
def test_shares_of_hands_with_which_to_call(shown, round_1, round_2, kind):
    decisions = {"round 1": round_1, "round 2": round_2}[kind][1]
    lines = shown(kind, "calls")
    assert len(lines) == 4
    for line in lines:
        here = [one for one in decisions if SEATS[one["position"]] == line["Position"]]
        whole = sum(map(weight, here))
        for name in ("Pass", "Too close to tell", "Call with partner", "Call alone"):
            share = sum(weight(one) for one in here if verdict(one) == name) / whole
            assert line[name] == percent(share)


def test_points_by_upcard_of_a_table(shown, round_1):
    lines = shown("round 1", "upcards")
    assert [line["Upcard"] for line in lines] == ["J", "T"] * 4
    for line in lines:
        here = [
            one
            for one in round_1[1]
            if SEATS[one["position"]] == line["Position"] and one["upcard"] == line["Upcard"]
        ]
        best = [(weight(one), max(one["actions"].values(), key=sum)) for one in here]
        passing = [(weight(one), one["actions"][PASS]) for one in here]
        for name, pairs in (("Best action", best), ("Always passing", passing)):
            mean, lo, hi = weighted(pairs)
            assert line[name] == points(mean)
            assert line[f"{name}, 95 %"] == f"{points(lo)} to {points(hi)}"


@pytest.mark.parametrize("kind", ["round 1", "round 2"])
def test_euchres_of_right_calls(shown, round_1, round_2, kind):
    decisions = {"round 1": round_1, "round 2": round_2}[kind][1]
    for line in shown(kind, "euchres"):
        pairs = []
        for one in decisions:
            best = max(one["actions"], key=lambda action: sum(one["actions"][action]))
            if best == PASS or SEATS[one["position"]] != line["Position"]:
                continue
            if best[3] == (line["Call"] == "alone"):
                lost = [value < 0 for value in one["actions"][best]]
                pairs.append((weight(one), lost))
        whole = sum(weight for weight, _ in pairs)
        assert line["Rows"] == f"{len(pairs):,}"
        assert line["Euchred"] == percent(sum(w * fmean(lost) for w, lost in pairs) / whole)
