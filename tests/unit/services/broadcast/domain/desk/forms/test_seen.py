"""What the sender of a form saw, and what stands now."""

from typing import Any

import pytest

from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from services.broadcast.domain.desk.forms.results import games_of, line_id
from services.broadcast.domain.desk.forms.seen import as_sent, game_score, lock_of, standing, status_of
from tests.unit.services.broadcast.domain.desk.forms.test_results import LINE, seats, shown
from tests.unit.services.broadcast.domain.pages.test_rankings import standings
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


SEATED = ({"table": "1", "ns": "p1", "ew": "p2"}, {"table": "2", "ns": "p3", "ew": "p4"})


def test_an_exchange_is_compared_with_the_places_of_those_two_alone() -> None:
    form = {"decision": "exchange", "round": "3", "first": "p1\tat table 1 NS", "second": "p3\tat table 2 NS"}
    assert decisions_of(form, shown(seats=seats(3, *SEATED)))[0].first == "p1"
    # Others may have moved.
    moved = ({**SEATED[0], "ew": "p4"}, {**SEATED[1], "ew": "p2"})
    assert decisions_of(form, shown(seats=seats(3, *moved)))
    gone = ({**SEATED[0], "ns": "p9"}, SEATED[1])
    saw = "you saw p1 at table 1 NS and p3 at table 2 NS, and meanwhile it is p1 not seated and p3 at table 2 NS"
    with pytest.raises(Unclear, match=saw):
        decisions_of(form, shown(seats=seats(3, *gone)))
    # The next round is another matter, and whoever has seen what stands decides it nevertheless.
    assert decisions_of(form, shown(seats=seats(4, *gone)))
    assert decisions_of({**as_sent(form), "seen": str(standing(as_sent(form), shown(seats=seats(3, *gone))))}, shown())


def test_an_exchange_of_tables_is_compared_with_who_sits_there() -> None:
    form = {"decision": "exchange", "what": "tables", "round": "3"}
    form |= {"first": "1\twith p1 and p2", "second": "2\twith p3 and p4"}
    assert decisions_of(form, shown(seats=seats(3, *SEATED)))
    with pytest.raises(Unclear, match="2 not there"):
        decisions_of(form, shown(seats=seats(3, SEATED[0])))


def test_a_presence_is_compared_with_whether_somebody_plays_and_not_with_where() -> None:
    form = {"decision": "presence", "presence": "absent", "round": "3", "participant": "p1\tseated"}
    assert decisions_of(form, shown(seats=seats(3, {**SEATED[1], "ns": "p1"})))[0].participant == "p1"
    with pytest.raises(Unclear, match="you saw p1 seated, and meanwhile it is p1 not seated"):
        decisions_of(form, shown(seats=seats(3, SEATED[1])))


def test_a_penalty_is_compared_with_those_that_somebody_has() -> None:
    form = {"decision": "adjustment", "amount": "2", "participant": "pair:p1\twithout a penalty"}
    assert decisions_of(form, penalised(None))[0].participant == "p1"
    with pytest.raises(Unclear, match="you saw p1 without a penalty, and meanwhile it is p1 with −2 in penalties"):
        decisions_of(form, penalised("-2"))
    assert decisions_of({**form, "participant": "pair:p1"}, penalised("-2"))


def penalised(adjustment: str | None) -> Shown:
    return Shown("club", {}, standings({"participant": "p1", "adjustment": adjustment}))


def test_a_refusal_names_what_its_form_is_about() -> None:
    table = matches({"round": 1, "home": "A", "away": "B", "home_name": "Alps", "away_name": "Bay"})
    played = shown(games=games({"round": 1, "white": "1", "black": "2"}), kind="player")
    (game,) = games_of(played)
    of_line = f"Board 7, {LINE['ns']} against {LINE['ew']}: Write what was played"
    for fields, given, text in (
        ({"decision": "score", **ON_LINE, "ns_gets": ""}, lines("420"), of_line),
        ({"decision": "score", **ON_LINE, "line": "gone"}, lines("420"), "Board 7: This page has changed"),
        ({"decision": "match", "match": "1.A.B"}, shown(matches=table), "Alps against Bay: "),
        ({"decision": "game", "game": game, "result": "2-0"}, played, " against "),
        ({"decision": "adjustment", "participant": "pair:9", "amount": "x"}, played, "9: Write the amount"),
        ({"decision": "score", "board": "gone"}, played, "This page has changed"),
    ):
        with pytest.raises(Unclear) as refused:
            decisions_of(fields, given)
        assert text in str(refused.value)
        assert str(refused.value).startswith(text) or game in fields.values()
