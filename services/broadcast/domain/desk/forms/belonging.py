"""The forms that say what an event is called, and which files belong to it."""

from collections.abc import Mapping

from contracts.decisions import AnyDecision, NameEvent, ReassignFiles
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear
from shared.formats.decisions.splitting import SplitFile, own_event, splitting


def _name(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    name = " ".join(fields.get("name", "").split())
    if not name:
        raise Unclear("Write what the event is called.")
    return (NameEvent(decision="name", name=name),)


def _link(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    to = fields.get("to") or None
    if to is None and "back" not in fields:
        raise Unclear("Choose the event that the files belong to.")
    if to == shown.event:
        raise Unclear("The files are in this event already. Choose another one.")
    return (ReassignFiles(decision="reassign", to=to),)


def _split(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    file = SplitFile(fields.get("file", ""), fields.get("name", ""), fields.get("sender", ""))
    if "back" in fields:
        return splitting([file], None, only=False)
    to = fields.get("to", "").strip() or own_event(shown.event, [file.sha256])
    return splitting([file], to, only="only" in fields)


READERS: Mapping[str, Reader] = {"name": _name, "link": _link, "split": _split}
