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

#: So much of the surroundings (px of a map, a multiple of 8) the detector is shown of places where something is looked
#: for, to say the same as of the whole map: on 29 pictures of eight tables the same candidates but for 4 of 965, the
#: most present of them 0.052; with 32 px but for 20, and in 143 pictures one die less was read. With 64 px cutting the
#: map saves half as much.
DETECTOR_CONTEXT_PX: Final = 48
#: The same on a table that is watched, where the next picture is looked at as well: a millisecond less for a die.
LIVE_CONTEXT_PX: Final = 32
#: To show it a part of the map by itself takes as long as so many pixels more. Time only.
MAP_PART_PX: Final = 2000
#: Looks that the pose refiner takes at a candidate. By eye; a third costs time.
REFINER_PASSES: Final = 2
#: A candidate less like a die than this (0 to 1) after its first look is dropped. By eye; higher would lose half-hidden
#: dice.
MIN_DIE_SCORE: Final = 0.1
#: A candidate so much less present and die-like, added up, than one that it overlaps is a side of that die. On 112
#: pictures of six tables no top face fell behind a side of its own die by more than 0.5, on a seventh, seen at 45
#: degrees, one by 0.63; lower loses dice.
SIDE_FACE_LEAD: Final = 0.8
#: Not yet, while it still moves and is more like a die than this: one, seen at 45 degrees, had 0.62 after its first
#: look, 1.0 in the end. Lower costs time.
UNSETTLED_DIE_SCORE: Final = 0.5
#: Further looks at a candidate that stepped far: a peak on a die's side is 15 mm away from its top face.
FURTHER_LOOKS: Final = 3
#: After a shorter step and a smaller turn than these there is no further look: whole dice are fitted anyway, and on
#: four tables came to lie just as exactly. Larger saves time only.
SETTLED_STEP_EDGES: Final = 0.05
SETTLED_TURN_DEG: Final = 6.0
#: Nearer than this share of the distance at which dice nest (GEO-10) two candidates have settled on one triangle. By
#: eye; hardly matters.
SAME_TRIANGLE_DISTANCE: Final = 0.27

# --- Colour (whole_dice.colour) ---------------------------------------------------------------------------------------

#: Beside fewer other named dice, or where their colours differ otherwise from the enrolled ones by more than this
#: (standard deviation of logarithms of red and blue to green), colour says nothing: on four tables read by the camera
#: that enrolled them it is 0.01 to 0.06, where another one did 0.06 to 0.21.
FEWEST_COLOURED: Final = 2
MOST_COLOUR_SPREAD: Final = 0.1
#: It is no less than this; of one die in twenty (a shade, a reflection) the third; other dice of the same sets differ
#: by the last. Of 730 dice none differed by more than 0.33, half of those of another name by more than 0.77; of dice
#: that lean 47 that were right by no more than 0.23, eight strangers by 0.55 to 1.3.
COLOUR_SPREAD: Final = 0.05
ODD_COLOURS: Final = 0.05
ODD_COLOUR_SPREAD: Final = 0.25
OTHERS_COLOUR_SPREAD: Final = 0.65
#: White that a lamp mirrors over a face, as shares of its green light; and how much of the white that a colour holds is
#: taken for such where the face was enrolled. On 15 tables colour speaks against none of 6,148 right dice with up to 1
#: and with 0.4 and 0.8, 25 without, and against 16 of 19 others that were named, 17 without. By four phones it denies 6
#: of 2,568 right names with those and one with these (in a glare, or of a pure colour, which little white changes a
#: lot), two others with either; by two more and on four stands these change nothing.
MORE_GLOSS: Final = (0.1, 0.25, 0.5, 1.0, 2.0)
LESS_GLOSS: Final = (0.4, 0.6, 0.8, 0.9)
#: A flat die that is not named, but this likely the enrolled one that it is likest to, is asked for its colour, which
#: speaks for a name by no more than the second (a log-likelihood). On those 15 tables, with all enrolled and three
#: times with half of the kinds left out, 6 of 26 right dice are named by it that were not, and none of 2,696 strangers;
#: with 1.5 it is eight and one. That all others of a picture are known was tried as evidence, too: it named ten right
#: dice, and, with one kind left out, two of 42 strangers whose art another die nearly shares.
HALF_NAMED_PROBABILITY: Final = 0.3
MOST_BY_COLOUR: Final = 1.0

# --- Deep shade (shade) -----------------------------------------------------------------------------------------------

#: The light of a place is that of its surroundings, so wide (standard deviation, in heights of the picture); wider
#: mixes what is lit with the shade beside it. By eye.
SHADE_SMOOTHING: Final = 0.011
#: What has less than this share of the picture's median light is lifted towards it, this far (a power; 1: all the
#: way), by no more than so much. Of three dice in the shade of an Ogre, which were reported as things, the first two
#: show one (0.5 and at most 3) or two of them. More lifts noise, too.
SHADE_LIGHT: Final = 0.6
SHADE_EVENED: Final = 0.8
MOST_SHADE_GAIN: Final = 5.0
#: A thing that is lifted by more than this, and that no die explains, is looked at a second time so. Lower costs time.
DEEP_SHADE_GAIN: Final = 1.3

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
#: Steps for a die that lies flat, and for one that may tilt. By eye; more cost time.
FLAT_STEPS: Final = 3
TILTED_STEPS: Final = 5
#: A search begins where a top face seems to lie, and from so far beside it, edges, every way: of 45 places on four
#: tables where dice lean that nothing explained it names 29 rightly so, 9 from one place alone, 27 from five steps each
#: way; none wrongly. It takes 35 ms a place, not 10.
SEARCH_STEP_EDGES: Final = 0.08
#: Of the dice that begin so, so many bodies, by the face in fullest view, are seen whole, and so many dice thought of;
#: and how many of a place go on to each round of a search, of so many steps. Of 171 that were found the nearest body
#: is among the likest 60 in 168, among the likest 100 in 169.
TILTED_GLANCE: Final = (60, 15)
SEARCH_ROUNDS: Final = ((15, 3), (3, 5))
#: Only such are thought of as fit by more than the first at a glance, and such go on as fit by more than the second
#: after a round: where 230 dice were found on 14 tables the best of each place fitted by 0.32 and 0.41 or more; of 321
#: places where none was a fifth had none that fitted by the first, and 0.45 none by the second.
LEAST_GLANCED_FIT: Final = 0.3
LEAST_SEARCHED_FIT: Final = 0.4
#: Tilts that a search begins from, up to the next face (70.5), and their directions. By eye; more cost time.
SEARCH_TILTS_DEG: Final = (8.0, 16.0, 26.0, 40.0, 55.0, 70.5)
SEARCH_DIRECTIONS_DEG: Final = tuple(range(0, 360, 45))

# --- Where else to look (whole_dice.restarts), and what may be found there --------------------------------------------

#: Starts around a doubtful click: how far, in how many directions, how turned. By eye; more cost time.
RESTART_EDGES: Final = 0.2
RESTART_DIRECTIONS: Final = 6
RESTART_TURNS_DEG: Final = (0.0, 30.0, 60.0, 90.0)
#: A side of a die that leans fits better than this where any of it is seen at all: two triangles of paper had 0.07 and
#: 0.26, dice that lean 0.8 and more.
SIDE_OF_LEANING_FIT: Final = 0.5
#: And where an enrolled face is seen, no side of its die fits better than this beside a triangle of paper: four had
#: 0.08 and less.
SIDE_OF_PAPER_FIT: Final = 0.2
#: A die that leans fits better by more than this, or its top does, than if it lay flat with the same face up: two
#: triangles of paper did by 0.01 and 0.02, a die that lay flat in the dark by 0.02; six that leaned, by 12 degrees and
#: less, by 0.06 and more.
LEANING_GAIN: Final = 0.05
#: What a search finds shows an upper face that fits by more than this: of 255 that leaned on 19 tables none fitted by
#: less than 0.55; on chessboards, where some die leaning some way is like any pattern, 0.0 to 0.2.
LEAST_TOP_FIT: Final = 0.5

# --- Which explanation is believed (whole_dice.verified_die; the score itself is in models/score.toml) ----------------

#: A face that is at least so likely is named: at even odds four more of 1,114 strangers were named on 17
#: tables, and two more of 4,422 dice.
NAMED_PROBABILITY: Final = 0.6
#: A name that is owed to what camera and light are thought to have taken (attenuation) must be likelier: on three
#: tables under four worse cameras, some with three dice left out, 14 of 142 strangers and two dice by a wrong side were
#: named at 0.6, with 0.72 for all in such pictures 7 and none, and 539 of 575 others, not 552.
RESTORED_NAMED_PROBABILITY: Final = 0.72
#: A die at least so likely is reported, be it as unread: of what is likelier than even odds and less likely than this,
#: on 17 tables, three were dice and three were none; what hides a known table is reported as a thing in any case.
LISTED_PROBABILITY: Final = 0.6
#: Nor is one as unread, where the table without dice is not known, that the refiner places less exactly than this. In
#: 89 photographs of real tables, with cubes, fruit, boards and boxes, it was surer of four of the 38 things that were
#: reported; of two of 92 unread dice on seven rendered tables it was less sure.
UNREAD_SIGMA_EDGES: Final = 0.016
#: But where a whole die fits by more than this: the three things that 385 readings of real photographs report fit by
#: less than 0.15, and a die behind an Ogre, seen by a phone, by 0.72.
PRINT_FIT: Final = 0.6
#: An unread die whose top face shows less print than this is a thing of wood, unless it is brighter than the second, of
#: 255: of 2,133 flat dice on 12 tables the palest has 0.035, of the wooden triangles that were reported the one with
#: the most 0.0076. What is nearer to an edge than the third, a share of the face's height, is not asked: with 0.06 the
#: dark edge of that triangle, a pixel off, counted as print (0.015), and of 3,176 other dice the palest had 0.012.
PLAIN_PRINT: Final = 0.01
GLARING_LIGHT: Final = 225.0
PRINT_RIM: Final = 0.115
#: An unread die, and a flat one named by less than the first, hides the table at the second share of its place at
#: least: by a phone over loud cloths four things of print hid it by 0.40 to 0.61, named by 0.86 at most, and 1,200 flat
#: dice by 0.69 and more.
UNSURE_PROBABILITY: Final = 0.9
UNSURE_OCCUPIED: Final = 0.65
#: Where no die is reported, but the refiner is surer than the first that it sees one and knows where by the second, and
#: one is likelier than the third, something is reported. In 444 pictures of 40 tables so were six dice of 49 that
#: nothing was said of, a triangle of paper and another thing; without the second, three places beside dice, too.
SEEMING_DIE_SCORE: Final = 0.9
SEEMING_SIGMA_EDGES: Final = 0.016
SEEMING_PROBABILITY: Final = 0.2
#: Where it is surer than the first, knows where as exactly, and says less than the second that it leans, what nothing
#: explains is a stranger, and no known die is looked for by print, leaning, or beyond it. Of 61 such places on two
#: tables, strangers among them, so were some 20; dice were found at four others, the surest 0.991 within 0.019 edges.
#: Time only: with three dice of a table unknown reading takes 0.63 and 0.77 of what it took.
PLAIN_DIE_SCORE: Final = 0.97
MOST_PLAIN_LEANING: Final = 0.2
#: A face so likely at the first look settles its place, and what its die hides. From the second on its place alone is
#: settled, if a flat die fits: of 13,000 places of 34 tables 415 were between both, three of them wrong. With the
#: second for both, a die was lost that another seemed to hide; without fitting sides, dice that lean were called flat.
SURE_PROBABILITY: Final = 0.98
NEARLY_SURE_PROBABILITY: Final = 0.9
#: A top face of which so large a share lies inside the outline of a die that is sure is a side of that die.
COVERED_SHARE: Final = 0.75
#: Relief is given in such steps (sum of three colours, of 255), about the noise of a plain table, and at most so many.
RELIEF_NOISE: Final = 12.0
#: All that is for a place in this light (mean of three colours, of 255); in less light differences are smaller, and so
#: is the step, down to this share of it, about the noise of the camera itself.
RELIEF_LIGHT: Final = 80.0
LEAST_RELIEF_LIGHT: Final = 0.3
MAX_RELIEF: Final = 8.0
#: What differs from the table without dice by so many times the noise around, and by relief's own step, is half way
#: between the table and something else.
STANDING_NOISES: Final = 3.0
#: Where the half of the surroundings that is most like the table differs by more, of 255 a channel added up, dice hide
#: most of it. Plain tables differ by 0 to 5.
MAX_STANDING_NOISE: Final = 12.0
#: Beside what is seen as the table by more than this share, no flat die lies.
BARE_STANDING: Final = 0.5
#: So wide the picture's maps are smoothed for it, px of about 2 mm. By eye.
FOREGROUND_SMOOTHING_PX: Final = (3, 3)
#: A top face shows at least so much of its print's contrast: what it lacks, the sides may lack too.
LEAST_CONTRAST: Final = 0.4
#: How well dice usually fit, how alike they are: the upper quarter of a picture that shows at least so many, else this.
FEWEST_USUAL: Final = 4
USUAL_FIT: Final = 0.85
USUAL_SIMILARITY: Final = 1.8
#: And their tops and sides.
USUAL_TOP: Final = 0.88
USUAL_SIDES: Final = 0.8
#: Another camera than the one that they were enrolled by takes so much of all this that known dice pass for strangers
#: (attenuation). A picture tells how much by its dice, beside so many usual ones; in a watched table's next picture by
#: what was measured before, as so many. No less is left than the third; what is lost counts from the first on, in full
#: from the second. Set with worse cameras (dim, warm, uneven light; noise, noise reduction, sharpening, JPEG 70 to 75)
#: put behind the pictures of four tables, two of them enrolled elsewhere, looked at on three more.
USUAL_DICE: Final = 1.0
REMEMBERED_DICE: Final = 8.0
LEAST_ATTENUATION: Final = 0.65
ATTENUATION_RAMP: Final = (0.04, 0.1)
ATTENUATION_ROUNDS: Final = 4
#: A picture's grain is told by so many squares of so many pixels along either side, neither black nor white (levels);
#: of them the plainest count. With more of it than so many levels it is smoothed by so many pixels a level, up to so
#: many, before anything is looked for. In 400 clear pictures of eighteen tables grain is at most 3.2 levels, by a phone
#: in dim light 4 to 12, through noisy webcams 8 to 39. Of 258 dice by that phone 249 are read smoothed by 1.2 px, and
#: 256 by 0.7 or not at all. Of 3,200 through sixteen webcams as many are read by 0.5, 0.7 and 1.2, and the last has
#: places a tenth farther off, but in the noisiest one was named wrongly with less. Set on these.
GRAIN_SQUARES: Final = 6
GRAIN_SQUARE_PX: Final = 32
GRAIN_LIGHT: Final = (8.0, 247.0)
PLAIN_SQUARES_PERCENT: Final = 20.0
GRAINY_LEVELS: Final = 5.0
GRAIN_SMOOTHING: Final = 0.07
MOST_GRAIN_SMOOTHING_PX: Final = 1.2
#: What stands in for the fit of the next face where no other was tried.
NO_RIVAL_FIT: Final = 0.3
#: The similarity of a face that is not among those that came to mind, where a die that leans shows it: with what is
#: measured instead one of 2,385 dice was named wrongly. That of a flat die's face is measured.
UNLIKE_SIMILARITY: Final = 0.3
#: Tilted by more, a die leans. Folded by hand, one that lies flat is off by up to 3 degrees.
LEANING_DEG: Final = 5.0
#: Beyond these a top's fit, the sides in sight (added up cosines) and similarity, and within these a lead, weigh
#: otherwise: what is like its print tells more the liker it is, and a lead is enough at some time. On seven tables that
#: nothing was learned on 19 of 1,397 dice were not named so, without them 23.
GOOD_TOP: Final = 0.75
MANY_SIDES_SEEN: Final = 0.6
GOOD_SIMILARITY: Final = 1.6
LARGE_LEAD: Final = 0.3
LARGE_LAG: Final = 0.5
#: An unread die leans if dice that lean explain it better than flat ones, and by no less than the first; or if the
#: refiner says so; near another die, in mean edges, on which it may lean, already by the third. On 17 tables 0.73 of
#: 140 unread dice that lean are called so (0.49 by the refiner alone), and 0.042 of 918 flat ones (0.017).
LEAST_LEANING: Final = 0.02
NEIGHBOUR_EDGES: Final = 1.1
LEANING_ON_NEIGHBOUR_SCORE: Final = 0.1
#: Faces tried on a flat die beside the likeliest: no less similar than the first, behind it by no more than the second,
#: and so many at the most; and so many of all that the sides tell. By eye; costs time only.
MIN_TRIED_SIMILARITY: Final = 0.9
MAX_TRIED_GAP: Final = 0.35
#: Such as are behind it by less than this are tried, too, where the first is sure without them: on one dark table, seen
#: by a webcam, three dice of one painting were named wrongly at first sight, with gaps of up to 0.2. Time only.
TWIN_GAP: Final = 0.25
#: A die that is sure is held against all enrolled faces once more where its upper face fits worse than this. On a
#: filmed table whose dice bear one painting on all sides another side fitted by 0.88 and was sure by 0.99; the right
#: one, by 0.96, had not come to mind. Of 725 sure dice of four tables of another renderer 168 fit worse: all keep their
#: names, in the same time.
DOUBTED_TOP: Final = 0.9
MAX_TRIED_FACES: Final = 3
MAX_SIDED_FACES: Final = 2
#: A flat die that fits worse is not named anew: on five tables, each read in two ways, 0.35 changed nothing, 0.45 three
#: dice that lean.
FIT_TO_NAME_ANEW: Final = 0.35
#: A side that sure dice, no farther off than so many of their edges, hide by more than this share is not asked.
HIDDEN_SHARE: Final = 0.35
HIDING_EDGES: Final = 2.5
#: A die of which one face or another is hidden by more than this share is held against the picture anew, without what
#: is hidden, and its upper face compared without it: so four more of 1,357 dice in a phone's single pictures are read,
#: and two more of 2,385 from a stand; of 1,566 strangers one is named, as before. With 0.1 one of the four is not.
PARTLY_HIDDEN_SHARE: Final = 0.03
#: A side of which no more than this share is in sight beside sure dice is not held against the picture.
LEAST_SHARE_IN_SIGHT: Final = 0.25
#: So often what is open is explained anew beside dice that were reported since. Time only.
NEIGHBOUR_ROUNDS: Final = 3
#: A flat die whose top and sides fit better, at a place that is nearly sure, is settled. By eye; 0.72, tried together
#: with fewer searches, called a die flat that leans, on a table not tuned to.
UPRIGHT_FIT: Final = 0.8
#: One whose top or sides fit worse is also tried tilted: of eleven dice that lean and were called flat on 34 tables no
#: top and sides fitted so well. Higher costs time only: of 780 dice that lie flat none stayed tilted by more than 4.4
#: degrees.
DOUBTLESS_FIT: Final = 0.9
#: But none that fits worse than this lying flat: of 1,389 dice tried so on 28 tables the 26 that came to be reported as
#: leaning fitted by 0.44 and more, the only other that such a tilt made at all likely by 0.41, and 252 worse than this.
#: Time only.
LEAST_TILTED_FIT: Final = 0.3
#: And only if it tilts by more than this at the first step: of 1,217 dice tried so on 13 tables
#: none of the 119 that came to lean and to fit better for it tilted by less than 0.87, three in four of the others did.
LEAST_FIRST_TILT_DEG: Final = 0.8
#: Where a die is less likely than this at the first look, none is tried. On 17 tables, each read in three ways or four,
#: the least likely of 4,398 dice that came to be named began at 0.0044, and four in ten places that show none below
#: this. Time only.
HOPELESS_PROBABILITY: Final = 0.002
#: Searched is where no die is sure and one is likelier than this; so many places at the most. Of 76 searches on eleven
#: tables none that began below 0.32 found a die. Where one is likelier than the third that comes before all sweeps, for
#: a die that leans is what is there most often. With 0.2 the same dice are read on three tables, none sooner.
MIN_SEARCHED_PROBABILITY: Final = 0.2
PLAIN_DIE_PROBABILITY: Final = 0.4
MAX_SEARCHED_PLACES: Final = 5
#: Centres of two dice are farther apart than this share of the sum of their inner radii: with slack, what solids allow.
MIN_CENTRE_DISTANCE: Final = 0.75
#: Of more bodies than these that crowd each other the dearest are taken; of fewer the best of all choices.
MAX_WEIGHED_CLUSTER: Final = 12

# --- The second sweep (whole_dice.hypothesis_verifier) ----------------------------------------------------------------

#: Candidates of the detector below its own threshold, down to this, are looked at where no die is sure; at most so
#: many.
FAINT_PRESENCE: Final = 0.05
MAX_SWEPT: Final = 16
#: More of a table that is not known without dice, and in a phone's pictures such as are still less present: the print
#: of a loud cloth is full of what seems a die more than some dice do. Of 271 dice by a phone over loud tiles 256 were
#: found by 16, 263 by 100, 266 by 300 and 267 by 700; 300 take 0.1 to 0.2 s a picture, 700 0.4. What is found so counts
#: if it is named by more than this: on three tables 13 right names have 0.917 and more, a wrong one has 0.617.
FAINTEST_PRESENCE: Final = 0.02
MAX_SWEPT_OF_UNKNOWN: Final = 400
SURELY_SWEPT: Final = 0.9
#: Beyond what nothing explains, which may be a side, a top face is looked for: how far in edges, in which directions
#: against that away from the camera, how turned (face and side share an edge, so that they point opposite ways); and
#: beyond so many places at the most. From 0.2 edges away the pose refiner finds 11 dice of 12, from 0.3 edges a third.
#: On 256 pictures of 27 tables the same dice are found as in six directions all around, turned both ways, but for two,
#: of which something was seen that was reported as an unread die: around those it is looked for by print. Turned by 30
#: degrees three dice fewer, not turned one.
BEYOND_EDGES: Final = 0.3
BEYOND_DIRECTIONS_DEG: Final = (-30.0, 30.0)
BEYOND_TURN_DEG: Final = 60.0
MAX_LOOKED_BEYOND: Final = 4
#: But not where of what a die would hide the table is seen, but for this share: of 7 dice found so in 112
#: pictures the least had 0.59; of 3,129 dice on 28 tables one is lost with 0.4 and more.
MIN_OCCUPIED_SHARE: Final = 0.3
#: Sights farther apart (edges) are not of the same place, where no die is sure.
RESETTLED_EDGES: Final = 0.05
#: What the second sweep finds must be so die-like to be looked at further. By eye; lower costs time.
MIN_SWEPT_DIE_SCORE: Final = 0.5
#: And a die this likely there by what is seen at once: the least likely of 7 that came to be named began at 0.042 (one
#: whose table was not known at 0.0012), of 1,500 places that show none 0.81 lie below.
MIN_SWEPT_PROBABILITY: Final = 0.001
#: What stands in for the detector's presence, where it was not asked.
BEYOND_PRESENCE: Final = 0.08

#: Where a die is likelier than this that nothing explains, enrolled faces are looked for around it. Of 130 places on
#: eight tables at which one was too unlikely to be reported 40 were likelier, four of the five among them at which a
#: flat die was found so. Where one is reported as unread, too: so a die is found that the refiner finds only from all
#: around.
MIN_PRINT_PROBABILITY: Final = 0.05

#: Where something lies that no die explains, top faces are looked for so far around (edges), at so many places along
#: each axis, in these headings: near enough for what is seen to be like the print. So many of these are held against
#: all views of all faces; of what is likest so much is thought of, and so many places are kept. From these and the
#: middle the pose refiner looks, too: from six places all around the middle besides it found no die more on 34 tables
#: (3,878 dice), in 6 % more time.
AROUND_EDGES: Final = 0.5
AROUND_PLACES: Final = 11
AROUND_TURNS_DEG: Final = tuple(range(0, 120, 15))
AROUND_GLANCE: Final = 150
#: And where no top face around is liker than this to an enrolled one, less what the camera takes from that, none is
#: thought of: on four tables dice were found at 0.57, 0.58 and 0.63; of 101 places where something lies and none was
#: found 22 are below this. A die enrolled under another camera was found at 0.45.
LEAST_AROUND_LIKENESS: Final = 0.4
MAX_GLANCED_AROUND: Final = 15
MAX_FOUND_AROUND: Final = 4
#: Such of these are moved until they fit that fit by more than this after one step in a rough square: at 284 places on
#: 13 tables none of 24 dice that came to fit by 0.45 and more did so by less than 0.3, none of six more that came to
#: fit by 0.3 by less than 0.24, and three in four of all. Of the 30 none was thought of later than as the 15th.
LEAST_ROUGH_FIT: Final = 0.24
#: Such of these are looked at further whose top fits better than the first; what stands in for the refiner's sigmas
#: (mm, degrees) and die score, where it was not asked.
LIKE_PRINT_TOP: Final = 0.65
UNPLACED_SIGMAS: Final = (1.5, 4.0)
UNPLACED_DIE_SCORE: Final = 0.6
#: A side of a flat die that fits worse than this, and that no reported die hides, is hidden by something else: so
#: one die is looked for before it, flat or leaning. On eleven tables, 108 pictures, two flat dice were found so whose
#: own top faces the detector had hardly seen. On these and others 62 sides in 181 pictures fit worse than 0.35.
CONTRADICTED_FIT: Final = 0.2
#: So many things are looked at again, and so many of the detector's candidates in one that is larger than a die; what
#: is thrown on a table at once is seldom more. Without the latter, of 2,336 dice on 23 tables, two in the shade of a
#: box and one that leans were not read.
MAX_LOOKED_AGAIN: Final = 6
#: So many candidates of the detector are looked at again where nothing is reported. On a loud, glossy table seen by a
#: webcam (12 pictures) it finds all 80 dice, before 78, in 15 % more time; on seven others nothing changed.
MAX_UNEXPLAINED: Final = 4
#: And by no die of which this radius, in edges, would be all that is seen: of 30 dice that were reported as things on
#: 17 tables two had less (0.34 and 0.40), and of 137 counters, cards and shades 42.
LEAST_SEEN_RADIUS_EDGES: Final = 0.45
#: What has a larger radius is more than one die, or none.
MOST_SEEN_RADIUS_EDGES: Final = 1.2
#: And what has a larger one than this is no heap of dice, in whose middle one lies (the same dice on 21 tables).
LARGEST_HEAP_EDGES: Final = 2.0
#: What is left to be seen of a die that others hide, at a low angle, lies so far beside its middle, in edges; it is
#: looked for in so many directions, around so many things. (Two dice of a phone's cellar, 36 mm off, were found in six
#: directions, one of them in four; a picture in which something is left takes a quarter longer.)
HIDDEN_BESIDE_EDGES: Final = 0.6
HIDDEN_DIRECTIONS: Final = 6
MAX_LOOKED_BESIDE: Final = 3

#: A die that leans is looked for by a glance at whole dice: so far around (edges), at so many places along each
#: side, at these tilts in so many directions, turned by this. Of 117 dice that lean on 15 tables 90 were named without
#: it, 94 from three places along each side, 96 from five. Of 389 on eleven tables 338 are named with 20 degrees and the
#: larger numbers below, 334 so, in three quarters of the time.
LEANING_EDGES: Final = 0.32
LEANING_PLACES: Final = 5
LEANING_TILTS_DEG: Final = {12.0: 4, 28.0: 8, 44.0: 12}
LEANING_STEP_DEG: Final = 24.0
#: So many of these bodies, whose face in fullest view is likest to any, are nudged: turned about each axis and moved
#: along the table by so much. So many of what that gives, by the same likeness, are seen whole, and so many dice
#: thought of. From 6 mm beside the middles of 110 dice that lean on five tables, half of them not named before, and
#: turned by 20 degrees, searches with (60, 150, 30) find 83, with (60, 60, 15) 79, with (100, 300, 40), a quarter
#: slower, 85; nudged by 7 or 10 degrees one more or less; from the likest 100 bodies and 15 dice, not nudged, 63, and
#: no more from blurred faces.
LEANING_GLANCE: Final = (40, 100, 20)
#: Where the face in fullest view of all these bodies is less like any enrolled one than the first, and after they have
#: been nudged than the second, less what the camera takes from that, none leans there: on four tables six dice were
#: found from 0.55 and 0.66 on, and of 77 places where something lies and none was found 28 are below one of them.
LEANING_LIKENESS: Final = (0.42, 0.52)
NUDGE_DEG: Final = 8.0
NUDGE_EDGES: Final = 0.08
#: A die leans on another: where one is nearer than the second, in mean edges of both, to the middle of what is seen,
#: the search begins that far from it as the first. Of 184 dice that lean on five tables, each left out of what was
#: reported, the middle of what is seen is within 8 mm of the die's for a third, and within 16 for 0.70; moved so for
#: 0.58 and 0.83, for dice before them hide one side of it. Half of them lie 50 to 57 mm (0.98 to 1.13) from the
#: nearest.
LEANING_ON_EDGES: Final = 1.03
HOST_EDGES: Final = 1.7
#: Bodies of which a smaller share than of any other, by this, hides what differs from the empty table are not looked
#: at; of the others that share counts so much as against a correlation. Of 234 dice found by a search (63 leaned) the
#: nearest body hid less by 0.06 in the median, by 0.17 to 0.22 in one of twenty, by 0.33 at the most; two thirds of all
#: bodies are left out where a die leans. Where no body hides as much as the last, none is looked for: around those dice
#: the best had 0.72 and more (0.89 where one leaned), in a quarter or more of 176 searches where none leaned less.
OCCUPIED_SLACK: Final = 0.25
OCCUPIED_WEIGHT: Final = 0.5
LEAST_OCCUPIED: Final = 0.7
#: How like any enrolled face a face is, is judged at first by so many principal components of them (of 122 pixels): it
#: is off by 0.035 (root mean square) with 24, by 0.047 with 16. Time only.
PRINCIPAL_COMPONENTS: Final = 24
#: So many dice of a place go on to each round of so many steps; after the first such as fit by more than the second:
#: where 84 dice were found on eight tables the best of each place fitted by 0.52 and more, at 49 of 87 places where
#: none was by less than 0.5.
LEANING_ROUNDS: Final = ((20, 2), (6, 6))
LEAST_SEARCHED_LEANING_FIT: Final = 0.5
#: What is found so fits better than the first: 15 dice that leaned on two tables by 0.78 and more, four dice of one
#: painting with others that were not enrolled, and lay flat, by 0.72 and less. Or better than the third, where its
#: upper face fits better than the second: dice that nobody knows of may hide its sides. Of 147 that were right on 22
#: tables seven fitted by 0.61 to 0.73, four of them by such a face; those of strangers, also where they leaned, had
#: 0.87 and less.
LEAST_LEANING_FIT: Final = 0.75
GOOD_LEANING_TOP: Final = 0.9
LEAST_FIT_BESIDE_TOP: Final = 0.6
#: And it leans by no less than this: no die that leaned did, but 20 of 31 strangers that lay flat, and that some
#: leaning die fits by 0.55 and more.
LEAST_FOUND_TILT_DEG: Final = 8.0
#: And no other face is liker to what is seen by more than this: none was by more than 0.0 in those 147; two dice that
#: were named by the wrong one of their sides, painted alike, were less like it by 0.3.
LEAST_LEANING_LEAD: Final = -0.1

# --- How exactly it is known (whole_dice) -----------------------------------------------------------------------------
# Set so that errors of the evaluation rigs, in sigmas, come out with a spread of about one: the last time on three
# tables of another renderer and six of our own, looked at on others. On the three, errors of headings have a spread
# of 1.0 sigmas, on 30 of our own 0.71 to 1.19, of centres 0.76 to 1.0 and 0.54 to 0.99. Too small, a close call is
# ruled by a guess; too large, players are asked about what is plain. What is stated of centres is too much where a die
# is large in the picture (0.75 sigmas across the ray from 80 px to an edge on) and hardly enough where it is small (1.1
# below 60 px), but no choice of these numbers makes all tables alike: 430 combinations for art, bulge, height and what
# is shared were weighed on 26 tables, and each that tells less of the surest table tells too little of another.

#: By how much two faces of a leaning die seem to look up differently, one sigma: with 2.2 degrees in the tilt of one
#: (231 dice that lean on 17 tables), 2.1 of the eleven whose faces differ by less than 6 degrees would be named by the
#: wrong one of both; one was. And how likely that must be to be reported.
TIE_SIGMA_DEG: Final = 2.5
LEAST_TIE: Final = 0.01

#: Of a leaning die: by how much the least-squares sigmas of place and heading are too small, since neighbouring pixels
#: err together; and what folding by hand adds.
TILTED_SIGMA_FACTOR: Final = 6.0
TILTED_TURN_SIGMA_FACTOR: Final = 4.0
FOLDING_SIGMA_MM: Final = 0.13
FOLDING_SIGMA_DEG: Final = 0.38
#: Of a flat die: a corner folded by hand (0.25 mm of a two-inch die) along the table, and up or down, where its weight
#: holds it; a corner of an enrolled face by itself; where the gallery does not tell how exactly a face was cut out, all
#: its corners together, and each by itself, folded as that copy was; and what all corners share of the errors of
#: calibration and light. Along each axis, in edges. Top faces of another renderer are folded by 0.28 mm along the table
#: and 0.12 mm up or down, ours by 0.2 mm each way. Errors hardly move with most of these (by half a per cent from half
#: to double); what is stated of them does. But of faces that the gallery does not tell of, headings were read 0.27
#: degrees off (root mean square of 36) with 0.002 for a corner, 0.18 with 0.005.
CORNER_FOLD_SIGMA_EDGES: Final = 0.005
CORNER_RISE_SIGMA_EDGES: Final = 0.0025
ART_SIGMA_EDGES: Final = 0.0014
UNTOLD_ART_SIGMA_EDGES: Final = 0.003
UNTOLD_CORNER_SIGMA_EDGES: Final = 0.005
SHARED_SIGMA_EDGES: Final = 0.0004
#: And what corners share in pixels, times the length of the edge in pixels: the smaller a die is seen, the less
#: exactly, in pixels too. Across the ray, centres are 0.04 to 0.09 mm off where a millimetre is 1.3 pixels and more,
#: and 0.07 to 0.15 where it is one. With 0.03 pixels for all dice, 0.90 to 1.0 of the centres on 41 tables were within
#: 2.45 sigmas; so 0.94 to 1.0 (with 3.3: 0.92), and of the three of another renderer 0.996, 0.95 and 0.955.
SHARED_SIGMA_SQUARE_PX: Final = 4.0
#: How exactly the height of a top face is known; what is too low is seen nearer to the camera. On three tables of
#: another renderer dice lie 0.02 to 0.08 mm lower than they should, on 23 of ours, whose sheet with the markers is as
#: thick as is assumed, 0.09 mm higher to 0.08 lower (standard deviation 0.04), so that it is no thicker sheet; and one
#: picture cannot tell, for a die that is lifted by 0.1 mm looks as large to 0.01 %. So much would be 0.001; the rest
#: stands for errors along the ray that other numbers do not tell; those of bulging faces are told apart.
HEIGHT_SIGMA_EDGES: Final = 0.0015
#: The same for a die in one picture of a camera that stands, and by how much the middle of its top face is known more
#: exactly than the corners say by themselves, which err alike less than least squares has it. Set on four tables of
#: another renderer (727 dice), seen at 40 to 72 degrees, so that 0.94 to 0.975 of the centres there are within 2.45
#: sigmas (with 0.55 and 0.00315, before bulges were told: 0.943 to 0.975).
SLANT_SIGMA_EDGES: Final = 0.003
CENTRE_SIGMA_SHARE: Final = 0.5
#: How far the middle of a face's paper stands out of its plane, which shifts it by half a millimetre where it is seen
#: at a cosine of 0.5; its edges, folded straight, stay. And by how much more the middle of an enrolled face may be off:
#: it bulged as well. On four tables of another renderer, centres were read 4 to 17 % better (root mean square) than
#: where faces were taken to be shifted whole, by 0.002; with 0.004 and 0.009 they were up to 1 % worse.
BULGE_SIGMA_EDGES: Final = 0.006
ART_BULGE_SIGMA_EDGES: Final = 0.001
#: So many neighbouring pixels of a fine square tell as much as one.
CORRELATED_PIXELS: Final = 16.0
#: So often corners are sought, each time where they were found before: a fold of half a millimetre is not measured at
#: one go. On twelve tables headings were read 0.01 to 0.03 degrees better (root mean square) with two rounds than with
#: one, centres 0.01 mm; a third is worth a third of that, and each costs 0.3 ms a die.
CORNER_ROUNDS: Final = 2
#: A round measures 0.63 to 0.9 of a shift (six tables), for evening a face takes a part of how it changes; so all but
#: the last go so much farther. On three tables of another renderer headings and centres were read 2 % better (3 and 2 %
#: with a third round); on 38 of ours, whose dice are folded less, both moved by less than 1 %.
CORNER_STRIDE: Final = 1.25
#: What faces and outlines of a picture's dice leave unexplained, in squares of their sigmas and by the number, tells by
#: how much that picture's errors are larger than usual; so much is usual, and it counts as so many numbers beforehand.
#: Nine tables left 0.33 to 0.68, but those that left least erred most, in sigmas: what fits better than usual is not
#: known more exactly. With 0.48 errors of headings on the three tables of another renderer came out 0.02 sigmas larger.
USUAL_MISFIT: Final = 0.45
USUAL_MISFIT_COUNT: Final = 60.0
#: The network sees the outlines of all dice shifted alike by more than it tells, 0.4 mm before a camera at 45 degrees:
#: its sigma of place (not of heading) counts so many times. Over eight tables, 1, 2, 3 and 6 differ by 0.002 mm, with 2
#: the best.
OUTLINE_SIGMA_FACTOR: Final = 2.0
#: An outline of the network farther from the whole die than so many sigmas and this slack is not counted. By eye.
OUTLINE_GATE_SIGMAS: Final = 3.0
OUTLINE_SLACK_EDGES: Final = 0.01
OUTLINE_SLACK_DEG: Final = 1.0

# --- Cameras in the hand and dice together (whole_dice.joint_adjustment) ----------------------------------------------

#: Rounds in which faces are sought where cameras and dice were found before.
JOINT_ROUNDS: Final = 3
#: What each corner of a face may be off by itself, px, whatever its contrast tells: what covers it in part, and blur.
JOINT_EDGE_FLOOR_PX: Final = 0.05
#: What so many faces of a picture, or more, leave unexplained (median, squares of sigmas, by the number) tells whether
#: the camera was where its markers have it. 96 pictures of four tables leave 0.11 to 0.32, 24 by a gallery of another
#: camera up to 0.49 (and three together to 0.59); eight of a screen, which the markers fit, 0.65 to 1.04. Of nine faces
#: of one of 72 pictures of three tables, drawn 14,400 times, none leaves more than that.
FEWEST_FACES_OF_A_PICTURE: Final = 9
UNLIKELY_MISFIT: Final = 0.65
#: A face that is off by more, root mean square in sigmas, is left out: something covers it, or it is another.
JOINT_GATE_SIGMAS: Final = 3.5
#: By how much all dice stand higher than the markers' sheets say, one sigma, mm: those may be of paper or of card, and
#: tape lifts them; by how much the print of all faces stands out of them, mm; and by how much all contours of a picture
#: lie outward of the dice, px: bright print and shade do that. On one table of another renderer contours lay 0.2 px
#: farther from the camera than they should, as if all dice stood 0.1 mm higher. With 0.15 mm for the sheets 0.99 of all
#: places in one picture were within 2.45 sigmas.
LIFT_SIGMA_MM: Final = 0.08
COMMON_BULGE_SIGMA_MM: Final = 0.15
CONTOUR_GROWTH_SIGMA_PX: Final = 0.2
#: By how much all faces of a picture look larger than they were enrolled, as a share, one sigma: where a picture is
#: sharper than the enrolled one, by some 0.4 % as it spans half as much a pixel. On four tables, of which one is of
#: another renderer, the 99th percentile of distances by three pictures came down there from 0.52 to 0.46 mm and hardly
#: moved on the others; so it did with 0.004. Blurring the sharper one to be like the other gained nothing: nearly all
#: that is left of how large a face is told comes from the one picture that it was enrolled from.
SWELLING_SIGMA: Final = 0.002
#: Of a die's contour: the share of an edge that profiles are spread over, profiles, places along one; how far one
#: reaches to either side, mm on the die, within these px; and by how much die and table must differ, as a share of
#: their brightness and beside it (linear light). By eye.
CONTOUR_SPAN: Final = (0.08, 0.92)
CONTOUR_PROFILES: Final = 28
CONTOUR_PLACES: Final = 17
CONTOUR_REACH_MM: Final = 2.2
CONTOUR_REACH_PX: Final = (2.5, 8.0)
CONTOUR_CONTRAST: Final = 0.25
CONTOUR_NOISE: Final = 0.01
#: What each edge of a contour may be off by, px, whatever its contrast tells: shade beside it, what covers it in part.
#: On one table of another renderer edges were off by 0.2 to 0.35 px. Where bulges of faces are told, one of twenty
#: places was off by more than 0.45 mm with 0.3, by 0.43 with 0.5 and with 1.0; three pictures together are read alike.
CONTOUR_FLOOR_PX: Final = 0.5
#: A picture's contours count only if there are so many, in the median no farther from where the faces have them, and no
#: more spread about that (median deviation as a sigma). On a table of another renderer they lay within 0.3 px with a
#: spread of 0.35, on two of ours, whose prints end in a dark rim, 0.4 to 1.4 px inward, and made places 0.1 mm worse.
FEWEST_CONTOURS: Final = 6
MOST_CONTOUR_OFF_PX: Final = 0.35
MOST_CONTOUR_SPREAD_PX: Final = 0.5
#: A camera by which places all over the table are known to so much, mm, is not moved by the dice of its one picture:
#: they err alike. By two markers alone, on 14 pictures of a table, places were 0.28 mm off in the median, and 0.98 of
#: them within 2.45 sigmas; with 0.3 here 0.46 mm and 0.8. The same of several pictures, whose cameras the same dice
#: bring together; and what the freedoms of a camera that is held are held to, as a share of their sigmas.
HELD_ALONE_MM: Final = 3.0
HELD_TOGETHER_MM: Final = 0.3
HELD_SHARE: Final = 0.01
#: Where places all over the table are off by more, one sigma, that is said.
DOUBTFUL_POSE_MM: Final = 1.0
#: In several pictures: how exactly a die's place is known in each beside its camera, for what is held to be one die;
#: what lies no farther apart, in edges and in sigmas, is; and what speaks against it that one was not read, or was read
#: as another, or turned by more than this.
TOGETHER_SIGMA_EDGES: Final = 0.01
MATCHED_EDGES: Final = 0.6
MATCHED_SIGMAS: Final = 5.0
UNREAD_UNLIKE: Final = 4.0
OTHER_UNLIKE: Final = 25.0
SAME_HEADING_DEG: Final = 20.0
#: Rounds in which dice are matched and cameras put right by them.
MATCH_ROUNDS: Final = 2
#: Of what a picture tells of a die no face is less likely than this; and so likely by all of them it is named.
LEAST_NAMED_SHARE: Final = 0.003
NAMED_TOGETHER: Final = 0.8
#: Named by less, a die that more pictures should show than do is none, two of them asking for 0.95 instead (a paper
#: triangle that one picture of three took for a die had 0.92, a die that one showed between others 0.98); nor is one
#: that lies in the same die as others see it. Two that are seen so by one picture each are the print of a face where
#: they are one place on the table to so many edges, and as dice farther apart. By four tables on which nothing was set
#: but this.
SURELY_SEEN: Final = 0.9
ONE_PRINT_EDGES: Final = 0.1
NO_DIE_EDGES: Final = 0.2
#: Two pictures that should show so many dice both, and have a smaller share in common, show different layouts.
FEWEST_IN_COMMON: Final = 3
LEAST_IN_COMMON: Final = 0.34

# --- Whether a place looks as it did (scene_change, table_memory, top_faces.background_model) -------------------------

#: A tile of a picture has changed if it differs by more than so much and so many times what half of all differ by, of
#: 255 on the average of its pixels. Half of all differed by 1 to 3 on four films of three tables, packed by a camera,
#: those beside them that nothing touched by up to 7, those of a die that came or went by 20 and more; nudged by 0.2 mm,
#: a die seen at 0.9 px to a millimetre differs by 8 to 12 at its edges.
TILE_CHANGED_BY: Final = 2.0
TILE_NOISES: Final = 2.5
#: Where half of all differ by more, the light is another, and no tile is taken to look as it did.
MOST_TILE_NOISE: Final = 4
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
#: A gulf between changes, no wider than a top face, is read too: a dark face on a dark table differs at its rim only.
CHANGE_GULF_PX: Final = 15
#: So far around a change is read too; where more of a map than this has changed, all is. Time only.
CHANGE_RIM_PX: Final = 9
MOSTLY_CHANGED: Final = 0.4
#: The square in which a die's look is saved: its side in edges and in pixels, the surroundings by which it is freed of
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
#: A block of a map that differs in colour by a smaller share and so many levels is lit as it was; there, what differs
#: by more than so much is the camera's noise, which takes nothing for changed that differs by so many times as much. On
#: a dark table by a webcam half of all differs by 0.6 that nothing has touched, on eleven other filmed tables by less
#: than 0.05.
SAME_COLOUR_SHARE: Final = 0.06
SAME_COLOUR_BY: Final = 3.0
LEAST_NOISE: Final = 0.05
NOISE_REACH: Final = 2.0
#: So much of what a die hid must be known as table, and so much of it must show the table again, to say that the die is
#: gone. Of 1,944 dice that lay on nine filmed tables none left more than 0.12 to be seen; of 50 places that dice had
#: left all but one under a phone showed 0.39 and more, the least where the shade of another fell. Lower takes a die of
#: the table's colour for the table.
TABLE_KNOWN_SHARE: Final = 0.9
TABLE_SHOWN_SHARE: Final = 0.3
#: A place that differs from the table by less, where a die is read, was taken for the table with the die on it.
TABLE_SEEN_SHARE: Final = 0.12
#: A place whose colour differs by a larger share, in any channel, once the light of the whole is made equal, is hidden
#: by something smooth, or in a shade; one pixel in so many tells that light. By eye.
TABLE_COLOUR_SHARE: Final = 0.25
LIGHT_SAMPLING_PX: Final = 101
#: Beside a die its shade falls on the table: nothing is learned of it so near, px.
SHADE_PX: Final = 25
#: What is named in the picture of the empty table, or is a die with this probability, may be one that was left there:
#: that place is not known. On 56 empty tables nothing was named; on two in candle light places of a loud print reached
#: 0.6 to 0.97, on the others none 0.36. The pose refiner alone took 130 places of 41 of them for
#: dice, 29 of one; and print that is not known as such is reported as dice.
LEFT_LYING_PROBABILITY: Final = 0.99

# --- What lies there and is reported as no die (unknown_objects) ------------------------------------------------------
# Set on 256 pictures of 27 tables, ours (24) and others' (3), with cards, cups, boxes, counters and triangles beside
# the dice, and on the same with the light made otherwise; and with each third die left out of what was reported.

#: A disc that any silhouette of a die holds has this radius, in heights of the smallest die lying flat (20 mm).
UNKNOWN_REACH_HEIGHTS: Final = 0.48
#: In such a disc so large a share has colours that are not the table's, or so large a one another texture. Lower for
#: colours tells counters in the shade of dice, higher loses dice there. With 0.55 for texture 0.95 of the dice that
#: were left out were reported, not 0.93, but hard-edged shades laid over the pictures were reported ten times as often.
UNKNOWN_SHARE: Final = 0.3
UNKNOWN_TEXTURE_SHARE: Final = 0.67
#: What has another texture shows at least so much of other colours too; the rims of hard shades show none, and were
#: reported 34 times in 64 pictures of eight tables in low light. Of 585 dice that were left out 5 are not reported for
#: it.
TEXTURED_COLOUR_SHARE: Final = 0.01
#: Where more of the eighth of the table that is about as bright as a place has another texture, textures tell nothing
#: there: of the dark squares of a print, seen by a webcam, it was 0.19 and more, on the one table that is dark all over
#: 0.37 to 0.87, on 25 others, in their worst pictures, no more than 0.12.
NOISY_TEXTURE: Final = 0.15
#: A table is glossy if of the places where dice would be mirrored more than the second is unlike it, at all of them but
#: the first, at which overlooked dice may lie. On 25 tables that mirror little it was up to 0.1, on the two that do
#: 0.02 to 0.4; where it tells that a table is not glossy, 0.96 of the dice left out are reported, not 0.93.
FEW_MIRRORED: Final = 0.25
MIRRORED_SHARE: Final = 0.05
#: And in so much of it the table is not plainly seen: what is smaller than a die, as a counter, is not reported. Of 256
#: pictures of 27 tables 7 have a counter reported; with 0.97 there were 15, with 0.995 four, but 13 more of 1,035 dice
#: that were left out were not reported.
UNKNOWN_HIDING_SHARE: Final = 0.985
#: The table dimmed to less than the first is in a shade; what shade and light may do to it at most, and how much of a
#: channel they may tint it; and noise, of 255. With 1.12 for the brightest, a patch of sun was reported as a thing.
SHADE_DIMMING: Final = 0.8
DEEPEST_SHADE: Final = 0.12
BRIGHTEST_LIGHT: Final = 1.8
SHADE_TINT: Final = 0.1
UNKNOWN_NOISE: Final = 10.0
#: So wide, in cells of 16 mm, is what tells the light of a place (odd): lamps that moved are smoother.
LIGHT_WINDOW_CELLS: Final = 13
#: So far around dice nothing is reported: folding by hand, and how roughly a leaning one is drawn.
EXPLAINED_RIM_MM: Final = 4.0
EXPLAINED_LEANING_RIM_MM: Final = 10.0
