"""The guided roll in a window: the crop as the program sees it, the side asked once, the net that fills as it rolls."""

from companion.ui.enrol.launch import open_enrolment
from companion.ui.enrol.window import EnrolWindow

__all__ = ["EnrolWindow", "open_enrolment"]
