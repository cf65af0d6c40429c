"""Certifying on the screen and on paper: the window that takes the pictures, the page that shows the result."""

from companion.ui.certificate.certificate_files import certificate_sheet, write_certificate_report
from companion.ui.certificate.certify_window import CertifyWindow
from companion.ui.certificate.launch import open_certifying

__all__ = ["CertifyWindow", "certificate_sheet", "open_certifying", "write_certificate_report"]
