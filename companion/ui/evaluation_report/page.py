"""The page itself: HTML with everything inside, for the screen and for paper."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

from companion import __version__
from companion.ui.evaluation_report.figures_file import failures, median_ms
from companion.ui.evaluation_report.plots import plots
from companion.vision import DieReading, FaceName
from companion.vision.evaluation import (
    WHOLE,
    Better,
    DieComparison,
    Evaluation,
    Figures,
    MetricTarget,
    TrueDie,
    confusions,
)

#: Words for a figure's standing, each with a sign of its own shape.
_STRETCHED, _REACHED, _MISSED, _UNTOLD = "✓✓ stretch target reached", "✓ reached", "✗ not reached", "– no data"

_STYLE: Final = """
body{font:17px/1.5 system-ui,sans-serif;color:#1b1d21;background:#fff;max-width:1180px;margin:0 auto;padding:24px}
h1{font-size:30px;margin:0 0 4px}h2{font-size:23px;margin:36px 0 8px}h3{font-size:18px;margin:22px 0 6px}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #d5d8dd}
th{font-weight:600;color:#4a4e57}td.number{font-variant-numeric:tabular-nums;white-space:nowrap}
.missed{font-weight:700;color:#a33200}.reached{color:#00623f}.untold,.none,.small{color:#5b6068}.small{font-size:15px}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:18px}
svg text{font:14px system-ui,sans-serif;paint-order:stroke;stroke:#fff;stroke-width:3px}
svg .title{font-size:17px;font-weight:600}
svg .frame{fill:none;stroke:#6b7078}svg .grid{stroke:#e3e5e8}
.failures{display:grid;grid-template-columns:repeat(auto-fill,minmax(260px,1fr));gap:18px}
figure{margin:0;break-inside:avoid}figcaption{font-size:15px;line-height:1.4}.crop{width:100%;display:block}
@page{margin:14mm}
@media print{h2,h3{break-after:avoid}body{max-width:none;padding:0;font-size:11pt}.plots{grid-template-columns:1fr 1fr}
.plots>*{break-inside:avoid}.failures{grid-template-columns:repeat(4,1fr);gap:10px}figcaption{font-size:9pt}}
"""

_FARTHEST: Final = 4

Crop = Callable[[DieComparison], str]


def page(evaluation: Evaluation, told: Sequence[MetricTarget], crop: Crop) -> str:
    """The report as HTML; ``crop`` gives the picture of a failure as SVG."""
    figures = evaluation.figures
    parts = (
        f"<h1>How well {escape(evaluation.rig.name)} is read</h1>",
        f"<p>{_what(evaluation, figures)}</p>",
        f"<p><strong>{_verdict(told, figures)}</strong></p>",
        "<h2>Figures</h2>" + _figures(told, figures),
        _notes(figures),
        "<h2>Errors and sigmas</h2>" + f'<div class="plots">{"".join(plots(evaluation, told))}</div>',
        "<h2>Mistaken for another</h2>" + _confusions(evaluation),
        "<h2>Closest targets called wrongly</h2>" + _calls(figures),
        "<h2>Every failure</h2>" + _failures(evaluation, crop),
        "<h2>Largest errors among correct readings</h2>" + _farthest(evaluation, crop),
        "<h2>Time</h2>" + _times(evaluation),
        "<h2>Camera and enrolment</h2>" + _remarks(evaluation),
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(evaluation.rig.name)}: how well it is read</title>"
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def _what(evaluation: Evaluation, figures: Figures) -> str:
    wide, tall = evaluation.camera.lens.size_wh
    words = [f"{figures.pictures} pictures of {wide} × {tall} px, {figures.required} dice that must be read"]
    if evaluation.enrolled_from:
        words.append(f"faces enrolled on {evaluation.enrolled_from}")
    if evaluation.out_of_gallery:
        words.append(f"never enrolled: {', '.join(evaluation.out_of_gallery)}")
    return escape("; ".join(words)) + f". Companion {__version__}."


def _verdict(told: Sequence[MetricTarget], figures: Figures) -> str:
    values = [(target, target.value(figures)) for target in told]
    judged = [(target, value) for target, value in values if value is not None]
    missed = [target.title for target, value in judged if not target.reached(value)]
    if not missed:
        return f"All {len(judged)} figures reach their targets."
    return (
        f"{len(judged) - len(missed)} of {len(judged)} figures reach their targets; not: {escape('; '.join(missed))}."
    )


def _figures(told: Sequence[MetricTarget], figures: Figures) -> str:
    rows = [_figure_row(target, figures) for target in told]
    return _table(("figure", "value", "95 % interval", "counted", "reach", "stretch", ""), rows)


def _figure_row(target: MetricTarget, figures: Figures) -> list[str]:
    value, share = target.value(figures), target.share(figures) if target.share else None
    between = "" if share is None or not share.of else " – ".join(f"{end:.4f}" for end in share.interval)
    counted = "" if share is None else f"{share.good} / {share.of}"
    return [
        escape(target.title), _value(value, target), between, counted,
        _ends(target.better, target.reach, target.unit), _ends(target.better, target.stretch, target.unit),
        _standing(target, value),
    ]  # fmt: skip


def _standing(target: MetricTarget, value: float | None) -> str:
    if value is None:
        return f'<span class="untold">{_UNTOLD}</span>'
    if not target.reached(value):
        return f'<span class="missed">{_MISSED}</span>'
    return f'<span class="reached">{_STRETCHED if target.stretched(value) else _REACHED}</span>'


def _value(value: float | None, target: MetricTarget) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if target.share else f"{value:.3g} {target.unit}".strip()


def _ends(better: Better, ends: tuple[float, ...], unit: str) -> str:
    sign = {Better.MORE: "≥ ", Better.LESS: "≤ ", Better.BETWEEN: ""}[better]
    return f"{sign}{' – '.join(f'{end:.3g}' for end in ends)} {unit}".strip()


def _notes(figures: Figures) -> str:
    asked, wrong, open_ = len(figures.calls), len(figures.wrong_calls), sum(not call.sure for call in figures.calls)
    return (
        '<p class="small">Must be read: enrolled, not leaning, at least 85 % of the top face in sight. Errors are '
        "those of dice read correctly. A leaning die that is not listed counts as called leaning. Closest target: "
        f"{asked} calls, {wrong} wrong though sure, {open_} left open. How a found die lies is "
        f"right for {figures.lies_right.good} of {figures.lies_right.of}. Intervals after Wilson (1927).</p>"
    )


def _confusions(evaluation: Evaluation) -> str:
    rows = [[_name(true), _name(read), str(times)] for true, read, times in confusions(evaluation.seen)]
    return _table(("is", "read as", "times"), rows) if rows else "<p>No face was taken for another.</p>"


def _calls(figures: Figures) -> str:
    rows = [
        [
            call.image, f"{_name(call.looking)}, corner {call.corner}", _target(call.true), _target(call.told),
            f"{call.margin_mm:.1f} mm", f"{call.sure_mm:.1f} mm",
        ]
        for call in figures.wrong_calls
    ]  # fmt: skip
    heads = ("picture", "looking die", "closest is", "closest was called", "by", "sure from")
    return _table(heads, rows) if rows else "<p>None of those that the program was sure of.</p>"


def _target(name: FaceName | None) -> str:
    return _name(name) if name else "nobody"


def _farthest(evaluation: Evaluation, crop: Crop) -> str:
    """The dice placed and turned worst, a few of each."""
    read = [s for seen in evaluation.seen for s in seen.sightings if s.required and s.read]
    by_place = sorted(read, key=lambda s: -(s.off_mm or 0.0))[:_FARTHEST]
    by_turn = sorted(read, key=lambda s: -(s.turned_deg or 0.0))[:_FARTHEST]
    shown = (("By place", by_place), ("By heading", by_turn))
    return "".join(f"<h3>{words}</h3>{_crops(worst, crop)}" for words, worst in shown if worst) or "<p>None.</p>"


def _crops(sightings: Iterable[DieComparison], crop: Crop) -> str:
    shown = (f"<figure>{crop(s)}<figcaption>{_caption(s)}</figcaption></figure>" for s in sightings)
    return f'<div class="failures">{"".join(shown)}</div>'


def _failures(evaluation: Evaluation, crop: Crop) -> str:
    wrong = failures(evaluation.seen)
    if not wrong:
        return "<p>None.</p>"
    legend = '<p class="small">Solid, dot at corner 0: as it lies. Dashed, ring at corner 0: as it was read.</p>'
    kinds = dict.fromkeys(str(s.failure) for s in sorted(wrong, key=lambda s: str(s.failure)))
    groups = []
    for kind in kinds:
        here = [s for s in wrong if s.failure == kind]
        groups.append(f"<h3>{escape(kind.capitalize())} ({len(here)})</h3>{_crops(here, crop)}")
    return legend + "".join(groups)


def _caption(sighting: DieComparison) -> str:
    lines = [f"<strong>{escape(sighting.image)}</strong>"]
    if sighting.truth:
        lines.append(f"is: {_true(sighting.truth)}")
    lines.append(f"read: {_read(sighting.seen)}" if sighting.seen else "read: nothing there")
    if sighting.off_mm is not None and sighting.turned_deg is not None:
        told = (
            f" (reported: ±{sighting.seen.sigma_mm:.2f} mm, ±{sighting.seen.sigma_deg:.2f}°)" if sighting.seen else ""
        )
        lines.append(f"off by {sighting.off_mm:.2f} mm, {sighting.turned_deg:.2f}°{told}")
    return "<br>".join(lines)


def _true(truth: TrueDie) -> str:
    return f"{_name(truth.name)}, {truth.state}, {truth.visible:.0%} in sight"


def _read(seen: DieReading) -> str:
    rivals = ", ".join(f"{_name(g.name)} {g.confidence:.0%}" for g in seen.alternatives[:2])
    return f"{_name(seen.name)}, {seen.state}, {seen.confidence:.0%} sure" + (f" (else {rivals})" if rivals else "")


def _name(name: FaceName | None) -> str:
    return escape(f"{name.die} {name.face}") if name else "unknown side"


def _times(evaluation: Evaluation) -> str:
    medians = median_ms(evaluation.timings)
    rows = [[escape(stage), f"{ms:.1f} ms"] for stage, ms in medians.items()]
    dice = statistics.mean(len(one.scene.dice) for one in evaluation.seen) if evaluation.seen else 0
    note = (
        f"Medians over the pictures, the first left out; {dice:.1f} dice to a picture. “{WHOLE}” is the whole reading."
    )
    return _table(("stage", "median"), rows) + f'<p class="small">{note}</p>'


def _remarks(evaluation: Evaluation) -> str:
    told = "".join(f"<li>{escape(remark)}</li>" for remark in evaluation.remarks)
    return f"<p>{escape(evaluation.camera.quality.sentence())}</p>" + (f"<ul>{told}</ul>" if told else "")


def _table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f'<td class="number">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
