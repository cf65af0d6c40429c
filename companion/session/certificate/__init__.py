"""Certifying a camera: pictures of a printed sheet with dice on it in, a grade with all its figures out.

What counts is the sheet's own frame: distances and headings among its dice, whatever lies where on the table. What
hands do when they lay a die into its outline is told apart from what camera and program do.
"""

from companion.session.certificate.capture_presenter import CapturePresenter, CapturePrompt
from companion.session.certificate.certificate import CertifiedSetup, certify
from companion.session.certificate.criteria import CRITERIA, Criterion
from companion.session.certificate.grade_store import certificates_folder, find_grade, keep_certificate
from companion.session.certificate.remarks import CANNOT_PROVE
from companion.session.certificate.sheet_picture import DieOnSheet, SheetPicture, SheetReader

__all__ = [
    "CANNOT_PROVE",
    "CRITERIA",
    "CapturePresenter",
    "CapturePrompt",
    "CertifiedSetup",
    "Criterion",
    "DieOnSheet",
    "SheetPicture",
    "SheetReader",
    "certificates_folder",
    "certify",
    "find_grade",
    "keep_certificate",
]
