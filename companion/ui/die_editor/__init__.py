"""Entering what is printed on one's own dice."""

from companion.session import Draft
from companion.ui.die_editor.window import HEADING, DieEditor
