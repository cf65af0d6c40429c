"""The tuned numbers of vision, in one place: what each means, what it was set from, and what moving it costs.

Owns no number that follows from geometry, from a file format or from a network's input; those stand beside their use.

"By eye" is meant as it says: tried on the rendered evaluation rigs (six to nine, as they came), kept where figures
and pictures looked best, fitted by nothing, with no record of what else was tried. What it is said to cost to move
such a number is then reasoning, not measurement. Run `companion evaluate` over all rigs before and after moving one.
A *fit* is a correlation of picture and print, from -1 to 1; a *similarity* adds that of the embeddings to that of the
strokes, from -2 to 2; *edges* are edge lengths of the die; a *sigma* is one standard deviation."""

from __future__ import annotations

from typing import Final

# --- The network's candidates (top_faces) -----------------------------------------------------------------------------

#: Looks that the pose refiner takes at a candidate. By eye; a third costs time.
REFINER_PASSES: Final = 2
#: A candidate less like a die than this (0 to 1) after its first look is dropped. By eye; higher would lose half-hidden
#: dice.
MIN_DIE_SCORE: Final = 0.1
#: A candidate so much less present and die-like, added up, than one that it overlaps is a side of that die. On 112
#: pictures of six tables no top face fell behind a side of its own die by more than 0.5; lower loses dice.
SIDE_FACE_LEAD: Final = 0.6
#: After a shorter step and a smaller turn than these there is no second look: whole dice are fitted anyway, and on four
#: tables came to lie just as exactly. Larger saves time only.
SETTLED_STEP_EDGES: Final = 0.05
SETTLED_TURN_DEG: Final = 6.0
#: Two candidates nearer than this, in sums of circumradii, are not both dice. GEO-10 gives 0.75 for solids; the rest is
#: room for the error of a candidate. Higher loses dice that touch.
MIN_DICE_DISTANCE: Final = 0.72
#: Nearer than this (circumradii, or edges) two candidates have settled on one triangle. By eye; hardly matters.
SAME_TRIANGLE_DISTANCE: Final = 0.2

# --- Which face (top_faces) -------------------------------------------------------------------------------------------

#: Faces of dice whose edge differs by a larger share are not thought of. By eye; lower would refuse what is badly
#: folded.
MAX_SIZE_DIFFERENCE: Final = 0.1
#: Faces, by embedding, whose strokes are compared too. By eye; more cost time, fewer lose the right one.
STROKE_CANDIDATES: Final = 8
#: Faces that a reading names at most, the likeliest included. What people can choose from.
MAX_NAMED_FACES: Final = 4
#: How wide lamp and shade are evened out, contrast (of 255) that counts as noise, rim that is left out because its
#: neighbours show there, and how far strokes may be shifted; in pixels of the upright face. By eye, together.
STROKE_SURROUNDINGS_PX: Final = 6.0
STROKE_NOISE: Final = 6.0
STROKE_RIM_PX: Final = 5.0
STROKE_SHIFT_PX: Final = 1

# --- Whole dice held against the picture (whole_dice) -----------------------------------------------------------------

#: As for strokes, for a patch of a face: sigma in sides of the patch; contrast of 255. By eye.
PATCH_SURROUNDINGS: Final = 4 / 48
PATCH_NOISE: Final = 5.0
#: A pixel that differs by this much, in units of evened contrast, counts half: something else is there. By eye; lower
#: throws away worn print, higher lets hands and glare pull the pose.
ELSEWHERE_MISFIT: Final = 0.7
#: Longest step of one round, and the step after which a pose has arrived, in mm at a corner. Time against reach.
MAX_STEP_MM: Final = 5.0
ARRIVED_STEP_MM: Final = 0.1
#: How firmly the lowest corner is held to the table, against what the picture says of a millimetre. By eye; lower lets
#: dice float toward the camera, which looks the same.
TABLE_WEIGHT: Final = 20.0
#: Sides seen at a smaller cosine are left out. By eye; lower adds sides of few pixels.
MIN_VIEWING_COSINE: Final = 0.3
#: On a table without pattern, a side that shows less than this share of its print's contrast is not there. By eye.
BARE_CONTRAST: Final = 0.6
#: Steps for a die that lies flat, and for one that may tilt. By eye; more cost time.
FLAT_STEPS: Final = 3
TILTED_STEPS: Final = 5
#: Poses that go on to each round of a search (None: all), and its steps. By eye; fewer miss some, more cost time.
SEARCH_ROUNDS: Final = ((None, 1), (10, 2), (3, 5))
#: What fits worse after the first round is given up: of 229 that fitted by 0.45 in the end, none was below 0.3.
HOPELESS_FIT: Final = 0.28
#: Tilts that a search begins from, up to the next face (70.5), and their directions. By eye; more cost time.
SEARCH_TILTS_DEG: Final = (8.0, 16.0, 26.0, 40.0, 55.0, 70.5)
SEARCH_DIRECTIONS_DEG: Final = tuple(range(0, 360, 45))

# --- Where else to look (whole_dice.hypothesis_search) ----------------------------------------------------------------

#: Starts around a doubtful candidate: how far, in how many directions, how turned, how tilted, and the looks at each.
#: By eye; more cost time.
RESTART_EDGES: Final = 0.2
RESTART_DIRECTIONS: Final = 6
RESTART_TURNS_DEG: Final = (0.0, 30.0, 60.0, 90.0)
RESTART_TILTS_DEG: Final = (15.0, 30.0)
RESTART_PASSES: Final = 2
#: A face more similar than the first is tried before any search; one less than the second is not tried at all; and so
#: many are tried at the most. By eye; costs time only.
TRIED_FIRST_SIMILARITY: Final = 1.2
MIN_SEARCHED_SIMILARITY: Final = 0.6
MAX_SEARCHED_FACES: Final = 3
#: A whole die that fits so well ends the search. By eye; lower would end it at a wrong die.
CONVINCING_FIT: Final = 0.82

# --- Which hypothesis is believed (whole_dice.hypothesis_verifier) ----------------------------------------------------
# A cascade, each step on those that the one before left in doubt; a calibrated score would take the place of all of it.

#: A flat die whose top, or whose sides, fit worse is looked at again. Of 480 in full view one in a hundred is: lower
#: believes neighbours of the same set, higher costs a search each.
SURE_TOP_FIT: Final = 0.65
SURE_SIDES_FIT: Final = 0.66
#: Similarity, lead over other faces and fit of the sides that together name a face that is not likely enough alone. Of
#: 46 dice out of the gallery held for enrolled dice none had all three; of 16 right ones that went without a name ten
#: had.
VOUCHED_SIMILARITY: Final = 1.3
VOUCHED_LEAD: Final = 0.1
VOUCHING_SIDES_FIT: Final = 0.72
#: A die that fits worse explains nothing (glare, a hand, a die out of the gallery); lower names what is no die. By eye.
MIN_EXPLAINING_FIT: Final = 0.45
#: A die that fits better near where it was first seen, with its sides, is not searched elsewhere. By eye; time only.
SETTLED_FIT: Final = 0.62
SETTLED_SIDES_FIT: Final = 0.5
#: A candidate is searched when it is more present than the first, and die-like or more present than the second. By eye:
#: nearly all others were no dice. Lower costs a search for every dark triangle.
MIN_SEARCHED_PRESENCE: Final = 0.2
MIN_SEARCHED_DIE_SCORE: Final = 0.5
SURELY_SEARCHED_PRESENCE: Final = 0.4
#: A tilted die has more freedom to fit: it must fit better than flat by so much, by the second where its sides do not
#: confirm it (something may lie in front). By eye; lower reports flat dice as leaning.
TILT_GAIN: Final = 0.05
UNCONFIRMED_TILT_GAIN: Final = 0.2
#: Tilted by more, a die leans. Folded by hand, one that lies flat is off by up to 3 degrees.
LEANING_DEG: Final = 5.0
#: A printed triangle that fits so well with sides that fit so badly is loose paper. By eye.
LOOSE_PAPER_TOP_FIT: Final = 0.75
LOOSE_PAPER_SIDES_FIT: Final = 0.2
#: A die without a name is still reported as lying there when it fits better. By eye.
UNNAMED_POSE_FIT: Final = 0.7
#: Faces tried on a flat die: no less similar than the first, behind the likeliest by no more than the second, and so
#: many at the most. By eye; costs time only.
MIN_TRIED_SIMILARITY: Final = 1.0
MAX_TRIED_GAP: Final = 0.35
MAX_TRIED_FACES: Final = 3
#: Centres of two dice are farther apart than this share of the sum of their inner radii: with slack, what solids allow.
MIN_CENTRE_DISTANCE: Final = 0.75

# --- How exactly it is known (whole_dice) -----------------------------------------------------------------------------
# Set so that errors of the evaluation rigs, in sigmas, come out with a spread of about one (six rigs). Too
# small, a close call is ruled by a guess; too large, players are asked about what is plain.

#: Of a leaning die: by how much the least-squares sigmas of place and heading are too small, since neighbouring pixels
#: err together; and what folding by hand adds.
TILTED_SIGMA_FACTOR: Final = 6.0
TILTED_TURN_SIGMA_FACTOR: Final = 4.0
FOLDING_SIGMA_MM: Final = 0.13
FOLDING_SIGMA_DEG: Final = 0.38
#: Of a flat die: a corner folded by hand (0.25 mm of a two-inch die), a corner of an enrolled face by itself, all its
#: corners together where the gallery does not tell, and what all corners share of the errors of calibration. Along
#: each axis, in edges or pixels.
CORNER_FOLD_SIGMA_EDGES: Final = 0.005
ART_SIGMA_EDGES: Final = 0.002
UNTOLD_ART_SIGMA_EDGES: Final = 0.003
SHARED_SIGMA_EDGES: Final = 0.0008
SHARED_SIGMA_PX: Final = 0.09
#: So many neighbouring pixels tell as much as one; and what is left of it, as a factor on the sigmas.
CORRELATED_PIXELS: Final = 7.0
CORNER_SIGMA_FACTOR: Final = 1.25
#: The network sees the outlines of all dice shifted alike by more than it tells, 0.4 mm before a camera at 45 degrees:
#: its sigma of place (not of heading) counts so many times. Set on eleven tables: over all, 1, 2 and 3 differ by 0.002
#: mm in the median (one table by up to 0.03, either way), but with 1 two of them were told errors too small.
OUTLINE_SIGMA_FACTOR: Final = 3.0
#: An outline of the network farther from the whole die than so many sigmas and this slack is not counted. By eye.
OUTLINE_GATE_SIGMAS: Final = 3.0
OUTLINE_SLACK_EDGES: Final = 0.01
OUTLINE_SLACK_DEG: Final = 1.0

# --- Whether a place looks as it did (scene_change, table_memory, top_faces.empty_table) ------------------------------

#: Contrast (of 255) that counts as noise where two pictures are compared; on the face detector's maps the width of a
#: place's surroundings, and of what is compared at a time, px of about 2 mm. By eye.
CHANGE_NOISE: Final = 6.0
CHANGE_SURROUNDINGS_PX: Final = 13
CHANGE_WINDOW_PX: Final = 5
#: What differs by more, in squares of a place's own contrast, has changed; what has nothing in common differs by 2.
CHANGED_BY: Final = 0.5
#: Gaps between changed places that are closed, and the smallest change that counts: a top face has 280 px. Smaller
#: reads noise and specks of light; larger overlooks a die of which little is seen.
CHANGE_GAP_PX: Final = 7
LEAST_CHANGED_PX: Final = 40
#: So far around a change is read too; where more of a map than this has changed, all is. Time only.
CHANGE_RIM_PX: Final = 9
MOSTLY_CHANGED: Final = 0.4
#: The square in which a die's look is kept: its side in edges and in pixels, the surroundings by which it is freed of
#: its light, and the smallest part of it that may have changed alone: a digit.
LOOK_SPAN_EDGES: Final = 2.0
LOOK_PX: Final = 72
LOOK_SURROUNDINGS_PX: Final = 17
LOOK_PART_PX: Final = 7
#: A place looks the same by its correlation, by the misfit of its worst part, and by how far what is seen there has
#: moved. In the bundled film places that nothing touched had 0.98 and 0.6 at worst but where a shadow fell on them,
#: changed ones 0.25 at best. Stricter reads again what a shadow touched; laxer would keep a die that was nudged.
SAME_LOOK: Final = 0.9
SAME_LOOK_WORST: Final = 0.6
SAME_LOOK_MM: Final = 0.3
SAME_LOOK_DEG: Final = 0.6
#: So much alike a place still shows the same die, whatever the reading says. Between those two groups.
ALIKE_LOOK: Final = 0.75
#: Nearer than this, in circumradii, two readings are of one die (GEO-10).
ONE_BODY_DISTANCE: Final = 0.7
#: So much of what a die hid must be known as table, and so little of it may differ, to say that the die is gone.
TABLE_KNOWN_SHARE: Final = 0.9
TABLE_SEEN_SHARE: Final = 0.12
#: A place whose colour differs by a larger share, in any channel, once the light of the whole is made equal, is hidden
#: by something smooth; one pixel in so many tells that light. By eye; a shade on the table asks people, nothing more.
TABLE_COLOUR_SHARE: Final = 0.25
LIGHT_SAMPLING_PX: Final = 101
#: Beside a die its shade falls on the table: nothing is learned of it so near, px.
SHADE_PX: Final = 25
#: What looks so much like a die in the picture of the empty table, to the pose refiner, may be one that was not taken
#: off: that place is not known. Lower searches more of a table whose print is like a die.
LEFT_LYING_DIE_SCORE: Final = 0.5
