"""Rounds of chess: games, byes and points apart from rounds add up to the score."""

from services.scoring.domain.event.event_state import EventState
from services.scoring.domain.explanation.explainer import Explainer
from services.scoring.domain.explanation.listing import chosen
from tests.support.fragments import fragment
from tests.support.readding import add_up
from tests.support.trf_documents import facts_of
from tests.support.trf_lines import player


def explainer() -> Explainer:
    games = ("2 w 1, 3 b =", "1 b 0, - H", "- U, 1 w =")
    made = facts_of(*(player(n, *each.split(", "), name=f"Alder, A{n}") for n, each in enumerate(games, 1)))
    state = EventState("open")
    state.apply(fragment("open", event="open", **{kind: getattr(made, kind) for kind in made.FIELDS}))
    return Explainer(state, state.score()[0])


def test_every_round_says_against_whom_with_what_result_and_points() -> None:
    made = explainer()
    (each,) = chosen(made.standings, "player", "2")
    found = made.explain(each)
    rounds = [
        (game.against and game.against.number, game.colour, game.result, game.points)
        for game in found.sessions[0].games
    ]
    assert rounds[0][:3] == ("1", "b", "lost")
    assert rounds[1][2] == "half-point bye"
    assert found.basis == "games"


def test_scores_of_chess_add_up_and_tie_breaks_carry_their_terms() -> None:
    found = list(explainer())
    for each in found:
        add_up(each.model_dump(mode="json", exclude_none=True))
    assert any(value.terms for each in found for value in each.tie_breaks)
