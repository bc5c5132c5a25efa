"""Which form decides what."""

from collections.abc import Mapping

from pydantic import ValidationError

from contracts.decisions import AnyDecision
from services.broadcast.domain.desk.forms import event, public
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear

_READERS: Mapping[str, Reader] = {**event.READERS, **public.READERS}


def decisions_of(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    """The decisions of a form, by its field `decision`, with its reason; at least one.

    Raises:
        Unclear: a field is missing, or is none of what it may be.
    """
    read = _READERS.get(fields.get("decision", ""))
    if read is None:
        raise Unclear("This form is not known here. Reload the page and try again.")
    try:
        decisions = read(fields, shown)
    except ValidationError as error:
        wrong = ", ".join(str(part) for part in error.errors()[0]["loc"]) or "the form"
        raise Unclear(f"Check {wrong}: {error.errors()[0]['msg']}.") from None
    reason = fields.get("reason", "").strip()
    return tuple(each.replace(reason=reason) for each in decisions) if reason else decisions
