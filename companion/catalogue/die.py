"""What keeps a die from being a whole one: faces that are missing or given twice, damage that leads astray, numbers
that an arrow needs. What single keys may hold is for the codec.

What is printed on a die: frozen values, no rule and no file in them (docs/formats, Die).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Annotated, Final

from annotated_types import Ge, Le, MaxLen

from companion.catalogue.effects import Colour, Effect, EffectKind
from companion.geometry import is_face, roll_vertices
from companion.limits import Apart, Checked, Corner, Corners, Means, Name, PointCost, PrintedCount, Strength, Text
from companion.text import gettext

#: Edge of a normal die; public reviews give two inches (ledger NG-01).
NORMAL_EDGE_MM: Final = 50.8
CORNERS: Final = (0, 1, 2)


def _face_vertices(vertices: str) -> str:
    if not is_face(vertices):
        raise ValueError(gettext("expected three vertices in corner order, such as 'aBC'"))
    return vertices


@dataclass(frozen=True, slots=True)
class Face:
    """One of the eight sides.

    All that stands on a face and counts (OG-FACE-03, OG-FACE-05, OG-FACE-07, OG-FACE-10, DW-FACE-01, DW-FACE-03,
    DW-FACE-04, DW-FACE-05, DW-FACE-07). Where damage leads, the red dot says, not the number (AMB-40, CON-18).
    """

    key: Annotated[Name, Means("Unique in the die: '8', '4a', or any word where no number is printed.")]
    side: Annotated[Annotated[int, Ge(1), Le(8)] | None, Means("The printed number; left out, none.")] = None
    vertices: Annotated[
        Annotated[str, Checked(_face_vertices)] | None,
        Means("Its three vertices of the octahedron in corner order, such as 'aBC'."),
    ] = None
    block: Annotated[Strength | None, Means("Left out: no Block.")] = None
    shield: Annotated[Colour, Means("The colour that it is immune to; white is none.")] = Colour.WHITE
    maneuver: Annotated[Corners, Means("Corners with a green dot.")] = ()
    entry: Annotated[Corners, Means("Corners with an entry point.")] = ()
    damage: Annotated[tuple[Corner, ...], MaxLen(1), Means("The corner with the red dot.")] = ()
    treads: Annotated[
        tuple[PrintedCount, ...],
        MaxLen(3),
        Means("Of an Ogre: the number in each green dot, in the order of 'maneuver'."),
    ] = ()
    effects: Annotated[tuple[Effect, ...], Apart()] = ()

    def immune_to(self, colour: Colour) -> bool:
        """Whether this shield makes the die immune to effects of a colour (OG-COLOR-01, OG-COLOR-02)."""
        return colour is self.shield and colour not in {Colour.BLACK, Colour.WHITE}

    def has(self, kind: EffectKind) -> bool:
        """Whether an effect of that kind stands on this face."""
        return any(effect.kind is kind for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Die:
    """One design of die, of whatever set: all sets mix (OG-SET-02). Points, class and team are what is printed on its
    Side 1 (OG-FACE-12, OG-FACE-13, OG-FACE-14, DW-FACE-08, DW-FACE-09). ``unique``: one copy in an army and in play
    (OG-ARMY-12, AD-UNIQ-01, AD-UNIQ-02). ``team`` is the colour of its edges (AD-ARMY-02). ``provenance`` says where
    its values come from, ``sources`` where single keys differ.
    """

    id: Name
    faces: Annotated[tuple[Face, ...], Apart()]
    name: Text = ""
    set: Text = ""
    team: Text = ""
    classes: Annotated[tuple[Name, ...], Means("What Call and Command restrictions match.")] = ()
    points: PointCost = 0
    unique: bool = False
    edge_mm: Annotated[int | float, Ge(5), Le(500), Means("Millimetres.")] = NORMAL_EDGE_MM
    provenance: Annotated[Text, Means("Where its values are from: printed, rules, stand-in or user.")] = "stand-in"
    sources: Annotated[Mapping[str, str], Means("Value -> where it is from, where that differs.")] = field(
        default_factory=lambda: MappingProxyType({})
    )

    @property
    def label(self) -> str:
        """Name for people: the printed one, or the id."""
        return self.name or self.id

    def face(self, key: str) -> Face | None:
        """The face of that key, or None."""
        return next((face for face in self.faces if face.key == key), None)

    def face_over(self, face: Face, corner: int) -> Face | None:
        """The face that comes up when ``corner`` of ``face`` is pressed down (GEO-08); None where it is not known."""
        if face.vertices is None:
            return None
        wanted = roll_vertices(face.vertices, corner)
        return next((f for f in self.faces if f.vertices is not None and frozenset(f.vertices) == wanted), None)

    def source(self, key: str) -> str:
        """Where the value under ``key`` comes from."""
        return self.sources.get(key, self.provenance)


#: Sets whose dice are unique by their document (AD-UNIQ-02, CY-ARMY-04); no other is (CON-07).
UNIQUE_SETS: Final = frozenset({"deep-white-sea", "cyburg"})
_FACES_OF_A_DIE: Final = 8


def die_problems(die: Die) -> list[str]:
    """Every problem of a die, each with its place, such as ``face['8'].damage``; none for a whole die."""
    return [
        *_wrong_faces(die),
        *_wrong_steps(die),
        *(problem for face in die.faces for problem in _wrong_numbers(face)),
    ]


def repeated(values: Sequence[str]) -> list[str]:
    """The values that are there more than once, in order."""
    return sorted({value for value in values if values.count(value) > 1})


def repeated_faces(die: Die) -> Iterator[str]:
    """Faces of a die that are given twice, be it a whole one or those that a script lists."""
    for key in repeated([face.key for face in die.faces]):
        yield gettext("face[{key!r}].key: {key!r} is given to more than one face", key=key)
    for vertices in repeated(["".join(sorted(face.vertices)) for face in die.faces if face.vertices]):
        yield gettext("face: vertices: {vertices!r} is given to more than one face", vertices=vertices)


def _wrong_faces(die: Die) -> Iterator[str]:
    if len(die.faces) != _FACES_OF_A_DIE:
        yield gettext("face: expected eight faces, got {count}", count=len(die.faces))
    yield from repeated_faces(die)
    for face in die.faces:
        if face.vertices is None:
            yield gettext("face[{key!r}].vertices: this key is missing", key=face.key)


def _wrong_steps(die: Die) -> Iterator[str]:
    for face in die.faces:
        for corner in face.damage:
            below = die.face_over(face, corner)
            if below is not None and None not in (face.side, below.side) and face.side != (below.side or 0) + 1:
                yield (
                    gettext(
                        "face[{key!r}].damage: corner {corner} leads to side {side}, not to the next lower side "
                        "{next_lower}",
                        key=face.key,
                        corner=corner,
                        side=below.side,
                        next_lower=(face.side or 0) - 1,
                    )
                )


def _wrong_numbers(face: Face) -> Iterator[str]:
    if face.treads and len(face.treads) != len(face.maneuver):
        yield gettext("face[{key!r}].treads: expected one number for each corner of 'maneuver'", key=face.key)
    for index, effect in enumerate(face.effects):
        yield from (f"face[{face.key!r}].effect[{index}].{problem}" for problem in _lacking(effect))
    for (first, one), (second, other) in combinations(enumerate(face.effects), 2):
        if one.is_one_shot_with(other):
            yield gettext(
                "face[{key!r}].effect[{second}]: has the colour, range and numbers of effect[{first}]; arrows of one "
                "colour are one shot (OG-SIGHT-08): write one effect with corners = {corners}",
                key=face.key,
                second=second,
                first=first,
                corners=sorted({*one.corners, *other.corners}),
            )


def _lacking(effect: Effect) -> Iterator[str]:
    if effect.corners and effect.range is None:
        yield gettext("range: an effect with an arrow needs short, long or all")
    for key in effect.record.needs:
        if getattr(effect, key) is None:
            yield gettext("{key}: this key is missing", key=key)
