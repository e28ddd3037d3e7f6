"""Pages taken apart: which blocks are run, which are files, and what they print.

Above a block a comment says what it is for:

``<!-- run -->``
    Of a console block every line after ``$`` is run, and what follows is all that it prints. Of a
    Python block every line after ``>>>`` is.
``<!-- run: 12 lines -->``
    The same, but only so many lines of what a command prints are shown; ``...`` stands for more.
``<!-- file: NAME -->``
    The text of a file that later commands use.
``<!-- table: NAME -->``
    A table of Markdown that a function of `tests.docs.tables` makes.

Blocks of a page are run from top to bottom in one folder, those of Python in one interpreter.
"""

import doctest
import os
import re
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Those with blocks to run.
PAGES = (
    "README.md",
    "docs/house-rules.md",
    "docs/any-decision.md",
    "docs/every-layout.md",
    "docs/solver.md",
    "docs/playing-to-the-score.md",
    "docs/tables.md",
    "docs/lookup.md",
    "docs/equity.md",
    "docs/reviews.md",
    "docs/exports.md",
    "docs/reports.md",
    "docs/bulk-runs.md",
    "docs/practice.md",
)
PROMPT = "$ "
CONTINUED = "> "
ELLIPSIS = "..."
LONGEST_RUN = 300  # seconds; the first command may have to compile

_BLOCK = re.compile(
    r"<!-- (?P<kind>run|file|table)(?:: (?P<detail>[^>]*?))? -->\n"
    r"(?P<body>```\w*\n.*?\n```\n|(?:\|[^\n]*\n)+)",
    re.DOTALL,
)
_FENCED = re.compile(r"```(\w*)\n(.*?)\n```\n", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A block of a page that something is done with."""

    kind: str
    detail: str
    language: str
    body: str  # without its fence
    line: int
    span: tuple[int, int]

    @property
    def name(self):
        first = self.body.splitlines()[0].removeprefix(PROMPT)
        return f"line {self.line}: {self.detail if self.kind != 'run' else first}"


def marked_blocks(text):
    """Every block with a comment above it."""
    blocks = []
    for found in _BLOCK.finditer(text):
        fenced = _FENCED.fullmatch(found["body"])
        language, body = fenced.groups() if fenced else ("", found["body"].rstrip("\n"))
        start = found.start("body") + (found["body"].index("\n") + 1 if fenced else 0)
        line = text.count("\n", 0, start) + 1
        detail = (found["detail"] or "").strip()
        span = (start, start + len(body))
        blocks.append(Block(found["kind"], detail, language, body, line, span))
    return blocks


def unmarked_blocks(text):
    """Language and text of the fenced blocks without a comment."""
    marked = {block.body for block in marked_blocks(text)}
    return [found.groups() for found in _FENCED.finditer(text) if found[2] not in marked]


def commands(block):
    """The commands of a console block with their prompts, lines that go on after ``>`` joined."""
    found = []
    for line in block.body.splitlines():
        if line.startswith(PROMPT):
            found.append(line)
        elif found and line.startswith(CONTINUED):
            found[-1] += "\n" + line
    return found


def make_environment(folder):
    """Environment in which ``euchre`` and ``python`` are this interpreter's."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    for name, module in (("euchre", "-m euchre_cli"), ("python", "")):
        script = bin_folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        script.chmod(0o755)
    path = f"{bin_folder}{os.pathsep}{os.environ['PATH']}"
    own = {"XDG_DATA_HOME": str(folder / "data"), "PYTHONUTF8": "1", "COLUMNS": "100"}
    return {**os.environ, "PATH": path, **own}


def run_shell(text, folder, environment):
    """Run a line of shell in a folder."""
    return subprocess.run(
        ["bash", "-c", text],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST_RUN,
        check=False,
    )


class Reader:
    """Somebody who does what a page says, block by block, in an empty folder."""

    def __init__(self, page, folder):
        self.page = page
        self.folder = folder
        self.environment = make_environment(folder)
        self.names = {}

    def read(self, block):
        """What a block should say now."""
        if block.kind == "table":
            from tests.docs import tables

            return getattr(tables, block.detail)()
        if block.kind == "file":
            (self.folder / block.detail).write_text(block.body + "\n", encoding="utf-8")
            return block.body
        pieces = self._run_python(block) if block.language == "python" else self._run_shell(block)
        return "\n".join(line.rstrip() for piece in pieces for line in piece.splitlines())

    def _run_shell(self, block):
        for command in commands(block):
            prompts = rf"^({re.escape(PROMPT)}|{CONTINUED})"
            text = re.sub(prompts, "", command, flags=re.MULTILINE)
            done = run_shell(text, self.folder, self.environment)
            if done.returncode:
                raise AssertionError(
                    f"{self.page}, {block.name}: exit status {done.returncode}: {done.stderr}"
                )
            yield command
            yield _shortened(done.stdout, block.detail)

    def _run_python(self, block):
        for example in doctest.DocTestParser().get_examples(block.body):
            printed = StringIO()
            code = compile(example.source, f"{self.page}, {block.name}", "single")
            with chdir(self.folder), redirect_stdout(printed):
                exec(code, self.names)
            first, *rest = example.source.splitlines()
            yield "\n".join([f">>> {first}", *(f"... {line}" for line in rest)])
            yield _shortened(printed.getvalue(), block.detail)


def _shortened(printed, detail):
    if not detail:
        return printed
    lines, count = printed.splitlines(), int(detail.split()[0])
    return "\n".join(lines[:count] + ([ELLIPSIS] if len(lines) > count else []))
