"""Certifying a camera: pictures of a printed sheet with dice on it in, a grade with all its figures out.

What counts is the sheet's own frame: distances and headings among its dice, whatever lies where on the table. What
hands do when they lay a die into its outline is separated from what camera and program do.
"""
