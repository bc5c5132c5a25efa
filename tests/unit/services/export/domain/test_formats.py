"""The formats that events are rendered in."""

import re

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact, Participant, PresenceFact
from contracts.messages import EventMerged
from contracts.standings import ScoredMatch
from services.export.domain.formats import WRITERS, Values, suits
from shared.formats import trf
from shared.formats.parsed import Rendered
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.fragments import pair, result
from tests.support.merged import merged

WHOLE = merged(participants=(pair("1"), pair("2")), results=(result("1", "1", "2", 420),))


CHESS = merged(
    events=(EventFact(discipline=Discipline.CHESS, kind="individual"),),
    participants=(Participant(id="1", kind="player"), Participant(id="2", kind="player")),
)


def suited(name: str) -> EventMerged:
    return WHOLE if suits(name, WHOLE) or not suits(name, CHESS) else CHESS


def test_names_of_formats_are_tokens_of_subjects() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in WRITERS)


@pytest.mark.parametrize("values", ["computed", "stated"])
@pytest.mark.parametrize("name", WRITERS)
def test_every_writer_renders_an_event_and_says_what_it_made(name: str, values: Values) -> None:
    rendered = WRITERS[name](suited(name), values)
    assert isinstance(rendered, Rendered)
    assert rendered.data
    assert rendered.name.startswith("made-up-pairs")
    assert "/" in rendered.media_type


@pytest.mark.parametrize("name", WRITERS)
def test_an_event_with_nothing_in_it_can_be_rendered(name: str) -> None:
    bare = merged(events=(EventFact(name="Nothing yet", discipline=suited(name).facts.event.discipline),))
    assert WRITERS[name](bare, "computed").data


def test_no_two_formats_share_a_file_name() -> None:
    names = [writer(suited(name), "computed").name for name, writer in WRITERS.items()]
    assert len(set(names)) == len(names)


def test_a_format_is_written_only_for_events_that_it_can_describe() -> None:
    chess = merged(events=(EventFact(discipline=Discipline.CHESS),))
    assert not suits("usebio", chess)
    assert suits("usebio", WHOLE)
    assert suits("json", chess)
    assert not suits("matches-csv", WHOLE)
    played = WHOLE.standings.replace(matches=(ScoredMatch(home="1", away="2", unit="vps"),))
    assert suits("matches-csv", WHOLE.replace(standings=played))


def test_a_bye_by_the_word_of_the_director_is_in_the_file_that_is_written() -> None:
    rows = ("4 w 1, 3 b 1", "", "5 w 0, 1 w 0", "1 b 0, 5 w 1", "3 b 1, 4 b 0")
    event = chess_event(*SWISS, *players(*rows))
    word = PresenceFact(participant="2", round=2, lasting=False, present=False, bye="H")
    told = event.replace(facts=event.facts.replace(presences=(word,)))
    (again,) = trf.parse(WRITERS["trf"](told).data).events
    assert [(game.round, game.result) for game in again.facts.games if game.player == "2" and game.result == "H"] == [
        (2, "H")
    ]
