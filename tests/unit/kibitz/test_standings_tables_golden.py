import io
from decimal import Decimal
from pathlib import Path

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
from kibitz import standings_tables
from kibitz.standings_tables import show_standings
from tests.support.golden import compare
from tests.support.printed import compare_printed


def test_standings_of_all_kinds_are_printed_as_the_golden_file_has_them(tmp_path: Path) -> None:
    compare_printed(
        "standings-tables",
        tmp_path,
        "score individual.xml ladder-1.0.xml",
        "score knockout-1.0.xml",
        "score teams-1.4.xml swiss-pairs-1.2.xml",
        "score two-winners-same-numbers.xml pairs-two-sessions-1.4.xml",
    )


METHOD = Method(
    board_scoring="imps",
    scale="2-1-0",
    factoring="neuberg",
    datum="mean",
    average="tables",
    average_plus=Decimal("2.50"),
    awards="ebu",
    totals="per-board",
    pairwise="cross_imps",
    match_scoring="vps",
    vp_scale="WBF",
    bye=Decimal("12"),
    edition="2026",
)
TERMS = (
    TieBreakTerm(amount=Decimal("0.50"), round=0),
    TieBreakTerm(amount=Decimal(1), round=1, opponent="[4]"),
    TieBreakTerm(amount=Decimal(0), round=2, opponent="5", cut=True),
)
CHESS = (
    StandingRow(
        id="a",
        number="1",
        name="[Ada]",
        place="1",
        total=Decimal("2.5"),
        boards=3,
        tie_breaks=(
            TieBreakValue(code="BH/C1", value=Decimal("7.500"), terms=TERMS),
            TieBreakValue(code="[X]", value=Decimal("0.126")),
            TieBreakValue(code="SB", terms=TERMS[:1]),
        ),
        stated=StatedRow(place="2", total=Decimal(2)),
        agrees=False,
    ),
    StandingRow(
        id="b",
        number="2",
        name="Bo",
        place="2",
        total=Decimal(1),
        boards=3,
        tie_breaks=(TieBreakValue(code="BH/C1"), TieBreakValue(code="[X]"), TieBreakValue(code="SB", value=Decimal(9))),
        stated=StatedRow(),
        agrees=False,
    ),
)
BRIDGE = (
    StandingRow(
        id="a",
        number="1",
        name="Cleo",
        place="1",
        percentage=Decimal("61.50"),
        stated=StatedRow(place="1", percentage=Decimal("60.00"), total=Decimal(9)),
        agrees=False,
    ),
    StandingRow(
        id="b",
        number="2",
        name="Dara",
        percentage=Decimal("50"),
        final=Decimal("51"),
        stated=StatedRow(place="1"),
        agrees=True,
    ),
    StandingRow(id="c", number="3", name="Enzo", stated=StatedRow(place="5", total=Decimal(3)), agrees=None),
)
MATCHES = (
    ScoredMatch(home="1", away="2", unit="vps", round=1, table="1", ruling="void", boards=3, length=4),
    ScoredMatch(home="3", home_name="3", away="4", away_name="[D]", unit="vps", boards=4, length=4, agrees=True),
    ScoredMatch(
        home="5",
        home_name="E",
        away="6",
        away_name="F",
        unit="vps",
        boards=2,
        home_raw=Decimal(5),
        away_raw=Decimal("-5"),
        home_score=Decimal("11.2"),
        stated_home=Decimal(11),
        agrees=False,
        ruling="late",
    ),
    ScoredMatch(home="7", unit="vps", away_score=Decimal(0)),
)
SLOW = (
    *(SlowTable(table=str(number), round=3, behind=True, missing=number) for number in (1, 2)),
    SlowTable(table="4", section="B", session="2", round=3, behind=True, boards=("7", "8")),
    SlowTable(table="X", section="C", round=4),
)


def shown(monkeypatch: pytest.MonkeyPatch, standings: Standings, top: int) -> str:
    console = Console(width=100, file=io.StringIO())
    monkeypatch.setattr(standings_tables, "out", console)
    show_standings(standings, top)
    return "".join(f"{line.rstrip()}\n" for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]


@pytest.mark.parametrize(("top", "differences"), [(1, 0), (2, 0), (3, 5), (9, 0)])
def test_rankings_matches_and_findings_are_printed_as_the_golden_file_has_them(
    monkeypatch: pytest.MonkeyPatch, top: int, differences: int
) -> None:
    findings = (
        codes.PLACE_OUT_OF_ORDER.finding("place 2 before place 1"),
        codes.METHOD_DETECTED.finding("found by fit"),
        *(codes.NOT_CHECKED.finding(f"no rule {number}") for number in range(2)),
    )
    standings = Standings(
        event="evening",
        name="[Evening]",
        method=METHOD,
        progress=Progress(text="after round 3", slow=SLOW, slow_total=6),
        rankings=(
            Ranking(id="c", title="[Chess]", unit="points", rows=CHESS),
            Ranking(id="b", title="Bridge", unit="imps", rows=BRIDGE),
            Ranking(id="n", title="Nobody", unit="imps", rows=()),
        ),
        matches=MATCHES,
        differences=differences,
        findings=findings,
    )
    compare(f"commands/standings-of-{top}-rows", shown(monkeypatch, standings, top))
