"""Match points of a new file are the program's own."""

from decimal import Decimal

import pytest

from contracts.facts import (
    UNKNOWN_SCORE,
    AdjustmentFact,
    Detail,
    Facts,
    Participant,
    ResultFact,
    SectionFact,
    Sides,
    StatedScore,
    total_points,
)
from contracts.messages import EventMerged
from contracts.standings import Method, Progress, Ranking, ScoredBoard, StandingRow, Standings, TravellerLine
from shared.formats.acblscore.writer.own_scoring import scored_anew, scored_otherwise, with_lines
from shared.formats.losses import Losses
from tests.support.merged import merged

ENGLISH = Method(board_scoring="match_points", scale="2-1-0", factoring="neuberg-ebu", rounding="exact")


def line(board: str, ns: str, ew: str, points: int, section: str | None = None) -> ResultFact:
    score = total_points(points)
    return ResultFact(board=board, sides=Sides(ns=ns, ew=ew), ns_score=score, ew_score=score, section=section)


def event(*results: ResultFact, rows: tuple[StandingRow, ...] = (), **more) -> EventMerged:
    ranking = Ranking(id="overall", title="Overall", kind="pair", unit="match_points", rows=rows)
    standings = Standings(
        event="made-up-pairs", name="Made-up pairs", progress=Progress(), method=ENGLISH, rankings=(ranking,)
    )
    boards = more.pop("boards", ())
    return merged(results=results, standings=standings, **more).replace(boards=boards)


def anew(of: EventMerged, directions: dict[str, int] | None = None) -> tuple[Facts, Losses]:
    losses = Losses()
    people = {name: 0 for result in of.facts.results for name in (result.sides.ns, result.sides.ew) if name}
    return scored_anew(of, None, {"": directions or people}, losses), losses


def totals(facts: Facts) -> dict[str, tuple[str, ...]]:
    return {t.participant: (str(t.total), str(t.percentage), t.place or "") for t in facts.totals}


THREE = (line("1", "1", "2", 420), line("1", "3", "4", 420), line("1", "5", "6", -50))


@pytest.mark.parametrize(
    ("method", "results", "otherwise"),
    [
        (ENGLISH, THREE, True),
        (ENGLISH.replace(rounding="acblscore"), THREE, False),
        (ENGLISH.replace(board_scoring="butler_imps"), THREE, False),
        (ENGLISH, (), False),
        (ENGLISH, (ResultFact(board="1", sides=Sides(), ns_score=UNKNOWN_SCORE, ew_score=UNKNOWN_SCORE),), False),
    ],
)
def test_match_points_of_another_method_with_results_of_somebody_are_scored_anew(method, results, otherwise):
    standings = Standings(event="made-up-pairs", name="Made-up pairs", progress=Progress(), method=method)
    assert scored_otherwise(merged(results=results, standings=standings)) is otherwise


def test_a_better_score_wins_one_point_and_an_equal_one_half_and_the_method_is_a_loss():
    facts, losses = anew(event(*THREE))
    assert [(str(r.stated.ns), str(r.stated.ew)) for r in facts.results] == [
        ("1.50", "0.50"),
        ("1.50", "0.50"),
        ("0.00", "2.00"),
    ]
    assert totals(facts)["1"] == ("1.50", "75.00", "2=")
    assert [item.what for item in losses.items()] == ["method of scoring (2-1-0, neuberg-ebu, exact)"]


def test_a_board_with_fewer_scores_is_brought_to_the_top_of_all():
    facts, _ = anew(event(*THREE, line("2", "1", "4", 100), line("2", "3", "6", 90)))
    assert [str(r.stated.ns) for r in facts.results if r.board == "2"] == ["1.75", "0.25"]
    assert {section.top for section in facts.sections} == {Decimal(2)}


def test_a_total_is_brought_to_the_most_boards_and_counts_a_board_once():
    facts, _ = anew(event(*THREE, line("2", "1", "4", 100), line("2", "3", "6", 90), line("1", "1", "6", 420)))
    by_pair = {total.participant: total for total in facts.totals}
    assert by_pair["1"].boards_played == 2
    assert by_pair["1"].unfactored == facts.results[0].stated.ns + facts.results[3].stated.ns
    assert (by_pair["5"].boards_played, by_pair["5"].total) == (1, 2 * by_pair["5"].unfactored)


def test_penalties_handicaps_and_what_is_brought_over_keep_their_part_of_the_whole():
    row = {"id": "1", "number": "1", "name": "1"}
    own = StandingRow(
        **row,
        total=Decimal(3),
        maximum=Decimal(4),
        adjustment=Decimal("-0.4"),
        handicap=Decimal(2),
        carry_forward=Decimal(1),
    )
    penalty = AdjustmentFact(
        kind="penalty", participant="1", participant_kind="pair", amount=Decimal(10), unit="percent"
    )
    facts, _ = anew(event(*THREE, rows=(own,), adjustments=(penalty,)))
    amounts = {fact.kind: (str(fact.amount), fact.counted) for fact in facts.adjustments}
    assert amounts == {"penalty": ("-0.20", True), "handicap": ("1.00", False), "carry_forward": ("0.50", False)}
    assert totals(facts)["1"][:2] == ("1.30", "65.00")


def test_who_is_not_eligible_has_no_place_and_each_direction_has_a_list_of_its_own():
    people = tuple(Participant(id=name, kind="pair", standing=name != "1") for name in "123456")
    facts, _ = anew(event(*THREE, participants=people), {"1": 1, "3": 1, "5": 1, "2": 2, "4": 2, "6": 2})
    places = [totals(facts)[name][2] for name in "123456"]
    assert places == ["", "2=", "1", "2=", "2", "1"]


def test_sections_with_a_board_in_common_are_scored_and_ranked_together():
    both = (line("1", "1", "2", 420, "A"), line("1", "3", "4", -50, "B"))
    lines = tuple(TravellerLine(section=r.section, ns=r.sides.ns, ew=r.sides.ew) for r in both)
    of = event(*both, boards=(ScoredBoard(event="made-up-pairs", id="1", board="1", unit="match_points", lines=lines),))
    facts = scored_anew(of, None, {"A": {"1": 1, "2": 2}, "B": {"3": 1, "4": 2}}, Losses())
    assert [(s.id, s.scored_with, s.ranked_with) for s in facts.sections] == [("A", "A", "A"), ("B", "A", "A")]
    assert [str(r.stated.ns) for r in facts.results] == ["1.00", "0.00"]


def test_what_another_program_had_as_the_full_total_is_left_out():
    section = SectionFact(id="", details=(Detail(name="FULL_SCORE", value="100"),))
    facts, _ = anew(event(*THREE, sections=(section,)))
    assert facts.sections[0].details == ()


def test_a_total_without_results_is_a_loss():
    row = StandingRow(id="9", number="9", name="9", total=Decimal(3))
    facts, losses = anew(event(*THREE, rows=(row,)), dict.fromkeys("1234569", 0))
    assert "9" not in totals(facts)
    assert ("total", 1) in {(item.what, item.count) for item in losses.items()}


def test_a_penalty_of_an_unknown_total_is_a_loss():
    row = StandingRow(id="1", number="1", name="1", total=Decimal(12), adjustment=Decimal(-1))
    facts, losses = anew(event(*THREE, rows=(row,)))
    assert facts.adjustments == ()
    assert ("adjustment", 1) in {(item.what, item.count) for item in losses.items()}


def test_the_total_of_a_swiss_pair_by_imps_is_the_sum_of_its_lines():
    losses = Losses()
    worth = StatedScore(ns=Decimal(3), ew=Decimal(-3), unit="imps")
    lines = [line("1", "1", "2", 420).replace(stated=worth), line("2", "3", "1", 50).replace(stated=worth)]
    entry = {"score": Decimal(12), "final_score": Decimal(12), "unfactored": Decimal(12), "adjustment": Decimal(-1)}
    found = with_lines(entry, "1", [*lines, line("3", "1", "4", 0)], losses)
    assert found == {"score": 0, "final_score": 0, "unfactored": 0}
    assert [item.what for item in losses.items()] == ["adjustment"]
    assert with_lines(entry, "9", lines, losses) == entry
