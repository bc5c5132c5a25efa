"""What validation says about real USEBIO files: nothing that is not so (docs/formats/usebio.md explains each)."""

from collections import Counter

import pytest

from contracts.findings import Finding, Severity
from kibitz.file_reading import read_bytes, read_file
from kibitz.pipeline import Pipeline
from services.validation.domain.check import check
from tests.support.real_files import needs_real_files, real_files

KNOWN: dict[str, dict[str, int]] = {
    "butler-howell-compscore.xml": {},
    "cross-imp-pairs-pianola.xml": {"validation.contract-unreadable": 1},
    "individual-1.1.xml": {},
    "lin-data-realbridge.xml": {"validation.contract-not-of-auction": 1, "validation.lead-not-held": 1},
    "mp-howell-1.0-brian.xml": {},
    "mp-howell-scorebridge.xml": {},
    "mp-mitchell-adjusted-compscore.xml": {"validation.lead-not-held": 36},
    "mp-mitchell-short-boards-1.2-compscore.xml": {"validation.lead-not-held": 8},
    "mp-pairs-two-winner-pairsscorer.xml": {"validation.lead-not-held": 12},
    "multiple-teams-vp-teamsscorer.xml": {},
    "two-sections-ebuscore.xml": {},
}
"""How often each code occurs; every one of them was looked up in the file."""


def findings(name: str) -> list[Finding]:
    (path,) = real_files("usebio", name)
    read = read_bytes(path.read_bytes(), path.name, path)
    return [finding for parsed in read.fragments for finding in check(parsed.fragment).findings]


@needs_real_files
def test_every_real_file_is_known() -> None:
    assert {path.name for path in real_files("usebio", "*.xml")} == set(KNOWN)


@needs_real_files
@pytest.mark.parametrize("name", KNOWN)
def test_a_real_file_has_the_findings_that_were_looked_up(name: str) -> None:
    assert Counter(finding.code for finding in findings(name)) == KNOWN[name]
    assert all(finding.place is not None and finding.subject for finding in findings(name))


@needs_real_files
def test_a_contract_with_a_digit_for_its_strain_is_found_where_it_stands() -> None:
    (finding,) = findings("cross-imp-pairs-pianola.xml")
    assert (finding.stated, finding.subject) == ("42", "board 1")


@needs_real_files
def test_the_numbers_that_a_file_calls_examples_are_one_finding() -> None:
    (path,) = real_files("usebio", "individual-1.1.xml")
    (finding,) = (f for f in Pipeline([read_file(path)]).findings() if f.code == "scoring.unknown-participant")
    assert finding.message.startswith("21 of the 33 numbers on travellers are not among the participants")


@needs_real_files
def test_a_lead_by_the_side_that_declared_in_the_ruling_is_found() -> None:
    (finding,) = (
        finding for finding in findings("lin-data-realbridge.xml") if finding.code == "validation.lead-not-held"
    )
    assert finding.message == "East leads CJ on board 12 against a contract by North, but South holds that card"


TEAMS = "multiple-teams-vp-teamsscorer.xml"
BUTLER = "butler-howell-compscore.xml"
CROSS = "cross-imp-pairs-pianola.xml"

BROKEN: dict[str, tuple[str, str, int, str, str]] = {
    "IMPs of a board": (TEAMS, "<IMPS>8</IMPS>", 0, "<IMPS>9</IMPS>", "scoring.board-points-differ"),
    "a score of a board": (TEAMS, "<SCORE>-500</SCORE>", 0, "<SCORE>-510</SCORE>", "validation.score-not-of-contract"),
    "a direction": (TEAMS, "<DIRECTION>EW</", 3, "<DIRECTION>NS</", "validation.tables-alike"),
    "victory points": (TEAMS, "<TEAM_SCORE>2<", 0, "<TEAM_SCORE>12<", "scoring.match-differs"),
    "a total": (TEAMS, "<TOTAL_SCORE>88<", 0, "<TOTAL_SCORE>87<", "scoring.total-differs"),
    "wins": (TEAMS, "<WINS_OR_DRAWS>6<", 0, "<WINS_OR_DRAWS>8<", "scoring.wins-differ"),
    "IMPs of a pair": (TEAMS, "<PAIR_IMPS>-20.99<", 0, "<PAIR_IMPS>20.99<", "scoring.total-differs"),
    "boards of a pair": (TEAMS, "<BOARDS_PLAYED>24<", 1, "<BOARDS_PLAYED>23<", "scoring.boards-played-differ"),
    "the last board": (TEAMS, "<END_BOARD_NUMBER>3<", 0, "<END_BOARD_NUMBER>2<", "validation.board-outside-match"),
    "a cross-IMP": (CROSS, ">10.86<", 0, ">11.86<", "scoring.board-points-differ"),
    "a Butler score": (BUTLER, "<NS_BUTLER_POINTS>-1<", 0, "<NS_BUTLER_POINTS>3<", "scoring.board-points-differ"),
}
"""File, text, which of its occurrences, what stands there instead, and what must be found."""


@needs_real_files
@pytest.mark.parametrize("what", BROKEN)
def test_a_real_file_with_one_thing_broken_is_found_out(what: str) -> None:
    name, text, occurrence, instead, code = BROKEN[what]
    (path,) = real_files("usebio", name)
    pieces = path.read_bytes().decode("iso-8859-1").split(text)
    assert len(pieces) > occurrence + 1, "the file has this text"
    head, tail = text.join(pieces[: occurrence + 1]), text.join(pieces[occurrence + 1 :])
    broken = f"{head}{instead}{tail}".encode("iso-8859-1")
    before, after = (
        Counter(
            f.code for f in Pipeline([read_bytes(data, path.name, path)]).findings() if f.severity is not Severity.INFO
        )
        for data in (path.read_bytes(), broken)
    )
    new = after - before
    assert new[code] >= 1, new
    assert sum(new.values()) <= 2, new
