"""Scales of victory points in PBN: a tag with the name and a table of ours."""

from decimal import Decimal

import pytest

from contracts.facts import EventFact, MatchFact, Participant, ScaleChart, ScaleTable
from shared.formats.pbn import FORMAT
from shared.formats.pbn.reader.parse import parse
from tests.support.merged import merged

D = Decimal
IMPS = (ScaleChart(boards=(1, 8), rows=((0, D(10), D(10)), (4, D("12.5"), D("7.5")), (9, D(20), D(0)))),)
IMPS += (ScaleChart(boards=(9, 99), rows=((0, D(10), D(10)), (6, D(20), D(0)))),)
PERCENT = (ScaleChart(boards=(1, 99), up_to=(D("52.5"), D(60))),)
TEAMS = (Participant(id="1", kind="team"), Participant(id="2", kind="team"))
MATCH = MatchFact(
    kind="teams", round=1, home="1", away="2", home_imps=D(5), away_imps=D(0), home_score=D("12.5"), away_score=D("7.5")
).replace(unit="vps", boards=8)


def read_back(event: EventFact) -> tuple[EventFact, set[str], bytes]:
    given = merged(events=(event,), participants=TEAMS, matches=(MATCH,))
    written = FORMAT.render(given, "stated")
    parsed = parse(written.data)
    assert [str(finding.code) for finding in parsed.findings if "table" in str(finding.code)] == []
    (again,) = parsed.events
    assert FORMAT.render(given.replace(facts=again.facts), "stated").data == written.data
    return again.facts.event, {path for loss in written.losses for path in loss.fields}, written.data


@pytest.mark.parametrize(
    "table",
    [
        ScaleTable(name="Club 20", unit="imps", charts=IMPS),
        ScaleTable(name="Club %", unit="percent", middle=2, charts=PERCENT),
    ],
)
def test_a_scale_that_was_given_comes_back(table: ScaleTable) -> None:
    event, lost, data = read_back(
        EventFact(kind="teams", board_scoring="imps", match_scoring="vps", vp_table=table, vp_scale=table.name)
    )
    assert (event.vp_table, event.vp_scale) == (table, table.name)
    assert not any("vp_" in path for path in lost)
    assert data.count(b"VPScale ") == 1


def test_a_scale_of_ours_that_was_chosen_comes_back_by_its_name() -> None:
    table = ScaleTable(name="WBF_CONTINUOUS", unit="imps", charts=())
    event, _, data = read_back(
        EventFact(kind="teams", board_scoring="imps", match_scoring="vps", vp_scale="SBU", vp_table=table)
    )
    assert (event.vp_scale, event.vp_table) == ("WBF_CONTINUOUS", None)
    assert b"VPScaleTable" not in data


def test_the_name_of_a_scale_comes_back() -> None:
    event, lost, _ = read_back(
        EventFact(kind="teams", board_scoring="imps", match_scoring="vps", vp_scale="WBF_CONTINUOUS")
    )
    assert (event.vp_scale, event.vp_table) == ("WBF_CONTINUOUS", None)
    assert not any("vp_" in path for path in lost)


@pytest.mark.parametrize("rows", ["1-8 3 12 8", "8-1 0 10 10", "x 0 10 10", "1-8 ? 10 10", ""])
def test_a_table_that_makes_no_scale_is_kept_unread(rows: str) -> None:
    text = f'[Event "Cup"]\n[VPScaleTable "Boards;Margin;Winner;Loser"]\n{rows}\n'
    (event,) = parse(text.encode()).events
    assert event.facts.event.vp_table is None
    assert [(fact.kind, fact.name) for fact in event.facts.extensions] == [("section", "VPScaleTable")]
