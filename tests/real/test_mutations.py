"""One fact of a real file changed, in some eighty ways: one finding leads, and says where it is and what was there."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from statistics import median

from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from kibitz.report.content import topics
from services.scoring.domain.event.event_state import EventState
from services.validation.domain.check import check
from tests.support.real_files import needs_real_files, real_files
from tests.support.real_mutations import KINDS, DoesNotApplyError, Kind, Wanted
from tests.support.team_mutations import TEAM_KINDS
from tests.support.trf_mutations import CHESS_KINDS, ChessKind, players_of

pytestmark = needs_real_files

EACH = 5
"""Changes of each kind: with all kinds more than four hundred."""

TRIES = 2_000

_OTHER_ORDER = "scoring.places-of-another-order"


def _above_info(findings: tuple[Finding, ...] | list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is not Severity.INFO]


def found(fragment: Fragment) -> list[Finding]:
    state = EventState(fragment.event)
    state.apply(fragment, check(fragment).findings)
    return _above_info(state.score()[0].every)


@cache
def events() -> list[tuple[str, Fragment, list[Finding]]]:
    """Every event of bridge with its format and what is found in it as it is; files made of errors left out."""
    folders = [("usebio", "*.xml"), ("acblscore", "*"), ("pbn", "*.pbn")]
    paths = [(kind, path) for kind, pattern in folders for path in real_files(kind, pattern)]
    return [
        (kind, parsed.fragment, found(parsed.fragment))
        for kind, path in paths
        if "errors" not in path.name
        for parsed in read_bytes(path.read_bytes(), path.name, path).fragments
    ]


def read_trf(name: str, lines: list[str]) -> list[Finding]:
    return _above_info(Pipeline([read_bytes("\n".join(lines).encode(), name, Path(name))]).findings())


@cache
def tournaments() -> list[tuple[str, list[str], list[Finding]]]:
    """Every tournament of chess with at least five players, and what is found in it as it is."""
    texts = {path.name: path.read_bytes().decode() for path in real_files("trf") if path.suffix in (".trf", ".input")}
    split = {name: text.replace("\r\n", "\n").replace("\r", "\n").split("\n") for name, text in texts.items()}
    return [(name, lines, read_trf(name, lines)) for name, lines in split.items() if len(players_of(lines)) >= 5]


def _says(finding: Finding, wanted: Wanted) -> bool:
    parts = (finding.place, finding.subject, finding.message, finding.stated, finding.computed)
    text = " | ".join(map(str, parts))
    return all(each in text for each in wanted)


def _about(finding: Finding) -> tuple[object, ...]:
    """What a finding is about; its message also counts what else differs."""
    return finding.code, finding.subject, finding.place, finding.stated


def _in_order(findings: list[Finding]) -> list[Finding]:
    """Findings in the order of the report."""
    return [finding for topic in topics(findings, {}, to_do=True) for finding in topic.findings]


def measured(try_one: Callable[[Random], tuple[str, Wanted, list[Finding], list[Finding]]], name: str) -> list[str]:
    """Changes of which the first finding does not say what was changed; by the median at most two come of one."""
    dice = Random(name)
    more: list[int] = []
    missed: list[str] = []
    for _ in range(TRIES):
        try:
            file, wanted, before, after = try_one(dice)
        except DoesNotApplyError:
            continue
        known = {_about(finding) for finding in before}
        new = _in_order([finding for finding in after if _about(finding) not in known])
        more.append(len(after) - len(before))
        if not new or not _says(new[0], wanted):
            missed.append(f"{file}: {wanted}: {[finding.message for finding in new[:2]]}")
        if len(more) == EACH:
            break
    assert more, "the change applies to no file"
    assert median(more) <= 2, more
    return missed


def change_of_bridge(kind: Kind, dice: Random) -> tuple[str, Wanted, list[Finding], list[Finding]]:
    _, event, before = dice.choice([each for each in events() if each[0] in kind.formats])
    facts, wanted = kind.change(event.facts, dice)
    return event.file.name, wanted, before, found(event.replace(facts=facts))


def change_of_chess(kind: ChessKind, dice: Random) -> tuple[str, Wanted, list[Finding], list[Finding]]:
    name, lines, before = dice.choice(tournaments())
    ranked = not any(line.startswith(("310", "013")) for line in lines)
    if kind.of_ranks and (not ranked or any(finding.code == _OTHER_ORDER for finding in before)):
        raise DoesNotApplyError
    changed = [*lines]
    wanted = kind.change(changed, dice)
    return name, wanted, before, read_trf(name, changed)


def test_one_finding_leads_and_names_what_was_changed() -> None:
    missed = {
        kind.name: measured(lambda dice, kind=kind: change_of_bridge(kind, dice), kind.name)  # type: ignore[misc]
        for kind in (*KINDS, *TEAM_KINDS)
    }
    missed |= {
        kind.name: measured(lambda dice, kind=kind: change_of_chess(kind, dice), kind.name)  # type: ignore[misc]
        for kind in CHESS_KINDS
    }
    assert len(missed) * EACH > 400
    every = [f"{name}: {text}" for name, texts in missed.items() for text in texts]
    assert len(every) <= len(missed) * EACH * 0.05, "\n".join(every)
