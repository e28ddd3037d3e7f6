"""A kernel that points to an array of its own keeps it: numba frees it after its last mention."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import euchre_sim

PACKAGE = Path(euchre_sim.__file__).parent


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every function of the package, with a name to show."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(PACKAGE)}:{node.name}", node


def calls(function: ast.AST, name: str) -> Iterator[ast.Call]:
    """Calls of a function by its plain name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def pointed_to(function: ast.FunctionDef) -> set[str]:
    """Arrays a function made itself and takes pointers to."""
    own = {argument.arg for argument in function.args.args}
    found = set()
    for call in calls(function, "pointer"):
        array = call.args[0]
        while isinstance(array, ast.Subscript):
            array = array.value
        assert isinstance(array, ast.Name), ast.unparse(call)
        found.add(array.id)
    return found - own


def held(function: ast.FunctionDef) -> set[str]:
    """Names still mentioned at the function's last `keep` or behind it."""
    end = max((call.lineno for call in calls(function, "keep")), default=None)
    if end is None:
        return set()
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    return {node.id for node in names if node.lineno >= end}


POINTING = {where: function for where, function in functions() if pointed_to(function)}


def test_the_batch_kernels_are_among_them() -> None:
    assert {"engine/batch.py:play_range", "engine/batch.py:play_games"} <= set(POINTING)


@pytest.mark.parametrize("where", sorted(POINTING))
def test_arrays_behind_pointers_are_kept_to_the_end(where: str) -> None:
    function = POINTING[where]
    assert pointed_to(function) <= held(function)
