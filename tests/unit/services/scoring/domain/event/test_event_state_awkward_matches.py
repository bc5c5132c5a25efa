"""Matches as directors dread them: triples, byes, rulings, penalties and handicaps, worked out beside the event."""

import random
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.decisions import Adjust, MatchAwarded, RemoveBoard, RuleMatch
from contracts.facts import (
    AdjustmentFact,
    Detail,
    EventFact,
    ResultFact,
    Score,
    SectionFact,
    StatedTotal,
    WeightedPoints,
)
from contracts.findings import Severity
from services.scoring.domain.event.event_state import EventState, Scored
from tests.support import by_hand
from tests.support.fragments import fragment, pair, points, result
from tests.support.long_way import EVENT, SCORES, facts_of, percentages, scored, totals
from tests.support.paired_teams import Evening, Scoring
from tests.support.scored_documents import ranked, row
from tests.support.team_facts import both, match, teams
from tests.support.usebio_documents import read_one


@pytest.mark.slow
@pytest.mark.parametrize("scoring", ["CROSS_IMPS", "BUTLER_IMPS"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_any_evening_of_teams_with_pairs(scoring: Scoring, seed: int) -> None:
    evening = Evening(scoring, seed)
    of = evening_scored(evening)
    assert totals(of) == dict(evening.teams)
    assert {line.id: line.place for line in ranked(of, "pairs").rows} == by_hand.places(evening.pairs)
    assert [one for one in of.findings if one.severity is not Severity.INFO] == []


def evening_scored(evening: Evening) -> Scored:
    read = read_one(evening.document())
    facts = {name: getattr(read.facts, name) for name in read.facts.FIELDS if name != "results"}
    return scored(*read.facts.results, **facts)


def eight_boards(home: str, away: str, swings: Sequence[int], round_: int, first: int = 1) -> list[ResultFact]:
    """The boards of a match in which the home team wins these points; one pair of numbers a board."""
    return [
        line
        for number, points_ in enumerate(swings)
        for line in both(f"{first + number}", home, away, points_, 0, round=round_)
    ]


def test_swiss_teams_with_a_triple_a_bye_and_a_late_void_match() -> None:
    """Round 1: A-B, and a triple of C, D, E over three boards each; round 2: A-C void, B-D, and E has a bye."""
    swings = {("A", "B"): [500, 0, 0, 0, 0, 0], ("C", "D"): [200, 0, 0], ("D", "E"): [0, 50, 0], ("E", "C"): [0, 0, 0]}
    told, lines = [], []
    for (home, away), won in swings.items():
        told.append(match(home, away, round=1, boards=len(won)))
        lines += eight_boards(home, away, won, 1)
    told += [match("A", "C", round=2, boards=6), match("B", "D", round=2, boards=6), match("E", None, round=2)]
    lines += eight_boards("A", "C", [-400, 0, 0, 0, 0, 0], 2, 7) + eight_boards("B", "D", [20, 0, 0, 0, 0, 0], 2, 7)
    event = EventFact(name="S", kind="swiss_teams", match_scoring="vps", vp_scale="WBF_DISCRETE", boards_per_round=6)
    void = RuleMatch(
        decision="match",
        round=2,
        home="C",
        away="A",
        home_gets=MatchAwarded(award="void"),
        away_gets=MatchAwarded(award="void"),
    )
    facts = {"events": (event,), "matches": tuple(told), "participants": teams(*"ABCDE")}
    of = scored(*lines, ruled=[void], **facts)
    # Six boards: 11 IMPs are 15 (11 to 13). Half matches of three: 5 IMPs are 7 (4 to 6), 2 IMPs 6, none 5.
    # B-D: 1 IMP is 11 (from 1). A bye is 12.
    expected = {"A": 15 + 8, "B": 5 + 11, "C": 7 + 5 + 8, "D": 3 + 6 + 9, "E": 4 + 5 + 12}
    assert totals(of) == expected
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(expected)
    assert of.standings.method.bye == 12
    assert next(one for one in of.standings.matches if one.ruling).ruling == "void"
    without = scored(*lines, **facts)
    assert totals(without)["A"] == 15 + 6


def test_teams_of_eight_with_a_handicap() -> None:
    """XIMPS: four comparisons of each board; the handicap decides the place and is in no total."""
    lines = [
        line
        for board, scores in (("1", (420, -50, 400, 450)), ("2", (110, 140, -100, 50)))
        for line in (*both(board, "1", "2", scores[0], scores[1]), *both(board, "1", "2", scores[2], scores[3], part=1))
    ]
    expected = sum(
        by_hand.imps(at_ns - at_ew)
        for scores in ((420, -50, 400, 450), (110, 140, -100, 50))
        for at_ns in (scores[0], scores[2])
        for at_ew in (scores[1], scores[3])
    )
    event = EventFact(name="E", kind="teams", team_size=8, match_scoring="ximps")
    handicap = AdjustmentFact(
        kind="handicap", participant="2", participant_kind="team", amount=Decimal(2 * expected + 1)
    )
    of = scored(
        *lines, events=(event,), matches=(match("1", "2"),), participants=teams("1", "2"), adjustments=(handicap,)
    )
    assert totals(of) == {"1": expected, "2": -expected}
    assert (row(of, "2").place, row(of, "2").final) == ("1", expected + 1)
    assert row(of, "1").place == "2"


@pytest.mark.parametrize(("version", "total"), [("1.4", 10), ("1.2", 15)])
def test_a_stated_total_has_the_handicap_in_it_before_1_4(version: str, total: int) -> None:
    """What `counted` says is the reader's; here a file of each kind is compared with the same boards."""
    lines = both(1, "1", "2", 420, -50)
    counted = version != "1.4"
    handicap = AdjustmentFact(
        kind="handicap", participant="1", participant_kind="team", amount=Decimal(5), unit="imps", counted=counted
    )
    event = EventFact(name="H", kind="teams", match_scoring="imps", format_version=version)
    stated = (StatedTotal(participant="1", kind="team", total=Decimal(total), place="1"),)
    of = scored(*lines, events=(event,), participants=teams("1", "2"), adjustments=(handicap,), totals=stated)
    assert (row(of, "1").agrees, row(of, "1").total, row(of, "1").final) == (True, 10, 15)


def test_swiss_pairs_look_each_pair_up_by_its_own_percentage() -> None:
    """A board with 60 % to both sides: the victory points of the match do not add up to 20."""
    lines = []
    for board, (one, other) in enumerate([(620, 170), (420, 400), (-50, 110), (90, 100)], 1):
        lines += [result(str(board), "1", "2", one, round=1), result(str(board), "3", "4", other, round=1)]
    plus = Score(kind="artificial", percent=Decimal(60))
    lines[2] = result("2", "1", "2", ns_score=plus, ew_score=plus, round=1)
    event = EventFact(name="P", kind="swiss_pairs", board_scoring="match_points", match_scoring="vps")
    of = scored(*lines, events=(event,), participants=tuple(pair(n) for n in "1234"))
    # Tops of 2. Pair 1: 2 + 1.2 + 0 + 0 of 8 are 40 %; pair 2: 0 + 1.2 + 2 + 2 are 65 %. A board with a single result
    # of two gives 60 % to both of the other table: pair 3 has 0 + 1.2 + 2 + 2, pair 4 2 + 1.2 + 0 + 0.
    # Four boards: 65 % is over 63.63 and not over 66.61, which is 17; 40 % is as 60 %, over 58.80, which is 5.
    assert totals(of) == {"1": 5, "2": 17, "3": 17, "4": 5}
    lines[2] = result("2", "1", "2", 420, round=1)
    penalty = Adjust(decision="adjustment", participant="1", amount=Decimal(-10), unit="percent", round=1)
    fined = scored(*lines, events=(event,), participants=tuple(pair(n) for n in "1234"), ruled=[penalty])
    # Pair 1: 2 + 2 + 0 + 0 are 50 %, less 10 is 40 %: 5. Pair 2 keeps its 50 %: 10.
    assert (totals(fined)["1"], totals(fined)["2"]) == (5, 10)
    assert not [finding for finding in fined.findings if finding.code == "scoring.adjustment-not-applied"]


def test_a_penalty_of_imps_in_a_round_is_taken_before_the_scale() -> None:
    lines = eight_boards("A", "B", [500, 0, 0, 0, 0, 0], 1)
    event = EventFact(name="S", kind="swiss_teams", match_scoring="vps", vp_scale="WBF_DISCRETE")
    fine = Adjust(decision="adjustment", participant="A", kind="team", amount=Decimal(-3), unit="imps", round=1)
    of = scored(
        *lines, events=(event,), participants=teams("A", "B"), matches=(match("A", "B", boards=6),), ruled=[fine]
    )
    # 11 IMPs of six boards are 15; 8 are 14. B keeps the 5 of a loss by 11.
    one = of.standings.matches[0]
    assert (one.home_raw, one.away_raw) == (8, -11)
    whole = scored(*lines, events=(event,), participants=teams("A", "B"), matches=(match("A", "B", boards=6),))
    assert totals(of)["B"] == totals(whole)["B"]
    assert totals(of)["A"] == (totals(whole)["A"] or 0) - 1


def test_a_board_a_match_of_a_weighted_ruling_is_converted_result_by_result() -> None:
    """At one table 60 % of 420 and 40 % of -50 against 100: six tenths of a win and four tenths of a loss."""
    weighted = Score(
        kind="weighted",
        parts=(WeightedPoints(weight=Decimal("0.6"), points=420), WeightedPoints(weight=Decimal("0.4"), points=-50)),
    )
    at_home, away = both(1, "1", "2", 0, 100)
    lines = [at_home.replace(ns_score=weighted, ew_score=weighted), away]
    event = EventFact(name="B", kind="teams", board_scoring="bam", match_scoring="bam")
    of = scored(*lines, events=(event,), participants=teams("1", "2"), matches=(match("1", "2"),))
    assert totals(of) == {"1": Decimal("0.6"), "2": Decimal("0.4")}


def test_an_acblscore_session_is_stretched_and_rounded_board_by_board() -> None:
    """Two boards of six and one of five results; a pair that sat out one board is brought to three."""
    dice = random.Random(11)
    boards = {
        str(board): [(f"{n}", f"{n + 6}", dice.choice(SCORES), 0) for n in range(1, 7 if board < 3 else 6)]
        for board in (1, 2, 3)
    }
    state = EventState(EVENT)
    section = SectionFact(id="A", top=Decimal(5), boards=3)
    state.apply(
        fragment(
            "game",
            results=[line.replace(section="A") for line in facts_of(boards)],
            file_format="acblscore",
            sections=(section,),
            participants=tuple(pair(str(n), section="A") for n in range(1, 13)),
        )
    )
    of = state.score()[0]
    points_of: dict[str, list[Decimal]] = defaultdict(list)
    for lines in boards.values():
        for side in (0, 1):
            own = [line[2] if side == 0 else -line[2] for line in lines]  # type: ignore[operator]
            for line, won in zip(lines, by_hand.match_points(own), strict=True):
                half = (won / 2 + Fraction(1, 2)) * 6 / len(own) - Fraction(1, 2)
                points_of[line[side]].append(by_hand.printed(half))
    for name, won_ in points_of.items():
        stretched = by_hand.printed(Fraction(sum(won_)) * 3 / len(won_))
        assert totals(of)[name] == stretched
        assert percentages(of)[name] == by_hand.printed(Fraction(stretched) * 100 / 15)


def test_nobody_is_dropped_who_has_no_score_yet() -> None:
    lines = [result("1", "1", "2", 420), result("1", "3", "4", None)]
    of = scored(*lines, participants=tuple(pair(str(n)) for n in range(1, 6)))
    assert {line.id for line in ranked(of).rows} == {"1", "2", "3", "4", "5"}
    assert row(of, "5").place is None
    assert points(420).kind == "points"


def test_a_penalty_of_a_knock_out_is_in_its_match_or_is_said_to_be_nowhere() -> None:
    lines = both(1, "1", "2", 420, -50, round=1)
    event = EventFact(name="K", kind="knockout", match_scoring="imps")
    facts = {"events": (event,), "participants": teams("1", "2"), "matches": (match("1", "2", ("10", "-10")),)}
    fine = {"decision": "adjustment", "participant": "1", "kind": "team", "amount": "-3", "unit": "imps"}
    inside = scored(*lines, ruled=[Adjust.model_validate({**fine, "round": 1})], **facts)
    (played,) = inside.standings.matches
    assert (played.home_score, played.away_score, played.agrees) == (7, -10, True)
    assert inside.findings == ()
    apart = scored(*lines, ruled=[Adjust.model_validate(fine)], **facts)
    assert [one.code for one in apart.findings] == ["scoring.adjustment-not-applied"]


def test_a_board_of_a_knock_out_that_both_sides_have_a_plus_on_is_nobodys() -> None:
    """Law 12C4: each side's score by itself, and the average of the two to both."""
    plus = Score(kind="artificial", percent=Decimal(60))
    ruled_line, other = both(1, "1", "2", 0, 0, round=1)
    lines = [ruled_line.replace(ns_score=plus, ew_score=plus), other, *both(2, "1", "2", 420, -50, round=1)]
    facts = {"participants": teams("1", "2"), "matches": (match("1", "2"),)}
    event = EventFact(name="K", kind="knockout", match_scoring="imps")
    (played,) = scored(*lines, events=(event,), **facts).standings.matches
    assert (played.home_raw, played.away_raw) == (10, -10)
    removed = RemoveBoard(
        decision="removed", board="1", home="1", away="2", home_gets="average plus", away_gets="average"
    )
    (ruled,) = scored(*lines, events=(event,), ruled=[removed], **facts).standings.matches
    assert (ruled.home_raw, ruled.away_raw) == (Decimal("11.5"), Decimal("-11.5"))
    (league,) = scored(*lines, events=(event.replace(kind="teams"),), **facts).standings.matches
    assert (league.home_raw, league.away_raw) == (13, -7)


@pytest.mark.parametrize(
    ("board_scoring", "named", "words"),
    [("other", "PATTON", "PATTON"), ("hybrid", None, "a hybrid of IMPs and board-a-match")],
)
def test_methods_without_a_rule_are_shown_as_stated_and_said(board_scoring: str, named: str | None, words: str) -> None:
    """No source gives the formula of Patton, nor how the parts of a hybrid match are put together."""
    details = (Detail(name="SCORING_METHOD", value=named),) if named else ()
    event = EventFact(name="P", kind="teams", board_scoring=board_scoring, match_scoring=board_scoring, details=details)
    told = (match("1", "2", ("7", "5")),)
    of = scored(*both(1, "1", "2", 420, -50), events=(event,), participants=teams("1", "2"), matches=told)
    (finding,) = of.findings
    assert (finding.code, f"by {words}" in finding.message) == ("scoring.not-checked", True)
    assert totals(of) == {"1": 7, "2": 5}


def test_a_triple_on_a_scale_without_half_matches_is_shown_as_stated() -> None:
    swings = {("A", "B"): [200, 0, 0], ("B", "C"): [0, 50, 0], ("C", "A"): [0, 0, 0]}
    lines = [line for (home, away), won in swings.items() for line in eight_boards(home, away, won, 1)]
    event = EventFact(name="S", kind="swiss_teams", match_scoring="vps", vp_scale="WBF_CONTINUOUS", boards_per_round=6)

    def of(*stated: tuple[str, str] | None) -> Scored:
        told = tuple(match(*who, points, boards=3) for who, points in zip(swings, stated, strict=True))
        return scored(*lines, events=(event,), matches=told, participants=teams(*"ABC"))

    blank = of(None, None, None)
    assert set(totals(blank).values()) == {None}
    (finding,) = blank.findings
    assert (finding.code, "of 3 half matches" in finding.message) == ("scoring.scale-unknown", True)
    halves = of(("7.11", "2.89"), ("6.02", "3.98"), ("5", "5"))
    assert totals(halves) == {"A": Decimal("12.11"), "B": Decimal("8.91"), "C": Decimal("8.98")}
    assert {match_.agrees for match_ in halves.standings.matches} == {None}


def test_rulings_on_matches_are_about_nothing_in_an_event_without_them() -> None:
    void = MatchAwarded(award="void")
    ruling = RuleMatch(decision="match", home="1", away="2", home_gets=void, away_gets=void)
    of = scored(result("1", "1", "2", 420), result("1", "3", "4", 50), ruled=[ruling])
    assert [(one.code, one.message) for one in of.findings] == [
        ("decisions.match-unknown", "a decision rules on 1 against 2, but the event is not played in matches")
    ]


def test_a_board_of_a_match_of_pairs_is_ruled_on_its_line() -> None:
    lines = [result("1", ns, ew, score, round=1) for ns, ew, score in (("1", "2", 420), ("3", "4", 50))]
    event = EventFact(name="P", kind="swiss_pairs", board_scoring="match_points", match_scoring="vps")
    ruling = RemoveBoard(
        decision="removed", board="1", home="1", away="2", home_gets="average plus", away_gets="average minus"
    )
    of = scored(*lines, ruled=[ruling], events=(event,), participants=tuple(pair(n) for n in "1234"))
    assert [one.code for one in of.findings] == ["decisions.not-followed"]
