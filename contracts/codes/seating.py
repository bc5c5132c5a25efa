"""Codes of seating."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
