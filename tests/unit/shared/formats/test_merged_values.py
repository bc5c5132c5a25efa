"""Computed or stated values."""

from decimal import Decimal

import pytest

from contracts.facts import UNKNOWN_SCORE, MatchFact, ResultFact, Score, SectionFact, Sides, WeightedPoints
from contracts.standings import Ranking, ScoredBoard, ScoredMatch, StandingRow, TravellerLine
from shared.formats.losses import Losses
from shared.formats.merged_values import Totals, Values, with_carried
from tests.support.usebio_documents import board, document, line, merged, pair, people, read_one

STATED = read_one(
    document(
        people(pair("1", "<PLACE>9</PLACE><PERCENTAGE>10</PERCENTAGE>"), pair("2", "<PLACE>8</PLACE>"))
        + board(line(more="<NS_MATCH_POINTS>1</NS_MATCH_POINTS>"), line(ns="3", ew="4"))
    )
)
RANKING = Ranking(
    id="overall",
    title="Overall",
    unit="match_points",
    rows=(
        StandingRow(
            id="1",
            number="1",
            name="A",
            place="1=",
            total=Decimal("7.5"),
            maximum=Decimal(10),
            percentage=Decimal(75),
            boards=4,
        ),
    ),
)
SCORED = ScoredBoard(
    event=STATED.event,
    id="1",
    board="1",
    unit="match_points",
    lines=(TravellerLine(ns="1", ew="2", ns_points=Decimal(2), ew_points=Decimal(0)),),
)


def values(computed: bool) -> tuple[Values, Losses]:
    losses = Losses()
    return Values(merged(STATED, rankings=(RANKING,), boards=(SCORED,)), computed, losses), losses


def test_computed_values_stand_where_there_are_some() -> None:
    table, losses = values(True)
    assert table.totals("pair", "1", None) == Totals("1=", Decimal("7.5"), Decimal(10), Decimal(75), 4)
    found = table.points(STATED.facts.results[0])
    assert (found.ns, found.ew, found.unit) == (2, 0, "match_points")
    assert losses.items() == ()


def test_stated_values_stand_in_and_are_counted_where_nothing_is_computed() -> None:
    table, losses = values(True)
    assert table.totals("pair", "2", None) == Totals("8")
    assert table.points(STATED.facts.results[1]) is None
    assert [(loss.what, loss.count) for loss in losses.items()] == [("computed totals", 1)]


def test_points_of_individuals_are_found_by_the_four_at_the_table() -> None:
    board_of_four = SCORED.replace(
        lines=(TravellerLine(ns="A-1+A-3", ew="A-2+A-4", ns_points=Decimal(2), ew_points=Decimal(0)),)
    )
    losses = Losses()
    table = Values(merged(STATED, rankings=(RANKING,), boards=(board_of_four,)), True, losses)
    sides = Sides(north="A-1", south="A-3", east="A-2", west="A-4")
    found = table.points(STATED.facts.results[0].replace(sides=sides))
    assert found is not None
    assert (found.ns, found.ew) == (2, 0)
    assert losses.items() == ()


def test_a_line_between_teams_has_points_only_where_its_pairs_are_scored() -> None:
    event = read_one(
        document(
            "<MATCH><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>"
            + board("<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>50</SCORE></TRAVELLER_LINE>")
            + "</MATCH>",
            event='EVENT_TYPE="TEAMS"',
        )
    )
    swing = ScoredBoard(
        event=event.event,
        id="1",
        board="1",
        unit="imps",
        lines=(TravellerLine(ns_team="1", ew_team="2", ns_points=Decimal(7), ew_points=Decimal(-7)),),
    )
    (result,) = event.facts.results
    whole = merged(event, boards=(swing,))
    assert Values(whole, True, Losses()).points(result).ns == 7
    assert Values(whole, True, Losses()).pair_points(result) is None
    method = whole.standings.method.replace(pairwise="butler_imps")
    whole = whole.replace(standings=whole.standings.replace(method=method))
    found = Values(whole, True, Losses()).pair_points(result)
    assert (found.ns, found.unit) == (7, "butler_imps")
    assert Values(whole, False, Losses()).pair_points(result) is None


def test_stated_values_are_those_of_the_file() -> None:
    table, losses = values(False)
    assert table.totals("pair", "1", None) == Totals("9", percentage=Decimal(10))
    assert table.points(STATED.facts.results[0]).ns == 1
    assert table.totals("pair", "77", None) is None
    assert losses.items() == ()


def test_what_is_brought_over_is_added_where_it_is_in_the_unit_of_the_total() -> None:
    row = RANKING.rows[0]
    brought = {"carry_forward": Decimal(5), "final": Decimal("12.5")}
    for update, carried, whole in (
        ({}, None, Decimal("7.5")),
        (brought, Decimal(5), Decimal("12.5")),
        (brought | {"final": Decimal(80)}, None, Decimal("7.5")),
    ):
        ranking = RANKING.replace(rows=(row.replace(**update),))
        table = Values(merged(STATED, rankings=(ranking,), boards=()), True, Losses())
        found = table.totals("pair", "1", None)
        assert found is not None
        assert (found.carried, with_carried(found)) == (carried, whole)


def test_the_percentage_beside_points_brought_over_is_that_of_the_total() -> None:
    row = RANKING.rows[0].replace(
        total=Decimal(20), maximum=Decimal(48), percentage=None, carry_forward=Decimal(5), final=Decimal(25)
    )
    table = Values(merged(STATED, rankings=(RANKING.replace(rows=(row,)),), boards=()), True, Losses())
    found = table.totals("pair", "1", None)
    assert found is not None
    assert found.percentage == Decimal("41.67")


@pytest.mark.parametrize(
    ("awards", "computed", "kind"),
    [("own average", True, "artificial"), (None, True, "average"), ("own average", False, "average")],
)
def test_an_award_is_written_as_what_it_became(awards: str | None, computed: bool, kind: str) -> None:
    plus = Score(kind="average", percent=Decimal(60), text="Ave+")
    line_ = STATED.facts.results[0].replace(ns_score=plus, ew_score=Score(kind="not_played"))
    board_ = SCORED.replace(lines=(SCORED.lines[0].replace(ns_percent=Decimal("71.43")),))
    event = merged(STATED, rankings=(RANKING,), boards=(board_,))
    method = event.standings.method.replace(awards=awards)
    event = event.replace(standings=event.standings.replace(method=method))
    written = Values(event, computed, Losses()).awarded(line_)
    assert (written.ns_score.kind, written.ew_score.kind) == (kind, "not_played")
    assert written.ns_score.percent == (Decimal("71.43") if kind == "artificial" else 60)


@pytest.mark.parametrize(("computed", "percent"), [(True, "36.67"), (True, None), (False, "36.67")])
def test_a_weighted_ruling_is_written_as_its_percentages_and_that_is_a_loss(
    computed: bool, percent: str | None
) -> None:
    weighted = Score(kind="weighted", parts=(WeightedPoints(weight=Decimal(1), points=420),))
    line_ = STATED.facts.results[0].replace(ns_score=weighted, ew_score=weighted)
    known = None if percent is None else Decimal(percent)
    board_ = SCORED.replace(lines=(SCORED.lines[0].replace(ns_percent=known, ew_percent=known),))
    losses = Losses()
    written = Values(merged(STATED, rankings=(RANKING,), boards=(board_,)), computed, losses).awarded(line_)
    became = computed and percent is not None
    assert (written.ns_score.kind, written.ew_score.percent) == (
        ("artificial", known) if became else ("weighted", None)
    )
    assert [item.what for item in losses.items()] == (["weighted score"] if became else [])


@pytest.mark.parametrize(
    ("computed", "text", "points"), [(True, "-50", -50), (False, "-50", -50), (True, "A6040", None), (True, "", None)]
)
def test_a_score_is_worked_out_where_the_file_has_none(computed: bool, text: str, points: int | None) -> None:
    blank = ResultFact(board="1", sides=Sides(ns="1", ew="2"), ns_score=UNKNOWN_SCORE, ew_score=UNKNOWN_SCORE)
    board = SCORED.replace(lines=(TravellerLine(ns="1", ew="2", score=text),))
    found = Values(merged(STATED, boards=(board,)), computed, Losses()).worked_out(blank)
    assert (found.ns_score.points, found.ew_score.points) == (points, points)


@pytest.mark.parametrize(("unit", "imps"), [("imps", 7), ("points", None)])
def test_a_match_has_the_imps_that_its_boards_give(unit: str, imps: int | None) -> None:
    scored = ScoredMatch(home="1", away="2", unit="vps", raw_unit=unit, home_raw=Decimal(7), away_raw=Decimal(-7))
    of = merged(STATED)
    table = Values(of.replace(standings=of.standings.replace(matches=(scored,))), True, Losses())
    match = MatchFact(kind="teams", home="1", away="2")
    assert table.with_imps(match).home_imps == imps
    assert table.with_imps(match.replace(home_imps=Decimal(3))).home_imps == 3


@pytest.mark.parametrize(
    ("stratum", "computed", "place"), [("2", True, "1"), ("3", True, "4"), ("1", True, "1="), ("2", False, "4")]
)
def test_a_place_in_the_own_stratum_is_ours_where_we_rank_it(stratum: str, computed: bool, place: str) -> None:
    participants = tuple(p.replace(stratum=stratum) for p in STATED.facts.participants)
    facts = STATED.facts.replace(participants=participants)
    of_stratum = RANKING.replace(id="stratum-2", rows=tuple(row.replace(place="1") for row in RANKING.rows))
    known = merged(STATED, facts=facts, rankings=(RANKING, of_stratum), boards=(SCORED,))
    stated = STATED.facts.totals[0].replace(stratum_place="4")
    assert Values(known, computed, Losses()).stratum_place(stated) == place


@pytest.mark.parametrize(("computed", "place"), [(True, "4"), (False, None)])
def test_a_stated_place_in_a_stratum_of_sections_that_are_ranked_apart_is_lost(
    computed: bool, place: str | None
) -> None:
    apart = tuple(SectionFact(id=name, ranked_with=name) for name in "AB")
    stated, losses = STATED.facts.totals[0].replace(stratum_place="4"), Losses()
    known = merged(STATED, facts=STATED.facts.replace(sections=apart))
    assert Values(known, computed, losses).stratum_place(stated) == place
    assert [loss.what for loss in losses.items()] == ([] if computed else ["stratum place of totals"])
