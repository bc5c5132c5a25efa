"""What the numbers of a game file stand for: the lists of the description, as data."""

from collections.abc import Mapping

EVENT_TYPES: Mapping[int, tuple[str, str]] = {
    0: ("pairs", "Pairs"),
    1: ("teams", "Teams"),
    2: ("individual", "Individual"),
    3: ("home_style", "Home Style pairs"),
    4: ("teams", "Board-a-Match teams"),
    5: ("players", "Series winner"),
}
"""Kind of event, and its name in the program."""

SCORINGS: Mapping[int, tuple[str | None, str | None, str]] = {
    0: ("match_points", None, "Matchpoints"),
    1: ("butler_imps", None, "IMPs with computed datum"),
    2: ("cross_imps", None, "Average IMPs"),
    3: ("cross_imps", None, "Total IMPs"),
    4: ("other", None, "Instant Matchpoints"),
    5: ("other", None, "Board-a-Match Matchpoints"),
    6: ("imps", "win_loss", "Win/Loss"),
    7: ("imps", "vps", "Victory Points"),
    8: ("imps", "knockout", "Knockout"),
    9: ("imps", "knockout", "ZIP Knockout"),
    10: ("other", None, "Continuous Pairs"),
    13: ("other", None, "IMPs with predetermined datum"),
    14: ("match_points", None, "Double Matchpoints (European)"),
    15: ("aggregate", None, "Total Points"),
    16: ("bam", "bam", "Board-a-Match Matchpoints"),
    18: ("imps", "knockout", "Compact KO"),
}
"""Scoring of boards, of matches, and the name in the program; 11, 12 and 17 are not known."""

TEAM_KINDS: Mapping[str, str] = {"win_loss": "swiss_teams", "vps": "swiss_teams", "knockout": "knockout"}
"""Kind of a team event by its scoring of matches."""

UNITS: Mapping[str, str] = {
    "match_points": "match_points",
    "butler_imps": "imps",
    "cross_imps": "imps",
    "aggregate": "points",
}
"""Unit of points and totals by the scoring of boards."""

SCORING_UNITS: Mapping[int, str] = {4: "match_points", 5: "match_points", 10: "match_points", 13: "imps"}
"""Unit of points by scoring method, where the scoring of boards does not say it; of the others it is points."""

MATCH_UNITS: Mapping[str, str] = {"win_loss": "wins", "vps": "vps", "knockout": "imps", "bam": "points"}

RATINGS: tuple[str, ...] = (
    "No Masterpoints Awarded", "Club Masterpoint", "Club Championship", "Charity Club Championship",
    "Unit Championship", "Sectional", "Regional", "Club International Fund", "Club Membership", "GNT / NAP",
    "CNTC / COPC / CWTC", "Other Fundraiser", "Upgraded Club Championship", "National", "STAC Final Results",
    "Bridge Plus", "Club MPs for recording", "Progressive Sectional", "Unit Charity Game", "Unit Extended Team Game",
    "NAP Club Level", "NAP Unit Level", "GNT Club Level", "GNT Unit Level", "ACBL Wide Charity",
    "ACBL Wide International Fund", "District Charity", "Canada Wide Olympiad", "World Wide Instant Matchpoints",
    "ACBL Wide Instant Matchpoints", "Junior Fund", "Member / Guest", "ACBL Wide Senior", "COPC Club Level",
    "CNTC Master/Non Master", "CNTC Club Level", "CNTC Unit Level", "CWTC", "Canada Rookie/Master",
    "Inter-Club Championship", "Unit Wide Championship", "North American 49er Pairs", "Super Club Championship",
    "Club Appreciation", "ACBL wide Charity: no hands", "ACBL wide Intl Fund: no hands",
    "WorldWide Simultaneous Charity", "Pupil Game", "Introductory Game", "Club Appreciation Team",
    "NABC Fund Raiser", "GNT Fund Raiser", "CNTC Fund Raiser", "ACBL/District rankings", "ACBL Bridge Week",
    "Club Education Foundation", "Unit International Fund", "Club Membership", "Unit Education Fund",
    "District International Fund", "District Junior Fund", "District Education Foundation",
    "CBF Simultaneous Pairs", "Grass Roots Fund", "District Grass Roots Fund", "Alzheimer Fund",
)  # fmt: skip
"""What an event is rated as, by number."""

PIGMENTS: tuple[str, ...] = ("", "BLACK", "SILVER", "RED", "GOLD", "PLATINUM")
"""Colours of master points, by number."""

PLAYER_RANKS: Mapping[str, str] = {
    "": "Rookie", "A": "Junior Master", "B": "Club Master", "C": "Sectional Master", "D": "Regional Master",
    "E": "NABC Master", "F": "Advanced NABC Master", "G": "Life Master", "H": "Bronze Life Master",
    "I": "Silver Life Master", "J": "Ruby Life Master", "K": "Gold Life Master", "L": "Sapphire Life Master",
    "M": "Diamond Life Master", "N": "Emerald Life Master", "O": "Platinum Life Master", "P": "Grand Life Master",
}  # fmt: skip
"""Rank of a player by letter, as the letters are since 2016."""

TITLES_SINCE = "2016"
"""The year of two ranks more, Ruby and Sapphire."""

PLAYER_RANKS_BEFORE: Mapping[str, str] = dict(
    zip(
        PLAYER_RANKS,
        (title for title in PLAYER_RANKS.values() if title.split()[0] not in ("Ruby", "Sapphire")),
        strict=False,
    )
)
"""Rank of a player by letter until then: A to N, without those two."""


def player_ranks(day: str | None) -> Mapping[str, str]:
    """The ranks that letters stand for in a file of a day, as `2015-08-10`; those of now where it has none."""
    return PLAYER_RANKS_BEFORE if day is not None and day < TITLES_SINCE else PLAYER_RANKS


_TIMES = ("Mor", "Aft", "Eve")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
CLUB_SESSIONS: tuple[str, ...] = ("", *(f"{day} {time}" for day in _DAYS for time in _TIMES), "Cruise Ship")
"""Day and time of a club's session, by number."""

CLUB_GAMES: tuple[str, ...] = ("Open", "Invitational", "Novice", "Bridge+", "Pupil", "Introductory")
RIBBONS: Mapping[int, str] = {1: "Blue", 2: "Red", 3: "Silver", 9: "Blue/Red"}
LEVELS: tuple[str, ...] = ("", "club", "unit", "district", "national")
VP_SCALES: tuple[str, ...] = ("20", "30", "25")
POSTING: tuple[str, ...] = ("pickup slips", "travellers")
ROVERS: Mapping[int, str] = {1: "NS", -1: "NS", 2: "EW"}

RESIGNED = "98"
"""The next section of somebody who does not go on."""

LAST_SESSION = 0xFF
SCORED, POSTED, LATE_PLAYS = 1, 2, 4
"""Bits of a section's status."""

IN_DATABASE, CHANGED_SINCE = 2, 4
"""Flags of a section: its players were added to the program's list (DBADD), and it was changed since."""

ROUND_ROBINS: Mapping[int, str] = {1: "match or short round robin", 2: "regular round robin"}
