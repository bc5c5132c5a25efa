from services.broadcast.domain.pages.event.about import about_event, round_date

META = {
    "date": "2031-10-14",
    "about": {
        "venue": "The Mill",
        "city": "Utrecht",
        "end_date": "2031-10-15",
        "players": 1_234,
        "deputies": ["Second, Sam", "Third, Tia"],
        "round_dates": [[1, "2031-10-14"], [2, "2031-10-15"]],
    },
}


def test_what_is_known_of_an_event_has_terms_and_what_is_not_has_none() -> None:
    assert about_event(META) == [
        ("Venue", "The Mill, Utrecht"),
        ("Dates", "14 Oct 2031 – 15 Oct 2031"),
        ("Players", "1,234"),
        ("Deputy arbiters", "Second, Sam; Third, Tia"),
    ]
    assert about_event({"about": None, "date": "2031-10-14"}) == about_event({}) == []


def test_a_round_has_its_day_where_it_is_known() -> None:
    assert (round_date(META, "2"), round_date(META, "3"), round_date({}, "1")) == ("15 Oct 2031", "", "")
