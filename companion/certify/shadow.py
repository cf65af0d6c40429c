"""A match in the shadow of people: they rule as they always did, key what they decided, and the program says nothing.

`ShadowRecorder` writes that down, beside what the program would have ruled at that moment; `shadow_page` shows records
as a page: HTML with everything inside, for the screen and for paper.
"""

from __future__ import annotations

import statistics
import time
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from markupsafe import Markup

from companion import __version__
from companion.certify import documents
from companion.codec.fields import FORMAT
from companion.errors import OperationError
from companion.geometry import Measurement
from companion.markup import joined, markup
from companion.resources import data_folder, free_place
from companion.rules import USES, Position, apply
from companion.rules.actions import Action, Maneuver, Shoot
from companion.session import play
from companion.session.html_page import heading, html_document, paragraph, table
from companion.session.inference import describe_deed
from companion.session.live import TableSnapshot
from companion.session.match import small_jpeg
from companion.text import N_, ngettext, pgettext

_STYLE: Final = """
body{max-width:980px}
.case{border-left:4px solid #a33200;padding:0 0 0 14px;margin:18px 0;break-inside:avoid}
.case.open{border-color:#6b7078}.case p{margin:4px 0}.rules{font-size:15px;color:#4a4e57}img{max-width:100%}
@media print{body{max-width:none}}
"""
_STANDING: Final = {
    documents.RulingAgreement.AGREED: N_("shadow", "✓ agreed"),
    documents.RulingAgreement.DIFFERED: N_("shadow", "✗ differed"),
    documents.RulingAgreement.LEFT_OPEN: N_("shadow", "– left open by the program"),
}
assert set(_STANDING) == set(documents.RulingAgreement)


def shadow_page(records: Sequence[documents.ShadowRecordDocument]) -> str:
    """The page of one match, or of several together."""
    rulings = [ruling for record in records for ruling in record.rulings]
    rows = [[record.title, record.program, describe_totals([record])] for record in records]
    heads = pgettext("shadow", "match"), pgettext("shadow", "program"), ""
    parts = (
        paragraph(markup("<strong>{}</strong>", describe_totals(records))),
        paragraph(_times(rulings)),
        heading(pgettext("shadow", "Matches")) + table(heads, rows, numbers=True) if len(records) > 1 else "",
        _cases(pgettext("shadow", "Where they differ"), rulings, documents.RulingAgreement.DIFFERED),
        _cases(
            pgettext("shadow", "What the program leaves to the players"), rulings, documents.RulingAgreement.LEFT_OPEN
        ),
        heading(pgettext("shadow", "All questions")) + _all(rulings) if rulings else "",
    )
    matches = records[0].title if len(records) == 1 else ngettext("{count} match", "{count} matches", len(records))
    title = pgettext("shadow", "People and program: {matches}", matches=matches)
    return html_document(title, parts, style=_STYLE)


def describe_totals(records: Sequence[documents.ShadowRecordDocument]) -> str:
    """How often people and program said the same, in a sentence."""
    rulings = [ruling for record in records for ruling in record.rulings]
    reported = [ruling for ruling in rulings if ruling.agreement is not documents.RulingAgreement.LEFT_OPEN]
    agreed = sum(ruling.agreement is documents.RulingAgreement.AGREED for ruling in reported)
    asked = ngettext("{count} question", "{count} questions", len(rulings))
    return pgettext(
        "shadow",
        "{asked}: the program answered {answered}, like the people {agreed}, otherwise {differed}; left open {open}.",
        asked=asked,
        answered=len(reported),
        agreed=agreed,
        differed=len(reported) - agreed,
        open=len(rulings) - len(reported),
    )


def _times(rulings: Sequence[documents.ShadowRulingDocument]) -> str:
    people = [ruling.people_s for ruling in rulings if ruling.people_s is not None]
    if not people:
        return ""
    return pgettext(
        "shadow",
        "Medians: people {people:.0f} s a question, the program {program:.1f} ms.",
        people=statistics.median(people),
        program=statistics.median(ruling.program_ms for ruling in rulings),
    )


def _cases(head: str, rulings: Sequence[documents.ShadowRulingDocument], which: documents.RulingAgreement) -> Markup:
    cases = joined(_case(ruling) for ruling in rulings if ruling.agreement is which)
    return heading(head) + cases if cases else markup("")


def _case(ruling: documents.ShadowRulingDocument) -> Markup:
    numbers = ", ".join(f"{name} {value:g} ± {sigma:.2g}" for name, (value, sigma) in ruling.numbers.items())
    picture = markup('<p><img alt="{}" src="data:image/jpeg;base64,{}"></p>', ruling.deed, ruling.picture_jpeg)
    return markup(
        '<div class="{}">{}</div>',
        "case open" if ruling.agreement is documents.RulingAgreement.LEFT_OPEN else "case",
        markup("<h3>{} ({})</h3>", ruling.deed, _turn(ruling))
        + paragraph(pgettext("shadow", "People: {decided}", decided=_decided(ruling)))
        + paragraph(pgettext("shadow", "Program: {text}", text=ruling.text))
        + paragraph(numbers)
        + markup('<p class="rules">{}</p>', "  ".join(ruling.rules))
        + (picture if ruling.picture_jpeg else ""),
    )


def _all(rulings: Sequence[documents.ShadowRulingDocument]) -> Markup:
    rows = [
        [
            ruling.deed,
            _turn(ruling),
            _decided(ruling),
            pgettext("shadow", _STANDING[ruling.agreement]),
            "" if ruling.people_s is None else f"{ruling.people_s:.0f} s",
            f"{ruling.program_ms:.1f} ms",
        ]
        for ruling in rulings
    ]
    heads = (
        pgettext("shadow", "question"),
        pgettext("shadow", "turn"),
        pgettext("shadow", "people"),
        "",
        pgettext("shadow", "people took"),
        pgettext("shadow", "program took"),
    )
    return table(heads, rows, numbers=True)


def _turn(ruling: documents.ShadowRulingDocument) -> str:
    return pgettext("shadow", "turn {number}", number=ruling.turn)


def _decided(ruling: documents.ShadowRulingDocument) -> str:
    return pgettext("shadow", "allowed") if ruling.allowed else pgettext("shadow", "not allowed")


#: What people rule on; the rest of a match (a throw, the end of a turn) is no question.
JUDGED: Final = (Maneuver, *dict.fromkeys(use.action for use in USES.values()))


def shadow_folder() -> Path:
    """Where the records are saved."""
    return data_folder() / "shadow"


class ShadowRecorder:
    """Observes a presenter from `begin` to `end`, and writes its file, ``path``, anew at every decision.

    clock: seconds, by which people are timed, and the program; moment: names the file.
    """

    def __init__(
        self,
        presenter: play.MatchPresenter,
        *,
        folder: Path | None = None,
        clock: Callable[[], float] = time.perf_counter,
        moment: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self._presenter, self._clock = presenter, clock
        self._folder, self._stem = folder or shadow_folder(), f"{moment():%Y%m%d-%H%M%S}"
        self.path: Path | None = None
        self._asked_s: float | None = None
        self._sight: TableSnapshot | None = None
        self.trouble = ""
        self.record = documents.ShadowRecordDocument(
            format=FORMAT, title=presenter.match.opening.name, program=__version__
        )

    def begin(self) -> None:
        """From now on the people rule."""
        self._presenter.observers.append(self)
        self._presenter.view.people_rule = self
        self._sight = self._presenter.view.snapshot

    def end(self) -> None:
        """The program says again what it thinks."""
        if self in self._presenter.observers:
            self._presenter.observers.remove(self)
        self._presenter.view.people_rule = None

    def on_snapshot(self, snapshot: TableSnapshot) -> None:
        """Another snapshot: the last sure one is the picture of what is decided."""
        if snapshot.sure:
            self._sight = snapshot

    def on_inference(self, inference: object) -> None:
        """What a table means is no ruling."""

    def on_change(self) -> None:
        """People think from when they take something up until they have decided, or left it again."""
        idle = isinstance(self._presenter.mode, play.Browsing | play.Reconciling)
        self._asked_s = None if idle else self._asked_s if self._asked_s is not None else self._clock()

    def choices(self, mode: play.Mode, choices: Sequence[play.Choice]) -> tuple[play.Choice, ...]:
        """The choices without what the rules say of them; with a weapon in hand, a target that people named first."""
        shown = (replace(choice, why_not=None) for choice in choices)
        if not isinstance(mode, play.Aiming):
            return tuple(shown)
        return tuple(aimed for choice in shown if (aimed := _aimed(mode, choice)) is not None)

    def prompt(self, position: Position, mode: play.Mode, stated: play.Prompt) -> play.Prompt:
        """What is shown instead of what is stated: nothing of a ruling."""
        if isinstance(mode, play.Settling) and isinstance(mode.act, JUDGED):
            asked = pgettext("shadow", "{deed}. What did you decide?")
            return play.Prompt(asked.format(deed=_deed_words(position, mode.act)))
        if isinstance(mode, play.Aiming) and mode.target is None:
            return play.Prompt(pgettext("shadow", "At which target? Click it, or go through them with N."))
        if isinstance(mode, play.Aiming):
            return play.Prompt(position.target(mode.target or "").label)
        if stated.ruling is not None:
            return play.Prompt(pgettext("shadow", "Noted. The page at the end shows what the rules say about it."))
        return stated

    def scene_mode(self, mode: play.Mode) -> play.Mode:
        """The mode whose scene is drawn: without what a weapon sees and where a step would lead."""
        if isinstance(mode, play.Aiming):
            return play.Browsing(mode.target or mode.by)
        if isinstance(mode, play.Commanding):
            return play.Browsing(mode.by)
        return play.Browsing(mode.piece) if isinstance(mode, play.Rolling) else mode

    def question(self, position: Position, mode: play.Mode, choice: play.Choice) -> play.Mode | None:
        """What people are asked before an act that rules judge; their answer is written down. ``None``: nothing."""
        if isinstance(mode, play.Settling):
            if isinstance(mode.act, JUDGED):
                self.decide(position, mode.act, allowed=choice.leads_to is mode.act)
            return None
        act = _judged_act(choice)
        words = pgettext("shadow", "we allow it"), pgettext("shadow", "we do not allow it")
        return None if act is None else play.Settling(replace(act, settled=False), None, mode, words)

    def decide(self, position: Position, act: Action, *, allowed: bool) -> None:
        """What the program says of an act that people decided about is written down beside it."""
        now = self._clock()
        ruling = apply(position, act).ruling
        numbers = {**_measured(position, act), **ruling.numbers}
        ruled = documents.ShadowRulingDocument(
            turn=position.turn.number,
            deed=_deed_words(position, act),
            allowed=allowed,
            verdict=ruling.verdict,
            why=ruling.why,
            text=ruling.text,
            rules=ruling.rules,
            numbers={name: (one.value, one.sigma) for name, one in numbers.items()},
            people_s=None if self._asked_s is None else round(now - self._asked_s, 3),
            program_ms=round(1000 * (self._clock() - now), 3),
        )
        self._asked_s = None
        if ruled.agreement is not documents.RulingAgreement.AGREED:
            frame = None if self._sight is None else self._sight.frame
            picture = None if frame is None else b64encode(small_jpeg(frame)).decode("ascii")
            ruled = ruled.model_copy(update={"picture_jpeg": picture})
        self.record = self.record.model_copy(update={"rulings": (*self.record.rulings, ruled)})
        # A match does not stop where it cannot be written; ``trouble`` says why.
        try:
            self.path = self.path or free_place(self._folder, self._stem, documents.SHADOW_ENDING)
            documents.write_shadow_record(self.record, self.path)
            self.trouble = ""
        except OperationError as failure:
            self.trouble = str(failure)


def _judged_act(choice: play.Choice) -> Action | None:
    """The act of a choice on which people rule; ``None`` where it is none."""
    leads_to = choice.leads_to.act if isinstance(choice.leads_to, play.Settling) else choice.leads_to
    return leads_to if isinstance(leads_to, JUDGED) else None


def _aimed(mode: play.Aiming, choice: play.Choice) -> play.Choice | None:
    act = _judged_act(choice)
    if act is None:
        return choice
    target = getattr(act, "target", None)
    if target != mode.target and target is not None:
        return None  # the program has chosen, not the people
    return (
        replace(choice, id="do", keys=(play.ENTER,), title=pgettext("shadow", "that one")) if choice.piece else choice
    )


def _deed_words(position: Position, act: Action) -> str:
    """An act in a few words, whether or not the rules allow it."""
    if isinstance(act, Maneuver):
        by = position.target(act.piece).label
        return pgettext("shadow", "{by} maneuvers over corner {corner}", by=by, corner=act.corner)
    if isinstance(act, Shoot):
        everything = pgettext("shadow", "everything in range")
        target = everything if act.target is None else position.target(act.target).label
        return pgettext("shadow", "{by} shoots at {target}", by=position.target(act.by).label, target=target)
    return describe_deed(position, act)


def _measured(position: Position, act: Action) -> Mapping[str, Measurement]:
    """What a shot is judged by, mm: how far each candidate is, and how far the target reaches in front of the
    baseline."""
    survey = play.survey_in(position, play.Aiming(act.by, act.effect, act.target)) if isinstance(act, Shoot) else None
    if survey is None:
        return {}
    gaps = {position.target(one.piece).label: one.gap.distance for one in survey.candidates if one.gap is not None}
    focus = None if survey.focus is None else survey.of(survey.focus)
    if focus is not None and focus.margin is not None:
        gaps[pgettext("shadow", "in front of the baseline")] = focus.margin
    return gaps
