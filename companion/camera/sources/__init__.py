"""Where pictures come from: a camera here or on the network, a video, picture files, a film, or nowhere; no table."""

from companion.camera.sources.cameras import CameraSource
from companion.camera.sources.capture_settings import AppliedSettings, AutoLock, CaptureSettings
from companion.camera.sources.films import VIDEO_ENDINGS, FilmShot, PictureSequence, VideoSource, open_pictures
from companion.camera.sources.network import NetworkSource, is_network_address
from companion.camera.sources.source import Device, NoSource, Source, linux_devices
