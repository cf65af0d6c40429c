"""A match or a tracking card on phones, tablets and streams in the local network, in one room.

`documents` are what pages are told and may ask for, `session` says what is shown of a table and does what is asked,
`server` serves it, `ui` shares what a window shows, `window_part` begins and ends that; `offers` is what the core asks
for by name. It stands on the core, which knows nothing of it.
"""
