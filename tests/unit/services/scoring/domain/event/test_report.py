"""Sources of standings."""

from datetime import timedelta

import pytest

from contracts.facts import Scope
from services.scoring.domain.event.report import source_of
from tests.support.fragments import NOON, fragment


@pytest.mark.parametrize(
    ("scope", "text"),
    [
        (Scope(), "the whole event"),
        (Scope(whole=True), "the whole event"),
        (Scope(sessions=("1",)), "session 1"),
        (Scope(sections=("A", "B"), rounds=(3,)), "section A, B; round 3"),
        (Scope(boards=tuple(str(n) for n in range(1, 13))), "board 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"),
        (Scope(boards=tuple(str(n) for n in range(1, 40))), "board 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 …"),
    ],
)
def test_a_source_says_in_words_what_it_covers(scope: Scope, text: str) -> None:
    assert source_of(fragment("evening", scope=scope)).scope == text


def test_a_source_names_its_file_and_its_moment() -> None:
    made = fragment("evening", minutes=7, file_format="pbn")
    source = source_of(made)
    assert (source.fragment, source.file, source.name) == (made.id, made.file.sha256, "evening.xml")
    assert (source.format, source.as_of) == ("pbn", NOON + timedelta(minutes=7))
