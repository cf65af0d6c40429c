"""The result of a match: who won and by how much, what everybody had, hit and lost, turn by turn, and how it went."""

from companion.table.result.result import MatchResult, PlayerResult, result_told

__all__ = ["MatchResult", "PlayerResult", "result_told"]
