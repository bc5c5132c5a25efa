"""What a page says once a form has decided something: what was decided, and which line of the journal undoes it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from contracts.decisions import Adjust, AnyDecision, CarryForward, ExchangeSeats, RetractFile, SetPresence
from contracts.questions import FileLine
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.forms.seen import people_named
from services.broadcast.domain.desk.pages.files import in_words, lines_of, with_names
from shared.formats.decisions.sentences import ruling_of, subject_of


class Confirmation(NamedTuple):
    """What the next page says.

    Attributes:
        undo: the digest of the file of decisions whose line in the journal undoes this.
    """

    text: str
    undo: str


def confirmation(
    shown: Shown, decisions: Sequence[AnyDecision], sha256: str, files: Sequence[FileLine], events: Mapping[str, str]
) -> Confirmation:
    """The decisions of a form in words.

    Args:
        shown: the event that they are about.
        decisions: of the form.
        sha256: their file.
        files: the newest of the event.
        events: the names of events.
    """
    people = people_named(shown)
    text = "; ".join(with_names(in_words(_sentence(shown.event, each, people), files), events) for each in decisions)
    withdrawn = decisions[0].file if isinstance(decisions[0], RetractFile) else ""
    title = shown.meta.get("title")
    return Confirmation(f"{title} · {text}." if title else f"{text}.", withdrawn or sha256)


def _sentence(event: str, decision: AnyDecision, people: Mapping[str, str]) -> str:
    """A decision, with the names of those whose numbers it has."""
    ids = [decision.first, decision.second] if isinstance(decision, ExchangeSeats) else []
    if isinstance(decision, Adjust | CarryForward) or (isinstance(decision, SetPresence) and not decision.name):
        ids = [decision.participant]
    names = ", ".join(filter(None, map(people.get, ids)))
    about = subject_of(event, decision)
    return f"{about[0].upper()}{about[1:]}{f' ({names})' if names else ''}{ruling_of(event, decision)}"


def undone_by(sha256: str, files: Sequence[FileLine], event: str) -> dict[str, Any] | None:
    """The line of a file of decisions in the journal of an event, or of a file that was withdrawn; None: not listed."""
    return next((line for line in lines_of(files, event) if line["sha256"] == sha256), None)
