"""Printed pages as pixels, as the tests of paper have them."""

from __future__ import annotations

from tests.paper.conftest import rendered

__all__ = ["rendered"]
