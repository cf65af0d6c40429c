"""The guided roll: a die is learned side by side as it is rolled; what is up is asked once and followed from then on.

``Looker`` says what lies on the table, ``Guide`` what to do about it and what has been filed. No window in it: who
shows it only passes on what the guide says.
"""

from companion.table.enrolling.following import Stance
from companion.table.enrolling.guide import Guide, Need
from companion.table.enrolling.looking import Look, Looker

__all__ = ["Guide", "Look", "Looker", "Need", "Stance"]
