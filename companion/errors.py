"""The two ways in which a command can end badly, as the contract counts them."""

from __future__ import annotations


class CannotDo(Exception):  # noqa: N818  (named as a sentence begins: "cannot do ...")
    """The work could not be done; the message says why and what to do about it. Exit status 1."""

    exit_status = 1


class WrongInput(CannotDo):
    """Words or files given are wrong; the message names the place. Exit status 2."""

    exit_status = 2
