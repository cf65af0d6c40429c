"""Questions of a referee script: from what the engine says to the keys of an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.geometry import Gap, Measured
from companion.rules.position import Position
from companion.rules.ruling import Ruling
from companion.rules.sight import sees
from companion.rules.targets import distance, targets

Answer = tuple[dict[str, Any], Ruling]


def _distance(position: Position, keys: Mapping[str, Any]) -> Answer:
    found = distance(position, keys["from"], keys["to"])
    answer = {"mm": _mm(found.gap.distance.value), "between": [_point(p) for p in found.gap.between]}
    return answer | _sigma(found.gap.distance), found.ruling


def _sees(position: Position, keys: Mapping[str, Any]) -> Answer:
    found = sees(position, keys["by"], keys["effect"], keys["target"])
    answer: dict[str, Any] = {"sees": found.sees, "margin_mm": _mm(found.margin.value), "contested": found.contested}
    if found.why is not None:
        answer["why"] = found.why.value
    return answer | _sigma(found.margin), found.ruling


def _targets(position: Position, keys: Mapping[str, Any]) -> Answer:
    found = targets(position, keys["by"], keys["effect"])
    shown: dict[str, Gap] = {name: found.gaps[name] for name in found.gaps if found.sights[name].sees is not False}
    answer: dict[str, Any] = {
        "legal": list(found.legal), "choice": found.choice, "hits": list(found.hits),
        "distances_mm": {name: _mm(gap.distance.value) for name, gap in shown.items()},
        "excluded": {name: exclusion.why.value for name, exclusion in found.excluded.items()},
    }
    sigmas = {name: _mm(gap.distance.sigma) for name, gap in shown.items() if gap.distance.sigma}
    return answer | ({"sigma_mm": sigmas} if sigmas else {}), found.ruling


def _mm(value: float) -> float:
    return round(value, 3) + 0.0


def _point(point: tuple[float, float]) -> list[float]:
    return [_mm(point[0]), _mm(point[1])]


def _sigma(measured: Measured) -> dict[str, float]:
    return {"sigma_mm": _mm(measured.sigma)} if measured.sigma else {}


ANSWERS: Final[Mapping[str, Callable[[Position, Mapping[str, Any]], Answer]]] = MappingProxyType({
    "distance": _distance,
    "sees": _sees,
    "targets": _targets,
})
