"""The hall that the pictures show: eight tables, two calls, a camera in trouble, a table that has fallen silent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from companion.camera import read_picture
from companion.hall.broker import BrokerListener, BrokerMessage, Delivery
from companion.hall.client import HallClient
from companion.hall.documents import (
    CameraStateDocument,
    HallPlayerDocument,
    HallTopic,
    MatchStateDocument,
    NumberDocument,
    PresenceDocument,
    RefereeCallDocument,
    TableStateDocument,
    TopicKind,
    encode_call_picture,
    encode_message,
)
from companion.hall.publication import call_picture
from companion.resources import Bundled, bundled

#: Players with their points, the turn, how long it and the match have lasted (s, min).
_MATCHES: Final[tuple[tuple[dict[str, float], int, int, int], ...]] = (
    ({"Anna": 22, "Ben": 8}, 7, 95, 48),
    ({"Cem": 0, "Dora": 30}, 9, 40, 71),
    ({"Emil": 14, "Fay": 12}, 6, 185, 39),
    ({"Gita": 6, "Hugo": 44}, 12, 15, 83),
    ({"Ines": 10, "Jan": 10}, 5, 62, 30),
    ({"Kira": 38, "Leo": 41}, 14, 210, 90),
    ({"Mia": 52, "Noah": 20}, 11, 0, 77),
    ({"Olga": 18, "Paul": 6}, 8, 33, 52),
)
_SCENE: Final = "demo/scene-001.jpg"
_RULES: Final = ("OG-RANGE-02", "AMB-02")


class _Line:
    """A line to no broker."""

    def open(self) -> None:
        """It is up."""

    def publish(self, message: BrokerMessage) -> Delivery | None:
        """It takes everything."""
        return Delivery(len(message.payload))

    def close(self) -> None:
        """It was never there."""


def example_hall() -> HallClient:
    """A client that has heard all of it."""
    client = HallClient(lambda listener, topics, will: _Line(), "Carla")
    client.on_online()
    now = datetime.now(UTC)
    for number in range(1, 1 + len(_MATCHES)):
        _report(client, number, TopicKind.STATE, _state(number, now))
        _report(client, number, TopicKind.PRESENCE, PresenceDocument(online=number != 4, publisher="here"))
    asked = "Heavy Tank may hit the Ogre or the Light Tank: too close to call (213.4 ± 0.6 and 212.9 ± 0.6 mm)."
    numbers = {"Ogre": NumberDocument(value=213.4, sigma=0.6), "Light Tank": NumberDocument(value=212.9, sigma=0.6)}
    waiting = RefereeCallDocument(id="6", at=now - timedelta(seconds=95), question=asked, numbers=numbers, rules=_RULES)
    _report(client, 6, TopicKind.CALL, waiting.model_copy(update={"picture": _picture()}))
    earlier = now - timedelta(seconds=160)
    question = "The throw was let go over the table: a foul?"
    taken = RefereeCallDocument(id="3", at=earlier, question=question, rules=("OG-THROW-03",), taken_by="Dario")
    _report(client, 3, TopicKind.CALL, taken)
    return client


def _report(client: BrokerListener, number: int, kind: TopicKind, message: Any) -> None:
    client.on_message(BrokerMessage(str(HallTopic(kind, f"Table {number}")), encode_message(message)))


def _state(number: int, now: datetime) -> TableStateDocument:
    points, turn, turn_s, match_min = _MATCHES[number - 1]
    first, second = points
    players = tuple(
        HallPlayerDocument(name=name, badge=badge, points=points[name])
        for name, badge in zip(points, ("blue", "orange"), strict=True)
    )
    match = MatchStateDocument(
        id=str(number),
        name="",
        begun_at=now - timedelta(minutes=match_min),
        players=players,
        winning_score=50,
        turn=turn,
        turn_begun_at=now - timedelta(seconds=turn_s),
        to_move=second if turn % 2 else first,
        winner=first if points[first] >= 50 else None,
    )
    camera = CameraStateDocument(state="settled", text="")
    if number == 5:
        camera = CameraStateDocument(state="markers-hidden", text="Only 1 of 4 markers is in sight: clear the others.")
    return TableStateDocument(table=f"Table {number}", at=now, stream="s", seq=0, match=match, camera=camera)


def _picture() -> str:
    return encode_call_picture(call_picture(read_picture(bundled(Bundled.PICTURES, _SCENE)).pixels))
