"""Measuring the table before a match: what a live picture shows of the mat, the lens pictures, four clicked corners."""

from companion.session.table_measurement.lens_presenter import (
    WANTED_PICTURES,
    ZONES,
    LensCoverage,
    LensPictures,
    LensPresenter,
)
from companion.session.table_measurement.mat_observation import (
    LightLevel,
    MatObservation,
    corner_name,
    has_camera_stood_still,
    light_level,
    observe_mat,
)
from companion.session.table_measurement.table_presenter import (
    SteadyCamera,
    TablePresenter,
    check_known_camera,
)

__all__ = [
    "WANTED_PICTURES",
    "ZONES",
    "LensCoverage",
    "LensPresenter",
    "LensPictures",
    "LightLevel",
    "SteadyCamera",
    "TablePresenter",
    "MatObservation",
    "light_level",
    "observe_mat",
    "corner_name",
    "check_known_camera",
    "has_camera_stood_still",
]
