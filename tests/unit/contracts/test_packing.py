import gzip
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from contracts.packing import Packed, compressed, unpacked


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


@given(st.binary(max_size=2_000))
def test_what_was_compressed_is_the_same_again(data: bytes) -> None:
    assert unpacked(compressed(data), len(data), digest(data)) == data
    assert gzip.decompress(compressed(data)) == data
    assert compressed(data) == compressed(data)


@given(st.binary(max_size=100))
def test_bytes_are_base64_in_json(data: bytes) -> None:
    adapter = TypeAdapter(Packed)
    assert adapter.validate_json(adapter.dump_json(data)) == data


def test_what_is_no_base64_is_refused() -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Packed).validate_json('"***"')


@pytest.mark.parametrize("content", [b"", b"nothing", compressed(b"other"), compressed(b"file")[:-12]])
def test_what_is_not_the_file_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="file"):
        unpacked(content, 4, digest(b"file"))


def test_no_more_is_unpacked_than_a_file_says_to_have() -> None:
    bomb = compressed(bytes(10_000_000))
    with pytest.raises(ValueError, match="not the file"):
        unpacked(bomb, 4, digest(bytes(10_000_000)))
