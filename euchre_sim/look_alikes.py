"""Naming characters of other scripts that only look like the letters of a card.

A Cyrillic letter pasted into a hand cannot be told from the Latin one by eye, so a message that
merely repeats it would not help anybody.
"""

from __future__ import annotations

__all__ = ["foreign_character"]

_SUIT_SYMBOLS = "♣♧♦♢♠♤♥♡"
# Letters of other scripts and the Latin letters in card names that they look like.
_LOOK_ALIKES = dict(zip("АаСсНнКкТтЅѕЈјԚԛΑΗΚΤ", "AACCHHKKTTSSJJQQAHKT", strict=True))


def foreign_character(text: str) -> str:
    """Name the first character of `text` that no card's name has.

    Returns
    -------
    str
        A clause that names it and the letter it looks like, or nothing if all are in order.
    """
    for character in text:
        if character.isascii() or character in _SUIT_SYMBOLS:
            continue
        import unicodedata  # only a mistake needs it

        name = unicodedata.name(character, "a character without a name")
        meant = _LOOK_ALIKES.get(character) or unicodedata.normalize("NFKC", character).upper()
        hint = f"; type a Latin {meant}" if len(meant) == 1 and meant.isascii() else ""
        return f"{character!r} is U+{ord(character):04X} {name}{hint}"
    return ""
