"""Every real file is recognised for what it is, and seen to be whole; half of it is seen not to be."""

import pytest

from contracts.base import UNRECOGNISED
from services.intake.domain.content import content_of
from services.intake.domain.recognise import ending_of, recognise
from shared.formats.format import Ending
from tests.support.real_files import needs_real_files, real_files

NO_RESULTS = {"tie-break-exercises.json", "swiss_with_many_unplayed_rounds.edition-2024.txt"}


def cases():
    for kind in ("usebio", "pbn", "acblscore", "trf", "lin"):
        for path in real_files(kind):
            known = kind != "lin" and path.name not in NO_RESULTS
            yield pytest.param(path, kind if known else UNRECOGNISED, id=path.name)


@needs_real_files
@pytest.mark.parametrize(("path", "expected"), list(cases()))
def test_a_real_file_is_recognised_and_whole(path, expected):
    content = content_of(path.read_bytes())
    assert recognise(content.sample).format == expected
    if expected != UNRECOGNISED:
        assert ending_of(expected, content.sample) is not Ending.CUT


@needs_real_files
@pytest.mark.parametrize("path", [*real_files("usebio"), *real_files("acblscore")], ids=lambda path: path.name)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_part_of_a_real_file_is_still_recognised_and_seen_to_be_cut(path, share):
    data = path.read_bytes()
    content = content_of(data[: int(len(data) * share)])
    seen = recognise(content.sample)
    assert seen.code is None
    assert ending_of(seen.format, content.sample) is Ending.CUT
