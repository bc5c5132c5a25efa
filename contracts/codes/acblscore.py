"""Codes of acblscore."""

from contracts.codes.code import Code

CODES: tuple[Code, ...] = ()
