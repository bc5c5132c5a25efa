"""What the forms of names decide."""

import pytest

from contracts.decisions import ShowNames
from services.broadcast.domain.channel import TableState
from services.broadcast.domain.desk.forms.form import Unclear
from services.broadcast.domain.desk.forms.names import is_named, may_name, others_of_day
from tests.unit.services.broadcast.domain.desk.forms.test_event import decided
from tests.unit.services.broadcast.domain.pages.test_page import META, ROWS
from tests.unit.services.broadcast.domain.pages.test_rankings import standings


def test_a_form_is_about_everybody_or_one_person():
    assert decided(decision="names", shown="initials") == ShowNames(decision="names", shown="initials")
    one = decided(decision="names", one="1", name=" Rosa Baker ", shown="none")
    assert one == ShowNames(decision="names", name="Rosa Baker", shown="none")


SOMEBODY = "Rosa Baker"


def test_a_part_of_a_name_is_asked_for_whole():
    with pytest.raises(Unclear, match=f"Write the whole name: .*{SOMEBODY}"):
        decided(decision="names", one="1", name=SOMEBODY.rsplit(maxsplit=1)[-1].lower(), shown="none")
    assert decided(decision="names", one="1", name=SOMEBODY.upper(), shown="none").name == SOMEBODY.upper()


@pytest.mark.parametrize("fields", [{}, {"shown": "some"}, {"one": "1", "name": " ", "shown": "none"}])
def test_what_cannot_be_meant_is_refused(fields):
    with pytest.raises(Unclear):
        decided(decision="names", **fields)


def test_a_name_that_nobody_has_is_refused_with_the_nearest_ones():
    asked = {"decision": "names", "one": "1", "name": "Rosa Bakker"}
    with pytest.raises(Unclear, match=f"Nobody is listed as Rosa Bakker .* Is it {SOMEBODY}\\?"):
        decided(**asked, shown="none")
    with pytest.raises(Unclear, match=r"so nothing was decided\. Write"):
        decided(**asked | {"name": "Quentin Xu"}, shown="initials")
    assert decided(**asked, shown="none", unlisted="1").name == "Rosa Bakker"
    # Whoever is shown again may be in no result any more.
    assert decided(**asked, shown="full").name == "Rosa Bakker"


@pytest.mark.parametrize("name", ["BAKER, ROSA", "R. Baker", "rosa báker"])
def test_a_name_is_recognised_however_it_is_written(name):
    assert is_named(name, standings(*ROWS, **META))
    assert decided(decision="names", one="1", name=name, shown="none").name == name


def test_teams_may_name_anybody():
    assert not may_name("Quentin Xu", standings(*ROWS, **META))
    assert may_name("Quentin Xu", standings(*ROWS, kind="team", **META))


def test_other_events_of_the_day_have_its_date_or_moved_on_it():
    columns = ("name", "date", "updated")
    rows = {
        "a": ("A", "2031-10-03", None),
        "b": ("B", "2031-10-03", "2031-10-05T10:00:00Z"),
        "c": (None, None, "2031-10-03T10:00:00Z"),
        "d": ("D", "2031-10-04", "2031-10-03T10:00:00Z"),
    }
    events = TableState(columns, rows)
    assert others_of_day(events, "a") == [("b", "B"), ("c", "c")]
    assert others_of_day(events, "d") == others_of_day(None, "a") == []
