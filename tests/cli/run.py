"""Running the command line in this process and in a new one."""

import os
import subprocess
import sys
from typing import NamedTuple

from euchre_cli.main import main


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(capsys, *arguments):
    """Run the command line here and return its status and what it printed."""
    capsys.readouterr()
    status = main(arguments)
    return Result(status, *capsys.readouterr())


def run_python(code, **environment):
    """Run code in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )
    return Result(done.returncode, done.stdout.decode(), done.stderr.decode())
