"""The page of numbers, as Markdown, and the contact sheets of what went worst."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from companion import __version__
from companion.arrays import Image
from companion.camera import read_picture
from companion.geometry import height_mm, top_outline
from companion.text import pgettext
from companion.vision import DieState
from companion.vision.evaluation import DieComparison, Proportion
from docs.accuracy.measurements import (
    DIMMER,
    NOISE,
    STRANGERS,
    KindFigures,
    LyingFigures,
    RigMeasurement,
    by_kind,
    by_state,
)
from models.training.sheets import Cell, marked, square_around, write_sheet

_MOST_WORST: Final = 24
_AROUND: Final = 2.6
_KINDS: Final = {
    "first": "plain tables",
    "prints": "loud prints: tartan, argyle, newsprint",
    "lamps": "coloured lamps and tubes, gloss",
    "covers": "loud covers: map of hexes, kilim, comic pages, leaded glass",
    "evenings": "evening lamps: candles, a strip window, a television, stage spots",
    "rooms": "another renderer: light of captured rooms and streets, followed; varnish, laminated paper",
    "shade": "dice in the shade of others",
    "crowds": "dice in crowds",
    "bare": "dice without a border, table of their colour",
    "all": "all of them",
}
_STATES: Final = {
    DieState.FLAT: "placed: lying flat",
    DieState.OVERHANGING: "placed: over the rim of the table",
    DieState.LEANING: "thrown: leaning on another die",
}
assert set(_STATES) == set(DieState)


def write_page(rigs: Sequence[RigMeasurement], page: Path, pictures: Path) -> None:
    """Write the page, and the sheet of the worst into the folder of pictures beside it."""
    shown = _write_worst(rigs, pictures / "worst.jpg")
    page.write_text("\n".join(_lines(rigs, f"{pictures.name}/worst.jpg", shown)) + "\n", encoding="utf-8")


def _commit() -> str:
    """The day and the commit that is measured, so that the figures are of one named run."""
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True)
    return f"{datetime.now(UTC):%Y-%m-%d} at commit `{commit.stdout.strip()}`"


def _lines(rigs: Sequence[RigMeasurement], worst: str, shown: int) -> Iterator[str]:
    kinds = by_kind(rigs)
    pictures = sum(len(rig.seen) for rig in rigs)
    yield "# Numbers in the open"
    yield ""
    yield (
        f"Measured on {_commit()} (program {__version__}) by `python -m docs.accuracy RIG...` from {len(rigs)} tables "
        f"and {pictures} pictures: {', '.join(rig.name for rig in rigs)}."
    )
    yield ""
    yield (
        "**Every picture here is rendered**, by two renderers. Nobody who wrote this has had a real camera over a real "
        "table; what yours does, `companion certify` measures. The tables are held out: no network was trained on "
        "them, and no threshold was set on them. Each is calibrated by its own markers and lens board, and its dice "
        "are enrolled from one picture a side."
    )
    yield ""
    yield from _reading_table(kinds)
    yield from _measuring_table(kinds)
    yield from _calls_table(kinds)
    yield from _lying_table(by_state(rigs))
    yield from _rig_table(rigs)
    yield from _worst_part(worst, shown)


def _reading_table(kinds: Sequence[KindFigures]) -> Iterator[str]:
    yield "## What is read"
    yield ""
    yield (
        "*Answered*: of the dice in plain sight, those that the program named at all; the others it lists as unread, "
        "or misses. *Right*: of the named ones, those whose die, side and turn are all right. *Strangers*: of the dice "
        f"of {STRANGERS} kinds that were left out of the enrolment, those that were named all the same; none should "
        "be. In brackets: 95 % intervals."
    )
    yield ""
    yield from _table(
        ("tables", "dice", "answered", "right", "no dice, yet listed, a picture", "strangers named"),
        (
            (
                _kind(one.kind),
                str(one.figures.required),
                _share(one.answered),
                _share(one.right),
                f"{one.figures.extra / one.figures.pictures:.2f}",
                f"{one.strangers.good} of {one.strangers.of}",
            )
            for one in kinds
        ),
    )


def _measuring_table(kinds: Sequence[KindFigures]) -> Iterator[str]:
    yield "## How exact it is"
    yield ""
    yield (
        "Errors of dice that were read rightly, in half of the cases and in 99 of 100. *Repeats*: the standard "
        "deviation along one axis of one and the same die in a second exposure, dimmer by "
        f"{100 * (1 - DIMMER):.0f} %, with noise of {NOISE:g} of 255 and packed again; it is how far readings scatter, "
        "while the errors hold what is wrong in every picture, too. *Within*: centres within 2.45 of the stated "
        "sigmas, 95 of 100 if these are true."
    )
    yield ""
    yield from _table(
        ("tables", "centre", "heading", "distances", "repeats", "within", "a picture takes"),
        (
            (
                _kind(one.kind),
                _errors(one.figures.centre_mm.median, one.figures.centre_mm.p99, " mm"),
                _errors(one.figures.heading_deg.median, one.figures.heading_deg.p99, "°"),
                _errors(one.figures.distance_mm.median, one.figures.distance_mm.p99, " mm"),
                _repeats(one),
                _share(one.figures.within),
                f"{one.median_ms:.0f} ms",
            )
            for one in kinds
        ),
    )
    yield (
        "Times are medians of what a processor core was busy, on a server with others at work; `companion bench` "
        "measures yours. Picture sizes: " + ", ".join(f"{w} × {h}" for w, h in kinds[0].picture_sizes) + "."
    )
    yield ""


def _calls_table(kinds: Sequence[KindFigures]) -> Iterator[str]:
    yield "## Who is closest"
    yield ""
    yield (
        "For every corner of every die that is read: which die in front of it is closest? A program that is not sure "
        "leaves it to the players."
    )
    yield ""
    yield from _table(
        ("tables", "questions", "answered", "of these wrong"),
        (
            (
                _kind(one.kind),
                str(len(one.figures.calls)),
                _share(Proportion.holding(call.sure for call in one.figures.calls)),
                str(len(one.figures.wrong_calls)),
            )
            for one in kinds
        ),
    )


def _lying_table(states: Sequence[LyingFigures]) -> Iterator[str]:
    yield "## Thrown against placed"
    yield ""
    yield from _table(
        ("dice", "found", "lying so", "side named rightly", "centre of those"),
        (
            (
                _STATES[one.state],
                _share(one.found),
                _share(one.lies_right),
                _share(one.named_right),
                _errors(one.centre_mm.median, one.centre_mm.p99, " mm"),
            )
            for one in states
            if one.found.of
        ),
    )
    yield "Here every die counts, half hidden ones too. Where a leaning die lies is not known to the millimetre."
    yield ""


def _rig_table(rigs: Sequence[RigMeasurement]) -> Iterator[str]:
    yield "## Table by table"
    yield ""
    yield from _table(
        ("table", "kind", "pictures", "answered", "right", "centre", "within", "a picture takes"),
        (_rig_row(rig) for rig in rigs),
    )


def _rig_row(rig: RigMeasurement) -> tuple[str, ...]:
    one = KindFigures(rig.kind, (rig,))
    return (
        rig.name,
        _kind(rig.kind).partition(":")[0],
        f"{len(rig.seen)}, {rig.size_wh[0]} × {rig.size_wh[1]}",
        _share(one.answered),
        _share(one.right),
        _errors(one.figures.centre_mm.median, one.figures.centre_mm.p99, " mm"),
        _share(one.figures.within),
        f"{one.median_ms:.0f} ms",
    )


def _worst_part(worst: str, shown: int) -> Iterator[str]:
    yield "## The worst"
    yield ""
    yield (
        f"{shown} of what went wrong, wrong answers first; blue: as it lies; red: as it was read. All of it, with "
        "numbers: `companion evaluate RIG -o report`."
    )
    yield ""
    yield f"![What was read wrongly: pieces of the pictures, each with what went wrong]({worst})"


def _table(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _kind(kind: str) -> str:
    return _KINDS.get(kind, kind)


def _share(share: Proportion) -> str:
    if share.value is None:
        return "–"
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def _errors(median: float | None, most: float | None, unit: str) -> str:
    return "–" if median is None or most is None else f"{median:.2f}, {most:.2f}{unit}"


def _repeats(one: KindFigures) -> str:
    if one.repeats_mm is None or one.repeats_deg is None:
        return "–"
    return f"{one.repeats_mm:.2f} mm, {one.repeats_deg:.2f}°"


# --- the worst ----------------------------------------------------------------------------------------------------


def _write_worst(rigs: Sequence[RigMeasurement], path: Path) -> int:
    """The contact sheet; how many it shows."""
    wrong = [(rig, one) for rig in rigs for picture in rig.seen for one in picture.everything if one.failure]
    wrong.sort(key=lambda pair: _badness(pair[1]))
    chosen = wrong[:_MOST_WORST]
    pixels = lru_cache(2)(lambda file: read_picture(file).pixels)
    write_sheet(path, [_cell(rig, one, pixels(rig.folder / one.image)) for rig, one in chosen])
    return len(chosen)


def _badness(one: DieComparison) -> int:
    """Wrong answers before unanswered ones, and these before things that are no dice."""
    named = one.seen is not None and one.seen.name is not None
    return 0 if named and one.truth is not None else 1 if named else 2 if one.truth is not None else 3


def _cell(rig: RigMeasurement, one: DieComparison, pixels: Image) -> Cell:
    true = None if one.truth is None else (one.truth.corners_mm, height_mm(one.truth.edge_mm))
    read = None if one.seen is None else (top_outline(one.seen.pose), one.seen.pose.top_mm)
    outlines = [outline for outline in (true, read) if outline is not None]
    shown = pixels
    corners = [_in_picture(rig, *outline) for outline in outlines]
    if read is not None:
        shown = marked(shown, _in_picture(rig, *read))
    if true is not None:
        shown = np.ascontiguousarray(marked(shown[..., ::-1], _in_picture(rig, *true))[..., ::-1])
    places = np.concatenate(corners)
    middle, side = places.mean(axis=0), int(_AROUND * np.ptp(places, axis=0).max())
    failure = one.failure
    words = pgettext("report", failure) if failure else ""
    return Cell(square_around(shown, float(middle[0]), float(middle[1]), max(side, 60)), words[:22])


def _in_picture(rig: RigMeasurement, outline: Sequence[tuple[float, float]], top_mm: float) -> np.ndarray:
    flat = np.array(outline)
    return rig.camera.lens.project(np.column_stack([flat, np.full(len(flat), top_mm)]))
