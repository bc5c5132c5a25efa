import io
from decimal import Decimal
from typing import Literal

import pytest
from rich.console import Console

from contracts.codes import decisions as decision_codes
from contracts.codes import scoring as codes
from contracts.codes import usebio as usebio_codes
from contracts.findings import Severity
from contracts.questions import Refusal
from contracts.standings import (
    Method,
    Progress,
    Ranking,
    ScoredMatch,
    SlowTable,
    StandingRow,
    Standings,
    StatedRow,
    TieBreakValue,
)
from kibitz.standings_tables import (
    matches_table,
    method_words,
    ranking_table,
    report_refusal,
    show_standings,
    slow_lines,
)


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
    other = row("8", place="2", total=Decimal(30), percentage=Decimal(50))
    text = shown(ranking_table(Ranking(id="overall", title="Overall", unit="match_points", rows=(leader, other)), 10))
    heading, first, second = (line.split() for line in text.split("\n")[1:4])
    # Score and percentage are both of the boards alone.
    assert heading == ["no.", "name", "score", "%", "final", "boards", "stated"]
    assert first == ["1", "7", "Ann", "7", "33.5", "55.83", "61.33", "0", "2", "55.00"]
    assert second[4:] == ["30", "50", "50", "0"]
    alone = shown(ranking_table(Ranking(id="overall", title="Overall", unit="match_points", rows=(other,)), 10))
    assert "final" not in alone


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
    assert method_words(swiss) == (
        "IMPs, matches by victory points, victory point scale WBF DISCRETE, 12 for a bye, pairs of teams by "
        "Butler IMPs (what fits the file best)"
    )


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


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What is printed, on a wide terminal."""
    console = Console(width=200, file=io.StringIO())
    for module in ("kibitz.standings_tables", "kibitz.console"):
        monkeypatch.setattr(f"{module}.out", console)
    return console.file  # type: ignore[return-value]


def test_standings_show_rankings_matches_and_what_differs(printed: io.StringIO) -> None:
    leader = row("7", place="1", tie_breaks=(TieBreakValue(code="BH", value=Decimal("2.5")),))
    behind = (SlowTable(table="3", round=4, behind=True),)
    show_standings(
        Standings(
            event="e",
            name="[Evening]",
            method=Method(board_scoring="imps"),
            progress=Progress(text="4 of 5 rounds", slow=behind, slow_total=1),
            rankings=(Ranking(id="overall", title="Overall", unit="imps", rows=(leader, row("8", place="2"))),),
            matches=(ScoredMatch(home="4", away="9", unit="vps"),),
            differences=2,
            findings=(
                codes.PLACE_OUT_OF_ORDER.finding("place 2 before place 1"),
                decision_codes.DECIDED.finding("pair 3 is fined"),
            ),
        ),
        top=1,
    )
    text = printed.getvalue()
    for part in ("[Evening]", "live, 4 of 5 rounds; IMPs", "behind: 3", "Overall", "1 more", "Ann 7"):
        assert part in text
    assert "Matches" in text
    assert "2 stated values differ from ours" in text
    assert "place 2 before place 1" in text
    assert "is fined" not in text
    assert "Ann 8" not in text


def test_what_a_director_decided_is_shown_where_nothing_differs(printed: io.StringIO) -> None:
    fined = decision_codes.PARTICIPANT_UNKNOWN.finding("no file lists pair 3")
    other = usebio_codes.BAD_VALUE.finding("an odd value")
    method = Method(board_scoring="imps")
    show_standings(Standings(event="e", name="E", method=method, progress=Progress(), findings=(fined, other)))
    assert "no file lists pair 3" in printed.getvalue()
    assert "odd value" not in printed.getvalue()


def test_a_match_in_play_says_how_many_of_its_boards_are_in() -> None:
    for boards, length, text in ((3, 8, "3/8"), (8, 8, "8"), (9, 8, "9"), (3, None, "3")):
        match = ScoredMatch(home="4", away="9", unit="vps", boards=boards, length=length)
        assert text in shown(matches_table((match,), 10)).split()


def test_the_newest_matches_are_shown() -> None:
    matches = [ScoredMatch(home=name, away="9", unit="vps") for name in ("early", "late")]
    text = shown(matches_table(matches, 1))
    assert "late" in text
    assert "early" not in text


def test_a_score_of_one_side_leaves_the_other_open() -> None:
    assert "12 : –" in shown(matches_table((ScoredMatch(home="4", unit="vps", home_score=Decimal(12)),), 10))


def test_as_many_rows_as_wanted_are_not_counted() -> None:
    rows = tuple(row(str(number)) for number in range(1, 4))
    assert "more" not in shown(ranking_table(Ranking(id="o", title="Overall", unit="imps", rows=rows), 3))


def test_six_tables_are_named_and_more_only_counted() -> None:
    coming = tuple(SlowTable(table=str(n), round=5) for n in range(1, 7))
    assert slow_lines(Progress(slow=coming, slow_total=6)) == ["still to come: 1, 2, 3, 4, 5, 6 of round 5"]
    assert slow_lines(Progress(slow=coming, slow_total=7)) == []
    behind = tuple(SlowTable(table=str(n), round=4, behind=True) for n in range(1, 7))
    (line,) = slow_lines(Progress(slow=behind, slow_total=6))
    assert line.endswith("6 (round 4)")


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("no-event", "kibitz events list"),
        ("no-rounds", "Ask without --after-round"),
        ("too-early", "Ask for later"),
        ("no-round", "Rounds are 1 to 5"),
    ],
)
def test_standings_that_cannot_be_had_are_refused_with_advice_for_the_command_line(
    code: Literal["no-event"], advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refusal = Refusal(code=code, message="There are none.", advice="Rounds are 1 to 5.")
    report_refusal(refusal, {"too-early": "Ask for later."})
    error = capsys.readouterr().err
    assert "There are none." in error
    assert advice in error


def test_without_a_refusal_nothing_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    report_refusal(None)
    assert capsys.readouterr().err == ""


def test_a_ranking_of_bridge_counts_boards_and_shows_percentages() -> None:
    first = row("7", place="1", total=Decimal("33.5"), percentage=Decimal("55.83"), boards=24)
    text = shown(ranking_table(Ranking(id="overall", title="Overall", unit="match_points", rows=(first,)), 10))
    assert text.split("\n")[1].split() == ["no.", "name", "score", "%", "boards", "stated"]
    assert text.split("\n")[2].split() == ["1", "7", "Ann", "7", "33.5", "55.83", "24"]


@pytest.mark.parametrize("differences", [0, 1])
def test_twenty_findings_are_shown_and_the_others_counted(printed: io.StringIO, differences: int) -> None:
    many = tuple(
        codes.NOT_CHECKED.finding(f"odd {number}").replace(severity=Severity.WARNING, subject=f"pair {number}")
        for number in range(1, 22)
    )
    show_standings(
        Standings(
            event="x",
            name="x",
            method=Method(board_scoring="imps"),
            progress=Progress(),
            findings=many,
            differences=differences,
        )
    )
    text = printed.getvalue()
    assert "odd 20" in text
    assert "odd 21" not in text
    assert "and 1 more" in text
