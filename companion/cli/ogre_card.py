"""``companion ogre-card``: the Ogre's tracking card alone, with no camera and no match (docs/formats, Commands)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli._feature_options import add_feature_options, feature_wishes
from companion.text import N_, gettext, pgettext

_EPILOG = N_(
    "cli",
    """examples:
  companion ogre-card                              continue the last card, or begin one
  companion ogre-card --new --mark V --command-post
  companion ogre-card --share                      a phone in this network may be the card
  companion ogre-card --match my-ogre.diceland     the card in that file, begun if there is none

Tap a circle, a Tread or a point of armour to scratch it, and a cross to give it back; or by keys: M S I A T P scratch
one, with Shift they give one back, 7 T scratches seven Treads, Z undoes. Every mark is on disk before it is shown. Your
own printed values are used if ogre-card-III.toml or ogre-card-V.toml is beside your dice_faces (`companion dice check`
checks them too).""",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the program's."""
    parser = commands.add_parser(
        "ogre-card",
        help=gettext("the Ogre's tracking card by itself, on the screen"),
        description=gettext("Mark an Ogre's tracking card, and the Command Post's armour, on the screen."),
        epilog=pgettext("cli", _EPILOG),
    )
    add = parser.add_argument
    add("--match", type=Path, metavar="FILE", help=gettext("the card's file (default: the last card)"))
    add("--new", action="store_true", help=gettext("begin a fresh card; the previous one stays saved"))
    add("--mark", choices=["III", "V"], help=gettext("mark of a fresh card (default: III)"))
    add_feature_options("ogre-card", parser)
    add("--command-post", action="store_true", help=gettext("add a Command Post to a fresh card"))


def run(options: argparse.Namespace) -> int:
    """Open the card in a window until that is closed."""
    wishes = feature_wishes("ogre-card", options)

    from companion.ui import for_windows, run_until_closed
    from companion.ui.ogre_card import CardWindow, open_card

    def open_window() -> CardWindow:
        wants_fresh = options.new or (options.match is None and (options.mark is not None or options.command_post))
        window = open_card(options.match, mark=options.mark, post=options.command_post, fresh=wants_fresh)
        window.resize(1280, 800)
        window.show()
        for feature, wish in wishes.items():
            window.parts[feature].begin(wish)
        return window

    return run_until_closed(for_windows(), open_window)
