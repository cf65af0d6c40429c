"""Referee scripts: a situation with questions and actions, read from JSON and answered line by line (docs/formats,
"Referee scripts")."""

from companion.codec.script.parser import Script, ScriptDocument, ScriptStep, script_from
from companion.codec.script.profiles import read_script, run_script
from companion.codec.script.runner import ScriptLine

__all__ = ["ScriptLine", "Script", "ScriptDocument", "ScriptStep", "read_script", "run_script", "script_from"]
