"""Why somebody has a total and a place, at the desk, whatever the public sees of it."""

from typing import NamedTuple

from contracts.explanation import ExplainedSession, Explanation
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.pages.page import Page
from shared.explanation_words import (
    Columns,
    columns_of_games,
    columns_of_lines,
    files_in_words,
    files_of,
    given_in_words,
    match_in_words,
    named,
    result_of,
    rival_in_words,
    session_sum,
    tie_break_lines,
    total_lines,
)


class Part(NamedTuple):
    """A step to the total: a sentence, or results with or without one."""

    text: str
    columns: Columns = {}

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The cells of the table, row by row."""
        return [*zip(*self.columns.values(), strict=True)]


def why(shown: Shown, explanation: Explanation) -> Page:
    """The place, what stands next to it, and every result that the total is made of."""
    neighbours = (("ahead", explanation.ahead), ("behind", explanation.behind))
    files = files_of(explanation)
    values = {
        "event": shown.event,
        "heading": shown.meta.get("title") or shown.event,
        "who": f"{explanation.kind.capitalize()} {named(explanation.participant)}",
        "result": result_of(explanation),
        "beside": [f"{word}: {rival_in_words(rival, explanation)}" for word, rival in neighbours if rival is not None],
        "why": explanation.why,
        "files": files_in_words(files),
        "sessions": [(each.session or "", _parts(each, explanation, files)) for each in explanation.sessions],
        "ends": [
            *map(given_in_words, explanation.given),
            *total_lines(explanation),
            *tie_break_lines(explanation.tie_breaks),
        ],
        "rules": explanation.rules,
    }
    return Page("desk/why", f"{values['who']}: {values['heading']}", values=values)


def _parts(session: ExplainedSession, explanation: Explanation, files: list[str]) -> list[Part]:
    parts = [Part("", columns_of_lines(session.lines, files))] if session.lines else []
    for match in session.matches:
        parts.append(Part(match_in_words(match, explanation.scales), columns_of_lines(match.lines, files)))
        parts += [Part(given_in_words(gift)) for gift in match.given]
    parts += [Part("", columns_of_games(session.games, files))] if session.games else []
    ends = (session_sum(session, explanation), *map(given_in_words, session.given))
    return [*parts, *(Part(text) for text in ends if text)]
