"""What steps of all referee scripts share: each is either a question (``ask``) or an action (``do``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import Discriminator


def _kind(row: object) -> str | None:
    """A question or an action; None where it is neither, or both."""
    asks, does = ("ask" in row, "do" in row) if isinstance(row, Mapping) else (hasattr(row, "ask"), hasattr(row, "do"))
    return None if asks == does else "question" if asks else "action"


STEP_KIND: Final = Discriminator(
    _kind, custom_error_type="step", custom_error_message="expected a step with either 'ask' or 'do'"
)
