"""What is carried forward into a session, where the sessions that it comes from are known as well.

Rules kept here (USEBIO 1.4, 2.7 and 4.3):

1. A carry-forward that a session states is what earlier sessions gave. Of somebody who has a score in an earlier
   session of the event, the boards of that session are counted, and the carry-forward is not counted again; in the
   ranking of the session alone it stays.
2. Sessions are in the order of their dates and times, and of their names where one of them has no date.
3. The stated total of the event contains what was carried into a session of which a total is stated, too; that one
   does not contain it.
"""

from collections.abc import Mapping

from contracts.facts import AdjustmentFact, Facts, SessionFact
from services.scoring.domain.merging.key_order import key_order
from services.scoring.domain.rankings.tallies import Tallies


def adjustments_of_event(facts: Facts, tallies: Tallies) -> list[AdjustmentFact]:
    """What comes to totals of the event as a whole (rules 1 and 3)."""
    sessions = {session.id: session for session in facts.sessions}
    stated = {(total.kind, total.participant, total.session) for total in facts.totals}
    known = []
    for fact in facts.adjustments:
        if fact.kind != "carry_forward" or fact.session is None:
            known.append(fact)
            continue
        own, whole = tallies.by.get(fact.participant, {}), (fact.participant_kind, fact.participant)
        if not any(tally.scores and _before(when, fact.session, sessions) for when, tally in own.items()):
            contained = {(*whole, None), (*whole, fact.session)} <= stated
            known.append(fact.replace(counted=True) if contained else fact)
    return known


def _before(session: str | None, later: str, sessions: Mapping[str, SessionFact]) -> bool:
    """Rule 2."""
    first, second = sessions.get(session or ""), sessions.get(later)
    if first is not None and second is not None and first.date is not None and second.date is not None:
        times = [(fact.date or "", fact.start_time or "") for fact in (first, second)]
        if times[0] != times[1]:
            return times[0] < times[1]
    return key_order((session,)) < key_order((later,))
