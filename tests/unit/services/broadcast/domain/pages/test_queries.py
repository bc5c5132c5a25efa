"""Queries from a card: when they are taken, what they say, and what everybody sees of them."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.corrections.queries import Answer, EventQueries
from services.broadcast.domain.pages.queries import (
    Refused,
    about,
    answer_words,
    changes_page,
    choices,
    closed,
    full,
    no_card,
    public_queries,
    query_of,
    query_page,
)
from services.broadcast.domain.pages.words import IN_ENGLISH
from tests.unit.services.broadcast.domain.pages.test_rankings import standings

NOW = datetime(2031, 10, 3, 22, tzinfo=UTC)
LINE = {
    "id": "1-7",
    "board": "7",
    "opponents": "Ann & Bob",
    "opponents_number": "5",
    "opponents_team": None,
    "own": "3",
}
CARD = {"name": "Cleo & Dan", "lines": [LINE, {**LINE, "id": "1-8", "board": "8"}]}
KEY = "1-7|5|3"
GAME = {"round": 2, "board": None, "own": "4", "opponent": "9", "opponent_name": "Eve"}
SAYS = {"line": KEY, "text": "we made\r\n ten tricks", "score": " +420 "}


def asked(card=CARD, **fields):
    return query_of({**SAYS, **fields}, card, "3", "0" * 16, NOW, IN_ENGLISH)


def test_queries_are_taken_until_the_results_are_official_or_the_time_is_over():
    provisional = {"status": "provisional", "declared": {"corrections_until": (NOW + timedelta(1)).isoformat()}}
    for meta in ({"status": "live"}, {"status": "provisional"}, provisional):
        assert closed(meta, NOW, IN_ENGLISH) == ""
    assert "over" in closed(provisional, NOW + timedelta(1), IN_ENGLISH)
    for status in ("official", "corrected"):
        assert "official" in closed({"status": status}, NOW, IN_ENGLISH)
    assert "takes no queries" in closed({"status": "live", "public": {"queries": False}}, NOW, IN_ENGLISH)
    assert "does not show" in closed({"status": "live", "withheld": ["boards"]}, NOW, IN_ENGLISH)


def test_a_query_is_about_a_line_of_the_card_or_about_none():
    assert choices(CARD, IN_ENGLISH)[KEY] == "Board 7, against 5 Ann & Bob"
    query = asked()
    assert (query.board, query.number, query.against, query.name) == ("1-7", "7", "5 Ann & Bob", "Cleo & Dan")
    assert (query.text, query.score) == ("we made ten tricks", "+420")
    assert about(asked(line="").model_dump(), IN_ENGLISH) == "Something else"
    chess = {"name": "Dan", "lines": [GAME]}
    ((key, text),) = choices(chess, IN_ENGLISH).items()
    assert text == "Round 2, against Eve"
    assert asked(chess, line=key).round == 2
    assert asked(text="").score == "+420"


@pytest.mark.parametrize(
    "fields",
    [
        {"line": "1-9|5|3"},
        {"text": "  ", "score": ""},
        {"text": "", "line": ""},
        {"text": "see https://shop.example"},
        {"text": "see www.shop.example"},
        {"text": "<script>"},
        {"text": "x" * 301},
        {"score": "9" * 21},
    ],
)
def test_what_says_nothing_or_too_much_or_is_about_a_foreign_line_is_refused(fields):
    with pytest.raises(Refused):
        asked(**fields)


def test_everybody_sees_the_answer_and_not_what_was_asked():
    answer = Answer(verdict="corrected", text="ten it was", at=NOW, by="Ada")
    other = asked().replace(id="1" * 16, card="9")
    queries = EventQueries(queries=(asked().replace(answer=answer), other, asked(line="").replace(id="2" * 16)))
    assert public_queries(queries, "3", CARD, str) == [
        {"number": None, "round": None, "against": "", "verdict": None, "text": ""},
        {"number": "7", "round": None, "against": "5 Ann & Bob", "verdict": "corrected", "text": "ten it was"},
    ]
    for word in ("Ada", "tricks", "420"):
        assert word not in str(public_queries(queries, "3", CARD, str))
    words = [answer_words(verdict, IN_ENGLISH) for verdict in (None, "corrected", "stands", "not_ours")]
    assert len(set(words)) == 4


def test_names_in_what_everybody_sees_of_a_query_are_those_of_the_card_now():
    answer = Answer(verdict="stands", text="Ann was declarer", at=NOW, by="Ada")
    chess = {"name": "Dan", "lines": [GAME]}
    ((key, _),) = choices(chess, IN_ENGLISH).items()
    for card, asked_of, renamed in (
        (CARD, asked(), {"opponents": "N. N. & Bob"}),
        (chess, asked(chess, line=key), {"opponent_name": "N. N."}),
    ):
        queries = EventQueries(queries=(asked_of.replace(answer=answer),))
        now = {**card, "lines": [{**line, **renamed} for line in card["lines"]]}
        (shown,) = public_queries(queries, "3", now, lambda text: text.replace("Ann", "N. N."))
        assert shown["against"] in ("5 N. N. & Bob", "N. N.")
        assert shown["text"] == "N. N. was declarer"
        # Two lines of one board, as of a team: nobody says which.
        (shown,) = public_queries(queries, "3", {**now, "lines": now["lines"] * 2}, str)
        assert shown["against"] == ""


def test_the_form_stands_again_with_what_was_refused_and_closed_there_is_none():
    made = query_page("club", "3", CARD, EventQueries(), IN_ENGLISH, prose=str, refused="why", typed=SAYS)
    assert (made.status, made.values["typed"], made.values["refused"]) == (422, SAYS, "why")
    shut = query_page("club", "3", CARD, EventQueries(), IN_ENGLISH, prose=str, shut="over", typed=SAYS)
    assert (shut.status, shut.values["closed"]) == (403, "over")
    assert query_page("club", "3", CARD, EventQueries(), IN_ENGLISH, prose=str, sent=True).status == 200
    assert no_card("", IN_ENGLISH).status == no_card("over", IN_ENGLISH).status == 404
    assert full(IN_ENGLISH)


def test_changes_are_not_shown_while_anything_is_held_back():
    listed = ["something"]
    assert changes_page("club", standings({"rank": 1}), listed, IN_ENGLISH).values["changes"] == listed
    for public, shown in (({"values": "computed"}, True), ({"values": "stated"}, False)):
        made = changes_page("club", standings({"rank": 1}, public=public), listed, IN_ENGLISH)
        assert (bool(made.values["changes"]), bool(made.values["withheld"])) == (shown, not shown)
    held = changes_page("club", standings({"rank": 1}, withheld=["boards"]), listed, IN_ENGLISH)
    assert held.values["changes"] == ()
    assert held.values["withheld"]
