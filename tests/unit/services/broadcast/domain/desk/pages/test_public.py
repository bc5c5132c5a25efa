"""What the desk says of what the public sees."""

import pytest

from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.public import PUBLIC
from services.broadcast.domain.desk.pages.shown import Asked
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


@pytest.mark.parametrize(
    ("public", "chosen"), [(None, "all"), ({"places": 0, "boards": "none"}, "none"), ({"places": 3}, "first")]
)
def test_the_page_shows_what_was_chosen(public, chosen):
    table = standings(*ROWS, **META, public=public)
    values = PUBLIC.page(Asked(Shown("club", {}, table), {})).values
    assert values["chosen"] == chosen
    assert values["policy"].withholds == (public is not None)


def test_the_page_lists_who_is_not_named_and_offers_everybody():
    names = [{"name": None, "shown": "initials"}, {"name": "Rosa Baker", "shown": "none"}]
    values = PUBLIC.page(Asked(Shown("club", {}, standings(*ROWS, **META, names=names)), {})).values
    assert values["everybody"] == "initials"
    assert values["hidden"] == names[1:]
    assert values["people"]
    assert not any("&" in name for name in values["people"])


def test_nothing_is_said_to_be_closed_before_a_later_round_begins():
    for begun, withholds in ((2, False), (3, True), (None, True)):
        shown = standings(*ROWS, **{**META, "public": {"until_round": 2}, "progress": {"rounds_begun": begun}})
        values = PUBLIC.page(Asked(Shown("club", {}, shown), {})).values
        assert (values["begun"], values["withholds"]) == (begun, withholds)


def test_the_page_says_which_boards_wait_until_all_results_are_in():
    for complete in (False, True):
        public, progress = {"boards": "complete"}, {"complete": complete}
        shown = standings(*ROWS, **{**META, "public": public, "progress": progress})
        values = PUBLIC.page(Asked(Shown("club", {}, shown), {})).values
        assert (values["complete"], values["withholds"]) == (complete, not complete)
