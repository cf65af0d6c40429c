"""Tables that were read wrongly: saved by one key in a match, shown as a page, read again by today's program.

Nothing is sent anywhere.
"""
