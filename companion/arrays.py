"""The kinds of arrays that travel through the house, by the names that signatures give them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Places, directions, matrices; the docstring beside it says the shape and the unit.
FloatArray = NDArray[np.float64]
#: A picture: (rows, columns, 3), blue, green, red, 8 bits each, or (rows, columns) in grey.
Image = NDArray[np.uint8]
#: Where in a picture something holds: (rows, columns), true or false.
Places = NDArray[np.bool_]
