import pytest

from kibitz_client import channels

EVENTS = {
    "club-night-2026-03-01": {"name": "Club Night"},
    "club-night-2026-03-08": {"name": "Club Night"},
    "spring-teams": {"name": "Spring Teams of Four"},
    "open": {"name": None},
}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("spring-team", ("spring-teams",)),
        ("Spring-Teams", ("spring-teams",)),
        ("club-night", ("club-night-2026-03-08", "club-night-2026-03-01")),
        ("spring-teams-of-four", ("spring-teams",)),
        ("open", ("open",)),
        ("something-else-altogether", ()),
    ],
)
def test_events_that_may_have_been_meant(given: str, meant: tuple[str, ...]) -> None:
    assert channels.similar_events(channels.standings_channel(given), EVENTS) == meant


def test_a_channel_that_is_of_no_event_has_none() -> None:
    assert channels.similar_events("event", EVENTS) == ()


def test_names_of_channels() -> None:
    assert channels.board_channel("open", "2-7") == "evt.open.board.2-7"
    assert channels.analysis_channel("open", "7") == "evt.open.analysis.7"
    assert {make("open").rpartition(".")[2] for make in (channels.games_channel, channels.seats_channel)} == {
        "games",
        "seats",
    }
