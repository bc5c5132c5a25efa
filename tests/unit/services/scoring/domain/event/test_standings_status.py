from datetime import timedelta
from decimal import Decimal

import pytest

from contracts.base import DECISIONS
from contracts.decisions import Adjust, Awarded, SetPresence, SetScore, SetStatus, UseImps, UseScale, VoidResult
from contracts.facts import (
    AdjustmentFact,
    EarlyStartFact,
    EventFact,
    Facts,
    MatchFact,
    Participant,
    ScaleChart,
    ScaleTable,
    SessionFact,
    Sides,
)
from contracts.standings import ROWS, Progress, Ranking, StandingRow, Status, TieBreakValue
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.event.standings_status import outcome_of, waiting_early_starts
from tests.support.decided import decided, told
from tests.support.fragments import fragment, pair, result
from tests.support.team_facts import both, match

EVENT = "club-pairs-2026-03-07"
PAIRS = tuple(pair(number) for number in "1234")


def evening(name="f1", minutes=0, **more):
    lines = [result("7", "1", "2", 420), result("7", "3", "4", 50)]
    return fragment(name, minutes=minutes, results=lines, participants=PAIRS, **more)


def event(*fragments):
    state = EventState(EVENT)
    for one in fragments:
        state.apply(one)
    return state


def standings(*fragments):
    return event(*fragments).score()[0].standings


def line(**more):
    return {"board": "7", "sides": Sides(ns="1", ew="2"), **more}


def official(outcome=None, minutes=60):
    return decided(SetStatus(decision="status", status="official", outcome=outcome), minutes=minutes)


def correction(minutes=90):
    return evening("later", minutes).replace(facts=evening().facts.replace(results=(result("7", "1", "2", -50),)))


def test_standings_are_official_when_the_director_says_so():
    outcome = standings(evening()).outcome
    assert standings(evening(), official(outcome)).status is Status.OFFICIAL
    assert standings(evening(), official(outcome), evening("same again", 70)).status is Status.OFFICIAL


def test_standings_that_change_after_they_were_official_are_corrected_and_say_by_what():
    after = standings(evening(), official(standings(evening()).outcome), correction())
    assert after.status is Status.CORRECTED
    assert after.status_reason == (
        "changed since the standings of 2026-03-07 13:00 were official: the newest file after that is later.xml"
    )


def test_the_order_of_arrival_does_not_matter_to_the_status():
    declared = official(standings(evening()).outcome)
    one, other = standings(evening(), declared, correction()), standings(correction(), declared, evening())
    assert (one.status, one.status_reason, one.outcome) == (other.status, other.status_reason, other.outcome)


def test_an_older_file_that_comes_late_corrects_too():
    declared = official(standings(evening()).outcome)
    late = fragment("older", minutes=-5, results=[result("8", "1", "2", 90), result("8", "3", "4", 80)])
    after = standings(evening(), declared, late)
    assert after.status is Status.CORRECTED
    assert after.status_reason.endswith("by a file of an earlier time")


def test_the_newest_declaration_counts():
    back = decided(SetStatus(decision="status", status="live", reason="protest"), minutes=61)
    after = standings(evening(), official(), back)
    assert (after.status, after.status_reason) == (Status.LIVE, "protest")
    assert standings(evening(), back, official(minutes=62)).status is Status.OFFICIAL


def test_a_voided_result_counts_for_nobody_whatever_programs_send_later():
    void = told(VoidResult(decision="void", **line()), minutes=1)
    state = event(evening(), evening("next export", 30))
    state.apply(void.fragment, void.findings)
    scored = state.score()[0]
    lines = {one.ns: one for one in scored.boards[0].lines}
    assert (lines["1"].score, lines["1"].ns_points) == ("void", None)
    assert "decisions.decided" in [finding.code for finding in scored.standings.findings]


@pytest.mark.parametrize(("points", "contract"), [(-50, None), (420, "4S")])
def test_an_awarded_score_takes_the_place_of_the_one_at_the_table_whose_contract_it_may_not_be(points, contract):
    ruling = SetScore(decision="score", ns=Awarded(points=points), ew=Awarded(points=points), **line())
    played = fragment(
        "f1", results=[result("7", "1", "2", 420, contract="4S"), result("7", "3", "4", 50)], participants=PAIRS
    )
    first = next(one for one in event(played, decided(ruling)).score()[0].boards[0].lines if one.ns == "1")
    assert (first.contract, first.score, first.ns_points) == (contract, str(points), Decimal(2 * (points > 50)))


def test_a_decision_about_a_line_that_nobody_has_is_said():
    found = standings(evening(), decided(VoidResult(decision="void", **line(board="9")))).findings
    assert [finding.subject for finding in found if finding.code == "decisions.line-unknown"] == ["board 9"]
    assert not [
        f
        for f in standings(evening(), decided(VoidResult(decision="void", **line()))).findings
        if f.code == "decisions.line-unknown"
    ]


def test_a_penalty_comes_beside_those_of_the_files():
    fine = decided(Adjust(decision="adjustment", participant="1", amount=Decimal(-10), unit="percent"))
    rows = {row.id: row for row in standings(evening(), fine).rankings[0].rows}
    assert rows["1"].adjustment is not None
    assert rows["1"].adjustment < 0


def test_the_outcome_is_places_totals_and_tie_breaks_and_nothing_else():
    def made(**row):
        return outcome_of([Ranking(id="overall", title="x", unit="points", rows=(StandingRow(**row),))])

    plain = {"id": "1", "number": "1", "name": "Ann", "place": "1", "total": Decimal("5.5")}
    assert made(**plain) == made(**plain, agrees=True, boards=3)
    assert made(**plain) != made(**plain | {"place": "2"})
    assert made(**plain) != made(**plain | {"total": Decimal("5")})
    assert made(**plain) != made(**plain, tie_breaks=(TieBreakValue(code="BH", value=Decimal(1)),))


def test_the_outcome_of_rows_is_that_of_their_columns_and_of_numbers_as_they_are_written():
    rows = tuple(StandingRow(id=each, number=each, name="Ann", place=each, total=Decimal("1.5")) for each in "12")
    numbers = {name: list(each) for name, each in ROWS.of(rows).lists.items() if name != "total"}
    tables = (rows, ROWS.of(rows), ROWS.of_lists(ROWS.of(rows).lists), ROWS.of_lists(numbers, {"total": ["1.5"] * 2}))
    assert len({outcome_of([Ranking(id="overall", title="x", unit="points", rows=each)]) for each in tables}) == 1


def test_who_is_in_no_file_is_said_to_be_unknown_unless_the_decision_says_what_they_are():
    def away(who, **more):
        return SetPresence(decision="presence", participant=who, round=3, **{"present": False, **more})

    def unknown(*said):
        found = standings(evening(), decided(*said, minutes=5)).findings
        return [finding.subject for finding in found if finding.code == "decisions.participant-unknown"]

    assert unknown(away("1"), away("9")) == ["number 9"]
    assert unknown(away("9", present=True, kind="pair")) == []


def test_a_fine_for_somebody_who_is_in_no_file_is_said():
    def unknown(file):
        fines = (Adjust(decision="adjustment", participant=who, amount=Decimal(-1)) for who in ("1", "99"))
        found = standings(file, decided(*fines, minutes=5)).findings
        return [finding.subject for finding in found if finding.code == "decisions.participant-unknown"]

    assert unknown(evening()) == ["pair 99"]
    unlisted = fragment("f1", results=[result("7", "1", "2", 420), result("7", "3", "4", 50)])
    assert unknown(unlisted) == ["pair 99"]


def test_a_scale_that_is_given_scores_the_matches_whatever_came_first_and_whenever_the_file_comes_again():
    teams = EventFact(name="Teams", kind="swiss_teams", board_scoring="imps", match_scoring="vps", vp_scale="SBU")
    played = {
        "events": (teams,),
        "results": both(1, "1", "2", 620, -50),
        "matches": (match("1", "2", ("17.5", "2.5")),),
        "participants": tuple(Participant(id=name, kind="team") for name in "12"),
    }
    rows = ((0, Decimal(10), Decimal(10)), (12, Decimal("17.5"), Decimal("2.5")))
    table = ScaleTable(name="SBU", unit="imps", charts=(ScaleChart(boards=(1, 8), rows=rows),))
    given = decided(UseScale(decision="scale", table=table), UseImps(decision="imps", lower_bounds=(20, 60)), minutes=5)
    files = [fragment("first", **played), fragment("again", minutes=30, **played)]
    scored = [standings(*order) for order in ([given, *files], [*files, given], [files[0], given, files[1]])]
    assert scored[0] == scored[1] == scored[2]
    assert scored[0].name == "Teams"
    assert scored[0].method.vp_scale == "SBU"
    (row,) = scored[0].matches
    assert (row.home_raw, row.home_score, row.agrees) == (2, 10, False)  # by the given table 670 points are 2 IMPs
    named = decided(UseScale(decision="scale", name="WBF_CONTINUOUS"), minutes=9)
    later = standings(given, named, files[0])
    assert later.method.vp_scale == "WBF_CONTINUOUS", "what was decided last, above the scale of the file"
    assert later.matches[0].home_score == Decimal("12.29")  # 10 + 10 * (1 - r ** (2 / 15)) / (1 - r)


def test_somebody_in_a_line_or_a_match_alone_may_be_fined() -> None:
    match = MatchFact(kind="pairs", home="8", away="9", round=1)
    unlisted = fragment("f", results=[result("7", "1", "2", 420)], matches=(match,))
    for name, unknown in (("1", 0), ("2", 0), ("8", 0), ("9", 0), ("5", 1)):
        fine = AdjustmentFact(kind="penalty", participant=name, amount=Decimal(-5), counted=False)
        director = fragment("d", minutes=9, file_format=DECISIONS, events=(), adjustments=(fine,))
        found = [
            f.message for f in event(unlisted, director).score()[0].every if f.code == "decisions.participant-unknown"
        ]
        assert found == [f"a decision names pair {name}, whom no file lists"] * unknown


def waiting(over: int, *starts: EarlyStartFact, sessions: int = 1) -> list[str]:
    facts = Facts(early_starts=starts, sessions=tuple(SessionFact(id=str(n)) for n in range(sessions)))
    progress = Progress(text="", rounds_complete=over, results=0, boards=0)
    return [finding.message for finding in waiting_early_starts(facts, progress)]


def test_an_early_start_waits_while_a_round_between_has_not_begun() -> None:
    assert waiting(2, EarlyStartFact(round=3)) == []
    assert waiting(2, EarlyStartFact(round=4)) == ["round 4 was started early after round 2"]
    assert waiting(2, EarlyStartFact(round=4, early=False)) == []
    assert waiting(2, EarlyStartFact(round=4), sessions=2) == []


def test_standings_say_what_was_declared_last_and_until_when_corrections_are_taken():
    assert standings(evening()).declared is None
    until = evening().as_of.at + timedelta(hours=2)
    provisional = SetStatus(decision="status", status="provisional", corrections_until=until)
    declared = standings(evening(), decided(provisional, minutes=60)).declared
    assert declared.corrections_until == until
    assert declared.at == evening().as_of.at + timedelta(hours=1)
    # A correction does not move the end of the period; another declaration does.
    corrected = decided(SetScore(decision="score", ns=Awarded(points=50), ew=Awarded(points=50), **line()), minutes=70)
    after = standings(evening(), decided(provisional, minutes=60), corrected)
    assert (after.declared, after.status) == (declared, Status.PROVISIONAL)
    again = standings(evening(), decided(provisional, minutes=60), official("ab" * 32, minutes=90))
    assert (again.declared.outcome, again.declared.corrections_until) == ("ab" * 32, None)
