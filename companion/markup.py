"""HTML and SVG, for windows, pages and reports alike: the one place where words are put into markup.

Markup is written out in the program, as a template. Whatever is put into it is escaped unless it is markup already, so
that no name in a file becomes a tag. A test holds that no tag is written anywhere but in a call of these functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from markupsafe import Markup, escape

#: Where a page that is read from a file has its words put in: ``[[name]]``.
_PLACE: Final = re.compile(r"\[\[(\w+)\]\]")


def markup(template: str, /, *values: object, **named: object) -> Markup:
    """A template, written as for `str.format`, with values put in."""
    return Markup(template).format(*values, **named)


def coloured(colour: str, words: object) -> Markup:
    """Words in a colour."""
    return markup("<span style='color:{}'>{}</span>", colour, words)


def joined(parts: Iterable[str], by: str = "") -> Markup:
    """Parts one after the other. by: markup between them."""
    return Markup(by).join(parts)


def fill_page(page: str, values: Mapping[str, str]) -> Markup:
    """A page of ours, read from a file, with each ``[[name]]`` replaced by its value."""
    return Markup(_PLACE.sub(lambda place: escape(values[place[1]]), page))


def css(*sheets: str) -> Markup:
    """Style sheets of ours one after the other, as they are."""
    return Markup("".join(sheets))
