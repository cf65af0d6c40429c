"""The guided roll: a die is learned side by side as it is rolled; what is up is asked once and followed from then on.

``DieLocator`` says what lies on the table, ``Guide`` what to do about it and what has been filed. No window in it: who
shows it only passes on what the guide says.
"""

from companion.session.guided_enrolment.guide import DieLocator, DieObservation, FiledSide
from companion.session.guided_enrolment.roll_presenter import RollPresenter, SaveSides, table_state_words
