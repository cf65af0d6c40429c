"""The plots of an evaluation: how large the errors are, whether the sigmas are true, where on the table errors lie."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from markupsafe import Markup

from companion.markup import markup
from companion.session.evaluation_report.chart import BLUE, GREY, INK, VERMILLION, Axis, Chart, rising_steps
from companion.text import percent, pgettext
from companion.vision.evaluation import WITHIN_SIGMAS, ErrorSample, Evaluation, Figures, MetricTarget

#: Half of the errors on a plane lie within so many standard deviations of one axis.
_HALF_WITHIN = math.sqrt(2 * math.log(2))
_ARROWS_DRAWN_LARGER = 40


def _nothing(title: str) -> Markup:
    words = pgettext("report", "{title}: no reading to measure it by.", title=title)
    return markup('<p class="none">{}</p>', words)


def plots(evaluation: Evaluation, targets: Sequence[MetricTarget]) -> list[Markup]:
    """All plots as SVG, in the order in which they are shown."""
    figures, by_key = evaluation.figures, {target.key: target for target in targets}
    ends = {
        (what, unit): (by_key[f"{what}_median_{unit}"], by_key[f"{what}_p99_{unit}"])
        for what, unit in (("centre", "mm"), ("heading", "deg"), ("distance", "mm"))
    }
    return [
        cumulative(pgettext("report", "Error of the centre"), "mm", figures.centre_mm, *ends["centre", "mm"]),
        cumulative(pgettext("report", "Error of the heading"), "°", figures.heading_deg, *ends["heading", "deg"]),
        cumulative(
            pgettext("report", "Error of the distance of top faces"), "mm", figures.distance_mm, *ends["distance", "mm"]
        ),
        scatter(figures),
        coverage(figures),
        reliability(figures),
        residuals(evaluation),
    ]


def cumulative(title: str, unit: str, errors: ErrorSample, median: MetricTarget, p99: MetricTarget) -> Markup:
    """Which share of the errors is at most so large, with the targets for the half and for 99 of 100."""
    if not errors.values:
        return _nothing(title)
    highest = max(errors.values[-1], p99.reach[0]) * 1.3
    lowest = min(median.stretch[0] / 10, highest / 100)
    across = Axis(pgettext("report", "error, {unit}", unit=unit), lowest, highest, logarithmic=True)
    up = Axis(pgettext("report", "share of errors at most this large"), 0, 1)
    chart = Chart(f"{title} ({len(errors.values)})", across, up)
    goals = [(median.reach[0], 0.5), (p99.reach[0], 0.99)]
    half = pgettext("report", "half within {value:g}", value=median.reach[0])
    most = pgettext("report", "99 % within {value:g}", value=p99.reach[0])
    return chart.svg(
        chart.line(rising_steps(errors.values)),
        *(chart.dots([at], colour=VERMILLION, radius=5) for at in goals),
        chart.words(goals[0], half, colour=VERMILLION, shift_px=(10, 18)),
        chart.words(goals[1], most, colour=VERMILLION, shift_px=(-10, 22), end=True),
    )


def scatter(figures: Figures) -> Markup:
    """Each centre's error against the sigma that the reading states."""
    title = pgettext("report", "Error of the centre against the reported sigma")
    if not figures.sigmas_mm:
        return _nothing(title)
    sigmas, errors = np.array(figures.sigmas_mm).T
    low, high = float(sigmas.min()) / 1.3, float(sigmas.max()) * 1.3
    across = Axis(pgettext("report", "reported sigma, mm"), low, high, logarithmic=True)
    low, high = max(0.01, float(errors.min())), max(float(errors.max()), WITHIN_SIGMAS * across.high) * 1.1
    up = Axis(pgettext("report", "error, mm"), low, high, logarithmic=True)
    chart = Chart(f"{title} ({len(errors)})", across, up)
    solid = pgettext("report", "solid: {sigmas} sigma, 95 of 100 lie below", sigmas=WITHIN_SIGMAS)
    ends, corner = (across.low, across.high), (across.low, up.high)
    return chart.svg(
        chart.dots(figures.sigmas_mm),
        chart.line([(s, WITHIN_SIGMAS * s) for s in ends], colour=VERMILLION),
        chart.line([(s, _HALF_WITHIN * s) for s in ends], colour=GREY, dashes="6 4"),
        chart.words(corner, solid, colour=VERMILLION, shift_px=(8, 20)),
        chart.words(corner, pgettext("report", "dashed: half lie below"), colour=GREY, shift_px=(8, 40)),
    )


def coverage(figures: Figures) -> Markup:
    """The share of centres within so many of their sigmas, beside what it would be if every sigma were true."""
    title = pgettext("report", "Are the sigmas true?")
    ratios = sorted(error / sigma for sigma, error in figures.sigmas_mm if sigma > 0)
    if not ratios:
        return _nothing(title)
    across, up = pgettext("report", "error in sigmas"), pgettext("report", "share of centres within")
    chart = Chart(title, Axis(across, 0, 4), Axis(up, 0, 1))
    share = pgettext("report", "none") if figures.within.value is None else percent(figures.within.value, 1)
    within = pgettext("report", "{share} within {sigmas}", share=share, sigmas=WITHIN_SIGMAS)
    ideal = [(k, 1 - math.exp(-k * k / 2)) for k in np.linspace(0, 4, 81).tolist()]
    return chart.svg(
        chart.line(rising_steps([r for r in ratios if r < 4])),
        chart.line(ideal, colour=INK, dashes="6 4", width=1.5),
        chart.words((2.6, 0.5), pgettext("report", "solid: as read"), colour=BLUE),
        chart.words((2.6, 0.43), pgettext("report", "dashed: as reported")),
        chart.upright(WITHIN_SIGMAS, within, colour=VERMILLION),
    )


def reliability(figures: Figures) -> Markup:
    """How often what was listed is so, by its stated probability, with 95 % intervals."""
    title, curve = pgettext("report", "Is the confidence true?"), figures.confidence
    if not curve.reported:
        return _nothing(title)
    bins = curve.bins()
    across, up = pgettext("report", "confidence, as listed"), pgettext("report", "share that is so")
    chart = Chart(f"{title} ({len(curve.reported)})", Axis(across, 0, 1), Axis(up, 0, 1))
    error = pgettext("report", "expected calibration error {error}", error=f"{curve.calibration_error:.3f}")
    return chart.svg(
        chart.line([(0, 0), (1, 1)], colour=INK, dashes="6 4", width=1.5),
        *(chart.line([(sure, end) for end in share.interval], colour=GREY, width=1.5) for sure, share in bins),
        chart.dots([(sure, share.good / share.of) for sure, share in bins], radius=5),
        chart.words((0.45, 0.08), error, colour=VERMILLION),
    )


def residuals(evaluation: Evaluation) -> Markup:
    """Where on the table which way centres are misread: an arrow for each, much enlarged."""
    outline = evaluation.camera.table.outline()
    read = [s for seen in evaluation.seen for s in seen.sightings if s.required and s.read]
    (left, near), (right, far) = outline.min(0) - 40, outline.max(0) + 40
    tall = far - near
    wide = max(right - left, tall * 1.5)  # about the shape of the chart, so that a millimetre is one both ways
    tall = max(tall, wide / 1.5)
    chart = Chart(
        pgettext("report", "Errors on the table, drawn {times} times as long", times=_ARROWS_DRAWN_LARGER),
        Axis("x, mm", float(left), float(left + wide)),
        Axis("y, mm", float(near), float(near + tall)),
    )
    border = [tuple(map(float, corner)) for corner in [*outline, outline[0]]]
    arrows = []
    for truth, seen in ((s.truth, s.seen) for s in read):
        if truth and seen:
            (x, y), (u, v) = truth.centre_mm, seen.pose.centre_mm
            arrows.append(((x, y), (_ARROWS_DRAWN_LARGER * (u - x), _ARROWS_DRAWN_LARGER * (v - y))))
    return chart.svg(
        chart.line([(x, y) for x, y in border], colour=GREY, width=1.5),
        *(chart.line([at, (at[0] + off[0], at[1] + off[1])], width=1.5) for at, off in arrows),
        chart.dots([s.truth.centre_mm for s in read if s.truth], radius=2.2),
    )
