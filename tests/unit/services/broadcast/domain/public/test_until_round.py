"""Which ranking stays while later rounds are played."""

import pytest

from services.broadcast.domain.channel import TableState
from services.broadcast.domain.public.until_round import Kept


def standings(begun, row="row"):
    progress = {"rounds_begun": begun, "text": f"round {begun}"}
    return TableState(("name",), {row: (row,)}, {"progress": progress, "rankings": [row]})


@pytest.mark.parametrize(("begun", "has_only"), [(0, True), (5, True), (6, False), (None, False), ("5", False)])
def test_a_later_round_has_begun_or_nobody_knows(begun, has_only):
    assert Kept(5).has_only(standings(begun)) == has_only


def test_standings_without_a_word_of_how_far_they_are_are_not_shown():
    assert Kept(5).shown(TableState(("name",), {"a": ("a",)})).rows == {}


def test_the_last_ranking_stays_and_everything_else_is_of_now():
    kept = Kept(5).beside(standings(4, "four")).beside(standings(5, "five")).beside(standings(6, "six"))
    shown = kept.shown(standings(7, "seven"))
    assert [*shown.rows] == shown.meta["rankings"] == ["five"]
    assert (shown.meta["progress"]["rounds_begun"], shown.meta["after_round"]) == (7, 5)
    assert "after_round" not in Kept(5).shown(standings(7)).meta, "nothing is called the ranking after round 5"


def test_what_scoring_answers_takes_its_place_unless_it_may_have_a_later_round():
    shown = Kept(5).beside(standings(5, "half of it"))
    kept = shown.answered(standings(5, "all of it"), 3)
    assert [*kept.shown(standings(6)).rows] == ["all of it"]
    assert kept.mark not in (shown.mark, Kept(5).mark)
    for answer in (None, standings(6), standings(None)):
        assert kept.answered(answer, 4) == kept._replace(asked=4)
