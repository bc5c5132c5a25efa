from decimal import Decimal
from itertools import permutations

from contracts.facts import AdjustmentFact, AsOf, Score
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.conflicts import LISTED, conflicts
from services.scoring.domain.merging.merge import merge
from tests.support.fragments import fragment, result


def said(*fragments):
    return [(f.subject, f.stated, f.computed) for f in conflicts(merge(fragments))]


def from_desk(name, score, minutes=0, **more):
    return fragment(name, minutes=minutes, results=[result("7", "1", "2", score, **more)])


def test_two_files_of_one_moment_that_differ_are_named_with_both_values():
    one, other = sorted((from_desk("desk A", 420), from_desk("desk B", 450)), key=lambda f: f.order)
    (finding,) = conflicts(merge([one, other]))
    assert finding.code == "scoring.sources-disagree"
    assert finding.subject == "board 7, 1 against 2"
    assert one.file.name in finding.message
    assert other.file.name in finding.message
    assert finding.file == one.file.sha256
    lost, won = one.facts.results[0].ns_score.points, other.facts.results[0].ns_score.points
    assert finding.stated == f"ew_score {lost}, ns_score {lost}"
    assert finding.computed == f"ew_score {won}, ns_score {won}"
    assert merge([one, other]).standing("results")[0].fact.ns_score.points == won


def test_the_order_of_arrival_does_not_matter():
    files = [from_desk("desk A", 420), from_desk("desk B", 450), from_desk("desk C", 480)]
    assert len({tuple(said(*order)) for order in permutations(files)}) == 1
    assert len(said(*files)) == 2


def test_files_that_agree_or_leave_out_are_no_conflict():
    assert said(from_desk("A", 420), from_desk("B", 420)) == []
    assert said(from_desk("A", 420, contract="4S"), from_desk("B", 420)) == []
    assert len(said(from_desk("A", 420, contract="4S"), from_desk("B", 420, contract="4H"))) == 1


def test_what_a_newer_file_has_settled_is_not_said():
    assert said(from_desk("A", 420), from_desk("B", 450), from_desk("C", 450, minutes=1)) == []
    assert said(from_desk("A", 420), from_desk("B", 450, minutes=1)) == []


def test_exports_with_one_planned_end_are_told_apart_by_their_own_time():
    def planned(name, score, minutes):
        made = from_desk(name, score)
        at = AsOf(at=made.as_of.at, source="end_time")
        file = made.file.replace(received_at=made.as_of.at.replace(minute=minutes))
        return made.replace(as_of=at, file=file)

    assert said(planned("A", 420, 1), planned("B", 450, 2)) == []
    assert len(said(planned("A", 420, 1), planned("B", 450, 1))) == 1


def test_penalties_and_percentages_can_be_in_conflict():
    def fined(name, amount):
        return fragment(name, adjustments=(AdjustmentFact(kind="penalty", participant="3", amount=Decimal(amount)),))

    assert [row[0] for row in said(fined("A", -1), fined("B", -2))] == ["penalty of pair 3"]
    award = Score(kind="artificial", percent=Decimal(60))
    ((_, one, other),) = said(from_desk("A", 0, ns_score=award), from_desk("B", 0, ns_score=Score(kind="late")))
    assert {one, other} == {"ns_score 60%", "ns_score late"}


def test_many_are_listed_up_to_a_number_and_counted():
    def many(name, score):
        return fragment(name, results=[result(str(board), "1", "2", score) for board in range(1, LISTED + 6)])

    found = conflicts(merge([many("A", 100), many("B", 110)]))
    assert len(found) == LISTED + 1
    assert found[-1].message.startswith("5 more")


def test_standings_say_what_files_disagree_about():
    state = EventState("club-pairs-2026-03-07")
    for one in (from_desk("A", 420), from_desk("B", 450)):
        state.apply(one)
    assert state.score()[0].standings.findings[0].code == "scoring.sources-disagree"
