"""Diceland table companion: a picture of a table of paper octahedra in, a ruling out."""

__version__ = "0.1.0"
