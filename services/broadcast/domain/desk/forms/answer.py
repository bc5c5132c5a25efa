"""The form that answers a query."""

from datetime import datetime

from pydantic import ValidationError

from contracts.corrections.queries import VERDICTS, Answer
from services.broadcast.domain.desk.forms.form import Fields, Unclear


def answer_of(fields: Fields, by: str, now: datetime) -> Answer:
    """What the desk says to a query.

    Raises:
        Unclear: a field is missing, or is none of what it may be.
    """
    verdict, decision = fields.get("verdict", ""), fields.get("corrected_by") or None
    if verdict not in VERDICTS:
        raise Unclear("Choose what comes of the query.")
    if verdict == "corrected" and decision is None:
        raise Unclear("Correct the result first, then choose the decision that did.")
    try:
        return Answer(
            verdict=verdict,
            text=" ".join(fields.get("text", "").split()),
            at=now,
            by=by,
            decision=decision if verdict == "corrected" else None,
        )
    except ValidationError:
        raise Unclear("Write the answer in at most 300 characters, without < or >.") from None
