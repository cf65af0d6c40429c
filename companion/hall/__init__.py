"""A hall of tables that are published to a broker, in one room: the table's side, the hall's, and the referee's window.

`broker` is the line to it, `codec` what is said over it; `publication` is the side of a table, `session` that of the
hall; `ui` has the windows. `command` is ``companion hall``, `option` is ``--publish``. It stands on the core, which is
to know nothing of it.
"""
