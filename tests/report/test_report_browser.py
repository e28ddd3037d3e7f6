"""The page in a real browser: drawn, silent on the console, and never wider than the window."""

import pytest

from tests.report.browser import missing, open_browser

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "there is a browser")

SHOWN = """
return [...document.querySelectorAll('.chart svg')].map(svg => {
  const box = svg.getBoundingClientRect();
  const marks = [...svg.querySelectorAll('path,rect,circle')].filter(mark => {
    const size = mark.getBoundingClientRect();
    return mark.querySelector('title') && size.width > 0 && size.height > 0;
  });
  return [box.width, box.height, marks.length];
}).filter(([width]) => width > 0)
"""


@pytest.fixture(scope="module")
def browser():
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def files(texts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for kind, text in texts.items():
        (folder / f"{kind}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("kind", ["run", "round 2"])
def test_charts_are_drawn_within_the_window(browser, files, kind, width):
    browser.show(files / f"{kind}.html", width)
    charts = browser.ask(SHOWN)
    assert len(charts) == 7
    for drawn_width, height, marks in charts:
        assert 200 < drawn_width <= width
        assert height > 60
        assert marks >= 4
    page_width = browser.ask("return document.documentElement.scrollWidth")
    assert page_width <= width
    assert browser.console() == []


def test_tables_scroll_in_their_own_box(browser, files):
    browser.show(files / "run.html", 390)
    browser.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert browser.ask("return document.documentElement.scrollWidth") <= 390
    assert browser.ask(
        "return [...document.querySelectorAll('.scroll')].some(b => b.scrollWidth > b.clientWidth)"
    )


def test_night_repaints_page_and_charts(browser, files):
    def colours(scheme, media="screen"):
        browser.show(files / "run.html", 1280, scheme, media)
        return browser.ask(
            "const style = one => getComputedStyle(document.querySelector(one));"
            "return [style('body').backgroundColor, style('.wide svg text').fill]"
        )

    by_day, by_night = colours("light"), colours("dark")
    assert by_day[0] != by_night[0]
    assert by_day[1] != by_night[1]
    assert colours("dark", "print")[1] == by_day[1]  # paper is white


def test_every_control_is_reached_by_the_keyboard(browser, files):
    browser.show(files / "run.html", 1280)
    assert browser.ask(
        "const wanted = [...document.querySelectorAll('a, summary, .scroll')];"
        "return wanted.every(one => one.tabIndex === 0)"
    )
