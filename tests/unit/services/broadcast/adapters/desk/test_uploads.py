"""Files from forms are compressed piece by piece, and what does not pass the bus is left in time."""

import io
import random
from hashlib import sha256

import orjson
import pytest

from contracts.packing import unpacked
from services.broadcast.adapters.desk import uploads
from services.broadcast.adapters.desk.uploads import PIECE, TooLarge, packed
from shared.formats.sample import HEAD, TAIL, Sample
from tests.support.desk_club import Club, content_of

SMALL = 700_000


@pytest.fixture
def club():
    return Club()


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


async def test_files_are_offered_one_by_one_with_their_names(club):
    _, cookie, check = await club.visit("/desk")
    reply = await club.post("/desk/files", {"check": check}, [("a.xml", "<A/>"), ("b.pbn", "B")], cookie=cookie)
    assert reply.headers["location"].startswith("../desk?said=a.xml")
    assert [(one.name, content_of(one)) for one in club.offered] == [("a.xml", b"<A/>"), ("b.pbn", b"B")]


async def test_a_script_of_the_desk_is_told_of_each_file_in_json(club):
    _, cookie, check = await club.visit("/desk")
    own = {"cookie": cookie, "accept": "application/json"}
    reply = await club.post("/desk/files", {"check": check}, [("a.xml", "<A/>"), ("b.pbn", "B")], **own)
    assert [(file["name"], file["said"]) for file in orjson.loads(reply.body)["files"]] == [
        ("a.xml", "arrived"),
        ("b.pbn", "arrived"),
    ]
    none = await club.post("/desk/files", {"check": check}, **own)
    assert (none.status, orjson.loads(none.body)) == (422, {"message": "Choose a file first."})
    foreign = await club.post("/desk/files", {"check": "0" * 64}, [("a.xml", "<A/>")], **own)
    assert (foreign.status, len(club.offered)) == (403, 2)


async def test_too_large_and_missing_files_are_said(club, monkeypatch):
    _, cookie, check = await club.visit("/desk")
    monkeypatch.setattr(uploads, "LARGEST_PACKED", 100_000)
    files = [("a.xml", random.Random(1).randbytes(110_000).hex()), ("b.xml", "<SCORE>60</SCORE>" * 200_000)]
    large = await club.post("/desk/files", {"check": check}, files, cookie=cookie)
    assert "a.xml%3A+too+large+for+a+form.+Put" in large.headers["location"]
    # What cannot be sent holds up no other.
    assert "b.xml%3A+arrived" in large.headers["location"]
    assert [len(content_of(one)) for one in club.offered] == [3_400_000]
    club.offered.clear()
    none = await club.post("/desk/files", {"check": check}, cookie=cookie)
    assert "Choose+a+file" in none.headers["location"]
    endless = await club.post("/desk/files", {}, cookie=cookie, **{"content-length": "99999999"})
    assert endless.status == 400
    assert club.offered == []
