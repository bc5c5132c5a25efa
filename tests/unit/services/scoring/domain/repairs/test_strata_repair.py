"""One participant in another stratum, or eligible or not, explains the places of many."""

from decimal import Decimal

import pytest

from contracts.codes import scoring as codes
from contracts.facts import Facts, Stratum
from contracts.findings import Finding, Severity
from contracts.messages import Fragment
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.event.without_rulings import Scorer
from tests.support.clean_event import CleanEvent

CLEAN = CleanEvent(tables=7, winners=1).fragment()
STRATA = (Stratum(number=1, label="A"), Stratum(number=2, label="B", upper_limit=Decimal(500)))


def scored(facts: Facts) -> Scored:
    event: Fragment = CLEAN.replace(facts=facts)
    state = EventState(event.event)
    state.apply(event)
    return state.score()[0]


def stratified() -> Facts:
    """Every second pair in the lower stratum, with the places that it has there."""
    facts = CLEAN.facts
    people = tuple(each.replace(stratum="2" if number % 2 else "1") for number, each in enumerate(facts.participants))
    events = tuple(event.replace(strata=STRATA, stratification="AVERAGE") for event in facts.events)
    facts = facts.replace(participants=people, events=events)
    (lower,) = [ranking for ranking in scored(facts).standings.rankings if ranking.title.startswith("Stratum")]
    places = {row.id: row.place for row in lower.rows}
    totals = tuple(total.replace(stratum_place=places.get(total.participant)) for total in facts.totals)
    return facts.replace(totals=totals)


def changed(facts: Facts, name: str, **to: object) -> Facts:
    people = tuple(each.replace(**to) if each.id == name else each for each in facts.participants)
    return facts.replace(participants=people)


def above_info(facts: Facts) -> list[Finding]:
    return [finding for finding in scored(facts).every if finding.severity is not Severity.INFO]


def first_of_lower(facts: Facts) -> str:
    return next(total.participant for total in facts.totals if total.stratum_place == "1")


def test_nobody_is_looked_for_where_places_are_further_off(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = stratified()
    turned = {str(place): str(8 - place) for place in range(1, 8)}
    totals = tuple(total.replace(stratum_place=turned.get(total.stratum_place or "")) for total in facts.totals)
    before = above_info(facts.replace(totals=totals))
    assert len(before) >= 3
    monkeypatch.setattr(Scorer, "score_otherwise", None)
    assert above_info(facts.replace(totals=totals)) == before


@pytest.mark.parametrize("to", [{"standing": False}, {"stratum": "1"}, {"override_stratum": "2"}])
def test_other_participants_come_to_what_they_come_to_in_an_event_of_their_own(to: dict[str, object]) -> None:
    facts = stratified()
    state = EventState(CLEAN.event)
    state.apply(CLEAN.replace(facts=facts))
    stand, _, fragments = state.merged()
    for name in (each.id for each in stand.participants[:2]):
        other = changed(stand, name, **to)
        method = state.current_method()
        tried = state._scorer.score_otherwise(other, stand, fragments, method)
        alone = Scorer().score_otherwise(other, Facts(), fragments, method)
        assert (tried.rankings, tried.findings, tried.points) == (alone.rankings, alone.findings, alone.points)


def test_a_stratum_with_which_all_places_agree_is_named_alone() -> None:
    facts = stratified()
    assert above_info(facts) == []
    name = first_of_lower(facts)
    (found,) = above_info(changed(facts, name, stratum="1"))
    assert (found.code, found.subject) == (codes.STRATUM_DIFFERS.code, f"pair {name}")
    assert (found.stated, found.computed) == ("in stratum A", "in stratum B")
    assert found.message == f"pair {name} is listed in stratum A; in stratum B, all 6 places that differ agree"


def test_who_is_eligible_or_not_is_named_alone() -> None:
    facts = stratified()
    name = first_of_lower(facts)
    (found,) = above_info(changed(facts, name, standing=False))
    assert (found.subject, found.stated, found.computed) == (f"pair {name}", "as not eligible", "as eligible")


def test_of_one_place_a_stratum_is_not_changed() -> None:
    facts = stratified()
    last = max(facts.totals, key=lambda total: int(total.stratum_place or 0))
    wrong = tuple(
        total.replace(stratum_place="1") if total.participant == last.participant else total for total in facts.totals
    )
    (found,) = above_info(facts.replace(totals=wrong))
    assert found.code == codes.PLACE_DIFFERS.code
