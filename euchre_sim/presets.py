"""Rule presets: small TOML files that say how a table departs from the standard game."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import euchre_data
from euchre_sim.errors import RuleConflict
from euchre_sim.rule_options import nearest

__all__ = ["Preset", "load_preset", "preset_names"]


@dataclass(frozen=True, slots=True)
class Preset:
    """One preset as its file tells it.

    Parameters
    ----------
    name
        The file's name without its ending.
    summary
        One sentence for lists.
    source
        Where these rules are played or published.
    options
        The options that differ from the defaults.
    """

    name: str
    summary: str
    source: str
    options: dict[str, Any]


def preset_names() -> tuple[str, ...]:
    """Return the names of all presets, ``standard`` first."""
    return tuple(_files())


def load_preset(name: str) -> Preset:
    """Read one preset; an unknown name raises RuleConflict."""
    files = _files()
    if name not in files:
        raise RuleConflict(
            f"there are no rules named {name!r}{nearest(name, files) or ';'} "
            f"the presets are {', '.join(files)}"
        )
    content = tomllib.loads(files[name].read_text(encoding="utf-8"))
    return Preset(name, content["summary"], content["source"], content.get("options", {}))


@cache
def _files() -> dict[str, Path]:
    found = {path.stem: path for path in euchre_data.path("presets").glob("*.toml")}
    return {
        name: found[name] for name in sorted(found, key=lambda name: (name != "standard", name))
    }
