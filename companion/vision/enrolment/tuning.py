"""The tuned numbers of enrolment, in one place, as `companion.vision.tuning` holds those of reading."""

from __future__ import annotations

from typing import Final

# --- Which face is fit to be saved (quality_gate) ---------------------------------------------------------------------

#: Good photographs have at least 0.38, small dice before a 720p camera 0.2, and at the far end of a table that is seen
#: at 40 degrees, 23 px an edge, 0.16: such are read, too. Of pictures of two-inch dice blurred by 2 mm (standard
#: deviation; six tables) 84 to 100 of 100 have less than 0.15, of those blurred by 1 mm 0 to 17. Lower keeps faces that
#: later readings do not match, higher asks for pictures in vain.
LEAST_SHARPNESS: Final = 0.15
#: Good photographs have at most 0.06; this share of a face in one white spot hides what is printed there.
MOST_GLARE: Final = 0.25
#: A face whose middle grey (of 255) is above the first, and whose darkest and brightest twentieth lie less apart than
#: the second, is washed out. Of 720 bundled faces and of 80 on a brightly lit table (215 and 52 at the most and least)
#: none is; of the same table's with 2.2 times its light, highlights rolled off softly, 35 of 80.
WASHED_OUT_LEVEL: Final = 190.0
WASHED_OUT_CONTRAST: Final = 50.0
#: Similarity, -2 to 2. Different faces reach 1.83; nineteen in twenty second photographs of one face more than 1.86.
#: Lower refuses a die for looking like another, higher enrols one twice.
DUPLICATE_SIMILARITY: Final = 1.87
#: Pairs whose embeddings are less alike than this cannot be duplicates: strokes add 1 at the most.
MIN_COMPARED_SIMILARITY: Final = DUPLICATE_SIMILARITY - 1
#: Smoothing before sharpness is measured, and the percentile of slopes that tells it. By eye.
SHARPNESS_SMOOTHING_PX: Final = 1.5
SHARPNESS_PERCENTILE: Final = 95
#: A pixel so bright (of 255) in all colours is glare. By eye.
GLARE_LEVEL: Final = 250

# --- From clicks to faces (face_clicks) -------------------------------------------------------------------------------

#: Looks of the pose refiner at a clicked die. By eye; more cost time.
CLICK_PASSES: Final = 3
#: A click may miss by this share of the edge; where the refiner ends farther off, the click is believed. Of a die that
#: the refiner is so sure of, it may miss by more: another die cannot lie so near (GEO-10: 0.87 edges).
MAX_CLICK_MISS_EDGES: Final = 0.25
SURE_DIE_SCORE: Final = 0.9
MAX_SURE_CLICK_MISS_EDGES: Final = 0.45
#: Usually clicks miss by so much. The far row of a table seen at 25 degrees shows several dice in one that the refiner
#: is sure of: without, one of 40 faces was cut out 16 mm off.
CLICK_SIGMA_EDGES: Final = 0.1
CLICK_SIGMA_DEG: Final = 12.0

# --- Which sides show an enrolled face in another light (side_views) --------------------------------------------------
# Set on six tables of another renderer, on two of which the sun shines on half of the dice: of 72 pictures 59 came to
# be read all right, without such views 55; on 15 tables, 236 pictures, looked at then, as many as before.

#: Sides are cut out that are seen so squarely, and of which so much is in sight.
LEAST_SIDE_COSINE: Final = 0.4
LEAST_SIDE_IN_SIGHT: Final = 0.95
#: How alike the same face is as it was enrolled and on a side, -1 to 1. In even light it is 0.9 in the median; a side
#: that is more alike than the first tells nothing new (of all of them together faces were distinguished worse), one
#: less alike than the second may be hidden by something.
OTHER_LIGHT_LIKENESS: Final = 0.65
SAME_FACE_LIKENESS: Final = 0.3
#: So many sides a face are kept at the most.
MOST_SIDES: Final = 2

# --- Which faces do not go with the faces beside them (side_agreement) ------------------------------------------------

#: A side that is so much more like another face of its die, or like the right one turned, -1 to 1, speaks against what
#: was clicked. On 18 tables no side of some 190 dice that were clicked rightly is (on eight of these by 0.11 at
#: the most), of 118 of 120 dice with two faces exchanged one is, of all 80 with a face clicked at another corner.
CONTRADICTED_BY: Final = 0.16
#: A face that was cut out elsewhere goes with the others if so many sides are seen, each so like what it should be. Of
#: dice clicked rightly the least likeness is 0.42 on eight tables, 0.76 in the median.
#: At most so many other places are tried.
FEWEST_AGREEING: Final = 2
LEAST_AGREEMENT: Final = 0.4
MOST_ELSEWHERE: Final = 6

# --- From confirmed readings to views (confirmed_views) ---------------------------------------------------------------

#: A heading that people gave may miss a corner of the outline by so much: between half the way to the next corner (60)
#: and what a protractor reads. Where it misses all three, the outline that was read was that of something else.
MAX_CONFIRMED_TURN_DEG: Final = 30.0
#: Where the confirmed die fits the picture worse than this, none is there.
LEAST_CONFIRMED_FIT: Final = 0.2

# --- What another camera makes of enrolled faces (camera_transfer) ----------------------------------------------------
# Set on three tables under four worse cameras (dim, warm, uneven light; noise, noise reduction, sharpening, JPEG 60 to
# 75), two pictures of each confirmed, their other pictures looked at.

#: So many faces must be confirmed, of which each quarter is held against what the others tell; and faces that it was
#: not learned from must correlate by so much more for it, stroke by stroke: six other cameras gained 0.026 to 0.17, the
#: one that enrolled them -0.025 to -0.001 on three tables.
FEWEST_TRANSFER_FACES: Final = 5
TRANSFER_FOLDS: Final = 4
LEAST_TRANSFER_GAIN: Final = 0.015
#: The tone curve of an enrolled picture, and how far it is blurred for the filter, px of a view. With two more blurs
#: nothing was gained; with the enrolled picture's colours instead of its light 0.03 of the correlation was lost.
TRANSFER_GAMMA: Final = 2.2
TRANSFER_BLURS_PX: Final = (1.5, 4.0)
#: How firmly it is held to an unchanged picture, as a share of what the pictures say: 0.001 lost 0.015 of the
#: correlation; and rounds in which each face's light is found.
TRANSFER_RIDGE: Final = 1e-5
TRANSFER_ROUNDS: Final = 4

# --- How wide the printed rim of a face is (printed_rim) --------------------------------------------------------------
# Set on three tables of another renderer and three of our own, looked at on seven more. On eleven of twelve centres
# came to be read 0.003 to 0.024 mm nearer along an axis (root mean square), on one 0.005 mm farther off; headings on
# ten up to 0.03 degrees better, on two 0.003 worse.

#: Between these depths, in edges, the end of a rim is looked for: nearer to a side lies its fold. By eye; where folds
#: were taken for ends of rims, one table's centres were read 0.06 mm worse.
MIN_RIM_EDGES: Final = 0.022
MAX_RIM_EDGES: Final = 0.12
#: What is farther off than this from where the rims of most sides end is something else. By eye.
RIM_GATE_EDGES: Final = 0.014
#: Faces have a rim if at so large a share of their sides the colour changes most where it ends; by eye. Fewer faces
#: than the second do not tell what is usual.
LEAST_RIM_SHARE: Final = 0.6
FEWEST_RIM_FACES: Final = 4
#: So wide, in edges, colours are smoothed: about a pixel of a table's picture.
RIM_SMOOTHING_EDGES: Final = 0.006
#: How exactly the end of a rim tells where a part of a side is, in edges; or, where that is more, so many times the
#: median by which a die's rims differ: print that touches them leads astray. With the first alone (0.001 to 0.004) two
#: of five tables were read worse than without rims, with 3 none, with 5 the others gained less. And the degrees of
#: freedom of Student's t that its errors follow.
RIM_SIGMA_EDGES: Final = 0.002
RIM_SPREADS: Final = 3.0
RIM_FREEDOM: Final = 3.0
#: How far sides may be shifted whole along the ray from the camera, for what stands out of their plane by so many
#: edges, beside what their bulges do. On a table seen by a phone, faces came to lie 0.10 mm off along an axis with
#: 0.002, 0.105 with none, 0.118 with 0.008.
SIDE_SLANT_SIGMA_EDGES: Final = 0.002
