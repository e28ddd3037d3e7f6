"""The formats of exports, by the ends of files' names; nothing heavy is loaded for them."""

from __future__ import annotations

__all__ = ["BINARY_FORMATS", "FORMATS"]

FORMATS = ("xlsx", "csv", "tsv", "json", "jsonl", "html", "parquet")
BINARY_FORMATS = ("xlsx", "parquet")  # no text
