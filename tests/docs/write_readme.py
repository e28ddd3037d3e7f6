"""Run every example of the pages again and write down what it prints now: ``make docs``."""

import tempfile
from pathlib import Path

from tests.docs.readme import PAGES, ROOT, Reader, marked_blocks


def main():
    for page in PAGES:
        _write(page)


def _write(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    pieces, end = [], 0
    with tempfile.TemporaryDirectory() as folder:
        reader = Reader(page, Path(folder))
        try:
            for block in marked_blocks(text):
                body = reader.read(block)
                state = "as it was" if body == block.body else "changed"
                print(f"{page}, {block.name}: {state}", flush=True)  # noqa: T201
                pieces += [text[end : block.span[0]], body]
                end = block.span[1]
        finally:  # a block that fails leaves the ones above it up to date
            (ROOT / page).write_text("".join([*pieces, text[end:]]), encoding="utf-8")


if __name__ == "__main__":
    main()
