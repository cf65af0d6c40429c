"""The ruling line: one sentence with its numbers and rule ids, and what it rests on when unfolded: every number with
its error, every rule restated, as HTML.

It keeps its height, so that the table above it stands still: a long sentence is set in smaller type, and only one that
has no room in the smallest takes more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from markupsafe import Markup
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from companion.geometry import Measurement
from companion.markup import joined, markup
from companion.rules import Ruling, Term, Verdict, ledger
from companion.session import Inspection, SurveyedPiece, TargetStanding, TargetSurvey
from companion.text import N_, pgettext
from companion.ui.layouts import column_of
from companion.ui.plain_widgets import plain_label, set_style_property, set_tip
from companion.ui.sounds import VOICE
from companion.ui.themes import RULING_PT, type_pt

_VERDICTS: Final = {
    TargetStanding.LEGAL: N_("why", "may be hit"),
    TargetStanding.UNSURE: N_("why", "too close to call"),
    TargetStanding.EXCLUDED: N_("why", "no target"),
}
assert set(_VERDICTS) == set(TargetStanding)


def explain_inspection(inspection: Inspection) -> Markup:
    """Everything that the ruling on what is chosen rests on."""
    ruling = inspection.ruling
    if ruling is None:
        return markup("<p>{}</p>", pgettext("why", "No ruling: choose a die with a weapon."))
    return explain_ruling(ruling, inspection.sighting)


def explain_ruling(ruling: Ruling, sighting: TargetSurvey | None = None) -> Markup:
    """Everything that a ruling rests on: the numbers of every candidate, the arithmetic, the rules restated."""
    parts = [_numbers(sighting)] if sighting else []
    named = {name.replace("_mm", "").replace("_", " "): number for name, number in ruling.numbers.items()}
    return joined([arithmetic_html(ruling.terms), *parts, arithmetic_html((), named), rules_html(ruling.rules)])


def arithmetic_html(terms: Iterable[Term], numbers: Mapping[str, Measurement] = MappingProxyType({})) -> Markup:
    """The steps of a ruling's arithmetic, then the numbers that it rests on, in lines; nothing of neither."""
    lines = [markup("{:+g} {} ({})", term.value, term.label, term.rule) for term in terms]
    lines += [markup("{}: {}", name, number) for name, number in numbers.items()]
    return markup("<p>{}</p>", joined(lines, "<br>")) if lines else markup("")


def rules_html(rules: Iterable[str]) -> Markup:
    """Rules of the ledger, each with what it says."""
    return joined(markup("<p><b>{}</b> {}</p>", rule, ledger()[rule].shown.text) for rule in rules)


def _numbers(sighting: TargetSurvey) -> Markup:
    """The distances of every candidate, and how sure they are."""
    message = pgettext(
        "why",
        "± is one standard deviation of the measurement. A comparison within two of them is too close to call, and the "
        "players decide (AMB-02). Distances run between the closest points of the top faces.",
    )
    rows = joined(_row(candidate) for candidate in sighting.candidates)
    titles = ("", pgettext("why", "distance"), pgettext("why", "in front of the baseline"), "", "")
    head = joined(markup("<th align='left'>{}</th>", title) for title in titles)
    table = markup("<table cellspacing='0' cellpadding='4'><tr>{}</tr>{}</table>", head, rows)
    return table + markup("<p>{}</p>", message)


def _row(candidate: SurveyedPiece) -> Markup:
    cells = (
        candidate.piece,
        str(candidate.gap.distance) if candidate.gap else "",
        "" if candidate.margin is None else str(candidate.margin).replace("-", "−"),
        pgettext("why", _VERDICTS[candidate.standing]),
        candidate.reason,
    )
    return markup("<tr>{}</tr>", joined(markup("<td>{}</td>", cell) for cell in cells))


#: So many lines of the largest type a sentence may take, but no more of the window's height than this.
_LINES: Final = 2
_SHARE: Final = 0.105
#: The smallest type of a sentence.
_LEAST_PT: Final = 13
#: In a window higher than this type grows with it, so many times at most.
_USUAL_HEIGHT_PX: Final = 1080
_LARGEST: Final = 1.8
_WHY_HEIGHT_PX: Final = 260
_MARGIN_PX: Final = 16
_ENDLESS_PX: Final = 9999
_WRAPPED: Final = int(Qt.TextFlag.TextWordWrap)
_BETWEEN: Final = "  "


class RulingLine(QFrame):
    """Stands below the table; what it rests on unfolds over the lower part of ``over``."""

    def __init__(self, over: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruling")
        self._sentence, self._rules, self._hints = (
            plain_label(name=name, yields=True, parent=self) for name in ("sentence", "rules", "hints")
        )
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._rules.setWordWrap(False)
        self._ids: tuple[str, ...] = ()
        self._remark = ""
        self._over = over
        over.installEventFilter(self)
        self._why = QTextBrowser(over)
        self._why.setObjectName("why")
        self._why.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._unfolded = False
        self._fold()
        margins = (_MARGIN_PX, 6, _MARGIN_PX, 4)
        column_of(self._sentence, self._rules, self._hints, on=self, margins=margins, spacing=2)
        self._hints.hide()

    def show_inspection(self, inspection: Inspection) -> None:
        """Say what the rules say of what is chosen."""
        self.show_ruling(inspection.sentence, inspection.ruling, explain_inspection(inspection))

    def show_ruling(self, sentence: str, ruling: Ruling | None, behind: str, whole: str = "") -> None:
        """Say a sentence with the ruling that it comes from; ``behind``: what that rests on, as HTML; whole: what a
        sentence is in full that is shown in brief, under the mouse."""
        doubt = ruling is not None and ruling.verdict in {Verdict.TOO_CLOSE, Verdict.ASK}
        if ruling is not None and sentence != self._sentence.text():
            VOICE.say(sentence)
        self._ids, self._remark = ruling.rules if ruling else (), ""
        self._say(sentence, doubt=doubt)
        self._why.setHtml(behind)
        self._fold()
        set_tip(self._sentence, whole)

    def say(self, sentence: str) -> None:
        """Say something that is no ruling."""
        self._ids, self._remark = (), ""
        self._say(sentence, doubt=False)
        self._why.clear()
        self._fold()

    def remark(self, sentence: str) -> None:
        """Say something in passing, below the sentence, which stays."""
        self._remark = sentence
        self._fit_below()

    def show_hints(self, words: str) -> None:
        """The keys worth knowing here."""
        self._hints.setText(words)
        self._hints.show()

    @property
    def rests_on_something(self) -> bool:
        """Whether there is anything to unfold."""
        return bool(self._why.toPlainText())

    @property
    def is_unfolded(self) -> bool:
        """Whether it is shown what the ruling rests on."""
        return self._why.isVisible()

    def fold_away(self) -> bool:
        """Hide what the ruling rests on; whether it was shown."""
        shown = self._why.isVisible()
        self._unfolded = False
        self._fold()
        return shown

    def unfold(self) -> None:
        """Show or hide what the ruling rests on."""
        self._unfolded = not self._unfolded
        self._fold()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is unfolded keeps its place over the table."""
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._place_why()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the sentence anew."""
        super().resizeEvent(event)
        self._fit()

    def _fold(self) -> None:
        """What is empty takes no room."""
        self._place_why()
        self._why.setVisible(self._unfolded and bool(self._why.toPlainText()))
        self._why.raise_()

    def _place_why(self) -> None:
        high = min(_WHY_HEIGHT_PX, self._over.height())
        self._why.setGeometry(0, self._over.height() - high, self._over.width(), high)

    def _say(self, sentence: str, *, doubt: bool) -> None:
        self._sentence.setText(sentence)
        self._fit()
        set_style_property(self, "doubt", doubt)

    def _fit(self) -> None:
        """The largest type in which the sentence fits its room; in the smallest it takes what room it needs."""
        # More in a window that fills a large screen.
        growth = min(_LARGEST, max(1.0, self.window().height() / _USUAL_HEIGHT_PX))
        most_pt = round(type_pt(RULING_PT) * growth)
        least, most = (_LINES * _sized(self.font(), size).lineSpacing() for size in (_LEAST_PT, most_pt))
        share = _SHARE * type_pt(100) / 100
        high = max(least, min(most, round(share * self.window().height())))
        wide = self.width() - 2 * _MARGIN_PX
        room = QRect(0, 0, wide, _ENDLESS_PX)
        for size in range(most_pt, _LEAST_PT - 1, -1):
            needed = _sized(self.font(), size).boundingRect(room, _WRAPPED, self._sentence.text()).size()
            if needed.height() <= high and needed.width() <= wide:
                break
        self._sentence.setStyleSheet(f"font-size: {size}pt")
        self._sentence.setFixedHeight(max(high, needed.height()))
        self._fit_below()

    def _fit_below(self) -> None:
        """A remark in as many lines as it needs, else the ids in one."""
        wide, metrics = self.width() - 2 * _MARGIN_PX, self._rules.fontMetrics()
        self._rules.setWordWrap(bool(self._remark))
        self._rules.setText(self._remark or _listed(self._ids, metrics, wide))
        self._rules.setFixedHeight(max(metrics.height(), self._rules.heightForWidth(wide)))
        set_tip(self._rules, self._remark or _BETWEEN.join(self._ids))
        set_style_property(self._rules, "remark", bool(self._remark))


def _sized(font: QFont, size_pt: int) -> QFontMetrics:
    sized = QFont(font)
    sized.setPointSize(size_pt)
    return QFontMetrics(sized)


def _listed(ids: Sequence[str], metrics: QFontMetrics, wide: int) -> str:
    """As many ids as have room, and how many more there are; all of them unfold with what the ruling rests on."""
    for count in range(len(ids), 0, -1):
        more = f"{_BETWEEN}+ {len(ids) - count}" if count < len(ids) else ""
        words = _BETWEEN.join(ids[:count]) + more
        if metrics.horizontalAdvance(words) <= wide:
            return words
    return ""
