"""The receivers: what each asks for, and that a good event has it."""

import pytest

from contracts.facts import EventFact
from services.export.domain.formats import exported
from shared.formats import registry
from shared.receivers.checks import CHECKS
from shared.receivers.chess_results import CHESS_RESULTS
from shared.receivers.table import RECEIVERS, hand_overs
from tests.support.merged import merged
from tests.support.receivers import evening, tournament

WHOLE = {"usebio": evening, "acblscore": evening, "trf": tournament, "chess-results-xml": tournament}


@pytest.mark.parametrize("name", RECEIVERS)
def test_a_whole_event_lacks_nothing_also_after_its_file_is_read_again(name: str) -> None:
    receiver = RECEIVERS[name]
    whole = WHOLE[receiver.format]()
    assert receiver.missing(whole) == ()
    if receiver.format in ("usebio", "trf"):
        form = registry.by_name(receiver.format)
        again = form.parse(form.render(whole).data).events[0].facts
        assert [each for each in receiver.missing(whole.replace(facts=again)) if each.refused] == []


@pytest.mark.parametrize("name", RECEIVERS)
def test_what_would_be_refused_comes_first(name: str) -> None:
    receiver = RECEIVERS[name]
    empty = merged(events=(EventFact(),))
    missing = receiver.missing(empty)
    assert [each.refused for each in missing] == sorted((each.refused for each in missing), reverse=True)
    assert "no-players" in {each.code for each in missing if each.refused}


def test_each_receiver_takes_a_format_that_is_written_and_has_checks_that_exist() -> None:
    used: set[str] = set()
    for name, each in RECEIVERS.items():
        assert each.name == name
        assert each.format in exported() | {CHESS_RESULTS.name: CHESS_RESULTS}
        codes = (*each.musts, *each.shoulds)
        assert len(set(codes)) == len(codes), name
        used.update(codes)
    assert used == set(CHECKS)


def test_an_event_is_handed_over_in_the_formats_that_hold_it() -> None:
    given = hand_overs(evening(), ("usebio", "json"))
    assert [each.receiver for each in given] == ["bridgewebs", "ebu", "scottish-bridge"]
    assert all(each.missing == () for each in given)
    assert hand_overs(evening(), ()) == ()
