"""What the sender of a form saw, and what stands now."""

from typing import Any

import pytest

from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.results import games_of, line_id
from services.broadcast.domain.desk.forms.seen import game_score, lock_of, standing, status_of
from tests.unit.services.broadcast.domain.desk.forms.test_results import LINE, seats, shown
from tests.unit.services.broadcast.domain.pages.test_rounds import games, matches

ON_LINE = {"board": "1-7", "line": line_id(LINE), "ns_gets": "60%"}


def lines(score: str) -> Any:
    return shown({**LINE, "score": score})


@pytest.mark.parametrize("decision", ["score", "void"])
def test_a_result_that_somebody_has_changed_is_not_decided(decision: str) -> None:
    form = {**ON_LINE, "decision": decision, "seen": "420"}
    assert decisions_of(form, lines("420"))
    with pytest.raises(Unclear, match=r"Nothing was decided: you saw 420, and meanwhile it is −50\."):
        decisions_of(form, lines("-50"))
    with pytest.raises(Unclear, match="meanwhile it is no result"):
        decisions_of(form, lines(""))
    # Who has seen that decides it nevertheless.
    assert decisions_of({**form, "seen": "−50"}, lines("-50"))


def test_a_program_that_saw_nothing_is_not_compared() -> None:
    assert decisions_of({**ON_LINE, "decision": "void"}, lines("-50"))


def test_a_match_and_a_game_are_compared_by_their_scores() -> None:
    table = matches({"round": 1, "home": "A", "away": "B", "home_vps": "12", "away_vps": "8"})
    of_match = standing({"decision": "match", "match": "1.A.B"}, shown(matches=table))
    assert of_match == standing({"decision": "removed", "match": "1.A.B"}, shown(matches=table))
    assert of_match
    assert standing({"decision": "match", "match": "1.A.C"}, shown(matches=table)) is None
    with pytest.raises(Unclear, match="you saw 9 : 11"):
        decisions_of(
            {"decision": "match", "match": "1.A.B", "home_gets": "void", "seen": "9 : 11"}, shown(matches=table)
        )

    played = shown(games=games({"round": 1, "white": "1", "black": "2", "result": "1-0"}), kind="player")
    (game,) = games_of(played)
    assert standing({"decision": "game", "game": game}, played) == "1-0"
    assert standing({"decision": "game", "game": "x"}, played) is None
    assert game_score({"result": None}) == "no result"
    with pytest.raises(Unclear, match="you saw no result, and meanwhile it is 1-0"):
        decisions_of({"decision": "game", "game": game, "result": "0-1", "seen": "no result"}, played)


def test_a_status_and_a_lock_are_compared_as_well() -> None:
    assert status_of({"status": "corrected"}) == "official"
    assert status_of({}) == "live"
    with pytest.raises(Unclear, match="you saw official"):
        decisions_of({"decision": "status", "status": "provisional", "seen": "official"}, shown())
    assert (lock_of({"locked": True}), lock_of({})) == ("locked", "not locked")
    of = shown(seats=seats(3))
    with pytest.raises(Unclear, match="you saw locked, and meanwhile it is not locked"):
        decisions_of({"decision": "lock", "round": "3", "back": "1", "seen": "locked"}, of)
    assert decisions_of({"decision": "lock", "round": "4", "seen": "locked"}, of)
