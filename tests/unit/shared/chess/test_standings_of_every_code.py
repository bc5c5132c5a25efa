"""Every tie-break of C.07 with every modifier that it has, in every edition, for players and for teams."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

import pytest

from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, MATCH, Tournament
from shared.chess.standings import Row, standings
from shared.chess.tie_breaks.codes import MODIFIERS, NAMES, OF_TIED_GROUPS, TieBreak, tie_break
from shared.chess.tie_breaks.ratings import rounded_mean
from shared.chess.tie_breaks.terms import Term, total
from shared.formats.trf.reader.parse import parse
from tests.support.chess_tournaments import individual, teams
from tests.support.trf_lines import document

STARTS = {2023: "2023/10/01", 2024: "2024/09/01", 2026: "2026/05/01"}

CUTS = ("/C1", "/C2", "/M1", "/M2", "/P", "/C1/P")
OF_PLAYERS = {
    "PTS": (), "DE": ("/P",), "WIN": (), "WON": (), "BPG": (), "BWG": (), "PS": ("/C1", "/C2"), "REP": (), "STD": (),
    "TPN": ("/R",), "BH": CUTS, "AOB": ("/F",), "FB": CUTS, "SB": ("/C1", "/C2", "/P"), "KS": ("/L+1", "/L-2"),
    "ARO": ("/C", "/M", "/U1300", "/C1/U1300"), "TPR": ("/U1300",), "PTP": ("/U1300",), "APRO": ("/U1300",),
    "APPO": ("/U1300",), "RTNG": ("/R", "/U1300"),
}  # fmt: skip
ONLY_TEAMS = {
    "BC": (),
    "TBR": (),
    "BBE": (),
    "MPvGP": (),
    **dict.fromkeys(("EDE", "EDET", "EDEB", "EDEBT", "EDEBB"), ("/P",)),
    **dict.fromkeys(("EMMSB", "EMGSB", "EGMSB", "EGGSB"), ("/C1", "/C2", "/P")),
    "SSSC": ("/K3", "/F", "/P"),
}
OLDER = ("GE", "MPTS", "GPTS", "BH-C1", "BHC1", "BH#C1", "DE-P", "ESB:MM", "ESB:MG/C1", "ESB:GM", "ESB:GG")
BY_SCORE = ("PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "STD", "BH", "AOB", "FB", "SB", "KS", "SSSC", "EDE")
"""What a team has by match points and by game points."""

SUMS = frozenset({
    "PTS", "MPVGP", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "BH", "FB", "SB", "KS", "EMMSB", "EMGSB", "EGMSB",
    "EGGSB", "BC", "TBR", "BBE",
})  # fmt: skip
WITHOUT_TERMS = frozenset({"TPN", "RTNG"})


def codes_of(*, team: bool) -> list[str]:
    """All codes with all their modifiers; of teams by either score too."""
    listed = OF_PLAYERS | (ONLY_TEAMS if team else {})
    found = [name + modifier for name, modifiers in listed.items() for modifier in ("", *modifiers)]
    if team:
        found += [
            f"{name}:{score}{modifier}"
            for name in BY_SCORE
            for score in ("MP", "GP")
            for modifier in ("", *listed[name])
        ]
    return [*found, *(code for code in OLDER if team or not code.startswith("ESB"))]


@cache
def table_of(kind: str, edition: int, seed: int = 11) -> Tournament:
    if kind == "teams":
        lines = teams(seed, 10, 5, 4, start=STARTS[edition], unplayed=0.6, holes=0.2)
        lines = [f"{line[:47]}{2500 - int(line[4:7]):6}{line[53:]}" if line[:3] == "310" else line for line in lines]
    else:
        robin = kind == "round robin"
        lines = individual(
            seed, 9 if robin else 16, 9 if robin else 6, start=STARTS[edition], robin=robin, unplayed=0.5
        )
    return tournament_of(parse(document(*lines)).events[0].facts)


def row_values(rows: Iterable[Row]) -> list[tuple[int, int, list[Fraction | None]]]:
    return [(row.index, row.place, [value.amount for value in row.values]) for row in rows]


def means(code: TieBreak, terms: list[Term], table: Tournament) -> Fraction | int | None:
    """What the terms of an average make."""
    counted = [term.amount for term in terms if not term.cut]
    if code.name == "AOB":
        return Fraction(sum(counted), table.scale * len(counted)) if counted else None
    return rounded_mean(counted)


def check_terms(table: Tournament, code: TieBreak, row: Row, tied_with: set[int]) -> None:
    value, terms = row.values[1], list(row.values[1].terms)
    if code.name in SUMS:
        assert total(terms) == value.units
    elif code.name in ("ARO", "APRO", "APPO", "AOB"):
        assert means(code, terms, table) == value.amount
    elif code.name in OF_TIED_GROUPS:
        assert {term.opponent for term in terms} <= tied_with - {row.index}
    elif code.name == "SSSC":
        which = table.primary if code.score is None else code.score
        other = table.exact(table.scores[row.index][GAME if which == MATCH else MATCH])
        strength = (value.amount or Fraction(0)) - other
        assert not strength or (table.exact(total(terms)) / strength).denominator == 1
        assert code.divisor in (None, table.exact(total(terms)) / strength if strength else code.divisor)
    elif code.name in WITHOUT_TERMS:
        assert terms == []
    else:
        assert bool(terms) is (value.units is not None)


@pytest.mark.slow
@pytest.mark.parametrize("edition", STARTS)
@pytest.mark.parametrize("kind", ["players", "round robin", "teams"])
def test_every_code_is_worked_out_and_its_terms_make_its_value(kind: str, edition: int) -> None:
    table = table_of(kind, edition)
    assert (table.team, table.pre_determined) == (kind == "teams", kind == "round robin")
    for text in codes_of(team=table.team):
        plain, explained = standings(table, ("PTS", text)), standings(table, ("PTS", text), explain=True)
        assert (plain.edition.value, [code.text for code in plain.codes]) == (edition, ["PTS", text])
        assert plain.codes[1].ignored == ""
        assert row_values(plain.rows) == row_values(explained.rows), text
        assert len(plain.rows) == len(table.entrants)
        known = sum(row.values[1].amount is not None for row in plain.rows)
        assert 2 * known > len(plain.rows), text  # who met nobody, or too few for a cut, has no average
        tied: dict[Fraction | None, set[int]] = {}
        for row in explained.rows:
            tied.setdefault(row.values[0].amount, set()).add(row.index)
        for row in explained.rows:
            check_terms(table, plain.codes[1], row, tied[row.values[0].amount])


def changes(name: str, modifier: str, tables: Iterable[Tournament]) -> bool:
    """Whether a modifier makes another value or place somewhere."""
    return any(
        row_values(standings(table, ("PTS", name + modifier)).rows) != row_values(standings(table, ("PTS", name)).rows)
        for table in tables
    )


def unrated(kind: str, seed: int) -> Tournament:
    lines = individual(seed, 12, 5, rated=False, unplayed=0.5)
    return tournament_of(parse(document(*lines)).events[0].facts) if kind == "players" else table_of(kind, 2026, seed)


MODIFIED = [
    *(("players", name, modifier) for name, modifiers in OF_PLAYERS.items() for modifier in modifiers),
    *(("teams", name, modifier) for name, modifiers in ONLY_TEAMS.items() for modifier in modifiers),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name", "modifier"), MODIFIED)
def test_every_modifier_changes_something(kind: str, name: str, modifier: str) -> None:
    assert changes(name, modifier, (unrated(kind, seed) for seed in range(40)))


def test_the_list_of_the_rules_is_the_list_of_names() -> None:
    listed = {name.upper() for name in OF_PLAYERS | ONLY_TEAMS}
    assert listed == NAMES - {"EDEC"}
    for name, modifiers in (OF_PLAYERS | ONLY_TEAMS).items():
        letters = {part[0] for modifier in modifiers for part in modifier.split("/")[1:]}
        assert letters <= {*MODIFIERS.get(name.upper(), ""), "R"}


@pytest.mark.parametrize("letter", "CMLKPFU")
def test_a_modifier_that_a_tie_break_does_not_have_changes_nothing_and_is_named(letter: str) -> None:
    modifier = f"/{letter}" if letter in "PF" else f"/{letter}2"
    table = table_of("teams", 2026)
    for name in sorted(NAMES):
        code = tie_break(name + modifier)
        assert code.ignored == ("" if letter in MODIFIERS.get(name, "") else modifier)
        if code.ignored:
            assert not changes(name, modifier, (table,))
