"""The page itself: HTML with everything inside, for the screen and for paper."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from markupsafe import Markup

from companion import __version__
from companion.camera import poor_calibration_notice
from companion.codec.figures import failures, median_ms
from companion.markup import joined, markup
from companion.session.evaluation_report.plots import plots
from companion.session.html_page import heading, html_document, paragraph, table
from companion.text import N_, percent, pgettext
from companion.vision import DieReading, FaceName
from companion.vision.evaluation import WHOLE, Better, DieComparison, Evaluation, Figures, MetricTarget, confusions

#: Words for a figure's standing, each with a sign of its own shape.
_STRETCHED, _REACHED = N_("report", "✓✓ stretch target reached"), N_("report", "✓ reached")
_MISSED, _UNTOLD = N_("report", "✗ not reached"), N_("report", "– no data")

_STYLE: Final = """
body{max-width:1180px}h2{margin-top:36px}h3{margin:22px 0 6px}
.missed{font-weight:700;color:#a33200}.reached{color:#00623f}.untold,.none,.small{color:#5b6068}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:18px}
svg text{font:14px system-ui,sans-serif;paint-order:stroke;stroke:#fff;stroke-width:3px}
svg .title{font-size:17px;font-weight:600}
svg .frame{fill:none;stroke:#6b7078}svg .grid{stroke:#e3e5e8}
.failures{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:18px}
@media print{body{max-width:none}.plots{grid-template-columns:1fr 1fr}
.plots>*{break-inside:avoid}.failures{grid-template-columns:repeat(4,1fr);gap:10px}figcaption{font-size:9pt}}
"""

_FARTHEST: Final = 4

Crop = Callable[[DieComparison], Markup]


def page(evaluation: Evaluation, targets: Sequence[MetricTarget], crop: Crop) -> str:
    """The report as HTML; ``crop`` gives the picture of a failure as SVG."""
    figures = evaluation.figures
    # The dice placed and turned worst, a few of each.
    read = [s for seen in evaluation.seen for s in seen.sightings if s.required and s.read]
    by_place = sorted(read, key=lambda s: -(s.off_mm or 0.0))[:_FARTHEST]
    by_turn = sorted(read, key=lambda s: -(s.turned_deg or 0.0))[:_FARTHEST]
    shown = ((pgettext("report", "By place"), by_place), (pgettext("report", "By heading"), by_turn))
    groups = joined(_group(words, worst, crop) for words, worst in shown if worst)
    farthest = groups or paragraph(pgettext("report", "None."))
    parts = (
        paragraph(_what(evaluation, figures)),
        paragraph(markup("<strong>{}</strong>", _verdict(targets, figures))),
        heading(pgettext("report", "Figures")) + _figures(targets, figures),
        _notes(figures),
        heading(pgettext("report", "Errors and sigmas"))
        + markup('<div class="plots">{}</div>', joined(plots(evaluation, targets))),
        heading(pgettext("report", "Mistaken for another")) + _confusions(evaluation),
        heading(pgettext("report", "Closest targets called wrongly")) + _calls(figures),
        heading(pgettext("report", "Every failure")) + _failures(evaluation, crop),
        heading(pgettext("report", "Largest errors among correct readings")) + farthest,
        heading(pgettext("report", "Time")) + _times(evaluation),
        heading(pgettext("report", "Camera and enrolment")) + _remarks(evaluation),
    )
    title = pgettext("report", "How well {rig} is read", rig=evaluation.rig.name)
    return html_document(title, parts, style=_STYLE)


def _what(evaluation: Evaluation, figures: Figures) -> str:
    wide, tall = evaluation.camera.lens.size_wh
    words = [
        pgettext(
            "report",
            "{pictures} pictures of {wide} × {tall} px, {dice} dice that must be read",
            pictures=figures.pictures,
            wide=wide,
            tall=tall,
            dice=figures.required,
        )
    ]
    if evaluation.enrolled_from:
        words.append(pgettext("report", "faces enrolled on {rig}", rig=evaluation.enrolled_from))
    if evaluation.out_of_gallery:
        words.append(pgettext("report", "never enrolled: {dice}", dice=", ".join(evaluation.out_of_gallery)))
    return "; ".join(words) + f". Companion {__version__}."


def _verdict(targets: Sequence[MetricTarget], figures: Figures) -> str:
    values = [(target, target.value(figures)) for target in targets]
    judged = [(target, value) for target, value in values if value is not None]
    missed = [target.shown for target, value in judged if not target.reached(value)]
    if not missed:
        return pgettext("report", "All {count} figures reach their targets.", count=len(judged))
    return pgettext(
        "report",
        "{reached} of {count} figures reach their targets; not: {missed}.",
        reached=len(judged) - len(missed),
        count=len(judged),
        missed="; ".join(missed),
    )


def _figures(targets: Sequence[MetricTarget], figures: Figures) -> Markup:
    named = pgettext("report", "figure"), pgettext("report", "value"), pgettext("report", "95 % interval")
    judged = pgettext("report", "counted"), pgettext("report", "reach"), pgettext("report", "stretch")
    return table((*named, *judged, ""), [_figure_row(target, figures) for target in targets], numbers=True)


def _figure_row(target: MetricTarget, figures: Figures) -> list[str]:
    value, share = target.value(figures), target.share(figures) if target.share else None
    between = "" if share is None or not share.of else " – ".join(f"{end:.4f}" for end in share.interval)
    counted = "" if share is None else f"{share.good} / {share.of}"
    ends = (_ends(target.better, ends, target.unit) for ends in (target.reach, target.stretch))
    shown, style, standing = "–", "untold", _UNTOLD
    if value is not None:
        shown = f"{value:.4f}" if target.share else f"{value:.3g} {target.unit}".strip()
        style, standing = "reached", _STRETCHED if target.stretched(value) else _REACHED
        if not target.reached(value):
            style, standing = "missed", _MISSED
    return [
        target.shown, shown, between, counted, *ends,
        markup('<span class="{}">{}</span>', style, pgettext("report", standing)),
    ]  # fmt: skip


def _ends(better: Better, ends: tuple[float, ...], unit: str) -> str:
    sign = {Better.MORE: "≥ ", Better.LESS: "≤ ", Better.BETWEEN: ""}[better]
    return f"{sign}{' – '.join(f'{end:.3g}' for end in ends)} {unit}".strip()


def _notes(figures: Figures) -> Markup:
    asked, wrong = len(figures.calls), len(figures.wrong_calls)
    left_open = sum(not call.sure for call in figures.calls)
    words = pgettext(
        "report",
        "Must be read: enrolled, not leaning, at least 85 % of the top face in sight. Errors are those of dice read "
        "correctly. A leaning die that is not listed counts as called leaning. Closest target: {asked} calls, {wrong} "
        "wrong though sure, {left_open} left open. How a found die lies is right for {right} of {found}. Intervals "
        "after Wilson (1927).",
        asked=asked,
        wrong=wrong,
        left_open=left_open,
        right=figures.lies_right.good,
        found=figures.lies_right.of,
    )
    return paragraph(words, small=True)


def _confusions(evaluation: Evaluation) -> Markup:
    rows = [[_name(true), _name(read), str(times)] for true, read, times in confusions(evaluation.seen)]
    heads = pgettext("report", "is"), pgettext("report", "read as"), pgettext("report", "times")
    return table(heads, rows, numbers=True) if rows else paragraph(pgettext("report", "No face was taken for another."))


def _calls(figures: Figures) -> Markup:
    rows = [
        [
            call.image,
            pgettext("report", "{die}, corner {corner}", die=_name(call.looking), corner=call.corner),
            _target(call.true),
            _target(call.reported),
            f"{call.margin_mm:.1f} mm",
            f"{call.sure_mm:.1f} mm",
        ]
        for call in figures.wrong_calls
    ]
    none = paragraph(pgettext("report", "None of those that the program was sure of."))
    named = pgettext("report", "picture"), pgettext("report", "looking die"), pgettext("report", "closest is")
    judged = pgettext("report", "closest was called"), pgettext("report", "by"), pgettext("report", "sure from")
    return table((*named, *judged), rows, numbers=True) if rows else none


def _target(name: FaceName | None) -> str:
    return _name(name) if name else pgettext("report", "nobody")


def _group(head: str, sightings: Iterable[DieComparison], crop: Crop) -> Markup:
    """Sightings with their pictures, under a heading of their own."""
    figures = joined(
        markup("<figure>{}<figcaption>{}</figcaption></figure>", crop(one), _caption(one)) for one in sightings
    )
    return markup('<h3>{}</h3><div class="failures">{}</div>', head, figures)


def _failures(evaluation: Evaluation, crop: Crop) -> Markup:
    wrong = failures(evaluation.seen)
    if not wrong:
        return paragraph(pgettext("report", "None."))
    words = pgettext("report", "Solid, dot at corner 0: as it lies. Dashed, ring at corner 0: as it was read.")
    legend = paragraph(words, small=True)
    kinds = dict.fromkeys(str(s.failure) for s in sorted(wrong, key=lambda s: str(s.failure)))
    groups = []
    for kind in kinds:
        here = [s for s in wrong if s.failure == kind]
        words = pgettext("report", kind)
        groups.append(_group(f"{words[0].upper()}{words[1:]} ({len(here)})", here, crop))
    return legend + joined(groups)


def _caption(sighting: DieComparison) -> Markup:
    lines: list[str] = [markup("<strong>{}</strong>", sighting.image)]
    if sighting.truth:
        state, share = pgettext("vision", sighting.truth.state), percent(sighting.truth.visible)
        true = pgettext(
            "report", "{die}, {state}, {share} in sight", die=_name(sighting.truth.name), state=state, share=share
        )
        lines.append(pgettext("report", "is: {die}", die=true))
    read = _read(sighting.seen) if sighting.seen else pgettext("report", "nothing there")
    lines.append(pgettext("report", "read: {die}", die=read))
    if sighting.off_mm is not None and sighting.turned_deg is not None:
        off = pgettext("report", "off by {mm:.2f} mm, {deg:.2f}°", mm=sighting.off_mm, deg=sighting.turned_deg)
        if sighting.seen:
            sigmas = {"mm": sighting.seen.sigma_mm, "deg": sighting.seen.sigma_deg}
            off += pgettext("report", " (reported: ±{mm:.2f} mm, ±{deg:.2f}°)", **sigmas)
        lines.append(off)
    return joined(lines, "<br>")


def _read(seen: DieReading) -> str:
    rivals = ", ".join(f"{_name(g.name)} {percent(g.confidence)}" for g in seen.alternatives[:2])
    read = pgettext(
        "report",
        "{die}, {state}, {share} sure",
        die=_name(seen.name),
        state=pgettext("vision", seen.state),
        share=percent(seen.confidence),
    )
    return read + (pgettext("report", " (else {rivals})", rivals=rivals) if rivals else "")


def _name(name: FaceName | None) -> str:
    return f"{name.die} {name.face}" if name else pgettext("report", "unknown side")


def _times(evaluation: Evaluation) -> Markup:
    medians = median_ms(evaluation.timings)
    rows = [[pgettext("cli", stage), f"{ms:.1f} ms"] for stage, ms in medians.items()]
    dice = statistics.mean(len(one.scene.dice) for one in evaluation.seen) if evaluation.seen else 0
    note = pgettext(
        "report",
        "Medians over the pictures, the first left out; {dice:.1f} dice to a picture. “{whole}” is the whole reading.",
        dice=dice,
        whole=pgettext("cli", WHOLE),
    )
    heads = pgettext("cli", "stage"), pgettext("cli", "median")
    return table(heads, rows, numbers=True) + paragraph(note, small=True)


def _remarks(evaluation: Evaluation) -> Markup:
    remarks = poor_calibration_notice(evaluation.camera), *evaluation.remarks
    listed = joined(markup("<li>{}</li>", remark) for remark in remarks if remark)
    quality = paragraph(evaluation.camera.quality.sentence())
    return quality + (markup("<ul>{}</ul>", listed) if listed else "")
