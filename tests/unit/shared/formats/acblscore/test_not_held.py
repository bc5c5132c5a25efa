"""Why a new game file does not hold what the facts of an event say."""

from decimal import Decimal
from typing import Any

from contracts.facts import AwardFact, Detail, EventFact, Participant, Person, ResultFact, Sides, total_points
from shared.formats.acblscore import FORMAT
from shared.formats.acblscore.not_held import WHYS
from tests.support.fact_paths import unknown_paths
from tests.support.merged import merged

PEOPLE = tuple(
    Participant(id=name, kind="pair", players=(Person(name="Ada Cobb", club_id="7"), Person(name="Ben Dow")))
    for name in "12"
)


def losses(**facts: Any) -> dict[str, str]:
    rendered = FORMAT.render(merged(**{"participants": PEOPLE, **facts}))
    return {loss.what: loss.why for loss in rendered.losses if loss.fields}


def test_every_reason_is_of_a_field_of_facts() -> None:
    assert unknown_paths(WHYS) == []


def test_an_event_of_a_game_file_loses_the_times_at_which_it_was_written() -> None:
    details = (Detail(name="FILE_CREATED", value="2031-05-04T12:00:00"),)
    event = EventFact(
        name="Cup",
        kind="pairs",
        board_scoring="match_points",
        program="ACBLscore",
        program_version="7.93",
        details=details,
    )
    assert {name: why for name, why in losses(events=(event,)).items() if "events" in name} == {
        "detail FILE_CREATED of events": "a new file has its own",
        "program version of events": "a new file is one of 8.15",
    }


def test_results_have_no_contracts_and_players_no_numbers_of_clubs() -> None:
    sides = Sides(ns="1", ew="2")
    score = total_points(420)
    line = ResultFact(board="1", round=1, table="1", sides=sides, contract="4S", ns_score=score, ew_score=score)
    lost = losses(results=(line,))
    assert lost["contract of results"] == "a game file has results, not how they came about"
    assert lost["club id of players"] == WHYS[""]


def test_awards_of_other_colours_are_named() -> None:
    award = AwardFact(kind="master_points", participant="1", amount=Decimal(3), colour="GREEN")
    assert losses(awards=(award,))["colour of awards"] == "a game file has the colours of ACBL"
