"""Certifying on the screen and on paper: the window that takes the pictures, the page that shows the result."""

from companion.ui.certificate.certificate_files import certificate_sheet, write_certificate_report

__all__ = ["certificate_sheet", "write_certificate_report"]
