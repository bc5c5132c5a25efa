"""The formats that events are rendered in."""

import re

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact
from contracts.standings import ScoredMatch
from services.export.domain.formats import WRITERS, Values, suits
from shared.formats.parsed import Rendered
from tests.support.fragments import pair, result
from tests.support.merged import merged

WHOLE = merged(participants=(pair("1"), pair("2")), results=(result("1", "1", "2", 420),))


def test_names_of_formats_are_tokens_of_subjects() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in WRITERS)


@pytest.mark.parametrize("values", ["computed", "stated"])
@pytest.mark.parametrize("name", WRITERS)
def test_every_writer_renders_an_event_and_says_what_it_made(name: str, values: Values) -> None:
    rendered = WRITERS[name](WHOLE, values)
    assert isinstance(rendered, Rendered)
    assert rendered.data
    assert rendered.name.startswith("made-up-pairs")
    assert "/" in rendered.media_type


@pytest.mark.parametrize("name", WRITERS)
def test_an_event_with_nothing_in_it_can_be_rendered(name: str) -> None:
    assert WRITERS[name](merged(events=()), "computed").data


def test_no_two_formats_share_a_file_name() -> None:
    names = [writer(WHOLE, "computed").name for writer in WRITERS.values()]
    assert len(set(names)) == len(names)


def test_a_format_is_written_only_for_events_that_it_can_describe() -> None:
    chess = merged(events=(EventFact(discipline=Discipline.CHESS),))
    assert not suits("usebio", chess)
    assert suits("usebio", WHOLE)
    assert suits("json", chess)
    assert not suits("matches-csv", WHOLE)
    played = WHOLE.standings.model_copy(update={"matches": (ScoredMatch(home="1", away="2", unit="vps"),)})
    assert suits("matches-csv", WHOLE.model_copy(update={"standings": played}))
