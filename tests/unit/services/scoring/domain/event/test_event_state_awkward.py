"""Events of pairs as directors dread them, scored the long way beside the event."""

import random
from collections import defaultdict
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.base import Direction
from contracts.decisions import Awarded, CarryForward, SetScore
from contracts.facts import (
    AdjustmentFact,
    EventFact,
    Participant,
    Person,
    Score,
    SectionFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
    WeightedPoints,
)
from tests.support import by_hand
from tests.support.fragments import pair, result
from tests.support.long_way import SCORES, Line, agree, facts_of, long_way, percentages, scored, totals
from tests.support.scored_documents import ranked, row

RULINGS = ("60/40", "40/60", "50/50", "60/60", "40/40", "70/0")


@given(st.randoms(use_true_random=False), st.integers(2, 14), st.integers(1, 6))
def test_any_movement_with_any_groups_and_rulings(dice: random.Random, most: int, count: int) -> None:
    """Boards that were played at some of the tables, fouled into groups of any size, with rulings here and there."""
    boards: dict[str, list[Line]] = {}
    for board in range(1, count + 1):
        seats = dice.sample(range(2 * most), 2 * dice.randint(1, most))
        boards[str(board)] = [
            (f"P{ns}", f"P{ew}", dice.choice(RULINGS if dice.random() < 0.1 else SCORES), dice.choice((0, 0, 0, 1, 2)))
            for ns, ew in zip(seats[::2], seats[1::2], strict=True)
        ]
    if max(len(lines) for lines in boards.values()) < 2:
        return  # a field of one has no top
    of = scored(*facts_of(boards))
    exact = long_way(boards)
    agree(percentages(of), exact)
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(exact)


@given(
    st.randoms(use_true_random=False),
    st.integers(2, 9),
    st.integers(1, 5),
    st.sampled_from(["cross_imps", "butler_imps"]),
)
def test_any_movement_by_imps(dice: random.Random, most: int, count: int, scoring: str) -> None:
    won: dict[str, Fraction] = defaultdict(Fraction)
    lines = []
    for board in range(1, count + 1):
        seats = dice.sample(range(2 * most), 2 * dice.randint(2, most))
        scores = [dice.choice(SCORES) for _ in seats[::2]]
        imps = (
            by_hand.cross_imps(scores)
            if scoring == "cross_imps"
            else by_hand.butler_imps(scores, by_hand.datum(scores))
        )
        for ns, ew, score, worth in zip(seats[::2], seats[1::2], scores, imps, strict=True):
            lines.append(result(str(board), f"P{ns}", f"P{ew}", score))
            won[f"P{ns}"] += worth
            won[f"P{ew}"] -= worth
    of = scored(*lines, events=(EventFact(name="I", kind="pairs", board_scoring=scoring),))
    assert {name: f"{total:.2f}" for name, total in totals(of).items() if total is not None} == {
        name: f"{by_hand.printed(value)}" for name, value in won.items()
    }
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(won)


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
    lines = [line.replace(section=(line.sides.ns or "")[0]) for line in facts_of(boards)]
    of = scored(*lines, participants=people, sections=sections)
    exact = long_way(boards)
    agree(percentages(of), exact)
    assert {line.id: line.place for line in ranked(of).rows} == by_hand.places(exact)
    in_a = {name: value for name, value in exact.items() if name.startswith("A")}
    assert {line.id: line.place for line in ranked(of, "section-A").rows} == by_hand.places(in_a)


@pytest.mark.parametrize("place", ["1", "0", "1="])
def test_places_before_the_program_has_ranked_are_compared_with_nothing(place: str) -> None:
    lines = [result("1", "P1", "P2", 420), result("1", "P3", "P4", -50), result("1", "P5", "P6", 170)]
    stated = [StatedTotal(participant=f"P{number}", kind="pair", place=place) for number in range(1, 7)]
    of = scored(*lines, totals=tuple(stated))
    assert [finding.code for finding in of.findings] == []
    assert {line.id: line.place for line in ranked(of).rows} == dict(
        P1="1=", P4="1=", P5="3=", P6="3=", P2="5=", P3="5="
    )
    wrong = scored(*lines, totals=(stated[0].replace(place="3"), *stated[1:]))
    assert "scoring.place-differs" in {finding.code for finding in wrong.findings}


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
    weighted = Score(
        kind="weighted",
        parts=(WeightedPoints(weight=Decimal(30), points=620), WeightedPoints(weight=Decimal(70), points=170)),
    )
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


@pytest.mark.parametrize(
    ("scoring", "north"),
    [
        # The field has 420 1.3 times, -50 1.7 times and 400. Match points: twice what is below, and equal ones but one.
        ("match_points", {"1": "2.2", "2": "5.7", "3": "0.7", "4": "3.4"}),
        # 420 wins 10 IMPs of 1.7 and 1 of 1, over three comparisons.
        ("cross_imps", {"1": "-3.57", "2": "6", "3": "-7.67", "4": "5.23"}),
        # The datum is 861 / 4, to the nearest ten: 5 IMPs for 420 and 400, -7 for -50.
        ("butler_imps", {"1": "-3.4", "2": "5", "3": "-7", "4": "5"}),
    ],
)
def test_a_weighted_ruling_that_a_director_enters_moves_everybody(scoring: str, north: dict[str, str]) -> None:
    boards = {"1": [("1", "5", -50, 0), ("2", "6", 420, 0), ("3", "7", -50, 0), ("4", "8", 400, 0)]}
    worth = Awarded.model_validate({"weighted": [{"percent": 30, "points": 420}, {"percent": 70, "points": -50}]})
    ruling = SetScore(decision="score", board="1", sides=Sides(ns="1", ew="5"), ns=worth, ew=worth)
    event = EventFact(name="W", kind="pairs", board_scoring=scoring)
    of = scored(*facts_of(boards), ruled=[ruling], events=(event,))
    assert {name: totals(of)[name] for name in north} == {name: Decimal(won) for name, won in north.items()}
    (line,) = [line for line in of.boards[0].lines if line.ns == "1"]
    assert (line.score, line.ew_score) == ("30% 420, 70% -50", None)


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
        line.replace(stated=StatedScore(ns=Decimal(int(imps)), ew=Decimal(int(-imps)), unit="butler_imps"))
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
            id=name,
            kind="pair",
            direction=Direction.NS if int(name) < 5 else Direction.EW,
            players=tuple(Person(name=f"{who} {name}", holding=Decimal(held + more)) for who, more in SPREAD),
            override_stratum="2" if name == "4" else None,
        )
        for name, held in holdings.items()
    )
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
        AdjustmentFact(
            kind="penalty", participant="5", session="2", amount=Decimal(-10), unit="percent_of_board", number=1
        ),
    )
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
