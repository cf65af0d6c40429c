"""Exercise K, the refereed convention scenario on hex maps, in one room: from its rules to its command.

`rules` decides, `codec` reads and writes its files, `session` has its presenters, `paper` what is printed, `ui` its
windows; `command` is ``companion exercise-k``. It stands on the core, which knows nothing of it.
"""
