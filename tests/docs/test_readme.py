"""What the pages show is what the program does."""

import re

import pytest

from tests.docs.readme import PAGES as RUN_PAGES
from tests.docs.readme import ROOT, Reader, marked_blocks, unmarked_blocks

TEXTS = {page: (ROOT / page).read_text(encoding="utf-8") for page in RUN_PAGES}
BLOCKS = {page: marked_blocks(text) for page, text in TEXTS.items()}
NUMBERED = [(page, number) for page in RUN_PAGES for number in range(len(BLOCKS[page]))]
PAGES = [
    *RUN_PAGES,
    "ARCHITECTURE.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]


@pytest.fixture(scope="module")
def shown_now(tmp_path_factory):
    """What each block should say, found by doing them from top to bottom as far as needed."""
    readers = {page: Reader(page, tmp_path_factory.mktemp("page")) for page in RUN_PAGES}
    results = {page: [] for page in RUN_PAGES}

    def show(page, number):
        done = results[page]
        while len(done) <= number:
            try:
                done.append(readers[page].read(BLOCKS[page][len(done)]))
            except Exception as error:  # the blocks after it may be well
                done.append(error)
        if isinstance(done[number], Exception):
            raise done[number]
        return done[number]

    return show


def lines(body):
    """The lines of a block, without the one number that hangs on the linear algebra library."""
    return re.sub(r"(chance to be the best: )[\d.]+", r"\1", body).splitlines()


@pytest.mark.parametrize(
    ("page", "number"),
    NUMBERED,
    ids=[f"{page}, {BLOCKS[page][number].name}" for page, number in NUMBERED],
)
def test_block_says_what_the_program_prints(shown_now, page, number):
    assert lines(BLOCKS[page][number].body) == lines(shown_now(page, number))


FEWEST = {
    "README.md": 8,
    "docs/house-rules.md": 8,
    "docs/solver.md": 5,
    "docs/playing-to-the-score.md": 1,
    "docs/practice.md": 1,
    "docs/reviews.md": 2,
}


@pytest.mark.parametrize("page", RUN_PAGES)
def test_every_block_that_uses_the_program_is_run(page):
    assert sum(block.kind == "run" for block in BLOCKS[page]) >= FEWEST.get(page, 3)
    for language, body in unmarked_blocks(TEXTS[page]):
        assert language != "python"
        assert not re.search(r"^\$ euchre ", body, re.MULTILINE)


def test_own_strategy_is_twenty_lines_at_most():
    blocks = BLOCKS["README.md"]
    (strategy,) = [block for block in blocks if block.kind == "file" and "Strategy(" in block.body]
    written = [line for line in strategy.body.splitlines() if line.strip()]
    assert len(written) <= 20
    spec = f"{strategy.detail}:"
    used = [block for block in blocks if block.kind == "run" and spec in block.body]
    assert any("--strategy-file" in block.body for block in used)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        linked = (ROOT / page).parent / path if path else ROOT / page
        assert linked.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]
            assert anchor in slugs, target


@pytest.mark.parametrize("page", PAGES)
def test_files_named_in_the_pages_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    folders = "euchre_sim|cli|data|docs|tests|benchmarks"
    for name in re.findall(rf"`((?:{folders})/[\w/.-]*)`", text):
        assert (ROOT / name).exists(), name
