"""Edit scripts: a file, and versions of it that each correct something in the one before.

Whatever comes of the versions, in any order and however often, is what comes of the last one alone; or, where the last
one is held, of the last one that counts.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from contracts.codes.scoring import FILE_HELD
from contracts.findings import Finding
from contracts.messages import EventMerged, Fragment
from kibitz.file_reading import FileRead, read_bytes
from kibitz.pipeline import Pipeline
from kibitz.replay.mistakes import with_mistake
from services.export.domain.formats import exported
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.merging.merge import MergeState
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import DrawNeeded
from services.validation.domain.check import check
from shared.errors import InputRejected
from tests.support.edits import game, pbn, trf, usebio
from tests.support.forgetting import Forgetful
from tests.support.game_file_faults import DoesNotApplyError

SCRIPTS = "KIBITZ_TESTS_EDIT_SCRIPTS"
"""Environment variable: scripts of each format."""

FIRST = datetime(2031, 10, 3, 19, 0, tzinfo=UTC)
"""When the first version is written; each other one a minute after the one before."""

ORDERS = 2
"""Random orders in which the versions of a script come."""

Edit = Callable[[bytes, Random], tuple[str, bytes]]
"""Makes the next version of a file, and says what was changed."""


def everything_wanted() -> bool:
    """Whether the tests are run by hand, with more than CI has time for."""
    return SCRIPTS in os.environ


def scripts_wanted(usual: int) -> int:
    """How many scripts of a format are run."""
    return int(os.environ.get(SCRIPTS, usual))


def _of_text(edits: Sequence[Callable[[str, Random], str]]) -> Edit:
    def edit(data: bytes, dice: Random) -> tuple[str, bytes]:
        chosen = dice.choice(edits)
        # Latin-1 gives every byte back, whatever the encoding of the file is.
        return chosen.__name__, chosen(data.decode("latin-1"), dice).encode("latin-1")

    return edit


def _of_game(data: bytes, dice: Random) -> tuple[str, bytes]:
    chosen = dice.choice(game.EDITS)
    return chosen.__name__, chosen(data, dice)


def _written(fragment: Fragment) -> bytes:
    """The event of a fragment as our writer writes it."""
    state = EventState(fragment.event)
    state.apply(fragment)
    try:
        return exported()[fragment.file.format].render(state.score()[1]).data
    except InputRejected:
        raise DoesNotApplyError from None


def _of_written_game(data: bytes, dice: Random) -> tuple[str, bytes]:
    parsed, *_ = read_bytes(data, "game.aca", Path("game.aca"), FIRST).fragments
    facts, name = with_mistake(parsed.fragment.facts, dice)
    if name is None or "event" in name or "date" in name:
        raise DoesNotApplyError
    return name, _written(parsed.fragment.replace(facts=facts.replace(totals=())))


def written_anew(data: bytes) -> bytes:
    """The first event of a file, as our writer writes it."""
    parsed, *_ = read_bytes(data, "game.aca", Path("game.aca"), FIRST).fragments
    return _written(parsed.fragment)


EDITS: dict[str, Edit] = {
    "usebio": _of_text(usebio.EDITS),
    "pbn": _of_text(pbn.EDITS),
    "trf": _of_text(trf.EDITS),
    "acblscore": _of_game,
    "acblscore-written": _of_written_game,
}
"""Makes the next version, by format."""


@dataclass(frozen=True)
class Script:
    """Versions of a file.

    Attributes:
        edits: what was changed in each version but the first.
        versions: as they were read, oldest first.
    """

    name: str
    edits: tuple[str, ...]
    versions: tuple[FileRead, ...]

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(self.edits)}"


def make_script(name: str, data: bytes, edit: Edit, seed: str, folder: Path) -> Script | None:
    """A script on a file, always the same for a seed; None for a file that is not whole or cannot be edited.

    The versions are put into the folder, because an export changes the file that everything came from.
    """
    dice = Random(f"{name} {seed}")
    first = _version(data, folder / name, 0, None)
    if first is None:
        return None
    versions, edits, contents = [first], [], {data}
    count = dice.randint(3, 6)
    for _ in range(60):
        if len(versions) == count:
            break
        try:
            changed, data_now = edit(data, dice)
        except DoesNotApplyError:
            continue
        if data_now in contents:
            continue
        version = _version(data_now, folder / f"{len(versions)}-{name}", len(versions), first)
        if version is not None:
            versions.append(version)
            edits.append(changed)
            contents.add(data_now)
            data = data_now
    return Script(f"{name} ({seed})", tuple(edits), tuple(versions)) if len(versions) > 1 else None


def _version(data: bytes, path: Path, number: int, first: FileRead | None) -> FileRead | None:
    """A version as a sender sends it, who names the event; None where nothing of it may be scored."""
    read = read_bytes(data, path.name, path, FIRST + timedelta(minutes=number))
    if read.rejected is not None or not read.fragments or (first and len(first.fragments) != len(read.fragments)):
        return None
    events = [parsed.fragment.event for parsed in (first or read).fragments]
    named = tuple(
        parsed.replace(fragment=parsed.fragment.replace(event=event))
        for parsed, event in zip(read.fragments, events, strict=True)
    )
    if any(not p.fragment.scope.whole or check(p.fragment, p.findings).rejected_by is not None for p in named):
        return None
    path.write_bytes(data)
    return FileRead(read.path, read.file, read.parsed, named, read.findings)


def shuffled(versions: Sequence[FileRead], dice: Random) -> list[FileRead]:
    """The versions in any order, about half of them twice."""
    twice = [*versions, *(version for version in versions if dice.random() < 0.5)]
    dice.shuffle(twice)
    return twice


def in_state(versions: Iterable[FileRead], event: str, dice: Random) -> EventState:
    """One event of some versions, taken in one after the other; now and then it is scored, or written down and read."""
    state = Forgetful(event, dice)
    for version in versions:
        for parsed in version.fragments:
            if parsed.fragment.event == event:
                state.take(parsed.fragment, check(parsed.fragment, parsed.findings).findings)
    return state.state


def outcome(pipeline: Pipeline, event: str, *, files: bool = True) -> dict[str, object]:
    """Everything that comes of an event: standings, travellers, seats, facts and, with `files`, every export."""
    scored, merged = pipeline.events[event].score()
    shown = {**_shown(merged), "every finding": _of_what_counts(scored.every)}
    held = any(finding.code == FILE_HELD.code for finding in scored.every)
    return shown | (_exports(pipeline, merged, held=held) if files else {})


def _shown(merged: EventMerged) -> dict[str, object]:
    """What comes of an event without files: standings, travellers, the next seats or the request to draw them."""
    seats = next_round(merged)
    known = merged.standings
    findings = _of_what_counts(known.findings)
    total = known.findings_total - len(known.findings) + len(findings)
    standings = known.replace(sources=(), sources_total=0, exports_total=0, findings=findings, findings_total=total)
    return {
        "standings": standings,
        "travellers": merged.boards,
        "seats": seats.request if isinstance(seats, DrawNeeded) else seats,
        "facts": merged.facts,
        "findings": _of_what_counts(merged.findings),
    }


def _of_what_counts(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings without those on files that are held: the last version that counts, alone, has none."""
    return tuple(finding for finding in findings if finding.code != FILE_HELD.code)


def _exports(pipeline: Pipeline, merged: EventMerged, *, held: bool) -> dict[str, object]:
    """The event in every format; JSON names the files that are held, and is left out where there are any."""
    files: dict[str, object] = {}
    for name, form in exported().items():
        if form.holds(merged) and not (held and name == "json"):
            try:
                files[name] = [
                    rendered.data
                    for _, rendered in pipeline.export([merged], form, None, "computed", seats=False, anew=False)
                ]
            except InputRejected as refused:
                files[name] = str(refused)
    return files


def last_that_counts(state: MergeState, script: Script, event: str) -> tuple[FileRead, bool]:
    """The last version that is not held, and whether a newer one is held."""
    held = {own for own, verdict in state.versions.verdicts.items() if verdict.state == "held"}
    ids = {
        parsed.fragment.id: version
        for version in script.versions
        for parsed in version.fragments
        if parsed.fragment.event == event
    }
    *_, last = (own for own in ids if own not in held)
    return ids[last], list(ids)[-1] in held


def run(script: Script, dice: Random, *, files: bool = True) -> Iterator[tuple[str, str]]:
    """Run a script: for each of its events "equal", "held" or "failed", and what differs."""
    for event in [parsed.fragment.event for parsed in script.versions[0].fragments]:
        order = shuffled(script.versions, dice)
        mixed = Pipeline(order)
        merge = mixed.events[event].state.merge
        expected_version, held = last_that_counts(merge, script, event)
        only = {parsed.fragment.id for parsed in expected_version.fragments if parsed.fragment.event == event}
        if (counting := set(merge.fragments)) != only:
            others = [f"{own}: {verdict}" for own, verdict in merge.versions.verdicts.items() if own in counting]
            yield "failed", f"{script}: {event}: these count: {others}"
            continue
        alone = outcome(Pipeline([expected_version]), event, files=files)
        differences = _differences(outcome(mixed, event, files=files), alone)
        for _ in range(ORDERS - 1):
            _, merged = in_state(shuffled(script.versions, dice), event, dice).score()
            differences += _differences(_shown(merged), alone)
        if differences:
            yield "failed", f"{script}: {event}: {', '.join(differences)}"
        elif held:
            yield (
                "held",
                f"{script}: {event}: {[merge.versions.verdicts[f.id].comparison for f in merge.came.values()]}",
            )
        else:
            yield "equal", str(script)


def _differences(shown: dict[str, object], expected: dict[str, object]) -> list[str]:
    return [name for name, value in shown.items() if value != expected[name]]


def run_all(
    files: Sequence[tuple[str, Callable[[], bytes]]],
    how: str,
    count: int,
    seed: str,
    folder: Path,
    *,
    every_export: int = 1,
) -> tuple[Counter[str], list[str]]:
    """Run so many scripts, on the files in turn.

    Args:
        files: names, and what reads each.
        how: names the edits (`EDITS`).
        count: of scripts.
        seed: of them all.
        folder: for the versions.
        every_export: of so many scripts one is compared by its exports too, which take most of the time.

    Returns:
        How many events were equal, held and failed; and what was held or failed.
    """
    counts: Counter[str] = Counter()
    told: list[str] = []
    files = Random(seed).sample(files, len(files))
    for number in range(count):
        name, data = files[number % len(files)]
        script = make_script(name, data(), EDITS[how], f"{seed}.{number}", folder)
        if script is None:
            counts["not editable"] += 1
            continue
        counts["scripts"] += 1
        for came, text in run(script, Random(f"order {seed}.{number}"), files=number % every_export == 0):
            counts[came] += 1
            if came != "equal":
                told.append(f"{came}: {text}")
    return counts, told


def fresh_seed() -> str:
    """A seed that no other run has; pytest shows it when a test fails."""
    seed = os.urandom(4).hex()
    print(f"seed of the edit scripts: {seed}")
    return seed


def assert_all_end_in_the_last_version(counts: Counter[str], told: list[str], held: float) -> None:
    """No script fails, and at most this share of the events is held, or a single one."""
    print(dict(counts), *told, sep="\n")
    failed = [text for text in told if text.startswith("failed")]
    assert not failed, "\n".join(failed)
    assert counts["equal"] + counts["held"] > 0
    assert counts["held"] <= max(1, held * (counts["equal"] + counts["held"]))
