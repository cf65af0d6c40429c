"""A match or a tracking card on phones, tablets and streams in the local network, in one room.

`codec` is what pages are told and may ask for, `session` says what is shown of a table and does what is asked,
`server` serves it, `ui` shares what a window shows; `command` has ``--share``. It stands on the core, which is to know
nothing of it.
"""
