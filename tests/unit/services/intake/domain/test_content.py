"""A file put together from pieces."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.intake.domain.content import Gathering, TooLarge, content_of
from shared.formats.sample import HEAD, TAIL, Sample


@pytest.mark.slow
@given(st.lists(st.binary(max_size=40_000), max_size=6))
def test_the_pieces_make_the_same_file_however_they_were_cut(pieces):
    data = b"".join(pieces)
    gathering = Gathering(len(data))
    for piece in pieces:
        gathering.add(piece)
    content = gathering.finish()
    assert (content.size, content.sha256) == (len(data), sha256(data).hexdigest())
    assert content.sample.head == data[:HEAD]
    assert content.sample.tail == data[-TAIL:]
    assert b"".join(content.pieces) == data
    assert b"" not in content.pieces


def test_more_than_the_limit_is_refused_and_not_kept():
    gathering = Gathering(10)
    gathering.add(b"x" * 10)
    with pytest.raises(TooLarge):
        gathering.add(b"x")
    assert gathering.size == 11
    assert gathering.finish().pieces == ()


def test_only_as_many_pieces_as_needed_make_an_end():
    pieces = [b"12", b"34", b"5"]
    assert [Gathering._end(pieces, enough) for enough in (1, 2, 3, 4, 5, 9)] == [
        b"12",
        b"12",
        b"1234",
        b"1234",
        b"12345",
        b"12345",
    ]
    assert Gathering._end(pieces[::-1], 2, backwards=True) == b"345"


def test_the_sample_of_a_file_in_pieces_is_that_of_the_whole_file():
    data = bytes(number % 251 for number in range(HEAD + TAIL + 1000))
    gathering = Gathering(len(data))
    for start in range(0, len(data), 700):
        gathering.add(data[start : start + 700])
        gathering.add(b"")
    content = gathering.finish()
    assert (content.sample, content.size) == (Sample.of(data), len(data))
    assert (content.sample.head, content.sample.tail) == (data[:HEAD], data[-TAIL:])
    assert len(content.pieces) == -(-len(data) // 700)
    assert content.sha256 == content_of(data).sha256 == sha256(data).hexdigest()
