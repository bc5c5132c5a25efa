"""The forms of how the public sees names."""

from collections.abc import Mapping

from contracts.decisions import AnyDecision, ShowNames
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear


def _names(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    name = fields.get("name", "").strip()
    if "one" in fields and not name:
        raise Unclear("Write whose name it is.")
    return (ShowNames.model_validate({"decision": "names", "name": name or None, "shown": fields.get("shown")}),)


READERS: Mapping[str, Reader] = {"names": _names}
