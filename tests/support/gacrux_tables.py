"""What the library gacrux makes of a TRF file: read by its own reader, ranked by its own rules.

It writes to the standard output here and there, which is thrown away, and it says with a status, not with an exception,
that it could not read a file.
"""

from __future__ import annotations

from contextlib import redirect_stdout
from copy import deepcopy
from io import StringIO
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

Ranked = dict[str, tuple[int, tuple[Any, ...]]]
"""By number: the place, and the value of each code."""


def tournament_by_gacrux(data: bytes) -> dict[str, Any]:
    """The tournament of a file as gacrux reads it."""
    reader = trf2json()
    with redirect_stdout(StringIO()) as said:
        reader.parse_file(data.decode("utf-8"), False)
    status = reader.chessjson["status"]
    if status["code"]:
        raise ValueError(f"gacrux: {status} {said.getvalue()}")
    found: dict[str, Any] = reader.chessjson["event"]["tournaments"][0]
    return found


def ranked_by_gacrux(
    tournament: dict[str, Any], codes: tuple[str, ...], rounds: int = -1, *, copied: bool = True
) -> Ranked:
    """The standings in the order of some codes; the tournament is left as it was unless `copied` says otherwise.

    FB should come last: what is computed after it has other values in version 1.11.65.
    """
    of_its_own = deepcopy(tournament) if copied else tournament
    params: dict[str, Any] = {"tiebreak": list(codes), "check": False}
    with redirect_stdout(StringIO()):
        result = tiebreak(of_its_own, rounds, params).compute_tiebreaks(of_its_own, params)
    return {str(each["cid"]): (each["rank"], tuple(each["tiebreakScore"])) for each in result["competitors"]}
