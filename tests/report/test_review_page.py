"""The page of a review: sound HTML, its numbers counted again, and a look in a browser."""

from __future__ import annotations

import re

import pytest

from euchre_sim.report.review_page import review_page
from tests.report.browser import missing, open_browser
from tests.report.html import Page
from tests.report.reviewed import QUESTION, reviewed

REVIEW = reviewed()


@pytest.fixture(scope="module")
def text() -> str:
    return review_page(REVIEW)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def lines(page: Page, section: str, heads: str) -> list[dict[str, str]]:
    """The lines of that table of a section whose first heads are these."""
    rows = page.tables[section]
    at = next(i for i, row in enumerate(rows) if row[: len(heads.split(", "))] == heads.split(", "))
    found = []
    for row in rows[at + 1 :]:
        if len(row) != len(rows[at]):
            break
        found.append(dict(zip(rows[at], row, strict=True)))
    return found


def number(text: str) -> float:
    return float(re.sub("[^0-9.−-]", "", text.split("±", maxsplit=1)[0]).replace("−", "-"))


def test_the_page_is_sound_and_needs_nothing_else(page: Page, text: str) -> None:
    assert page.faults == []
    assert len(page.ids) == len(set(page.ids))
    assert page.loads == ["data:,"]
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(text) < 1_000_000
    assert "<b>" not in text


def test_the_answer_comes_first_and_names_the_costliest_decision(text: str) -> None:
    answer = text[text.index('id="answer"') : text.index("</ul>", text.index('id="answer"'))]
    assert text.index('id="answer"') < text.index('id="game-1"')
    assert "Ann &amp; &lt;b&gt; and Cleo won 10–7 against Bob and Dan" in answer
    assert "Bob gave away most" in answer
    assert '<a href="#game-1-deal-3">deal 3</a>: play 9c instead of play Ac [??]' in answer


def test_luck_and_decisions_of_a_side_are_the_sums_over_its_deals(page: Page) -> None:
    table = {line["Player"]: line for line in lines(page, "answer", "Player, Calls")}
    deals = REVIEW["games"][0]["deals"]
    won = [deal["luck"]["win"] for deal in deals]
    luck = 100 * sum(one["cards"] + one["fall"] for one in won)
    skill = 100 * sum(one["decisions"] for one in won)
    assert number(table["Cleo"]["Side's luck"]) == pytest.approx(luck, abs=0.06)
    assert number(table["Dan"]["Side's luck"]) == pytest.approx(-luck, abs=0.06)
    assert number(table["Bob"]["Side's decisions"]) == pytest.approx(-skill, abs=0.06)
    # Bob made a mistake of 10 % and one of 2 % in each of the other twelve deals.
    assert number(table["Bob"]["Cards"]) == pytest.approx((10 + 12 * 2) / 13, abs=0.06)
    assert [table["Bob"][f"[{label}]"] for label in ("??", "?", "?!", "!")] == ["1", "0", "12", "0"]
    assert table["Cleo"]["[!]"] == "1"


def test_the_chance_to_win_is_told_after_every_deal(page: Page) -> None:
    told = lines(page, "game-1-chance", "After, Score")
    assert [line["After"] for line in told] == ["start", *map(str, range(1, 14))]
    for line, deal in zip(told[1:], REVIEW["games"][0]["deals"], strict=True):
        assert number(line["Chance"]) == pytest.approx(
            100 * deal["luck"]["win"]["result"], abs=0.06
        )


def test_a_mistake_is_told_in_words_with_its_cost_and_the_command_to_ask_again(text: str) -> None:
    deal = text[text.index('id="game-1-deal-3"') : text.index('id="game-1-deal-4"')]
    assert "<strong>Blunder [??]</strong> Bob, trick 1: play 9c; better: play Ac." in deal
    assert "10.0 ± 0.4\N{NO-BREAK SPACE}% of the chance to win, 1.00 ± 0.02 points" in deal
    # Seat 1 asks from its side: the score of the first side comes second.
    command = f'euchre advise --position "{QUESTION}" --set stick_the_dealer=true --score 2-3'
    assert f"<code>{command}</code>" in deal
    assert "With all cards face up" in deal


def test_every_graded_decision_is_listed_with_what_it_cost(page: Page) -> None:
    listed = lines(page, "game-1-deal-3", "No., Player")
    graded = [one for one in REVIEW["games"][0]["deals"][2]["decisions"] if "loss" in one]
    assert [int(line["No."]) for line in listed] == [one["number"] for one in graded]
    assert listed[4]["Verdict"] == "blunder [??]"
    assert {line["Verdict"] for line in listed} == {"blunder [??]", "best"}


def test_who_sits_out_played_no_card(page: Page) -> None:
    # In deal 2 seat 1 plays alone: seat 3 has none.
    first = lines(page, "game-1-deal-2", "Trick, Ann & <b>")[0]
    assert [first[name] for name in ("Ann & <b>", "Bob", "Cleo", "Dan")] == [
        "Ac led", "9c", "Kc", "–",
    ]  # fmt: skip


def test_deals_that_are_no_game_are_told_in_points() -> None:
    review = reviewed(2)
    for deal in review["games"][0]["deals"]:
        deal |= {"score_before": None, "score_after": None, "face_up": None}
        deal["luck"]["win"] = None
        for one in deal["decisions"]:
            if "loss" in one:
                one["loss_win"] = None
    for player in review["players"]:
        player["calls"]["loss_win"] = player["play"]["loss_win"] = None
        if player["worst"]:
            player["worst"]["loss_win"] = None
    text = review_page(review)
    assert Page(text).faults == []
    assert "No deal counts towards the end of a game." in text
    assert "--score" not in text


def test_unfinished_and_thrown_in_deals_have_a_section() -> None:
    review = reviewed(2)
    first, second = review["games"][0]["deals"]
    nothing = {"maker": None, "contract": None, "maker_tricks": None, "tricks": []}
    first |= {**nothing, "points": [0, 0]}
    second |= {**nothing, "points": None, "unfinished": "the record ends after call 3"}
    second |= {"luck": {"points": None, "win": None}, "face_up": None, "decisions": []}
    text = review_page(review)
    assert Page(text).faults == []
    assert "Thrown in." in text
    assert "Unfinished: the record ends after call 3." in text


@pytest.mark.skipif(bool(missing()), reason=missing() or "there is a browser")
def test_a_browser_shows_it_within_the_window_and_says_nothing(text: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "review.html"
    path.write_text(text, encoding="utf-8")
    with open_browser() as browser:
        for width in (1280, 390):
            browser.show(path, width, "dark" if width == 390 else "light")
            browser.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
            assert browser.ask("return document.documentElement.scrollWidth") <= width
            drawn = browser.ask(
                "return [...document.querySelectorAll('.chart svg')]"
                ".map(one => one.getBoundingClientRect().width).filter(one => one > 0)"
            )
            assert len(drawn) == 2
            assert all(200 < one <= width for one in drawn)
        assert browser.console() == []
