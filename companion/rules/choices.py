"""What a table may choose where a document leaves a choice: settings as data, and the choices held to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar

from companion.errors import WrongInput
from companion.plain_text import shown
from companion.rules.ledger import ledger


@dataclass(frozen=True, slots=True)
class Setting:
    """One agreement: its ledger id, its values with what each means; the first is the default."""

    id: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value in force where nothing is agreed."""
        return next(iter(self.values))

    @property
    def question(self) -> str:
        """What the players decide, in the ledger's words."""
        return ledger()[self.id].text


@dataclass(frozen=True, slots=True)
class InForce:
    """How one conflict or ambiguity is settled in a match: the value, what it means, and whether the table chose it."""

    id: str
    question: str
    value: str
    text: str
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Choices:
    """What a table agreed on where it differs from the defaults: ledger id -> value.

    A game says with ``settings`` what may be chosen, and with ``of_game`` how its settings are called in a message.

    Raises:
        WrongInput: a setting or a value that does not exist.
    """

    settings: ClassVar[Mapping[str, Setting]] = MappingProxyType({})
    of_game: ClassVar[str] = ""

    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), kw_only=True)

    def __post_init__(self) -> None:
        """Hold every choice to the table of settings."""
        for name, value in self.choices.items():
            if name not in self.settings:
                known = ", ".join(self.settings)
                raise WrongInput(f"agreements: {shown(name)} is no setting{self.of_game}; settings are {known}")
            if value not in self.settings[name].values:
                allowed = ", ".join(self.settings[name].values)
                raise WrongInput(f"agreements: {name} has no value {shown(value)}; its values are {allowed}")

    def __getitem__(self, name: str) -> str:
        """The value of a setting in force."""
        return self.choices.get(name, self.settings[name].default)

    def is_(self, name: str, value: str) -> bool:
        """Whether a setting has a value."""
        return self[name] == value

    def settled(self, name: str) -> InForce:
        """How one setting is settled."""
        setting = self.settings[name]
        return InForce(name, setting.question, self[name], setting.values[self[name]], name in self.choices)
