"""The referee's desk for Exercise K: the game under way, how it is opened, what is keyed in, called out and exported.

`DeskGame` runs a game over its journal; `DeskPresenter` owns what is keyed in, shown last and asked. `GamePlan` is the
opening page; `parse_keys` turns keys into an action; `final_calls` says which final round is open; `announcements` what
to call out; `sheet_cards`, `team_cards` and `turn_words` what to show; `Results` what comes of it; `Ruler` lays hexes
over a picture. No window, no decision of the rules.
"""

from companion.exercise_k.session.desk_game import read_rules

__all__ = ["read_rules"]
