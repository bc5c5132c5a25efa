"""Real TRF files: each in its dialect, with what was counted by hand; malformed ones with the fault at its place."""

import re
from pathlib import Path

import pytest

from shared.formats.parsed import Parsed
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.parse import parse
from shared.formats.trf.values import iso_date
from shared.formats.trf.writer.render import render
from tests.support.bbp_checks import refused_by_bbp
from tests.support.real_files import needs_real_files, real_files
from tests.support.trf_documents import merged, plain

pytestmark = needs_real_files

FILES = [path for path in real_files("trf") if path.suffix in (".trf", ".input")]
BY_NAME = {path.name: path for path in FILES}

DIALECTS = {
    "dutch_2025_C5.input": "TRF16+XX",
    "fideteam_nocolor.trf": "TRF-2026",
    "grandmommyscup.trf": "TRF-2026",
    "held_round_robin.trf": "TRF16+XX",
    "held_swiss_5.trf": "TRF16+XX",
    "held_swiss_9.trf": "TRF16+XX",
    "invalid_code.trf": "TRF16+XX",
    "issue_7.input": "TRF16+XX",
    "javafo_example.trf": "TRF16+XX",
    "large_15p9r_byes.trf": "TRF-2026",
    "missing_result.trf": "TRF16+XX",
    "swiss_with_many_unplayed_rounds.trf": "TRF16",
    "team_240_bye.input": "TRF-2026",
    "team_250_accel.input": "TRF-2026",
    "team_299_all.input": "TRF-2026",
    "team_330_forfeit.input": "TRF-2026",
    "too_many_results.trf": "TRF16+XX",
}

FINDINGS = {
    "grandmommyscup.trf": [],
    "invalid_code.trf": [("player-under-other-code", "line 7, column 1-3"), ("no-identity", "line 1, 012")],
    "missing_result.trf": [("missing-round", "line 3, column 132-139, 001"), ("no-identity", "line 1, 012")],
    "too_many_results.trf": [
        ("more-rounds", "line 2, column 142-149, 001"),
        ("more-rounds", "line 7, column 142-149, 001"),
        ("no-identity", "line 1, 012"),
    ],
    "javafo_example.trf": [],
    "swiss_with_many_unplayed_rounds.trf": [],
}

LAST_ROUND = {
    "dutch_2025_C5.input": 2,
    "fideteam_nocolor.trf": 7,
    "grandmommyscup.trf": 14,
    "issue_7.input": 14,
    "javafo_example.trf": 4,
    "team_240_bye.input": 0,
}


def read(name: str) -> Parsed:
    return parse(BY_NAME[name].read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_is_read_in_its_dialect(path: Path) -> None:
    (event,) = parse(path.read_bytes()).events
    assert event.facts.event.format_version == DIALECTS[path.name]


@pytest.mark.parametrize("name", FINDINGS)
def test_a_real_file_has_its_faults_at_their_line_and_columns(name: str) -> None:
    found = [(f.code.removeprefix("trf."), str(f.place)) for f in read(name).findings]
    assert found == FINDINGS[name]


@pytest.mark.parametrize("name", LAST_ROUND)
def test_a_real_file_says_how_far_it_is(name: str) -> None:
    (event,) = read(name).events
    assert event.scope.complete
    assert max((game.round for game in event.facts.games), default=0) == LAST_ROUND[name]


def test_the_fifty_teams_have_their_players_matches_byes_and_forfeits() -> None:
    (event,) = read("grandmommyscup.trf").events
    facts = event.facts
    assert len([p for p in facts.participants if p.kind == "team"]) == 50
    assert len([p for p in facts.participants if p.kind == "player"]) == 249
    byes = [d.value for m in facts.matches if m.away is None for d in m.details]
    assert (byes.count("U"), byes.count("F"), byes.count("H")) == (8, 9, 13)
    assert [m.forfeit for m in facts.matches].count("both") == 2
    assert len([m for m in facts.matches if m.forfeit]) == 22
    assert len([p for p in facts.participants for one in p.players if one.details]) == 15
    assert [t.total for t in facts.totals if t.kind == "team"][:3] == [15, 14, 19]


def test_the_next_round_of_javafos_example_has_its_absentees_as_seats() -> None:
    (event,) = read("javafo_example.trf").events
    assert [(s.participant, s.round, s.text) for s in event.facts.seats] == [
        ("22", 5, "Z"),
        ("28", 5, "Z"),
        ("43", 5, "Z"),
    ]
    assert event.facts.event.kind == "individual"


SAMPLE_CONTRADICTS_ITSELF = {1, 5, 11, 15, 18, 26, 27, 34, 40}
"""Teams of FIDE's sample whose 801 is not what its 001, 300 and 330 say (boards changed, other reserves, 0 for 1)."""


def test_801_and_802_of_the_fifty_teams_come_out_of_the_other_records() -> None:
    (event,) = read("grandmommyscup.trf").events
    written = parse(render(merged(event.facts), values="stated").data).events[0].facts
    stated, ours = (
        {
            (e.owner, e.name): [word.removesuffix(".0") for word in e.value.split()]
            for e in facts.extensions
            if e.name in ("801", "802")
        }
        for facts in (event.facts, written)
    )
    differing = {key for key in stated if stated[key] != ours[key]}
    assert len(stated) == 100
    assert differing == {(f"team {number}", "801") for number in SAMPLE_CONTRADICTS_ITSELF}


def test_801_and_802_of_the_fifty_teams_are_the_same_letters() -> None:
    data = BY_NAME["grandmommyscup.trf"].read_bytes()
    (event,) = parse(data).events
    written = render(merged(event.facts), values="stated").data
    stated, ours = (
        {line[:7]: line.rstrip() for line in each.decode().splitlines() if line[:3] in ("801", "802")}
        for each in (data, written)
    )
    differing = {key for key in stated if stated[key] != ours[key]}
    assert len(stated) == 100
    assert differing == {f"801 {number:2} " for number in SAMPLE_CONTRADICTS_ITSELF}


def _zeros(line: str) -> str:
    """Zeros where nobody knows a rating, a FIDE number, a birth date or a rank are blanks."""
    for first, last in ((49, 52), (58, 68), (70, 79), (86, 89)) if line.startswith("001") else ():
        if not line[first - 1 : last].strip(" 0/"):
            line = line[: first - 1] + " " * (last - first + 1) + line[last:]
    return line


def _numbers(line: str) -> str:
    """Numbers and titles end at the right of their columns, and points have a decimal."""
    if line[:3] in ("250", "310", "320", "362", "XXS"):
        return " ".join(re.sub(r"(?<![\d.])(\d+)\.0\b", r"\1", line).split())
    if line.startswith("001"):
        return f"{line[:10]}{line[10:13].strip():>3}{re.sub('   0 - ', '0000 - ', line[13:])}"
    return line


def _dates_and_letters(line: str) -> str:
    """The days of a tournament are YYYY/MM/DD, the first colour is a capital."""
    if line[:3] in ("042", "052"):
        return f"{line[:4]}{iso_date(line[4:].strip())[0]}"
    return line.upper() if line[:3] == "152" else line


REASONS = (_zeros, _numbers, _dates_and_letters)
LEFT_OUT = re.compile(r"\d{3} *|XXZ .*|80[12] .*")
"""Records that say nothing, absences that are in the lines of the players, and summaries that are made anew."""

ADDED = re.compile(r"BB[WDLZFU] .*|80[12] .*|320 .*")
"""Points of XXS again as bbpPairings reads them, summaries, and byes of teams that only their players stated."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_line_of_a_real_file_that_we_write_otherwise_has_its_reason(path: Path) -> None:
    data = path.read_bytes()
    (event,) = parse(data).events
    dialect = Dialect.TRF16_XX if DIALECTS[path.name].startswith("TRF16") else Dialect.TRF26
    written = render(merged(event.facts), dialect=dialect, values="stated").data
    theirs, ours = ({line.rstrip() for line in each.decode("utf-8-sig").splitlines()} for each in (data, written))
    theirs, ours = theirs - ours - {""}, ours - theirs - {""}
    for reason in REASONS:
        theirs, ours = ({reason(line).rstrip() for line in each} for each in (theirs, ours))
        theirs, ours = theirs - ours, ours - theirs
    away = {number for line in theirs if line.startswith("XXZ") for number in line.split()[1:]}
    in_lines = {line: line.removesuffix("0000 - Z").rstrip() for line in ours if line[4:8].strip() in away}
    theirs, ours = theirs - set(in_lines.values()), ours - {line for line, cut in in_lines.items() if cut in theirs}
    assert [line for line in theirs if not LEFT_OUT.fullmatch(line)] == []
    assert [line for line in ours if not ADDED.fullmatch(line)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_real_file_written_by_us_says_the_same_and_stays_the_same_bytes(path: Path) -> None:
    (event,) = parse(path.read_bytes()).events
    old = DIALECTS[path.name].startswith("TRF16")
    dialect = Dialect.TRF16_XX if old else Dialect.TRF26
    first = render(merged(event.facts), dialect=dialect, values="stated")
    (again,) = parse(first.data).events
    assert plain(again.facts) == plain(event.facts)
    assert render(merged(again.facts), dialect=dialect, values="stated").data == first.data
    assert first.losses == ()


OF_TEAMS = re.compile(r"(fide)?team_.*|grandmommyscup\..*")
"""Events of teams, of which bbpPairings takes none."""


@pytest.mark.parametrize("path", [p for p in FILES if not OF_TEAMS.match(p.name)], ids=lambda path: path.name)
def test_an_export_of_a_real_file_of_players_is_one_that_bbp_pairings_takes(path: Path) -> None:
    (event,) = parse(path.read_bytes()).events
    for dialect in (Dialect.TRF26, Dialect.TRF16_XX):
        for values in ("stated", "computed"):
            assert refused_by_bbp(render(merged(event.facts), dialect=dialect, values=values).data) == []
