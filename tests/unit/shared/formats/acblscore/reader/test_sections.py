"""Sections: groups, and how far they are."""

import pytest

from contracts.facts import SectionFact
from shared.formats.acblscore.file.game import Event, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.numbers import Numbers
from shared.formats.acblscore.reader.sections import groups_of, is_to_come, phantoms_of, section_fact
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import Plan, pairs_game


def event_of(*plans: Plan) -> tuple[Event, Report]:
    report = Report()
    return read_game(GameFile(pairs_game(*plans)[0], report)).events[0], report


def fact_of(plan: Plan) -> SectionFact:
    event, report = event_of(plan)
    return section_fact(event.sections[0], None, *(groups_of(event, kind, report)[1] for kind in ("scored", "ranked")))


def linked(*links: tuple[int, int]) -> list[Plan]:
    return [
        Plan(name="ABCDEF"[n], summary={"scored_previous": before, "scored_next": after})
        for n, (before, after) in enumerate(links)
    ]


def test_sections_in_one_list_are_scored_together():
    event, report = event_of(*linked((0, 3), (0, 0), (1, 0)))
    assert groups_of(event, "scored", report) == {1: "A", 2: "B", 3: "A"}
    assert groups_of(event, "ranked", report) == {1: "A", 2: "B", 3: "C"}
    assert report.findings == []


def test_a_section_alone_has_no_group():
    event, report = event_of(Plan())
    assert groups_of(event, "scored", report) == {1: None}


@pytest.mark.parametrize("links", [[(0, 2), (0, 0)], [(0, 0), (1, 0)]])
def test_one_of_two_links_is_enough_and_reported(links):
    event, report = event_of(*linked(*links))
    assert groups_of(event, "scored", report) == {1: "A", 2: "A"}
    assert [finding.code for finding in report.findings] == ["acblscore.section-list"]


def test_circles_and_links_out_of_the_event_end():
    event, report = event_of(*linked((2, 2), (1, 1), (3, 3), (0, 99)))
    assert groups_of(event, "scored", report) == {1: "A", 2: "A", 3: "C", 4: "D"}
    assert {finding.code for finding in report.findings} == {"acblscore.section-list"}


def test_a_section_says_what_it_is():
    section = {"web_movement": 1, "movement_file": "W0303.MOV", "phantom": -3, "barometer": 1, "rover_mode": -1}
    fact = fact_of(Plan(section=section))
    assert (fact.id, fact.tables, fact.boards, fact.boards_per_round, fact.rounds) == ("A", 3, 6, 2, 3)
    assert (fact.rounds_posted, fact.top, fact.movement) == (3, 2, "W0303.MOV")
    details = {detail.name: detail.value for detail in fact.details}
    assert (details["MOVEMENT_KIND"], details["PHANTOM"], details["ROVER"]) == ("web", "-3", "NS")
    assert (details["POSTING"], details["STATUS"], details["BAROMETER"]) == ("pickup slips", "scored, posted", "1")


def test_travellers_have_no_posted_rounds():
    fact = fact_of(Plan(section={"posting_method": 1}))
    assert fact.rounds_posted is None


@pytest.mark.parametrize(
    ("howell", "phantom", "keys"), [(False, 3, {(1, 3)}), (False, -3, {(2, 3)}), (True, 6, {(0, 6)}), (False, 0, set())]
)
def test_a_negative_phantom_sits_east_west(howell, phantom, keys):
    event, _ = event_of(Plan(section={"phantom": phantom}))
    assert phantoms_of(event.sections[0], Numbers("A", howell, individual=False)) == keys


@pytest.mark.parametrize(
    ("summary", "section", "number", "entered", "answer"),
    [
        ({"status": 1, "num_rounds_posted": 1}, {}, 1, False, False),
        ({"status": 1, "num_rounds_posted": 1}, {}, 2, False, True),
        ({"status": 1, "num_rounds_posted": 1}, {}, 4, False, False),
        ({"status": 3, "num_rounds_posted": 1}, {}, 2, False, False),
        ({"status": 1, "num_rounds_posted": 0}, {"posting_method": 1}, 3, True, False),
        ({"status": 1, "num_rounds_posted": 0}, {"posting_method": 1}, 3, False, True),
    ],
)
def test_a_missing_result_is_to_come_while_its_round_or_traveller_is(summary, section, number, entered, answer):
    event, _ = event_of(Plan(summary=summary, section=section))
    assert is_to_come(event.sections[0], number, traveller_entered=entered) is answer


def test_the_rounds_of_a_section_without_its_own_are_those_of_its_summary():
    event, _ = event_of(Plan(section={"num_rounds": 0}, summary={"num_rounds": 2, "status": 1, "num_rounds_posted": 0}))
    section = event.sections[0]
    assert is_to_come(section, 2, traveller_entered=False)
    assert not is_to_come(section, 3, traveller_entered=False)
