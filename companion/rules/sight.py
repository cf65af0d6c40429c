"""Who sees whom: by baseline, level and terrain alone (Dodge and range are matters of `targets`).

Each arrow group is a union of half planes without end (OG-SIGHT-04, DW-SIGHT-01, DW-SIGHT-04, CON-21); each weapon of
an Ogre is a group of its own, the AP the one that sees all round (OG-SIGHT-10, OG-SIGHT-11, CON-40). Dice never hide
one another ( AD-TERR-11), and a die that stands higher sees what lies lower (AD-TERR-12). Worked examples:
OG-SIGHT-06, DW-SIGHT-03, CY-SIGHT-02.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.geometry import HalfPlane, Measurement, reach_above
from companion.rules import terrain
from companion.rules.arrows import arrow_of, looking_effect
from companion.rules.position import Piece, Position, Target
from companion.rules.ruling import Ruling, Verdict, Why, cite, most_telling
from companion.rules.table import check_in_play
from companion.text import N_, gettext, pgettext


@dataclass(frozen=True, slots=True)
class SightAnswer:
    """Whether an arrow group sees a target.

    ``sees`` is None where it is too close to call. ``margin`` says how far the target reaches in front of the baseline
    by the reading in force (negative: short of it), the largest of all arrows, ``plane`` that arrow's half plane;
    ``contested`` is True where top face and outline disagree (AMB-01).
    """

    sees: bool | None
    margin: Measurement
    plane: HalfPlane
    contested: bool
    ruling: Ruling

    @property
    def why(self) -> Why | None:
        """Why it is not seen, or that it is too close to call."""
        return self.ruling.why


def sees(position: Position, by: str, effect: int, target: str) -> SightAnswer:
    """Whether a piece's effect sees a target by baseline, terrain and level (docs/formats, ask "sees").

    Raises:
        Refused: no such arrow, or one of the two is not in play.
    """
    looker, aim = position.piece(by), position.target(target)
    found = looking_effect(position, looker, effect)
    check_in_play(position, aim)
    return line_of_sight(position, looker, arrow_of(looker.showing, found)[0], aim)


def line_of_sight(position: Position, by: Piece, corners: Sequence[int], target: Target) -> SightAnswer:
    """Whether arrows in some corners of a die in play see a target (GEO-05 to GEO-07; AMB-01, AMB-02)."""
    whole, top = _reach(by, corners, target, whole=True), _reach(by, corners, target, whole=False)
    margin, plane = whole if position.agreement.is_("AMB-01", "whole-die") else top
    contested = whole[0].sign != top[0].sign
    hidden = terrain.hides(position, by, target) if margin.sign >= 0 else None
    ruling = hidden or _by_baseline(position, by, corners, target, margin, contested=contested)
    seen = {Verdict.YES: True, Verdict.NO: False}.get(ruling.verdict)
    return SightAnswer(seen, margin, plane, contested, ruling)


def sees_any(position: Position, by: Piece, target: Target) -> bool | None:
    """Whether a die sees a target with any arrow of its face; no arrow sees nothing (AMB-44). None: too close to
    call."""
    groups = {arrow_of(by.showing, effect)[0] for effect in by.showing.effects} - {()}
    found = [line_of_sight(position, by, corners, target).sees for corners in groups]
    return True if True in found else (None if None in found else False)


def _reach(by: Piece, corners: Sequence[int], target: Target, *, whole: bool) -> tuple[Measurement, HalfPlane]:
    outline = target.outline if whole or not isinstance(target, Piece) else target.top
    sigma = target.sigma_mm if isinstance(target, Piece) else 0.0
    planes = [by.baseline(corner) for corner in corners]
    rises = [(reach_above(plane, outline, (by.sigma_mm, sigma), by.sigma_deg), plane) for plane in planes]
    return max(rises, key=lambda found: found[0].value)


def _by_baseline(
    position: Position, by: Piece, corners: Sequence[int], target: Target, margin: Measurement, *, contested: bool
) -> Ruling:
    verdict, why, words = _WORDS[margin.sign]
    rules = most_telling(
        ("AMB-02",) if margin.sign == 0 else (),
        ("AMB-01",) if contested else (),
        cite(position.agreement.profile, "baseline"),
        _ARROW_RULES.get(len(corners), ()),
        ("GEO-05",),
    )
    reach = Measurement(abs(margin.value), margin.sigma)
    text = pgettext("sight", words, by=by.label, target=target.label, reach=reach)
    if contested:
        text += gettext(" Top face and whole die disagree here.")
    return Ruling(verdict, rules, text, why, {"margin_mm": margin})


_WORDS = {
    1: (Verdict.YES, None, N_("sight", "{by} sees {target}: it is {reach} in front of the baseline.")),
    0: (
        Verdict.TOO_CLOSE,
        Why.TOO_CLOSE_TO_CALL,
        N_("sight", "{by} may or may not see {target}: it is within measuring error ({reach}) of the baseline."),
    ),
    -1: (Verdict.NO, Why.NOT_SEEN, N_("sight", "{by} does not see {target}: it is {reach} behind the baseline.")),
}
_ARROW_RULES = {2: ("OG-SIGHT-07", "OG-SIGHT-08", "GEO-06"), 3: ("OG-SIGHT-09", "DW-SIGHT-04", "GEO-07")}
