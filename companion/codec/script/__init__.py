"""Referee scripts: a situation with questions and actions, read from JSON and answered line by line (docs/formats,
"Referee scripts")."""

from companion.codec.script.parser import Script, ScriptStep, script_from, step_from
from companion.codec.script.profiles import read_script, run_script
from companion.codec.script.runner import ScriptLine

__all__ = ["ScriptLine", "Script", "ScriptStep", "read_script", "run_script", "script_from", "step_from"]
