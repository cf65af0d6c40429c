"""From what the program was called with, and what is filled in and measured, to a match that runs; no window in it.

`begin_match` and `resume_match` open the journal and the watcher; `ReaderPreload` loads the networks meanwhile, in a
thread that begins with the first camera measured; `saved_matches` lists what was played before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from companion.camera import Camera, HandheldCamera
from companion.camera.sources import Device, Source
from companion.codec.camera import find_grade, read_any_camera, read_camera
from companion.codec.reader import open_hand_reader, open_reader
from companion.codec.saved_cameras import recall_cameras, save_camera, save_phone
from companion.codec.script import MatchOpening, decode_match_opening
from companion.codec.sources import open_source
from companion.errors import InputError, OperationError
from companion.journal import Game, Record, known_matches, new_match_file, note_match, read_record
from companion.plain_text import public_address
from companion.rules import terrain_of
from companion.session import plateaus_of
from companion.session.learning import TableLearner, learned_views_folder, with_learned_views
from companion.session.live import TableWatcher
from companion.session.match import DiceRules, Match, Timeline, note_camera_grade
from companion.session.match_setup import NO_SOURCE, PHONE_SOURCE, MatchPlan, TableChoice, build_opening
from companion.session.photographs import PhotographDesk
from companion.text import pgettext
from companion.vision import Reader

ReaderOpener = Callable[[Camera], Reader]


@dataclass(frozen=True, slots=True, eq=False)
class LaunchedMatch:
    """A match under way. watcher: of its table, where there is a camera, or a desk for a phone's pictures; caution:
    what could not be had, to be reported; learner: what learns from the dice that people confirm there."""

    match: Match
    watcher: TableWatcher | PhotographDesk | None = None
    caution: str = ""
    learner: TableLearner | None = None


def begin_match(
    plan: MatchPlan,
    choice: TableChoice,
    file: Path | None,
    preload: ReaderPreload,
    *,
    usual: bool = True,
    desk: PhotographDesk | None = None,
) -> LaunchedMatch:
    """Begin a new match in a file (default: among the user's own); usual: whether its camera is the usual one from now
    on; desk: where a phone's pictures are handed in, if no camera looks on all the time. Raises OperationError: the
    table does not suit the plan, or the match cannot be written; the source is closed."""
    watcher = reader = None
    with ExitStack() as on_failure:
        if choice.source is not None:
            on_failure.callback(choice.source.close)
        planned = plan.on(choice.surface).with_terrain(choice.terrain)
        opening = build_opening(planned)  # with where its pictures come from, so that it finds its camera again
        talk = opening.table_talk.model_copy(update={"source": public_address(choice.words)})
        opening = opening.model_copy(update={"table_talk": talk})
        save_failure = save_table_camera(choice, usual=usual)
        if choice.source is not None and choice.camera is not None:
            known = with_learned_views(preload.over(choice.camera), choice.words)
            reader = known.with_plateaus(plateaus_of(planned.terrain_in_play))
            watcher = TableWatcher(choice.source, reader)
        names, scenario = pgettext("start", " and ").join(plan.names), pgettext("session", plan.card.name)
        title = pgettext("start", "{names}, {scenario}", names=names, scenario=scenario)
        match = Match.begin(file or new_match_file(title), opening)
        on_failure.callback(match.close)
        if file is not None:
            note_match(file)
        note_camera_grade(match, None if choice.camera is None else find_grade(choice.camera))
        on_failure.pop_all()
    if desk is not None:
        desk.plateaus = plateaus_of(planned.terrain_in_play)
        return LaunchedMatch(match, desk, save_failure)
    return LaunchedMatch(match, watcher, save_failure, _learner(match, reader, watcher, choice.words))


def _learner(match: Match, reader: Reader | None, watcher: TableWatcher | None, camera: str) -> TableLearner | None:
    """What learns at this table, where a camera sees it; the match reads by what it has learned."""
    if reader is None or watcher is None:
        return None
    dice = {piece.die.id for piece in match.position.pieces.values()}
    return TableLearner(reader, dice, learned_views_folder(camera), grown=watcher.replace_reader)


def resume_match(path: Path, options: LaunchOptions, last_source: str, devices: Sequence[Device]) -> LaunchedMatch:
    """Continue a match, by the camera that it was played by; where it cannot be had, ``caution`` says why. Raises
    OperationError: the match is open elsewhere, newer or damaged; the message says what to do."""
    match = Match.resume(path)
    # The words of the source that a match was begun by; with name and password, which no match keeps, where they are
    # those used last.
    words = match.opening.table_talk.source
    began_by = last_source if words in ("", public_address(last_source)) else words
    if (list(options.source) or [words]) == [PHONE_SOURCE]:
        return _by_phone(match, options)
    try:
        found = open_camera(options.source, began_by, devices, options.camera)
        reader = None if found is None else open_reader(found[0], options.dice, options.gallery)
    except OperationError as failure:
        return LaunchedMatch(match, caution=pgettext("start", "Without a camera: {why}").format(why=failure))
    if found is None or reader is None:
        return LaunchedMatch(match)
    note_camera_grade(match, find_grade(found[0]))
    camera = " ".join(options.source) or began_by
    reader = with_learned_views(reader, camera).with_plateaus(plateaus_of(terrain_of(match.position)))
    watcher = TableWatcher(found[1], reader)
    return LaunchedMatch(match, watcher, learner=_learner(match, reader, watcher, camera))


def _by_phone(match: Match, options: LaunchOptions) -> LaunchedMatch:
    """A match whose pictures a phone hands in, where its phone.json is named or known."""
    file = options.camera or recall_cameras().named(PHONE_SOURCE).camera_file
    try:
        if file is None or not isinstance(read_any_camera(file), HandheldCamera):
            raise OperationError(pgettext("start", "name the phone.json with --camera."))
        desk = open_photograph_desk(file, options)
        desk.plateaus = plateaus_of(terrain_of(match.position))
        return LaunchedMatch(match, desk)
    except OperationError as failure:
        return LaunchedMatch(match, caution=pgettext("start", "Without a camera: {why}").format(why=failure))


def open_photograph_desk(file: Path, options: LaunchOptions) -> PhotographDesk:
    """Where the pictures of a phone are handed in, by its phone.json; what reads them is loaded when it begins."""
    save_phone(PHONE_SOURCE, file)
    return PhotographDesk(lambda: open_hand_reader(file, options.dice, options.gallery))


def open_camera(
    given: Sequence[str], last_source: str, devices: Sequence[Device], file: Path | None = None
) -> tuple[Camera, Source] | None:
    """The source given, else the one used last, with the camera as it was measured last (or that of a file); ``None``
    where there is none of either. Raises OperationError where it cannot be had now."""
    words = list(given) or [last_source]
    file = file or recall_cameras().named(" ".join(words)).camera_file
    if words in ([""], [NO_SOURCE]) or file is None:
        return None
    return read_camera(file), open_source(words, devices=devices)


def save_table_camera(choice: TableChoice, *, usual: bool = True) -> str:
    """Keep how the camera was measured, for the next time; why that cannot be done, which no match has to wait for."""
    try:
        if choice.camera is not None:
            save_camera(choice.camera, choice.words, usual=usual)
    except OperationError as failure:
        return str(failure)
    return ""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """source: the words of ``--source``; camera: a camera.json; mat: what lies on the table; match: to be resumed;
    dice and gallery: folders instead of the user's own; wishes: what features are to do with a match that
    opens, by feature."""

    source: tuple[str, ...] = ()
    camera: Path | None = None
    mat: Path | None = None
    dice: Path | None = None
    gallery: Path | None = None
    match: Path | None = None
    wishes: Mapping[str, object] = field(default_factory=dict)

    def with_saved_dice(self) -> LaunchOptions:
        """With the dice and the gallery that the camera is known to read with, where nothing of it was named."""
        if self.camera is not None or self.dice is not None or self.gallery is not None:
            return self
        saved = recall_cameras().named(" ".join(self.source))
        return replace(self, dice=saved.dice_folder, gallery=saved.gallery_folder)


class ReaderPreload:
    """Loads once; ``over`` waits for it."""

    def __init__(self, opening: ReaderOpener) -> None:
        self._opening = opening
        self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader-ahead")
        self._coming: Future[Reader] | None = None

    def begin(self, camera: Camera) -> None:
        """Load beside everything else; the first call counts."""
        if self._coming is None:
            self._coming = self._threads.submit(self._opening, camera)

    def over(self, camera: Camera) -> Reader:
        """The reader by that camera. Raises OperationError: a file of the user's dice or gallery is wrong."""
        self.begin(camera)
        assert self._coming is not None
        reader = self._coming.result()
        return reader if reader.camera is camera else reader.over(camera)

    def close(self) -> None:
        """Wait for what has begun, and end the thread."""
        self._threads.shutdown(wait=True)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match of the dice game: its file, what the file says, how it began (None where it cannot be read)."""

    path: Path
    record: Record
    opening: MatchOpening | None

    @property
    def title(self) -> str:
        """Who played what."""
        return self.path.stem if self.opening is None else self.opening.name or self.path.stem

    @property
    def played_at(self) -> datetime:
        """When it was played last."""
        return self.record.entries[-1].at if self.record.entries else self.record.begun_at

    def about(self, day: str) -> str:
        """When it was played, as a language writes that day, and how much was done in it."""
        return pgettext("start", "played {day}, {count} entries").format(day=day, count=len(self.record.entries))

    @property
    def standing(self) -> str:
        """How it stands; the match is replayed for it. Empty where its entries cannot be read."""
        if self.opening is None:
            return ""
        try:
            position = Timeline(DiceRules(self.opening), self.record.entries).position
        except OperationError:
            return ""
        score = ", ".join(f"{name} {points:g}" for name, points in position.score.items())
        if position.winner is not None:
            return pgettext("start", "{score} · {winner} won").format(score=score, winner=position.winner)
        turn = position.turn.number
        reported = pgettext("start", "turn {turn} · {score} · {player} to move")
        return reported.format(turn=turn, score=score, player=position.to_move)


def saved_matches() -> Iterator[SavedMatch]:
    """The matches of the user's own folder, the one played last first; files that cannot be read are left out."""
    for path in known_matches():
        with suppress(OperationError):
            record = read_record(path)
            if record.game is Game.DICE:
                opening = None
                with suppress(InputError):
                    opening = decode_match_opening(record.opening)
                yield SavedMatch(path, record, opening)
