"""Files in the shapes that pairing programs and websites write: read without a false error, and what is odd is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from contracts.facts import Facts
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from tests.support.trf_lines import document, player

HEADER = (
    "012 Made-up Open", "022 Elmton", "032 NOR", "042 24/09/2031", "052 02/10/2031", "062 5 (4 rated)", "072 4",
    "082 0", "092 Individual: Swiss-System", "102 IA Ash, Ada (1500000)", "112 Birch, Ben; Cedar, Cy", "122 90'+30''",
)  # fmt: skip
PLAYERS = (
    player(1, "2 w 1", "3 b =", name="Alder, Ann", points="1.5", rank=1, rating=2100, sex="w", title="wg"),
    player(2, "1 b 0", "- H", name="Birch, Bo", points="0.5", rank=4, rating=2000, sex="m", title="f"),
    player(3, "4 w 1", "1 w =", name="Cedar, Cy", points="1.5", rank=1, rating=1950),
    player(4, "3 b 0", "5 b 0", name="Dogwood, Di", points="0.0", rank=5, rating=1800),
    player(5, "- U", "4 w 1", name="Elm, Ed", points="2.0", rank=1),
)
GAMES = [
    ("1", 1, "2", "1"), ("2", 1, "1", "0"), ("3", 1, "4", "1"), ("4", 1, "3", "0"), ("5", 1, None, "U"),
    ("1", 2, "3", "="), ("2", 2, None, "H"), ("3", 2, "1", "="), ("4", 2, "5", "0"), ("5", 2, "4", "1"),
]  # fmt: skip


def read(data: bytes) -> tuple[Facts, list[str]]:
    """What a file states, and the codes of all findings but those on places, which these files do not compute."""
    pipeline = Pipeline([read_bytes(data, "x.trf", Path("x.trf"))])
    [event] = pipeline.events.values()
    codes = {finding.code for finding in pipeline.findings() if not finding.code.startswith("scoring.place")}
    return event.score()[1].facts, sorted(codes)


def games(facts: Facts) -> list[tuple[str, int, str | None, str | None]]:
    return sorted(((g.player, g.round, g.opponent, g.result) for g in facts.games), key=lambda game: (game[1], game[0]))


def changed(first: int, text: str, lines: tuple[str, ...] = PLAYERS) -> list[str]:
    """The lines with a text from a column on."""
    return [line[: first - 1].ljust(first - 1) + text + line[first - 1 + len(text) :] for line in lines]


SHAPES = {
    "CR LF": document(*HEADER, *PLAYERS, end="\r\n"),
    "CR alone, byte order mark, end of file sign": b"\xef\xbb\xbf" + document(*HEADER, *PLAYERS, end="\r") + b"\x1a",
    "a tab behind the code": document(*(line.replace(" ", "\t", 1) for line in HEADER), *PLAYERS),
    "blank lines, comments and rulers": document("### by hand", "", *HEADER, "", " DDD SSSS s TTT", *PLAYERS, "###"),
    "records of JaVaFo": document(*HEADER, "XXR 5", "XXC white1", "XXS W=1 D=0,5", "XXP 2,4", "XXP 3 5", *PLAYERS),
    "numbers at the left": document(*HEADER, *("001 " + line[4:8].strip().ljust(4) + line[8:] for line in PLAYERS)),
    "numbers with zeros": document(*HEADER, *("001 " + line[4:8].strip().zfill(4) + line[8:] for line in PLAYERS)),
    "rank 0 for everybody": document(*HEADER, *changed(86, "   0")),
    "no ranks": document(*HEADER, *changed(86, "    ")),
    "dashes for no federation and no FIDE number": document(*HEADER, *changed(54, "---           -")),
    "points with a comma": document(
        *HEADER, *(line[:80] + line[80:84].replace(".", ",") + line[84:] for line in PLAYERS)
    ),
    "dates that were not filled in": document(
        *HEADER, "132".ljust(91) + "00/00/00  00/00/00", *changed(70, "0000/00/00")
    ),
    "days first": document(*HEADER, "132".ljust(91) + "24/09/31  25/09/31", *changed(70, "24.12.1990")),
    "dates that fill their columns": document(*HEADER, "132".ljust(91) + "2031/09/242031/09/25", *PLAYERS),
    "a date in each record": document(*HEADER, "132".ljust(91) + "31/09/24", "132".ljust(101) + "31/09/25", *PLAYERS),
    "small letters": document(*HEADER, *(line[:91] + line[91:].lower() for line in PLAYERS)),
    "blanks behind every line": document(*(line.ljust(200) for line in (*HEADER, *PLAYERS))),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_read_and_nothing_is_said_of_it(shape: str) -> None:
    facts, codes = read(SHAPES[shape])
    assert codes == []
    assert games(facts) == GAMES
    assert (facts.event.start_date, facts.event.end_date, facts.event.kind) == (
        "2031-09-24",
        "2031-10-02",
        "individual",
    )
    assert [str(total.total) for total in facts.totals] == ["1.5", "0.5", "1.5", "0.0", "2.0"]


ODD = {
    "another encoding": (document(*HEADER, *PLAYERS).replace(b"Cedar", b"C\xe9dar"), ["trf.encoding-guessed"]),
    "points without a decimal": (
        document("012 x", player(1, "2 w 1", points="1"), player(2, "1 b 0", points="0", name="B")),
        [],
    ),
    "byes as results": (
        document("012 x", player(1, "2 w 1", "- =", points="1.5"), player(2, "1 b 0", "- -", points="0.0", name="B")),
        [],
    ),
    "standings without rounds": (document("012 x", *(line[:84] for line in PLAYERS)), ["trf.no-rounds"]),
    "names alone": (document("012 x", *(line[:47].rstrip() for line in PLAYERS)), []),
    "an absence after the last round": (
        document("012 x", "XXR 1", player(1, "2 w 1", "- Z", points="1.0"), player(2, "1 b 0", name="B")),
        [],
    ),
    "an absence with the opponent who was to come": (
        document("012 x", player(1, "2 w 1", "2 b Z", points="1.0"), player(2, "1 b 0", "- Z", name="B")),
        [],
    ),
    "one who comes late and one who leaves": (
        document(
            "012 x",
            "XXR 5",
            player(1, "2 w 1", "3 b 1", points="2.0"),
            player(2, "1 b 0", name="B"),
            player(3, "", "1 w 0", name="C"),
        ),
        [],
    ),
    "the pairing-allocated bye for several": (
        document("012 x", player(1, "2 w 1", points="1.0"), player(2, "1 b 0", name="B"), *(
            player(number, "- U", points="1.0", name=f"Name {number}") for number in (3, 4)
        )),
        ["chess.pairing-byes-of-round"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("shape", ODD)
def test_what_is_odd_is_said_and_nothing_else(shape: str) -> None:
    data, codes = ODD[shape]
    assert read(data)[1] == codes
