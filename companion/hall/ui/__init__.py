"""The hall: every table of an event on one screen, who has called the referee first, and the event as a file."""

from companion.hall.ui.event_files import check_event_file, write_event
from companion.hall.ui.window import HallWindow

__all__ = ["HallWindow", "check_event_file", "write_event"]
