"""The page of a report: sound HTML that needs nothing else, and the same bytes every time."""

import re

import pytest

from euchre_sim.report.draw import WIDE, inline_svg, svg
from euchre_sim.report.figure import CHARTS
from euchre_sim.report.palette import COLOURS
from euchre_sim.report.report import open_report

KINDS = ("run", "round 2")


@pytest.mark.parametrize("kind", KINDS)
def test_tags_match_and_ids_are_told_apart(pages, kind):
    assert pages[kind].faults == []
    assert len(pages[kind].ids) == len(set(pages[kind].ids))


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_loaded_from_anywhere(pages, texts, kind):
    assert pages[kind].loads == ["data:,"]  # no icon, or browsers ask for one
    assert not re.search(r"@import|url\(", pages[kind].styles)
    addresses = set(re.findall(r"https?://[^\"' <]*", texts[kind]))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.mark.parametrize("kind", KINDS)
def test_links_lead_to_places_on_the_page(pages, kind):
    assert {link.removeprefix("#") for link in pages[kind].links} <= set(pages[kind].ids)


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_is_on_the_page_in_order_with_its_numbers(pages, kind):
    named = [one for one in pages[kind].ids if one in CHARTS]
    assert named == list(CHARTS)
    assert set(CHARTS) <= set(pages[kind].tables)


@pytest.mark.parametrize("kind", KINDS)
def test_every_chart_tells_what_it_is_to_those_who_do_not_see_it(texts, kind):
    drawn = re.findall(r"<svg [^>]*>", texts[kind])
    assert len(drawn) == 2 * len(CHARTS)
    for tag in drawn:
        assert 'role="img"' in tag
        assert re.search(r'aria-label="[^"]{40,}"', tag)


def test_texts_are_escaped(texts):
    assert "<b>" not in texts["run"]
    assert "<h1>Bowers &amp; &lt;b&gt;&quot;jacks&quot;&lt;/b&gt;</h1>" in texts["run"]


def test_the_same_source_gives_the_same_bytes(round_2, texts):
    report = open_report(round_2[0], 'Bowers & <b>"jacks"</b>')
    assert report == open_report(round_2[0], 'Bowers & <b>"jacks"</b>')
    for figure in (report.figures[0], report.figures[2], report.figures[6]):  # one of each kind
        assert inline_svg(figure, WIDE) in texts["round 2"]
        assert svg(figure) == svg(figure)


@pytest.mark.parametrize("kind", KINDS)
def test_every_colour_of_a_chart_has_one_for_the_night(texts, kind):
    by_day = {day for day, _ in COLOURS.values()} | {"none", "transparent"}
    used = set()
    for drawn in re.findall(r"<svg .*?</svg>", texts[kind], re.DOTALL):
        for tag in re.findall(r"<[^>]*>", drawn):
            unseen = 'stroke-width="0"' in tag
            used |= set(re.findall(f'(?:fill{"" if unseen else "|stroke"})="([^"]*)"', tag))
    assert used <= by_day


def luminance(code):
    channels = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    """The ratio that WCAG 2 defines."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("time", [0, 1], ids=["day", "night"])
def test_writing_can_be_read_on_every_cell(time):
    for name in ("loss_3", "gain_3", "blue", "orange"):
        assert contrast(COLOURS[name][time], COLOURS["on_strong"][time]) >= 4.5, name
    for name in ("loss_2", "loss_1", "even", "gain_1", "gain_2", "pale_blue", "grey"):
        assert contrast(COLOURS[name][time], COLOURS["on_pale"][time]) >= 4.5, name


@pytest.mark.parametrize(("time", "card"), [(0, "#ffffff"), (1, "#1a2027")], ids=["day", "night"])
def test_words_and_dots_stand_out_from_the_card(time, card):
    assert contrast(COLOURS["ink"][time], card) >= 7
    assert contrast(COLOURS["quiet"][time], card) >= 4.5
    for name in ("blue", "orange"):
        assert contrast(COLOURS[name][time], card) >= 3
