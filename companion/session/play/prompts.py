"""The one sentence of the ruling line, with the ruling behind it: what was done, what may be done, and why not.

And what is said of the table beside the match: how it is, what keeps it from being read, what hands are to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, assert_never

from companion import rules
from companion.camera import accuracy_in_words, poor_calibration_notice
from companion.codec.camera import Grade
from companion.rules.actions import Maneuver, Observe, Place, Throw
from companion.rules.events import FoulCalled
from companion.session import TargetStanding, TargetSurvey
from companion.session.inference import Instruction
from companion.session.live import TableSnapshot, TableState
from companion.session.match import LogLine, describe_victory, winning_line
from companion.session.play import modes
from companion.session.play.aim import take_aim
from companion.session.play.choice import foul_decider
from companion.session.play.choices import MOST_POINTS, are_valid_points, changed_scores
from companion.session.play.die_actions import callable_dice, corner_in_focus
from companion.session.play.placement import preview_release, thrown_piece
from companion.session.play.tuning import LISTED_DEEDS, LISTED_GESTURES
from companion.text import N_, gettext, ngettext, percent, pgettext


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the ruling line shows: a sentence, the ruling that it comes from, what a weapon sees, and whether the word
    is with the players. whole: the sentence in full, where it was too long."""

    sentence: str
    ruling: rules.Ruling | None = None
    sighting: TargetSurvey | None = None
    whole: str = ""

    @property
    def doubt(self) -> bool:
        """Whether the players have to say something."""
        return self.ruling is not None and self.ruling.verdict in {rules.Verdict.TOO_CLOSE, rules.Verdict.ASK}


def prompt(position: rules.Position, mode: modes.Mode) -> Prompt:  # noqa: C901, PLR0911, PLR0912  (a case a kind)
    """What to say in a mode."""
    match mode:
        case modes.Browsing():
            return _browsing(position, mode)
        case modes.Aiming():
            return _aiming(position, mode)
        case modes.NamingSystem(shot):
            aim = take_aim(position, shot)
            attack = sum(term.value for term in rules.attack_terms(position, aim.piece, aim.effect))
            message = pgettext("match", "{weapon} of {piece}, Attack {attack:g}: which system of the Ogre?")
            words = message.format(weapon=aim.effect.label, piece=aim.piece.label, attack=attack)
            return Prompt(words, aim.sighting.ruling)
        case modes.Rolling():
            return _rolling(position, mode)
        case modes.PickingDie(typed):
            message = pgettext("match", "{player}: which die is thrown? Press its number, type its name or click it.")
            message = message.format(player=position.to_move)
            return Prompt(f"{message} {typed.capitalize()}…" if typed else message)
        case modes.Calling(by):
            message = pgettext("match", "Which die does {piece} call?")
            if not callable_dice(position, by):
                message = pgettext("match", "No die in hand may be called by {piece}.")
            return Prompt(message.format(piece=position.piece(by).label))
        case modes.Commanding(by):
            try:
                ruling = rules.command_order(position, by).ruling
            except rules.Refused as refusal:
                ruling = refusal.ruling
            return Prompt(ruling.text, ruling)
        case modes.Settling(ruling=why):
            asked = pgettext("match", "What do you say?")
            return Prompt(asked if why is None else f"{why.text} {asked}", why)
        case modes.Confirming():
            return Prompt(mode.question)
        case modes.Throwing():
            return _throwing(position, mode)
        case modes.Releasing():
            return _releasing(position, mode)
        case modes.Correcting(piece):
            message = pgettext("match", "How does {piece} lie? Choose the side, turn it, or type: heavy 6.")
            return Prompt(message.format(piece=position.piece(piece).label))
        case modes.Scoring():
            return _scoring(position, mode)
        case modes.Proposed():
            return _proposed(mode)
        case modes.Reconciling():
            return Prompt(pgettext("match", "{difference}. What happened?").format(difference=mode.now.text))
        case _:
            assert_never(mode)


def prompt_won(position: rules.Position, lines: Iterable[LogLine]) -> Prompt:
    """What to say once somebody has won: by which act of the match, and by which rules."""
    line = winning_line(position, lines)
    sentence = describe_victory(position, line)
    if line is None or not line.rules:
        return Prompt(sentence)
    return Prompt(sentence, rules.Ruling(rules.Verdict.YES, line.rules, line.text, terms=line.terms))


def prompt_after(*outcomes: rules.Outcome, turn_ended: bool = False) -> Prompt:
    """What to say of what has been done, or refused, one after the other; whose turn it is comes first where that is
    another's now."""
    words = [_whose_turn(outcomes[-1].position)] if turn_ended else []
    return Prompt(" ".join([*words, *(outcome.ruling.text for outcome in outcomes)]), outcomes[-1].ruling)


def prompt_turned_back(message: Prompt, undone: Sequence[str], redone: Sequence[str], *, watched: bool) -> Prompt:
    """What is to be done now, and which deeds were just undone or done again. watched: a camera could look again."""
    words = ""
    if undone:
        words = pgettext("match", "Undone: {deeds}").format(deeds=_deeds(undone))
        look_again = pgettext("match", "F4 looks at the table again.")
        words = f"{words} {look_again}" if watched else words
    elif redone:
        words = pgettext("match", "Done again: {deeds}").format(deeds=_deeds(redone))
    return replace(message, sentence=f"{message.sentence} {words}".rstrip())


def _deeds(deeds: Sequence[str]) -> str:
    """In words where they are few, else how many."""
    if len(deeds) <= LISTED_DEEDS:
        return " ".join(deeds)
    return pgettext("match", "{count} entries.").format(count=len(deeds))


def prompt_given_up(reason: str) -> Prompt:
    """What to say of a proposal of the camera that cannot be put to the people."""
    text = pgettext("match", "The camera's reading is not possible: {reason} Enter by hand what was done, or press F4.")
    return Prompt(text.format(reason=reason if reason.endswith(".") else f"{reason}."))


def _browsing(position: rules.Position, mode: modes.Browsing) -> Prompt:
    if mode.piece in position.pieces:
        return Prompt(describe_die(position, position.piece(mode.piece)))
    if mode.piece in position.posts:
        post = position.posts[mode.piece]
        message = pgettext("match", "Command Post of {player}: {armour} Armor left.")
        return Prompt(message.format(player=post.owner, armour=f"{post.armour:g}"))
    return Prompt(_whose_turn(position))


def _whose_turn(position: rules.Position) -> str:
    decides = foul_decider(position)
    if decides is not None:
        return pgettext("match", "The throw was a foul: {player} decides what becomes of it.").format(player=decides)
    player, waiting = position.to_move, rules.next_to_act(position)
    if waiting is not None:
        label = position.piece(waiting).label if waiting in position.pieces else waiting
        return pgettext("match", "{player}: {piece} is up.").format(player=player, piece=label)
    if position.turn.first_placement and not position.turn.placed:
        message = pgettext("match", "{player} begins: place a die in the exact centre of the table.")
    elif position.turn.spent:
        message = pgettext("match", "{player} has acted. Next player?")
    elif not rules.throwable(position):
        message = pgettext("match", "It is {player}'s turn: let a die in play act, or pass.")
    else:
        message = pgettext("match", "It is {player}'s turn: throw a die, let one in play act, or pass.")
    return message.format(player=player)


def describe_die(position: rules.Position, piece: rules.Piece) -> str:
    """A die in a few words: its side, Block and what holds it; off the table, where it is."""
    if not piece.in_play:
        turn = piece.back_turn
        back = "" if turn is None else pgettext("match", ", back in turn {turn}").format(turn=turn)
        where = pgettext("match", "in hand") if piece.zone is rules.Zone.HAND else pgettext("match", "in reserve")
        return f"{piece.label}: {where}{back}."
    block = rules.block_of(position, piece)
    words = [pgettext("match", "side {number}").format(number=piece.showing.key)]
    words += [pgettext("match", "Block {block}").format(block=f"{block:g}")] if block is not None else []
    words += [condition.words for condition in rules.conditions(position, piece)]
    words += [pgettext("match", "poisoned")] if any(c.on == piece.id for c in position.counters) else []
    words += [pgettext("match", "a copied side")] if piece.copied is not None else []
    return f"{piece.label}: {', '.join(words)}."


def _aiming(position: rules.Position, mode: modes.Aiming) -> Prompt:
    try:
        aim = take_aim(position, mode)
    except rules.Refused as refusal:
        return Prompt(refusal.ruling.text, refusal.ruling)
    seen = aim.sighting
    candidate = seen.of(aim.target) if aim.target else None
    if not aim.unsure and not aim.at_all and candidate and candidate.standing is TargetStanding.EXCLUDED:
        message = pgettext("match", "{piece} is no target: {reason}.")
        words = message.format(piece=aim.position.target(candidate.piece).label, reason=candidate.reason)
        return Prompt(f"{seen.ruling.text} {words}", seen.ruling, seen)
    if aim.unsure or aim.action is None:
        return Prompt(seen.ruling.text, seen.ruling, seen)
    # What the shot would do, in the engine's own words, before it is fired.
    outcome = rules.apply(aim.position, aim.action)
    if not outcome.ok:
        return Prompt(outcome.ruling.text, outcome.ruling, seen)
    return Prompt(f"{seen.ruling.text} → {outcome.ruling.text}", outcome.ruling, seen)


def _rolling(position: rules.Position, mode: modes.Rolling) -> Prompt:
    answers = rules.maneuvers(position, mode.piece)
    open_ = [answer for answer in answers.values() if answer.legal is not False]
    focus = corner_in_focus(position, mode)
    if focus is not None:
        outcome = rules.apply(position, Maneuver(piece=mode.piece, corner=focus))
        return Prompt(outcome.ruling.text, outcome.ruling)
    telling = (open_ or list(answers.values()))[0]
    asked = pgettext("match", "Over which corner does {piece} roll?").format(piece=position.piece(mode.piece).label)
    refused = [answer.ruling.text for answer in answers.values() if answer.legal is False and answer.step is not None]
    return Prompt(" ".join([asked, *refused]) if open_ else telling.ruling.text, telling.ruling)


def _throwing(position: rules.Position, mode: modes.Throwing) -> Prompt:
    label, player = position.piece(mode.piece).label, position.piece(mode.piece).owner
    if mode.clicks is not modes.Clicks.PLACE:
        return Prompt(_CLICKS[mode.clicks]())
    if mode.placing:
        message = pgettext("match", "{player} places {piece} in the exact centre, whichever way it faces.")
    elif mode.off:
        message = pgettext("match", "{piece} went off the table.")
    elif mode.on is not None:
        message = pgettext("match", "{piece} leans on {other}: it goes off the table unless it rolls off.")
    else:
        message = pgettext("match", "{player} throws {piece}: place it where it landed, with the side that it shows.")
    return Prompt(message.format(player=player, piece=label, other=mode.on))


_CLICKS: Final[Mapping[modes.Clicks, Callable[[], str]]] = {
    modes.Clicks.PLACE: lambda: "",
    modes.Clicks.LEANS: lambda: pgettext("match", "Click what it leans on."),
    modes.Clicks.KNOCKED: lambda: pgettext(
        "match", "Click the dice that it knocked off the table; click again to undo."
    ),
    modes.Clicks.MOVED: lambda: pgettext(
        "match", "Click a die that it moved, then where it lies now; digits set its side."
    ),
}
assert set(_CLICKS) == set(modes.Clicks)


def _releasing(position: rules.Position, mode: modes.Releasing) -> Prompt:
    piece, outcome = thrown_piece(position, mode), preview_release(position, mode)
    behind, above = bracket_typed(mode.numbers)
    text = pgettext("match", "{piece} was released {behind} mm behind {player}'s edge and {above} mm above the table:")
    fair = pgettext("match", "that is fair.")
    foul = pgettext("match", "a foul: it must be behind the edge, and {foot} mm behind it or above it.")
    is_foul = any(isinstance(event, FoulCalled) for event in outcome.events)
    verdict = foul.format(foot=f"{rules.FOOT_MM:g}") if is_foul else fair if outcome.ok else outcome.ruling.text
    where = text.format(piece=piece.label, player=piece.owner, behind=behind, above=above)
    return Prompt(f"{where} {verdict}", outcome.ruling)


def _scoring(position: rules.Position, mode: modes.Scoring) -> Prompt:
    was = pgettext("match", "{player} {points} (was {before})")
    changed = changed_scores(position, mode)
    shown = [
        was.format(player=player, points=points, before=f"{before:g}") if player in changed else f"{player} {points}"
        for (player, before), points in zip(position.score.items(), bracket_typed(mode.numbers), strict=True)
    ]
    winner = next((player for player, points in changed.items() if points >= position.agreement.winning_score), None)
    wins = "" if winner is None else " " + pgettext("match", "{player} has won with that.").format(player=winner)
    message = pgettext("match", "Correct the score: {points}.").format(points=", ".join(shown))
    if not are_valid_points(mode):
        wins = " " + pgettext("match", "Points are numbers from 0 to {most}.").format(most=MOST_POINTS)
    return Prompt(f"{message}{wins}")


def bracket_typed(numbers: modes.Numbers) -> list[str]:
    """Numbers that are typed, the one that the keys go to in brackets."""
    shown = [(text or "0").replace("-", "−") for text in numbers.texts]
    return [f"[{text}]" if place == numbers.at else text for place, text in enumerate(shown)]


#: Acts whose proposal says all that the ruling says of them.
_SELF_EXPLANATORY: Final = (Place, Throw, Observe)


def _proposed(mode: modes.Proposed) -> Prompt:
    now = mode.now
    ruling = now.outcome.ruling
    if mode.equals:
        message = ngettext(
            "{count} explanation fits: which was it?",
            "{count} explanations fit about equally well, the likeliest first: which was it?",
            len(mode.equals),
        )
        return Prompt(message, ruling)
    if now.base is None:
        asked = next((ask.text for ask in now.asks if ask.must), "")
        message = now.text if isinstance(now.steps[-1], _SELF_EXPLANATORY) else f"{now.text} → {ruling.text}"
        return Prompt(" ".join(word for word in (message, asked) if word), ruling)
    # A likelier story: how it begins to differ, how much more follows, and how likely it is.
    share, more = percent(now.likeliness), len(now.sentences) - LISTED_GESTURES
    whole = pgettext("match", "{story} ({share})").format(story=now.text, share=share)
    if more <= 1:  # as short as to say that there is one more
        return Prompt(whole, ruling)
    story = gettext("Rather: {story}", story=" ".join(now.sentences[:LISTED_GESTURES]))
    brief = pgettext("match", "{story} And {count} more. ({share})").format(story=story, count=more, share=share)
    return Prompt(brief, ruling, whole=whole)


class TableMood(Enum):
    """How the table is, by the shape that stands for it."""

    STEADY = "●"
    WAITING = "◐"
    STOPPED = "■"
    BY_HAND = "✎"


@dataclass(frozen=True, slots=True)
class TableStateWords:
    """How the table is, in words; ``detail``: the number behind it."""

    mood: TableMood
    words: str
    detail: str = ""


TABLE_STATES: Final = {
    TableState.SETTLED: (TableMood.STEADY, N_("match", "settled")),
    TableState.MOVING: (TableMood.WAITING, N_("match", "moving")),
    TableState.HAND: (TableMood.WAITING, N_("match", "hand")),
    TableState.CAMERA_MOVED: (TableMood.STOPPED, N_("match", "camera moved")),
    TableState.MARKERS_HIDDEN: (TableMood.STOPPED, N_("match", "markers hidden")),
    TableState.TOO_DARK: (TableMood.STOPPED, N_("match", "too dark")),
    TableState.NO_PICTURE: (TableMood.STOPPED, N_("match", "no picture")),
}
assert set(TABLE_STATES) == set(TableState)


def table_without_camera() -> TableStateWords:
    """Played by hand."""
    return TableStateWords(TableMood.BY_HAND, pgettext("match", "by hand"))


def table_state_of(snapshot: TableSnapshot | None, grade: Grade | None = None) -> TableStateWords:
    """The table's state, with the camera's quality, and what it was certified for, where it can be read; ``None``:
    before its first picture."""
    if snapshot is None:
        return TableStateWords(TableMood.WAITING, pgettext("match", "waiting for the camera"))
    mood, marked = TABLE_STATES[snapshot.state]
    words = pgettext("match", marked)
    if mood is TableMood.STOPPED:
        return TableStateWords(mood, words)
    if snapshot.state is TableState.SETTLED and not snapshot.sure:
        return TableStateWords(mood, words, pgettext("match", "is being read …"))
    quality = snapshot.camera.quality
    off = accuracy_in_words(max(quality.rms_mm, quality.bow_mm))
    camera = pgettext("match", "camera {accuracy} {verdict}")
    detail = camera.format(accuracy=off, verdict=pgettext("camera", quality.verdict))
    certified = "" if grade is None else f" · {pgettext('certificate', grade)}"
    return TableStateWords(mood, words, detail + certified)


def table_trouble(snapshot: TableSnapshot) -> str:
    """What to do where nothing can be read, or only by a poor camera; nothing where all is well."""
    if TABLE_STATES[snapshot.state][0] is TableMood.STOPPED:
        return snapshot.sentence
    return poor_calibration_notice(snapshot.camera)


def hands_in_words(given: Sequence[Instruction], todo: Sequence[Instruction], astray: Sequence[str] = ()) -> str:
    """``☐`` before what is to be done, ``☑`` before what is seen to be done; what no camera sees has neither. ``▲``
    before what was done otherwise than instructed."""
    signs = {True: "☐", False: "☑"}
    steps = [f"{signs[one in todo] if one.visible else '·'} {one.text}" for one in given if one.text]
    return "   ".join([*steps, *(f"▲ {sentence}" for sentence in astray)])
