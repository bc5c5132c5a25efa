"""Events of PBN scored by what their Scoring names (3.4.12), through the real reader."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from statistics import median

import pytest

from contracts.standings import Method
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.bridge.boards.imps import imps

Scores = Mapping[int, int]
Points = Mapping[int, Fraction]

BOARDS: dict[tuple[int, str, str], dict[int, tuple[str, int, int]]] = {
    (1, "N", "None"): {
        1: ("4S", 10, 420),
        2: ("3NT", 9, 400),
        3: ("3NT", 9, 400),
        4: ("3NT", 8, -50),
        5: ("2S", 8, 110),
    },
    (2, "E", "NS"): {
        1: ("4S", 10, 620),
        2: ("3NT", 8, -100),
        3: ("3NT", 9, 600),
        4: ("2S", 8, 110),
        5: ("3NT", 10, 630),
    },
}


def match_points(for_a_win: int) -> Callable[[Scores], Points]:
    def points(scores: Scores) -> Points:
        return {
            pair: sum(
                (
                    Fraction(for_a_win * ((own > other) * 2 + (own == other)), 2)
                    for rival, other in scores.items()
                    if rival != pair
                ),
                Fraction(0),
            )
            for pair, own in scores.items()
        }

    return points


def butler(middle: Callable[[list[int]], Fraction]) -> Callable[[Scores], Points]:
    def points(scores: Scores) -> Points:
        exact = middle(sorted(scores.values()))
        datum = int(abs(exact) / 10 + Fraction(1, 2)) * 10 * (1 if exact > 0 else -1)
        return {pair: Fraction(imps(own - datum)) for pair, own in scores.items()}

    return points


def cross(divisor: int) -> Callable[[Scores], Points]:
    def points(scores: Scores) -> Points:
        return {
            pair: Fraction(sum(imps(own - other) for other in scores.values()), divisor) for pair, own in scores.items()
        }

    return points


def mean(values: list[int]) -> Fraction:
    return Fraction(sum(values), len(values))


NAMED: dict[str, tuple[str, Callable[[Scores], Points]]] = {
    "MP": ("MP", match_points(2)),
    "MatchPoints;MP1": ("MP", match_points(2)),
    "MP;MP2": ("MP", match_points(1)),
    "IMP;Butler": ("IMP", butler(mean)),
    "IMP;Butler;Mean": ("IMP", butler(mean)),
    "IMP;Butler-2": ("IMP", butler(lambda values: mean(values[1:-1]))),
    "IMP;Butler;Median": ("IMP", butler(lambda values: Fraction(median(values)))),
    "IMP;Cross": ("IMP", cross(1)),
    "IMP;Cross1": ("IMP", cross(5)),
    "IMP;Cross2": ("IMP", cross(4)),
}


def document(
    scoring: str, unit: str, points: Callable[[Scores], Points], *, wrong: Fraction | None = None, stated: bool = True
) -> str:
    """Two boards; `wrong` is added to what the third pair has on the second."""
    games = []
    for (board, dealer, vulnerable), lines in BOARDS.items():
        found = points({pair: score for pair, (_, _, score) in lines.items()})
        columns = f";{unit}_NS;{unit}_EW" if stated else ""
        text = [
            f'[Event "Probe"]\n[Site "Nowhere"]\n[Date "2025.05.04"]\n[Board "{board}"]\n[Dealer "{dealer}"]',
            f'[Vulnerable "{vulnerable}"]\n[Scoring "{scoring}"]',
            f'[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS{columns}"]',
        ]
        top = 0 if unit == "IMP" else sum(found.values()) * 2 / len(found)
        for pair, (contract, tricks, score) in lines.items():
            ns = found[pair] + (wrong if wrong is not None and (board, pair) == (2, 3) else 0)
            numbers = f" {number(ns)} {number(Fraction(top) - ns)}" if stated else ""
            text.append(f"{pair} {10 + pair} {contract} N {tricks} {score}{numbers}")
        games.append("\n".join(text) + "\n")
    return "\n".join(games)


def number(value: Fraction) -> str:
    return f"{Decimal(value.numerator) / Decimal(value.denominator):.2f}"


def scored(text: str) -> tuple[dict[str, tuple[int | None, str | None, str | None]], Method]:
    """What was found, by code, with its line, what is stated and what was computed; and the method."""
    (event,) = Pipeline([read_bytes(text.encode(), "probe.pbn", Path("probe.pbn"))]).events.values()
    standings = event.score()[0].standings
    findings = {
        finding.code: (finding.place.line if finding.place else None, finding.stated, finding.computed)
        for finding in (*event.findings, *standings.findings)
    }
    return findings, standings.method


@pytest.mark.parametrize("scoring", NAMED)
def test_points_that_the_scoring_gives_are_right_by_the_method_that_it_names(scoring: str) -> None:
    findings, method = scored(document(scoring, *NAMED[scoring]))
    assert findings == {}
    assert not method.detected


@pytest.mark.parametrize("scoring", NAMED)
def test_one_point_too_many_is_found_at_its_board(scoring: str) -> None:
    findings, _ = scored(document(scoring, *NAMED[scoring], wrong=Fraction(1)))
    assert "scoring.board-points-differ" in findings
    assert not any("detected" in code for code in findings)


@pytest.mark.parametrize("scoring", NAMED)
def test_the_scoring_decides_also_where_no_points_are_stated(scoring: str) -> None:
    _, by_name = scored(document(scoring, *NAMED[scoring], stated=False))
    _, by_points = scored(document(scoring, *NAMED[scoring]))
    assert by_name == by_points


def test_points_of_another_method_than_the_scoring_names_say_which() -> None:
    findings, method = scored(document("MP;MP1", *NAMED["MP;MP2"]))
    assert "scoring.method-detected" in findings
    assert method.scale == "1-½-0"


@pytest.mark.parametrize(("scoring", "way"), [("IMP;Butler", "butler_imps"), ("IMP;Cross2", "cross_imps")])
def test_plain_imps_of_pairs_are_compared_by_the_way_that_fits(scoring: str, way: str) -> None:
    findings, method = scored(document("IMP", *NAMED[scoring]))
    assert "scoring.not-checked" not in findings
    assert method.board_scoring == way
    findings, _ = scored(document("IMP", *NAMED[scoring], wrong=Fraction(2)))
    assert "scoring.board-points-differ" in findings


def test_plain_imps_that_no_way_gives_are_not_checked() -> None:
    def expert(scores: Scores) -> Points:
        return {pair: Fraction(imps(own + 1200)) for pair, own in scores.items()}

    assert "scoring.not-checked" in scored(document("IMP", "IMP", expert))[0]


@pytest.mark.parametrize(
    "scoring", ["IMP;Experts", "Cavendish", "Chicago", "Rubber", "EMP", "MP;Mitchell4", "MP;Ascherman", "IMP;IMP_1961"]
)
def test_a_method_without_a_published_rule_is_carried_and_not_checked(scoring: str) -> None:
    findings, _ = scored(document(scoring, *NAMED["IMP;Butler"]))
    assert list(findings) == ["scoring.not-checked"]


GAME = (
    '[Event "Probe"]\n[Site "Nowhere"]\n[Date "2025.05.04"]\n[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n'
    '[Scoring "{scoring}"]\n[North "N{n}"]\n[South "S{n}"]\n[East "E{n}"]\n[West "W{n}"]\n[Declarer "N"]\n'
    '[Contract "{contract}"]\n[Result "{tricks}"]\n[Score "NS {score}"]\n[Table "{n}"]\n{more}\n'
)


def single(scoring: str, n: int, contract: str, tricks: int, score: int, more: str) -> str:
    return GAME.format(scoring=scoring, n=n, contract=contract, tricks=tricks, score=score, more=more)


def three(*percentages: str) -> str:
    tables = (("4S", 10, 420), ("3NT", 9, 400), ("3NT", 8, -50))
    return "".join(
        single("MP", n, *table, f'[ScorePercentage "{text}"]\n')
        for n, (table, text) in enumerate(zip(tables, percentages, strict=True))
    )


def test_percentages_of_games_are_those_of_the_match_points() -> None:
    assert scored(three("NS 100 EW 0", "NS 50", "0"))[0] == {}
    findings, _ = scored(three("NS 100", "NS 65 EW 35", "NS 0"))
    assert findings == {"scoring.board-points-differ": (33, "65% / 35%", "50% / 50%")}


@pytest.mark.parametrize(
    ("percentage", "code"), [("33.33", None), ("33.3", None), ("33", None), ("34.3", "scoring.board-points-differ")]
)
def test_percentages_of_a_table_are_compared_beside_its_points(percentage: str, code: str | None) -> None:
    head = GAME[: GAME.index("[North")].format(scoring="MP")
    rows = f"1 2 420 6 0 100.00\n3 4 400 4 2 ?\n5 6 140 2 4 {percentage}\n7 8 -50 0 6 0.00\n"
    columns = "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW;Percentage_NS"
    findings, _ = scored(f'{head}[ScoreTable "{columns}"]\n{rows}')
    assert set(findings) == ({code} if code else set())


TEAMS = '[HomeTeam "Hawks"]\n[VisitTeam "Owls"]\n[Room "{room}"]\n[{tag} "{points}"]\n'


@pytest.mark.parametrize(
    ("scoring", "tag", "open_room", "closed_room", "wrong"),
    [
        ("IMP", "ScoreIMP", "NS 10 EW -10", "NS -10 EW 10", "NS 11 EW -11"),
        ("IMP", "ScoreIMP", "10", "-10", "9"),
        ("BAM", "ScoreMP", "NS 2 EW 0", "NS 0 EW 2", "NS 1 EW 1"),
        ("BAM", "ScoreMP", "NS 1 EW 0", "NS 0 EW 1", "NS 0 EW 1"),
    ],
)
def test_a_team_match_is_made_of_its_two_rooms(
    scoring: str, tag: str, open_room: str, closed_room: str, wrong: str
) -> None:
    def match(first: str) -> str:
        return single(scoring, 1, "4S", 10, 420, TEAMS.format(room="Open", tag=tag, points=first)) + single(
            scoring, 2, "4S", 9, -50, TEAMS.format(room="Closed", tag=tag, points=closed_room)
        )

    assert scored(match(open_room))[0] == {}
    assert list(scored(match(wrong))[0]) == ["scoring.board-points-differ"]


@pytest.mark.parametrize(
    ("scoring", "score", "code"),
    [
        ("MP", -800, None),
        ("MP", -700, "validation.score-impossible"),
        ("MP;OldMP", -700, None),
        ("MP;OldMP", -800, "validation.score-not-of-contract"),
        ("Rubber", -60, None),
        ("Chicago", -900, None),
    ],
)
def test_the_score_of_a_contract_is_that_of_the_scoring(scoring: str, score: int, code: str | None) -> None:
    findings, _ = scored(single(scoring, 1, "4SX", 6, score, ""))
    assert [name for name in findings if name.startswith("validation.")] == ([code] if code else [])


def test_a_score_left_blank_is_worked_out_as_the_scoring_says() -> None:
    blank = single("MP;OldMP", 1, "4SX", 6, 0, "").replace('[Score "NS 0"]\n', "") + single("MP", 2, "2S", 8, 110, "")
    (event,) = Pipeline([read_bytes(blank.encode(), "probe.pbn", Path("probe.pbn"))]).events.values()
    assert [line.score for line in event.score()[0].boards[0].lines] == ["110", "-700"]


@pytest.mark.parametrize(
    ("scoring", "tag"),
    [
        ("MP", '[ScoreMP "NS 3"]\n'),
        ("MP", '[ScorePercentage "NS 70"]\n'),
        ("IMP;Cross", '[ScoreIMP "NS 5 EW -5"]\n'),
        ("IMP;Butler", '[ScoreIMP "NS 5"]\n'),
    ],
)
def test_points_of_a_table_that_stands_alone_are_compared_with_nothing(scoring: str, tag: str) -> None:
    findings, _ = scored(single(scoring, 1, "4S", 10, 420, tag))
    assert "scoring.board-points-differ" not in findings


def test_totals_alone_show_the_method_where_lines_state_no_points() -> None:
    text = document("IMP;Cross2", *NAMED["IMP;Cross2"], stated=False).replace("IMP;Cross2", "MP")
    points = {pair: Fraction(0) for pair in range(1, 6)}
    for lines in BOARDS.values():
        # Half as many match points as by the rule that is taken without anything stated.
        for pair, own in match_points(1)({pair: score for pair, (_, _, score) in lines.items()}).items():
            points[pair] += own
    rows = "".join(f"{pair} {number(own)}\n{10 + pair} {number(8 - own)}\n" for pair, own in points.items())
    totals = f'[TotalScoreTable "PairId;TotalMP"]\n{rows}[ScoreTable'
    findings, method = scored(text.replace("[ScoreTable", totals, 1))
    assert (list(findings), method.scale) == (["scoring.method-detected"], "1-½-0")
    findings, _ = scored(text.replace("[ScoreTable", totals.replace(f"1 {number(points[1])}", "1 9.00", 1), 1))
    assert [code for code in findings if code.endswith("differs")] == ["scoring.total-differs"]
