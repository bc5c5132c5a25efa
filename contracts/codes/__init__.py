"""The catalogue of codes: every finding and rejection that Kibitz can give, one module for each part of the program.

A code is stable: it keeps its meaning for ever, and is never used again for another. `docs/findings.md` is made from
this catalogue and a test compares the two.
"""

from contracts.codes import (
    acblscore,
    chess,
    decisions,
    export,
    intake,
    lin,
    pbn,
    scoring,
    seating,
    trf,
    usebio,
    validation,
)
from contracts.codes.code import Code, codes_of

CATALOGUE: dict[str, Code] = {
    code.code: code
    for module in (intake, usebio, lin, pbn, acblscore, trf, decisions, validation, chess, scoring, seating, export)
    for code in codes_of(vars(module))
}
"""Every code by its name."""

__all__ = ["CATALOGUE", "Code"]
