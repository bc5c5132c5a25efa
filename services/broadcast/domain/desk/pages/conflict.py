"""A form that decided nothing because somebody else was faster: what its sender saw, what is now, and by whom."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from contracts.decisions import AnyDecision
from contracts.questions import FileLine
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Fields, Shown, Unclear
from services.broadcast.domain.desk.forms.seen import as_sent, standing
from shared.formats.decisions.sentences import ruling_of, subject_of

OWN = ("check", "once", "said", "tab", "undo", "refused")
"""Fields that each form of the desk has of its own, or its page."""


class Conflict(NamedTuple):
    """What is shown of it.

    Attributes:
        wish: what the form would decide.
        saw: by its sender.
        now: what stands.
        changed: by whom it was changed, when, and why, as far as it is known.
        fields: of a form that decides it nevertheless.
    """

    wish: str
    saw: str
    now: str
    changed: str
    fields: Mapping[str, str]


def conflict(fields: Fields, shown: Shown, files: Sequence[FileLine]) -> Conflict | None:
    """The conflict of a form whose fields stand in the address of its page; None where there is none."""
    fields = as_sent(fields)
    saw, now = fields.get("seen"), standing(fields, shown)
    if saw is None or now is None or saw == now:
        return None
    again = {**{name: text for name, text in fields.items() if name not in OWN}, "seen": now}
    try:
        decision = decisions_of(again, shown)[0]
    except Unclear:
        return None
    wish = f"{subject_of(shown.event, decision)}{ruling_of(shown.event, decision)}"
    return Conflict(wish, saw, now, _changed(shown.event, decision, files), again)


def _changed(event: str, decision: AnyDecision, files: Sequence[FileLine]) -> str:
    """The newest decision about the same; without one, the newest of the files, which come newest first."""
    subject = subject_of(event, decision).casefold()
    own = [file for file in files if any(part.event == event for part in file.events)]
    counting = (file for file in own if any(part.verdict == "counts" for part in file.events))
    decided = (text for file in counting for text in file.decided)
    about = [text for text in decided if text.casefold().startswith((f"{subject}:", f"{subject} "))]
    if about or not own:
        return about[0] if about else ""
    newest = own[0]
    if newest.decided:
        return newest.decided[0]
    at = f" at {newest.received_at:%Y-%m-%d %H:%M} UTC" if newest.received_at else ""
    return f"The newest file is {newest.name}{f' from {newest.sender}' if newest.sender else ''}, received{at}."
