"""Which version of USEBIO brought which element, by the element that it stands in.

Source: USEBIO 1.4, whose introduction and tables say what is new since 1.1. What 1.1 brought is said nowhere, so that
elements of 1.1 are not told from those of 1.0; neither are new values of old elements.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

Version = tuple[int, int]

NEWEST: Version = (1, 4)


_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})", re.ASCII)


USUAL: Version = (1, 2)
"""The version most in use, by which a file is read that states none."""


def version_of(text: str | None) -> Version | None:
    """A version as two numbers; None for a text that is none."""
    match = _VERSION.match(text) if text else None
    return (int(match[1]), int(match[2])) if match else None


def _since(text: str) -> dict[str, Version]:
    """From lines of a version and names."""
    versions: dict[str, Version] = {}
    for line in text.strip().splitlines():
        version, *names = line.split()
        major, minor = version.split(".")
        versions.update(dict.fromkeys(names, (int(major), int(minor))))
    return versions


_STANDING = _since(
    """
    1.2 PRIZE QUALIFY LABEL
    1.3 SECTION_PLACE STRAT_NUMBER STRAT_LABEL STRAT_PLACE OVERRIDE_STRAT SEATING CARRY_FORWARD_SEATING
    1.4 MAX_SCORE
    """
)
"""2.5.2, 2.7 and 2.9.1: of whoever is ranked."""

SINCE: Mapping[str, Mapping[str, Version]] = {
    "EVENT": _since(
        """
        1.2 TEAM_SIZE BOARD_SCORING_METHOD MATCH_SCORING_METHOD LABELS ARROW_SWITCH
        1.3 AUTH_ORG EVENT_ID EVENT_LOCAL_ID TOURNAMENT_ID TOURNAMENT_DESCRIPTION START_TIME END_TIME RESULTS_TYPE
        1.3 EVENT_RATING EBU_CHARGE_CODE HAND_RECORD_ID STRATIFICATION
        1.3 ACBL_CLUB_CLASS ACBL_SESSION_ID ACBL_SIDE_GAME ACBL_START_DATE ACBL_END_DATE
        1.4 PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL OVERALL_RESULTS VP_SCALE DIRECTOR_ID BOARDS_PER_STANZA
        """
    ),
    "SESSION": _since(
        """
        1.2 SESSION_DATE
        1.3 RESULTS_TYPE HAND_RECORD_ID
        1.4 PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL START_TIME END_TIME
        """
    ),
    "TEAM": {**_STANDING, **_since("1.2 TEAM_NAME")},
    "PAIR": _STANDING,
    "PLAYER": {
        **_STANDING,
        **_since(
            """
            1.3 MASTER_POINT_TOTAL
            1.3 ACBL_PLAYER_CITY ACBL_PLAYER_STATE ACBL_PLAYER_COUNTRY ACBL_PLAYER_STATE_CODE
            1.4 STATUS
            """
        ),
    },
    "PLAYER_NAME": _since("1.4 FIRSTNAME LASTNAME"),
    "BOARD": _since(
        """
        1.2 TEAM_POINTS OPPOSING_TEAM_POINTS
        1.3 DATUM
        """
    ),
    "TRAVELLER_LINE": _since(
        """
        1.2 ARROW_SWITCHED
        1.3 ROUND_NUMBER TABLE_NUMBER
        1.4 LIN_DATA PLAY_DATA
        """
    ),
    "MATCH": _since(
        """
        1.2 NS_SCORE EW_SCORE TEAM_SCORE
        1.3 SITOUT
        """
    ),
}
"""2.2.2 to 2.2.4, 2.4.1, 2.6.2, 3.1.2, 3.1.3, 3.2.1, 3.3.1, 3.3.2, 4.2.2, 5.1 and 5.2; TEAM_SCORE was SCORE in 1.1."""


@lru_cache(maxsize=8)
def newer_than(version: Version) -> Mapping[str, Mapping[str, Version]]:
    """What came after a version, by the element that it stands in; elements of which nothing is newer are left out."""
    if version >= NEWEST:
        return {}
    newer = {parent: {name: new for name, new in names.items() if new > version} for parent, names in SINCE.items()}
    return {parent: names for parent, names in newer.items() if names}
