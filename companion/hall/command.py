"""``companion hall``: all tables that are published to a broker, on one screen or as JSON lines."""

from __future__ import annotations

import argparse
import getpass
import time
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.errors import InputError, OperationError
from companion.terminal import say
from companion.text import N_, gettext, ngettext, pgettext

if TYPE_CHECKING:
    from companion.hall.broker import LineOpener
    from companion.hall.client import HallClient
    from companion.hall.event_order import OrderedLine
    from companion.hall.page_server import HallServer

_EPILOG = N_(
    "cli",
    """\
examples:
  companion hall --broker mqtt://hall.local                    every table, and who has called the referee
  companion hall --broker mqtts://carla@hall.local --name Carla
  companion hall --broker mqtt://hall.local --json             every line of every table, in order and once
  companion hall --broker mqtt://hall.local --serve            as web pages too: a wall, and one for walking referees
  companion hall --page follow                                 the page for those who follow a match from afar
  companion hall --broker mqtt://hall.local --export event.csv the standings so far (.csv, .json or .pdf), no window

A table is published by `companion play --publish mqtt://hall.local/4`, or by watch. docs/hall.md says how to set up a
broker. A password is best given in COMPANION_MQTT_PASSWORD.""",
)
#: What is retained comes at once; after so long without anything new it has all come, s.
_QUIET_S: Final = 1.0
_PATIENCE_S: Final = 20.0
_TICK_S: Final = 0.1
#: How often the pages are shown what is new, s.
_LOOK_S: Final = 0.5
#: Stands for --serve without a port.
_ANY: Final = -1


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Put the command among the others."""
    parser = commands.add_parser(
        "hall",
        help=gettext("show all tables of a hall, and who has called the referee"),
        description=gettext("Show all tables that are published to a broker, and who has called the referee."),
        epilog=pgettext("cli", _EPILOG),
    )
    parser.add_argument(
        "--broker", metavar="mqtt://HOST[:PORT]", help=gettext("the hall's MQTT broker; mqtts:// for TLS")
    )
    parser.add_argument("--name", metavar="NAME", help=gettext("the referee's name (default: the user's)"))
    parser.add_argument("--since", metavar="YYYY-MM-DD", help=gettext("leave out results of matches begun before"))
    parser.add_argument(
        "--serve",
        nargs="?",
        type=_port,
        const=_ANY,
        metavar="PORT",
        help=gettext("show the tables as web pages in this network too: a wall, and a page for the referee who walks"),
    )
    parser.add_argument(
        "--page",
        type=Path,
        metavar="DIR",
        help=gettext("write the page on which a match is followed from afar into DIR, for any web server"),
    )
    reported = parser.add_mutually_exclusive_group()
    reported.add_argument("--json", action="store_true", help=gettext("no window: one line of JSON for each event"))
    reported.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help=gettext("no window: write standings and results to FILE (.csv, .json, .pdf)"),
    )


def run(options: argparse.Namespace) -> int:
    """Show the hall until the window is closed; or print it, or write it, without one."""
    from companion.hall.broker import line_to, parse_broker_address

    if options.page is not None:
        from companion.hall.page_files import write_static_page

        say(", ".join(map(str, write_static_page(options.page))))
        return 0
    if options.broker is None:
        raise InputError(gettext("Name the hall's broker: --broker mqtt://HOST."))
    address = parse_broker_address(options.broker)
    open_line = line_to(address)
    since = _day(options.since)
    if options.export is not None:
        from companion.hall.event_files import check_event_file

        check_event_file(options.export)
    name = options.name or _own_name()
    if options.serve is not None and (options.json or options.export is not None):
        raise InputError(gettext("--serve goes with neither --json nor --export: run the hall twice."))
    if options.json:
        return _report(open_line, name)
    if options.export is not None:
        return _export(open_line, name, since, options.export)

    from companion.hall.client import HallClient
    from companion.ui import for_windows, why_no_screen

    client = HallClient(open_line, name, since=since)
    if options.serve is not None and why_no_screen() is not None:
        return _serve(client, options.serve)

    from companion.hall.window import HallWindow

    application = for_windows()
    window = HallWindow(client, str(address))
    if options.serve is not None:
        window.serve(_server(client, options.serve))
    window.present()
    return application.exec()


def _server(client: HallClient, port: int) -> HallServer:
    """The hall's pages; their addresses are printed, the walking referees' beside the wall's.

    Raises:
        OperationError: the port is taken.
    """
    from companion.hall.page_server import HALL_PORT, STEWARD, WALL, HallServer
    from companion.web import host_of, own_interfaces

    interfaces = own_interfaces()
    server = HallServer(client, interfaces, HALL_PORT if port == _ANY else port)
    titles = {WALL: gettext("Wall"), STEWARD: gettext("Walking referee")}
    for allowed, title in titles.items():
        say(f"{title}: http://{host_of(interfaces[0])}:{server.server.port}/j/{server.codes.draw(allowed)}")
    return server


def _serve(client: HallClient, port: int) -> int:
    """The pages alone, where there is no screen, until Ctrl-C."""
    server = _server(client, port)
    with client, closing(server):
        client.open()
        while True:
            client.tick()
            server.refresh()
            time.sleep(_LOOK_S)


def _report(open_line: LineOpener, name: str) -> int:
    """Every line as it comes, until Ctrl-C."""
    from queue import Empty, SimpleQueue

    from companion.hall.client import HallClient

    lines: SimpleQueue[OrderedLine] = SimpleQueue()
    with HallClient(open_line, name, read_line=lambda _, line: lines.put(line)) as client:
        client.open()
        _wait_until_online(client)
        while True:
            client.tick()
            try:
                say(lines.get(timeout=_TICK_S).payload.decode())
            except Empty:
                continue


def _export(open_line: LineOpener, name: str, since: datetime | None, target: Path) -> int:
    from companion.hall.client import HallClient
    from companion.hall.event_files import write_event

    with HallClient(open_line, name, since=since) as client:
        client.open()
        _wait_until_online(client)
        _wait_until_quiet(client)
        files = write_event(client.board, target)
        matches = ngettext("{count} match", "{count} matches", len(client.board.results))
    say(f"{', '.join(map(str, files))}: {matches}")
    return 0


def _wait_until_online(client: HallClient) -> None:
    """Raises OperationError where the broker does not answer."""
    until = time.monotonic() + _PATIENCE_S
    while not client.status.online:
        if client.status.trouble or time.monotonic() > until:
            raise OperationError(client.status.trouble or gettext("The broker does not answer."))
        time.sleep(_TICK_S)


def _wait_until_quiet(client: HallClient) -> None:
    board, since = client.board, time.monotonic()
    until = since + _PATIENCE_S
    while time.monotonic() < min(until, since + _QUIET_S):
        time.sleep(_TICK_S)
        if client.board is not board:
            board, since = client.board, time.monotonic()


def _port(word: str) -> int:
    from companion.web import read_port

    return read_port("--serve", word)


def _day(text: str | None) -> datetime | None:
    """The beginning of a day, here. Raises InputError where it is none."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InputError(gettext("--since {text}: expected a date such as 2026-05-01.", text=text)) from None
    return datetime(day.year, day.month, day.day).astimezone()


def _own_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return gettext("the referee")
