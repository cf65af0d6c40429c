"""Measuring the table before a match: what a live picture shows of the mat, the lens pictures, four clicked corners."""

from companion.session.table_measurement.lens_presenter import WANTED_PICTURES, ZONES, LensCoverage, LensPresenter
from companion.session.table_measurement.mat_observation import LightLevel, MatObservation, corner_name, light_level
from companion.session.table_measurement.table_presenter import SteadyCamera, TablePresenter
