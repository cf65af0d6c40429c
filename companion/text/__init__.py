"""Every sentence that people read, in their language: one catalogue for the whole program, and no Qt in it.

`translate` gives a sentence in the language in force, `phrase` one that needs no context; `mark` names a sentence in a
table that is translated when it is shown. The context says where a sentence stands, so that equal words may be
translated in two ways.
"""

from companion.text.catalogue import (
    SYSTEM,
    Language,
    choose_language,
    known_languages,
    language_in_force,
    preferred_language,
)
from companion.text.translation import mark, phrase, translate

__all__ = [
    "SYSTEM",
    "Language",
    "choose_language",
    "known_languages",
    "language_in_force",
    "mark",
    "phrase",
    "preferred_language",
    "translate",
]
