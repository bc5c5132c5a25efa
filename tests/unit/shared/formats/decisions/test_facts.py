"""What decisions are as facts."""

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
    OfPublic,
    OfSwiss,
    ReassignFiles,
    RemoveBoard,
    RetractFile,
    RuleMatch,
    Seated,
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
from contracts.facts import (
    Facts,
    MatchRulingFact,
    Meeting,
    Participant,
    PublicPolicy,
    ScaleChart,
    ScaleTable,
    Score,
    Sides,
)
from shared.errors import FormatError
from shared.formats.decisions.reader import parse
from tests.support.decided import ruling
from tests.support.fragments import NOON

VOID = MatchAwarded(award="void")
SIDES = {"home": "7", "away": "12"}
LINE = {"board": "7", "sides": Sides(ns="3", ew="5")}
FILE = "ab" * 32

SCALE = ScaleTable(
    name="SBU",
    unit="imps",
    charts=(ScaleChart(boards=(1, 8), rows=((0, Decimal(10), Decimal(10)), (4, Decimal("12.5"), Decimal("7.5")))),),
)


def facts_of(*decided: AnyDecision) -> Facts:
    (event,) = parse(ruling(*decided)).events
    return event.facts


def test_a_void_result_is_one_that_was_not_played():
    (result,) = facts_of(VoidResult(decision="void", **LINE, session="1")).results
    assert result.key == ("1", "7", "3", "5", *[None] * 6, 0)
    assert {(score.kind, score.text) for score in (result.ns_score, result.ew_score)} == {("not_played", "void")}
    assert result.at.path == "/decisions/0"


def test_a_score_may_be_points_for_one_side_and_a_percentage_for_the_other():
    ns, ew = Awarded(percent=Decimal("60")), Awarded(points=-420)
    (result,) = facts_of(SetScore(decision="score", ns=ns, ew=ew, **LINE)).results
    assert (result.ns_score.kind, result.ns_score.percent) == ("artificial", Decimal("60"))
    assert (result.ew_score.kind, result.ew_score.points) == ("points", -420)


def test_a_score_may_be_that_of_a_contract():
    given = {"decision": "score", "ns": Awarded(points=450), "ew": Awarded(points=450), **LINE}
    decision = SetScore(**given, contract="4S", declarer="N", tricks=11, lead="HK")
    (result,) = facts_of(decision).results
    assert (result.contract, result.declarer, result.tricks, result.lead) == ("4S", "N", 11, "HK")
    assert result.ns_score == result.ew_score == Score(kind="points", points=450)
    (finding,) = parse(ruling(decision)).findings
    assert finding.message.startswith("Board 7, 3 against 5: 4S by N, 11 tricks, lead HK, +450 to North-South, decided")
    with pytest.raises(FormatError, match=r"/decisions/0/contract: .*level 9"):
        facts_of(SetScore(**given, contract="9S", declarer="N", tricks=11))


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


def test_a_score_may_be_several_results_with_their_weights():
    weighted = ({"percent": "30", "points": 420}, {"percent": "70", "points": -50})
    ns = Awarded.model_validate({"weighted": weighted})
    decision = SetScore(decision="score", ns=ns, ew=Awarded(points=-50), **LINE)
    (result,) = facts_of(decision).results
    assert [(part.weight, part.points) for part in result.ns_score.parts] == [
        (Decimal("0.3"), 420),
        (Decimal("0.7"), -50),
    ]
    (finding,) = parse(ruling(decision)).findings
    assert finding.message.startswith("Board 7, 3 against 5: 30% of +420 and 70% of -50 to North-South, -50 to East")


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
        SetPublic(decision="public", policy=OfPublic(places=3), reason="until the prizes"),
        ShowNames(decision="names", name="Rosa Baker", shown="none", reason="asked for"),
    )
    assert [(fact.file, fact.retracted, fact.reason) for fact in facts.retractions] == [(FILE, True, "the wrong night")]
    assert [(fact.status, fact.outcome) for fact in facts.statuses] == [("official", FILE)]
    assert [(fact.session, fact.round, fact.locked) for fact in facts.locks] == [("2", 4, True)]
    assert [(fact.name, fact.shown, fact.reason) for fact in facts.names] == [("Rosa Baker", "none", "asked for")]
    assert [(fact.policy, fact.reason) for fact in facts.publics] == [(PublicPolicy(places=3), "until the prizes")]


def test_files_that_are_the_whole_truth_are_facts():
    facts = facts_of(
        TakeFile(decision="take", file=FILE, reason="scored by hand"),
        TakeFile(decision="take", file="cd" * 32, taken=False),
    )
    assert [(fact.file, fact.taken, fact.reason) for fact in facts.takes] == [
        (FILE, True, "scored by hand"),
        ("cd" * 32, False, None),
    ]


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


def test_a_scale_and_a_table_of_imps_are_statements_about_the_event():
    facts = facts_of(UseScale(decision="scale", table=SCALE), UseImps(decision="imps", lower_bounds=(20, 60)))
    assert (facts.event.vp_table, facts.event.imp_bounds) == (SCALE, (20, 60))
    assert facts.event.model_fields_set == {"vp_table", "imp_bounds"}  # nothing else of the event is laid over


@pytest.mark.parametrize(
    ("name", "unit"), [("WBF_CONTINUOUS", "imps"), ("wbf discrete", "imps"), ("EBU_SWISS_PAIRS", "percent")]
)
def test_a_scale_that_there_is_is_a_table_without_charts(name, unit):
    table = facts_of(UseScale(decision="scale", name=name)).event.vp_table
    assert (table.name, table.unit, table.charts) == (name.upper().replace(" ", "_"), unit, ())


@pytest.mark.parametrize(
    "decision",
    [
        UseScale(decision="scale", name="SBU"),
        UseScale(decision="scale", name="WBF_DISCRETE_HALF"),
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


def fact_of(decision: RuleMatch | RemoveBoard) -> MatchRulingFact:
    (event,) = parse(ruling(decision)).events
    (fact,) = event.facts.match_rulings
    return fact


def test_what_the_sides_of_a_match_get_is_a_fact() -> None:
    score = MatchAwarded(score=Decimal("13.5"))
    fact = fact_of(RuleMatch(decision="match", round=4, session="2", home_gets=VOID, away_gets=score, **SIDES))
    assert (fact.session, fact.round, fact.home, fact.away, fact.board) == ("2", 4, "7", "12", None)
    assert (fact.home_award, fact.home_score, fact.away_award, fact.away_score) == ("void", None, None, Decimal("13.5"))
    assert fact.at is not None
    assert fact.at.path == "/decisions/0"


def test_a_board_that_is_taken_out_of_a_match_is_a_fact_of_its_own() -> None:
    fact = fact_of(
        RemoveBoard(decision="removed", board="9", home_gets="average plus", away_gets="average minus", **SIDES)
    )
    assert (fact.board, fact.home_award, fact.away_award) == ("9", "average plus", "average minus")
    whole = fact_of(RuleMatch(decision="match", home_gets=VOID, **SIDES))
    assert fact.key != whole.key


def test_the_sides_in_the_other_order_are_the_same_match() -> None:
    there = fact_of(RuleMatch(decision="match", home="7", away="12", home_gets=VOID))
    back = fact_of(RuleMatch(decision="match", home="12", away="7", home_gets=VOID))
    assert there.key == back.key


def away(**more: Any) -> SetPresence:
    return SetPresence(**{"decision": "presence", "participant": "7", "round": 4, "present": False, **more})


def test_exchanges_know_when_they_were_decided_and_as_which_of_their_file() -> None:
    swap = ExchangeSeats(decision="exchange", round=4, first="7", second="12")
    back = ExchangeSeats(decision="exchange", round=4, first="12", second="7", exchanged=False)
    tables = swap.replace(what="tables")
    first, second, third = facts_of(swap, back, tables).exchanges
    assert first.key == second.key == (None, 4, "participants", "12", "7") != third.key
    assert [(each.number, each.exchanged, each.decided) for each in (first, second, third)] == [
        (0, True, NOON),
        (1, False, NOON),
        (2, True, NOON),
    ]


def test_a_round_that_is_started_early_names_who_is_playing() -> None:
    playing = (Seated(table="1", home="3", away="5"),)
    (start,) = facts_of(StartRoundEarly(decision="early_start", round=4, playing=playing)).early_starts
    assert (start.key, start.early, start.playing) == ((None, 4), True, (Meeting(table="1", home="3", away="5"),))


def test_an_absence_lasts_from_a_round_on_or_is_of_one_round() -> None:
    lasting, once = facts_of(away(), away(lasting=False, bye="H")).presences
    assert (lasting.key, lasting.present, lasting.bye) == (("7", None, 4, True), False, None)
    assert (once.key, once.bye) == (("7", None, 4, False), "H")


def test_somebody_new_comes_with_kind_and_name() -> None:
    facts = facts_of(away(present=True, kind="pair", name="Ann & Bob"))
    assert facts.participants[0].replace(at=None) == Participant(id="7", kind="pair", name="Ann & Bob")
    assert [(presence.round, presence.present) for presence in facts.presences] == [(1, False), (4, True)]
    assert len(facts_of(away(present=True, kind="pair", round=1)).presences) == 1
    assert facts_of(away(present=True)).participants == ()


def test_a_new_player_comes_with_rating_title_and_federation() -> None:
    more = {"kind": "player", "name": "Late, Lou", "rating": 2150, "title": "CM", "federation": "SUI"}
    (player,) = facts_of(away(present=True, **more)).participants
    (person,) = player.players
    assert (player.rating, person.rating) == (2150, 2150)
    assert (person.name, person.title, person.federation) == ("Late, Lou", "CM", "SUI")
    assert facts_of(away(present=True, kind="player", rating=2150)).participants[0].players == ()


def test_a_newcomer_of_one_round_is_not_absent_before_it() -> None:
    assert len(facts_of(away(present=True, kind="pair", lasting=False)).presences) == 1
    assert len(facts_of(away(present=True, kind="pair", round=2)).presences) == 2


def test_the_system_comes_with_its_settings() -> None:
    chosen = ChooseSystem(decision="system", system="swiss", rounds=7, swiss=OfSwiss(odd="short_triple"))
    (fact,) = facts_of(chosen).systems
    assert (fact.key, fact.system, fact.rounds, fact.swiss.odd) == ((), "swiss", 7, "short_triple")


def test_every_fact_stands_where_its_decision_does() -> None:
    facts = facts_of(
        LockRound(decision="lock"),
        VoidResult(decision="void", **LINE, part=1),
        RuleMatch(decision="match", home_gets=VOID, **SIDES),
        Adjust(decision="adjustment", participant="3", kind="team", round=2, amount=Decimal(-1), reason="late"),
        away(present=True, kind="pair"),
    )
    lists = (facts.locks, facts.results, facts.match_rulings, facts.adjustments, facts.presences, facts.participants)
    assert [[fact.at.path for fact in each] for each in lists] == [
        ["/decisions/0"],
        ["/decisions/1"],
        ["/decisions/2"],
        ["/decisions/3"],
        ["/decisions/4", "/decisions/4"],
        ["/decisions/4"],
    ]
    (fine,) = facts.adjustments
    assert (fine.participant, fine.participant_kind, fine.round, fine.counted, fine.reason) == (
        "3",
        "team",
        2,
        False,
        "late",
    )
    assert (facts.results[0].part, facts.match_rulings[0].away_award) == (1, None)


def test_an_amount_of_nought_is_a_bonus() -> None:
    (fact,) = facts_of(Adjust(decision="adjustment", participant="3", amount=Decimal(0))).adjustments
    assert (fact.kind, fact.amount, fact.unit) == ("bonus", 0, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"bye": "H"},
        {"present": True, "bye": "H", "lasting": False},
        {"kind": "pair"},
        {"present": True, "name": "Ann"},
        {"round": 0},
        {"bye": "Q"},
        {"participant": ""},
    ],
)
def test_what_does_not_go_together_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        away(**wrong)


@pytest.mark.parametrize(
    ("result", "letters"),
    [("1-0", "10"), ("½-½", "=="), ("0-1", "01"), ("+--", "+-"), ("--+", "-+"), ("---", "--"), ("½-0", "=0")],
)
def test_a_game_is_what_both_players_say_of_it(result: Any, letters: str) -> None:
    white, black = facts_of(SetGame(decision="game", round=3, white="5", black="9", result=result)).games
    assert (white.player, white.opponent, white.colour, white.result) == ("5", "9", "w", letters[0])
    assert (black.player, black.opponent, black.colour, black.result) == ("9", "5", "b", letters[1])
    assert {white.round, black.round} == {3}
    assert white.at is not None
    assert white.at.path == "/decisions/0"


def test_a_game_without_a_result_is_open() -> None:
    games = facts_of(SetGame(decision="game", round=3, white="5", black="9", result=None)).games
    assert [game.result for game in games] == [None, None]
