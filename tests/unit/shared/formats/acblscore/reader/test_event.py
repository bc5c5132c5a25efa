"""An event as a whole."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact
from shared.formats.acblscore.file.game import ENTRANTS, Event, read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.event import (
    has_several_sessions,
    kind_of,
    moment_of,
    scoring_of,
    session_fact,
    session_number,
    strats_of,
)
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from tests.support.acblscore_files import MOMENT, Plan, pairs_game


def event_of(*plans: Plan, kind: int = 0, scoring: int = 0, **event) -> tuple[Event, Report]:
    raw = bytearray(pairs_game(*plans, **event)[0])
    raw[0xDA], raw[0x10C] = kind, scoring
    report = Report()
    return read_game(GameFile(bytes(raw), report)).events[0], report


def fact_of(*plans: Plan, **event) -> EventFact:
    return parse(pairs_game(*plans, **event)[0]).events[0].facts.event


@pytest.mark.parametrize(
    ("kind", "scoring", "expected"),
    [
        (0, 0, ("pairs", "match_points", None)),
        (0, 1, ("pairs", "butler_imps", None)),
        (0, 2, ("pairs", "cross_imps", None)),
        (0, 15, ("pairs", "aggregate", None)),
        (1, 6, ("swiss_teams", "imps", "win_loss")),
        (1, 7, ("swiss_teams", "imps", "vps")),
        (1, 8, ("knockout", "imps", "knockout")),
        (1, 18, ("knockout", "imps", "knockout")),
        (2, 0, ("individual", "match_points", None)),
        (3, 0, ("home_style", "match_points", None)),
        (4, 0, ("teams", "bam", "bam")),
        (4, 16, ("teams", "bam", "bam")),
        (5, 10, ("players", "other", None)),
    ],
)
def test_kind_and_scoring_come_from_the_head_of_the_file(kind, scoring, expected):
    event, report = event_of(kind=kind, scoring=scoring)
    event.entrant = ENTRANTS.get(kind)
    boards, matches, _ = scoring_of(event, report)
    assert (kind_of(event, matches, report), boards, matches) == expected


def test_a_kind_or_scoring_that_is_not_described_is_reported():
    event, report = event_of(kind=9, scoring=17)
    before = len(report.findings)
    assert scoring_of(event, report)[0] == "other"
    assert kind_of(event, None, report) is None
    assert [finding.code for finding in report.findings[before:]] == ["acblscore.bad-value"] * 2


@pytest.mark.parametrize(
    ("values", "several"),
    [({}, False), ({"num_sessions": 2}, True), ({"session": 2}, True), ({"session": 0, "num_sessions": 0}, False)],
)
def test_several_sessions_are_stated_or_implied(values, several):
    event, _ = event_of(**values)
    assert has_several_sessions(event) is several
    assert session_number(event) == (values.get("session") or 1)


def test_a_session_has_number_name_and_date():
    event, _ = event_of(session=2, num_sessions=2, hand_set="31337")
    found = session_fact(event)
    assert (found.id, found.number, found.name, found.date) == ("2", 2, "Sunday Eve", "2031-05-04")
    assert found.hand_record_id == "31337"


def test_the_latest_stamp_counts_and_none_is_none():
    event, _ = event_of(Plan(section={"modified": 0}), modified=0)
    assert moment_of(event) is None
    event, _ = event_of(Plan(section={"modified": MOMENT.replace(hour=22)}))
    assert moment_of(event) == MOMENT.replace(hour=22)


def test_an_event_says_where_and_when_it_is_and_what_it_is():
    fact = fact_of(club_number="000123", sanction="S1", code="OPEN", rating=20)
    assert (fact.name, fact.kind, fact.organiser.name, fact.organiser.id) == (
        "Harbour Pairs",
        "pairs",
        "Lighthouse Bridge Club",
        "000123",
    )
    assert (fact.start_date, fact.external_id, fact.program, fact.program_version) == (
        "2031-05-04",
        "S1 OPEN",
        "ACBLscore",
        "8.15",
    )
    assert (fact.winners, fact.rounds, fact.boards_played, fact.boards_per_round) == (2, 3, 6, 2)
    details = {detail.name: detail.value for detail in fact.details}
    assert (details["SCORING_METHOD"], details["EVENT_TYPE"]) == ("Matchpoints", "Pairs")
    assert details["RATING"] == "20 NAP Club Level"


def test_a_date_that_cannot_be_read_is_kept_as_it_is():
    fact = fact_of(date="the first Sunday")
    assert fact.start_date is None
    assert ("DATE", "the first Sunday") in [(detail.name, detail.value) for detail in fact.details]


def test_winners_are_those_of_the_movements():
    howell = {"howell": 1}
    assert fact_of(Plan(section=howell)).winners == 1
    assert fact_of(Plan(), Plan(name="B", section=howell)).winners is None
    assert fact_of(Plan(), num_sessions=2).winners is None


def test_strata_have_label_limit_and_pairs_of_all_sections():
    strats = [
        {"letter": "A", "award_factor": Decimal("1.25"), "overall": {"percent_1": 50, "colour_1": 4}},
        {"letter": "B", "most_master_points": 1500},
        {"letter": "C", "most_master_points": 300},
    ]
    rows = {"strats": [{"num_entries_1": 4, "num_entries_2": 3}, {"num_entries_1": 2}]}
    fact = fact_of(
        Plan(section=rows), Plan(name="B", section=rows), num_strats=2, strats=strats, stratified_by_average=1
    )
    assert [(s.number, s.label, s.upper_limit, s.pairs_ns, s.pairs_ew) for s in fact.strata] == [
        (1, "A", None, 8, 6),
        (2, "B", 1500, 4, 0),
    ]
    assert fact.stratification == "AVERAGE"
    details = {detail.name: detail.value for detail in fact.details}
    assert (details["STRAT_1_AWARD_FACTOR"], details["STRAT_1_OVERALL_COLOUR_1"]) == ("1.2500", "4 GOLD")
    assert (details["STRAT_3_LETTER"], details["STRAT_3_MOST_MASTER_POINTS"]) == ("C", "300")
    assert "STRAT_2_LETTER" not in details
    assert len(strats_of(event_of(num_strats=200)[0].details)) == 3


@pytest.mark.parametrize(("session", "results"), [(1, "to_date"), (2, "complete")])
def test_only_the_last_session_completes_an_event(session, results):
    assert fact_of(session=session, num_sessions=2).results == results


@pytest.mark.parametrize(
    ("sessions", "session", "carried", "several"),
    [(0, 0, 0, False), (1, 1, 0, False), (2, 1, 0, True), (1, 2, 0, True), (1, 1, 1, True)],
)
def test_an_event_has_several_sessions_where_it_says_so_or_somebody_carries_points_over(
    sessions: int, session: int, carried: int, several: bool
) -> None:
    plan = Plan(entries={(2, 3): {"carry_over": carried}})
    data = pairs_game(plan, num_sessions=sessions, session=session)[0]
    (event,) = read_game(GameFile(data, Report())).events
    assert has_several_sessions(event) is several
