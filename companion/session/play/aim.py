"""Looking through an effect with an arrow: whom it may act on, and the action that pulling the trigger would be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion import rules
from companion.catalogue import Effect, Range, System
from companion.session import TargetStanding, TargetSurvey, survey_targets
from companion.session.play.modes import Aiming
from companion.text import ngettext, pgettext


@dataclass(frozen=True, slots=True)
class Loss:
    """What a shot takes from a system of an Ogre: the card before and after it."""

    system: str
    before: rules.OgreCard
    after: rules.OgreCard

    @property
    def words(self) -> str:
        """The same in a few words."""
        left = self._left(self.after)
        lost = self._left(self.before) - left
        if not lost:
            return pgettext("match", "nothing lost, {left} left").format(left=left)
        left_over = ngettext("one lost, {left} left", "{count} lost, {left} left", lost, left=left)
        dead = [str(dot) for dot in self.before.live_dots if dot not in self.after.live_dots]
        dots = ngettext(", and green dot {dots}", ", and green dots {dots}", len(dead), dots=", ".join(dead))
        return f"{left_over}{dots if dead else ''}"

    def _left(self, card: rules.OgreCard) -> int:
        return card.treads if self.system == rules.TREADS else card.circles[System(self.system)]


@dataclass(frozen=True, slots=True)
class Aim:
    """An effect of a die, looked through: what it sees, and what the people have chosen so far."""

    position: rules.Position
    mode: Aiming
    sighting: TargetSurvey

    @property
    def piece(self) -> rules.Piece:
        """The die that looks."""
        return self.position.piece(self.mode.by)

    @property
    def effect(self) -> Effect:
        """What it looks through."""
        return self.piece.showing.effects[self.mode.effect]

    @property
    def names(self) -> tuple[str, ...]:
        """Every candidate, the legal ones first."""
        return tuple(candidate.piece for candidate in self.sighting.candidates)

    @property
    def target(self) -> str | None:
        """The candidate in focus."""
        return self.sighting.focus

    @property
    def at_all(self) -> bool:
        """Whether it hits everything that it may."""
        return rules.arrow_of(self.piece.showing, self.effect)[1] is Range.ALL and self.effect.record.shot

    @property
    def takes_a_name(self) -> bool:
        """Whether it works of itself on the one target that its owner names (AMB-09)."""
        return self.effect.record.continuous and rules.arrow_of(self.piece.showing, self.effect)[1] is Range.LONG

    @property
    def rolls_over_a_corner(self) -> bool:
        """Whether it rolls its target over a corner, which is still to be named."""
        use = rules.USES.get(self.effect.kind)
        return use is not None and issubclass(use.action, rules.actions.RollAnother)

    @property
    def unsure(self) -> tuple[str, ...]:
        """Those between whom the measurement cannot tell: of a Short-Range shot all, else the one in focus; none where
        the players are asked once the corner is named."""
        if self.at_all or self.rolls_over_a_corner:
            return ()
        names = tuple(candidate.piece for candidate in self.sighting.standing(TargetStanding.UNSURE))
        short = rules.arrow_of(self.piece.showing, self.effect)[1] in {Range.SHORT, None}
        return names if short else tuple(name for name in names if name == self.target)

    @property
    def hit(self) -> tuple[str, ...]:
        """What the shot would hit."""
        if self.at_all:
            return tuple(c.piece for c in self.sighting.candidates if c.standing is not TargetStanding.EXCLUDED)
        return () if self.target is None else (self.target,)

    @property
    def losses(self) -> Mapping[str, Loss]:
        """What each of them would lose; of several Ogres that are hit, the first that has the system left."""
        if not self.effect.record.shot:
            return MappingProxyType({})
        found: dict[str, Loss] = {}
        for name in (name for name in self.hit if name in self.position.cards):
            before = self.position.cards[name]
            for system, after in rules.cards_after_shot(self.position, self.piece, self.effect, name).items():
                found.setdefault(system, Loss(system, before, after))
        return MappingProxyType({name: found[name] for name in (*System, rules.TREADS) if name in found})

    @property
    def system(self) -> str | None:
        """The system named; where none is, the first that would lose something."""
        losses = self.losses
        if self.mode.system in losses:
            return self.mode.system
        harmed = (name for name, loss in losses.items() if loss.before != loss.after)
        return next(harmed, next(iter(losses), None))

    @property
    def action(self) -> rules.actions.Action | None:
        """What is done; ``None`` for an effect that works of itself, or that still needs a target or a corner."""
        return self.action_at(None if self.at_all else self.target)

    def action_at(self, target: str | None) -> rules.actions.Action | None:
        """The same at a target, or (None) of an All-Range weapon."""
        by, effect = self.piece.id, self.mode.effect
        if self.effect.record.shot:
            return rules.actions.Shoot(by=by, effect=effect, target=target, system=self.system, double=self.mode.second)
        if target is None or self.rolls_over_a_corner:
            return None
        if self.takes_a_name:
            return rules.actions.NameTarget(by=by, effect=effect, target=target)
        use = rules.USES.get(self.effect.kind)
        return None if use is None else next(iter(use.aimed(self.piece, effect, target)), None)

    @property
    def corners(self) -> tuple[tuple[int | None, rules.actions.Action], ...]:
        """Over which corner the target in focus could be rolled, and (None) left as it lies."""
        if self.target is None or not self.rolls_over_a_corner:
            return ()
        done = rules.USES[self.effect.kind].aimed(self.piece, self.mode.effect, self.target)
        rolled = (action for action in done if isinstance(action, rules.actions.RollAnother))
        is_die = self.target in self.position.pieces
        return tuple((action.corner, action) for action in rolled if is_die or action.corner is None)

    @property
    def seconds(self) -> tuple[str, ...]:
        """Whom the second shot of a Double Shot may hit once the first has been fired (CY-DOUBLE-02)."""
        if not self.effect.double or not self.effect.record.shot:
            return ()
        target = None if self.at_all else self.target
        single = rules.actions.Shoot(by=self.piece.id, effect=self.mode.effect, target=target, system=self.system)
        first = rules.apply(self.position, single)
        if not first.ok:
            return ()
        try:
            return rules.targets(first.position, self.piece.id, self.mode.effect).legal
        except (rules.Refused, LookupError):
            return ()

    @property
    def next_second(self) -> str | None:
        """The second shot's target after the one that is chosen; after the last, none."""
        row = (None, *self.seconds)
        return row[(row.index(self.mode.second) + 1) % len(row)] if self.mode.second in row else None

    @property
    def title(self) -> str:
        """What Enter does, in words."""
        if self.effect.record.verb:
            return pgettext("match", self.effect.record.verb)
        if self.takes_a_name:
            return pgettext("match", "act on it")
        if self.at_all:
            return pgettext("match", "shoot all {count}").format(count=len(self.hit))
        return pgettext("match", "shoot")

    def stepped(self, step: int) -> str | None:
        """The candidate after the one in focus, or before it."""
        names = self.names
        if self.target not in names:
            return next(iter(names), None)
        return names[(names.index(self.target) + step) % len(names)]


def take_aim(position: rules.Position, mode: Aiming) -> Aim:
    """What an effect sees. Raises Refused: the rules refuse to look through it."""
    seen = survey_targets(position, mode.by, mode.effect)
    # The closest legal target that can be hurt, where there is a choice of them.
    effect = position.piece(mode.by).showing.effects[mode.effect]
    legal = (candidate.piece for candidate in seen.standing(TargetStanding.LEGAL))
    worth = next((name for name in legal if not rules.shrugs_off(position.target(name), effect)), "")
    return Aim(position, mode, seen.focused_on(mode.target or worth))


def aim_at_system(position: rules.Position, mode: Aiming, system: str) -> Aiming:
    """The same with the system of an Ogre that was named last, where the shot would take something from that."""
    try:
        loss = take_aim(position, mode).losses.get(system)
    except rules.Refused:
        return mode
    return replace(mode, system=system) if loss is not None and loss.before != loss.after else mode
