"""What README.md shows is what the program does."""

import re

import pytest

from tests.docs.readme import README, ROOT, Reader, marked_blocks, unmarked_blocks

TEXT = README.read_text(encoding="utf-8")
BLOCKS = marked_blocks(TEXT)
PAGES = [
    "README.md",
    "ARCHITECTURE.md",
    "GLOSSARY.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]


@pytest.fixture(scope="module")
def shown_now(tmp_path_factory):
    """What each block should say, found by doing them from top to bottom as far as needed."""
    reader = Reader(tmp_path_factory.mktemp("readme"))
    results = []

    def show(number):
        while len(results) <= number:
            try:
                results.append(reader.read(BLOCKS[len(results)]))
            except Exception as error:  # the blocks after it may be well
                results.append(error)
        if isinstance(results[number], Exception):
            raise results[number]
        return results[number]

    return show


def lines(body):
    """The lines of a block, without the one number that hangs on the linear algebra library."""
    return re.sub(r"(chance to be the best: )[\d.]+", r"\1", body).splitlines()


@pytest.mark.parametrize("number", range(len(BLOCKS)), ids=[block.name for block in BLOCKS])
def test_block_says_what_the_program_prints(shown_now, number):
    assert lines(BLOCKS[number].body) == lines(shown_now(number))


def test_every_block_that_uses_the_program_is_run():
    assert sum(block.kind == "run" for block in BLOCKS) >= 8
    for language, body in unmarked_blocks(TEXT):
        assert language != "python"
        assert not re.search(r"^\$ euchre ", body, re.MULTILINE)


def test_own_strategy_is_twenty_lines_at_most():
    (strategy,) = [block for block in BLOCKS if block.kind == "file" and "Strategy(" in block.body]
    written = [line for line in strategy.body.splitlines() if line.strip()]
    assert len(written) <= 20
    spec = f"{strategy.detail}:"
    used = [block for block in BLOCKS if block.kind == "run" and spec in block.body]
    assert any("--strategy-file" in block.body for block in used)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        linked = ROOT / path if path else ROOT / page
        assert linked.exists(), target
        if anchor:
            headings = re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]
            assert anchor in slugs, target


@pytest.mark.parametrize("page", PAGES)
def test_files_named_in_the_pages_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    folders = "euchre_sim|cli|data|tests|benchmarks"
    for name in re.findall(rf"`((?:{folders})/[\w/.-]*)`", text):
        assert (ROOT / name).exists(), name
