"""Data files shipped with Euchre-sim: rule presets and tables."""

from __future__ import annotations

from pathlib import Path

__all__ = ["path"]


def path(*parts: str) -> Path:
    """Return the path of a shipped file or folder."""
    return Path(__file__).parent.joinpath(*parts)
