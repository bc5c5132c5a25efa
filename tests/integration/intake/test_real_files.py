"""Every real file is recognised for what it is, and seen to be whole; half of it is seen not to be."""

import pytest

from contracts.base import FileFormat
from services.intake.domain.content import content_of
from services.intake.domain.recognise import recognise
from services.intake.domain.wholeness import Ending, ending_of
from tests.support.real_files import needs_real_files, real_files

NO_RESULTS = {"tie-break-exercises.json", "swiss_with_many_unplayed_rounds.edition-2024.txt"}


def cases():
    for kind in ("usebio", "pbn", "acblscore", "trf", "lin"):
        for path in real_files(kind):
            known = kind != "lin" and path.name not in NO_RESULTS
            yield pytest.param(path, FileFormat(kind) if known else FileFormat.UNKNOWN, id=path.name)


@needs_real_files
@pytest.mark.parametrize(("path", "expected"), list(cases()))
def test_a_real_file_is_recognised_and_whole(path, expected):
    content = content_of(path.read_bytes())
    assert recognise(content.head, content.size).format is expected
    if expected is not FileFormat.UNKNOWN:
        assert ending_of(expected, content.head, content.tail, content.size) is not Ending.CUT


@needs_real_files
@pytest.mark.parametrize("path", [*real_files("usebio"), *real_files("acblscore")], ids=lambda path: path.name)
@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_part_of_a_real_file_is_still_recognised_and_seen_to_be_cut(path, share):
    data = path.read_bytes()
    content = content_of(data[: int(len(data) * share)])
    seen = recognise(content.head, content.size)
    assert seen.code is None
    assert ending_of(seen.format, content.head, content.tail, content.size) is Ending.CUT
