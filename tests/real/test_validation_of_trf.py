"""What the chess checks say about real TRF files: nothing that is not so."""

from collections import Counter

import pytest

from contracts.findings import Finding
from kibitz.file_reading import read_bytes
from services.validation.domain import chess_games, chess_totals
from services.validation.domain.case import Case
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

KNOWN: dict[str, dict[str, int]] = {
    "grandmommyscup.trf": {"chess.summary-differs": 9},
    "held_swiss_5.trf": {"chess.place-against-points": 1},
    "held_swiss_9.trf": {"chess.place-against-points": 1},
    "large_15p9r_byes.trf": {"chess.place-against-points": 1},
}
"""How often each code occurs; every one was looked up: the nine records of docs/formats/trf.md, and three files whose
rank is the order before the first round. Every other file has none."""

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_has_the_findings_that_were_looked_up(path) -> None:
    found: list[Finding] = []
    for parsed in read_bytes(path.read_bytes(), path.name, path).fragments:
        case = Case(parsed.fragment)
        found += [finding for rule in (*chess_games.RULES, *chess_totals.RULES) for finding in rule(case)]
    assert Counter(finding.code for finding in found) == KNOWN.get(path.name, {})
