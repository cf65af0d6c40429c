"""The event stream: one line of JSON an event, as ``companion watch`` writes them (docs/formats, Stream)."""

from __future__ import annotations

import json
from typing import Annotated, Final, Literal

from pydantic import Field, RootModel

from companion.codec.document import LenientDocument, encode_given
from companion.codec.fields import FORMAT, Filled, FormatNumber
from companion.codec.layout import CameraCheckDocument, DieReadingDocument, UnknownObjectDocument
from companion.limits import Count

#: What a table can be seen to do.
TABLE_STATES: Final = ("settled", "moving", "hand", "camera-moved", "markers-hidden", "too-dark", "no-picture")
_Keys = dict[str, object]
_Likelihood = Annotated[float, Field(ge=0, le=1)]
_Rest = Annotated[int, Field(description="Number of the table at rest.")]


class _Line(LenientDocument):
    format: FormatNumber = FORMAT
    seq: Count = Field(description="Counts the lines without gaps.")
    at_s: float = Field(description="Seconds since the first frame.")
    frame: int = Field(description="The frame in which it was reported; the first is 0.")

    def model_post_init(self, _context: object) -> None:
        """Set the format and the event's name though nobody did: what is not set is not written."""
        self.model_fields_set.update({"format", "event"})


class TableLine(_Line):
    """What the table does, whenever it changes."""

    event: Literal["table"] = "table"
    state: str = Field(json_schema_extra={"enum": list(TABLE_STATES)})
    text: str
    rest: _Rest


class TrackDocument(DieReadingDocument):
    """A die that is followed from rest to rest."""

    track: int
    piece: str | None = Field(default=None, description="Its piece in a match; null where that is not known.")


class LayoutLine(_Line):
    """A table at rest that is sure."""

    event: Literal["layout"] = "layout"
    rest: _Rest
    dice: tuple[TrackDocument, ...]
    camera: CameraCheckDocument
    unknown: Filled[tuple[UnknownObjectDocument, ...]] = Field(
        default=(), description="What else lies there that is as large as a die and not recognised as one."
    )


class QuestionDocument(LenientDocument):
    """What the camera cannot see."""

    kind: str
    text: str
    must: bool = Field(description="Whether the proposal may not be taken before it is answered.")
    choices: tuple[str, ...]


class ProposalDocument(LenientDocument):
    """What has probably been done."""

    text: str
    steps: tuple[_Keys, ...] = Field(description="As in a referee script (script.schema.json).")
    likelihood: _Likelihood
    asks: tuple[QuestionDocument, ...]
    quiet: bool = Field(description="Dice lie only a little off their places; nobody needs to look.")
    score: dict[str, float] = Field(default_factory=dict, description="What it leads to, by player.")


class ProposalsLine(_Line):
    """What has probably happened, the likeliest first; empty where nothing was done."""

    event: Literal["proposals"] = "proposals"
    rest: _Rest
    proposals: tuple[ProposalDocument, ...]


class ExplanationDocument(LenientDocument):
    """What may have happened, and what sets it right."""

    kind: str
    text: str
    likelihood: _Likelihood


class DiscrepancyDocument(LenientDocument):
    """Where table and match disagree."""

    kind: str
    piece: str | None
    text: str
    remedies: tuple[ExplanationDocument, ...]


class DiscrepanciesLine(_Line):
    """Where table and match disagree and no proposal explains it."""

    event: Literal["discrepancies"] = "discrepancies"
    rest: _Rest
    discrepancies: tuple[DiscrepancyDocument, ...]


class _LogDocument(_Line):
    steps: tuple[_Keys, ...] = Field(description="As in a referee script, or corrections as in a match.")
    source: str = Field(description="Who did it: camera, keyboard, mouse …")
    events: tuple[_Keys, ...] = Field(description="What happened, in order (docs/formats, Events).")
    rules: tuple[str, ...]
    text: str
    score: dict[str, float]
    to_move: str


class ActionLine(_LogDocument):
    """Acts that were taken into the match, or brought back into it."""

    event: Literal["action"] = "action"


class _ChangeDocument(_LogDocument):
    why: Literal["person", "evidence"] = Field(
        default="person", description="A person changed it, or later tables that make another story likelier."
    )
    likelihood: _Likelihood | None = Field(default=None, description="Of that story.")


class CorrectedLine(_ChangeDocument):
    """The match was corrected by hand, or what was done was replaced by a likelier story, as the `undone`
    and `action` lines before it list act by act; its steps are all that replaced it."""

    event: Literal["corrected"] = "corrected"


class UndoneLine(_ChangeDocument):
    """What no longer counts."""

    event: Literal["undone"] = "undone"


class MatchLine(_Line):
    """The match as a whole, at its start and its end."""

    event: Literal["match"] = "match"
    players: tuple[str, ...]
    score: dict[str, float]
    to_move: str
    winner: str | None


StreamLine = (
    TableLine | LayoutLine | ProposalsLine | DiscrepanciesLine | ActionLine | CorrectedLine | UndoneLine | MatchLine
)


def encode_stream_line(line: StreamLine) -> str:
    """The line of an event."""
    return json.dumps(encode_given(line))


class StreamLineDocument(RootModel[Annotated[StreamLine, Field(discriminator="event")]]):
    """A line of the event stream."""
