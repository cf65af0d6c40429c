"""The page on which a person can look at an evaluation: figures against targets, plots, and every failure's picture.

One HTML file that needs nothing beside it, readable on a screen and on paper, and the same figures for programs.
"""

from companion.session.evaluation_report.report_files import crop_svg, write_report
