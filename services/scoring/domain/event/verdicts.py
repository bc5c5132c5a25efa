"""Verdicts: what came of each file of an event, and the words in which a director reads it.

Rules kept here:

1. Of the files that take part, a retracted one is "retracted", and of the others `versions.py` says which count, which
   are replaced and which are held.
2. One that counts is "partly" superseded if newer files that count report another outcome of some of its lines.
3. A file is "older" instead of "replaced" if it came after the version that replaces it, unless the director took that
   version, which may be older still. So a verdict depends on the order in which files came, and standings do not have
   it; that a file is held does not, and is a finding of theirs.
4. A verdict is published when it is new or has changed since the standings that were published last; that of a file
   that has left the event says where it went.
5. Commands name a file by the beginning of its digest: its name need not be that of a file on the director's machine,
   and may hold anything. One that splits a file off leaves others of its name and sender here if they count, and names
   the event, so that later exports that are split off meet it there.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import NamedTuple

from contracts.base import FileRef, slug
from contracts.changes import NamedFile
from contracts.codes.scoring import FILE_HELD, NUMBERS_SHARED
from contracts.findings import Finding
from contracts.messages import FileVerdict, Fragment, LooksLike
from services.scoring.domain.merging.people import people, persons
from services.scoring.domain.merging.versions import Comparison, Verdict

NAME_SHOWN = 80
"""Characters of a file's name in a sentence."""

DIGITS = 8
"""Digits of a digest that name a file in a command."""


class Judgement(NamedTuple):
    """What came of a fragment.

    Attributes:
        verdict: as in `FileVerdict`.
        by: id of the other fragment; for one that was moved, its event.
        comparison: of the older of the two with the newer.
    """

    verdict: str
    by: str | None = None
    comparison: Comparison | None = None


def judgements(
    here: Mapping[str, Fragment],
    retracted: frozenset[str],
    verdicts: Mapping[str, Verdict],
    arrivals: Mapping[str, int],
    overtaken: Mapping[str, Mapping[str, int]],
    known: dict[str, tuple[Verdict, Judgement]],
) -> dict[str, Judgement]:
    """What came of each fragment.

    Args:
        here: the fragments that take part, those of retracted files too, by id.
        retracted: digests of the retracted files.
        verdicts: of the others, by id.
        arrivals: a greater number for a fragment that came later, by id.
        overtaken: of how many of a fragment's lines others report something else (`MergeState.overtaken`).
        known: what was said of the verdicts on the fragments before, by id; it is kept to date.
    """
    found = {}
    for own, fragment in here.items():
        if fragment.file.sha256 in retracted:
            found[own] = Judgement("retracted")
        elif (verdict := verdicts.get(own)) is not None:
            if own not in known or known[own][0] is not verdict:
                by = here.get(verdict.by or "")
                late = verdict.state == "replaced" and by is not None and arrivals[own] > arrivals[by.id]
                late = late and by is not None and fragment.order < by.order
                whole = Judgement("older" if late else verdict.state, verdict.by, verdict.comparison)
                known[own] = (verdict, whole)
            others = overtaken.get(own) if verdict.state == "counts" else None
            found[own] = _in_part(fragment, here, others) if others else known[own][1]
    return found


def _in_part(fragment: Fragment, here: Mapping[str, Fragment], others: Mapping[str, int]) -> Judgement:
    """That a fragment counts in part, because of the newest of those that report something else."""
    facts, differ = fragment.facts, sum(others.values())
    lines = len(facts.results) + len(facts.games) + len(facts.matches)
    return Judgement("partly", max(others, key=lambda own: here[own].order), Comparison(lines, lines - differ, differ))


def file_verdict(fragment: Fragment, judgement: Judgement, others: Mapping[str, Fragment]) -> FileVerdict:
    """The verdict on a fragment; `others` has the fragments that take part, by id."""
    by = others.get(judgement.by or "")
    comparison = judgement.comparison
    return FileVerdict.model_validate(
        {
            "fragment": fragment.id,
            "file": fragment.file.sha256,
            "name": fragment.file.name,
            "verdict": judgement.verdict,
            "by": NamedFile(file=by.file.sha256, name=by.file.name) if by is not None else None,
            **(comparison._asdict() if comparison is not None else {}),
            "text": _sentence(fragment, judgement, by),
            "advice": _advice(fragment, judgement, by),
        }
    )


def with_look_alikes(
    verdicts: Iterable[FileVerdict],
    fragment: Fragment,
    looks_like: tuple[LooksLike, ...],
    findings: Iterable[Finding],
    files: Collection[FileRef],
) -> tuple[FileVerdict, ...]:
    """Verdicts, of which those on files that count name the events that these may belong to.

    A file with the numbers of others names its own event, as often as there is a verdict on it; where there is no
    verdict on such a file, the file that came names it.

    Args:
        verdicts: on files of one event.
        fragment: the one that came.
        looks_like: the events that its event looks like.
        findings: about the event, among them files that use its numbers for other people.
        files: those that count.
    """
    verdicts, event = tuple(verdicts), fragment.event
    clashes: dict[str | None, LooksLike] = {}
    for finding in findings:
        if finding.code == NUMBERS_SHARED.code:
            section = (finding.stated or "").removeprefix("section ")
            split = _split(finding.file or "", files, event, section)
            advice = f"To make {finding.stated} an event of its own: {split}. To undo it, add --back"
            alike = LooksLike(event=event, why="other people", text=finding.message, advice=advice)
            clashes.setdefault(finding.file, alike)
    counting = [verdict for verdict in verdicts if verdict.verdict in ("counts", "partly")]
    named = {verdict.fragment: [clashes[verdict.file]] for verdict in counting if verdict.file in clashes}
    came = named.setdefault(fragment.id, [] if named else [*islice(clashes.values(), 1)])
    came.extend(looks_like)
    return tuple(_with_events(each, named.get(each.fragment)) if each in counting else each for each in verdicts)


def _with_events(verdict: FileVerdict, named: Sequence[LooksLike] | None) -> FileVerdict:
    if not named:
        return verdict
    text = "; ".join(each.text for each in named)
    advice = ". ".join(filter(None, (verdict.advice, *(each.advice for each in named))))
    return verdict.replace(looks_like=tuple(named), text=f"{verdict.text}, but {text}", advice=advice)


def held_findings(verdicts: Mapping[str, Verdict], came: Mapping[str, Fragment]) -> Iterator[Finding]:
    """A finding for each file that is held, the oldest first."""
    held = [(came[own], verdict) for own, verdict in verdicts.items() if verdict.state == "held"]
    for fragment, verdict in sorted(held, key=lambda pair: pair[0].order):
        by = came.get(verdict.by or "")
        yield FILE_HELD.finding(
            _held(fragment, by, verdict.comparison), subject=_name(fragment), file=fragment.file.sha256
        )


def _sentence(fragment: Fragment, judgement: Judgement, by: Fragment | None) -> str:
    name = _name(fragment)
    match judgement.verdict:
        case "retracted":
            return f"{name} is withdrawn by the director"
        case "moved":
            return f"{name} was moved by the director: it belongs to event {judgement.by}"
        case "held":
            return _held(fragment, by, judgement.comparison)
        case "replaced" | "older" if by is not None:
            return _replaced(fragment, judgement, by)
        case "partly" if by is not None and judgement.comparison is not None:
            lines, _, altered = judgement.comparison
            which = f"{altered} of its {_results(lines)}" if altered < lines else f"all its {_results(lines)}"
            differ = f"{which} {'differs' if altered == 1 else 'differ'}" if lines > 1 else "its result differs"
            return f"{name} counts in part: {differ} in newer files ({_name(by)})"
    return f"{name} counts"


def _advice(fragment: Fragment, judgement: Judgement, by: Fragment | None) -> str:
    """The commands that change a verdict, if any may be wanted."""
    digest = fragment.file.sha256[:DIGITS]
    match judgement.verdict:
        case "retracted":
            return f"To restore it: kibitz retract {digest} --back"
        case "held":
            files = [each.file for each in (fragment, by) if each is not None]
            split = _split(fragment.file.sha256, files, fragment.event, "2")
            return f"If it is right: kibitz take {digest}; if it is of another event: {split}"
        case "older" if by is not None:
            return f"To make it count: kibitz take {digest}"
    return ""


def _split(sha256: str, files: Iterable[FileRef], event: str, part: str) -> str:
    """The command that makes a file an event of its own, alone if others of these have its name and sender.

    Then the next export does not follow its name, so the command names the event in which they meet.
    """
    names = {file.sha256: (file.name, file.sender) for file in files}
    shared = list(names.values()).count(names.get(sha256, ("", ""))) > 1
    return f"kibitz events split {sha256[:DIGITS]}" + (f" --only --as {slug(f'{event}-{part}')}" if shared else "")


def _replaced(fragment: Fragment, judgement: Judgement, by: Fragment) -> str:
    name, differences = _name(fragment), _differences(judgement.comparison)
    if judgement.verdict == "older":
        newer = _dated(by, fragment)
        return f"{name} is older than what counts: {newer} replaces it{differences}{_slow_clock(fragment, by)}"
    if by.order < fragment.order:
        return f"{name} is replaced by {_name(by)}, which the director took instead{differences}"
    return f"{name} is replaced by the newer {_dated(by, fragment)}{differences}"


def _held(fragment: Fragment, by: Fragment | None, comparison: Comparison | None) -> str:
    """Why a file is held."""
    said = f"{_name(fragment)} is not counted"
    if by is None or comparison is None:
        return said
    missing = comparison.lines - comparison.repeated - comparison.altered
    done = [f"{what} {count}" for what, count in (("changes", comparison.altered), ("leaves out", missing)) if count]
    said += f": it {' and '.join(done)} of the {_results(comparison.lines)} of {_name(by)}"
    people = _people(fragment)
    if people and 4 * len(people & _people(by)) < len(people):
        said += "; it looks like other people under this event's header"
    return said


def _differences(comparison: Comparison | None) -> str:
    """What the newer of two versions makes of the results of the older one."""
    if comparison is None or not comparison.lines:
        return ""
    missing = comparison.lines - comparison.repeated - comparison.altered
    counts = ((comparison.altered, "differs", "differ"), (missing, "is missing", "are missing"))
    parts = [(count, one if count == 1 else several) for count, one, several in counts if count]
    if not parts:
        return f"; all its {_results(comparison.lines)} are the same" if comparison.lines > 1 else ""
    (first, done), *others = parts
    more = "".join(f" and {count} {also}" for count, also in others)
    return f"; {first} of its {_results(comparison.lines)} {done}{more} there"


def _slow_clock(fragment: Fragment, by: Fragment) -> str:
    """That an export which claims to be older came from the same sender later."""
    own, other = fragment.file, by.file
    if own.sender != other.sender or not own.received_at or not other.received_at:
        return ""
    if own.received_at <= other.received_at:
        return ""
    clock = f"the clock of {own.sender or 'its sender'} may be slow"
    return f". It was received later, so {clock}; until that is set, every later file has to be taken as well"


def _dated(by: Fragment, than: Fragment) -> str:
    """A file with the time by which it is newer than another."""
    own, other = by.as_of.at, than.as_of.at
    if own == other:
        own, other = (each.file.made_at.astimezone(by.as_of.at.tzinfo) for each in (by, than))
    return f"{_name(by)} ({_clock(own, other)})"


def _clock(at: datetime, other: datetime) -> str:
    return f"{at:%H:%M}" if at.date() == other.astimezone(at.tzinfo).date() else f"{at:%Y-%m-%d %H:%M}"


def _results(count: int) -> str:
    return f"{count} result{'' if count == 1 else 's'}"


def _name(fragment: Fragment) -> str:
    name = fragment.file.name
    return name if len(name) <= NAME_SHOWN else f"{name[: NAME_SHOWN - 1]}…"


def _people(fragment: Fragment) -> frozenset[str]:
    """The names of those who are entered; of teams and pairs without players, their own."""
    entered = fragment.facts.participants
    return frozenset(name for listed in entered for name in persons(listed) or (people(listed),) if name)
