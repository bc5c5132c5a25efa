"""Questions why somebody has a total, and what is answered where there is no such participant."""

from contracts.questions import ExplanationAsked
from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.explanation.answer import answer_explanation
from services.scoring.domain.explanation.explainer import Explainer
from tests.support.fragments import fragment, pair, result

ASKED = ExplanationAsked(event="club-pairs-2026-03-07", kind="pair", id="1")
LINES = [result("1", "1", "2", 50), result("1", "3", "4", -50)]


def explainer() -> Explainer:
    state = EventState(ASKED.event)
    state.apply(fragment("a", results=LINES, participants=tuple(pair(n).replace(number="7") for n in "1234")))
    return Explainer(state, state.score()[0])


def test_a_participant_is_explained_by_kind_and_identity() -> None:
    answer = answer_explanation(ASKED, explainer())
    assert answer.explanation is not None
    assert (answer.explanation.participant.id, answer.explanation.total) == ("1", 2)


def test_an_event_without_files_and_an_unknown_participant_are_refused() -> None:
    for asked, known, code in ((ASKED, None, "no-event"), (ASKED.replace(id="9"), explainer(), "no-participant")):
        answer = answer_explanation(asked, known)
        assert answer.refusal is not None
        assert answer.refusal.code == code


def test_a_number_of_several_is_refused_with_their_identities() -> None:
    answer = answer_explanation(ASKED.replace(id="7"), explainer())
    assert answer.refusal is not None
    assert answer.refusal.advice == "Ask for one by its kind and identity: 1, 4, 2, 3."
