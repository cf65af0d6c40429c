"""The match window: a whole match at the table, with or without a camera. It asks the match and shows it."""

from companion.ui.match.window import MatchWindow
