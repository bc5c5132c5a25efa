"""Game files are seen by the master table at their head."""

import pytest

from shared.formats.acblscore.recognition import ending, recognise
from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import Sample

ACBLSCORE = b"\x12\x0a\x03AC3" + b"\xee\xb3\0\0" + b"\0" * 3000


def sample(data: bytes | str) -> Sample:
    return Sample.of(data if isinstance(data, bytes) else data.encode())


def of(data: bytes | str) -> Match | NearMiss | None:
    return recognise(sample(data))


def test_acblscore_is_seen_by_length_and_string_of_its_master_table():
    assert isinstance(of(ACBLSCORE), Match)


@pytest.mark.parametrize("lengths", [b"\x13\x0a\x03", b"\0\0\x03", b"\x12\x0a\xff"])
def test_one_odd_length_before_the_letters_of_acblscore_is_forgiven(lengths):
    assert isinstance(of(lengths + ACBLSCORE[3:]), Match)
    assert not isinstance(of(b"\x13\x0a\x04" + ACBLSCORE[3:]), Match)
    assert not isinstance(of(lengths + b"AC4" + ACBLSCORE[6:]), Match)


def test_acblscore_is_whole_at_the_length_that_it_gives():
    data = b"\x12\x0a\x03AC3" + (4000).to_bytes(4, "little") + b"\0" * 3990
    assert ending(sample(data)) is Ending.WHOLE
    assert ending(sample(data[:-1])) is Ending.CUT
    assert ending(sample(data[:8])) is Ending.CUT
