"""From the words of a command line to the window that certifies live."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.camera.sources import Source
from companion.codec.certificate import CertificateDocument
from companion.session.certificate import CertifiedSetup, SheetPicture, SheetReader, certify, keep_certificate
from companion.session.live import TableWatcher
from companion.text import phrase, translate
from companion.ui.certificate.certificate_files import write_certificate_report
from companion.ui.certificate.certify_window import CertifyWindow


def open_certifying(sheets: SheetReader, setup: CertifiedSetup, source: Source, folder: Path) -> CertifyWindow:
    """The window, watching already; ``folder``: where the certificate is written when there are enough pictures."""

    def finish(pictures: Sequence[SheetPicture]) -> tuple[CertificateDocument, str]:
        certificate = certify(pictures, (), setup)
        write_certificate_report(certificate, folder)
        keep_certificate(certificate)
        grade = translate("certificate", certificate.verdict)
        page = folder / "certificate.pdf"
        return certificate, phrase("Grade: {grade}. The page is {page}.", grade=grade, page=page)

    window = CertifyWindow(TableWatcher(source, sheets.reader), sheets, finish)
    window.start()
    return window
