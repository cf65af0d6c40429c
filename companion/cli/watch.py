"""``companion watch``: the live table, and a match on it, as JSON lines (contract, section 6)."""

from __future__ import annotations

import argparse
import math
from collections.abc import Generator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli._options import add_feature_options, add_reading_folders, cameras_here, feature_wishes, followers_of
from companion.errors import InputError
from companion.plain_text import public_address
from companion.terminal import say, warn
from companion.text import N_, gettext, pgettext

if TYPE_CHECKING:
    from companion.session.match import Match
    from companion.session.stream import MatchStream, StreamedEvent
    from companion.vision import HandheldReader, Reader

#: Single pictures count as taken so long after one another; of a film by a phone in the hand one frame is read in so
#: much of it.
_STILL_S, _LOOK_S = 3.0, 1.0

_EPILOG = N_(
    "cli",
    """examples:
  companion watch --source 0 --camera camera.json                          what lies on the table, as it changes
  companion watch --source 0 --camera camera.json --match evening.diceland and what it means to that match
  companion watch --source film.mp4 --camera camera.json --opening opening.json --accept likeliest --rate 0
  companion watch --source http://192.168.0.7:8080/video --camera camera.json
  companion watch --source 0 --camera camera.json --match evening.diceland --publish mqtt://hall.local/4
  companion watch --source IMG_1.jpg IMG_2.jpg --camera phone.json --match evening.diceland

By a phone in the hand (calibrate --handheld) every picture has its own place and counts as the table at rest. A folder
of pictures will do; of a film one frame a second is read (--rate), and what two in a row say alike counts.

One JSON line per event, written at once: table, layout, proposals, discrepancies, action, undone, corrected,
match. No window is needed. With --accept likeliest the first proposal is taken into the match, and each question
answered by its first choice, as an unattended scorer would; without it the match is only reported.""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "watch",
        help=gettext("stream table and match events as JSON lines"),
        description=gettext("Watch the table without a window and stream what happens on it, one JSON line per event."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add(
        "--source",
        nargs="+",
        required=True,
        metavar="SOURCE",
        help=gettext("a camera's number, name or address (http://, rtsp://), a video, film.json, or pictures"),
    )
    add(
        "--camera",
        type=Path,
        required=True,
        metavar="CAMERA",
        help=gettext("camera.json made by calibrate, or phone.json"),
    )
    add_reading_folders(parser)
    played = parser.add_mutually_exclusive_group()
    played.add_argument(
        "--opening",
        type=Path,
        metavar="SCRIPT",
        help=gettext("a referee script whose position opens a match that is not saved"),
    )
    played.add_argument("--match", type=Path, metavar="FILE", help=gettext("a match to resume"))
    add(
        "--accept",
        choices=["likeliest"],
        help=gettext("take the first proposal, with the first answer to each question"),
    )
    add(
        "--rate",
        type=float,
        metavar="HZ",
        help=gettext(
            "how many times a second the table is looked at (default: 12); 0: every frame, as fast as it can be read"
        ),
    )
    add_feature_options("watch", parser)


def run(options: argparse.Namespace) -> int:
    """Print every event until the source is over, or whoever reads hangs up."""
    if options.rate is not None and not (math.isfinite(options.rate) and options.rate >= 0):
        raise InputError(gettext("--rate: expected a number of 0 or more."))
    if options.source == ["none"]:
        raise InputError(gettext("--source none: there is nothing to watch; name a camera, a video or a film."))
    if options.accept and not (options.opening or options.match):
        raise InputError(
            gettext("--accept: there is no match to take proposals into; name one with --opening or --match.")
        )

    wishes = feature_wishes("watch", options)

    from companion.codec.reader import open_any_reader
    from companion.codec.stream import encode_stream_line
    from companion.rules import terrain_of
    from companion.session import plateaus_of
    from companion.session.stream import MatchStream, Unattended, encode_stream_event

    with ExitStack() as held:
        match = _match(options, held)
        reader = open_any_reader(options.camera, options.dice, options.gallery)
        if match is not None:
            reader = reader.with_plateaus(plateaus_of(terrain_of(match.position)))
        followers = [held.enter_context(closing(follower)) for follower in followers_of(wishes, match)]
        reported = next((follower.reported for follower in followers), None)
        stream = MatchStream(match, accept=Unattended(options.accept) if options.accept else None, reported=reported)
        for event in held.enter_context(closing(_events(options, reader, stream))):
            for follower in followers:
                follower.report(event)
            say(encode_stream_line(encode_stream_event(event)))
        for follower in followers:
            follower.close()
            if follower.left_over:
                warn(f"companion: {follower.left_over}")
    return 0


def _match(options: argparse.Namespace, held: ExitStack) -> Match | None:
    from companion.session.match import Match
    from companion.session.stream import begin_passing_match

    if options.opening:
        return held.enter_context(begin_passing_match(options.opening))
    return held.enter_context(Match.resume(options.match)) if options.match else None


def _events(
    options: argparse.Namespace, reader: Reader | HandheldReader, stream: MatchStream
) -> Generator[StreamedEvent]:
    from companion.codec.sources import open_recording, open_source
    from companion.session.stream import stream_live, stream_recording
    from companion.vision import HandheldReader

    if isinstance(reader, HandheldReader):
        yield from _events_by_hand(options, reader, stream)
        return

    if options.rate == 0:
        yield from stream_recording(open_recording(options.source), reader, stream)
        return
    frame_s = 1 / options.rate if options.rate else None
    yield from stream_live(open_source(options.source, devices=cameras_here()), reader, stream, frame_s=frame_s)


def _events_by_hand(
    options: argparse.Namespace, reader: HandheldReader, stream: MatchStream
) -> Generator[StreamedEvent]:
    """The same of pictures that are each taken from elsewhere: single ones, or a film."""
    from companion.camera.sources import is_network_address
    from companion.codec.sources import handheld_frames, handheld_pictures, open_recording
    from companion.session.stream import stream_pictures

    pictures = handheld_pictures(options.source)
    if pictures is not None:
        yield from stream_pictures(pictures, reader, stream, picture_s=_STILL_S, stills=True)
        return
    for word in options.source:
        if is_network_address(word) or not Path(word).is_file():
            problem = gettext(
                "--source {word}: a camera in the hand is watched by its pictures. Name pictures of the table at "
                "rest, a folder of them, or a film; or put the camera on a stand and calibrate it there.",
                word=public_address(word),
            )
            raise InputError(problem)
    recording = open_recording(options.source)
    look_s = _LOOK_S if options.rate is None else 1 / options.rate if options.rate else 0.0
    frames = handheld_frames(recording, look_s)
    yield from stream_pictures(frames, reader, stream, picture_s=max(look_s, recording.frame_s), stills=False)
