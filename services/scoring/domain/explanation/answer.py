"""The answer to the question why a participant has its total."""

from contracts.questions import ExplanationAnswered, ExplanationAsked, Refusal
from services.scoring.domain.explanation.explainer import Explainer
from services.scoring.domain.explanation.listing import chosen


def answer_explanation(asked: ExplanationAsked, explainer: Explainer | None) -> ExplanationAnswered:
    """The explanation that was asked for, of an event as it is published; None for one that has no standings."""
    if explainer is None:
        refusal = Refusal(
            code="no-event", message=f"{asked.event} has no standings", advice="Ask for the list of events."
        )
        return ExplanationAnswered(asked=asked, refusal=refusal)
    each = chosen(explainer.standings, asked.kind, asked.id, asked.ranking)
    if len(each) == 1:
        return ExplanationAnswered(asked=asked, explanation=explainer.explain(each[0]))
    what = f"{asked.kind or 'participant'} {asked.id}"
    where = "the standings have" if asked.ranking is None else f"the ranking {asked.ranking} has"
    message = f"{where} {'more than one' if each else 'no'} {what}"
    identities = ", ".join(somebody.row.id for somebody in each[:20])
    advice = f"Ask for one by its kind and identity: {identities}." if each else "The standings list all of them."
    return ExplanationAnswered(asked=asked, refusal=Refusal(code="no-participant", message=message, advice=advice))
