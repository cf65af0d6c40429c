"""The tuned numbers of inference: what every explanation of the table costs, and how near is near enough.

Owns all of them, so that they can be weighed against each other: a cost is minus the natural logarithm of how often
such a thing happens at a table, and costs of one explanation are added up. How often that is, is a guess of people
who play ("guessed"), tried on the bundled film and the matches of the tests, with no record of what else was tried;
what a change breaks, `tests/session/inference` says. Distances without a source were set by eye in the same way.
"""

from __future__ import annotations

from typing import Final

# --- What people do (hypotheses, landing_hypotheses): a higher cost has it proposed later, or not at all --------------

#: An act that leaves a trace on the table: the measure of all others.
ACT_COST: Final = 1.0
#: Acts that leave no trace: the end of a turn that nobody entered, where something was left to be done in it and where
#: nothing was, a pass, an activation given up, a call or jump whose throw is seen; and what was too close to call.
#: Guessed. A lower first one takes more rolls for shots by an opponent; with 2.3 a public film lost a kill.
END_TURN_COST: Final = 1.3
NOTHING_LEFT_COST: Final = 0.6
PASS_COST: Final = 1.8
SKIP_COST: Final = 2.0
CALL_OR_JUMP_COST: Final = 1.3
CLOSE_CALL_COST: Final = 1.0
#: A die that jumps is thrown at once; somebody still holds it at one table at rest in ten. Guessed.
HELD_COST: Final = 2.3
#: Of two ways to describe the same act the one that names its target comes first; a die rolls by itself more often than
#: by another's effect. Only the order counts.
UNNAMED_TARGET_COST: Final = 0.01
FOR_ANOTHER_COST: Final = 0.7
#: Two acts at once, because the table was not seen at rest between them; and each in a turn of its own. Guessed.
MISSED_REST_COST: Final = 3.0
MISSED_TURN_COST: Final = 1.0
#: A thrown die that went off the table unseen; a side that could not be read. Guessed.
THROWN_OFF_COST: Final = 3.0
UNREAD_SIDE_COST: Final = 6.0
#: Dice only bumped; each bumped die, and each that was bumped over to another side, with one point more for so many
#: millimetres up to the most, where a thrown die has struck it. What an elbow bumps moves by a few centimetres
#: (standard deviation, mm), and hardly ever so far that it costs the most: rather one like it was thrown and has
#: knocked it off. Guessed.
ONLY_BUMPED_COST: Final = 2.0
BUMPED_COST: Final = 1.0
BUMPED_OVER_COST: Final = 3.0
BUMP_MM_PER_POINT: Final = 50.0
MAX_BUMP_COST: Final = 5.0
ELBOW_MM: Final = 25.0
#: A die knocked off, each further one besides; and what a thrown die strikes lies near where it comes to lie, with one
#: point more for so many millimetres up to the most; or is struck by a die that went off itself. Guessed.
KNOCKED_OFF_COST: Final = 1.0
KNOCKED_MORE_COST: Final = 2.0
KNOCK_MM_PER_POINT: Final = 60.0
MAX_KNOCK_COST: Final = 6.0
KNOCKED_UNSEEN_COST: Final = 3.0
#: One hand in so many reaches across the table to do what belongs to another edge; and how much of the weight of a hand
#: in one frame (1) is enough to tell. Of the public films' 40 rests none reached across; people do. Guessed.
REACHES_ACROSS: Final = 0.03
ENTRANCES_WEIGHED: Final = 3.0
#: A hand was seen over its edge where it costs less than this that it came from there: half as much as the plainest.
#: One that comes in beside the hands that did something, and does nothing itself: at one table in five. Higher looks
#: for two acts where somebody only pointed. Guessed.
HAND_SEEN_COST: Final = 0.7
IDLE_HAND_COST: Final = 1.5
#: A die that is taken off is taken by its owner, or else by who shot it. Guessed.
OTHERS_DIE_COST: Final = 0.5
#: A thrown die takes the place of one that it has knocked off, rather than that somebody has turned the one that lay
#: there (`LANDS_NEAR_MM`). Guessed.
KNOCK_PLACE_COST: Final = 2.5
#: A die comes down so near to where it lay itself, or to where one like it lay that it has not struck, as a roll or a
#: push would leave it: one throw in 70 on a table of a metre. Rather somebody has turned what lay there.
LANDS_NEAR_MM: Final = 45.0
LANDS_NEAR_COST: Final = 4.3
#: What no throw and no bump does: to put another side, or another die, exactly where one lay. Nearly never; lower takes
#: misread dice for moves.
IN_PLACE_COST: Final = 15.0

# --- What is left unexplained (residuals): lower believes the reader more, higher the match ---------------------------

#: A piece that is not seen, or a die that is seen for no reason. More than any one misreading below.
UNMATCHED_COST: Final = 25.0
#: A piece that is not seen where its place does not show the empty table: something hides it, or the reader overlooked
#: it, as one in forty. Lower asks after dice that were knocked off; higher believes that dice were which lie there.
OVERLOOKED_COST: Final = 3.7
#: A piece was moved away, and its place still shows something else than the table though no die lies near: a phone, a
#: sheet, the reader's mistake. Guessed; lower takes a die under a phone for one that was shot, higher believes that it
#: lies there.
COVERED_COST: Final = 3.0
#: So far from a die its shade falls by a low lamp: a place that looks otherwise beside a die that has just come there
#: may be the bare table. Two dice long; by eye.
SHADE_REACH_MM: Final = 110.0
#: Another face than expected; a runner-up of the reader; a face that cannot be read; another kind as runner-up; a die
#: that leans. Guessed.
OTHER_FACE_COST: Final = 22.0
RUNNER_UP_COST: Final = 8.0
UNREAD_FACE_COST: Final = 5.0
OTHER_KIND_COST: Final = 12.0
LEANING_COST: Final = 12.0
#: A die that lies flat is folded askew by so much (standard deviation), which a reader takes for leaning where it is
#: much; of dice that land beside another one in twenty leans on it; and of those that can touch none one in a thousand
#: leans on something else. Degrees; guessed.
FOLDED_ASKEW_DEG: Final = 3.0
LEANS_COST: Final = 3.0
LEANS_ALONE_COST: Final = 7.0
#: A die that seems to lean by its outline alone, for nothing of it could be read, as often lies flat. Guessed.
UNREAD_LEANING_COST: Final = 3.0
#: A die that leans touches what it leans on: it lies no farther from it than so many sums of circumradii.
LEANS_WITHIN: Final = 1.25
#: A side, or a kind, read wrongly of a die whose place costs less than the third: it lies exactly where it should.
MISREAD_SIDE_COST: Final = 9.0
MISREAD_KIND_COST: Final = 14.0
EXACT_PLACE_COST: Final = 3.0
#: However far a die lies from where it should, its place costs no more. Just below a piece that is not seen.
MAX_PLACE_COST: Final = 24.0
#: Dice whose edges differ by a larger factor are never taken for each other: an Ogre is recognised by its size alone.
SAME_SIZE_FACTOR: Final = 1.25
#: How far a die lies from its place when nobody touched it, and when a hand has just rolled or turned it; sigmas, mm
#: and degrees. By eye.
UNTOUCHED_MM: Final = 2.0
UNTOUCHED_DEG: Final = 2.5
BY_HAND_MM: Final = 5.0
BY_HAND_DEG: Final = 6.0

# --- Which hypotheses are followed and proposed -----------------------------------------------------------------------

#: An act that leaves less unexplained than this explains the table; of those that leave more so many are followed by a
#: second act, and of the pairs so many by a third. Lower looks for further acts that were none; more cost time.
EXPLAINED_RESIDUAL: Final = 12.0
FOLLOWED_UP: Final = (5, 4)
#: Beside them shots at a piece that is gone and that one shot only rolls. More cost time.
SHOT_TWICE: Final = 2
#: A story that is so much worse than the best is not worth a third act: it costs time.
FOLLOWED_UP_WITHIN: Final = 3.0
#: Where an act by hand explains the table, turns that cost so much more than its own are not searched for another.
#: Lower overlooks a shot that rolls a die as its owner might; higher costs time.
LATER_TURNS_COST: Final = 3.0
#: A proposal worse than the best by more is not worth a line: e^-9 is one in 8,000.
MAX_BEHIND_BEST: Final = 9.0
#: So many proposals can be chosen from by number without reading long.
MOST_PROPOSALS: Final = 6
#: A second explanation at least this likely makes a question of it. Lower asks more often.
MIN_ASKED_SHARE: Final = 0.02

# --- Stories followed side by side (stories) --------------------------------------------------------------------------

#: So many stories are followed, none that is so much worse than the best (one in 1,800), and from each so
#: many explanations of the next table. More cost time: each is explained anew at every table at rest.
MOST_STORIES: Final = 10
WORST_STORY_BEHIND: Final = 7.5
MOST_SUCCESSORS: Final = 6
#: Two stories are one where every die lies within this in both: a hair, beside how hands leave dice.
SAME_POSE_MM: Final = 3.0
SAME_POSE_DEG: Final = 4.0
#: A way to come to where a story stands is remembered where it is at least so likely of the story.
LEAST_WAY: Final = 0.01
#: What it costs that nothing explains how a die lies, or that a piece is not seen; and each further one: somebody holds
#: a die, has turned it by mistake, or it is misread. One table in 90: tried on random matches in which people err. A
#: piece and a die nearer than `LANDS_NEAR_MM` are one: farther nobody moves a die by mistake.
UNEXPLAINED_COST: Final = 4.5
UNEXPLAINED_MORE_COST: Final = 4.0
#: A die that is no piece in play, besides: people take dice up and turn them by mistake, but hardly put one down.
UNEXPLAINED_DIE_COST: Final = 2.5
#: Each of them that cannot be read, besides: less than any one side of it costs, so that it is waited for until it is
#: read, more than all its sides together.
UNREAD_OPEN_COST: Final = 0.7
#: What may have put a die there that is waited for is together told as so likely: less than half, so that nobody but
#: people takes it.
WAITED_FOR_SHARE: Final = 0.45
#: Each die that is left open, or missing without a reason, at each table after: what is not put right soon was rather
#: done by an act that the story lacks.
LEFT_OPEN_COST: Final = 1.0
#: People take their last act back: another corner was meant, a die was only lifted. One act in 12; what it costs
#: besides that a thrown die is taken up and kept: a die that is thrown is thrown. Guessed.
TAKEN_BACK_COST: Final = 2.5
THROW_TAKEN_BACK_COST: Final = 4.0
#: What people did by key was otherwise: they have pressed the wrong one. One in 150; guessed.
PEOPLE_ERR_COST: Final = 5.0
#: How often something was done besides that the table does not show, such as a roll after a throw where nothing was
#: seen between: one table in 100 of the random matches. Nothing is ever told as certain.
HIDDEN_ACT_SHARE: Final = 0.01
#: What is less likely than this beside all other stories is no proposal.
LEAST_PROPOSED: Final = 1e-4
#: A story that the match does not stand in is offered as far as it is so likely, where it is so many times likelier
#: that the match has gone another way than that it has gone as it stands. Lower corrects what was right.
MEND_SHARE: Final = 0.5
MEND_ODDS: Final = 2.0
#: After the last table it is asked whether the score was another, where that is at least so likely. Chosen, not tuned:
#: lower asks more often of scores that were right.
ASKED_SCORE_SHARE: Final = 0.1

# --- Which die is which piece (identity) ------------------------------------------------------------------------------

#: A die that costs less (about 6 mm or 8 degrees, however badly it is read) lies as it lay; or, with the right side up,
#: one within these, as hands leave a die that they roll in place.
STILL_COST: Final = 6.0
STILL_MM: Final = 10.0
STILL_DEG: Final = 12.0
#: A push of so many millimetres costs one point, up to the most.
PUSH_MM_PER_POINT: Final = 50.0
MAX_PUSH_COST: Final = 8.0
#: A new side by rolling over one corner; in any other way; and a piece left without its die. Guessed.
ROLLED_COST: Final = 0.5
TURNED_UP_COST: Final = 3.0
UNPAIRED_COST: Final = 12.0
#: What speaks for a die that was followed from frame to frame, and against any other.
FOLLOWED_GAIN: Final = 6.0
#: How far the edges of copies of a die are measured to differ from what is printed, and those of one copy from one
#: place to another: standard deviations in edges, the second with so many sigmas of the die's place beside. On three
#: measured tables (228, 222 and 143 top faces) edges differ by 0.0055, 0.0049 and 0.0039 and are measured otherwise by
#: 0.0023, 0.0038 and 0.0037, where places have sigmas of 0.07, 0.11 and 0.19 mm. More of the first, or less of the
#: second, is surer of a copy than can be.
FOLDED_EDGES: Final = 0.005
EDGE_ERROR_EDGES: Final = 0.0033
EDGE_ERROR_SIGMAS: Final = 0.5
#: The paper of another copy says no more than this: a hand at its corner or a shade measures an edge wrongly, too.
OTHER_PAPER_COST: Final = 4.0
#: Equal dice of two owners are mixed up where their paper says so this clearly: of those tables' pairs of copies, each
#: measured once before with the same side up, 60, 45 and 22 of 100 that were exchanged, and 0, 1 and 0 of 1000 that
#: were not. Lower asks for nothing.
MIXED_UP_COST: Final = 4.0
#: Where hands have been at two such dice (one is clearly off its place, the other by three sigmas of measuring), one
#: pair in five comes to lie in each other's place; it is asked about where that is at least so likely with what their
#: paper says. Guessed.
TOUCHED_COST: Final = 4.5
EXCHANGED_COST: Final = 1.4
ASKED_EXCHANGE_SHARE: Final = 0.05

# --- What the reader is likely to see (prior, misreadings) ------------------------------------------------------------

#: Weights: every face of the match's dice anywhere, and a die that is not of this match; a piece where it lies, and
#: where each of its rolls would put it. Guessed.
ANYWHERE_WEIGHT: Final = 0.02
FOREIGN_WEIGHT: Final = 1e-5
STAYS_WEIGHT: Final = 0.9
ROLLS_WEIGHT: Final = 0.03
#: How far from its place a die is expected, and how far a rolled one; sigmas. By eye.
STAYS_MM: Final = 6.0
ROLLS_MM: Final = 12.0
#: A face must be so many times likelier by the match than what was read to take its place. Lower corrects readings that
#: were right.
CLEARLY_LIKELIER: Final = 3.0
#: A name read with so much confidence, or none at all with so much, is never weighed by what is expected; and a face
#: that is expected decides what the picture leaves open where it has so large a share.
CLEAR_PICTURE: Final = 0.9
DECIDED_SHARE: Final = 0.9
#: So near to where a roll over a corner would have left it, a die is probably that one, misread. A roll is 29 mm.
MISREAD_ROLL_MM: Final = 12.0
MISREAD_ROLL_DEG: Final = 20.0

# --- Where table and match differ, and what hands do (discrepancies, drift, instructions, questions) ------------------

#: A die within this of its place has not been rolled: a roll moves it by 29 mm.
SAME_PLACE_MM: Final = 10.0
#: A die read as another kind so near to where a piece is missing is probably that piece, misread.
MISREAD_KIND_MM: Final = 15.0
#: A die that was called leaning and lies flat so near to where it was seen then has not been thrown anew: a roll moves
#: it by 29 mm.
CALLED_LEANING_MM: Final = 25.0
#: A die so near to the rim falls off easily.
NEAR_RIM_MM: Final = 90.0
#: Less than this, or than so many sigmas, is no movement: continuous effects go on (DW-CONT-05).
LEAST_DRIFT_MM: Final = 1.0
LEAST_DRIFT_DEG: Final = 1.5
DRIFT_SIGMAS: Final = 5.0
#: A die that shows another side was rolled over a corner, and not picked up, where it lies about where that roll ends:
#: a roll moves it by 29 mm.
BUMP_ROLL_MM: Final = 20.0
BUMP_ROLL_DEG: Final = 30.0
#: A hand puts a rolled die down about where the geometry says; nearer, where its side cannot be read.
HAND_ROLL_MM: Final = 16.0
HAND_ROLL_DEG: Final = 30.0
UNREAD_ROLL_MM: Final = 10.0
#: A die that an instruction is about lies where it lay; it lies about where it was to be rolled.
STILL_THERE_MM: Final = 15.0
ABOUT_THERE_MM: Final = 80.0
#: Nearer to the table's edge than this, or than so many sigmas, the players say whether a die stands on it.
EDGE_CALL_MM: Final = 1.0
EDGE_CALL_SIGMAS: Final = 2.0
#: So far inside the edge a die is put that stands on the table as the players say.
INSIDE_EDGE_MM: Final = 0.1
