"""stub"""
from companion.paper import Page


def result_pages(results: object) -> list[Page]:
    return []


def sheet_pages(cards: object) -> list[Page]:
    return []
