"""Who has which form of the desk open."""

from datetime import UTC, datetime, timedelta

from services.broadcast.domain.desk.open_forms import LONGEST, MOST_FORMS, MOST_PAGES, REMEMBERED, OpenForms
from services.broadcast.domain.desk.visitors import DIRECTOR, Visitor

NOW = datetime(2031, 10, 3, 21, tzinfo=UTC)
ADA = Visitor("Ada", "scorer", grant="a" * 16)
HALL = Visitor("Hall", "screen", grant="b" * 16)


def test_others_are_named_and_a_page_itself_is_not() -> None:
    forms = OpenForms()
    forms.note("p1", "club", DIRECTOR, ["1", "2"], NOW)
    forms.note("p2", "club", ADA, ["1"], NOW)
    forms.note("p3", "club", ADA, ["1"], NOW)
    assert forms.others("p1", "club", DIRECTOR, NOW) == {"1": ["Ada (scorer)"]}
    assert forms.others("p2", "club", ADA, NOW) == {"1": ["desk (director)", "Ada (scorer)"], "2": ["desk (director)"]}
    assert forms.others("p1", "other", DIRECTOR, NOW) == {}
    # A page is known by whose it is as well: nobody hides another by its name.
    assert forms.others("p1", "club", ADA, NOW)["2"] == ["desk (director)"]


def test_who_closes_a_form_or_leaves_is_forgotten() -> None:
    forms = OpenForms()
    forms.note("p1", "club", DIRECTOR, ["1"], NOW)
    assert forms.others("p2", "club", ADA, NOW + REMEMBERED)
    assert not forms.others("p2", "club", ADA, NOW + REMEMBERED + timedelta(seconds=1))
    forms.note("p1", "club", DIRECTOR, [], NOW)
    assert not forms.others("p2", "club", ADA, NOW)


def test_who_may_send_no_form_has_none_open_and_all_is_bounded() -> None:
    forms = OpenForms()
    forms.note("p1", "club", HALL, ["1"], NOW)
    assert not forms.others("p2", "club", ADA, NOW)
    forms.note("p1", "club", DIRECTOR, ["x" * (LONGEST + 1), *map(str, range(MOST_FORMS))], NOW)
    assert len(forms.others("p2", "club", ADA, NOW)) == MOST_FORMS - 1
    for page in range(MOST_PAGES):
        forms.note(f"q{page}", "club", ADA, ["new"], NOW)
    assert set(forms.others("p2", "club", ADA, NOW)) == {"new"}
