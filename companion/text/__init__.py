"""Every sentence that people read, in their language: one catalogue for the whole program, and no Qt in it.

`pgettext` gives a sentence in the language in force, `gettext` one that needs no context, `ngettext` one that counts;
`N_` names a sentence in a table that is translated when it is shown. The context says where a sentence stands, so
that equal words may be translated in two ways.
"""

from companion.text.translation import (
    N_,
    SYSTEM,
    ask_for_language,
    choose_language,
    date_words,
    environment_languages,
    gettext,
    known_languages,
    language_in_force,
    moment_words,
    ngettext,
    percent,
    pgettext,
    pgettext_in,
    preferred_language,
)
