"""The change of an event as a value: who and what was added, altered, renumbered and taken back.

Rules kept here:

1. A participant whose people now have another number is renumbered; people are recognised if exactly one participant
   before and one now is called so. Lines of a renumbered participant are compared under the new number.
2. A line has changed if what it reports has: contract, tricks and score of a result, opponent and outcome of a game,
   the score of a match, the amount of an adjustment. What a program works out from it (match points, totals) is no
   change, and neither is another place in the file.
3. A line that gets its first outcome is added, and one that loses it is taken back. Of a game, which both players
   state, White's line speaks for both.
4. Of an altered participant each field that changed is named with what it was and what it is.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from heapq import nsmallest
from typing import NamedTuple

from contracts.base import NAME_LENGTH, FileRef
from contracts.changes import ChangeCount, ChangedField, ChangedLine, ChangedParticipant, EventChange, NamedFile
from contracts.facts import Fact, GameFact, Key, MatchFact, Participant, Person
from services.scoring.domain.merging.changes import Change
from services.scoring.domain.merging.key_order import SortKey, key_order
from services.scoring.domain.merging.lines import Number, Numbers, in_order, renumbered, report_of, subject_of, words_of
from services.scoring.domain.merging.merge import MergeState
from services.scoring.domain.merging.people import people

LISTED = 20
"""Participants and lines that are listed one by one; all are counted."""

NAMED = 3
"""Of each way of changing, how many participants and lines the text names."""

LINES = ("results", "games", "matches", "adjustments")
"""Types of facts that are lines."""

_FIELDS = {
    "name": "name",
    "players": "people",
    "number": "number shown",
    "session": "session",
    "section": "section",
    "direction": "direction",
    "team": "team",
    "members": "members",
    "stratum": "stratum",
    "seed": "seed",
    "rating": "rating",
    "standing": "ranked",
    "phantom": "phantom",
}
"""Of a participant, what is shown when it is altered, and what a director calls it."""

_WAYS = ("taken_back", "altered", "renumbered", "added")
_KINDS = ("player", "pair", "team", "result", "game", "match", "pairing", "adjustment")


class _Entry(NamedTuple):
    """A statement that changed; those of one game are of one `line`."""

    way: str
    kind: str
    key: Key
    line: object
    old: Fact | None
    new: Fact | None


def event_change(changes: Sequence[Change], merge: MergeState, by: FileRef) -> EventChange:
    """What is different in an event after a file has come.

    Args:
        changes: of its facts.
        merge: the event since.
        by: the file.
    """
    participants = list(_participants([change for change in changes if change.kind == "participants"]))
    numbers: dict[Number, str] = {(who.kind, who.was): who.id for who in participants if who.was is not None}
    lines = [line for kind in LINES for line in _lines(kind, changes, merge, numbers)]
    counts = Counter((who.kind, who.change) for who in participants) + Counter((line.kind, line.way) for line in lines)
    counted = tuple(
        ChangeCount.model_validate({"kind": kind, **{way: counts[kind, way] for way in _WAYS}})
        for kind in _KINDS
        if any(counts[kind, way] for way in _WAYS)
    )
    first = nsmallest(
        LISTED, lines, key=lambda line: (_WAYS.index(line.way), _KINDS.index(line.kind), key_order(line.key))
    )
    listed = tuple(_changed_line(entry, numbers) for entry in first)
    participants = sorted(participants, key=lambda who: _WAYS.index(who.change))[:LISTED]
    return EventChange(
        by=NamedFile(file=by.sha256, name=by.name),
        counts=counted,
        participants=tuple(participants),
        lines=listed,
        text="; ".join(_sentence(counted, participants, listed)),
    )


def _participants(changes: Sequence[Change]) -> Iterator[ChangedParticipant]:
    """Who changed, in the order of the numbers (rule 1)."""
    before: dict[Number, Participant] = {
        (fact.kind, fact.id): fact for change in changes if isinstance(fact := change.old, Participant)
    }
    now: dict[Number, Participant] = {
        (fact.kind, fact.id): fact for change in changes if isinstance(fact := change.new, Participant)
    }
    then, since = _by_people(before), _by_people(now)
    moved = {then[called]: since[called] for called in then.keys() & since.keys() if then[called] != since[called]}
    came = {new: old for old, new in moved.items()}
    for number in sorted({*before, *now}, key=key_order):
        old, new = before.get(number), now.get(number)
        if new is None:
            if old is not None and number not in moved:
                yield _changed_participant("taken_back", old)
        elif number in came:
            yield _changed_participant("renumbered", new, came[number][1])
        elif old is None or number in moved:
            yield _changed_participant("added", new)
        elif old.replace(at=None) != new.replace(at=None):
            yield _changed_participant("altered", new).replace(fields=tuple(_changed_fields(old, new)))


def _by_people(participants: Mapping[Number, Participant]) -> dict[Number, Number]:
    """The numbers of those who can be recognised, by their kind and their people."""
    called = [((kind, name), (kind, own)) for (kind, own), who in participants.items() if (name := people(who))]
    counts = Counter(name for name, _ in called)
    return {name: number for name, number in called if counts[name] == 1}


def _changed_participant(way: str, who: Participant, was: str | None = None) -> ChangedParticipant:
    return ChangedParticipant.model_validate(
        {"change": way, "kind": who.kind, "id": who.id, "was": was, "name": who.shown_name or None}
    )


def _changed_fields(old: Participant, new: Participant) -> Iterator[ChangedField]:
    """What an entry says otherwise: what people read by its values, all else together as the entry (rule 4)."""
    unread = {"nickname", "override_stratum", "labels", "details", "players"}
    for field, name in _FIELDS.items():
        before, after = (_words(getattr(who, field)) for who in (old, new))
        if before != after:
            unread -= {field}
            yield ChangedField(name=name, before=before, after=after)
    if any(getattr(old, field) != getattr(new, field) for field in unread):
        yield ChangedField(name="entry")


def _words(value: object) -> str | None:
    """A value of an entry as people read it."""
    match value:
        case None | "" | ():
            return None
        case bool():
            return "yes" if value else "no"
        case Decimal():
            return f"{value:f}"
        case tuple():
            names = (each.name if isinstance(each, Person) else each for each in value)
            return " & ".join(filter(None, names))[:NAME_LENGTH] or None
    return str(value)


def _lines(kind: str, changes: Iterable[Change], merge: MergeState, numbers: Mapping[Number, str]) -> list[_Entry]:
    """The lines of a type that changed, by their keys as they are now (rules 2 and 3)."""
    changed = {fact.key: each for each in changes if each.kind == kind and (fact := each.new or each.old) is not None}
    origins: dict[Number, str | None] = dict.fromkeys(numbers)
    origins.update({(of, new): old for (of, old), new in numbers.items()})
    lines: dict[object, _Entry] = {}
    now = {key for each in changed if (key := renumbered(kind, each, numbers)) is not None} if numbers else set()
    for key in changed.keys() | now:
        was = renumbered(kind, key, origins) if numbers else key
        old = changed[was].old if was in changed else _standing(merge, kind, was)
        new = changed[key].new if key in changed else _standing(merge, kind, key)
        if (entry := _entry(key, old, new, numbers)) is not None:
            lines[entry.line] = min(entry, lines.get(entry.line, entry), key=_speaks_first)
    return list(lines.values())


def _standing(merge: MergeState, kind: str, key: Key | None) -> Fact | None:
    winner = merge.winners[kind].get(key) if key is not None else None
    return None if winner is None or winner.withdrawn else winner.fact


def _speaks_first(entry: _Entry) -> tuple[bool, SortKey]:
    return (getattr(entry.new or entry.old, "colour", None) == "b", key_order(entry.key))


def _entry(key: Key, old: Fact | None, new: Fact | None, numbers: Numbers) -> _Entry | None:
    """How a line changed; None if it did not (rules 2 and 3)."""
    was, report = report_of(old, numbers), report_of(new)
    either = report or was
    if either is None or was == report:
        return None
    line = (key[0], frozenset((key[1], either.meeting))) if isinstance(new or old, GameFact) else key
    if report is not None and (was is None or (report.outcome and not was.outcome)):
        return _Entry("added", report.kind, key, line, None, new)
    if was is not None and (report is None or (was.outcome and not report.outcome)):
        return _Entry("taken_back", was.kind, key, line, old, None)
    return _Entry("altered", either.kind, key, line, old, new)


def _changed_line(entry: _Entry, numbers: Numbers) -> ChangedLine:
    fact = entry.new or entry.old
    shown = in_order(fact) if isinstance(fact, MatchFact) else fact
    before, after = words_of(entry.old, numbers), words_of(entry.new)
    was, report = report_of(entry.old, numbers), report_of(entry.new)
    if was is not None and report is not None and was.meeting != report.meeting:
        before, after = (f"{words} against {each.meeting}" for words, each in ((before, was), (after, report)))
    return ChangedLine.model_validate(
        {
            "change": entry.way,
            "kind": entry.kind,
            "subject": subject_of(shown) if shown is not None else "",
            "before": before,
            "after": after,
        }
    )


def _sentence(
    counts: Iterable[ChangeCount], participants: Sequence[ChangedParticipant], lines: Sequence[ChangedLine]
) -> Iterator[str]:
    """What was changed in each way, the first by name."""
    for way in _WAYS:
        parts = [f"{count} {_noun(each.kind, count)}" for each in counts if (count := getattr(each, way))]
        if not parts:
            continue
        names = [_named(who) for who in participants if who.change == way] + [
            _told(line) for line in lines if line.change == way
        ]
        shown = "; ".join(names[:NAMED])
        more = " …" if len(names) > NAMED else ""
        yield f"{way.replace('_', ' ')}: {', '.join(parts)}" + ("" if way == "added" else f" ({shown}{more})")


def _noun(kind: str, count: int) -> str:
    return kind if count == 1 else "matches" if kind == "match" else f"{kind}s"


def _named(who: ChangedParticipant) -> str:
    name = f" {who.name}" if who.name else ""
    if who.was is not None:
        return f"{who.kind} {who.was} is now {who.id}{name}"
    fields = ", ".join(_field_told(field, who.name) for field in who.fields)
    return f"{who.kind} {who.id}{name}" + (f": {fields}" if fields else "")


def _field_told(field: ChangedField, shown: str | None) -> str:
    """What a field was and is: "name was Nort Star", "section was A, now B", "entry changed"."""
    verb = "were" if field.name in ("people", "members") else "was"
    was = f"{verb} {field.before}" if field.before else ""
    now = f"now {field.after}" if field.after and not (was and field.after == shown) else ""
    return f"{field.name} {', '.join(filter(None, (was, now))) or 'changed'}"


def _told(line: ChangedLine) -> str:
    values = " is now ".join(filter(None, (line.before, line.after)))
    return f"{line.subject}: {values}"
