"""The first evening: its steps from paper to the first throw, what of them is done, and how good a trial picture is."""

from companion.session.first_evening.steps import FirstEvening, Step, StepRow, TrialVerdict, judge_trial

__all__ = ["FirstEvening", "Step", "StepRow", "TrialVerdict", "judge_trial"]
