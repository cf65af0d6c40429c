"""The tuned numbers of certifying: what each means, what it was set from, and what moving it costs.

The limits of the grades stand in ``grades.py``."""

from __future__ import annotations

from typing import Final

#: Fewer pictures tell no scatter worth the name; fewer marks no sheet. The first by what was asked for, three to ten
#: pictures; the second as for calibrating.
FEWEST_PICTURES: Final = 3
FEWEST_MARKS: Final = 3
#: How many times as large pictures are made in which the small marks of a sheet are searched for. Set on rendered
#: pictures with much noise, in which every size finds others of the marks; more cost time.
MARK_ZOOMS: Final = (1, 2)
#: Sigma of the blur, in px of the enlarged picture, against noise that breaks cells up. By eye.
SMOOTH_PX: Final = 1.5
#: How well hands lay a die into a printed outline, standard deviation along one axis, mm. stand-in: no measurement by
#: hand exists; it only weighs how far the height may be inferred from pictures between which the sheet was hardly
#: turned.
PLACING_MM: Final = 0.3
#: How far a die may be from an outline to lie in it, in its edges. By eye; hands miss by a hundredth, neighbours lie
#: more than one edge apart.
REACH_EDGES: Final = 0.25
#: An outline in which a die is seen but never named counts as filled where it is seen in so many of the pictures: a
#: printed triangle alone is taken for a die now and then. By eye.
SEEN_SHARE: Final = 0.5
#: Thicker card under the sheet is allowed for; thinner is less than what is measured.
THIN_MM: Final = 0.5
#: Height shows in how far a top face seems to slide along the line of sight; where that is steeper (as a slope, plan
#: over height, in the root mean square) it tells nothing. By geometry: 1 mm of height then moves a face by less than
#: is measured.
FLATTEST_SLOPE: Final = 0.15
