"""Every sentence that people read, in their language: one catalogue for the whole program, and no Qt in it.

`translate` gives a sentence in the language in force, `phrase` one that needs no context, `plural` one that counts;
`mark` names a sentence in a table that is translated when it is shown. The context says where a sentence stands, so
that equal words may be translated in two ways.
"""

from companion.text.catalogue import (
    SYSTEM,
    Language,
    ask_for_language,
    choose_language,
    known_languages,
    language_in_force,
    preferred_language,
)
from companion.text.environment import environment_languages
from companion.text.formats import date_words, moment_words, percent
from companion.text.translation import mark, phrase, plural, translate, translate_to

__all__ = [
    "SYSTEM",
    "Language",
    "ask_for_language",
    "choose_language",
    "date_words",
    "environment_languages",
    "known_languages",
    "language_in_force",
    "mark",
    "moment_words",
    "percent",
    "phrase",
    "plural",
    "preferred_language",
    "translate",
    "translate_to",
]
