"""What viewers are sent: the newest state, every line in order, and never more than is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from companion.web.hub import LINE, Hub, Message, Subscription
from companion.web.tuning import Limits


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def within() -> None:
        await work()

    asyncio.run(within())


async def take(subscription: Subscription, count: int) -> list[str]:
    """So many messages."""
    found: list[str] = []
    async for message in subscription.taken():
        found.append("" if message is None else message.text)
        if len(found) == count:
            break
    return found


def line(number: int) -> Message:
    return Message(LINE, f"line {number}", number)


def joined(hub: Hub, *kinds: str, after: int | None = None, address: str = "a") -> Subscription:
    subscription = hub.subscribe(address, kinds, after=after)
    assert subscription is not None
    return subscription


def test_a_state_that_was_replaced_is_never_sent_and_lines_always() -> None:
    async def work() -> None:
        hub = Hub()
        viewer = joined(hub, "board", LINE)
        for number in range(3):
            hub.publish(Message("board", f"state {number}"))
            hub.publish(line(number))
        assert await take(viewer, 4) == ["state 2", "line 0", "line 1", "line 2"]

    run(work)


def test_who_comes_later_is_sent_the_state_and_only_the_lines_since_the_last_they_have() -> None:
    async def work() -> None:
        hub = Hub(Limits(kept=3))
        for number in range(5):
            hub.publish(Message("board", f"state {number}"))
            hub.publish(line(number))
        assert await take(joined(hub, "board"), 1) == ["state 4"]
        assert await take(joined(hub, LINE, after=3), 1) == ["line 4"]
        assert await take(joined(hub, LINE, after=-1), 3) == ["line 2", "line 3", "line 4"]
        from_now = joined(hub, LINE)
        hub.publish(line(5))
        assert await take(from_now, 1) == ["line 5"]

    run(work)


def test_a_reader_is_sent_only_their_own_kinds() -> None:
    async def work() -> None:
        hub = Hub()
        spectator = joined(hub, "board")
        hub.publish(Message("desk", "for the referee"))
        hub.publish(Message("board", "for all"))
        assert await take(spectator, 1) == ["for all"]

    run(work)


def test_a_quiet_stream_gives_signs_of_life() -> None:
    async def work() -> None:
        hub = Hub(Limits(beat_s=0.01))
        assert await take(joined(hub, "board"), 2) == ["", ""]

    run(work)


def test_a_reader_who_takes_no_lines_is_let_go_when_too_far_behind() -> None:
    async def work() -> None:
        hub = Hub(Limits(kept=10))
        slow, quick = joined(hub, LINE), joined(hub, LINE)
        for number in range(11):
            hub.publish(line(number))
        assert not slow.over
        assert len(await take(quick, 11)) == 11
        hub.publish(line(11))  # one more than is kept, and a tenth
        assert (slow.over, quick.over) == (True, False)

    run(work)


def test_a_reader_whose_connection_takes_nothing_is_let_go() -> None:
    async def work() -> None:
        hub = Hub(Limits(stalled_s=0.0))
        stalled = joined(hub, "board")
        hub.publish(Message("board", "one"))
        await asyncio.sleep(0.01)
        hub.publish(Message("board", "two"))
        assert stalled.over

    run(work)


def test_there_are_only_so_many_places_and_so_many_for_one_address() -> None:
    async def work() -> None:
        hub = Hub(Limits(viewers=3, viewers_each=2))
        first = joined(hub, "board")
        joined(hub, "board")
        assert hub.subscribe("a", ["board"]) is None
        joined(hub, "board", address="b")
        assert hub.subscribe("c", ["board"]) is None
        hub.leave(first)
        assert hub.subscribe("c", ["board"]) is not None
        assert hub.viewers == 3

    run(work)


def test_when_sharing_ends_everybody_is_notified_and_sent_away() -> None:
    async def work() -> None:
        hub = Hub()
        viewer = joined(hub, "board", "ended")
        hub.publish(Message("ended", "{}"))
        hub.end()
        assert [message.kind async for message in viewer.taken() if message] == ["ended"]

    run(work)
