"""Codes of trf."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
