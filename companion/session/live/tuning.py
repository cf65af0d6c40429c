"""The tuned numbers of the live table: when it is at rest, when it is read, when a die is the same die.

All were set by eye, on the bundled film and films made like it, with no record of what else was tried; those that
follow from something else say from what. `tests/session/live` says what a change breaks.
"""

from __future__ import annotations

from typing import Final

# --- What stirs (motion_detection, motion_detector) -------------------------------------------------------------------

#: Width that pictures are shrunk to before they are compared. Wider tells smaller things, and costs time at every
#: frame.
COMPARED_WIDTH_PX: Final = 480
#: One pixel in so many tells how light the whole is.
LIGHT_SAMPLING: Final = 31
#: Rounds in which the light of the whole is fitted, a level and a slope to either side, and by how many times the
#: median a place may be off to count in the next. Set on a film of a webcam that exposes by itself: with a level alone,
#: a hand with a large box changed the light by so much that neither was seen.
LIGHT_ROUNDS: Final = 3
LIGHT_OUTLYING: Final = 2.5
#: So far beyond the rim things are looked at: dice hang over it, hands come from there.
LOOKED_AROUND_MM: Final = 60.0
#: A hand that reaches over the rim comes at least so far inside it; a die that hangs over it does not.
RIM_STRIP_MM: Final = 25.0
#: A pixel has changed that differs by more than this (of 255), and by more than so many times the noise. Lower never
#: comes to rest under a flickering lamp.
LEAST_CHANGE: Final = 10.0
LEAST_CHANGE_NOISES: Final = 6.0
#: What changes on so much of the picture stirs, in top faces of the smallest die; and what is so large may be a hand,
#: in whole dice of the largest kind. Lower takes noise for a move; higher misses a nudge.
STIR_FACES: Final = 0.1
HAND_DICE: Final = 1.6
#: A hand has an arm, which comes from farther beyond the rim than is looked at: so much of the strip that is looked at
#: it crosses, mm. What does not, a die that was rolled at the rim with its shade, is a hand only where it is so large,
#: in dice: a sleeve may look like the floor.
ARM_FROM_MM: Final = 45.0
ARMLESS_DICE: Final = 4.0
#: What looks as if less light fell there is a shade: shares of the light that are left, in colours that had so many
#: levels of 255 at least, and how much less of one colour than of another may be. What is no larger than a die but for
#: its shade is no hand. Where so much as 0.95 of the light may be left, half of a hand on a wooden table is a shade.
LIGHTEST_SHADE: Final = 0.8
DEEPEST_SHADE: Final = 0.2
SHADE_TINT: Final = 0.7
SHADE_TOLD_FROM: Final = 40.0
#: The table has come to rest when nothing has stirred for so long. Shorter reads dice that still roll; longer is waited
#: for after every act.
STILL_S: Final = 0.4
#: A die in flight says at most so much of where it came from beside a hand that crosses the rim, less by e for every so
#: many millimetres from the rim at which it is seen first. By eye: hands show their whole way, flights an end of it.
FLIGHT_WEIGHT: Final = 0.5
FLIGHT_REACH_MM: Final = 150.0
#: A patch that is so wholly darker than before is a shade, where another moves that is not.
SHADE_DARKER_SHARE: Final = 0.95
#: What flies is traced back to the rim once it has come so far from where it was seen first; that says as much as a
#: hand in one frame. Nearer is the noise of what moves on the spot.
FLIGHT_TRACED_MM: Final = 40.0
FLIGHT_TRACED_WEIGHT: Final = 1.0
#: What is seen again within so many millimetres lies there; so many frames of a flight are looked at; and over three of
#: them a die goes on so straight (the change of its step, as a share of both steps). On four films 72 of 73 flights
#: that were traced came over their owner's rim; 62 of 72 when all that was seen in a frame counted as one: by a
#: television's light the die's shade, and what lay there since, led seven of twenty astray.
FLIGHT_STAYS_MM: Final = 20.0
FLIGHT_FRAMES: Final = 6
FLIGHT_BEND: Final = 0.4
#: More moving patches than this are no people at the table: the camera was bumped, or the light has changed.
MOST_MOVING: Final = 8
#: What lies still over the rim for so long is no hand but a book or a cup.
LEFT_THERE_S: Final = 4.0
#: Pictures at rest that are kept, to see what has come since.
KEPT_RESTS: Final = 12

# --- When the table is read, and when that is sure (settled_table, snapshot, votes, live_table) -----------------------

#: A table that lies still is read again so often: what moves very slowly stirs nothing.
READ_AGAIN_S: Final = 10.0
#: So many readings of one table at rest make its pieces sure, whatever they say; so many where they say the same of
#: every die with the confidence below. More is slower by a reading each.
VOTES_WANTED: Final = 3
VOTES_ALIKE: Final = 2
DOUBTLESS_CONFIDENCE: Final = 0.9
#: Nearer than this, in circumradii, snapshots in two readings are of one die: two dice cannot lie so near (GEO-10).
ONE_DIE_DISTANCE: Final = 0.7
#: Other faces that a vote names at most.
OTHER_FACES: Final = 3
#: No frame for so long is no picture; a frame may be late.
NO_PICTURE_S: Final = 1.0
#: So long after a frame that could not be read another is tried.
RETRY_S: Final = 1.0

# --- Which die was which (tracking) -----------------------------------------------------------------------------------

#: A die within so many sigmas and these of where one lay has not moved.
STILL_SIGMAS: Final = 4.0
STILL_MM: Final = 2.0
STILL_DEG: Final = 4.0
#: A roll over a corner ends so near where the geometry says; people push a little.
ROLL_MM: Final = 20.0
ROLL_DEG: Final = 30.0
#: In millimetres of push: what a new face without a roll costs, and what no move may cost.
NEW_FACE_MM: Final = 100.0
TOO_FAR_MM: Final = 150.0
#: So many dice of a kind that moved at once are paired by trying all ways; more by the cheapest pair first. Seven would
#: be 5,040 ways.
MOST_PERMUTED: Final = 6

# --- Whether the camera stands (camera_monitor) -----------------------------------------------------------------------

#: A camera has moved when so many looks in a row say so.
MOVED_LOOKS: Final = 2
#: As long as all is well the camera is looked after so often: a bump stirs the picture, and the table is not read
#: before it has come to rest (``STILL_S``), which takes longer.
CHECK_EVERY_S: Final = 0.25
SEARCH_EVERY_S: Final = 0.5
#: So long people read that the camera has moved and was measured again.
TOLD_S: Final = 2.0
#: After a large move the first measure is a rough one, by which the second finds the markers' edges.
MEASURING_LOOKS: Final = 3
#: Fewer markers in sight than this cannot tell a moved camera from a moved marker.
FEWEST_MARKERS_WATCHED: Final = 3
#: So many where they were show that it stands, whatever lies on the others: no bump leaves two in place.
FEWEST_MARKERS_IN_PLACE: Final = 2
