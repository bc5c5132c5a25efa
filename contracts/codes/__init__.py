"""The catalogue of codes: every finding and rejection that Kibitz can give, a module for each source.

A code is stable: it keeps its meaning for ever, and is never used again for another. Its texts stand in `data`.
`docs/findings.md` is made from this catalogue and a test compares the two.
"""

from contracts.codes import acblscore, chess, decisions, intake, pbn, pgn, scoring, seating, trf, usebio, validation
from contracts.codes.code import Code, codes_of

CATALOGUE: dict[str, Code] = {
    code.code: code
    for source in (intake, usebio, pbn, acblscore, trf, pgn, decisions, validation, chess, scoring, seating)
    for code in codes_of(vars(source))
}
"""Every code by its name."""

__all__ = ["CATALOGUE", "Code"]
