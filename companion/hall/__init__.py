"""A hall of tables that are published to a broker, in one room: the table's side, the hall's, and the referee's window.

`broker` is the line to it, `codec` what is said over it; `publication` is the side of a table, `session` that of the
hall; `ui` has the windows. `window_part` is what a match window has of it, `command` is ``companion hall``, `offers`
what the core asks for by name. It stands on the core, which knows nothing of it.
"""
