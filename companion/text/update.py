"""Bring the languages up to date with the code: run it from the top of a checkout, see ``docs/languages.md``.

    python -m companion.text.update          every language that is here
    python -m companion.text.update fr       begin French, or bring it up to date alone

Babel reads and writes the catalogues; it comes with what the tests need, and is not part of what is installed.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.text.translation import languages_folder

#: Calls that name a sentence, and where it stands among their arguments; the context stands before it, or is none.
_CALLS: Final = {"pgettext": 1, "N_": 1, "gettext": 0, "ngettext": 0, "say": 0, "Refused": 2}
_WITH_CONTEXT: Final = frozenset({"pgettext", "N_"})
_CODE: Final = Path(__file__).parents[1]
#: The rules restated stand in a data file: its keys that are sentences, and their context.
_LEDGER: Final = _CODE / "rules" / "ledger.toml"
_LEDGER_CONTEXT: Final = "ledger"
_NO_SENTENCES: Final = frozenset({"where", "note"})
_COLUMNS: Final = 120
#: gettext wants a date in its files; always the same one leaves a file as it is where no sentence has changed.
_DATE: Final = datetime(2026, 11, 22, tzinfo=UTC)


@dataclass(frozen=True, slots=True, order=True)
class Sentence:
    """What stands in the code: its context ("" for none), the words, and those for several things where it counts."""

    context: str
    words: str
    several: str = ""


#: A sentence in another language: one wording, or one for each number that the language tells apart; "" where missing.
Translation = tuple[str, ...]


def main(codes: Sequence[str]) -> int:
    """Update the languages named, or all, and say how many sentences are left to translate."""
    for file in [languages_folder() / f"{code}.po" for code in codes] or sorted(languages_folder().glob("*.po")):
        update(file)
        compile_catalogue(file, file.with_suffix(".mo"))
        print(f"{file.name}: {len(list(untranslated(file)))} sentences left to translate")
    return 0


def update(file: Path) -> None:
    """Put every sentence of the code into a ``.po`` file; what is translated stays, what nobody says any more goes.

    A new sentence whose words are translated in another context, always alike, takes that translation.
    """
    known = read_catalogue(file) if file.exists() else {}
    elsewhere: dict[tuple[str, str], set[Translation]] = {}
    for sentence, translation in known.items():
        elsewhere.setdefault((sentence.words, sentence.several), set()).add(translation)
    catalogue = _empty_catalogue(file.stem)
    for sentence in extract_sentences():
        alike = {stated for stated in elsewhere.get((sentence.words, sentence.several), ()) if all(stated)}
        borrowed = min(alike) if len(alike) == 1 else ()
        stated = known.get(sentence, ())
        _add(catalogue, sentence, stated if any(stated) else borrowed)
    with file.open("wb") as target:
        write_po(target, catalogue, width=_COLUMNS)


@cache
def extract_sentences() -> tuple[Sentence, ...]:
    """Every sentence that the code marks or translates and every one of the ledger, in order of context and words."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in _CODE.rglob("*.py"))
    calls = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(sorted({sentence for call in calls for sentence in _named(call)} | set(_of_ledger())))


def _of_ledger() -> Iterator[Sentence]:
    rows = tomllib.loads(_LEDGER.read_text(encoding="utf-8")).values()
    texts = (text for row in rows if isinstance(row, dict) for key, text in row.items() if key not in _NO_SENTENCES)
    return (Sentence(_LEDGER_CONTEXT, text) for text in texts)


def _named(call: ast.Call) -> Iterator[Sentence]:
    """The sentence that a call names; none where its words are not written down there."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = _CALLS.get(name, len(call.args))
    stated = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    if len(stated) > at and isinstance(words := stated[at], str) and words:
        context = stated[0] if name in _WITH_CONTEXT else ""
        several = stated[1] if name == "ngettext" else ""
        if isinstance(context, str) and isinstance(several, str):
            yield Sentence(context, words, several)


def compile_catalogue(file: Path, target: Path) -> None:
    """Make what the program reads from what people write."""
    catalogue = _empty_catalogue(file.stem)
    for sentence, translation in read_catalogue(file).items():
        _add(catalogue, sentence, translation)
    with target.open("wb") as content:
        write_mo(content, catalogue)


def untranslated(file: Path) -> Iterator[Sentence]:
    """The sentences of a ``.po`` file that nobody has translated yet."""
    return (sentence for sentence, translation in read_catalogue(file).items() if not all(translation))


def read_catalogue(file: Path) -> dict[Sentence, Translation]:
    """Every sentence of a ``.po`` file; one that its translator holds unsure counts as missing."""
    with file.open("rb") as content:
        messages = [message for message in read_po(content, abort_invalid=True) if message.id]
    return {_sentence(message): _translation(message) for message in messages}


def _sentence(message: Message) -> Sentence:
    words, several = message.id if isinstance(message.id, list | tuple) else (message.id, "")
    return Sentence(message.context or "", words, several)


def _translation(message: Message) -> Translation:
    stated = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return tuple("" if message.fuzzy else one or "" for one in stated)


def _add(catalogue: Catalog, sentence: Sentence, translation: Translation) -> None:
    """A sentence that nobody has translated is added without words."""
    words = (sentence.words, sentence.several) if sentence.several else sentence.words
    missing = ("",) * (catalogue.num_plurals if sentence.several else 1)
    stated = translation or missing
    catalogue.add(words, stated if sentence.several else stated[0], context=sentence.context or None)


def _empty_catalogue(code: str) -> Catalog:
    return Catalog(
        locale=code,
        project="Diceland companion",
        version="1",
        header_comment="# What the program says: docs/languages.md says how to translate it.",
        creation_date=_DATE,
        revision_date=_DATE,
        last_translator="",
        language_team="",
        fuzzy=False,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
