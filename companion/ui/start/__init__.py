"""The rooms before a match: start page, new match, the table and its camera; they end in the match's window."""

from companion.session.launch import LaunchOptions
from companion.ui.frame_feed import known_devices
from companion.ui.settings import last_camera
from companion.ui.start.window import StartWindow, open_start
