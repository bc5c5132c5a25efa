"""Decisions in sentences."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from contracts.decisions import (
    Adjust,
    AnyDecision,
    Awarded,
    CarryForward,
    ChooseSystem,
    ExchangeSeats,
    LockRound,
    MatchAwarded,
    NameEvent,
    OfPublic,
    ReassignFiles,
    RemoveBoard,
    RetractFile,
    RuleMatch,
    SetGame,
    SetPresence,
    SetPublic,
    SetScore,
    SetStatus,
    ShowNames,
    StartRoundEarly,
    TakeFile,
    UseImps,
    UseScale,
    VoidResult,
)
from contracts.facts import ScaleChart, ScaleTable, Sides
from contracts.findings import Severity
from shared.formats.decisions.reader import parse
from tests.support.decided import ruling

UNTIL = datetime(2026, 3, 7, 12, 30, tzinfo=UTC)
VOID = MatchAwarded(award="void")
SIDES = {"home": "7", "away": "12"}
LINE = {"board": "7", "sides": Sides(ns="3", ew="5")}
FILE = "ab" * 32

SCALE = ScaleTable(
    name="SBU",
    unit="imps",
    charts=(ScaleChart(boards=(1, 8), rows=((0, Decimal(10), Decimal(10)), (4, Decimal("12.5"), Decimal("7.5")))),),
)


def sentence(decision: AnyDecision) -> str:
    (finding,) = parse(ruling(decision)).findings
    return finding.message.split(", decided")[0]


def away(**more: Any) -> SetPresence:
    return SetPresence(**{"decision": "presence", "participant": "7", "round": 4, "present": False, **more})


def test_each_decision_is_said_in_a_sentence():
    parsed = parse(
        ruling(
            VoidResult(decision="void", **LINE, reason="fouled board"),
            SetScore(decision="score", ns=Awarded(points=420), ew=Awarded(percent=Decimal("40")), **LINE),
            Adjust(decision="adjustment", participant="3", amount=Decimal("-0.5"), unit="vps"),
            RetractFile(decision="retract", file=FILE, retracted=False),
            SetStatus(decision="status", status="official"),
            SetStatus(decision="status", status="provisional", corrections_until=UNTIL),
            SetPublic(decision="public", policy=OfPublic()),
            SetPublic(decision="public", policy=OfPublic(places=0, boards="none")),
            SetPublic(decision="public", policy=OfPublic(places=3)),
            SetPublic(decision="public", policy=OfPublic(boards="none")),
            SetPublic(decision="public", policy=OfPublic(boards="complete")),
            SetPublic(decision="public", policy=OfPublic(boards="own", delay=5)),
            SetPublic(decision="public", policy=OfPublic(until_round=5)),
            ShowNames(decision="names", shown="initials"),
            ShowNames(decision="names", name="Rosa Baker", shown="none"),
            ShowNames(decision="names", name="Rosa Baker", shown="full"),
            LockRound(decision="lock"),
            ReassignFiles(decision="reassign", to="final"),
            ReassignFiles(decision="reassign", file=FILE, to="side-game"),
            ReassignFiles(decision="reassign", file=FILE),
            ReassignFiles(decision="reassign", name="side.xml", sender="club-pc", to="side-game"),
            ReassignFiles(decision="reassign", name="side.xml"),
        )
    )
    sentences = [finding.message.split(", decided")[0] for finding in parsed.findings]
    assert sentences == [
        "Board 7, 3 against 5: the result is void",
        "Board 7, 3 against 5: +420 to North-South, 40% to East-West",
        "Pair 3: penalty of 0.5 VPs",
        f"File {FILE[:12]} counts again",
        "The standings are official",
        "The standings are provisional with corrections until 2026-03-07 12:30 UTC, and official from then on",
        "The public sees all results",
        "The public sees no ranking and no boards",
        "The public sees the first 3 of each ranking and the boards",
        "The public sees the ranking and no boards",
        "The public sees the ranking and each board when all its tables have played it",
        "The public sees the ranking and no boards, but whoever has a link of a table those that it has played, "
        "5 min late",
        "The public sees the ranking until round 5 and the boards",
        "All names are shown to the public by initials",
        "The name Rosa Baker is not shown to the public",
        "The name Rosa Baker is shown to the public in full",
        "The next seats stay as they are",
        "All files of club-pairs belong to final",
        f"File {FILE[:12]} belongs to side-game",
        f"File {FILE[:12]} belongs to club-pairs again",
        "Files called side.xml from club-pc belong to side-game",
        "Files called side.xml belong to club-pairs again",
    ]
    assert parsed.findings[0].message.endswith("decided by Ann Director at 2026-03-07 12:00 UTC: fouled board")
    assert {finding.severity for finding in parsed.findings} == {Severity.INFO}


def test_what_a_scale_and_a_table_decide_is_said():
    given = (UseScale(decision="scale", table=SCALE), UseScale(decision="scale", name="ACBL20"))
    parsed = parse(ruling(*given, UseImps(decision="imps", lower_bounds=(20, 60))))
    assert [finding.message.split(", decided")[0] for finding in parsed.findings] == [
        "The victory points are those of SBU",
        "The victory points are those of ACBL20",
        "The IMPs of matches are those of a table with 2 steps",
    ]


def test_each_ruling_is_said_in_a_sentence() -> None:
    removed = RemoveBoard(decision="removed", board="9", home_gets="average", away_gets="average plus", **SIDES)
    assert sentence(RuleMatch(decision="match", round=4, home_gets=VOID, away_gets=VOID, **SIDES)) == (
        "The match 7 against 12 in round 4: void to 7, void to 12"
    )
    assert sentence(RuleMatch(decision="match", away_gets=MatchAwarded(score=Decimal(11)), **SIDES)) == (
        "The match 7 against 12: what was played to 7, 11 to 12"
    )
    assert sentence(removed) == "Board 9 of the match 7 against 12 is removed: average to 7, average plus to 12"


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (LockRound(decision="lock", round=4, locked=False), "Seats of round 4 may move again"),
        (LockRound(decision="lock"), "The next seats stay as they are"),
        (StartRoundEarly(decision="early_start", round=4), "Round 4 is drawn now"),
        (
            StartRoundEarly(decision="early_start", round=4, early=False),
            "Round 4 is drawn when the one before it is in",
        ),
        (
            ExchangeSeats(decision="exchange", round=4, first="7", second="12"),
            "Participants 7 and 12 in round 4 exchange their places",
        ),
        (
            ExchangeSeats(decision="exchange", round=4, what="tables", first="A1", second="2", exchanged=False),
            "Tables A1 and 2 in round 4 do not exchange their places",
        ),
        (ChooseSystem(decision="system", system="swiss"), "The next seats are by swiss"),
        (ChooseSystem(decision="system"), "The next seats are as the files say"),
        (away(), "Number 7 is away from round 4 on"),
        (away(lasting=False, bye="H"), "Number 7 is away in round 4, with a bye (H)"),
        (away(present=True, kind="pair"), "Pair 7 is back from round 4 on"),
        (away(present=True, kind="player", name="Ann"), "Player 7, Ann, plays from round 4 on"),
        (RetractFile(decision="retract", file=FILE), f"File {FILE[:12]} does not count"),
        (TakeFile(decision="take", file=FILE), f"File {FILE[:12]} is used instead of all older files"),
        (TakeFile(decision="take", file=FILE, taken=False), f"File {FILE[:12]} counts in its own right again"),
        (
            Adjust(decision="adjustment", participant="3", kind="team", amount=Decimal(2)),
            "Team 3: bonus of 2 in the unit of the totals",
        ),
        (
            Adjust(decision="adjustment", participant="3", amount=Decimal(-5), unit="percent_of_board"),
            "Pair 3: penalty of 5% of a board",
        ),
        (
            CarryForward(decision="carry", participant="3", score=330, maximum=312, boards=26),
            "Pair 3: carries forward half of 330 of 312 on 26 boards",
        ),
        (
            VoidResult(decision="void", board="7", sides=Sides(north="1", south="2", east="3", west="4")),
            "Board 7, 1+2 against 3+4: the result is void",
        ),
        (
            VoidResult(decision="void", board="7", sides=Sides(ns_team="Reds", ew_team="Blues")),
            "Board 7, Reds against Blues: the result is void",
        ),
        (VoidResult(decision="void", board="7", sides=Sides()), "Board 7, ? against ?: the result is void"),
    ],
)
def test_a_decision_names_what_it_is_about_and_what_it_says_of_that(decision: AnyDecision, expected: str) -> None:
    assert sentence(decision) == expected


def test_a_decision_of_nobody_and_without_a_reason_says_neither() -> None:
    (finding,) = parse(ruling(LockRound(decision="lock")).replace(b"Ann Director", b"")).findings
    assert finding.message == "The next seats stay as they are, decided at 2026-03-07 12:00 UTC"
    assert (finding.subject, finding.place.path) == ("the next seats", "/decisions/0")


def test_the_name_of_an_event_is_said():
    (finding,) = parse(ruling(NameEvent(decision="name", name="Spring Pairs"))).findings
    assert finding.message.startswith("The event is called Spring Pairs, decided")


def test_the_result_of_a_game_is_said() -> None:
    game = SetGame(decision="game", round=3, white="5", black="9", result="+--")
    assert sentence(game) == "The game 5 against 9 in round 3: 1-0 by forfeit"
    assert sentence(game.replace(result=None)) == "The game 5 against 9 in round 3 has no result yet"
