"""Referee scripts: from JSON to a situation and its steps, every word of it checked; run step by step, with a line for
each that has the ruling in words and in keys. Which engine answers one, the dice game's or that of a feature, its
profile says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol

from pydantic import Field, JsonValue, SerializeAsAny, Tag

from companion.catalogue import Die
from companion.codec.actions import STEP_KIND, ActionRow, CorrectDocument, action_problems
from companion.codec.document import Document, decode, encode_given
from companion.codec.fields import Given
from companion.codec.outcomes import SavedEvents
from companion.codec.script.answers import answer_question
from companion.codec.script.documents import SituationDocument
from companion.codec.script.questions import RuleQuestion, question_problems
from companion.codec.script.situation import decode_situation
from companion.documents import JsonTable, read_json
from companion.errors import InputError
from companion.features import FEATURE_GAMES, floor_of
from companion.rules import Event, Position, Refused, Ruling, Verdict, Why, apply
from companion.rules.actions import Action
from companion.rules.corrections import Correction, apply_correction
from companion.text import N_, gettext


class ScriptDocument(SituationDocument):
    """A referee script: a situation, then questions, actions and corrections."""

    steps: tuple[
        Annotated[
            Annotated[Annotated[RuleQuestion, Field(discriminator="ask")], Tag("question")]
            | Annotated[Annotated[ActionRow | CorrectDocument, Field(discriminator="do")], Tag("action")],
            STEP_KIND,
        ],
        ...,
    ]
    table_talk: JsonValue = None


#: A question, an action, or what people correct by hand.
ScriptStep = RuleQuestion | Action | Correction


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script: the file's name, what it is called, where it starts, its steps, and the dice it lists."""

    file: str
    name: str
    start: Position
    steps: tuple[ScriptStep, ...]
    dice: Mapping[str, Die]


def script_from(table: object, file: str) -> Script:
    """The script of parsed JSON.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    keys = decode(ScriptDocument, table)
    start, dice = decode_situation(keys)
    steps: list[ScriptStep] = []
    problems: list[str] = []
    for index, row in enumerate(keys.steps):
        if isinstance(row, RuleQuestion):
            step: ScriptStep = row
            found = question_problems(row, start, dice)
        elif isinstance(row, CorrectDocument):
            step, found = row.to_value(), iter(())  # what it names is held to where the match stands then
        else:
            step = row.to_action()
            found = action_problems(step, start)
        steps.append(step)
        problems += [f"steps[{index}].{problem}" for problem in found]
    if problems:
        raise InputError(*problems)
    return Script(file, keys.name, start, tuple(steps), dice)


class NoAnswerDocument(Document):
    """Of an action, and of a question that cannot be put."""


class ScriptLineDocument(Document):
    """The answer to one step: a line of ``companion referee --json``."""

    script: str = Field(description="The file's name without its folder.")
    step: int
    ok: bool
    answer: SerializeAsAny[Document]
    events: SavedEvents = Field(description="What happened, in order (docs/formats, Events).")
    rules: tuple[str, ...] = Field(description="Ids of the ledger, the deciding ones first.")
    text: str
    why: Given[Why] = Field(default=None, description="Of a refusal, which changes nothing.")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """The line of one step; no answer to an action, and to a question that cannot be put."""

    script: str
    step: int
    ruling: Ruling
    ok: bool
    answer: Document | None = None
    events: tuple[Event, ...] = ()

    def to_document(self) -> ScriptLineDocument:
        """The line as programs read it."""
        return ScriptLineDocument(
            script=self.script,
            step=self.step,
            ok=self.ok,
            answer=NoAnswerDocument() if self.answer is None else self.answer,
            events=self.events,
            rules=self.ruling.rules,
            text=self.ruling.text,
            why=None if self.ok else self.ruling.why,
        )

    def as_json(self) -> JsonTable:
        """The keys of the line."""
        return encode_given(self.to_document())


class FeatureScript(Protocol):
    """The script of a feature's game."""

    @property
    def steps(self) -> Sequence[object]:
        """Its questions and actions."""

    def run(self) -> Iterator[ScriptLine]:
        """The line of each step."""


@dataclass(frozen=True, slots=True)
class GameFormats:
    """What the game of a feature adds to the files of the program.

    ``read_script`` takes parsed JSON and the name of its file; ``empty_opening``, where a match has lost its own, the
    name of the match. ``answers`` are those to the questions in scripts; ``schemas``: a format's name -> its title and
    document.
    """

    read_script: Callable[[object, str], FeatureScript]
    empty_opening: Callable[[str], JsonTable]
    answers: tuple[type[Document], ...]
    schemas: Mapping[str, tuple[str, type[Document]]]


def formats_of(game: str) -> GameFormats:
    """The formats of the game of a feature."""
    formats: GameFormats = floor_of(game, "codec").FORMATS
    return formats


def feature_game_of(table: object) -> str:
    """The game of a feature that parsed JSON is a script of, by its profile; "" where it is of none."""
    profile = table.get("profile") if isinstance(table, Mapping) else None
    return profile if isinstance(profile, str) and profile in FEATURE_GAMES else ""


def script_of(table: object, file: str) -> Script | FeatureScript:
    """The script of parsed JSON, by its profile.

    Raises:
        InputError: with every problem, each with its place within the script.
    """
    game = feature_game_of(table)
    if not game:
        return script_from(table, file)
    return formats_of(game).read_script(table, file)


def read_script(path: Path) -> Script | FeatureScript:
    """The script of a file, by its profile; it asks or does something.

    Raises:
        InputError: the file cannot be read, is not JSON, or is no script; the message names the place.
    """
    table = read_json(path, N_("files", "referee script"))
    try:
        script = script_of(table, path.name)
    except InputError as error:
        raise InputError(f"{path}: {'; '.join(error.sentences)}") from error
    if not script.steps:
        raise InputError(
            gettext(
                "{file}: key 'steps': expected at least one step, a question ('ask') or an action ('do')", file=path
            )
        )
    return script


def run_script(script: Script | FeatureScript) -> Iterator[ScriptLine]:
    """The lines of a script, step by step; an action or correction moves the position on, a question leaves it.

    Raises:
        InputError: a correction names what is not in the match, or puts a die nowhere.
    """
    if not isinstance(script, Script):
        yield from script.run()
        return
    position = script.start
    for number, step in enumerate(script.steps):
        position, line = _run(position, script, number, step)
        yield line


def _run(position: Position, script: Script, number: int, step: ScriptStep) -> tuple[Position, ScriptLine]:
    if isinstance(step, Correction):
        try:
            position, text = apply_correction(position, step)
        except InputError as error:
            place = f"{script.file}: steps[{number}]"
            raise InputError(*(f"{place}: {sentence}" for sentence in error.sentences)) from error
        return position, ScriptLine(script.file, number, Ruling(Verdict.YES, step.rules, text), ok=True)
    if not isinstance(step, RuleQuestion):
        outcome = apply(position, step)
        return outcome.position, ScriptLine(script.file, number, outcome.ruling, outcome.ok, events=outcome.events)
    try:
        answer, ruling = answer_question(position, step, script.dice)
    except Refused as refusal:
        return position, ScriptLine(script.file, number, refusal.ruling, ok=False)
    return position, ScriptLine(script.file, number, ruling, ok=True, answer=answer)
