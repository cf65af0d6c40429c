"""The key by which people rule and the program is silent, and the page that is written when that is over."""

from __future__ import annotations

from pathlib import Path

from companion.codec.document import write_text
from companion.errors import OperationError
from companion.session.play import MatchPresenter
from companion.session.shadow import ShadowRecorder, describe_totals, shadow_page
from companion.text import phrase, translate


class ShadowSwitch:
    """Begins and ends a shadow record of a match."""

    def __init__(self, presenter: MatchPresenter) -> None:
        self._presenter = presenter
        self._recorder: ShadowRecorder | None = None

    def toggle(self) -> str:
        """Begin, or end and write the page; what to say of it."""
        if self._recorder is not None:
            return self.close()
        self._recorder = ShadowRecorder(self._presenter)
        self._recorder.begin()
        self._presenter.go(self._presenter.mode)
        return translate("match", "From now on you rule: key what you decided. F8 ends it, with a page of both.")

    def close(self) -> str:
        """End it, if it was begun, and write the page; what to say of it."""
        recorder, self._recorder = self._recorder, None
        if recorder is None:
            return ""
        recorder.end()
        self._presenter.go(self._presenter.mode)
        if recorder.path is None:
            return recorder.trouble or translate("match", "Nothing was decided.")
        return _written(recorder, recorder.path.with_suffix(".html"))


def _written(recorder: ShadowRecorder, page: Path) -> str:
    try:
        write_text(page, shadow_page([recorder.record]), phrase("make room for it"))
    except OperationError as failure:
        return str(failure)
    return f"{describe_totals([recorder.record])} {phrase('The page is {place}.', place=page)}"
