"""What a receiver may miss in an event, each by a code that keeps its meaning.

Rules kept here:

1. A check looks at the event as it would be written, and says what is missing or nothing.
2. Phantoms, and participants whom no player is named for, are nobody: they have no number of a union.
3. Whether it matters is a question of the receiver (`table.py`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from contracts.facts import Organiser, Person
from contracts.findings import Severity
from contracts.messages import EventMerged
from contracts.standings import is_all_in
from shared.chess.round_dates import round_dates_of

_NAMED = 3
"""People who are named as examples."""


@dataclass(frozen=True)
class Check:
    """One thing that may be missing.

    Attributes:
        code: stable, listed in `docs/hand-over.md`.
        missing: what of it is missing, as a sentence; None when it is there.
        advice: what to do.
    """

    code: str
    missing: Callable[[EventMerged], str | None]
    advice: str


def _field(sentence: str, value: Callable[[EventMerged], object]) -> Callable[[EventMerged], str | None]:
    """The check of a field of the event."""
    return lambda merged: None if str(value(merged) or "").strip() else sentence


def _detail(name: str) -> Callable[[EventMerged], str | None]:
    """The value of a detail of the event."""
    return lambda merged: next((each.value for each in merged.facts.event.details if each.name == name), None)


def _people(merged: EventMerged) -> Iterator[Person]:
    """Everybody who plays, once: a player may be listed in a pair and in its team."""
    seen = set()
    for each in merged.facts.participants:
        for person in () if each.phantom else each.players:
            if person not in seen and person.status != "ROBOT":
                seen.add(person)
                yield person


def _of_people(what: str, has: Callable[[Person], object]) -> Callable[[EventMerged], str | None]:
    """The check of a field of everybody."""

    def missing(merged: EventMerged) -> str | None:
        people = list(_people(merged))
        without = [person for person in people if not has(person)]
        if not without:
            return None
        names = [name for person in without if (name := _name_of(person))]
        more = len(without) - len(names[:_NAMED])
        examples = "; ".join(names[:_NAMED]) + (f"; and {more} more" if more and names else "")
        count = f"{len(without)} of {len(people)} players" if len(people) > 1 else "The player"
        verb = "have" if len(without) > 1 and len(people) > 1 else "has"
        return f"{count} {verb} no {what}" + (f": {examples}." if examples else ".")

    return missing


def _name_of(person: Person) -> str:
    return person.name or " ".join(filter(None, (person.first_name, person.last_name)))


def _nobody(merged: EventMerged) -> str | None:
    return None if any(_people(merged)) else "The event names no players."


def _unfinished(merged: EventMerged) -> str | None:
    progress = merged.standings.progress
    if is_all_in(merged.standings.status, progress.complete, progress.all_met):
        return None
    return f"Results may still be missing ({progress.text})." if progress.text else "Results may still be missing."


def _round_dates(merged: EventMerged) -> str | None:
    dates = round_dates_of(merged.facts.event)
    last = merged.facts.event.rounds or max((game.round for game in merged.facts.games), default=0)
    without = [str(number) for number in range(1, last + 1) if number not in dates]
    if not without and dates:
        return None
    return f"Rounds without a date: {', '.join(without)}." if without else "No round has a date."


def _errors(merged: EventMerged) -> str | None:
    errors = sum(finding.severity is Severity.ERROR for finding in merged.standings.findings)
    return f"The event has {errors} open error{'' if errors == 1 else 's'}." if errors else None


def _hidden_names(merged: EventMerged) -> str | None:
    if not merged.standings.names:
        return None
    if any(each.name is None for each in merged.standings.names):
        return "The names of this event are not public, and the file has them in full."
    count = len(merged.standings.names)
    return f"The file has {count} name{'' if count == 1 else 's'} in full that the public does not see."


_NOBODY = Organiser()
_IN_PROGRAM = "in the scoring program, and send its file again."

CHECKS = {
    check.code: check
    for check in (
        Check("no-name", _field("The event has no name.", lambda m: m.facts.event.name), f"Name it {_IN_PROGRAM}"),
        Check(
            "no-club",
            _field("The event names no club.", lambda m: (m.facts.event.organiser or _NOBODY).name),
            f"Enter the club {_IN_PROGRAM}",
        ),
        Check(
            "no-club-number",
            _field("The club has no number.", lambda m: (m.facts.event.organiser or _NOBODY).id),
            f"Enter the club's number at its union {_IN_PROGRAM}",
        ),
        Check(
            "no-date",
            _field("The event has no date.", lambda m: m.facts.event.start_date or _detail("DATE")(m)),
            f"Enter the date {_IN_PROGRAM}",
        ),
        Check(
            "no-charge-code",
            _field("The event has no charge code of the EBU.", _detail("EBU_CHARGE_CODE")),
            f"Enter the code for Universal Membership (P2P, UMS) {_IN_PROGRAM}",
        ),
        Check("no-city", _field("The event names no city.", lambda m: m.facts.event.city), f"Enter it {_IN_PROGRAM}"),
        Check(
            "no-federation",
            _field("The event names no federation.", lambda m: m.facts.event.federation),
            f"Enter the three letters of the federation {_IN_PROGRAM}",
        ),
        Check(
            "no-end-date",
            _field("The event has no last day.", lambda m: m.facts.event.end_date),
            f"Enter the last day {_IN_PROGRAM}",
        ),
        Check(
            "no-chief-arbiter",
            _field("The event names no chief arbiter.", _detail("102")),
            f"Enter the chief arbiter {_IN_PROGRAM}",
        ),
        Check("no-round-dates", _round_dates, f"Enter the day of each round {_IN_PROGRAM}"),
        Check("no-players", _nobody, "Enter the players; there is nothing to hand over without them."),
        Check("unnamed-players", _of_people("name", _name_of), f"Enter the names {_IN_PROGRAM}"),
        Check(
            "no-national-numbers",
            _of_people("number of their union", lambda person: person.national_id),
            f"Enter the numbers {_IN_PROGRAM} Nobody is credited without one; visitors may have none.",
        ),
        Check(
            "no-fide-numbers",
            _of_people("FIDE number", lambda person: person.id),
            f"Look the numbers up at FIDE, or let the federation create them, then enter them {_IN_PROGRAM}",
        ),
        Check(
            "no-player-federations",
            _of_people("federation", lambda person: person.federation),
            f"Enter three letters for each player {_IN_PROGRAM}",
        ),
        Check(
            "no-ratings",
            _of_people("rating", lambda person: person.rating),
            f"Enter the ratings {_IN_PROGRAM} Players without a rating at FIDE have none.",
        ),
        Check(
            "no-birth-dates",
            _of_people("date or year of birth", lambda person: person.birth_date),
            f"Enter them {_IN_PROGRAM}",
        ),
        Check("no-sexes", _of_people("entry m or w", lambda person: person.sex), f"Enter them {_IN_PROGRAM}"),
        Check("unfinished", _unfinished, "Wait until all results are in, or declare the standings provisional."),
        Check("open-errors", _errors, "See `kibitz check`, or the page Check at the desk, and correct them first."),
        Check("hidden-names", _hidden_names, "Tell the receiver, or hand over the public's file instead."),
    )
}
"""Every check by its code."""
