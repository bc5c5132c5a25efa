import io
from decimal import Decimal

import pytest
from rich.console import Console

from contracts.codes import scoring as codes
from contracts.standings import (
    Method,
    Progress,
    Ranking,
    ScoredMatch,
    SlowTable,
    StandingRow,
    Standings,
    StatedRow,
    TieBreakTerm,
    TieBreakValue,
)
from kibitz.standings_tables import explanations, matches_table, method_words, ranking_table, show_standings, slow_lines


def shown(table: object) -> str:
    console = Console(width=120, file=io.StringIO())
    console.print(table)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def row(number: str, **fields: object) -> StandingRow:
    return StandingRow(**{"id": number, "number": number, "name": f"Ann {number}", **fields})  # type: ignore[arg-type]


def test_a_ranking_shows_what_decides_the_place_and_what_the_file_states_otherwise() -> None:
    leader = row(
        "7",
        place="1",
        total=Decimal("33.5"),
        percentage=Decimal("55.83"),
        final=Decimal("61.33"),
        stated=StatedRow(place="2", percentage=Decimal("55.00")),
        agrees=False,
    )
    text = shown(ranking_table(Ranking(id="overall", title="Overall", unit="match_points", rows=(leader,)), 10))
    assert "61.33" in text
    assert "2 55.00" in text
    assert "55.83" not in text


def test_a_ranking_of_chess_shows_its_tie_breaks() -> None:
    values = (
        TieBreakValue(code="BH/C1", value=Decimal("12.50")),
        TieBreakValue(code="AOB", value=Decimal("8.333333")),
        TieBreakValue(code="ARO"),
    )
    leader = row("7", place="1", total=Decimal("4.5"), boards=5, tie_breaks=values)
    text = shown(ranking_table(Ranking(id="overall", title="Players", unit="points", rows=(leader,)), 10))
    assert text.split("\n")[1].split() == ["no.", "name", "score", "BH/C1", "AOB", "ARO", "games", "stated"]
    assert text.split("\n")[2].split() == ["1", "7", "Ann", "7", "4.5", "12.5", "8.33", "–", "5"]


def test_more_rows_than_wanted_are_counted() -> None:
    rows = tuple(row(str(number)) for number in range(1, 6))
    assert "3 more" in shown(ranking_table(Ranking(id="overall", title="Overall", unit="imps", rows=rows), 2))


def test_a_match_shows_its_boards_its_score_and_what_is_stated_otherwise() -> None:
    match = ScoredMatch(
        round=3,
        home="4",
        away="9",
        home_name="The Lanterns",
        away_name="9",
        boards=8,
        home_raw=Decimal(11),
        away_raw=Decimal(-11),
        home_score=Decimal("14.2"),
        away_score=Decimal("5.8"),
        unit="vps",
        stated_home=Decimal(14),
        stated_away=Decimal(6),
        agrees=False,
    )
    text = shown(matches_table((match,), 10))
    for part in ("4 The Lanterns", "11 : -11", "14.2 : 5.8", "14 : 6"):
        assert part in text
    assert "9 9" not in text


def test_a_bye_reads_as_such() -> None:
    assert "bye" in shown(matches_table((ScoredMatch(home="4", unit="vps", home_score=Decimal(12)),), 10))


def test_a_match_that_was_ruled_upon_says_so() -> None:
    void = ScoredMatch(home="4", away="9", unit="vps", home_score=Decimal(8), away_score=Decimal(8), ruling="void")
    assert "void" in shown(matches_table((void,), 10))


def test_what_no_document_settles_is_said_with_the_method() -> None:
    swiss = Method(
        board_scoring="imps",
        match_scoring="vps",
        vp_scale="WBF_DISCRETE",
        bye=Decimal("12"),
        pairwise="butler_imps",
        detected=True,
    )
    assert method_words(swiss) == "imps, pairs by butler_imps, vps, WBF_DISCRETE, bye 12 (found by fit)"
    cross = Method(board_scoring="cross_imps", average="comparisons", average_plus=Decimal(2), totals="per-board")
    assert method_words(cross) == "cross_imps, averaged by comparisons, average plus 2 IMPs, totals per-board"


def test_standings_of_a_method_that_has_no_rule_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=200, file=io.StringIO())
    for module in ("kibitz.standings_tables", "kibitz.console"):
        monkeypatch.setattr(f"{module}.out", console)
    quiet = (
        codes.NOT_CHECKED.finding("scored by Patton, for which there is no rule here"),
        codes.METHOD_DETECTED.finding("found by fit"),
    )
    show_standings(
        Standings(event="e", name="E", method=Method(board_scoring="other"), progress=Progress(), findings=quiet)
    )
    text = str(console.file.getvalue())  # type: ignore[attr-defined]
    assert "Patton" in text
    assert "found by fit" not in text


def test_a_tie_break_is_explained_by_its_terms() -> None:
    terms = (
        TieBreakTerm(round=1, opponent="4", amount=Decimal("2.5")),
        TieBreakTerm(round=2, amount=Decimal(1), cut=True),
    )
    explained = TieBreakValue(code="BH/C1", value=Decimal("2.5"), terms=terms)
    assert explanations(row("7", tie_breaks=(explained, TieBreakValue(code="WIN", value=Decimal(1))))) == [
        "Ann 7  BH/C1 2.5: 2.5 round 1 against 4 + (1 round 2)"
    ]


def test_tables_that_are_behind_are_named_with_their_boards_and_those_to_come_if_they_are_few() -> None:
    slow = (
        SlowTable(section="B", table="3", round=4, behind=True, missing=2, boards=("13", "14")),
        SlowTable(session="1", table="8 – 9", round=4, behind=True),
        SlowTable(section="A", table="7", round=5),
        SlowTable(section="North", table="x", round=5),
    )
    assert slow_lines(Progress(slow=slow, slow_total=4)) == [
        "behind: B3 (round 4, 2 boards: 13, 14), 8 – 9 (session 1, round 4)",
        "still to come: A7, North x of round 5",
    ]


def test_a_round_that_has_just_begun_names_nobody() -> None:
    coming = tuple(SlowTable(table=str(n), round=5) for n in range(1, 8))
    assert slow_lines(Progress(slow=coming, slow_total=7)) == []
    behind = tuple(SlowTable(table=str(n), round=4, behind=True, missing=1) for n in range(1, 9))
    (line,) = slow_lines(Progress(slow=behind, slow_total=10))
    assert line.endswith("6 (round 4, 1 board), 4 more")
    assert slow_lines(Progress()) == []
