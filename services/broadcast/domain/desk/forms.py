"""What a form of the desk decides: the fields of a form in, the decisions that the command line would write out."""

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import ValidationError

from contracts.decisions import Adjust, AnyDecision, RetractFile, SetStatus, TakeFile

Fields = Mapping[str, str]


class Unclear(Exception):
    """A form cannot be followed; the message says what to write instead."""


def decision_of(fields: Fields, meta: Mapping[str, Any]) -> AnyDecision:
    """The decision of a form, by its field `decision`; `meta` is that of the standings that the page showed.

    Raises:
        Unclear: a field is missing, or is none of what it may be.
    """
    read = _READERS.get(fields.get("decision", ""))
    if read is None:
        raise Unclear("This form is not known here. Reload the page and try again.")
    try:
        decision = read(fields, meta)
    except ValidationError as error:
        wrong = ", ".join(str(part) for part in error.errors()[0]["loc"]) or "the form"
        raise Unclear(f"Check {wrong}: {error.errors()[0]['msg']}.") from None
    reason = fields.get("reason", "").strip()
    return decision.replace(reason=reason) if reason else decision


def _status(fields: Fields, meta: Mapping[str, Any]) -> AnyDecision:
    status = fields.get("status")
    outcome = meta.get("outcome") if status == "official" else None
    if status == "official" and fields.get("outcome") != outcome:
        raise Unclear("The standings have changed since this page was shown. Look at them, then decide again.")
    return SetStatus.model_validate({"decision": "status", "status": status, "outcome": outcome})


def _retract(fields: Fields, _meta: Mapping[str, Any]) -> AnyDecision:
    return RetractFile(decision="retract", file=fields.get("file", ""), retracted="back" not in fields)


def _take(fields: Fields, _meta: Mapping[str, Any]) -> AnyDecision:
    return TakeFile(decision="take", file=fields.get("file", ""), taken="back" not in fields)


def _adjustment(fields: Fields, _meta: Mapping[str, Any]) -> AnyDecision:
    try:
        amount = Decimal(fields.get("amount", "").strip().replace(",", "."))
    except InvalidOperation:
        raise Unclear("Write the amount as a number, like 0.5 or 10.") from None
    if not amount.is_finite() or amount <= 0:
        raise Unclear("Write the amount without a sign, and choose penalty or bonus.")
    given = {
        "decision": "adjustment",
        "participant": fields.get("participant", "").strip(),
        "kind": fields.get("kind") or "pair",
        "session": fields.get("session") or None,
        "unit": fields.get("unit") or None,
        "amount": amount if fields.get("sign") == "bonus" else -amount,
    }
    if not given["participant"]:
        raise Unclear("Choose who gets the penalty.")
    return Adjust.model_validate(given)


_READERS: Mapping[str, Callable[[Fields, Mapping[str, Any]], AnyDecision]] = {
    "status": _status,
    "retract": _retract,
    "take": _take,
    "adjustment": _adjustment,
}
