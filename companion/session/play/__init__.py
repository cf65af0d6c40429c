"""A match as people play it, without a window: what a screen shows and what a key or a click does, as values."""

from companion.session.play.presenter import MatchPresenter

__all__ = ["MatchPresenter"]
