"""Documents of TRF with every record in them, for the golden files of the reader."""

from collections.abc import Callable, Sequence
from functools import partial

from shared.errors import FormatError
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.parse import parse
from shared.formats.trf.writer.render import Target, Values, render
from tests.support.chess_documents import SCORED
from tests.support.golden import changed_lines, compare, read, report, report_written, seed_of, text_of
from tests.support.trf_documents import merged
from tests.support.trf_lines import abnormal, accelerated, by_bytes, overlong, player, team

HEADER = (
    "012 Open of the Elms",
    "022 Elmton",
    "032 ENG",
    "042 2031/05/01",
    "052 2031/05/03",
    "062 6",
    "072 5",
    "092 Individual: Swiss-System (FIDE)",
    "102 Ash, Ada",
    "112 Birch, Ben",
    "122 90 min + 30 s",
    "132".ljust(91) + "31/05/01  31/05/02  31/05/03",
    "142 5",
    "152 W",
    "162 W 1.0 D 0.5 L 0.0 A 0.0 P 1.0",
    "182 Fairpair 3",
    "202 DE,BH/C1,BH,WIN",
    "212 PTS,DE,BH/C1,WIN",
)
INDIVIDUAL = (
    *HEADER,
    player(1, "4 w 1", "2 b =", "3 w 1", name="Alder, Ann", points="2.5", rank=1, rating=2301, title="WGM",
           sex="w", federation="ENG", fide_id="400001", birth_date="1990/04/05"),
    player(2, "5 b 1", "1 w =", "- H", name="Beech, Bo", points="2.0", rank=2, rating=2205, federation="IRL",
           fide_id="400002", birth_date="1988/12/31"),
    player(3, "6 w +", "- F", "1 b 0", name="Cedar, Cy", points="2.0", rank=3, rating=2100, birth_date="1979"),
    player(4, "1 b 0", "6 w 1", "5 w D", name="Dogwood, Di", points="1.5", rank=4, rating=1999),
    player(5, "2 w 0", "- U", "4 b D", name="Elder, Ed", points="1.5", rank=5, rating=1850),
    player(6, "3 b -", "4 b 0", "- Z", name="Fir, Fay", points="0.0", rank=6),
    "ENG".ljust(4) + "   1      Alder, Ann                        2280     123456",
    "240 H   4    2",
    accelerated("", "1.0", 1, 2, 1, 3),
    abnormal("", "", "-0.5", 3, 6),
    "260   1   3    1    2",
    "### checked by hand",
)  # fmt: skip
TEAMS = (
    "012 League of the Elms", "042 2031/05/01", "052 2031/05/09", "082 4", "092 Team: Swiss-System", "142 3",
    "192 FIDE_TEAM_TYPEA_MP_GP", "352 WB", "362 TW 2.0 TD 1.0 TL 0.0",
    player(1, "3 w 1", "5 w =", "- -", name="Alder, Ann", points="1.5", rating=2300),
    player(2, "4 b =", "6 b 0", "7 w 1", name="Beech, Bo", points="1.5", rating=2200),
    player(3, "1 b 0", "7 w 1", "6 b 1", name="Cedar, Cy", points="2.0", rating=2100),
    player(4, "2 w =", "8 b =", "5 w 0", name="Dogwood, Di", points="1.0", rating=2000),
    player(5, "7 w +", "1 b =", "4 b 1", name="Elder, Ed", points="2.5", rating=1950),
    player(6, "8 b +", "2 w 1", "3 w 0", name="Fir, Fay", points="2.0", rating=1900),
    player(7, "5 b -", "3 b 0", "2 b 0", name="Gorse, Gil", points="0.0", rating=1800),
    player(8, "6 w -", "4 w =", "- -", name="Hazel, Hal", points="0.5", rating=1700),
    team(1, [1, 2], name="Ash Tree", mp="3.0", gp="3.0", rank=1),
    team(2, [3, 4], name="Birch Tree", mp="4.0", gp="3.0", rank=2),
    team(3, [5, 6], name="Cedar Tree", mp="5.0", gp="4.5", rank=3),
    team(4, [7, 8], name="Dogwood Tree", mp="0.0", gp="0.5", rank=4),
    "300   3   1   4    0    2",
    "330 +-   1   3   4",
    accelerated("1.0", "0.5", 1, 1, 1, 2),
    abnormal("+", "2.0", "2.0", 1, 3),
    abnormal("", "-1.0", "", 2, 4),
)  # fmt: skip
DRAFT = (
    "012 Draft of the Elms", "042 2031/05/01", "142 3", "352 WB",
    *TEAMS[9:17],
    team(1, [1, 2], name="Ash Tree", mp="3", gp="3.0", rank=1, draft=True),
    team(2, [3, 4], name="Birch Tree", mp="4", gp="3.0", rank=2, draft=True),
    team(3, [5, 6], name="Cedar Tree", mp="5", gp="4.5", rank=3, draft=True),
    team(4, [7, 8], name="Dogwood Tree", mp="0", gp="0.5", rank=4, draft=True),
    "250 01 00.5 001 001 0001 0002",
    "300 003 001 004 0000 0002",
    "320 01 01.0 000 000 000",
    "330 H 003 004",
    "340 +- 001 003 004",
)  # fmt: skip
OLD = (
    "012 Club night", "042 31/05/01", "102 Ash, Ada", "XXR 4", "XXC white1 rank", "XXZ 3", "XXS W=1.0 D=0.5 PAB=1.0",
    "XXP 1 2", "BBW  1.0", "BBD  0.5",
    player(1, "2 w 1", "3 b =", name="Alder, Ann", points="1.5", rank=1, rating=2301),
    player(2, "1 b 0", "- U", name="Beech, Bo", points="1.0", rank=2, rating=2205),
    player(3, "- H", "1 w =", name="Cedar, Cy", points="1.0", rank=3, rating=2100),
    "XXA    1  1.0  0.5",
    f"013 {'Ash Tree':<32}   1   2",
)  # fmt: skip
SHIFTED = (
    "012 Names beside their columns", "022 Łódź", "032 POL", "042 01.05.2031", "052 3 May 2031", "062 9",
    "072 3 (of 8)", "082 0", "092 Individual: Swiss-System", "102 Ash, Ada", "112 Birch, Ben", "112 Cedar, Cy", "142 4",
    "172 NAT HBFN", "XXC black1",
    by_bytes(player(1, "2 w 1", "3 b =", "4 w +", name="Žďárská, Šárka", points="2.5", rank=1, rating=2001), 15, 47),
    overlong(player(2, "1 b 0", "- U", "3 w L", points="1,0", rank=4, rating=1950, federation="CZE"),
             "Oakenshield-Willowherb of the Upper Elms, Hawthorne"),
    player(3, "4 w -", "1 w D", "2 b W", name="Ćwik, Żaneta", points="1.5", rank=2, rating="0",
           birth_date="1990/00/00"),
    player(4, "3 b +", "- H", "1 b -", "5 w", name="Dogwood, Di", points="1.5", rank=3, sex="F", fide_id="0400004"),
    player(5, "6 w 1", "- =", "- -", "4 b", name="Elder, Ed", points="1.5", sex="x", fide_id="400004"),
    player(6, "5 b 0", "9 w 1", "- +", "- H", name="Fir, Fay", points="2.0", rating=1700),
    overlong(player(7, "- Z", "8 w 1", name="", points="1.0", rank="7"), "Grapevine, Gwendolyn of the Lower El"),
    player(8, "- F", "7 b 1", "", "- Z", name="Hazel, Hal", points="x", rank="8"),
    player(1, code="POL", name="Žďárská, Š", rating=2105, federation="WAR", fide_id="77001", birth_date="1990/02/03",
           points=""),
    player(3, code="POL", name="Ćwik, Żaneta", rating=1985, sex="k", title="k", birth_date="1990", points=""),
    player(2, code="POL", rating=1900, points=""),
    player(2, code="CZE", rating=1901, points=""),
    "240 F   1    8",
    "240 H   2    4    5",
    "260   1   4    1    2    3",
    f"{by_bytes('013 Łąka Żółta'.ljust(37), 5, 36)}   1   2   3",
    f"013 {'Birch Tree':<32}    4   5   6",
    "999 private", "999 private again",
    player(9, "- U", "6 b 0", name="Ivy, Ian", points="0.0", rank=9, code="100"),
    "NNN SSSS sTTT", "    1234567890", "123456789012345678901234567890",
)  # fmt: skip
LEAGUE = (
    "012 League beside its columns", "042 2031/05/01", "062 6", "082 3 teams", "092 Team: Swiss-System", "142 2",
    "352 WB", "362 TW 2.0 TD 1.0 TL 0.0", "132".ljust(91) + "31/05/01  31/05/02",
    player(1, "3 w 1", "5 b =", name="Alder, Ann", points="1.5", rating=2300),
    player(2, "4 b =", "6 w 0", name="Beech, Bo", points="0.5", rating=2200),
    player(3, "1 b 0", "- H", name="Cedar, Cy", points="0.5", rating=2100),
    player(4, "2 w =", "- H", name="Dogwood, Di", points="1.0", rating=2000),
    player(5, "- U", "1 w =", name="Elder, Ed", points="1.5", rating=1950),
    player(6, "- U", "2 b 1", name="Fir, Fay", points="2.0", rating=1900),
    by_bytes(team(1, [1, 2], name="Łąka Żółta", mp="2.0", gp="2.0", rank=2), 9, 40),
    team(2, [3, 4], name="Birch Tree", mp="1.0", gp="1.5", rank=3),
    team(3, [5, 6], name="Cedar Tree", mp="3.0", gp="3.5", rank=1),
    f"013 {'Birch Tree':<32}    3   4", f"013 {'Cedar Tree':<32}    5   1", f"013 {'Dogwood':<32}    6",
    "240 H   2    2",
    "300   1   2   1    4    3",
    "320  1.0  2.0   3   0",
    "801   1 Łąka", "802   2 Birch Tree", "802",
)  # fmt: skip
DOCUMENTS = {
    "individual": INDIVIDUAL, "teams": TEAMS, "draft": DRAFT, "old": OLD, "shifted": SHIFTED, "league": LEAGUE
}  # fmt: skip
TO_COME = (
    "012 Round to come", "042 2031/05/01", "142 4", "152 B", "162  W 3.0    D 1.0    L 0.5    A 0.2    X 0.0",
    "XXS HPB=0.7 FPB=2 FW=3 FL=0.2", "202 BH/C1; SB WIN", "212 PTS,BH/C1,SB", "260   2   2    1    2", "XXP 2 3",
    player(1, "2 w 1", "3 b", name="Alder, Ann", points="3.0", rank=1),
    player(2, "1 b 0", "- H", name="Beech, Bo", points="0.5", rank=3),
    player(3, "- U", "1 w", name="Cedar, Cy", points="3.0", rank=1),
    player(4, "", "", name="Dogwood, Di", points="0.0", rank=4, birth_date="1980/02/29"),
    "240 F   3    2", "XXZ 4", abnormal("", "", "1.0", 0), abnormal("", "", "-0.5", 3, 1), abnormal("U", "", "2.0", 0),
    accelerated("", "1.0", 2, 3, 1, 2), accelerated("", "1.0", 2, 2, 4, 4), accelerated("", "0.5", 4, 4, 1, 2),
)  # fmt: skip
TEAMS_TO_COME = (
    "012 Teams to come", "042 2031/05/01", "142 11", "352 WBW", "192 FIDE_TEAM_TYPEA_MP_GP", "362 TW 10.0 TD 5.0",
    *(player(number, *cells) for number, cells in enumerate((
        ("7 w 1", "10 b"), ("8 b =", "11 w"), ("9 w +", "12 b"), ("- U", "7 w"), ("- U", "8 b"), ("- U", "9 w"),
        ("1 b 0", "4 b"), ("2 w =", "5 w"), ("3 b -", "6 b"), ("- H", "1 w"), ("- H", "2 b"), ("- -", "3 w"), (),
    ), 1)),
    *(team(number, members, name=f"Team {number}", mp=f"{number}.5", gp="3.0", rank=number) for number, members in
      ((1, (1, 2, 3)), (2, (4, 5, 6)), (3, (7, 8, 9, 13)), (14, (10, 11, 12)))),
    "240 H   1   14", "240 F   3    1    3", "300   2   1  14    2    1    3", "300   2  14   1   11    0   12",
    "320  4.5  2.5   2   0   0   1", "330 -+   3   2  14",
)  # fmt: skip
UNCHANGED = {
    **{f"scored {title}": lines for title, lines in SCORED.items()}, "to come": TO_COME, "teams to come": TEAMS_TO_COME
}  # fmt: skip
"""Documents of which only the whole is compared."""


def compare_changes(name: str, chosen: Callable[[str], bool], count: int = 30) -> None:
    """Change lines of every document that has such, and compare with the golden file of this name."""
    whole = {title: read(parse, _joined(lines).encode()) for title, lines in (DOCUMENTS | UNCHANGED).items()}
    compare("trf/documents", "\n".join(f"== {title}\n{text_of(outcome)}" for title, outcome in whole.items()))
    texts = []
    for title, lines in DOCUMENTS.items():
        if any(chosen(line) for line in lines):
            changed = changed_lines(lines, chosen, count, seed_of(name))
            texts.append(f"== {title}\n{report(partial(read, parse), _joined(lines), changed)}")
    compare(f"trf/{name}", "\n".join(texts))


def _joined(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])


TARGETS: tuple[tuple[Target, Values], ...] = (
    (Dialect.TRF26, "computed"),
    (Dialect.DRAFT_2024, "stated"),
    (Dialect.TRF16_XX, "computed"),
)


def _written(data: bytes) -> list[str]:
    try:
        event = merged(parse(data).events[0].facts)
    except FormatError as error:
        return [f"refused: {error.code.code}"]
    lines = []
    for dialect, values in TARGETS:
        rendered = render(event, dialect=dialect, values=values)
        lines += [f"{dialect.value}: {line.rstrip()}" for line in rendered.data.decode().splitlines()]
        lines += [f"{dialect.value} loses {loss.what} ({loss.why}) x {loss.count}" for loss in rendered.losses]
    return lines


def compare_written(name: str, chosen: Callable[[str], bool], count: int = 12) -> None:
    """Change lines of every document, write what was read in each dialect, and compare with the golden file."""
    whole = {title: "\n".join(_written(_joined(lines).encode())) for title, lines in (DOCUMENTS | UNCHANGED).items()}
    compare("trf/documents-written", "\n".join(f"== {title}\n{text}\n" for title, text in whole.items()))
    texts = []
    for title, lines in DOCUMENTS.items():
        if any(chosen(line) for line in lines):
            changed = changed_lines(lines, chosen, count, seed_of(f"written-{name}"))
            texts.append(f"== {title}\n{report_written(_written, _joined(lines), changed, whole=False)}")
    compare(f"trf/written-{name}", "\n".join(texts))
