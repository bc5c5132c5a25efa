"""The one participant with whom in another stratum, or eligible or not, the stated places of lists agree.

Rules kept here:

1. Only where places differ, and nothing else. A list has everybody behind somebody who is in it or not in it a place
   off, so it is somebody close above the best of those whose place differs, or one of these.
2. Two places alone may be exchanged as well, and one may be wrong: of so few a stratum is not changed.
3. So if more than a tenth of the places that differ, without those of one participant, are more than a place off, as
   those of an event in play that was ranked some results ago, nobody is looked for.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from contracts.codes import scoring as codes
from contracts.facts import Facts, Participant
from contracts.findings import Finding, Severity
from services.scoring.domain.method.event_scores import EventScores
from shared.bridge.rankings.places import parse_place
from shared.bridge.rankings.strata import Stratum, event_strata
from shared.bridge.unreadable import UnreadableText


@dataclass(frozen=True)
class Change:
    """Other facts of an event, to be tried, and what is said if they explain what is stated."""

    facts: Facts
    finding: Finding


FEWEST = 3
"""Places that differ from which on a stratum is changed."""

ABOVE, WRONG = 6, 3
"""How many above the best of those whose places differ are looked at, and how many of these."""

MOST_RANKED = 200
"""Participants of an event in which anything is tried."""


def other_strata(facts: Facts, scores: EventScores) -> Iterator[Change]:
    """The event with one participant in another stratum, or eligible or not (rule 1)."""
    wrong = [finding for finding in scores.findings if finding.severity is not Severity.INFO]
    strata = event_strata(facts.event)
    if scores.unexplained.lines or len(wrong) < 2 or any(each.code != codes.PLACE_DIFFERS.code for each in wrong):
        return
    if (len(strata) < 2 and facts.event.program != "ACBLscore") or not _may_be_of_one(wrong):
        return
    listed = {f"{each.kind} {each.id}": number for number, each in enumerate(facts.participants)}
    for name in _likely(scores, wrong):
        number = listed[name]
        for changed, text in _otherwise(facts.participants[number], strata if len(wrong) >= FEWEST else ()):
            people = (*facts.participants[:number], changed, *facts.participants[number + 1 :])
            yield Change(facts.replace(participants=people), _finding(facts.participants[number], text, len(wrong)))


def _may_be_of_one(wrong: Sequence[Finding]) -> bool:
    """Whether places differ as if a list had one participant more or less (rule 3)."""
    far = Counter(finding.subject for finding in wrong if _is_far(finding))
    return 10 * (far.total() - max(far.values(), default=0)) <= len(wrong)


def _is_far(finding: Finding) -> bool:
    """Whether a place is more than one off; how far a tie goes is not known."""
    try:
        claimed, place = parse_place(finding.stated or ""), parse_place(finding.computed or "")
    except UnreadableText:
        return False
    if claimed is None or place is None or (place.tied and claimed.first > place.first):
        return False
    return abs(claimed.first - place.first) > 1


def _likely(scores: EventScores, wrong: Sequence[Finding]) -> list[str]:
    """Those close above the best of whose places differ, and some of these, by subject (rule 1)."""
    rows = {f"{ranking.kind} {row.id}": row for ranking in scores.rankings for row in ranking.rows}
    scored = {name: row.final or row.percentage or row.total for name, row in rows.items()}
    values = {name: value for name, value in scored.items() if value is not None}
    ordered = sorted(values, key=lambda name: -values[name])
    subjects = {finding.subject for finding in wrong}
    first = next((place for place, name in enumerate(ordered) if name in subjects), None)
    if first is None or len(ordered) > MOST_RANKED:
        return []
    below = [name for name in ordered[first:] if name in subjects][:WRONG]
    return [*ordered[max(0, first - ABOVE) : first][::-1], *below]


def _otherwise(participant: Participant, strata: Sequence[Stratum]) -> Iterator[tuple[Participant, tuple[str, str]]]:
    own = participant.override_stratum or participant.stratum
    for stratum in strata:
        names = (str(stratum.number), stratum.label)
        if own is not None and own not in names:
            text = f"in stratum {stratum.label or stratum.number}"
            label = next((s.label for s in strata if own in (str(s.number), s.label) and s.label), own)
            yield participant.replace(override_stratum=str(stratum.number)), (f"in stratum {label}", text)
    states = ("as not eligible", "as eligible")
    yield (
        participant.replace(standing=not participant.standing),
        (states[participant.standing], states[not participant.standing]),
    )


def _finding(participant: Participant, text: tuple[str, str], wrong: int) -> Finding:
    subject = f"{participant.kind} {participant.id}"
    is_, meant = text
    exchanged = "" if wrong >= FEWEST else "; if it is listed correctly, two places are exchanged"
    return codes.STRATUM_DIFFERS.finding(
        f"{subject} is listed {is_}; {meant}, all {wrong} places that differ agree{exchanged}",
        place=participant.at,
        subject=subject,
        stated=is_,
        computed=meant,
    )
