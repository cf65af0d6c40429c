"""Measuring the table before a match: what a live picture shows of the mat, the lens pictures, four clicked corners."""

from companion.table.measuring.known import Stands, stands
from companion.table.measuring.lens_pictures import WANTED_PICTURES, LensPictures
from companion.table.measuring.looks import Light, TableLook, look_at, place_of, stood_still
from companion.table.measuring.steady import Steady, by_clicks

__all__ = [
    "WANTED_PICTURES",
    "LensPictures",
    "Light",
    "Stands",
    "Steady",
    "TableLook",
    "by_clicks",
    "look_at",
    "place_of",
    "stands",
    "stood_still",
]
