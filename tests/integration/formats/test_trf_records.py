"""Records of TRF that travel from one or two files through the merged event into a file and back."""

from datetime import timedelta
from pathlib import Path

import pytest

from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from services.export.domain.formats import exported
from shared.formats.format import Values
from tests.support.any_to_any import READ_AT, read_back
from tests.support.bbp_checks import refused_by_bbp
from tests.support.trf_lines import document, placed, player, team

PLAYERS = tuple(player(number, name=f"Name, {number}") for number in range(1, 13))
PLAYED = tuple(
    player(number, f"{number + 6 if number < 7 else number - 6} {'wb'[number > 6]} {'10'[number > 6]}")
    for number in range(1, 13)
)
HALF = "240 H   2    3"
TEAMS = (*(team(at, (2 * at - 1, 2 * at), name=f"Team {at}") for at in range(1, 7)), "352 WB")


def merged(*files: tuple[str, ...]) -> Pipeline:
    """What several files of one event make together, each with its own time."""
    read = [
        read_bytes(
            document("012 Made-up Open", "042 2031/05/01", *lines),
            f"{at}.trf",
            Path(f"{at}.trf"),
            READ_AT + timedelta(hours=at),
        )
        for at, lines in enumerate(files, 1)
    ]
    return Pipeline(read)


def written(pipeline: Pipeline) -> list[str]:
    """The lines of the event as it is written, which a file of these lines gives again."""
    [event] = pipeline.events.values()
    rendered = exported()["trf"].render(event.score()[1], version="TRF-2026")
    [back] = read_back(rendered).events.values()
    assert exported()["trf"].render(back.score()[1], version="TRF-2026").data == rendered.data
    return rendered.data.decode().split("\r\n")


@pytest.mark.parametrize("kind", ["F", "H", "Z", " "])
@pytest.mark.parametrize("entrants", [PLAYERS, (*PLAYERS, *TEAMS)], ids=["players", "teams"])
@pytest.mark.parametrize("who", [(3,), (1, 2, 3, 4, 5, 6)], ids=["one", "many"])
def test_every_column_of_a_bye_comes_back_before_the_round(kind: str, entrants: tuple[str, ...], who: tuple[int, ...]):
    record = placed((1, "240"), (5, kind), (7, "  2")).ljust(10) + " ".join(f"{number:4}" for number in who)
    lines = written(merged(("142 7", *entrants, record)))
    assert [line for line in lines if line.startswith("240")] == [record.replace("240  ", "240 Z")]


def test_byes_of_several_rounds_and_kinds_come_back_each_in_its_record():
    records = ["240 H   2    3   12", "240 Z   2    4", "240 F   3    3", "240 Z   7    3"]
    assert [line for line in written(merged(("142 7", *PLAYED, *records))) if line.startswith("240")] == records


@pytest.mark.parametrize(("in_line", "record"), [(True, ()), (False, (HALF,)), (True, (HALF,))])
def test_a_bye_stands_once_after_its_round_however_the_file_after_it_states_it(in_line: bool, record: tuple[str, ...]):
    rows = [("2 w 1", "4 w ="), ("1 b 0", "- Z"), ("4 w 1", "- H"), ("3 b 0", "1 b =")]
    before = ("142 5", *(player(at, row[0]) for at, row in enumerate(rows, 1)), HALF, "240 Z   2    2")
    if not in_line:
        rows[2] = ("4 w 1", "")
    lines = written(merged(before, ("142 5", *(player(at, *row) for at, row in enumerate(rows, 1)), *record)))
    assert [line for line in lines if line.startswith("240")] == []
    (third,) = (line for line in lines if line.startswith("001    3"))
    assert (third[80:84], third[101:]) == (" 1.5", "0000 - H")


def test_dates_of_rounds_in_several_records_and_files_are_one_record():
    first = ("132".ljust(91) + "31/05/01", "132".ljust(101) + "31/05/02", *PLAYERS, *TEAMS)
    second = ("132".ljust(111) + "31/05/03", "142 4", *PLAYERS)  # a part, since it lists no team
    dates = [line for line in written(merged(first, second)) if line.startswith("132")]
    assert dates == ["132".ljust(91) + "31/05/01  31/05/02  31/05/03"]


def test_rosters_in_both_records_stay_in_both():
    old = [f"013 Team {at}".ljust(36) + f"{2 * at - 1:4} {2 * at:4}" for at in range(1, 7)]
    lines = written(merged(("142 3", *PLAYERS, *TEAMS, *old)))
    assert [line for line in lines if line.startswith("013")] == old
    assert not [line for line in written(merged(("142 3", *PLAYERS, *TEAMS))) if line.startswith("013")]


@pytest.mark.parametrize("values", ["stated", "computed"])
@pytest.mark.parametrize("version", ["TRF-2026", "TRF16+XX"])
@pytest.mark.parametrize("points", [("1.0", "1.0"), ("1.5", "2.0")], ids=["without the byes", "with the byes"])
def test_byes_to_come_are_written_as_pairing_programs_take_them(
    values: Values, version: str, points: tuple[str, str]
) -> None:
    rows = [player(1, "3 w 1", points="1.0"), player(2, "4 w 1", points=points[0]), player(3, "1 b 0")]
    rows += [player(4, "2 b 0"), player(5, "- U", points=points[1])]
    [event] = merged(
        ("142 9", *rows, "240 H   2    2", "240 F   2    5", "240 Z   2    4", "240 H   4    1")
    ).events.values()
    rendered = exported()["trf"].render(event.score()[1], version=version, values=values)
    assert refused_by_bbp(rendered.data) == []


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        ((player(1, "2 w 1", points="1.5"), player(2, "1 b 0"), "240 H   2    1"), "the score of 1"),
        ((player(1, "2 w 1", points="1.0"), player(3, "- U", points="1.0")), "a pairing number"),
        ((player(1, "2 w 1", "2 b", points="1.0"), player(2, "1 b 0", "1 w")), "1 has '   2 b  ' in round 2"),
        ((player(1, points=""),), "001    1 has no points"),
    ],
)
def test_what_pairing_programs_refuse_is_known(lines: tuple[str, ...], refused: str) -> None:
    assert any(each.startswith(refused) for each in refused_by_bbp(document("012 x", "142 9", *lines)))
