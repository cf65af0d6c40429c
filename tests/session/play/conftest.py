"""The match in its middle that the tests of inference lay their dice on."""

from tests.session.inference.conftest import catalogue, laid, start

__all__ = ["catalogue", "laid", "start"]
