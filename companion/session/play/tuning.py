"""The tuned numbers of playing: from when on two explanations are equally likely, and what counts as time at the table.

Guesses of people who play, tried on the bundled film and the matches of the tests.
"""

from __future__ import annotations

from typing import Final

#: A second explanation at least so likely as the first, as a share of it, is asked about: Enter alone takes neither.
#: Higher lets a hasty Enter take the wrong one, lower asks where everybody knows.
EQUAL_SHARE: Final = 0.5
#: Nobody thinks about a turn for so many seconds: a longer gap between two entries of a journal is time away from the
#: table, and counts as none at all.
AWAY_S: Final = 1800.0
