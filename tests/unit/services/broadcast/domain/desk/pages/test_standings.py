"""The standings at the desk."""

from contracts.facts import PublicPolicy
from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.pages.shown import Asked
from services.broadcast.domain.desk.pages.standings import FORMATS, STANDINGS
from services.export.domain.formats import exported
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


def test_staff_see_every_ranking_and_whether_anything_is_held_back():
    meta = {**META, "progress": {"text": "after round 3"}, "status": "live"}
    for public, held_back in ((None, False), (PublicPolicy(places=0).model_dump(), True)):
        table = standings(*ROWS, **meta, public=public)
        values = STANDINGS.page(Asked(Shown("club", {}, table), {})).values
        assert [len(ranking.rows) for ranking in values["rankings"]] == [len(ROWS)]
        assert (values["progress"], values["status"], values["held_back"]) == ("after round 3", "live", held_back)


def test_each_format_that_is_exported_has_a_plain_name():
    assert FORMATS.keys() == exported().keys()
