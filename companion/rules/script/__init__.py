"""Referee scripts: a situation with questions and actions, read from JSON and answered line by line (contract,
section 4)."""

from companion.rules.script.profiles import read_script, run_script
from companion.rules.script.reading import SETTLEABLE, Script, Step, script_from, step_from
from companion.rules.script.running import Line

__all__ = ["SETTLEABLE", "Line", "Script", "Step", "read_script", "run_script", "script_from", "step_from"]
