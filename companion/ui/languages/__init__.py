"""The languages of the windows: one ``.ts`` file each, kept beside this one with the ``.qm`` that Qt reads.

English is what stands in the code. Rules are restated in English everywhere: their wording is the ledger's. How to add
a language is told in ``docs/languages.md``.
"""

from companion.ui.languages.installed import (
    QT_TRANSLATE_NOOP,
    SYSTEM,
    Language,
    known_languages,
    speak,
    spoken_language,
)

__all__ = ["QT_TRANSLATE_NOOP", "SYSTEM", "Language", "known_languages", "speak", "spoken_language"]
