"""The fixed words of a hall's pages: name in a page -> words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.text import N_
from companion.web import PageFiles

WORDS: Final[Mapping[str, str]] = {
    "app": N_("hall", "Diceland hall"),
    "wall": N_("hall", "All tables"),
    "walk": N_("hall", "Walking referee"),
    "follow": N_("hall", "A match from afar"),
    "show_all": N_("hall", "all"),
    "show_calls": N_("hall", "calls"),
    "show_played": N_("hall", "played now"),
    "show_over": N_("hall", "over"),
    "show_silent": N_("hall", "silent"),
    "which": N_("hall", "Which tables"),
    "order": N_("hall", "Order"),
    "by_table": N_("hall", "by table"),
    "by_need": N_("hall", "who needs somebody first"),
    "by_time": N_("hall", "longest turn first"),
    "full_screen": N_("hall", "Full screen"),
    "as_of": N_("hall", "as it was {time} ago"),
    "turn_for": N_("hall", "turn {turn}, {time}"),
    "none": N_("hall", "No table has been heard of yet."),
    "calls_now": N_("hall", "Calls"),
    "no_calls": N_("hall", "Nobody calls."),
    "doubts": N_("hall", "Tables with doubts"),
    "no_doubts": N_("hall", "No table has doubts."),
    "waits": N_("hall", "waits for {time}"),
    "take": N_("hall", "I am coming"),
    "done": N_("hall", "Settled"),
    "referee": N_("hall", "Referee"),
    "your_name": N_("hall", "Your name"),
    "whole_table": N_("hall", "Table"),
    "follow_about": N_(
        "hall", "Name the broker and the table in the address of this page: #broker=wss://HOST:PORT&table=4"
    ),
    "wrong_password": N_("hall", "The broker refuses: user or password are wrong."),
    "no_table": N_("hall", "Nothing is known of table {table} at this broker."),
    "gone": N_("hall", "The table is not there; this is how it was seen last."),
}
FILES: Final = PageFiles("companion.hall", WORDS, "hall")
