from contracts.facts import Detail, EventFact, Facts
from contracts.standings import About
from services.scoring.domain.event.about import about
from tests.support.chess_on_stage import SWISS, tournament

HEAD = (
    "012 Marsh Open",
    "022 Utrecht",
    "032 NED",
    "042 2031/10/14",
    "052 2031/10/15",
    "092 Individual: Swiss-System",
    "102 Judge, Jo",
    "112 Second, Sam",
    "112 Third, Tia",
    "122 90 min + 30 s",
    "132 2031/10/14 2031/10/15",
)


def test_a_tournament_of_chess_says_where_when_how_and_under_whom_it_is_played() -> None:
    assert tournament(*HEAD, *SWISS).standings.about == About(
        city="Utrecht",
        federation="NED",
        end_date="2031-10-15",
        system="Individual: Swiss-System",
        players=5,
        time_control="90 min + 30 s",
        arbiter="Judge, Jo",
        deputies=("Second, Sam", "Third, Tia"),
        round_dates=((1, "2031-10-14"), (2, "2031-10-15")),
    )


def test_an_evening_of_bridge_has_its_venue_and_one_that_says_nothing_has_nothing() -> None:
    event = EventFact(start_date="2031-10-14", end_date="2031-10-14")
    assert about(Facts(events=(event,))) is None
    at = event.replace(city="Utrecht", details=(Detail(name="VENUE", value="The Mill"),))
    assert about(Facts(events=(at,))) == About(city="Utrecht", venue="The Mill")
