"""The lists of the description: as long as they are, and without a hole where there is none."""

from shared.formats.acblscore import values


def test_there_are_66_ratings():
    assert len(values.RATINGS) == 66
    assert (values.RATINGS[0], values.RATINGS[20], values.RATINGS[65]) == (
        "No Masterpoints Awarded",
        "NAP Club Level",
        "Alzheimer Fund",
    )


def test_scorings_that_are_not_described_are_not_there():
    assert set(range(19)) - set(values.SCORINGS) == {11, 12, 17}
    assert values.SCORINGS[7][1] == "vps"
    assert {values.SCORINGS[number][1] for number in (8, 9, 18)} == {"knockout"}


def test_six_types_of_event_are_known():
    assert [values.EVENT_TYPES[number][0] for number in range(6)] == [
        "pairs",
        "teams",
        "individual",
        "home_style",
        "teams",
        "players",
    ]


def test_club_sessions_run_through_the_week():
    assert len(values.CLUB_SESSIONS) == 23
    assert (values.CLUB_SESSIONS[1], values.CLUB_SESSIONS[8], values.CLUB_SESSIONS[21]) == (
        "Mon Mor",
        "Wed Aft",
        "Sun Eve",
    )


def test_colours_and_ranks_are_in_order():
    assert values.PIGMENTS == ("", "BLACK", "SILVER", "RED", "GOLD", "PLATINUM")
    assert list(values.PLAYER_RANKS) == ["", *"ABCDEFGHIJKLMNOP"]


def test_letters_of_ranks_are_those_of_the_day() -> None:
    old, new = values.player_ranks("2015-12-31"), values.player_ranks("2016-01-01")
    assert list(old) == ["", *"ABCDEFGHIJKLMN"]
    assert (old["I"], old["J"], old["N"]) == ("Silver Life Master", "Gold Life Master", "Grand Life Master")
    assert (new["J"], new["K"], new["N"]) == ("Ruby Life Master", "Gold Life Master", "Emerald Life Master")
    assert values.player_ranks(None) is new
