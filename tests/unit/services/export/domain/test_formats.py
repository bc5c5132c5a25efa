"""The formats that events are rendered in."""

import re

import pytest

from contracts.base import Discipline
from contracts.facts import EventFact, Participant, PresenceFact
from contracts.messages import EventMerged
from contracts.standings import ScoredMatch
from services.export.domain.formats import by_suffix, exported
from shared.errors import InputRejected
from shared.formats.format import Values
from shared.formats.parsed import Rendered
from shared.formats.trf.reader.parse import parse as parse_trf
from tests.support.chess_rounds import SWISS, chess_event, players
from tests.support.fragments import pair, result
from tests.support.merged import merged

WHOLE = merged(participants=(pair("1"), pair("2")), results=(result("1", "1", "2", 420),))


CHESS = merged(
    events=(EventFact(discipline=Discipline.CHESS, kind="individual"),),
    participants=(Participant(id="1", kind="player"), Participant(id="2", kind="player")),
)


def suited(name: str) -> EventMerged:
    return WHOLE if exported()[name].holds(WHOLE) or not exported()[name].holds(CHESS) else CHESS


def test_names_of_formats_are_tokens_of_subjects() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in exported())


@pytest.mark.parametrize("values", ["computed", "stated"])
@pytest.mark.parametrize("name", exported())
def test_every_writer_renders_an_event_and_says_what_it_made(name: str, values: Values) -> None:
    rendered = exported()[name].render(suited(name), values)
    assert isinstance(rendered, Rendered)
    assert rendered.data
    assert rendered.name.startswith("made-up-pairs")
    assert "/" in rendered.media_type


@pytest.mark.parametrize("name", exported())
def test_an_event_with_nothing_in_it_can_be_rendered(name: str) -> None:
    bare = merged(events=(EventFact(name="Nothing yet", discipline=suited(name).facts.event.discipline),))
    if name == "acblscore":  # which cannot be read again as a file of anything
        with pytest.raises(InputRejected, match="without participants"):
            exported()[name].render(bare, "computed")
    else:
        assert exported()[name].render(bare, "computed").data


def test_no_two_formats_share_a_file_name() -> None:
    names = [form.render(suited(name)).name for name, form in exported().items()]
    assert len(set(names)) == len(names)


def test_a_format_is_written_only_for_events_that_it_can_describe() -> None:
    chess = merged(events=(EventFact(discipline=Discipline.CHESS),))
    assert not exported()["usebio"].holds(chess)
    assert exported()["usebio"].holds(WHOLE)
    assert exported()["json"].holds(chess)
    assert not exported()["matches-csv"].holds(WHOLE)
    played = WHOLE.standings.replace(matches=(ScoredMatch(home="1", away="2", unit="vps"),))
    assert exported()["matches-csv"].holds(WHOLE.replace(standings=played))


def test_a_bye_by_the_word_of_the_director_is_in_the_file_that_is_written() -> None:
    rows = ("4 w 1, 3 b 1", "", "5 w 0, 1 w 0", "1 b 0, 5 w 1", "3 b 1, 4 b 0")
    event = chess_event(*SWISS, *players(*rows))
    word = PresenceFact(participant="2", round=2, lasting=False, present=False, bye="H")
    told = event.replace(facts=event.facts.replace(presences=(word,)))
    (again,) = parse_trf(exported()["trf"].render(told).data).events
    assert [(game.round, game.result) for game in again.facts.games if game.player == "2" and game.result == "H"] == [
        (2, "H")
    ]


@pytest.mark.parametrize(
    ("suffix", "name"), [(".xml", "usebio"), (".TRF", "trf"), (".json", "json"), (".csv", "csv"), (".docx", None)]
)
def test_a_suffix_names_the_format_that_is_written(suffix: str, name: str | None) -> None:
    form = by_suffix(suffix)
    assert (form and form.name) == name
