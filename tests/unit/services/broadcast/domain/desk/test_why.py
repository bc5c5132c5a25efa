"""Why somebody has a total, at the desk."""

from services.broadcast.domain.desk.forms.form import Shown
from services.broadcast.domain.desk.why import why
from tests.support.explained import explained
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


def test_every_result_stands_between_the_place_and_the_sum():
    page = why(Shown("club", {}, standings(*ROWS, **META)), explained(of="1"))
    values = page.values
    assert values["who"] == "Pair 1 Ann 1 & Bob 1"
    assert values["beside"][0].startswith("ahead: 1= ")
    ((session, (lines, total)),) = values["sessions"]
    assert (session, lines.columns["board"], total.text) == ("", ["1", "2", "3"], "sum 9 of 18")
    assert lines.rows[0] == tuple(cells[0] for cells in lines.columns.values())
    assert values["ends"] == ["= 9, of 18 = 50 %"]
    assert [rule.name for rule in values["rules"]] == ["match points"]
