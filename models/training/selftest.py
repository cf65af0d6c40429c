"""The ``[golden]`` part of a card: what the network answers to the known picture, for the self-test at start-up.

``python -m models.training.selftest`` writes it anew for the bundled networks and binds card and network again, as is
needed after every edit of a card's constants; ``export`` does so with every card.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from companion.atomic_write import write_atomic
from companion.codec.reader import load_network
from companion.vision.models import golden_numbers, golden_picture
from models.training.binding import bind_card

#: Sides of the known picture: as the networks are shown faces, and a map that is small.
SIZES_PX = {"finder": 64, "placer": 96, "reader": 96}


def golden_table(name: str, folder: Path) -> str:
    """``[golden]`` as TOML, for the network of that name; what its card has of it so far is not asked."""
    answer = load_network(name, folder, tested=False).run(golden_picture(SIZES_PX[name]))
    numbers = ", ".join(f"{number:.6g}" for number in golden_numbers(answer))
    return f"[golden]\nsize_px = {SIZES_PX[name]}\nanswer = [{numbers}]\n"


def refresh(name: str, folder: Path) -> None:
    """Put the network's answer into its card, in place of the one from before, and bind the two."""
    card = folder / f"{name}.toml"
    text = re.sub(r"\n*\[golden\]\n[^\[]*(\[[^\]]*\]\n)?", "\n", card.read_text(encoding="utf-8"))
    write_atomic(card, f"{text.rstrip()}\n\n{golden_table(name, folder)}".encode())
    bind_card(name, folder)
    load_network(name, folder)


def main() -> None:
    """Refresh cards."""
    parser = argparse.ArgumentParser(prog="python -m models.training.selftest", description=__doc__)
    parser.add_argument("names", nargs="*", help="networks (left out: all)")
    parser.add_argument("--models", type=Path, default=Path("models"))
    options = parser.parse_args()
    for name in options.names or SIZES_PX:
        refresh(name, options.models)
        print(f"{name}: golden answer written, card and network bound")


if __name__ == "__main__":
    main()
