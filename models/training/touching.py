"""Whether two dice touch: how far convex bodies are apart, and one pushed against another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.arrays import FloatArray
from models.training.scene import Body

_STEPS = 12


def apart(one: Body, other: Body) -> bool:
    """Whether a plane parts two octahedra: one along a face of either, or along an edge of each."""
    first, second = _corners(one), _corners(other)
    edges = [_edges(body) for body in (one, other)]
    axes = np.vstack([_normals(one), _normals(other), np.cross(edges[0][:, None], edges[1][None]).reshape(-1, 3)])
    a, b = first @ axes.T, second @ axes.T
    gap = np.maximum(a.min(0) - b.max(0), b.min(0) - a.max(0))
    return bool((gap > 1e-6).any())


def pushed(body: Body, against: Body) -> Body:
    """The body moved over the table straight toward another, or away from it, until it all but touches it."""
    way = (_corners(body).mean(axis=0) - _corners(against).mean(axis=0)) * (1, 1, 0)
    far = float(np.linalg.norm(way))
    way = way / far
    near, beyond = -far, _reach(body) + _reach(against) - far
    for _ in range(_STEPS):
        middle = (near + beyond) / 2
        near, beyond = (near, middle) if apart(moved(body, way * middle), against) else (middle, beyond)
    return moved(body, way * beyond)


def moved(body: Body, by_mm: FloatArray) -> Body:
    """The same body elsewhere."""
    die = body.die and replace(body.die, top_mm=body.die.top_mm + by_mm)
    return replace(body, faces=tuple(face + by_mm for face in body.faces), die=die)


def _corners(body: Body) -> FloatArray:
    return np.vstack(body.faces)


def _reach(body: Body) -> float:
    corners = _corners(body)
    return float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).max())


def _normals(body: Body) -> FloatArray:
    return np.array([np.cross(face[1] - face[0], face[2] - face[0]) for face in body.faces])


def _edges(body: Body) -> FloatArray:
    return np.vstack([np.roll(face, -1, axis=0) - face for face in body.faces])
