"""Which form decides what."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from contracts.decisions import AnyDecision, ChooseSystem, ExchangeSeats, LockRound, SetPresence, StartRoundEarly
from contracts.feed import seats_channel, standings_channel
from services.broadcast.domain.desk.forms import belonging, event, names, public, results, rounds, scoring
from services.broadcast.domain.desk.forms.form import Fields, Reader, Shown, Unclear
from services.broadcast.domain.desk.forms.seen import as_sent, check_seen, subject
from shared.formats.decisions.awards import UnclearAward

_READERS: Mapping[str, Reader] = {
    **event.READERS,
    **belonging.READERS,
    **results.READERS,
    **rounds.READERS,
    **scoring.READERS,
    **public.READERS,
    **names.READERS,
}

_OF_SEATS = (LockRound, StartRoundEarly, SetPresence, ExchangeSeats, ChooseSystem)


def channel_moved(event: str, decisions: Sequence[AnyDecision]) -> str:
    """The channel of an event on which these decisions show: its seats or its standings."""
    return seats_channel(event) if isinstance(decisions[0], _OF_SEATS) else standings_channel(event)


def decisions_of(fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    """The decisions of a form, by its field `decision`, with its reason; at least one.

    Raises:
        Unclear: a field is missing, is none of what it may be, or somebody else has changed what it is about.
    """
    fields = as_sent(fields)
    read = _READERS.get(fields.get("decision", ""))
    if read is None:
        raise Unclear("This form is not known here. Reload the page and try again.")
    try:
        return _decided(read, fields, shown)
    except Unclear as error:
        about = subject(fields, shown)
        raise Unclear(f"{about}: {error}" if about else str(error)) from None


def _decided(read: Reader, fields: Fields, shown: Shown) -> tuple[AnyDecision, ...]:
    try:
        decisions = read(fields, shown)
    except ValidationError as error:
        wrong = ", ".join(str(part) for part in error.errors()[0]["loc"]) or "the form"
        raise Unclear(f"Check {wrong}: {error.errors()[0]['msg']}.") from None
    except UnclearAward as error:
        raise Unclear(str(error)) from None
    check_seen(fields, shown)
    reason = fields.get("reason", "").strip()
    return tuple(each.replace(reason=reason) for each in decisions) if reason else decisions
