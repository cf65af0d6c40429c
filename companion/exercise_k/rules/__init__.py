"""Exercise K, the refereed convention scenario on hex maps: turn clock, record sheets, placement check, victory points.

A `Position` comes from `new_game` with a `Roster`; `apply(position, action)` gives an `Outcome` with the new position,
the events and a ruling that cites the ledger; where the action is refused, the old position and the reason. Nothing
changes in place, so a game is its list of actions, and undoing one means replaying the others. It shares nothing with
the dice game but rulings and events.
"""
