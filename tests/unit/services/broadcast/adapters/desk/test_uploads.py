"""Files from forms are compressed piece by piece, and what does not pass the bus is left in time."""

import io
import random
from hashlib import sha256

import pytest

from contracts.packing import unpacked
from services.broadcast.adapters.desk import uploads
from services.broadcast.adapters.desk.uploads import PIECE, TooLarge, packed
from shared.formats.sample import HEAD, TAIL, Sample

SMALL = 700_000


@pytest.mark.parametrize("size", [0, 1, TAIL, HEAD, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 7])
def test_a_file_is_what_it_was(size):
    data = bytes(index % 251 for index in range(size))
    file = io.BytesIO(data)
    file.seek(size // 2)
    upload = packed(file)
    assert (upload.size, upload.sha256) == (size, sha256(data).hexdigest())
    assert unpacked(upload.packed, size, upload.sha256) == data
    assert upload.sample == Sample(head=data[:HEAD], size=size, tail=data[-TAIL:])


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(uploads, "LARGEST_PACKED", SMALL)


def test_what_passes_fits_into_a_message():
    assert uploads.LARGEST_PACKED * 4 / 3 < 8_000_000 - 100_000


@pytest.mark.usefixtures("small")
def test_text_passes_that_is_many_times_as_large():
    data = b"".join(b'<SCORE>%d</SCORE><PAIR N="%d"/>\n' % (n % 97, n % 31) for n in range(200_000))
    assert len(data) > 8 * SMALL
    assert packed(io.BytesIO(data)).size == len(data)


class Endless(io.RawIOBase):
    asked = 0

    def seek(self, *_):
        return 0

    def read(self, size=-1):
        self.asked += 1
        return random.Random(self.asked).randbytes(size)


@pytest.mark.usefixtures("small")
def test_what_does_not_pass_is_not_read_to_its_end():
    file = Endless()
    with pytest.raises(TooLarge):
        packed(file)
    assert file.asked * PIECE < 3 * SMALL


@pytest.mark.usefixtures("small")
def test_the_limit_holds_for_the_last_piece_too():
    with pytest.raises(TooLarge):
        packed(io.BytesIO(random.Random(1).randbytes(SMALL)))
