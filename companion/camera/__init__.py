"""Lens, mat and pose: pixel to table at any height, and back; knows no die and no rule."""

from companion.camera.files import Camera
from companion.camera.mat import Charuco, Marker, Mat
from companion.camera.pinhole import Pinhole
from companion.camera.quality import Quality, Verdict
from companion.camera.table import Shape, Table

__all__ = ["Camera", "Charuco", "Marker", "Mat", "Pinhole", "Quality", "Shape", "Table", "Verdict"]
