"""The one door to OpenCV.

Importing ``cv2`` points Qt at OpenCV's own Qt 5 plugins and fonts, after which a PySide6 window cannot start.
Everything in this program imports ``cv2`` from here; both variables are put back as they were.
"""

import os

_QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
_before = {name: os.environ.get(name) for name in _QT_VARIABLES}

import cv2  # noqa: E402  (the variables have to be remembered first)

for _name, _value in _before.items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value

__all__ = ["cv2"]
