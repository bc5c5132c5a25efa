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


def test_half_of_the_first_200_lines_have_to_be_records():
    def is_trf(records: int, others: int) -> bool:
        lines = ["012 Open", *["022 Elmton"] * (records - 1), *["some text"] * others]
        return recognise(Sample.of("\n".join(lines).encode())) is not None

    assert is_trf(1, 1)
    assert not is_trf(1, 2)
    assert is_trf(100, 100)
    assert is_trf(100, 500)
    assert not is_trf(99, 101)


def test_the_deciding_record_stands_among_the_first_200_lines():
    for before, known in ((199, True), (200, False)):
        data = "\n\n".join([*["022 Elmton"] * before, "012 Open"]).encode()
        assert (recognise(Sample.of(data)) is not None) is known
