"""What the live table says, frame by frame: its state, what to do about it, and the pieces as they last lay at rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from companion.arrays import Image
from companion.camera import Camera
from companion.catalogue import Die
from companion.geometry import Pose
from companion.session.layout import TWO_PLAYERS, Layout, LayoutPiece, Seat, camera_table_outline
from companion.session.live import tuning
from companion.session.live.motion_detection import Entrance
from companion.vision import CameraCheck, DieReading, DieState, FaceGuess, FaceName, TableMemory, UnknownObject

#: Where nothing was read of the table.
NOT_CHECKED: Final = CameraCheck(None, 0)


class TableState(StrEnum):
    """What can be done with the table now; only a settled one is read."""

    SETTLED = "settled"
    MOVING = "moving"
    HAND = "hand"
    CAMERA_MOVED = "camera-moved"
    MARKERS_HIDDEN = "markers-hidden"
    TOO_DARK = "too-dark"
    NO_PICTURE = "no-picture"


@dataclass(frozen=True, slots=True)
class Track:
    """A die that is followed from one table at rest to the next.

    id: from 1, never used again; it stays with the die as long as it can be followed, whatever face it shows. What lies
    there is the vote of ``votes`` readings; ``reading.name`` is ``None`` where its side cannot be read.
    """

    id: int
    reading: DieReading
    votes: int

    @property
    def pose(self) -> Pose:
        """Where it lies."""
        return self.reading.pose

    @property
    def name(self) -> FaceName | None:
        """The face that it shows, ``None`` where it cannot be read."""
        return self.reading.name

    @property
    def sigma_mm(self) -> float:
        """Standard deviation of its centre along one axis."""
        return self.reading.sigma_mm

    @property
    def sigma_deg(self) -> float:
        """Standard deviation of its heading."""
        return self.reading.sigma_deg

    @property
    def state(self) -> DieState:
        """Flat, leaning or overhanging."""
        return self.reading.state

    @property
    def alternatives(self) -> tuple[FaceGuess, ...]:
        """What else it may show, likeliest first."""
        return self.reading.alternatives

    @property
    def label(self) -> str:
        """Its name in a layout, ``track 4``."""
        return f"track {self.id}"

    def as_piece(self) -> LayoutPiece:
        """As a piece that nobody owns yet."""
        sigmas, top = (self.sigma_mm, self.sigma_deg), self.reading.measured_top
        return LayoutPiece(self.label, None, self.name, self.pose, *sigmas, self.state, top)


@dataclass(frozen=True, slots=True, eq=False)
class TableSnapshot:
    """One frame, and all that is known of the table by then.

    number: of the frame, from 1. at_s: when it was seen, on the watcher's clock. frame: ``None`` where there is no
    picture. sentence: what the state means and what to do. tracks: the dice of the last table at rest, whatever the
    state is now. rest: how many tables have come to rest so far; it tells one settled table from the next. votes: how
    many readings of that table the tracks rest on, 0 until it has been read. camera: the one in force. alike: whether
    the readings say the same of every die, without a doubt. camera_check: how the camera stood by the last of them.
    memory: what is remembered of the table by it. unknown: what lies there and is not recognised as a die. dice: all
    that the reader knows, by id. entrances: where hands and dice came over the rim before this table came to rest.
    """

    number: int
    at_s: float
    frame: Image | None
    state: TableState
    sentence: str
    tracks: tuple[Track, ...]
    rest: int
    votes: int
    camera: Camera
    alike: bool = False
    camera_check: CameraCheck = NOT_CHECKED
    memory: TableMemory = field(default_factory=TableMemory)
    unknown: tuple[UnknownObject, ...] = ()
    dice: Mapping[str, Die] = field(default_factory=lambda: MappingProxyType({}))
    entrances: tuple[Entrance, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the table is at rest and enough readings say what lies on it."""
        enough = tuning.VOTES_ALIKE if self.alike else tuning.VOTES_WANTED
        return self.state is TableState.SETTLED and self.votes >= enough

    @property
    def layout(self) -> Layout:
        """The tracks as a layout of pieces that nobody owns yet, each named by its track."""
        return self.layout_for()

    def layout_for(self, seats: tuple[Seat, ...] = TWO_PLAYERS) -> Layout:
        """The same for the people who sit round this table."""
        pieces = tuple(track.as_piece() for track in self.tracks)
        return Layout(f"frame {self.number}", pieces, camera_table_outline(self.camera), seats, self.unknown)

    def track(self, number: int) -> Track:
        """The track of that id; ``KeyError`` where there is none."""
        for track in self.tracks:
            if track.id == number:
                return track
        raise KeyError(number)
