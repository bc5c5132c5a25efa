"""What the chess checks say about real TRF files: nothing that is not so."""

from collections import Counter

import pytest

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from tests.support.real_files import needs_real_files, real_files

pytestmark = needs_real_files

KNOWN: dict[str, dict[str, int]] = {
    "grandmommyscup.trf": {"scoring.summary-differs": 9, "scoring.ties-broken-otherwise": 1},
    "held_swiss_5.trf": {"scoring.places-of-another-order": 1},
    "held_swiss_9.trf": {"scoring.places-of-another-order": 1},
    "large_15p9r_byes.trf": {"scoring.places-of-another-order": 1},
}
"""How often each code occurs: the nine records of docs/formats/trf.md and an order of ties that none of the stated
tie-breaks gives, and three files whose rank is the order before the first round. Every other file has none."""

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_has_the_findings_that_were_looked_up(path) -> None:
    found = Pipeline([read_bytes(path.read_bytes(), path.name, path)]).findings()
    assert Counter(f.code for f in found if f.code.startswith(("chess.", "scoring."))) == KNOWN.get(path.name, {})
