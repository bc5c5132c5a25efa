"""What the form of the public decides."""

import pytest

from contracts.decisions import OfPublic, SetPublic
from services.broadcast.domain.desk.forms.decide import decisions_of
from services.broadcast.domain.desk.forms.form import Shown, Unclear
from tests.unit.services.broadcast.domain.desk.forms.test_event import decided
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


@pytest.mark.parametrize(
    ("fields", "places", "boards", "delay"),
    [
        ({"ranking": "all", "boards": "all", "queries": "1"}, None, "all", 0),
        ({"ranking": "none", "places": "3", "boards": "own", "queries": "1"}, 0, "own", 0),
        ({"ranking": "first", "places": " 3 ", "boards": "complete", "delay": " 5 ", "queries": "1"}, 3, "complete", 5),
        ({"release": "1", "ranking": "none"}, None, "all", 0),
    ],
)
def test_one_decision_says_all_of_it(fields, places, boards, delay):
    policy = OfPublic(places=places, boards=boards, delay=delay)
    assert decided(decision="public", **fields) == SetPublic(decision="public", policy=policy)


def test_the_ranking_is_shown_until_a_round():
    fields = {"decision": "public", "ranking": "all", "boards": "all", "queries": "1"}
    assert decided(**fields, until_round=" 5 ") == SetPublic(decision="public", policy=OfPublic(until_round=5))
    for until in ("0", "-1", "last", "10001", "9" * 5_000):
        with pytest.raises(Unclear):
            decided(**fields, until_round=until)


@pytest.mark.parametrize("places", ["", "-1", "0", "99999", "9" * 5_000])
def test_what_cannot_be_meant_is_refused(places):
    for fields in (
        {},
        *({"ranking": "all", "boards": "all", "delay": delay} for delay in ("31", "-1", "soon")),
        {"ranking": "some"},
        {"ranking": "all", "boards": "few"},
        {"ranking": "all", "boards": "all", "values": "mine"},
        {"ranking": "first", "places": places},
    ):
        with pytest.raises(Unclear):
            decided(decision="public", **fields)


def test_queries_are_switched_off_and_a_release_does_not_bring_them_back():
    off = SetPublic(decision="public", policy=OfPublic(queries=False))
    assert decided(decision="public", ranking="all", boards="all") == off
    shown = standings(*ROWS, **{**META, "public": {"places": 0, "boards": "none", "queries": False}})
    fields = {"decision": "public", "release": "1"}
    assert decisions_of(fields, Shown("club", {}, shown)) == (off,)


def test_whose_values_are_shown_outlasts_a_release():
    stated = SetPublic(decision="public", policy=OfPublic(values="stated"))
    assert decided(decision="public", ranking="all", boards="all", values="stated", queries="1") == stated
    shown = standings(*ROWS, **{**META, "public": {"places": 0, "boards": "none", "values": "stated"}})
    assert decisions_of({"decision": "public", "release": "1"}, Shown("club", {}, shown)) == (stated,)
