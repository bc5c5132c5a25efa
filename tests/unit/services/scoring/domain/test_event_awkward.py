"""Events as directors dread them, scored the long way beside the event: every score against every other one."""

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from contracts.base import Direction, FileFormat
from contracts.decisions import Adjust, Awarded, CarryForward, MatchAwarded, RuleMatch, SetScore
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    Participant,
    Person,
    ResultFact,
    Score,
    SectionFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
    WeightedPoints,
)
from services.scoring.domain.event import EventState, Scored
from tests.support import by_hand
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, points, result
from tests.support.scored_documents import ranked, row
from tests.support.team_facts import both, match, teams

EVENT = "club-pairs-2026-03-07"
SCORES = (420, 450, -50, 170, 400, 620, -100, 110, 140, -110, -140, 50, 100, 430, 460)


def scored(*results: ResultFact, ruled: Sequence[Any] = (), **facts: Any) -> Scored:
    """The event of these results, with a file of decisions."""
    state = EventState(EVENT)
    state.apply(fragment("evening", results=results, **facts))
    if ruled:
        state.apply(decided(*ruled, minutes=60))
    return state.score()[0]


def percentages(of: Scored, ranking: str = "overall") -> dict[str, Decimal | None]:
    return {line.id: line.percentage for line in ranked(of, ranking).rows}


def totals(of: Scored, ranking: str = "overall") -> dict[str, Decimal | None]:
    return {line.id: line.total for line in ranked(of, ranking).rows}


# The long way


def factored(scores: Sequence[int], expected: int) -> list[Fraction]:
    """Match points of one group brought to the board's top, as the EBU has it."""
    actual, top = len(scores), 2 * expected - 2
    won = by_hand.match_points(scores)
    if actual == 1:
        return [Fraction(60 * top, 100)]
    if actual <= 3 and 3 * actual <= expected:
        return [(60 + (points - (actual - 1)) * 5) * top / 100 for points in won]
    return [(points + 1) * expected / actual - 1 for points in won]


Line = tuple[str, str, int | str, int]
"""North-South, East-West, North-South's score or percentages such as "60/40", and the group of a fouled board."""


def long_way(boards: Mapping[str, Sequence[Line]], expected: int | None = None) -> dict[str, Fraction]:
    """Percentages of all pairs of one session."""
    full = expected or max(len(lines) for lines in boards.values())
    won: dict[str, Fraction] = defaultdict(Fraction)
    could: dict[str, Fraction] = defaultdict(Fraction)
    for lines in boards.values():
        top = Fraction(2 * full - 2)
        for group in {line[3] for line in lines}:
            played = [line for line in lines if line[3] == group and isinstance(line[2], int)]
            north = factored([line[2] for line in played if isinstance(line[2], int)], full) if played else []
            east = factored([-line[2] for line in played if isinstance(line[2], int)], full) if played else []
            for (ns, ew, _, _), for_ns, for_ew in zip(played, north, east, strict=True):
                won[ns] += for_ns
                won[ew] += for_ew
        for ns, ew, score, _ in lines:
            if isinstance(score, str):
                for pair_, share in zip((ns, ew), score.split("/"), strict=True):
                    won[pair_] += Fraction(share) * top / 100
            could[ns] += top
            could[ew] += top
    return {name: 100 * won[name] / could[name] for name in could}


def facts_of(boards: Mapping[str, Sequence[Line]], **more: Any) -> list[ResultFact]:
    made = []
    for board, lines in boards.items():
        for ns, ew, score, group in lines:
            if isinstance(score, int):
                made.append(result(board, ns, ew, score, foul_group=group, **more))
                continue
            ns_gets, ew_gets = (Score(kind="artificial", percent=Decimal(share)) for share in score.split("/"))
            made.append(result(board, ns, ew, ns_score=ns_gets, ew_score=ew_gets, foul_group=group, **more))
    return made


def agree(found: Mapping[str, Decimal | None], expected: Mapping[str, Fraction]) -> None:
    assert found == {name: by_hand.printed(value) for name, value in expected.items()}


@pytest.mark.parametrize("seed", range(6))
def test_uneven_sections_with_sit_outs_fouled_boards_and_rulings(seed: int) -> None:
    dice = random.Random(seed)
    boards: dict[str, list[Line]] = {}
    for board in range(1, 9):
        # Section A has nine pairs and one of them sits out, section B has six; board 3 was fouled for two or three.
        in_a = dice.sample([f"A{n}" for n in range(1, 10)], 8)
        in_b = dice.sample([f"B{n}" for n in range(1, 7)], 6 if board % 3 else 4)
        seats = [*zip(in_a[::2], in_a[1::2], strict=True), *zip(in_b[::2], in_b[1::2], strict=True)]
        fouled = 1 + seed % 3 if board == 3 else 0
        boards[str(board)] = [
            (ns, ew, dice.choice(SCORES), int(number < fouled)) for number, (ns, ew) in enumerate(seats)
        ]
    for board, ruling in (("2", "60/60"), ("5", "60/40"), ("8", "40/40")):
        ns, ew, _, group = boards[board][-1]
        boards[board][-1] = (ns, ew, ruling, group)
    people = tuple(
        pair(name, section=name[0]) for name in sorted({p for b in boards.values() for x in b for p in x[:2]})
    )
    sections = tuple(SectionFact(id=name, scored_with="all") for name in "AB")
    lines = [
        line.model_copy(update={"section": (line.sides.ns or "")[0]}) for line in facts_of(boards)
    ]  # fmt: skip
    of = scored(*lines, participants=people, sections=sections)
    exact = long_way(boards)
    agree(percentages(of), exact)
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(exact)
    in_a = {name: value for name, value in exact.items() if name.startswith("A")}
    assert {line.id: line.place for line in ranked(of, "section-A").rows} == by_hand.places(in_a)


def test_two_neuberg_groups_and_a_single_result() -> None:
    """Twelve tables: eight of the board as it was, three of a fouled one, and one that saw a third board."""
    groups = [0] * 8 + [1] * 3 + [2]
    lines = [(f"{n}N", f"{n}E", SCORES[n % 15], group) for n, group in enumerate(groups)]
    other = [(f"{n}N", f"{n}E", SCORES[(3 * n) % 15], 0) for n in range(12)]
    boards = {"1": lines, "2": other}
    of = scored(*facts_of(boards))
    agree(percentages(of), long_way(boards))
    first = next(board for board in of.boards if board.board == "1")
    fouled = sorted(line.ns_percent for line in first.lines if line.ns in ("8N", "9N", "10N"))
    assert fouled == [50, 60, 70]
    assert [line.ns_percent for line in first.lines if line.ns == "11N"] == [60]


def test_a_split_ruling_gives_each_side_its_own_table() -> None:
    boards = {"1": [("1", "5", 620, 0), ("2", "6", 170, 0), ("3", "7", 170, 0), ("4", "8", -100, 0)]}
    line = {"board": "1", "sides": Sides(ns="1", ew="5")}
    ruling = SetScore(decision="score", ns=Awarded(points=170), ew=Awarded(points=620), **line)
    of = scored(*facts_of(boards), ruled=[ruling])
    # North-South: 170 170 170 -100 give 4 4 4 0; East-West: -620 -170 -170 100 give 0 3 3 6.
    assert totals(of) == {"1": 4, "2": 4, "3": 4, "4": 0, "5": 0, "6": 3, "7": 3, "8": 6}


def test_a_weighted_ruling_moves_everybody() -> None:
    """30 % of 620 and 70 % of 170, in a field with 620, 170 and -100."""
    weighted = Score(kind="weighted", parts=(
        WeightedPoints(weight=Decimal(30), points=620), WeightedPoints(weight=Decimal(70), points=170),
    ))  # fmt: skip
    lines = [
        result("1", "1", "5", ns_score=weighted, ew_score=weighted),
        result("1", "2", "6", 620),
        result("1", "3", "7", 170),
        result("1", "4", "8", -100),
    ]
    of = scored(*lines)
    # 620 beats two and seven tenths, and equals three tenths: 5.7; 170 beats one and equals seven tenths: 2.7.
    # The ruling is 0.3 of a 620 in the field of 0.3 + 1 at 620, which is 2 * 2.7 + 1.3 - 1; and 0.7 of a 170.
    ruled = Fraction(3, 10) * Fraction(57, 10) + Fraction(7, 10) * Fraction(27, 10)
    north = {"1": ruled, "2": Fraction(57, 10), "3": Fraction(27, 10), "4": Fraction(0)}
    assert sum(north.values()) == 12
    assert {name: totals(of)[name] for name in "1234"} == {n: by_hand.printed(v).normalize() for n, v in north.items()}
    assert totals(of)["5"] == by_hand.printed(6 - ruled).normalize()


@pytest.mark.parametrize("count", [2, 3, 4, 5, 11])
def test_butler_of_few_scores_with_a_trimmed_datum(count: int) -> None:
    scores = [SCORES[(4 * n) % 15] for n in range(count)]
    event = EventFact(name="B", kind="pairs", board_scoring="butler_imps")
    lines = [result("1", f"{n}N", f"{n}E", score) for n, score in enumerate(scores)]
    of = scored(*lines, events=(event,))
    expected = by_hand.butler_imps(scores, by_hand.datum(scores))
    assert [totals(of)[f"{n}N"] for n in range(count)] == expected
    assert of.standings.method.datum == "mean of all scores, to the nearest 10"
    # Best and worst left out, as the points that the file states say; of two scores nothing is left out.
    kept = sorted(scores)[1:-1] if count > 2 else scores
    trimmed = by_hand.butler_imps(scores, by_hand.datum(kept))
    lines = [
        line.model_copy(
            update={"stated": StatedScore(ns=Decimal(int(imps)), ew=Decimal(int(-imps)), unit="butler_imps")}
        )
        for line, imps in zip(lines, trimmed, strict=True)
    ]
    of = scored(*lines, events=(event,))
    assert [totals(of)[f"{n}N"] for n in range(count)] == trimmed
    if expected != trimmed and count < 11:
        assert "without the best and the worst score" in (of.standings.method.datum or "")


SPREAD = (("Ann", 10), ("Bob", -10))


def test_a_two_winner_mitchell_with_an_arrow_switch_and_strata() -> None:
    """Four tables, three rounds of one board; on board 3 the pairs of table 2 sat the other way."""
    boards: dict[str, list[Line]] = {}
    for board in range(1, 4):
        seats = [(f"{n}", f"{(n + board) % 4 + 5}") for n in range(1, 5)]
        boards[str(board)] = [(ns, ew, SCORES[(3 * board + 2 * n) % 15], 0) for n, (ns, ew) in enumerate(seats)]
    home, visitor, score, group = boards["3"][1]
    boards["3"][1] = (visitor, home, score, group)
    holdings = {"1": 900, "2": 40, "3": 300, "4": 1200, "5": 40, "6": 800, "7": 90, "8": 310}
    people = tuple(
        Participant(
            id=name, kind="pair", direction=Direction.NS if int(name) < 5 else Direction.EW,
            players=tuple(Person(name=f"{who} {name}", holding=Decimal(held + more)) for who, more in SPREAD),
            override_stratum="2" if name == "4" else None,
        )
        for name, held in holdings.items()
    )  # fmt: skip
    strata = tuple(
        Stratum(number=number, label=label, upper_limit=Decimal(limit))
        for number, label, limit in ((1, "A", 0), (2, "B", 500), (3, "C", 50))
    )
    event = EventFact(name="M", kind="pairs", winners=2, stratification="AVERAGE", strata=strata)
    of = scored(*facts_of(boards), events=(event,), participants=people)
    exact = long_way(boards)
    for line, names in (("NS", "1234"), ("EW", "5678")):
        own = {name: exact[name] for name in names}
        agree(percentages(of, line), own)
        assert {one.id: one.place for one in ranked(of, line).rows} == by_hand.places(own)
    # B has those with at most 500 on average, and pair 4 by the director's word; C those with at most 50.
    for stratum, line, names in (("2", "NS", "234"), ("2", "EW", "578"), ("3", "NS", "2"), ("3", "EW", "5")):
        own = {name: exact[name] for name in names}
        assert {one.id: one.place for one in ranked(of, f"stratum-{stratum}-{line}").rows} == by_hand.places(own)


def test_the_highest_holding_may_decide_the_stratum() -> None:
    strata = (Stratum(number=1, upper_limit=Decimal(0)), Stratum(number=2, upper_limit=Decimal(100)))
    people = tuple(
        Participant(id=name, kind="pair", players=(Person(holding=Decimal(one)), Person(holding=Decimal(other))))
        for name, one, other in (("1", 10, 150), ("2", 90, 100), ("3", 0, 0), ("4", 500, 500))
    )
    lines = [result("1", "1", "2", 420), result("1", "3", "4", 50)]
    for how, names in (("HIGHEST", {"2", "3"}), ("AVERAGE", {"1", "2", "3"})):
        event = EventFact(name="S", kind="pairs", stratification=how, strata=strata)
        of = scored(*lines, events=(event,), participants=people)
        assert {one.id for one in ranked(of, "stratum-2").rows} == names


def test_two_sessions_with_a_carry_forward_handicaps_and_a_penalty() -> None:
    """Session 2 says what was carried forward; pair 3 was not there in session 1, and carries from elsewhere."""
    first = {"1": [("1", "2", 420, 0), ("4", "5", 50, 0)], "2": [("4", "2", 110, 0), ("1", "5", 110, 0)]}
    second = {"1": [("1", "3", -50, 0), ("2", "5", 170, 0)], "2": [("3", "2", 400, 0), ("5", "1", 420, 0)]}
    lines = [*facts_of(first, session="1"), *facts_of(second, session="2")]
    given = (
        AdjustmentFact(kind="carry_forward", participant="1", session="2", amount=Decimal(3), unit="match_points"),
        AdjustmentFact(kind="carry_forward", participant="3", session="2", amount=Decimal("1.5"), unit="match_points"),
        AdjustmentFact(kind="handicap", participant="2", session="1", amount=Decimal(4), unit="percent"),
        AdjustmentFact(kind="penalty", participant="5", session="2", amount=Decimal(-10), unit="percent_of_board"),
        AdjustmentFact(kind="penalty", participant="5", session="2", amount=Decimal(-10), unit="percent_of_board",
                       number=1),
    )  # fmt: skip
    of = scored(*lines, adjustments=given, sessions=(SessionFact(id="1", number=1), SessionFact(id="2", number=2)))
    # Tops are 2. Session 1: pair 1 has 2 + 1, pair 2 0 + 1, pair 4 0 + 1, pair 5 2 + 1 of 4.
    # Session 2: pair 1 has 0 + 0 and carries nothing that is not counted, 2 has 2 + 2, 3 has 2 + 0, 5 has 0 + 2 - 0.4.
    expected = {
        "1": Fraction(3, 8),
        "2": Fraction(5, 8),
        "3": Fraction(2, 4),
        "4": Fraction(1, 4),
        "5": Fraction(46, 80),
    }
    by_row = {line.id: line for line in ranked(of).rows}
    assert {name: by_row[name].boards for name in by_row} == {"1": 4, "2": 4, "3": 2, "4": 2, "5": 4}
    assert by_row["5"].adjustment == Decimal("-0.4")
    assert {name: line.percentage for name, line in by_row.items()} == {
        name: by_hand.printed(100 * value) for name, value in expected.items()
    }
    assert by_row["1"].carry_forward is None
    assert (by_row["3"].carry_forward, by_row["3"].final) == (Decimal("37.5"), Decimal("87.5"))
    # Four per cent of the 4 points of session 1 are 2 per cent of the 8 of both.
    assert (by_row["2"].handicap, by_row["2"].final) == (2, Decimal("64.5"))
    alone = {line.id: line for line in ranked(of, "session-2").rows}
    assert alone["1"].carry_forward is not None


def test_a_final_with_half_of_the_qualifying_score() -> None:
    """26 boards of 8 tables; 330 of 312 on 26 boards of the qualifying stage are 192.5 of 364."""
    boards: dict[str, list[Line]] = {
        str(board): [(f"{n}", f"{n + 8}", SCORES[(board * n + n) % 15], 0) for n in range(1, 9)]
        for board in range(1, 27)
    }
    carries = [
        CarryForward(decision="carry", participant=number, score=score, maximum=Decimal(312), boards=26)
        for number, score in (("1", Decimal(330)), ("2", Decimal(150)))
    ]
    of = scored(*facts_of(boards), ruled=carries)
    exact = long_way(boards)
    agree(percentages(of), exact)
    final = {
        **exact,
        "1": exact["1"] + Fraction(19250, 364),
        "2": exact["2"] + Fraction(150 * 26 * 14, 2 * 312) * 100 / 364,
    }
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(final)
    assert row(of, "1").carry_forward == by_hand.printed(Fraction(19250, 364))
    assert row(of, "1").final == by_hand.printed(final["1"])


# Matches


def eight_boards(home: str, away: str, swings: Sequence[int], round_: int, first: int = 1) -> list[ResultFact]:
    """The boards of a match in which the home team wins these points; one pair of numbers a board."""
    return [
        line for number, points_ in enumerate(swings)
        for line in both(f"{first + number}", home, away, points_, 0, round=round_)
    ]  # fmt: skip


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
    void = RuleMatch(decision="match", round=2, home="C", away="A", home_gets=MatchAwarded(award="void"),
                     away_gets=MatchAwarded(award="void"))  # fmt: skip
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
        line for board, scores in (("1", (420, -50, 400, 450)), ("2", (110, 140, -100, 50)))
        for line in (
            *both(board, "1", "2", scores[0], scores[1]), *both(board, "1", "2", scores[2], scores[3], part=1),
        )
    ]  # fmt: skip
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
    weighted = Score(kind="weighted", parts=(
        WeightedPoints(weight=Decimal("0.6"), points=420), WeightedPoints(weight=Decimal("0.4"), points=-50),
    ))  # fmt: skip
    at_home, away = both(1, "1", "2", 0, 100)
    lines = [at_home.model_copy(update={"ns_score": weighted, "ew_score": weighted}), away]
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
        fragment("game", results=[line.model_copy(update={"section": "A"}) for line in facts_of(boards)],
                 file_format=FileFormat.ACBLSCORE, sections=(section,),
                 participants=tuple(pair(str(n), section="A") for n in range(1, 13)))
    )  # fmt: skip
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
