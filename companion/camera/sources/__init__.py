"""Where pictures come from: a camera, a video, picture files, a film of pictures, or nowhere; knows no table."""

from companion.camera.sources.cameras import CameraSource
from companion.camera.sources.opening import open_source
from companion.camera.sources.reels import Reel, Shot, film_reel, picture_reel
from companion.camera.sources.settings import Granted, Lock, Wishes
from companion.camera.sources.source import Device, NoSource, Source
from companion.camera.sources.videos import VIDEO_ENDINGS, VideoSource

__all__ = [
    "VIDEO_ENDINGS",
    "CameraSource",
    "Device",
    "Granted",
    "Lock",
    "NoSource",
    "Reel",
    "Shot",
    "Source",
    "VideoSource",
    "Wishes",
    "film_reel",
    "open_source",
    "picture_reel",
]
