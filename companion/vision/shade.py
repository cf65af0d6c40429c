"""Pictures with their deep shades lifted: what lies behind an Ogre may get a tenth of the light of all else.

The networks were taught with dice in all lights, but with few in the dark of a bright picture; nor does a likeness of
the whole picture tell what one shade takes from it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.arrays import Image
from companion.camera import Pinhole
from companion.geometry import at_height
from companion.opencv import cv2
from companion.vision import tuning
from companion.vision.reading import UnknownObject
from companion.vision.rectify import downscale

#: Shades are wide: their light is taken of the picture at this share of its size.
_SHRUNK = 4
#: It is smooth: every so many of its rows and columns tell what most of it is.
_SAMPLING = 4


@dataclass(frozen=True, slots=True, eq=False)
class ShadeLift:
    """gain: how much brighter each place of a picture is to be shown, (rows, columns) of the picture shrunk: 1 but in
    deep shade."""

    gain: NDArray[np.float32]

    @classmethod
    def of(cls, picture: Image) -> ShadeLift:
        """What lifts the shades of a picture (BGR): the darker they are beside most of it, the more."""
        blue, green, red = cv2.split(downscale(picture, _SHRUNK))
        brightest = np.maximum(np.maximum(blue, green), red).astype(np.float32)
        light = cv2.GaussianBlur(brightest, (0, 0), tuning.SHADE_SMOOTHING * len(brightest))
        wanted = tuning.SHADE_LIGHT * float(np.median(light[::_SAMPLING, ::_SAMPLING]))
        gain, dark = np.ones(light.shape, np.float32), light < wanted
        lift = (wanted / np.maximum(light[dark], 1.0)) ** tuning.SHADE_EVENED
        gain[dark] = np.minimum(lift, tuning.MOST_SHADE_GAIN)
        return cls(gain)

    def lifted(self, picture: Image) -> Image:
        """The same picture without deep shades."""
        gain = cv2.resize(self.gain, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(picture, cv2.merge([gain] * 3), dtype=cv2.CV_8U), np.uint8)

    def is_dark(self, thing: UnknownObject, lens: Pinhole) -> bool:
        """Whether most of what is seen of a thing lies in deep shade."""
        outline_px = lens.project(at_height(thing.outline_mm, thing.height_mm)) / _SHRUNK
        outline_px = np.round(outline_px).astype(np.int32)
        left, top, wide, tall = cv2.boundingRect(outline_px)
        seen = self.gain[max(0, top) : max(0, top + tall), max(0, left) : max(0, left + wide)]
        return bool(seen.size) and float(np.median(seen)) > tuning.DEEP_SHADE_GAIN
