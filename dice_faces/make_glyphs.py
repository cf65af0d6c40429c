"""Make ``companion/paper/glyphs.json``: the outlines of the letters that stand on dice, taken from a font file once.

Face art must look the same everywhere, because the bundled networks have learnt it, and it must be drawn in
programs that have no window yet. Qt can use a font only inside an application, so the outlines are saved as data.

Run ``python -m dice_faces.make_glyphs DejaVuSansCondensed-Bold.ttf``.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtGui import QGuiApplication, QRawFont

EM: Final = 1000
CHARACTERS: Final = "".join(map(chr, range(32, 127))) + "×·–—éèêëáàâäãåíìîïóòôöõúùûüçñßøæÉÈÁÄÅÖÜÇÑØÆ°±½"


def glyph_table(font_file: Path) -> dict[str, list[object]]:
    """Character -> [advance, path], lengths in 1/1000 em, y down, baseline at 0; a path as in SVG (M, L, C)."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication.instance() or QGuiApplication([])
    font = QRawFont(str(font_file), float(EM))
    table: dict[str, list[object]] = {}
    for character in CHARACTERS:
        glyph = font.glyphIndexesForString(character)[0]
        if glyph:
            table[character] = [round(font.advancesForGlyphIndexes([glyph])[0].x()), _path(font, glyph)]
    del application
    return table


def _path(font: QRawFont, glyph: int) -> str:
    """One outline in the words of SVG paths, whole numbers only."""
    outline = font.pathForGlyph(glyph)
    letters = {0: "M", 1: "L", 2: "C", 3: " "}
    elements = (outline.elementAt(k) for k in range(outline.elementCount()))
    return "".join(f"{letters[e.type.value]}{round(e.x)} {round(e.y)}" for e in elements)


def main(arguments: list[str]) -> int:
    """Write the table."""
    table = glyph_table(Path(arguments[0]))
    target = Path(__file__).parents[1] / "companion" / "paper" / "glyphs.json"
    text = json.dumps({"format": 1, "em": EM, "glyphs": table}, ensure_ascii=False, indent=0)
    target.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
