"""Codes of export."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
