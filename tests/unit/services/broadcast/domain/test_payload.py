import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame
from websockets.streams import StreamReader

from services.broadcast.domain.payload import Form, Payload, frame


def parsed(data: bytes, *, deflated: bool) -> Frame:
    """The frame as the library's client reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    extension = PerMessageDeflate(True, True, 15, 15)
    reading = Frame.parse(reader.read_exact, mask=False, max_size=None, extensions=[extension] if deflated else [])
    with pytest.raises(StopIteration) as stopped:
        next(reading)
    with pytest.raises(StopIteration) as rest:
        next(reader.at_eof())
    assert rest.value.value is True
    return stopped.value.value  # type: ignore[no-any-return]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 255, 256, 65_535, 65_536, 100_000])
def test_both_frames_are_read_back_by_another_implementation(size: int) -> None:
    data = (b'{"total":"61.50"}' * (size // 17 + 1))[:size]
    payload = Payload(data, "delta")
    assert bytes(parsed(payload.frame(Form.PLAIN), deflated=False).data) == data
    assert bytes(parsed(payload.frame(Form.DEFLATED), deflated=True).data) == data


@given(st.binary(max_size=3000))
def test_any_message_survives_compression(data: bytes) -> None:
    assert bytes(parsed(Payload(data, "delta").frame(Form.DEFLATED), deflated=True).data) == data


def test_short_messages_are_not_compressed() -> None:
    for size, packed in ((255, False), (256, True)):
        payload = Payload(b"x" * size, "delta")
        assert (payload.frame(Form.DEFLATED) != payload.frame(Form.PLAIN)) is packed


def test_long_messages_become_smaller() -> None:
    payload = Payload(b"x" * 10_000, "delta")
    assert len(payload.frame(Form.DEFLATED)) < 100


def test_a_frame_is_made_once() -> None:
    payload = Payload(gzip.compress(b"x" * 1000), "delta")
    for form in Form:
        assert payload.frame(form) is payload.frame(form)


def test_a_server_sent_event_names_its_position_and_kind() -> None:
    assert Payload(b"{}", "delta", "E1-7").frame(Form.EVENT) == b"id: E1-7\nevent: delta\ndata: {}\n\n"
    assert Payload(b"{}", "heartbeat").frame(Form.EVENT) == b"event: heartbeat\ndata: {}\n\n"


def test_a_frame_of_a_server_is_final_and_not_masked() -> None:
    assert frame(b"hi") == b"\x81\x02hi"


@pytest.mark.parametrize(
    ("size", "head"), [(125, "817d"), (126, "817e007e"), (65_535, "817effff"), (65_536, "817f0000000000010000")]
)
def test_the_length_of_a_frame_is_written_in_as_few_bytes_as_there_are(size: int, head: str) -> None:
    assert frame(b"x" * size)[:-size].hex() == head
