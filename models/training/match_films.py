"""``python -m models.training.match_films FOLDER``: whole random matches (`matches`) filmed, for ``companion watch``.

A film shows a match of two armies of the same dice on the table of an invented rig, with that rig's camera and lamps:
hands reach in over their owners' rims, dice are thrown and tumble, are rolled and taken off, and now and then something
goes wrong (`mishaps`). Beside it is its truth: the opening and the true acts as a referee script, what lies where at
each rest, the score. The rig that it is calibrated and enrolled with is photographed once.

Numbers may be set on the films of the group ``tuning``; those held out are only watched. A seed makes the same film.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from companion.arrays import FloatArray, Image
from companion.camera import Pinhole, TableShape
from companion.catalogue import Die
from companion.codec.actions import encode_action
from companion.codec.die import known_dice
from companion.codec.script import encode_match_opening
from companion.geometry import VERTICES, Pose
from companion.opencv import cv2
from companion.resources import Bundled, bundled
from companion.rules import Piece, Position
from companion.rules.actions import OffTable, Throw
from companion.session.match import DiceRules
from models.training.invented_rigs import RIGS, Group, InventedRig
from models.training.matches import ARMY, PATIENT, TABLE_MM, opening, play
from models.training.mishaps import ALL_MISHAPS, SimulatedRest
from models.training.moving import box, hand_over, in_flight, raised_prism, turned_die
from models.training.rigs import camera_of, photograph_bare, photograph_faces, picture_of, save_clicks
from models.training.scene import FOLDED_ASKEW, Body, folded, laid_as
from models.training.styles import InventedDie, invent_die

FPS: Final = 10
#: How long a table at rest, a hand in one place and a camera that sees nothing are shown, frames.
_REST, _HAND, _AWAY = (12, 19), (1, 3), 25
_NOISE_LEVELS: Final = 1.3
_SLEEVES: Final = {"Anna": np.array([0.30, 0.14, 0.05]), "Ben": np.array([0.06, 0.09, 0.20])}
_PHONE_MM: Final = (38.0, 76.0)
_PHONE_GLASS: Final = np.array([0.012, 0.012, 0.014])


@dataclass(frozen=True, slots=True)
class FilmedMatch:
    """A match to be filmed: rig: whose table and camera; seed, acts, mishaps: as of `matches`."""

    rig: str
    seed: int
    acts: int = 60
    mishaps: float = 0.0
    group: Group = Group.TUNING

    @property
    def name(self) -> str:
        """Of the film."""
        return f"{self.rig}-{self.seed}"


#: Held out are matches on the tables of rigs that are held out, with seeds from 31 on.
FILMED_MATCHES: Final = (
    FilmedMatch("library", 11),
    FilmedMatch("attic", 12, mishaps=0.1),
    FilmedMatch("sauna", 13, mishaps=0.1),
    FilmedMatch("cabin", 14),
    FilmedMatch("cellar", 15, mishaps=0.1),
    FilmedMatch("souk", 16),
    FilmedMatch("winebar", 17, mishaps=0.12),
    FilmedMatch("fireside", 18, mishaps=0.12),
    FilmedMatch("den", 19, mishaps=0.12),
    FilmedMatch("chalet", 20, mishaps=0.12),
    FilmedMatch("wardrobe", 21, mishaps=0.12),
    FilmedMatch("printshop", 22, mishaps=0.12),
    FilmedMatch("boathouse", 23, mishaps=0.12),
    FilmedMatch("underpass", 24, mishaps=0.12),
    FilmedMatch("conservatory", 25, mishaps=0.12),
    FilmedMatch("carpet", 26, mishaps=0.12),
    FilmedMatch("seaside", 27, mishaps=0.12),
    FilmedMatch("garage", 71, mishaps=0.12),
    FilmedMatch("mosaic", 75, mishaps=0.12),
    FilmedMatch("parlour", 76, mishaps=0.12),
    FilmedMatch("headquarters", 31, group=Group.HELD_OUT),
    FilmedMatch("ballroom", 32, mishaps=0.1, group=Group.HELD_OUT),
    FilmedMatch("chapel", 33, group=Group.HELD_OUT),
    FilmedMatch("lounge", 34, mishaps=0.1, group=Group.HELD_OUT),
    FilmedMatch("stage", 35, group=Group.HELD_OUT),
    FilmedMatch("vault", 36, mishaps=0.1, group=Group.HELD_OUT),
    FilmedMatch("yurt", 37, mishaps=0.1, group=Group.HELD_OUT),
    FilmedMatch("bookshop", 38, mishaps=0.1, group=Group.HELD_OUT),
    FilmedMatch("chapel", 39, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("headquarters", 40, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("yurt", 41, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("stage", 42, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("vault", 43, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("lounge", 44, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("ballroom", 45, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("bookshop", 46, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("yurt", 81, mishaps=0.12, group=Group.HELD_OUT),
    FilmedMatch("vault", 82, mishaps=0.12, group=Group.HELD_OUT),
)


def main() -> None:
    """Film the matches named, or all of a group."""
    parser = argparse.ArgumentParser(prog="python -m models.training.match_films", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--group", choices=[*Group], help="films on which numbers may be set, or those held out")
    parser.add_argument("--only", nargs="*", default=[one.name for one in FILMED_MATCHES])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    wanted = [one for one in FILMED_MATCHES if one.name in options.only and options.group in (None, one.group)]
    with ProcessPoolExecutor(options.workers) as crew:
        for name in crew.map(_film_one, [(one, options.folder) for one in wanted]):
            print(name, flush=True)


def _film_one(task: tuple[FilmedMatch, Path]) -> str:
    cv2.setNumThreads(1)
    match, folder = task
    film(match, next(rig for rig in RIGS if rig.name == match.rig), folder)
    return match.name


def film(match: FilmedMatch, rig: InventedRig, folder: Path) -> None:
    """Write the film, its truth, and the rig with which its camera is calibrated and its dice enrolled."""
    rig = replace(rig, table_mm=TABLE_MM, shape=TableShape.RECT, size_wh=_even(rig.size_wh))
    dice = {f"ogre/{kind}": known_dice()[f"ogre/{kind}"] for kind in dict.fromkeys(ARMY)}
    studio = Studio(
        rig, camera_of(rig), dice, _painted(match, dice), match.seed, np.random.default_rng([match.seed, 1])
    )
    _photograph_rig(studio, folder / rig.name)
    rng = random.Random(match.seed)
    begun = opening(rng)
    scenes = list(play(rng, DiceRules(begun).start, match.acts, match.mishaps, ALL_MISHAPS, PATIENT))
    (folder / "films").mkdir(parents=True, exist_ok=True)
    path = folder / "films" / f"{match.name}.mp4"
    code = cv2.VideoWriter.fourcc(*"mp4v")
    shots = cv2.VideoWriter(str(path), code, FPS, rig.size_wh)
    rests: list[dict[str, Any]] = []
    before, shown = LyingDice(), 0
    try:
        for scene in scenes:
            after = before.changed_to(scene, studio.rng)
            for picture, frames in studio.between(before, after, scene):
                shown += _show(shots, picture, frames, studio.rng)
            rests.append({"frame": shown, "acts": len(scene.acts), "mishap": scene.mishap, "by": scene.by})
            shown += _show(shots, studio.at_rest(after, scene), int(studio.rng.integers(*_REST)), studio.rng)
            before = after
    finally:
        shots.release()
    steps = [encode_action(act) for scene in scenes for act in scene.acts]
    script = {**encode_match_opening(begun), "steps": steps}
    truth = {"rig": rig.name, "seed": match.seed, "rests": rests, "score": dict(scenes[-1].position.score)}
    text = json.dumps({**truth, "script": script}, indent=1).replace('"ogre/', f'"{rig.name}/')
    path.with_suffix(".json").write_text(text)


def _even(size_wh: tuple[int, int]) -> tuple[int, int]:
    """Not larger than full HD: what webcams film in."""
    share = min(1.0, 1920 / size_wh[0])
    return int(size_wh[0] * share) // 2 * 2, int(size_wh[1] * share) // 2 * 2


def _show(shots: cv2.VideoWriter, picture: Image, frames: int, rng: np.random.Generator) -> int:
    for _ in range(frames):
        noisy = picture + rng.normal(0, _NOISE_LEVELS, picture.shape).astype(np.float32)
        shots.write(np.clip(noisy + 0.5, 0, 255).astype(np.uint8))
    return frames


# the dice ------------------------------------------------------------------------------------------------------------


def _painted(match: FilmedMatch, dice: Mapping[str, Die]) -> list[InventedDie]:
    """The dice with paintings that nobody has ever seen, face by face in the order of their files."""
    pool = []
    for number, die in enumerate(dice.values()):
        painted = invent_die(np.random.default_rng([match.seed, 70_000 + number]), size=224)
        faces = zip(die.faces, painted.faces.values(), strict=True)
        pool.append(InventedDie({face.vertices: art for face, art in faces if face.vertices}, die.edge_mm))
    return pool


def _photograph_rig(studio: Studio, folder: Path) -> None:
    """Write the rig: its dice, what its camera is calibrated with, and pictures to enrol from."""
    (folder / "dice").mkdir(parents=True, exist_ok=True)
    for name in studio.dice:
        kind = name.partition("/")[2]
        text = (bundled(Bundled.DICE_FACES) / "ogre" / f"{kind}.toml").read_text(encoding="utf-8")
        own = text.replace('"ogre/', f'"{folder.name}/').replace('set = "ogre"', f'set = "{folder.name}"')
        (folder / "dice" / f"{kind}.toml").write_text(own, encoding="utf-8")
    photograph_bare(studio.rig, studio.lens, folder)
    names = [name.replace("ogre/", f"{folder.name}/") for name in studio.dice]
    clicks = photograph_faces(studio.rig, studio.lens, studio.pool, names, folder)
    keys = {name: [face.key for face in die.faces] for name, die in zip(names, studio.dice.values(), strict=True)}
    # There faces are counted.
    save_clicks(folder, [{**row, "face": keys[row["die"]][int(row["face"]) - 1]} for row in clicks])


# what lies on the table ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lie:
    """How a die lies: as the match has it (``piece``), where the hand has really put it down (``pose``), and what it
    leans on (``host``)."""

    piece: Piece
    pose: Pose
    host: Pose | None = None


@dataclass(frozen=True, slots=True)
class LyingDice:
    """The dice on the table, by piece."""

    lies: Mapping[str, Lie] = field(default_factory=dict)

    def changed_to(self, scene: SimulatedRest, rng: np.random.Generator) -> LyingDice:
        """The table of the next scene: what has not been moved lies just as it lay."""
        lies = {}
        for piece in scene.lies.in_play:
            old = self.lies.get(piece.id)
            if old is not None and (old.piece.placed, old.piece.face) == (piece.placed, piece.face) and not old.host:
                lies[piece.id] = old
            elif piece.id == scene.leaning:
                lies[piece.id] = _leaning(piece, scene.lies)
            else:
                thrown = old is None
                lies[piece.id] = Lie(piece, piece.placed if thrown else _put_down(piece.placed, rng))
        return LyingDice(lies)


def _put_down(pose: Pose, rng: np.random.Generator) -> Pose:
    """About as exactly as people put a die down where it belongs."""
    dx, dy, turn = rng.normal(0, (1.0, 1.0, 1.5))
    return replace(pose, x_mm=pose.x_mm + dx, y_mm=pose.y_mm + dy, heading_deg=pose.heading_deg + turn)


def _leaning(piece: Piece, position: Position) -> Lie:
    """A thrown die against the nearest other one; alone on the table it lies flat."""
    others = [other.placed for other in position.in_play if other.id != piece.id]
    if not others:
        return Lie(piece, piece.placed)
    host = min(others, key=lambda other: math.dist(other.centre_mm, piece.placed.centre_mm))
    way = np.subtract(piece.placed.centre_mm, host.centre_mm)
    near = np.asarray(host.centre_mm) + 0.88 * piece.die.edge_mm * way / np.linalg.norm(way)
    return Lie(piece, replace(piece.placed, x_mm=float(near[0]), y_mm=float(near[1])), host)


# the camera ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Studio:
    """The rig with its camera and dice, and how each copy of a die is folded: the same way in every picture. rng:
    chances of its own, so that the match is the same however it is filmed."""

    rig: InventedRig
    lens: Pinhole
    dice: Mapping[str, Die]
    pool: list[InventedDie]
    seed: int
    rng: np.random.Generator

    def at_rest(self, table: LyingDice, scene: SimulatedRest) -> Image:
        """The table of a scene, with what lies on the dice."""
        bodies = [self._body(lie) for lie in table.lies.values()]
        if scene.covered is not None:
            bodies.append(raised_prism(box(*scene.covered, *_PHONE_MM), 44.0, 52.0, _PHONE_GLASS))
        return self._picture(bodies, self._lit(scene))

    def between(self, before: LyingDice, after: LyingDice, scene: SimulatedRest) -> Iterator[tuple[Image, int]]:
        """What is seen until the table comes to rest, and for how many frames each."""
        if scene.away:
            yield np.zeros((*self.rig.size_wh[::-1], 3), np.uint8), _AWAY
            return
        thrown = {act.piece: act for act in scene.acts if isinstance(act, Throw)}
        landed = [name for name in after.lies if name not in before.lies and (name in thrown or scene.leaning == name)]
        struck = {name for act in thrown.values() for name in act.knocked_off}
        lost = [act.piece for act in thrown.values() if isinstance(act.lands, OffTable)]
        lies = dict(before.lies)
        for name in (*landed, *lost):
            yield from self._throw(name, lies, after, scene.position, struck)
            lies = {kept: lie for kept, lie in lies.items() if kept not in struck}
            lies |= {name: after.lies[name]} if name in after.lies else {}
        moved = [name for name in {**lies, **after.lies} if lies.get(name) != after.lies.get(name)]
        yield from self._hands(lies, after, moved, scene)

    def _throw(
        self, name: str, lies: Mapping[str, Lie], after: LyingDice, position: Position, struck: set[str]
    ) -> Iterator[tuple[Image, int]]:
        """A die comes in over its player's rim; what it strikes slides off; one that goes over the table is lost."""
        piece = position.piece(name)
        style, die = self._die(piece)
        deep = TABLE_MM[1]
        start, over = (-110.0, deep + 150) if piece.owner == "Anna" else (deep + 110, -150.0)
        lands = after.lies.get(name)
        up = piece.die.faces[0].vertices if lands is None or lands.piece.face is None else lands.piece.face.vertices
        end = Pose(self.rng.uniform(200, 800), over, 0.0, piece.die.edge_mm) if lands is None else lands.pose
        assert up is not None
        for share in (0.25, 0.55, 0.85):
            bodies = [in_flight(self.rng, die, style, up, end, start, share)]
            for other, lie in lies.items():
                bodies.append(self._sliding(lie) if other in struck and share > 0.8 else self._body(lie))
            yield self._picture(bodies), 1

    def _sliding(self, lie: Lie) -> Body:
        style, die = self._die(lie.piece)
        aside = (lie.pose.x_mm - 30, lie.pose.y_mm - 90, None)
        corners = folded(_up(lie.piece), lie.pose, self._folds(lie.piece))
        return turned_die(die, style, corners, self.rng.uniform(-1, 1, 3), aside)

    def _hands(
        self, lies: Mapping[str, Lie], after: LyingDice, moved: Sequence[str], scene: SimulatedRest
    ) -> Iterator[tuple[Image, int]]:
        """Hands that reach in, one after the other, until all lies as it does afterwards. What nobody is seen to have
        moved, its owner has."""
        owners = {name: (after.lies.get(name) or lies[name]).piece.owner for name in moved}
        by = scene.by or tuple(dict.fromkeys(owners.values()))
        if not moved and not (by and scene.mishap):
            return
        done = dict(lies)
        for number, player in enumerate(by):
            last = number == len(by) - 1
            own = [name for name in moved if owners[name] == player or (last and owners[name] not in by)]
            place = (after.lies.get(own[0]) or lies[own[0]]).pose.centre_mm if own else self._anywhere(scene)
            lifted = {name: lie for name, lie in done.items() if name not in own}
            done = {**lifted, **{name: after.lies[name] for name in own if name in after.lies}}
            old = {**lifted, **{name: lies[name] for name in own if name in lies}}
            for shown, short_mm in ((old, 190.0), (old, 80.0), (lifted, 0.0), (done, 60.0), (done, 200.0)):
                bodies = [self._body(lie) for lie in shown.values()]
                yield self._picture([*bodies, *self._hand(player, place, short_mm)]), int(self.rng.integers(*_HAND))

    def _anywhere(self, scene: SimulatedRest) -> tuple[float, float]:
        if scene.covered is not None:
            return scene.covered
        return float(self.rng.uniform(150, TABLE_MM[0] - 150)), float(self.rng.uniform(150, TABLE_MM[1] - 150))

    def _hand(self, player: str, place: tuple[float, float], short_mm: float) -> list[Body]:
        x, y = np.asarray(place) + self.rng.uniform(-6, 6, 2)
        if player == "Anna":
            return hand_over(x, y - short_mm, sleeve=_SLEEVES[player])
        return hand_over(x, y + short_mm, far_mm=TABLE_MM[1], sleeve=_SLEEVES[player])

    def _body(self, lie: Lie) -> Body:
        style, die = self._die(lie.piece)
        corners = folded(_up(lie.piece), lie.pose, self._folds(lie.piece))
        if lie.host is None:
            return laid_as(die, style, corners, lie.pose, TABLE_MM)
        way = np.subtract(lie.pose.centre_mm, lie.host.centre_mm)
        axis = np.array([way[1], -way[0], 0.0]) / np.linalg.norm(way)
        tilt = math.radians(np.random.default_rng([self.seed, *lie.piece.id.encode()]).uniform(12, 28))
        return turned_die(die, style, corners, tilt * axis, (*lie.pose.centre_mm, None))

    def _folds(self, piece: Piece) -> dict[str, FloatArray]:
        """How this copy of the die is folded."""
        rng = np.random.default_rng([self.seed, 2, *piece.id.encode()])
        return {v: rng.normal(0, FOLDED_ASKEW, 3) for v in VERTICES}

    def _die(self, piece: Piece) -> tuple[int, InventedDie]:
        style = list(self.dice).index(piece.die.id)
        return style, self.pool[style]

    def _lit(self, scene: SimulatedRest) -> InventedRig:
        """The rig as a scene has it: another lamp is on, or the exposure has drifted."""
        if scene.mishap == "lamp":
            lamp = (120.0, 35.0, 0.05, 1.2)
            return replace(self.rig, lamps=(*self.rig.lamps, lamp)) if self.rig.light is None else self._exposed(1.7)
        if scene.mishap == "exposure drifts":
            return self._exposed(1 - 1.6 * scene.unread)
        return self.rig

    def _exposed(self, share: float) -> InventedRig:
        return replace(self.rig, film=replace(self.rig.film, exposure=self.rig.film.exposure * share))

    def _picture(self, bodies: Sequence[Body], rig: InventedRig | None = None) -> Image:
        # One seed for all, so that shades and floor stay as they are from picture to picture.
        rig = rig or self.rig
        return picture_of(rig, self.lens, self.pool, bodies, seed=self.seed, glare=rig.glare)[0]


def _up(piece: Piece) -> str:
    assert piece.face is not None
    assert piece.face.vertices is not None
    return piece.face.vertices


if __name__ == "__main__":
    main()
