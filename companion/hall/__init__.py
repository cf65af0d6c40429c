"""A hall of tables that are published to a broker, in one room: the table's side, the hall's, and the referee's window.

`broker` is the line to it, `documents` what is said over it; `publication`, with its `outbox` and `publisher`, is the
side of a table, `client` that of the hall, `event` what all its matches come to; `window` is the referee's,
`window_part` what a match window has of it; `command` is ``companion hall``, `offers` what the core asks for by name.
"""
