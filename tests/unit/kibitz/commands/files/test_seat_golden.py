import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from contracts.base import Discipline
from contracts.codes import seating as codes
from contracts.facts.base import Detail
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Method, Progress, Ranking, StandingRow, Standings
from kibitz.commands.files import seat
from tests.support.golden import compare
from tests.support.printed import compare_printed


def test_seats_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "seat",
        tmp_path,
        "seat pairs.xml in-play-round-2.xml swiss-pairs-1.2.xml teams-1.4.xml",
        "seat open.trf --explain",
        "movement howell --pairs 6 --write howell.xml",
        "seat howell.xml --explain",
        "movement whist --players 8 --write whist.xml",
        "seat whist.xml",
        "seat swiss-pairs-1.2.xml --system swiss --absent 1",
    )


FINDINGS = tuple(codes.BOARD_SHARED.finding(f"board {number} is at tables 1, 2") for number in range(1, 22))
ASSIGNMENTS = {
    "pairs": RoundAssignment(
        event="e",
        stage="round",
        round=3,
        rule="movement",
        tables=(
            SeatAssignment(
                section="A", table="1", ns="1", ew="12", first_board="5", last_board="6", reason="[round 3] of it"
            ),
            SeatAssignment(section="A", table="2", ns="2", ns_names="Ann & Bo", reason="as stated"),
            SeatAssignment(table="3", ew="4"),
            SeatAssignment(ns="9", ew="99"),
        ),
        sitting_out=("7", "99", "3"),
        byes=(Detail(name="7", value="U"), Detail(name="99", value="H")),
        findings=FINDINGS,
    ),
    "individuals": RoundAssignment(
        event="e",
        stage="start",
        rule="stated",
        tables=(
            SeatAssignment(table="1", north="1", south="2", east="3", west="4"),
            SeatAssignment(table="2", east="9"),
        ),
        complete=False,
    ),
    "chess": RoundAssignment(
        event="e",
        stage="round",
        round=1,
        rule="dutch",
        tables=(SeatAssignment(table="1", black="12"), SeatAssignment(table="2", white="1", black="2")),
        findings=FINDINGS[:20],
    ),
    "east alone": RoundAssignment(event="e", stage="next", rule="stated", tables=(SeatAssignment(east="9"),)),
    "white alone": RoundAssignment(event="e", stage="next", rule="stated", tables=(SeatAssignment(white="1"),)),
    "nobody": RoundAssignment(event="e", stage="round", round=4, rule="none"),
}
ROWS = tuple(
    StandingRow(id=number, number=number, name=name)
    for number, name in (("1", "[Ada]"), ("2", "Bo"), ("12", "Cleo & Dara"), ("9", "9"), ("7", "Enzo"), ("99", "Fay"))
)
STANDINGS = Standings(
    event="e",
    name="[Evening]",
    method=Method(board_scoring="imps"),
    progress=Progress(),
    rankings=(
        Ranking(id="a", title="A", unit="imps", rows=ROWS[:3]),
        Ranking(id="b", title="B", unit="imps", rows=ROWS[3:]),
    ),
)


@pytest.mark.parametrize("explain", [False, True])
def test_every_kind_of_seat_is_printed_as_the_golden_file_has_it(
    monkeypatch: pytest.MonkeyPatch, explain: bool
) -> None:
    console = Console(width=100, file=io.StringIO())
    monkeypatch.setattr(seat, "out", console)
    merged: Any = SimpleNamespace(standings=STANDINGS)
    for name, assignment in ASSIGNMENTS.items():
        console.print(f"--- {name}")
        seat._show(assignment, merged, explain=explain)
    lines = str(console.file.getvalue()).splitlines()  # type: ignore[attr-defined]
    compare(
        f"commands/seat-{'with-reasons' if explain else 'of-all-kinds'}", "".join(f"{one.rstrip()}\n" for one in lines)
    )


@pytest.mark.parametrize(
    ("discipline", "progress", "sentence"),
    [
        (Discipline.CHESS, Progress(rounds=3, rounds_complete=3), "all 3 rounds are over"),
        (Discipline.CHESS, Progress(rounds=3, rounds_complete=2), ""),
        (Discipline.CHESS, Progress(rounds=1), ""),
        (Discipline.CHESS, Progress(rounds_complete=3), ""),
        (Discipline.BRIDGE, Progress(rounds=3, rounds_complete=3), ""),
    ],
)
def test_a_chess_tournament_that_has_had_its_rounds_is_over(
    discipline: Discipline, progress: Progress, sentence: str
) -> None:
    event = SimpleNamespace(discipline=discipline)
    merged: Any = SimpleNamespace(standings=SimpleNamespace(progress=progress), facts=SimpleNamespace(event=event))
    assert seat._over(merged) == sentence
