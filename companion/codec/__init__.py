"""Every file format and every act and event as it is written down: one frozen type each, decoder beside encoder.

All problems of a file are said at once, each with its place and cure. Nothing else in the house is to read or write raw
keys (decision 15).
"""
