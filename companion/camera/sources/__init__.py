"""Where pictures come from: a camera, a video, picture files, a film of pictures, or nowhere; knows no table."""

from companion.camera.sources.cameras import CameraSource
from companion.camera.sources.capture_settings import AppliedSettings, AutoLock, CaptureSettings
from companion.camera.sources.films import FilmShot, PictureSequence, open_pictures
from companion.camera.sources.source import Device, NoSource, Source
from companion.camera.sources.videos import VIDEO_ENDINGS, VideoSource

__all__ = [
    "VIDEO_ENDINGS",
    "CameraSource",
    "Device",
    "AppliedSettings",
    "AutoLock",
    "NoSource",
    "PictureSequence",
    "FilmShot",
    "Source",
    "VideoSource",
    "CaptureSettings",
    "open_pictures",
]
