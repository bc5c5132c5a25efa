"""A file put together from pieces."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.intake.domain.content import Gathering, TooLarge
from shared.formats.sample import HEAD, TAIL


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
