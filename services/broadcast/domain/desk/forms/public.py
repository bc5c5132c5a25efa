"""The form of what the public sees."""

from collections.abc import Mapping

from pydantic import ValidationError

from contracts.decisions import AnyDecision, OfPublic, SetPublic
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear, whole_number

_KEPT = ("queries", "values")

ROUNDS = 10_000
"""The greatest number of a round."""


def _public(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    if "release" in fields:
        # Neither holds anything back: a release leaves them as they are.
        kept = {name: value for name, value in (shown.meta.get("public") or {}).items() if name in _KEPT}
        return (SetPublic(decision="public", policy=OfPublic(**kept)),)
    return (SetPublic(decision="public", policy=policy_of(fields)),)


def policy_of(fields: Fields) -> OfPublic:
    """What the fields of a policy say.

    Raises:
        Unclear: a field is missing, or is none of what it may be.
    """
    places, ranking = fields.get("places", "").strip(), fields.get("ranking", "")
    if ranking not in ("all", "none", "first"):
        raise Unclear("Choose how much of the ranking is shown.")
    if ranking == "first" and (whole_number(places) or 0) < 1:
        raise Unclear("Write how many places are shown.")
    given = {"all": None, "none": 0}[ranking] if ranking != "first" else int(places)
    until = fields.get("until_round", "").strip()
    if until and not 0 < (whole_number(until) or 0) <= ROUNDS:
        raise Unclear(f"Write a round from 1 to {ROUNDS:,}, or none for all rounds.")
    delay = whole_number(fields.get("delay", "").strip() or "0")
    chosen = {"places": given, "boards": fields.get("boards", ""), "delay": delay, "queries": "queries" in fields}
    chosen |= {"values": fields.get("values", "both"), "until_round": int(until) if until else None}
    try:
        return OfPublic.model_validate(chosen)
    except ValidationError:
        raise Unclear("Choose which boards are shown, whose scores, and a delay of 0 to 30 minutes.") from None


READERS: Mapping[str, Reader] = {"public": _public}
