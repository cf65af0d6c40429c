"""The guided roll in a window: the crop as the program sees it, the side asked once, the net that fills as it rolls."""

from companion.ui.enrol.window import EnrolWindow, open_enrolment
