"""The identity of an event."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import SLUG_LENGTH, slug
from shared.formats.identity import Identities, event_slug


@pytest.mark.parametrize(
    ("parts", "made"),
    [
        (("Welwyn Club", "Wednesday AM Pairs", None, "2025-04-09"), "welwyn-club-wednesday-am-pairs-2025-04-09"),
        (("Café", "Ürün", "9999", None), "cafe-urun-9999"),
        (("", " ", "7", "2031-05-04"), "7-2031-05-04"),
        ((None, "Only a name", None, None), "only-a-name"),
    ],
)
def test_the_parts_that_are_known_are_joined(parts: tuple[str | None, ...], made: str) -> None:
    assert event_slug(*parts) == made


def test_a_date_alone_names_no_event() -> None:
    assert event_slug(None, "", "  ", "2031-05-04") is None


def test_long_names_that_differ_at_their_end_stay_two_events() -> None:
    name = "Simultaneous Pairs in Aid of Everything that is Good and True and Beautiful, Evening "
    one, other = (event_slug("The Club of Clubs", name + heat, None, "2031-05-04") for heat in ("1", "2"))
    assert one != other
    assert {len(one), len(other)} == {SLUG_LENGTH}


@pytest.mark.parametrize("part", range(3))
def test_parts_longer_than_an_identity_that_differ_at_their_end_stay_two_events(part: int) -> None:
    parts: list[str | None] = [None, None, None, "2031-05-04"]
    found = set()
    for heat in ("1", "2"):
        parts[part] = "Simultaneous Pairs " * 8 + heat
        found.add(event_slug(*parts))
        found.add(event_slug(*parts[:3], None))
    assert len(found) == 4


def test_the_checksum_of_a_long_identity_is_that_of_the_whole() -> None:
    assert event_slug("The Bridge Club of Upper Elmtown", "Open Pairs " * 5, "9", "2031-05-04") == (
        "the-bridge-club-of-upper-elmtown-open-pairs-open-pairs-open-pairs-open-pairs-open-pairs-c6405c07"
    )


@given(st.lists(st.one_of(st.none(), st.text(max_size=150)), min_size=4, max_size=4))
def test_every_identity_is_a_slug(parts: list[str | None]) -> None:
    found = event_slug(*parts)
    if found is not None:
        assert len(found) <= SLUG_LENGTH
        assert all(
            (part.isalnum() and part.isascii() and part.islower()) or part.isdigit() for part in found.split("-")
        )


def test_equal_identities_of_one_file_are_numbered() -> None:
    identities = Identities()
    assert [identities.take(name) for name in ("open", "open", "mixed", "open")] == [
        "open",
        "open-2",
        "mixed",
        "open-3",
    ]


def test_a_number_never_makes_the_name_of_another_event() -> None:
    identities = Identities()
    assert [identities.take(name) for name in ("open", "open-2", "open", "open")] == [
        "open",
        "open-2",
        "open-3",
        "open-4",
    ]


@given(st.lists(st.text("ab-", min_size=86, max_size=120), min_size=1), st.integers(1, 12))
def test_long_identities_stay_slugs_and_differ(texts: list[str], times: int) -> None:
    identities = Identities()
    made = [identities.take(slug(text)) for text in texts for _ in range(times)]
    assert len(set(made)) == len(made)
    assert all(name == slug(name) for name in made)
