"""The tuned numbers of playing: from when on two explanations are equally likely, and what counts as time at the table.

Guesses of people who play, tried on the bundled film and the matches of the tests.
"""

from __future__ import annotations

from typing import Final

#: A second explanation at least so likely as the first, as a share of it, is asked about, with whose turn it would be
#: then. Just below what a die that rolled by another's effect has beside one that rolled by itself (e^-0.7); the second
#: throw of a call has 0.6 on the bundled film. Higher shows the second only behind a key, lower asks where everybody
#: knows.
EQUAL_SHARE: Final = 0.45
#: Nobody thinks about a turn for so many seconds: a longer gap between two entries of a journal is time away from the
#: table, and counts as none at all.
AWAY_S: Final = 1800.0
#: So many deeds that were undone at once are named one by one; more would not fit on the two lines of the ruling.
LISTED_DEEDS: Final = 3
#: What is accepted though it is less likely is marked for looking through the match afterwards; so is what was
#: accepted beside another explanation at least so likely. Higher marks what nobody would look at again.
DOUBTED_BELOW: Final = 0.9
LEAST_ALTERNATIVE: Final = 0.05
#: So many gestures of a likelier story are told; the rest is behind "?".
LISTED_GESTURES: Final = 2
