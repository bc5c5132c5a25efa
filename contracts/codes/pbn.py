"""Codes of pbn."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
