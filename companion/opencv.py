"""The one door to OpenCV.

Importing ``cv2`` points Qt at OpenCV's own Qt 5 plugins and fonts, after which a PySide6 window cannot start.
Everything in this program imports ``cv2`` from here; both variables are put back as they were.

OpenCV reads its limits and its talkativeness from the environment as it is loaded. A picture's header is held against
the limit before room is made for its pixels: 100 kB of PNG can unfold into gigabytes. What OpenCV and FFmpeg would
write to standard error is left to our own sentences, unless somebody has asked for it.

After each call OpenCV's threads would turn round and round until the next one. A reading makes hundreds of short
calls: it takes as long without that, and less of a second processor, which may be wanted elsewhere.
"""

import os

#: A camera of a hundred million pixels is not pointed at a table.
MOST_PIXELS = 100_000_000

_QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR")
_LIMIT = {"OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_PIXELS)}
_before = {name: os.environ.get(name) for name in (*_QT_VARIABLES, *_LIMIT)}
os.environ.update(_LIMIT)
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET
os.environ.setdefault("OPENCV_THREAD_POOL_ACTIVE_WAIT_WORKER", "0")

import cv2  # noqa: E402  (the variables have to be set and remembered first)

for _name, _value in _before.items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value

__all__ = ["MOST_PIXELS", "cv2"]
