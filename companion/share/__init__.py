"""A match or a tracking card on phones, tablets and streams in the local network, in one room.

`documents` are what pages are sent and may ask for, `tables` say what is shown and do what is asked, `server` serves
it, `sharing` stands between it and a window, `window_part` begins and ends that; `offers` is what the core asks for by
name.
"""
