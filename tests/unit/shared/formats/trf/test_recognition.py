"""TRF is seen by its records."""

import pytest

from shared.formats.format import Ending, Match, NearMiss
from shared.formats.sample import Sample
from shared.formats.trf.recognition import ending, recognise

PLAYER = "001    1      Test0001 Player0001               2720                             2.0    1     4 w 1"


def sample(data: bytes | str) -> Sample:
    return Sample.of(data if isinstance(data, bytes) else data.encode())


def of(data: bytes | str) -> Match | NearMiss | None:
    return recognise(sample(data))


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_trf_is_seen_whatever_ends_its_lines(end):
    text = end.join(["012 Open", "022 Town", PLAYER, "XXR 5", ""])
    assert isinstance(of(text), Match)
    assert isinstance(of(("\ufeff" + text).encode("utf-8")), Match)


@pytest.mark.parametrize("line", ["012 Open", PLAYER, "310   1 Team 1", "310 001 Team 1"])
def test_one_deciding_record_of_trf_is_enough(line):
    assert isinstance(of(line + "\n"), Match)


def test_trf_may_carry_comments_rulers_and_records_of_federations():
    text = f"### comment\n12345678901234567890\nDDD SSSS sTTT NNNN\n{PLAYER}\nIND 1\n{PLAYER}\n"
    assert isinstance(of(text), Match)


def test_trf_may_end_at_the_end_of_a_line_and_may_go_on():
    assert ending(sample("012 Open\r")) is Ending.OPEN
    assert ending(sample("012 Open\n\x1a")) is Ending.OPEN
    assert ending(sample("012 Open\r\n001    1 ")) is Ending.CUT
