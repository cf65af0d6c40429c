"""Windows and painted overlays. Nothing is decided here: what is shown is computed from the table's inspection."""

from companion.ui.application import for_painting, for_windows, run_until_closed, why_no_screen
from companion.ui.painting import painted_picture, write_overlay
from companion.ui.printed_mats import printed_mat
from companion.ui.rooms import ROOMS
from companion.ui.window import Window
