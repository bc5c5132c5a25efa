"""What is known of an event besides its results, from the details that its files state (records of TRF, USEBIO)."""

from contracts.base import Discipline
from contracts.facts import EventFact, Facts
from contracts.standings import About
from shared.chess.round_dates import round_dates_of


def about(facts: Facts) -> About | None:
    """Where and when an event is played, who runs it, and how many are entered; None where nothing says so."""
    event, chess = facts.event, facts.event.discipline is Discipline.CHESS
    entered = [participant.kind for participant in facts.participants if chess and not participant.phantom]
    made = About(
        city=event.city,
        federation=event.federation,
        venue=_stated(event, "VENUE"),
        end_date=event.end_date if event.end_date != event.start_date else None,
        system=_stated(event, "092", "192"),
        players=entered.count("player") or None,
        teams=entered.count("team") or None,
        time_control=_stated(event, "122", "222"),
        arbiter=_stated(event, "102"),
        deputies=tuple(detail.value for detail in event.details if detail.name == "112"),
        round_dates=tuple(round_dates_of(event).items()),
    )
    return made if made != About() else None


def _stated(event: EventFact, *names: str) -> str | None:
    """The first of these details that an event has."""
    values = {detail.name: detail.value for detail in event.details}
    return next((values[name] for name in names if values.get(name)), None)
