"""Every theme can be read (WCAG 2.2, level AA), owners stay apart, and nothing of one theme is left in another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.ui.stylesheet import stylesheet
from companion.ui.themes import (
    ACCENT,
    BASE_PT,
    GRAPHITE,
    PALETTES,
    RULING_PT,
    Palette,
    Theme,
    TypeSize,
    choose_theme,
    contrast,
    fit_type,
    in_theme,
    theme_in_force,
    tint,
    type_pt,
)

#: Least contrast of text (1.4.3), of what is no text (1.4.11), and of text in a theme called high contrast (1.4.6).
TEXT, SHAPE, HIGH = 4.5, 3.0, 7.0


@pytest.fixture(autouse=True)
def _dark_again() -> Iterator[None]:
    yield
    choose_theme(Theme.DARK)


def _words(palette: Palette) -> dict[str, str]:
    return {name: getattr(palette, name) for name in ("text", "quiet", "accent", "ok", "amber", "stop")}


def test_the_ratio_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ffe066", "#ffe066") == pytest.approx(1)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("ground", ["ground", "raised"])
def test_words_can_be_read_on_every_ground(theme: Theme, ground: str) -> None:
    under = getattr(PALETTES[theme], ground)
    least = HIGH if theme is Theme.HIGH_CONTRAST else TEXT
    assert PALETTES[theme].owners
    assert {name: colour for name, colour in _words(PALETTES[theme]).items() if contrast(colour, under) < least} == {}
    assert [colour for colour in PALETTES[theme].owners if contrast(colour, under) < SHAPE] == []


@pytest.mark.parametrize("theme", Theme)
def test_what_is_selected_can_be_read(theme: Theme) -> None:
    palette = PALETTES[theme]
    assert min(contrast(palette.text, palette.edge), contrast(palette.accent, palette.edge)) >= TEXT


@pytest.mark.parametrize("theme", Theme)
def test_owners_have_colours_of_their_own(theme: Theme) -> None:
    assert len(set(PALETTES[theme].owners)) == len(PALETTES[Theme.DARK].owners)


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.HIGH_CONTRAST])
def test_no_dark_colour_is_left_in_the_sheet_of_another_theme(theme: Theme) -> None:
    choose_theme(theme)
    left = {colour for colour in PALETTES[Theme.DARK].colours if colour in stylesheet()}
    assert left - set(PALETTES[theme].colours) == set()
    assert PALETTES[theme].ground in stylesheet()


def test_larger_type_is_larger_everywhere() -> None:
    choose_theme(Theme.DARK, TypeSize.VERY_LARGE)
    assert theme_in_force() == (Theme.DARK, TypeSize.VERY_LARGE)
    assert type_pt(BASE_PT) == 27
    assert f"font-size: {round(1.5 * RULING_PT)}pt" in stylesheet()
    assert f"font-size: {BASE_PT}pt" not in stylesheet()


def test_only_the_themes_own_colours_are_tinted() -> None:
    choose_theme(Theme.LIGHT)
    assert tint(GRAPHITE.upper()) == PALETTES[Theme.LIGHT].ground
    assert tint("#123456") == "#123456"
    assert in_theme(f"#header {{ color: {ACCENT}; }}") == f"#header {{ color: {PALETTES[Theme.LIGHT].accent}; }}"


@pytest.mark.parametrize(("height_px", "points"), [(1080, 18), (728, 18), (540, 14), (300, 14)])
def test_type_is_set_smaller_on_a_screen_too_low_for_the_pages(height_px: int, points: int) -> None:
    fit_type(height_px)
    try:
        assert type_pt(18) == points
        assert in_theme("font-size: 18pt") == f"font-size: {points}pt"
    finally:
        fit_type(1080)
