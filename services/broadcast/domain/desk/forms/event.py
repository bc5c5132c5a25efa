"""The forms of an event: its status, penalties, and what counts of its files."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from contracts.decisions import Adjust, AnyDecision, RetractFile, SetStatus, TakeFile
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear, round_of
from shared.formats.decisions.periods import UnclearPeriod, correction_period


def _status(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    status = fields.get("status")
    outcome = shown.meta.get("outcome") if status == "official" else None
    if status == "official" and fields.get("outcome") != outcome:
        raise Unclear("The standings have changed since this page was shown. Look at them, then decide again.")
    return (SetStatus.model_validate({"decision": "status", "status": status, "outcome": outcome}),)


def _corrections(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    try:
        until = shown.now + correction_period(fields.get("period", ""))
    except UnclearPeriod as error:
        raise Unclear(str(error)) from None
    return (SetStatus(decision="status", status="provisional", corrections_until=until),)


def _retract(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    return (RetractFile(decision="retract", file=fields.get("file", ""), retracted="back" not in fields),)


def _take(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    return (TakeFile(decision="take", file=fields.get("file", ""), taken="back" not in fields),)


def _adjustment(fields: Fields, _shown: Shown) -> tuple[AnyDecision, ...]:
    written = fields.get("amount", "").strip().replace(",", ".")
    if fields.get("unit", "").startswith("percent"):
        written = written.removesuffix("%")
    try:
        amount = Decimal(written.strip())
    except InvalidOperation:
        raise Unclear("Write the amount as a number, like 0.5 or 10.") from None
    if not amount.is_finite() or amount <= 0:
        raise Unclear("Write the amount without a sign, and choose penalty or bonus.")
    kind, _, participant = fields.get("participant", "").partition(":")
    given = {
        "decision": "adjustment",
        "participant": participant,
        "kind": kind or "pair",
        "session": fields.get("session") or None,
        "round": round_of(fields) if fields.get("round", "").strip() else None,
        "unit": fields.get("unit") or None,
        "amount": amount if fields.get("sign") == "bonus" else -amount,
    }
    if not participant:
        raise Unclear("Choose who gets the penalty.")
    return (Adjust.model_validate(given),)


READERS: Mapping[str, Reader] = {
    "status": _status,
    "corrections": _corrections,
    "retract": _retract,
    "take": _take,
    "adjustment": _adjustment,
}
