"""What can be done now, mode by mode. The rules are asked, and nothing is decided: a choice that they refuse is still
listed, with their ruling.

What the camera has seen, put to the people: proposals to accept, answer or correct; differences to explain. Points set
by hand, over the rules' head, are written down as a correction that can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, assert_never

from companion.rules import Piece, Position, Refused, actions, apply, next_to_act, placeable, system_name, throwable
from companion.rules.actions import EndTurn, LeaningPose, OffTable, RestingPose, Throw
from companion.rules.corrections import Correction, PieceCorrection
from companion.session.inference import Proposal, Question, QuestionKind
from companion.session.play import modes, placement
from companion.session.play.aim import Aim, take_aim
from companion.session.play.choice import (
    ENTER,
    AfterMatch,
    Choice,
    action_choice,
    find_refusal,
    foul_decider,
    number_choices,
)
from companion.session.play.die_actions import callable_dice, corner_keys, die_actions, over_corner, rolling_choices
from companion.text import N_, pgettext

#: More points than any match comes to; a file takes no more.
MOST_POINTS: Final = 999_999
#: What the arrow keys add.
_STEP: Final = 1.0


def may_score(mode: modes.Mode) -> bool:
    """Whether points may be set by hand now: not in the middle of something else."""
    return isinstance(mode, modes.Browsing | modes.Proposed | modes.Reconciling)


def begin_scoring(position: Position, back: modes.Mode, player: str = "") -> modes.Scoring:
    """The points as they stand, to be typed anew, beginning with a player's (else the one's to move)."""
    players = list(position.score)
    first = player if player in players else position.to_move
    return modes.Scoring(modes.Numbers.of(*position.score.values(), at=players.index(first)), back)


def are_valid_points(mode: modes.Scoring) -> bool:
    """Whether a match can keep such points: none below 0, none above what its file takes."""
    return all(0 <= points <= MOST_POINTS for points in mode.numbers.values)


def changed_scores(position: Position, mode: modes.Scoring) -> Mapping[str, float]:
    """The points of those whose points were set otherwise."""
    entered = zip(position.score.items(), mode.numbers.values, strict=True)
    return {player: points for (player, before), points in entered if points != before}


#: The key of a question that may be left as it is.
_KEYS: Final = {QuestionKind.FOUL: "F", QuestionKind.OWNER: "O", QuestionKind.WHICH: "W"}


def choices(position: Position, mode: modes.Mode) -> tuple[Choice, ...]:
    """Everything that can be done in a mode; the likeliest first."""
    made = tuple(_of_mode(position, mode))
    if mode == modes.Browsing() or isinstance(
        mode, modes.Reconciling
    ):  # of differences one is taken, or none on purpose
        return made
    return (*made, Choice("back", ("Esc",), pgettext("match", "back"), before(mode), quiet=True))


def _of_mode(position: Position, mode: modes.Mode) -> Iterator[Choice]:  # noqa: C901, PLR0912  (a case a kind)
    match mode:
        case modes.Browsing():
            yield from _browsing(position, mode)
        case modes.Aiming():
            yield from _aiming(position, mode)
        case modes.NamingSystem(shot):  # what each system would lose; then the shot is looked at again
            aim = take_aim(position, shot)
            for number, (system, loss) in enumerate(aim.losses.items(), start=1):
                words = pgettext("match", "{system}: {loses}").format(system=system_name(system), loses=loss.words)
                chosen = f"✓ {words}" if system == aim.system else words
                yield Choice(f"system.{system}", (str(number),), chosen, replace(shot, system=system))
        case modes.Rolling():
            yield from rolling_choices(position, mode)
        case modes.PickingDie():
            yield from placement.picking_choices(position, mode)
        case modes.Calling(by):
            for number, piece in enumerate(callable_dice(position, by), start=1):
                action = actions.Call(by=by, piece=piece.id)
                keys = (str(number),) if number <= 9 else ()
                yield Choice(f"call.{piece.id}", keys, piece.label, action, find_refusal(position, action), piece.id)
        case modes.Commanding(by, double):
            command, words = actions.Command(by=by, double=double), pgettext("match", "command in this order")
            yield action_choice(position, mode, "do", (ENTER,), words, command)
            if find_refusal(position, replace(command, double=True)) is None:
                words = pgettext("match", "once only") if double else pgettext("match", "twice: Double Shot")
                yield Choice("double", ("D",), words, replace(mode, double=not double))
        case modes.Settling(act, back=back, words=named):
            yes, no = named or (pgettext("match", "players allow it"), pgettext("match", "players do not allow it"))
            yield Choice("settle.1", ("1", "Y"), yes, act)
            yield Choice("settle.2", ("2", "N"), no, back)
        case modes.Confirming():
            yield Choice("confirm.1", (ENTER, "1", "Y"), mode.yes, mode.steps)
            yield Choice("confirm.2", ("2", "N"), pgettext("match", "no"), mode.back)
        case modes.Throwing():
            yield from placement.throw_choices(position, mode)
        case modes.Releasing():
            yield from placement.release_choices(position, mode)
        case modes.Correcting():
            yield from placement.correction_choices(position, mode)
        case modes.Scoring():
            if (changed := changed_scores(position, mode)) and are_valid_points(mode):
                yield Choice("do", (ENTER,), pgettext("match", "set these points"), Correction(score=changed))
            yield from number_choices(mode.numbers, _STEP, lambda numbers: replace(mode, numbers=numbers))
        case modes.Proposed():
            yield from proposal_choices(position, mode)
        case modes.Reconciling(differences):
            explanations = differences[0].explanations
            for number, explanation in enumerate(explanations, start=1):
                yield Choice(f"explain.{number}", (str(number),), explanation.text, explanation)
            words = pgettext("match", "none of these: go on as the match has it")
            yield Choice("back", (str(len(explanations) + 1), "Esc"), words, modes.Browsing())
        case _:
            assert_never(mode)


def before(mode: modes.Mode) -> modes.Mode:
    """Where Esc leads from a mode."""
    if isinstance(mode, modes.Settling | modes.Confirming | modes.Releasing | modes.Scoring):
        return mode.back
    if isinstance(mode, modes.NamingSystem):
        return mode.aim
    if isinstance(mode, modes.Browsing | modes.PickingDie | modes.Throwing | modes.Proposed | modes.Reconciling):
        return modes.Browsing()
    return modes.Browsing(mode.piece if isinstance(mode, modes.Rolling | modes.Correcting) else mode.by)


# Nothing is begun


def _browsing(position: Position, mode: modes.Browsing) -> Iterator[Choice]:
    if position.winner is not None:
        yield Choice("result", (ENTER,), pgettext("match", "result sheet"), AfterMatch())
        return
    decider = foul_decider(position)
    if decider is not None:  # what an opponent may make of a foul (OG-THROW-05)
        for word, (key, title) in _FOULS.items():
            action = actions.FoulChoice(by=decider, choice=word)
            yield Choice(f"foul.{word}", (key,), pgettext("match", title), action)
        return
    ready = placeable(position) or throwable(position)
    yield from _first(position, mode, ready)
    if mode.piece in position.pieces and position.piece(mode.piece).in_play:
        yield from die_actions(position, position.piece(mode.piece))
    elif mode.piece in position.posts:
        why = find_refusal(position, actions.Command(by=mode.piece))
        yield Choice("command", ("1",), pgettext("match", "command"), modes.Commanding(mode.piece), why)
    if mode.piece in position.pieces:
        piece = position.piece(mode.piece)
        title = pgettext("match", "correct {piece}").format(piece=piece.label)
        yield Choice("correct", ("C",), title, placement.begin_correction(position, piece), quiet=True)
        yield _owner(position, mode, piece)
    if mode == modes.Browsing():
        yield from placement.hand_choices(position, mode)
    if ready and next_to_act(position) not in ready:
        wanted = mode.piece if mode.piece in ready else ready[0]
        yield Choice("throw", ("T",), pgettext("match", "throw a die"), placement.begin_throw(position, wanted))
    yield from _ends(position)
    yield from _steps(position, mode)


def _owner(position: Position, mode: modes.Browsing, piece: Piece) -> Choice:
    """Give a die to the next player, over the rules' head; asked first."""
    after = position.others(piece.owner)[0]
    title = pgettext("match", "give to {player} …").format(player=after)
    given = Correction(pieces=(PieceCorrection(id=piece.id, owner=after),))
    asked = pgettext("match", "{piece} is {owner}'s. Does it belong to {player}?")
    question = asked.format(piece=piece.label, owner=piece.owner, player=after)
    yes = pgettext("match", "it is {player}'s").format(player=after)
    return Choice("owner", ("O",), title, modes.Confirming(given, question, yes, mode), quiet=True)


def _steps(position: Position, mode: modes.Browsing) -> Iterator[Choice]:
    """The next die in play, and the one before; the dice of the player to move come first."""
    names = [piece.id for piece in sorted(position.in_play, key=lambda piece: piece.owner != position.to_move)]
    if not names:
        return
    at = names.index(mode.piece) if mode.piece in names else None
    after, previous = (names[0], names[-1]) if at is None else (names[(at + 1) % len(names)], names[at - 1])
    yield Choice("piece.next", ("N", "Down", "Right"), pgettext("match", "next die"), modes.Browsing(after), quiet=True)
    back = ("Shift+N", "Up", "Left")
    yield Choice("piece.previous", back, pgettext("match", "previous die"), modes.Browsing(previous), quiet=True)


_FOULS: Final[Mapping[actions.FoulWord, tuple[str, str]]] = {
    "allow": ("A", N_("match", "let the throw stand")),
    "prohibit": ("B", N_("match", "it stays, but does not act")),
    "remove": ("R", N_("match", "take it out, into reserve")),
}


def _first(position: Position, mode: modes.Browsing, ready: tuple[str, ...]) -> Iterator[Choice]:
    """What Enter does: throw what must be thrown, take up the die whose action it is, or throw the die in hand."""
    waiting = next_to_act(position)
    throw = pgettext("match", "throw {piece}")
    if waiting is not None and waiting in ready:
        title = throw.format(piece=position.piece(waiting).label)
        yield Choice("throw", (ENTER, "T"), title, placement.begin_throw(position, waiting))
    elif waiting is not None and mode.piece != waiting:
        title = pgettext("match", "{piece} acts").format(piece=position.piece(waiting).label)
        yield Choice("act", (ENTER,), title, modes.Browsing(waiting))
    elif mode.piece in ready:
        title = throw.format(piece=position.piece(mode.piece).label)
        yield Choice("throw.this", (ENTER,), title, placement.begin_throw(position, mode.piece))


def _ends(position: Position) -> Iterator[Choice]:
    """Give up what is pending, or the turn with all of it. A called or jumping die is thrown, not skipped: only with
    the turn can its throw be given up."""
    waiting = next_to_act(position)
    must_throw = waiting is not None and waiting in throwable(position)
    if waiting is not None and not must_throw:
        why = find_refusal(position, actions.Skip())
        yield Choice("skip", ("X",), pgettext("match", "skip it"), actions.Skip(), why, quiet=True)
    if position.turn.acted or position.turn.placed:
        keys = (ENTER, "E") if waiting is None else ("E",)
        words = pgettext("match", "end the turn")
        words = pgettext("match", "end the turn, giving up the throw") if must_throw else words
        why = find_refusal(position, actions.EndTurn())
        yield Choice("end-turn", keys, words, actions.EndTurn(), why)
    else:
        why = find_refusal(position, actions.Pass())
        yield Choice("pass", ("P",), pgettext("match", "pass"), actions.Pass(), why, quiet=True)


# An effect is looked through


def _aiming(position: Position, mode: modes.Aiming) -> Iterator[Choice]:
    try:
        aim = take_aim(position, mode)
    except Refused:
        return
    yield from _trigger(position, mode, aim)
    if aim.system is not None:
        words = pgettext("match", "another system than {system} …").format(system=system_name(aim.system))
        yield Choice("system", ("S",), words, modes.NamingSystem(mode))
    if aim.seconds:
        named = position.target(mode.second).label if mode.second else pgettext("match", "none")
        words = pgettext("match", "second shot: {target}").format(target=named)
        yield Choice("second", ("D",), words, replace(mode, second=aim.next_second))
    if len(aim.names) > 1:
        after, previous = (replace(mode, target=aim.stepped(step), second=None) for step in (1, -1))
        yield Choice("target.next", ("N", "Right", "Down"), pgettext("match", "other target"), after, quiet=True)
        back = ("Shift+N", "Left", "Up")
        yield Choice("target.previous", back, pgettext("match", "previous target"), previous, quiet=True)


def _trigger(position: Position, mode: modes.Aiming, aim: Aim) -> Iterator[Choice]:
    """What is done with the target in focus; too close to call: each of those that it may be is a key (AMB-02)."""
    for number, name in enumerate(aim.unsure, start=1):
        at = aim.action_at(name)
        if at is None:  # it works of itself
            continue
        action = replace(at, settled=True)
        title = pgettext("match", "players choose {target}").format(target=position.target(name).label)
        why = find_refusal(position, action)
        yield Choice(f"settle.{number}", (str(number),), title, action, why, name)
    if aim.unsure:
        return
    for corner, action in aim.corners:
        key, words, name = ENTER, pgettext("match", "without a roll"), f"corner.{ENTER}"
        if corner is not None and aim.target is not None:
            face = position.piece(aim.target).showing
            key, words, name = corner_keys(face)[corner], over_corner(face, corner), f"corner.{corner}"
        yield action_choice(position, mode, name, (key,), words, action)
    if aim.action is not None and not aim.corners:
        yield action_choice(position, mode, "do", (ENTER,), aim.title, aim.action)


# Maneuver, Call, Command, and what the players settle


def proposal_choices(position: Position, mode: modes.Proposed) -> Iterator[Choice]:
    """Accept it, answer what the camera cannot see, correct it, or look at what else it may have been."""
    must = next((ask for ask in mode.now.asks if ask.must), None)
    if mode.now.base is not None:
        yield Choice("do", (ENTER,), pgettext("match", "take this instead"), mode.now.steps)
    elif mode.equals:
        yield from _equals(mode)
    elif must is not None:
        yield from _answers(position, mode, must)
    else:
        yield Choice("do", (ENTER,), pgettext("match", "confirm"), mode.now.steps)
    for ask in (ask for ask in mode.now.asks if not ask.must):
        for place, answer in enumerate(ask.choices[1:], start=1):
            leads_to = mode.with_now(mode.now.answered(ask.kind, place, position))
            keys = (_KEYS[ask.kind],) if place == 1 else ()
            words = pgettext("match", "{question} {answer}").format(question=ask.text, answer=answer.text)
            yield Choice(f"{ask.kind.name.lower()}.{place}", keys, words, leads_to)
    if mode.now.thrown is not None and mode.now.base is None:
        # Where it was let go may be stated instead of whether that was a foul.
        typing = placement.begin_release(mode, mode.now.release)
        yield Choice("release", ("G",), pgettext("match", "released at …"), typing)
    if len(mode.proposals) > 1:
        after, previous = (replace(mode, at=(mode.at + step) % len(mode.proposals), chosen=True) for step in (1, -1))
        yield Choice("other.next", ("N", "Right", "Down"), pgettext("match", "alternative …"), after)
        back = ("Shift+N", "Left", "Up")
        yield Choice("other.previous", back, pgettext("match", "alternative …"), previous, quiet=True)
    # None of them.
    now = mode.now
    if now.base is not None:
        yield Choice("leave", ("X",), pgettext("match", "leave it as it was taken"), modes.Browsing())
        return
    if mode.differences:
        yield Choice(
            "neither", ("X",), pgettext("match", "it was read correctly …"), modes.Reconciling(mode.differences)
        )
    yield Choice("correct", ("C",), pgettext("match", "correct it"), correct_seen_throw(position, now))


def _equals(mode: modes.Proposed) -> Iterator[Choice]:
    """Those that are equally likely, by number, each with whose turn it would be then."""
    for number, proposal in enumerate(mode.equals, start=1):
        name, keys = f"equal.{number}", [str(number)]
        if number == 1:
            name, keys = "do", ["1", ENTER]
        yield Choice(name, tuple(keys), f"{proposal.text} {_whose_turn(proposal.after)}", proposal.steps)


def _whose_turn(after: Position) -> str:
    """Whose turn it is once a proposal is taken, and the turn ended where nothing is left to do in it."""
    if after.winner is not None:
        return pgettext("match", "{player} has won with that.").format(player=after.winner)
    ended = apply(after, EndTurn()) if after.turn.spent and next_to_act(after) is None else None
    position = ended.position if ended is not None and ended.ok else after
    return pgettext("match", "Then it is {player}'s turn.").format(player=position.to_move)


def _answers(position: Position, mode: modes.Proposed, ask: Question) -> Iterator[Choice]:
    """What must be answered first, by number (a side by its own)."""
    for place, answer in enumerate(ask.choices):
        digit = answer.text.rpartition(" ")[2] if ask.kind is QuestionKind.SIDE else str(place + 1)
        key = digit if digit.isdigit() and len(digit) == 1 else str(place + 1)
        settled = mode.with_now(mode.now.answered(ask.kind, place, position))
        leads_to = settled.now.steps if not settled.now.must_ask else settled
        yield Choice(f"answer.{place + 1}", (key,), answer.text, leads_to)


def correct_seen_throw(position: Position, proposal: Proposal) -> modes.Mode:
    """A throw that was seen, put down to be corrected by hand; anything else is left to be said anew."""
    *first, last = proposal.steps
    if not isinstance(last, Throw) or last.piece not in position.pieces:
        return modes.Browsing()
    lands, piece = last.lands, position.piece(last.piece)
    lies = (
        _lies(lands) if isinstance(lands, RestingPose) else modes.PlacedPose(piece.die.faces[0].key, (0.0, 0.0), 90.0)
    )
    return modes.Throwing(
        piece.id,
        lies,
        down=True,
        off=isinstance(lands, OffTable),
        on=lands.leaning_on if isinstance(lands, LeaningPose) else None,
        foul=last.foul,
        knocked_off=last.knocked_off,
        moved=tuple((seen.piece, _lies(seen.how)) for seen in last.disturbed if isinstance(seen.how, RestingPose)),
        first=tuple(first),
        release=proposal.release,
    )


def _lies(how: RestingPose) -> modes.PlacedPose:
    return modes.PlacedPose(how.face, how.centre_mm, how.heading_deg)
