"""The questions of a referee script, each a frozen value (docs/formats, Asking)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from companion.catalogue import Die
from companion.codec.document import Document
from companion.limits import Count, NonEmptyStr, PointCost
from companion.plain_text import shown
from companion.rules import Position, Scenario
from companion.text import gettext


class _Question(Document):
    player: NonEmptyStr | None = Field(default=None, description="Who asks, where it is not the one to move.")


class DistanceQuestion(_Question):
    """How far two dice are apart."""

    ask: Literal["distance"]
    origin: NonEmptyStr = Field(alias="from")
    to: NonEmptyStr


class SeesQuestion(_Question):
    """Whether an arrow sees a target."""

    ask: Literal["sees"]
    by: NonEmptyStr
    effect: Count
    target: NonEmptyStr


class TargetsQuestion(_Question):
    """Whom an effect may act on."""

    ask: Literal["targets"]
    by: NonEmptyStr
    effect: Count


class CommandOrderQuestion(_Question):
    """Whom a Command reaches, in which order."""

    ask: Literal["command-order"]
    by: NonEmptyStr


class ManeuverQuestion(_Question):
    """Where a die may roll."""

    ask: Literal["maneuver"]
    piece: NonEmptyStr


class DamageStepQuestion(_Question):
    """What damage would do to a die."""

    ask: Literal["damage-step"]
    piece: NonEmptyStr


class ArmyQuestion(_Question):
    """Whether an army is a legal one."""

    ask: Literal["army"]
    dice: tuple[NonEmptyStr, ...]
    scenario: Scenario
    base: PointCost | None = None


class FirstPlayerQuestion(_Question):
    """Who begins."""

    ask: Literal["first-player"]
    armies: Annotated[dict[str, tuple[NonEmptyStr, ...]], Field(min_length=1)]
    scenario: Scenario
    previous: NonEmptyStr | None = Field(default=None, description="Who began the last game of the series.")


class OgreCardQuestion(_Question):
    """What is left on a tracking card."""

    ask: Literal["ogre-card"]
    piece: NonEmptyStr


class TableShapeQuestion(_Question):
    """Whether a table suits so many players."""

    ask: Literal["table"]
    players: Count
    shape: Literal["square", "oblong", "round", "triangle", "hexagon"]


class ActionsQuestion(_Question):
    """What may be done now."""

    ask: Literal["actions"]
    piece: NonEmptyStr | None = None


class StateQuestion(_Question):
    """Everything."""

    ask: Literal["state"]


RuleQuestion = (
    DistanceQuestion
    | SeesQuestion
    | TargetsQuestion
    | CommandOrderQuestion
    | ManeuverQuestion
    | DamageStepQuestion
    | ArmyQuestion
    | FirstPlayerQuestion
    | OgreCardQuestion
    | TableShapeQuestion
    | ActionsQuestion
    | StateQuestion
)


def question_problems(question: RuleQuestion, start: Position, dice: Mapping[str, Die]) -> Iterator[str]:
    """Names in a question that are not in the situation, each with its key."""
    players = {player.id for player in start.players}
    posts = set(start.posts) if isinstance(question, CommandOrderQuestion) else set()
    targets = set(start.pieces) | set(start.posts)
    known = {
        "player": players,
        "piece": set(start.pieces),
        "from": targets,
        "to": targets,
        "target": targets,
        "previous": players,
        "dice": set(dice),
        "by": set(start.pieces) | posts,
    }
    for key, given in question.model_dump(by_alias=True, exclude_none=True).items():
        for value in (given,) if isinstance(given, str) else given if key == "dice" else ():
            if key in known and value not in known[key]:
                yield gettext("{key}: {value} is not known", key=key, value=shown(value))
    if isinstance(question, FirstPlayerQuestion):
        for player, army in question.armies.items():
            unknown = [*({player} - players), *(set(army) - set(dice))]
            yield from (gettext("armies: {name} is not known", name=shown(name)) for name in sorted(unknown))
