"""What the core asks of this room (`companion.features`): formats, a sheet to print, ways to play, keys in a match."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from companion.cli.print import Beside, Printed
from companion.text import gettext

if TYPE_CHECKING:
    from companion.certify.match import CertifyInMatch
    from companion.codec.document import Document
    from companion.paper import Page
    from companion.ui.match import MatchWindow


def schemas() -> Mapping[str, tuple[str, type[Document]]]:
    """The formats of certificates, their sheets and shadow records."""
    from companion.certify.documents import CertificateDocument, CertifySheetDocument, ShadowRecordDocument

    return {
        "certificate": ("Certificate", CertificateDocument),
        "certify-sheet": ("Certify sheet", CertifySheetDocument),
        "shadow": ("Shadow record", ShadowRecordDocument),
    }


OPTION: Final = "--shadow"
OPTION_OF: Final = ("play",)


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let the people rule a match."""
    parser.add_argument(
        OPTION,
        action="store_true",
        help=gettext("people rule and enter what they decided; at the end the program shows what it would have ruled"),
    )


def read_option(options: argparse.Namespace) -> bool | None:
    """Whether it was asked for; ``None`` where it was not."""
    return options.shadow or None


def join_match(window: MatchWindow) -> CertifyInMatch:
    """The keys of a match by which people rule, and by which a table that was read wrongly is saved."""
    from companion.certify.match import CertifyInMatch

    return CertifyInMatch(window)


def _pages(options: argparse.Namespace) -> list[Page]:
    from companion.certify.certificate.sheet_pages import certify_pages
    from companion.certify.sheet import CertifyPaper, certify_sheet

    return certify_pages(certify_sheet(CertifyPaper(options.paper)))


def _beside(options: argparse.Namespace) -> Beside:
    from companion.certify.documents import encode_certify_sheet
    from companion.certify.sheet import CertifyPaper, certify_sheet

    target = options.output.with_suffix(".json")
    message = gettext("{target}: the places of the sheet, for certify --sheet", target=target)
    return Beside(target, encode_certify_sheet(certify_sheet(CertifyPaper(options.paper))), message)


PRINTS: Final[Mapping[str, Printed]] = MappingProxyType(
    {
        "certify": Printed(
            lambda: gettext("the sheet by which a camera is certified, and the JSON that belongs to it"),
            _pages,
            _beside,
            ("a4", "letter", "a3"),
        )
    }
)
