"""How far a camera and this program can be trusted, as people prove it at their own table; in one room.

`certificate` grades a camera by pictures of a printed sheet, `shadow` compares what people ruled in a match with what
the program would have ruled, `misread_tables` keeps tables that were read wrongly and reads them again. It stands on
the core, which knows nothing of it: what the core asks for is in `offers` (`companion.features`).
"""
