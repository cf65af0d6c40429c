"""JSON Schemas of the file formats, made from their documents, so that editors complete and check what people write.

``python -m companion.codec.schemas`` writes them to ``docs/formats`` of a checkout; a wheel carries them along.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Union

from pydantic import BaseModel, create_model
from pydantic.json_schema import GenerateJsonSchema

from companion.atomic_write import write_atomic
from companion.codec.benchmarks import LiveTimesDocument, ReadingTimesDocument, RulesTimesDocument, SoakDocument
from companion.codec.camera import CameraDocument, HandheldCameraDocument
from companion.codec.card_layout import CardFileDocument
from companion.codec.die import DieFileDocument
from companion.codec.enrolment import ConfirmedLayoutDocument, FaceClicksDocument
from companion.codec.figures import FiguresDocument
from companion.codec.gallery import GalleryDocument
from companion.codec.layout import LayoutDocument, MultiViewLayoutDocument
from companion.codec.mat import MatDocument
from companion.codec.outcomes import LogLineDocument, ReplayHeadingDocument
from companion.codec.reader import NetworkCardDocument
from companion.codec.result import MatchResultDocument
from companion.codec.rig import MisreadTableDocument, SceneTruthDocument
from companion.codec.script import ScriptDocument, ScriptLineDocument, formats_of
from companion.codec.script.answers import ScriptAnswer
from companion.codec.script.parser import NoAnswerDocument
from companion.codec.sources import FilmDocument
from companion.codec.stream import StreamLineDocument
from companion.features import FEATURE_GAMES, offering
from companion.resources import Bundled, bundled


def _referee_line() -> type[BaseModel]:
    """A line of the referee with the answers of every game spelled out."""
    answers: Any = ScriptAnswer
    for game in FEATURE_GAMES:
        answers = answers | Union[formats_of(game).answers]  # noqa: UP007  (of a tuple)
    return create_model(
        ScriptLineDocument.__name__,
        __base__=ScriptLineDocument,
        __doc__=ScriptLineDocument.__doc__,
        answer=(answers | NoAnswerDocument, ...),
    )


#: The name of a format, as in ``NAME.schema.json``, -> its title and its document.
SCHEMAS: Final[Mapping[str, tuple[str, type[BaseModel]]]] = {
    "bench": ("Times of readings", ReadingTimesDocument),
    "bench-live": ("Times of the live table", LiveTimesDocument),
    "bench-rules": ("Times of the rules", RulesTimesDocument),
    "bench-soak": ("An evening of the live table", SoakDocument),
    "camera": ("Camera", CameraDocument),
    "confirmed-layout": ("Confirmed layout", ConfirmedLayoutDocument),
    "die": ("Die", DieFileDocument),
    "faces": ("Face clicks", FaceClicksDocument),
    "figures": ("Figures of an evaluation", FiguresDocument),
    "film": ("Film", FilmDocument),
    "gallery": ("Gallery", GalleryDocument),
    "handheld-camera": ("Camera in the hand", HandheldCameraDocument),
    "layout": ("Layout", LayoutDocument),
    "layout-together": ("Layout by several pictures", MultiViewLayoutDocument),
    "log-line": ("Line of a match's log", LogLineDocument),
    "mat": ("Mat", MatDocument),
    "misread": ("Misread table", MisreadTableDocument),
    "network-card": ("Network card", NetworkCardDocument),
    "replay": ("Heading of a replay", ReplayHeadingDocument),
    "result": ("Result of a match", MatchResultDocument),
    "scene": ("Truth of a scene", SceneTruthDocument),
    "stream": ("Event stream", StreamLineDocument),
    "referee-line": ("Line of the referee", _referee_line()),
    "script": ("Referee script", ScriptDocument),
    "tracking-card": ("Tracking card", CardFileDocument),
    **{name: schema for game in FEATURE_GAMES for name, schema in formats_of(game).schemas.items()},
    **{name: schema for room in offering("schemas").values() for name, schema in room.schemas().items()},
}


class _WithoutFieldTitles(GenerateJsonSchema):
    """The name of a key says it; a title beside would repeat it."""

    def dataclass_schema(self, schema: Any) -> Any:
        """Of a value's description what people need who write it: the first paragraph."""
        made = super().dataclass_schema(schema)
        return made | {"description": made["description"].partition("\n\n")[0]}

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema_text(name: str) -> str:
    """The JSON Schema (draft 2020-12) of a format."""
    title, document = SCHEMAS[name]
    made = document.model_json_schema(schema_generator=_WithoutFieldTitles)
    head = {"$schema": GenerateJsonSchema.schema_dialect, "title": title}
    return json.dumps(head | _plain({**made, "title": title}), indent=1, ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    """The same without the marks and line breaks of docstrings."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return re.sub(r"\s+", " ", value.replace("``", "").replace("`", "")) if isinstance(value, str) else value


def write_schemas() -> None:
    """Write all schemas."""
    for name in SCHEMAS:
        write_atomic(bundled(Bundled.FORMATS) / f"{name}.schema.json", schema_text(name).encode())


if __name__ == "__main__":
    write_schemas()
