"""The match's sense: from where a match stands and what the camera sees, to what people have probably done.

`proposals` turns a changed table into acts to be accepted with one key, with what must be asked; `instructions` says
what hands must do after a ruling and ticks it off (`as_if_done` looks past what they still must do); `differences` says
where table and match disagree and what has probably happened; `matched` says which die is which piece; `as_seen` takes
dice as they really lie; `Prior` is what the match expects of a picture. Pure: a position and a look in, values out;
nothing is done by itself.
"""

from companion.table.watching.asking import Ask, Asked, Choice
from companion.table.watching.differing import Difference, Differs, Explanation, Remedy, differences
from companion.table.watching.drift import as_seen
from companion.table.watching.expected import Expected, Prior
from companion.table.watching.hands import UNSEEN, Hand, Instruction, as_if_done, instructions, still_to_do
from companion.table.watching.identity import Followed, Matching, matched
from companion.table.watching.proposing import Proposal, proposals
from companion.table.watching.seen import Looked, SeenDie, Tracked, seen_dice, seen_tracks
from companion.table.watching.steps import played, step_of

__all__ = [
    "UNSEEN",
    "Ask",
    "Asked",
    "Choice",
    "Difference",
    "Differs",
    "Expected",
    "Explanation",
    "Followed",
    "Hand",
    "Instruction",
    "Looked",
    "Matching",
    "Prior",
    "Proposal",
    "Remedy",
    "SeenDie",
    "Tracked",
    "as_if_done",
    "as_seen",
    "differences",
    "instructions",
    "matched",
    "played",
    "proposals",
    "seen_dice",
    "seen_tracks",
    "step_of",
    "still_to_do",
]
