"""Record `recorded/two tanks.diceland`: a match file of format 1 with an entry of every kind.

Run it from the top of the checkout, only after a change of the rules that is meant to change the match; a change of
the file's format has to go on reading the file that is there:

    python -m tests.session.match.record
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from companion.codec.notes import TextNote
from companion.journal import Game, Journal
from companion.session.match import Match
from tests.acts import correct, do, do_all
from tests.session.match.conftest import END, OPENING, SHOT, THROW

FILE = Path(__file__).parent / "recorded" / "two tanks.diceland"
BEGAN = datetime(2026, 5, 1, 19, 30, tzinfo=UTC)


def record(file: Path) -> None:
    """Play the match into a file."""
    seconds = count()
    with Match(
        Journal.begin(file, game=Game.DICE, opening=OPENING, clock=lambda: BEGAN + timedelta(seconds=next(seconds)))
    ) as match:
        picture = match.save_picture(b"\xff\xd8\0no picture, but as short as one can be\xff\xd9")
        do(match, SHOT, source="camera", picture=picture)
        do_all(match, [END, THROW], source="camera")
        match.undo()
        match.redo(source="mouse")
        do(match, {"do": "skip"}, source="keyboard")
        match.note(TextNote("Größe und Maß stimmen"), source="keyboard")
        correct(match, {"text": "Ben bumped it", "pieces": [{"id": "b2", "centre_mm": [310, 500]}]}, source="mouse")
        do(match, END, source="keyboard")
        do(match, {"do": "maneuver", "piece": "a1", "corner": 1}, source="camera")
        match.back_to(9)


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.unlink(missing_ok=True)
    record(FILE)
