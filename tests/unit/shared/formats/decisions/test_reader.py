from decimal import Decimal

import pytest

from contracts.decisions import (
    Adjust,
    Awarded,
    CarryForward,
    Decisions,
    LockRound,
    ReassignFiles,
    RetractFile,
    SetScore,
    SetStatus,
    UseImps,
    UseScale,
    VoidResult,
)
from contracts.facts import ScaleChart, ScaleTable, Sides
from contracts.findings import Severity
from shared.errors import FormatError
from shared.formats.decisions.reader import parse, written
from tests.support.decided import ruling
from tests.support.fragments import NOON

LINE = {"board": "7", "sides": Sides(ns="3", ew="5")}
FILE = "ab" * 32


def facts_of(*decided):
    (event,) = parse(ruling(*decided)).events
    return event.facts


def test_who_decided_about_which_event_and_when_is_read():
    (event,) = parse(ruling(LockRound(decision="lock", round=4), event="spring-open", minutes=5)).events
    assert event.event == "spring-open"
    assert event.stated_at[0].minute == 5
    assert not event.scope.whole


def test_a_void_result_is_one_that_was_not_played():
    (result,) = facts_of(VoidResult(decision="void", **LINE, session="1")).results
    assert result.key == ("1", "7", "3", "5", *[None] * 6, 0)
    assert {result.ns_score.kind, result.ew_score.kind} == {"not_played"}
    assert result.at.path == "/decisions/0"


def test_a_score_may_be_points_for_one_side_and_a_percentage_for_the_other():
    ns, ew = Awarded(percent=Decimal("60")), Awarded(points=-420)
    (result,) = facts_of(SetScore(decision="score", ns=ns, ew=ew, **LINE)).results
    assert (result.ns_score.kind, result.ns_score.percent) == ("artificial", Decimal("60"))
    assert (result.ew_score.kind, result.ew_score.points) == ("points", -420)


@pytest.mark.parametrize(
    ("award", "score"),
    [
        ("average plus", ("average", "Ave+", 60)),
        ("average", ("average", "Ave", 50)),
        ("average minus", ("average", "Ave-", 40)),
        ("not played", ("not_played", None, None)),
    ],
)
def test_a_score_may_be_an_award_by_name(award, score):
    ns, ew = Awarded(award=award), Awarded(points=-420)
    decision = SetScore(decision="score", ns=ns, ew=ew, **LINE)
    (result,) = facts_of(decision).results
    assert (result.ns_score.kind, result.ns_score.text, result.ns_score.percent) == score
    (finding,) = parse(ruling(decision)).findings
    assert finding.message.startswith(f"Board 7, 3 against 5: {award} to North-South, -420 to East-West")


def test_penalties_of_several_files_have_numbers_of_their_own():
    def fine(minutes):
        decision = Adjust(decision="adjustment", participant="3", amount=Decimal(-10), unit="percent")
        (event,) = parse(ruling(decision, decision, minutes=minutes)).events
        return event.facts.adjustments

    every = [*fine(0), *fine(1)]
    assert len({fact.key for fact in every}) == 4
    assert {fact.kind for fact in every} == {"penalty"}
    assert facts_of(Adjust(decision="adjustment", participant="3", amount=Decimal(2))).adjustments[0].kind == "bonus"


def test_a_carry_forward_is_so_many_boards_of_the_stage_that_follows():
    """330 of 312 on 26 boards: half of it, 13.75 boards' tops; 192.5 where a top is 14."""
    carry = CarryForward(decision="carry", participant="3", session="F", score=330, maximum=312, boards=26)
    (fact,) = facts_of(carry).adjustments
    assert (fact.kind, fact.session, fact.amount, fact.unit, fact.counted) == (
        "carry_forward",
        "F",
        1375,
        "percent_of_board",
        False,
    )
    (finding,) = parse(ruling(carry)).findings
    assert finding.message.startswith("Pair 3: carries forward half of 330 of 312 on 26 boards, decided")


def test_files_statuses_and_seats_are_facts():
    facts = facts_of(
        RetractFile(decision="retract", file=FILE, reason="the wrong night"),
        SetStatus(decision="status", status="official", outcome=FILE),
        LockRound(decision="lock", round=4, session="2"),
    )
    assert [(fact.file, fact.retracted, fact.reason) for fact in facts.retractions] == [(FILE, True, "the wrong night")]
    assert [(fact.status, fact.outcome) for fact in facts.statuses] == [("official", FILE)]
    assert [(fact.session, fact.round, fact.locked) for fact in facts.locks] == [("2", 4, True)]


def test_files_that_belong_elsewhere_are_facts():
    facts = facts_of(
        ReassignFiles(decision="reassign", to="final"),
        ReassignFiles(decision="reassign", file=FILE, reason="side game"),
    )
    assert [(fact.file, fact.to, fact.reason) for fact in facts.reassignments] == [
        (None, "final", None),
        (FILE, None, "side game"),
    ]
    (named,) = facts_of(ReassignFiles(decision="reassign", name="a.xml", sender="club-pc", to="final")).reassignments
    assert (named.file, named.name, named.sender, named.to) == (None, "a.xml", "club-pc", "final")


def test_each_decision_is_said_in_a_sentence():
    parsed = parse(
        ruling(
            VoidResult(decision="void", **LINE, reason="fouled board"),
            SetScore(decision="score", ns=Awarded(points=420), ew=Awarded(percent=Decimal("40")), **LINE),
            Adjust(decision="adjustment", participant="3", amount=Decimal("-0.5"), unit="vps"),
            RetractFile(decision="retract", file=FILE, retracted=False),
            SetStatus(decision="status", status="official"),
            LockRound(decision="lock"),
            ReassignFiles(decision="reassign", to="final"),
            ReassignFiles(decision="reassign", file=FILE, to="side-game"),
            ReassignFiles(decision="reassign", file=FILE),
            ReassignFiles(decision="reassign", name="side.xml", sender="club-pc", to="side-game"),
            ReassignFiles(decision="reassign", name="side.xml"),
        )
    )
    said = [finding.message.split(", decided")[0] for finding in parsed.findings]
    assert said == [
        "Board 7, 3 against 5: the result is void",
        "Board 7, 3 against 5: +420 to North-South, 40% to East-West",
        "Pair 3: -0.5 vps",
        f"File {FILE[:12]} counts again",
        "The standings are official",
        "The next seats stay as they are",
        "All files of club-pairs belong to final",
        f"File {FILE[:12]} belongs to side-game",
        f"File {FILE[:12]} belongs to club-pairs again",
        "Files called side.xml from club-pc belong to side-game",
        "Files called side.xml belong to club-pairs again",
    ]
    assert parsed.findings[0].message.endswith("decided by Ann Director at 2026-03-07T12:00+00:00: fouled board")
    assert {finding.severity for finding in parsed.findings} == {Severity.INFO}


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"{", "/"),
        (b'{"kibitz": "decisions"}', "/event"),
        (ruling(LockRound(decision="lock")).replace(b'"lock"', b'"luck"'), "/decisions/0"),
        (ruling(LockRound(decision="lock")).replace(b'"locked"', b'"locket"'), "/decisions/0/lock/locket"),
        (ruling(LockRound(decision="lock")).replace(b"12:00:00Z", b"12:00:00"), "/at"),
        (ruling(LockRound(decision="lock")).replace(b"club-pairs", b"../pairs"), "/event"),
        (b"[" * 100_000, "/"),
        (b"\xff\xfe\x00", "/"),
    ],
)
def test_what_is_wrong_is_refused_whole_with_its_place(data, place):
    with pytest.raises(FormatError) as refused:
        parse(data)
    assert refused.value.code.code == "decisions.unreadable"
    assert refused.value.place.path == place


def test_what_is_written_is_read_again():
    made = Decisions(event="spring-open", at=NOON, decisions=(VoidResult(decision="void", **LINE),))
    assert Decisions.model_validate_json(written(made)) == made


SCALE = ScaleTable(
    name="SBU",
    unit="imps",
    charts=(ScaleChart(boards=(1, 8), rows=((0, Decimal(10), Decimal(10)), (4, Decimal("12.5"), Decimal("7.5")))),),
)


def test_a_scale_and_a_table_of_imps_are_statements_about_the_event():
    facts = facts_of(UseScale(decision="scale", table=SCALE), UseImps(decision="imps", lower_bounds=(20, 60)))
    assert (facts.event.vp_table, facts.event.imp_bounds) == (SCALE, (20, 60))
    assert facts.event.model_fields_set == {"vp_table", "imp_bounds"}  # nothing else of the event is laid over


def test_what_a_scale_and_a_table_decide_is_said():
    parsed = parse(ruling(UseScale(decision="scale", table=SCALE), UseImps(decision="imps", lower_bounds=(20, 60))))
    assert [finding.message.split(", decided")[0] for finding in parsed.findings] == [
        "The victory points are those of SBU",
        "The IMPs of matches are those of a table with 2 steps",
    ]


@pytest.mark.parametrize(
    "decision",
    [
        UseScale(decision="scale", table=SCALE.replace(unit="percent")),
        UseScale(decision="scale", table=SCALE.replace(charts=())),
        UseImps(decision="imps", lower_bounds=(60, 20)),
        UseImps(decision="imps", lower_bounds=(0,)),
    ],
)
def test_a_table_by_which_nothing_could_be_looked_up_is_refused(decision):
    with pytest.raises(FormatError) as refused:
        parse(ruling(LockRound(decision="lock"), decision))
    assert (refused.value.code.code, refused.value.place.path) == ("decisions.unreadable", "/decisions/1")
