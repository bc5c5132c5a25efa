"""The value types that every message shares."""

import zlib
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from contracts.base import (
    NAME_LENGTH,
    SLUG_LENGTH,
    TEXT_LENGTH,
    Contract,
    Exact,
    Excerpt,
    FileFormat,
    FileRef,
    Instant,
    Name,
    Place,
    Sha256,
    Shown,
    ShownText,
    Slug,
    Text,
    Unread,
    is_excerpt,
    slug,
)
from tests.support.wrong_types import wrong_lines


class Sample(Contract):
    """A value of every type."""

    amount: Exact | None = None
    at: Instant | None = None
    digest: Sha256 | None = None
    event: Slug | None = None


def test_a_value_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Sample().amount = Decimal(1)  # type: ignore[misc]


def test_a_copy_has_other_values_of_fields_that_the_model_has() -> None:
    assert Sample(event="club").replace(amount=Decimal(2)) == Sample(event="club", amount=Decimal(2))
    with pytest.raises(TypeError, match="Sample has no field amuont"):
        Sample().replace(amuont=Decimal(2))


def test_mypy_knows_the_fields_of_a_copy(tmp_path: Path) -> None:
    program = (
        "from contracts.facts import Scope",
        "Scope().replace(rounds='2')",
        "Scope().replace(ruonds=(2,))",
        "Scope().replace(rounds=(2,))",
    )
    assert wrong_lines(tmp_path, *program) == [2, 3]


class AmountOnly(Excerpt, title="Sample"):
    amount: Exact | None = None


class OtherType(Excerpt, title="Sample"):
    amount: str | None = None


class Outer(Contract):
    inner: Sample


class PartOfOuter(Excerpt, title="Outer"):
    inner: AmountOnly


class UnreadPartOfOuter(Excerpt, title="Outer"):
    inner: Unread


class UnknownPartOfOuter(Excerpt, title="Outer"):
    middle: Unread


class Several(Contract):
    parts: tuple[Sample, ...]


class PartOfSeveral(Excerpt, title="Several"):
    parts: tuple[AmountOnly, ...]


class WrongPartOfSeveral(Excerpt, title="Several"):
    parts: tuple[OtherType, ...]


class WrongPartOfOuter(Excerpt, title="Outer"):
    inner: OtherType


def test_an_excerpt_has_fields_of_its_model_and_no_others() -> None:
    assert is_excerpt(AmountOnly, Sample)
    assert is_excerpt(PartOfOuter, Outer)
    assert not is_excerpt(OtherType, Sample)
    assert not is_excerpt(WrongPartOfOuter, Outer)
    assert not is_excerpt(AmountOnly, Outer)
    assert not is_excerpt(Sample, Sample)


def test_an_excerpt_may_leave_a_field_unread_and_have_excerpts_of_many() -> None:
    assert is_excerpt(UnreadPartOfOuter, Outer)
    assert not is_excerpt(UnknownPartOfOuter, Outer)
    assert is_excerpt(PartOfSeveral, Several)
    assert not is_excerpt(WrongPartOfSeveral, Several)


def test_an_exact_number_keeps_its_digits_through_json() -> None:
    written = Sample(amount=Decimal("57.10")).model_dump_json()
    assert '"57.10"' in written
    assert str(Sample.model_validate_json(written).amount) == "57.10"


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e", "", "seven"])
def test_what_is_no_finite_number_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        Sample.model_validate({"amount": text})


def test_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(ValidationError, match="offset from UTC"):
        Sample(at=datetime(2026, 11, 17, 20, 0))
    assert Sample(at=datetime(2026, 11, 17, 20, 0, tzinfo=UTC)).at is not None


def test_the_same_moment_in_two_offsets_is_one_moment() -> None:
    there = datetime(2026, 11, 17, 21, 0, tzinfo=timezone(timedelta(hours=1)))
    assert Sample(at=there) == Sample(at=datetime(2026, 11, 17, 20, 0, tzinfo=UTC))


@pytest.mark.parametrize("digest", ["", "a" * 63, "A" * 64, "g" * 64, "a" * 64 + "\n"])
def test_what_is_no_digest_is_refused(digest: str) -> None:
    with pytest.raises(ValidationError):
        Sample(digest=digest)


@given(st.text(max_size=200))
def test_any_text_becomes_a_slug_that_is_safe_in_a_subject(text: str) -> None:
    made = slug(text)
    assert len(made) <= SLUG_LENGTH
    assert TypeAdapter(Slug).validate_python(made) == made
    assert slug(made) == made


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Riverside B.C. – Tuesday Pairs", "riverside-b-c-tuesday-pairs"),
        ("Café Århus", "cafe-arhus"),
        ("../../etc/passwd", "etc-passwd"),
        ("a.b*c>d", "a-b-c-d"),
        ("", "unknown"),
        ("   ", "unknown"),
    ],
)
def test_a_slug_reads_like_its_text(text: str, made: str) -> None:
    assert slug(text) == made


def test_a_slug_that_is_too_long_for_a_subject_is_refused() -> None:
    assert TypeAdapter(Slug).validate_python("a" * SLUG_LENGTH)
    with pytest.raises(ValidationError):
        TypeAdapter(Slug).validate_python("a" * (SLUG_LENGTH + 1))


def test_long_texts_that_differ_at_their_end_stay_different() -> None:
    one, other = (slug("A name that goes on and on " * 8 + heat) for heat in ("1", "2"))
    assert one != other
    assert one[: SLUG_LENGTH - 9] == other[: SLUG_LENGTH - 9]
    assert {len(one), len(other)} == {SLUG_LENGTH}


def test_a_text_of_just_the_length_of_a_slug_is_not_cut() -> None:
    assert slug("a" * SLUG_LENGTH) == "a" * SLUG_LENGTH
    assert slug("a" * (SLUG_LENGTH + 1)) != "a" * SLUG_LENGTH


def test_names_in_other_scripts_stay_different() -> None:
    names = ["東京クラブ", "北京", "Клуб", "النادي"]
    assert len({slug(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place(line=3), "line 3"),
        (Place(line=3, column=5), "line 3, column 5"),
        (Place(line=3, column=5, end_column=8), "line 3, column 5-8"),
        (Place(offset=255), "byte 0xff"),
        (Place(line=9, path="/USEBIO/EVENT"), "line 9, /USEBIO/EVENT"),
        (Place(), "the whole file"),
    ],
)
def test_a_place_says_itself_in_one_line(place: Place, text: str) -> None:
    assert str(place) == text


def test_a_files_time_stamp_counts_unless_it_is_later_than_its_arrival() -> None:
    noon = datetime(2026, 11, 17, 12, tzinfo=UTC)
    file = FileRef(sha256="ab" * 32, name="a.xml", size=1, format="usebio")
    assert file.own_time is None
    assert file.replace(written_at=noon).own_time == noon
    assert file.replace(written_at=noon, received_at=noon).own_time == noon
    assert file.replace(written_at=noon, received_at=noon - timedelta(seconds=1)).own_time is None


def test_a_file_without_any_time_is_of_the_epoch() -> None:
    file = FileRef(sha256="a" * 64, name="a.xml", size=0, format="usebio")
    assert file.made_at == datetime(1970, 1, 1, tzinfo=UTC)
    arrived = datetime(2026, 3, 7, 22, tzinfo=UTC)
    assert file.replace(received_at=arrived).made_at == arrived
    same = file.replace(received_at=arrived, written_at=arrived)
    assert (same.own_time, same.made_at) == (arrived, arrived)


def test_what_kibitz_says_is_cut_to_what_a_message_holds() -> None:
    short, long = TypeAdapter(Shown), TypeAdapter(ShownText)
    assert short.validate_python("x" * (NAME_LENGTH + 1)) == "x" * NAME_LENGTH
    assert long.validate_python("x" * (TEXT_LENGTH + 1)) == "x" * TEXT_LENGTH
    with pytest.raises(ValidationError):
        short.validate_python(7)


def test_the_bounds_of_the_value_types_are_those_that_programs_rely_on() -> None:
    slug_ = {"maxLength": 96, "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "type": "string"}
    assert TypeAdapter(Slug).json_schema() == slug_
    assert TypeAdapter(Name).json_schema() == TypeAdapter(Shown).json_schema() == {"maxLength": 1024, "type": "string"}
    assert TypeAdapter(Text).json_schema() == {"maxLength": 65536, "type": "string"}
    assert TypeAdapter(ShownText).json_schema() == {"maxLength": 65536, "type": "string"}
    form = {"maxLength": 32, "pattern": "^[a-z][a-z0-9]*([_-][a-z0-9]+)*$", "type": "string"}
    assert TypeAdapter(FileFormat).json_schema() == form
    exact = TypeAdapter(Exact)
    assert exact.validate_python("1." + "3" * 29) == Decimal("1." + "3" * 29)
    with pytest.raises(ValidationError):
        exact.validate_python("1." + "3" * 30)


def test_a_file_has_no_negative_size() -> None:
    assert FileRef(sha256="a" * 64, name="a", size=0, format="usebio").size == 0
    with pytest.raises(ValidationError):
        FileRef(sha256="a" * 64, name="a", size=-1, format="usebio")


def test_a_text_without_letters_becomes_a_digest_of_it() -> None:
    assert [slug("北京"), slug("!"), slug("?")] == [
        "x" + f"{zlib.crc32(text.encode()):08x}" for text in ("北京", "!", "?")
    ]
    long = "a" * 90 + " " + "b" * 20
    joined = "a" * 90 + "-" + "b" * 20
    assert slug(long) == f"{joined[:87]}-{zlib.crc32(joined.encode()):08x}"
    dashed = "a" * 86 + "-" + "b" * 20
    assert slug(dashed) == f"{'a' * 86}-{zlib.crc32(dashed.encode()):08x}"
