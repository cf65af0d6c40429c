"""Where pictures come from: a camera here or on the network, a video, picture files, a film, or nowhere; no table."""

from companion.camera.sources.cameras import CameraSource, NetworkSource, is_network_address
from companion.camera.sources.films import VIDEO_ENDINGS, FilmShot, PictureSequence, VideoSource, open_pictures
from companion.camera.sources.source import (
    AppliedSettings,
    AutoLock,
    CaptureSettings,
    Device,
    NoSource,
    Source,
    linux_devices,
)
