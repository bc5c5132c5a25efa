"""Codes of lin."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
