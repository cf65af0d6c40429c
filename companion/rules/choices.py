"""What a table may choose where a document leaves a choice: settings as data, and the choices held to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Final

from companion.errors import InputError
from companion.plain_text import shown
from companion.rules.ledger import ledger
from companion.text import gettext, pgettext

#: A number that a table agrees on has so many digits at most.
_MOST_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Setting:
    """One agreement: its ledger id, its values with what each means; the first is the default.

    ``least``: any whole number from there on is a value too; ``of_number`` is what it means, with a place for it.
    """

    id: str
    values: Mapping[str, str]
    least: int | None = None
    of_number: str = "{}"

    @property
    def default(self) -> str:
        """The value in force where nothing is agreed."""
        return next(iter(self.values))

    @property
    def allowed(self) -> str:
        """The values in words."""
        named = ", ".join(self.values)
        return (
            named
            if self.least is None
            else gettext("{named} or any whole number from {least}", named=named, least=self.least)
        )

    @property
    def meanings(self) -> dict[str, str]:
        """The values with what each means, in the language in force."""
        return {value: pgettext("rules", text).format(value) for value, text in self.values.items()}

    def meaning(self, value: str) -> str | None:
        """What a value means, in the language in force; None where it is no value of this setting."""
        if value in self.values or self.least is None:
            return self.meanings.get(value)
        is_number = value.isascii() and value.isdigit() and not value.startswith("0") and len(value) <= _MOST_DIGITS
        return pgettext("rules", self.of_number).format(value) if is_number and int(value) >= self.least else None

    @property
    def question(self) -> str:
        """What the players decide, in the ledger's words and the language in force."""
        return ledger()[self.id].shown.text


@dataclass(frozen=True, slots=True)
class InForce:
    """How one conflict or ambiguity is settled in a match: the value, what it means, whether the table chose it, and
    the values with what each means, the default first; without these it is settled for every table."""

    id: str
    question: str
    value: str
    text: str
    agreed: bool = False
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The values that may be agreed on, the default first."""
        return tuple(value for value, _ in self.choices)


@dataclass(frozen=True, slots=True)
class Choices:
    """What a table agreed on where it differs from the defaults: ledger id -> value.

    A game says with ``settings`` what may be chosen, and with ``of_game`` how its settings are called in a message.

    Raises:
        InputError: a setting or a value that does not exist.
    """

    settings: ClassVar[Mapping[str, Setting]] = MappingProxyType({})
    of_game: ClassVar[str] = ""

    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), kw_only=True)

    def __post_init__(self) -> None:
        """Hold every choice to the table of settings."""
        for name, value in self.choices.items():
            if name not in self.settings:
                known = ", ".join(self.settings)
                raise InputError(
                    gettext(
                        "agreements: {name} is not a setting{of_game}; the settings are {known}",
                        name=shown(name),
                        of_game=pgettext("rules", self.of_game) if self.of_game else "",
                        known=known,
                    )
                )
            setting = self.settings[name]
            if setting.meaning(value) is None:
                raise InputError(
                    gettext(
                        "agreements: {name} has no value {value}; its values are {allowed}",
                        name=name,
                        value=shown(value),
                        allowed=setting.allowed,
                    )
                )

    def __getitem__(self, name: str) -> str:
        """The value of a setting in force."""
        return self.choices.get(name, self.settings[name].default)

    def is_(self, name: str, value: str) -> bool:
        """Whether a setting has a value."""
        return self[name] == value

    def settled(self, name: str) -> InForce:
        """How one setting is settled."""
        setting, value = self.settings[name], self[name]
        meaning = setting.meaning(value) or value
        choices = tuple({**setting.meanings, value: meaning}.items())
        return InForce(name, setting.question, value, meaning, name in self.choices, choices)
