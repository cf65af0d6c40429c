"""A sentence in the language in force."""

from __future__ import annotations

from companion.text.catalogue import messages, messages_of


def pgettext(context: str, words: str, /, **values: object) -> str:
    """The words in the language in force; as they are where nobody has translated them.

    ``context`` says where they stand: a room or a class. Words that are the same everywhere may be translated without
    one. ``values`` take the places of the words in braces: ``pgettext("rules", "{die} jumps.", die=die)``.
    """
    catalogue = messages()
    found = catalogue.pgettext(context, words) if context else words
    stated = found if found != words else catalogue.gettext(words)
    return stated.format(**values) if values else stated


def pgettext_in(language: str, context: str, words: str) -> str:
    """The words in a language by its two letters, whichever is in force: for readers elsewhere who asked for it."""
    return messages_of(language).pgettext(context, words)


def gettext(words: str, /, **values: object) -> str:
    """The same for words that mean the same wherever they are said, such as those of rulings: no context."""
    return pgettext("", words, **values)


def ngettext(one: str, more: str, count: int, /, **values: object) -> str:
    """The words for one thing or for several, by the language's own rules; ``{count}`` is the number.

    ``ngettext("{count} page", "{count} pages", len(pages))``.
    """
    return messages().ngettext(one, more, count).format(count=count, **values)


def N_(_context: str, words: str) -> str:
    """Words of a table that are translated when they are shown: marks them for the translators, changes nothing."""
    return words
