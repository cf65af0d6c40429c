"""A language that puts every translated word into brackets: words that stand outside of them are names, or were never
given to a translator."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable

#: What is put in: by ``format``, by Qt and by argparse.
_PLACE = r"\{[^}]*\}|%\d|%\(\w+\)[a-z]|%[a-z]"


class PseudoLanguage(gettext.NullTranslations):
    """Stands in for the catalogue in force."""

    def gettext(self, message: str) -> str:
        """Every run of words in brackets; places and what fills them stay outside. What was said already stays."""
        if "⟦" in message:
            return message
        return re.sub(
            rf"({_PLACE})|((?:(?!{_PLACE}).)+)", lambda found: found[1] or f"⟦{found[2]}⟧", message, flags=re.DOTALL
        )

    def pgettext(self, context: str, message: str) -> str:
        """The same in any context."""
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The same for any number."""
        return self.gettext(msgid1 if n == 1 else msgid2)


def untranslated(stated: str, names: Iterable[str] = ()) -> list[str]:
    """Words outside the brackets that are neither names nor addresses."""
    left, inner = re.sub(r"[a-z]+://[^\s⟧]*", " ", stated), re.compile(r"⟦[^⟦⟧]*⟧")
    while inner.search(left):  # a sentence inside another one
        left = inner.sub(" ", left)
    left = re.sub(r"⟦[^⟦⟧]*$|^[^⟦⟧]*⟧", " ", left)  # of a line that was cut or wrapped
    for name in sorted(names, key=len, reverse=True):
        left = left.replace(name, " ")
    return re.findall(r"[A-Za-zÄÖÜäöüß]{3,}", left)
