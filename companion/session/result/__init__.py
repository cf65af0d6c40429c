"""The result of a match: who won and by how much, what everybody had, hit and lost, turn by turn, and how it went."""

from companion.session.result.result import (
    MatchResult,
    PlayerResult,
    result_document,
    result_of,
    summarize_result,
    with_log,
)

__all__ = ["MatchResult", "PlayerResult", "result_document", "result_of", "summarize_result", "with_log"]
