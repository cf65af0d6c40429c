"""The page with the camera: pictures of a table that a phone hands in, every die outlined and named, and what the rules
say of the one in hand. Of a match, or of a table without one, for one ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Protocol

from companion.arrays import Image
from companion.codec.board import BadgeDocument, CitedRuleDocument
from companion.geometry import Measurement
from companion.opencv import cv2
from companion.rules import Agreement, Position, Profile, ledger
from companion.session import Inspection, Layout, LayoutPiece, SurveyedPiece, TargetStanding, layout_in, layout_of
from companion.session.board import badge_document, lies_there
from companion.session.live import Track
from companion.session.overlay import (
    Clutter,
    LabelRequest,
    MarkKind,
    PictureView,
    Scene,
    Tag,
    Tone,
    body_px,
    compose_scene,
    owner_badge,
    place_labels,
)
from companion.session.photographs import PhotographDesk, PhotographedTable, PhotographState, hints_for_next
from companion.session.play import MatchPresenter
from companion.share.documents import (
    ForgetRequest,
    LookRequest,
    OwnerRequest,
    PhotoCandidateDocument,
    PhotoChosenDocument,
    PhotoDieDocument,
    PhotoDocument,
    PhotoFaceDocument,
    PhotoLabelDocument,
    PhotoMarkDocument,
    PhotoPictureDocument,
    PhotoRequest,
    ReadAsRequest,
    RulesRequest,
    TurnToRequest,
)
from companion.share.watched_pictures import WatchedPictures
from companion.text import gettext, language_in_force, ngettext
from companion.vision import FaceName, Reading

#: As many pictures of one table are shown as the desk takes.
_MOST_PICTURES: Final = 6
#: Letters stand this high where a picture is as wide as a phone's screen, in widths of it; how wide they are on the
#: average, and how much room is round them, in heights.
_TYPE: Final = 1 / 33
_LETTER, _BOLD_LETTER, _PAD, _LINE = 0.54, 0.6, 0.34, 1.24
#: What labels keep off, besides each other.
_LINES: Final = frozenset({MarkKind.CLOSEST_SPAN, MarkKind.REFUSED_SPAN, MarkKind.UNSURE_SPAN})
#: Of the pictures that are sent to a phone.
_QUALITY: Final = 82
#: What else a die may be is offered so often.
_MOST_FACES: Final = 8


@dataclass(frozen=True)
class _InMatch(Inspection):
    """What is looked at where a match says how the pieces stand."""

    stands: Position | None = None

    @cached_property
    def position(self) -> Position:
        """As the match has it."""
        assert self.stands is not None
        return self.stands


class PhotoSubject(Protocol):
    """What the pictures are of."""

    is_ruling: bool

    def layout(self, state: PhotographState) -> Layout:
        """What lies there, by its names."""

    def inspection(self, layout: Layout) -> Inspection:
        """The same to be looked into."""

    def missing(self, layout: Layout) -> tuple[str, ...]:
        """What should be seen and is not."""

    def obey(self, asked: PhotoRequest, state: PhotographState) -> str:
        """Do what changes it; why not, "" where it was done."""

    @property
    def rules(self) -> tuple[str, bool]:
        """The document, and whether the Advanced Rules count."""


class PhotoPage:
    """What is shown of the pictures on a desk, and what is in hand there."""

    def __init__(self, desk: PhotographDesk, subject: PhotoSubject) -> None:
        self.desk, self._subject = desk, subject
        self._piece, self._weapon, self._focus = "", 0, ""
        self._shown, self._rest = 0, 0
        self._jpegs: dict[int, bytes] = {}

    @property
    def is_ruling(self) -> bool:
        """Whether there is no match."""
        return self._subject.is_ruling

    @property
    def _is_watched(self) -> bool:
        """Whether a camera stands over the table, so that nobody hands in pictures."""
        return isinstance(self.desk, WatchedPictures)

    def hand_in(self, content: bytes, add: bool) -> str:
        """A picture has come whole; add: of the table that was read last. Why it is not taken, "" where it is."""
        if not self.desk.room:
            return gettext("A picture is being read; hand the next one in when that is done.")
        self.desk.hand_in(content, add=add)
        return ""

    def jpegs(self) -> Mapping[int, bytes]:
        """The pictures of the table by their numbers, each packed once."""
        state = self.desk.state
        shown = () if state.table is None else state.table.shown
        numbered = {_picture_number(state, place): one.pixels for place, one in enumerate(shown)}
        self._jpegs = {number: self._jpegs.get(number) or _jpeg(pixels) for number, pixels in numbered.items()}
        return self._jpegs

    def obey(self, asked: PhotoRequest) -> str:
        """Do what the page asks for; why not, "" where it was done."""
        state = self.desk.state
        if isinstance(asked, ForgetRequest):
            self.forget()
            return ""
        if state.table is None and not isinstance(asked, RulesRequest):
            return gettext("There is no picture yet.")
        match asked:
            case LookRequest():
                self._piece, self._weapon, self._focus = asked.piece, asked.weapon, asked.focus
            case TurnToRequest(picture=picture):
                self._shown = picture
            case _:
                return self._subject.obey(asked, state)
        return ""

    def forget(self) -> None:
        """Forget the pictures of this table."""
        self.desk.forget()
        self._piece, self._jpegs = "", {}

    def document(self) -> PhotoDocument:
        """What the page shows now."""
        if isinstance(self.desk, WatchedPictures):
            self.desk.poll()
        state, table = self.desk.state, self.desk.state.table
        profile, advanced = self._subject.rules
        bare = PhotoDocument(
            language=language_in_force(),
            ruling=self.is_ruling,
            camera=self._is_watched,
            step=state.step.value,
            sentence=state.sentence,
            pictures=(),
            shown=0,
            full=False,
            found="",
            notices=(),
            hints=(),
            marks=(),
            labels=(),
            dice=(),
            chosen=None,
            profile=profile,
            advanced=advanced,
        )
        return bare if table is None else bare.model_copy(update=self._of_table(state, table))

    def scene(self) -> tuple[Scene, Inspection, PhotographedTable, int] | None:
        """What is drawn over the picture that is looked at, and which one that is; ``None`` where there is none."""
        state, table = self.desk.state, self.desk.state.table
        if table is None:
            return None
        if state.rest != self._rest:  # another picture: that is looked at
            self._rest, self._shown = state.rest, len(table.shown) - 1
        self._shown = min(self._shown, len(table.shown) - 1)
        layout = self._subject.layout(state)
        inspection = self._inspection(layout)
        camera = table.shown[self._shown].camera
        view = PictureView(camera.lens)
        posts = tuple(inspection.position.posts.values())
        drawn = compose_scene(layout, inspection.sighting, view, chosen=self._piece or None, posts=posts)
        return drawn, inspection, table, self._shown

    def _inspection(self, layout: Layout) -> Inspection:
        inspection = self._subject.inspection(layout)
        known = {piece.id for piece in layout.pieces}
        if self._piece not in known:
            self._piece, self._weapon, self._focus = "", 0, ""
        if not self._piece:
            return inspection
        inspection = inspection.choosing(self._piece).with_weapon(self._weapon)
        return inspection.focused_on(self._focus) if self._focus in known else inspection

    def _of_table(self, state: PhotographState, table: PhotographedTable) -> dict[str, object]:
        found = self.scene()
        assert found is not None
        scene, inspection, _, shown = found
        layout = self._subject.layout(state)
        view = PictureView(table.shown[shown].camera.lens)
        unread = sum(piece.name is None for piece in layout.pieces)
        count = ngettext("{count} die", "{count} dice", len(layout.pieces))
        more = ngettext("{count} of them unread", "{count} of them unread", unread) if unread else ""
        return {
            "pictures": tuple(
                PhotoPictureDocument(
                    number=_picture_number(state, place), size_px=(one.pixels.shape[1], one.pixels.shape[0])
                )
                for place, one in enumerate(table.shown)
            ),
            "shown": shown,
            "full": self._is_watched or len(table.sighted) >= _MOST_PICTURES,
            "found": ", ".join(words for words in (count, more) if words),
            "notices": tuple(remark.text[:1].upper() + remark.text[1:] for remark in table.reading.remarks),
            "hints": () if self._is_watched else self._hints(table, layout),
            "marks": tuple(_marks(scene)),
            "labels": tuple(_labels(scene, inspection)),
            "dice": tuple(_die(piece, layout, view, chosen=piece.id == self._piece) for piece in layout.pieces),
            "chosen": self._chosen(state, layout, inspection),
        }

    def _hints(self, table: PhotographedTable, layout: Layout) -> tuple[str, ...]:
        return (*_moved(table, self.desk), *hints_for_next(table, self._subject.missing(layout)))

    def _chosen(self, state: PhotographState, layout: Layout, inspection: Inspection) -> PhotoChosenDocument | None:
        if not self._piece:
            return None
        piece = layout.piece(self._piece)
        sighting, ruling = inspection.sighting, inspection.ruling
        candidates = () if sighting is None else sighting.candidates
        known = inspection.chosen is not None
        not_in_match = gettext("{piece} is not in the match as it stands: say first what happened.", piece=piece.id)
        rules = () if ruling is None else ruling.rules
        unsure = sighting is not None and bool(sighting.standing(TargetStanding.UNSURE))
        return PhotoChosenDocument(
            piece=piece.id,
            name=piece.id,
            side=piece.name.face if piece.name else "",
            badge=badge_document(owner_badge(layout, piece.owner)),
            lies=f"± {piece.sigma_mm:.1f} mm",
            weapons=inspection.weapon_names,
            weapon=inspection.weapon,
            sentence=inspection.sentence if known else not_in_match,
            rules=_cited(rules),
            doubt=unsure,
            candidates=tuple(
                _candidate(one, layout, rules, focus=sighting is not None and one.piece == sighting.focus)
                for one in candidates
            ),
            faces=tuple(self._faces(piece, state)) if self.is_ruling else (),
        )

    def _faces(self, piece: LayoutPiece, state: PhotographState) -> Iterator[PhotoFaceDocument]:
        """What else a die may be: what the reading thought of first, then the other sides of the die that it is."""
        track = next((one for one in state.tracks if one.pose == piece.pose), None)
        if track is None:
            return
        names = [guess.name for guess in track.alternatives]
        die = self.desk.dice.get(piece.name.die) if piece.name else None
        names += [] if die is None else [FaceName(die.id, face.key) for face in die.faces]
        if track.name is not None:
            names.append(track.name)
        for name in list(dict.fromkeys(one for one in names if one != piece.name))[:_MOST_FACES]:
            known = self.desk.dice.get(name.die)
            label = name.die if known is None else known.label
            yield PhotoFaceDocument(die=name.die, face=name.face, title=f"{label} {name.face}")


def _picture_number(state: PhotographState, place: int) -> int:
    """By what number a picture of the table is fetched: none that is handed in later gets the number of another."""
    return state.rest * 100 + place


def _jpeg(pixels: Image) -> bytes:
    """A picture as it is sent to a phone."""
    return bytes(cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))[1])


class RulingPhotos:
    """A table without a match: whose dice are whose, and which document counts, is said on the page."""

    is_ruling = True

    def __init__(self, desk: PhotographDesk) -> None:
        self._desk = desk
        self._owners: dict[int, str] = {}
        self._faces: dict[int, FaceName] = {}
        self._agreement = Agreement()

    @property
    def rules(self) -> tuple[str, bool]:
        """As chosen on the page."""
        return self._agreement.profile.value, self._agreement.advanced

    def layout(self, state: PhotographState) -> Layout:
        """Every die named by what it is; those that nobody has given to a player belong to the nearer edge."""
        assert state.table is not None
        tracks = [self._known(track) for track in state.tracks]
        reading = Reading("", tuple(track.reading for track in tracks), state.table.reading.cameras[-1])
        top = state.table.reading.located[0].camera.table
        outline = tuple((float(x), float(y)) for x, y in top.outline())
        found = layout_of(reading, outline, self._desk.dice)
        given = {track.pose: self._owners[track.id] for track in tracks if track.id in self._owners}
        pieces = tuple(replace(one, owner=given.get(one.pose, one.owner)) for one in found.pieces)
        return replace(found, pieces=pieces)

    def _known(self, track: Track) -> Track:
        if track.id not in self._faces:
            return track
        return replace(track, reading=replace(track.reading, name=self._faces[track.id], confidence=1.0))

    def inspection(self, layout: Layout) -> Inspection:
        """By the rules that were chosen."""
        return Inspection(layout, self._desk.dice, self._agreement)

    def missing(self, layout: Layout) -> tuple[str, ...]:
        """Nobody knows what should lie there."""
        return ()

    def obey(self, asked: PhotoRequest, state: PhotographState) -> str:
        """Give a die to the other player, read it as another, choose the rules."""
        if isinstance(asked, RulesRequest):
            self._agreement = Agreement(profile=Profile(asked.profile), advanced=asked.advanced)
            return ""
        if not isinstance(asked, OwnerRequest | ReadAsRequest):
            return gettext("That goes with a match.")
        layout = self.layout(state)
        piece = next((one for one in layout.pieces if one.id == asked.piece), None)
        track = None if piece is None else next((one for one in state.tracks if one.pose == piece.pose), None)
        if piece is None or track is None:
            return gettext("The table has gone on; look again.")
        if isinstance(asked, OwnerRequest):
            self._owners[track.id] = layout.next_owner(piece.id)
            return ""
        die = self._desk.dice.get(asked.die)
        if die is None or die.face(asked.face) is None:
            return gettext("There is no such side.")
        self._faces[track.id] = FaceName(asked.die, asked.face)
        return ""


class MatchPhotos:
    """The table of a match: names and owners are the match's."""

    is_ruling = False

    def __init__(self, desk: PhotographDesk, presenter: MatchPresenter) -> None:
        self._desk, self._presenter = desk, presenter

    @property
    def rules(self) -> tuple[str, bool]:
        """Those of the match."""
        agreement = self._presenter.position.agreement
        return agreement.profile.value, agreement.advanced

    def layout(self, state: PhotographState) -> Layout:
        """Every die by the name of its piece; what is no piece of the match as it stands has a name of its own."""
        assert state.table is not None
        position = self._presenter.position
        known = layout_in(position, self._presenter.match.opening.table_talk.badges)
        left = list(position.in_play)
        pieces = []
        for track in state.tracks:
            there = next((piece for piece in left if lies_there(piece, track)), None)
            if there is not None:
                left.remove(there)
            pieces.append(replace(track.as_piece(), id=there.id, owner=there.owner) if there else self._stranger(track))
        return replace(known, pieces=tuple(pieces))

    def _stranger(self, track: Track) -> LayoutPiece:
        known = self._desk.dice.get(track.name.die) if track.name else None
        die = gettext("Unread die") if known is None else known.label
        return replace(track.as_piece(), id=gettext("{die}, new ({number})", die=die, number=track.id))

    def inspection(self, layout: Layout) -> Inspection:
        """By the position of the match."""
        position = self._presenter.position
        pieces = tuple(piece for piece in layout.pieces if piece.id in position.pieces)
        return _InMatch(replace(layout, pieces=pieces), stands=position)

    def missing(self, layout: Layout) -> tuple[str, ...]:
        """The pieces in play that no picture shows."""
        seen = {piece.id for piece in layout.pieces}
        return tuple(piece.id for piece in self._presenter.position.in_play if piece.id not in seen)

    def obey(self, asked: PhotoRequest, state: PhotographState) -> str:
        """Owners, sides and rules are the match's own."""
        return gettext("In a match that is put right on the referee's page.")


def _moved(table: PhotographedTable, desk: PhotographDesk) -> Iterator[str]:
    for one in table.reading.moved:
        known = desk.dice.get(one.name.die)
        yield gettext(
            "{die} side {side} was moved by {by_mm:.0f} mm between {first} and {second}.",
            die=one.name.die if known is None else known.label,
            side=one.name.face,
            by_mm=one.by_mm,
            first=one.between[0],
            second=one.between[1],
        )


def _marks(scene: Scene) -> Iterator[PhotoMarkDocument]:
    for mark in scene.marks:
        points = tuple((round(x, 1), round(y, 1)) for x, y in mark.points_px)
        yield PhotoMarkDocument(part=mark.part.value, points_px=points, closed=mark.closed, colour=mark.colour or "")


def _labels(scene: Scene, inspection: Inspection) -> Iterator[PhotoLabelDocument]:
    """The words beside the dice, set so that they can be read on a phone."""
    type_px = _TYPE * scene.size_wh[0]
    tags = scene.tags_to_show
    set_tags = [(tag, *_words(tag, looking=inspection.sighting is not None)) for tag in tags]
    wishes = [
        LabelRequest(_size(title, lines, type_px), tag.from_px, tag.to_px, 0.9 * tag.clear_px)
        for tag, title, lines in set_tags
    ]
    discs = tuple((*tag.from_px, 0.75 * tag.clear_px) for tag in scene.tags if not tag.along)
    ends = tuple((*mark.points_px[0], *mark.points_px[-1]) for mark in scene.marks if mark.part in _LINES)
    boxes = place_labels(wishes, Clutter(discs, ends), scene.size_wh)
    for (tag, title, lines), box in zip(set_tags, boxes, strict=True):
        if box is None:
            continue
        x, y = box.centre_px
        yield PhotoLabelDocument(
            piece=tag.piece,
            title=title,
            lines=lines,
            tone=tag.tone.value,
            badge=BadgeDocument(shape="", word="nobody") if tag.badge is None else badge_document(tag.badge),
            centre_px=(round(x, 1), round(y, 1)),
            size_px=(round(box.width, 1), round(box.height, 1)),
            type_px=round(type_px, 1),
        )


def _words(tag: Tag, *, looking: bool) -> tuple[str, tuple[str, ...]]:
    """What there is room for: the name with its side, and how it stands to the weapon."""
    side = tag.aside.split("  ")[0] if not looking or tag.tone is Tone.CHOSEN else ""
    badge = "" if tag.badge is None or tag.along else f"{tag.badge.shape.value} "
    title = f"{badge}{tag.title}"
    lines = tuple(words for words in (side, *(tag.details if looking else ())) if words)[:2]
    return title, lines if tag.tone is not Tone.CHOSEN else lines[:1]


def _size(title: str, lines: tuple[str, ...], type_px: float) -> tuple[float, float]:
    widths = [_BOLD_LETTER * len(title), *(_LETTER * len(line) for line in lines)]
    return (max(widths) + 2 * _PAD) * type_px, (_LINE * (1 + len(lines)) + _PAD) * type_px


def _die(piece: LayoutPiece, layout: Layout, view: PictureView, *, chosen: bool) -> PhotoDieDocument:
    return PhotoDieDocument(
        piece=piece.id,
        name=piece.id,
        side=piece.name.face if piece.name else "",
        badge=badge_document(owner_badge(layout, piece.owner)),
        chosen=chosen,
        body_px=tuple((round(x, 1), round(y, 1)) for x, y in body_px(piece, view)),
    )


def _candidate(one: SurveyedPiece, layout: Layout, rules: tuple[str, ...], *, focus: bool) -> PhotoCandidateDocument:
    owner = next((piece.owner for piece in layout.pieces if piece.id == one.piece), None)
    margin = one.margin if one.standing is not TargetStanding.EXCLUDED or one.reason else None
    return PhotoCandidateDocument(
        piece=one.piece,
        badge=badge_document(owner_badge(layout, owner)),
        standing=one.standing.name.lower(),  # type: ignore[arg-type]
        distance="" if one.gap is None else str(one.gap.distance),
        reason=_reason(one, margin),
        rules=one.rules or rules[:1],
        focus=focus,
    )


def _reason(one: SurveyedPiece, margin: Measurement | None) -> str:
    if one.standing is TargetStanding.EXCLUDED:
        return one.reason
    if one.standing is TargetStanding.UNSURE:
        if margin is not None and margin.sign == 0:
            return gettext("too close to call: {margin} in front of the baseline", margin=margin)
        return gettext("too close to call")
    return "" if one.order is None else gettext("hit as number {order}", order=one.order)


def _cited(rules: tuple[str, ...]) -> tuple[CitedRuleDocument, ...]:
    known: Mapping[str, object] = ledger()
    return tuple(CitedRuleDocument(id=rule, text=ledger()[rule].shown.text) for rule in rules if rule in known)


def ruling_photos(desk: PhotographDesk) -> PhotoPage:
    """The page for one ruling."""
    return PhotoPage(desk, RulingPhotos(desk))


def watched_pictures(presenter: MatchPresenter) -> PhotoPage:
    """The same of a match that a camera watches."""
    desk = WatchedPictures(presenter)
    return PhotoPage(desk, MatchPhotos(desk, presenter))


def match_photos(desk: PhotographDesk, presenter: MatchPresenter) -> PhotoPage:
    """The page for a match."""
    return PhotoPage(desk, MatchPhotos(desk, presenter))
