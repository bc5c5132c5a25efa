"""The tables: which elements and attributes USEBIO 1.0 to 1.4 have, where they stand, and what they are called.

Sources: USEBIO 1.4 (sections are those of its document) and, marked 1.0, "Usage of USEBIO XML" issue 1.1. Names met in
real files that no document has are marked "seen". An element that has had several names has them all here; the name
that 1.4 uses is the one under which Kibitz carries it.
"""

from itertools import chain

from shared.formats.usebio.reader.fields import Shape


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


def in_order(text: str) -> dict[str, str]:
    """Leaves that become details of the same names, in the order in which these are written."""
    return {name: name for name in text.split()}


ADDRESS = Shape(leaves=_names("LINE TOWN COUNTY POSTCODE COUNTRY"), many=_names("LINE"))
"""1.0, 5.1."""

CONTACT = Shape(leaves=_names("ROLE FULL_NAME SCORER TELEPHONE FAX EMAIL NOTES"), groups={"ADDRESS": ADDRESS})
"""2.2.2; ROLE and ADDRESS 1.0, 5.1; SCORER seen."""

DATE = Shape(leaves=_names("DATE_DAY DATE_MONTH DATE_YEAR"))
"""1.0, 3.4: the second way to write a date."""

LABELS = Shape(leaves=_names("NAME"), many=_names("NAME"))
"""2.2.6."""

LABEL = Shape(leaves=_names("NAME VALUE"))
"""2.2.6."""

STRAT = Shape(
    leaves=_names("STRAT_NUMBER STRAT_LABEL UPPER_LIMIT"),
    groups={"NUMBER_OF_PAIRS": Shape(text=True, attributes=_names("DIRECTION"))},
)
STRATIFICATION = Shape(
    leaves=_names("STRATIFICATION_TYPE"), groups={"STRATS": Shape(groups={"STRAT": STRAT}), "STRAT": STRAT}
)
"""2.9."""

MASTER_POINTS = Shape(leaves=_names("MASTER_POINTS_AWARDED MASTER_POINT_TYPE"))
"""2.8."""

PERSON_NAME = Shape(leaves=_names("FIRSTNAME LASTNAME"))
"""2.6.2."""

TOTALS = _names(
    "PLACE TOTAL_SCORE MAX_SCORE ADJUSTMENT HANDICAP CARRY_FORWARD PERCENTAGE MASTER_POINTS_AWARDED MASTER_POINT_TYPE "
    "WINS_OR_DRAWS WINS_OR_DRAW PRIZE QUALIFY SECTION_PLACE AVERAGE_SCORE BOARDS_PLAYED "
    "STRAT_NUMBER STRAT_LABEL STRAT_PLACE OVERRIDE_STRAT"
)
"""2.7 and 2.9.1; WINS_OR_DRAW and AVERAGE_SCORE 1.0, 4.2; MASTER_POINT_TYPE beside a flat award seen."""

SEVERAL = _names("ADJUSTMENT")
"""Of those, what may stand more than once: penalties for two matters are two statements."""

SEATS = _names("SEATING CARRY_FORWARD_SEATING")
"""2.5.2."""

AWARDS = _names("MASTER_POINTS_AWARDED MASTER_POINT_TYPE PRIZE QUALIFY")
"""2.7 and 2.8: what a player may have as well, who has no other results of his own in a pair or team (3.3.4)."""

_RESULT_GROUPS: dict[str, Shape | None] = {"MASTER_POINTS": MASTER_POINTS, "LABEL": LABEL}

PERSON = Shape(
    leaves=AWARDS
    | _names(
        "PLAYER_NAME PLAYER_NUMBER NATIONAL_ID_NUMBER CLUB_ID_NUMBER STATUS MASTER_POINT_TOTAL MASTER_POINT_CERT_NO "
        "FIRSTNAME LASTNAME FIRST_NAME SURNAME TITLE INITIALS GENDER DATE_OF_BIRTH MEMBER_ID RANK NOTES "
        "ACBL_PLAYER_CITY ACBL_PLAYER_STATE ACBL_PLAYER_COUNTRY ACBL_PLAYER_STATE_CODE"
    ),
    groups={"MASTER_POINTS": MASTER_POINTS, "PLAYER_NAME": PERSON_NAME},
    attributes=_names("RATEABLE"),
)
"""PLAYER in a pair or team: 2.6, 5.1; MASTER_POINT_CERT_NO 1.0, 5.4; name parts and member data 1.0, 5.1."""

PLAYER = Shape(
    leaves=PERSON.leaves | TOTALS | SEATS | _names("DIRECTION"),
    many=SEVERAL,
    groups={**_RESULT_GROUPS, "PLAYER_NAME": PERSON_NAME},
    attributes=PERSON.attributes,
)
"""PLAYER of an individual event, who has results: 2.6, 2.7, 3.4."""

PAIR = Shape(
    leaves=TOTALS | SEATS | _names("PAIR_NUMBER DIRECTION PAIR_IMPS NOTES"),
    many=SEVERAL,
    groups={**_RESULT_GROUPS, "PLAYER": PERSON},
    attributes=_names("EVENT_TYPE"),
)
"""2.5."""

TEAM = Shape(
    leaves=TOTALS | SEATS | _names("NOTES"),
    many=SEVERAL,
    groups={**_RESULT_GROUPS, "PAIR": PAIR, "PLAYER": PERSON, "MATCH": None},
    attributes=_names("EVENT_TYPE TEAM_ID TEAM_NAME"),
)
"""2.4; MATCH inside TEAM 1.0, 4.2."""

TEAM_OF_MATCH = Shape(
    leaves=AWARDS | SEATS | _names("IMPS VPS NOTES STRAT_NUMBER OVERRIDE_STRAT"),
    groups={**_RESULT_GROUPS, "PLAYER": PERSON},
    attributes=_names("TEAM_ID TEAM_NAME TEAM_TYPE"),
)
"""TEAM in a MATCH of a knock-out or league, with the players of that match (1.0, 5.4)."""

AUCTION = Shape(
    leaves=_names("NOTES"),
    many=_names("NOTES"),
    groups={
        "BIDDER_SEQUENCE": Shape(leaves=_names("DIRECTION"), many=_names("DIRECTION")),
        "AUCTION_ROUND": Shape(
            leaves=_names("NOTES"),
            many=_names("NOTES"),
            groups={"BID": Shape(text=True, attributes=_names("ALERTED STOP"))},
        ),
    },
)
"""1.0, 5.6."""

TRICK = Shape(leaves=_names("TRICK_NUMBER DIRECTION NORTH_CARD EAST_CARD SOUTH_CARD WEST_CARD NOTES"))
PLAY = Shape(leaves=_names("NOTES"), many=_names("NOTES"), groups={"TRICK": TRICK})
"""1.0, 5.7."""

LINE_POINTS: dict[str, tuple[str, str]] = {
    "NS_MATCH_POINTS": ("ns", "match_points"),
    "EW_MATCH_POINTS": ("ew", "match_points"),
    "NS_BUTLER_POINTS": ("ns", "butler_imps"),
    "EW_BUTLER_POINTS": ("ew", "butler_imps"),
    "NS_CROSS_IMP_POINTS": ("ns", "cross_imps"),
    "EW_CROSS_IMP_POINTS": ("ew", "cross_imps"),
    "NS_CROSS_IMPS_POINTS": ("ns", "cross_imps"),
    "EW_CROSS_IMPS_POINTS": ("ew", "cross_imps"),
    "NS_AGGREGATE_POINTS": ("ns", "aggregate"),
    "EW_AGGREGATE_POINTS": ("ew", "aggregate"),
    "NS_IMPS": ("ns", "imps"),
    "EW_IMPS": ("ew", "imps"),
}
"""3.1.3: side and unit of what a file states for a line; the spelling with IMPS is that of the example in 3.3.

NS_IMPS and EW_IMPS seen, by Butler or by cross-IMPs as the event says.
"""

SIDES = (
    "NS_PAIR_NUMBER",
    "EW_PAIR_NUMBER",
    "N_PLAYER_NUMBER",
    "S_PLAYER_NUMBER",
    "E_PLAYER_NUMBER",
    "W_PLAYER_NUMBER",
    "DIRECTION",
)
"""What tells the lines of a board apart."""

PLAY_DATA = Shape(text=True, attributes=_names("format FORMAT"))
"""3.1.4."""

TRAVELLER_LINE = Shape(
    leaves=frozenset(LINE_POINTS)
    | _names(
        "NS_PAIR_NUMBER EW_PAIR_NUMBER N_PLAYER_NUMBER S_PLAYER_NUMBER E_PLAYER_NUMBER W_PLAYER_NUMBER DIRECTION "
        "CONTRACT PLAYED_BY LEAD TRICKS SCORE PERCENTAGE ROUND_NUMBER TABLE_NUMBER ARROW_SWITCHED LIN_DATA NOTES"
    ),
    groups={"PLAY_DATA": PLAY_DATA, "AUCTION": AUCTION, "PLAY": PLAY},
)
"""3.1.3, 3.2.1, 3.3.3, 3.4; NOTES seen."""

HAND = Shape(leaves=_names("DIRECTION SPADES HEARTS DIAMONDS CLUBS"))
"""1.0, 5.2."""

BOARD = Shape(
    leaves=frozenset(LINE_POINTS)
    | _names(
        "BOARD_NUMBER DATUM BOARD_AVERAGE IMPS TEAM_POINTS OPPOSING_TEAM_POINTS SCORE PERCENTAGE DUPLICATES NOTES"
    ),
    groups={"TRAVELLER_LINE": None, "HAND": HAND, "AUCTION": AUCTION, "PLAY": PLAY},
    attributes=_names("EVENT_TYPE"),
)
"""3.1.2, 3.3.2; scores without a TRAVELLER_LINE 1.0, 4.4; HAND and DUPLICATES 1.0, 5.2; BOARD_AVERAGE, NOTES seen."""

MATCH = Shape(
    leaves=_names(
        "ROUND_NUMBER TABLE_NUMBER DIVISION DATE START_BOARD_NUMBER END_BOARD_NUMBER TOTAL_BOARDS "
        "NS_PAIR_NUMBER EW_PAIR_NUMBER NS_VICTORY_POINTS EW_VICTORY_POINTS NS_SCORE EW_SCORE "
        "TEAM OPPOSING_TEAM TEAM_SCORE SCORE OPPOSING_TEAM_SCORE SITOUT "
        "TEAM_VICTORY_POINTS OPPOSING_TEAM_VICTORY_POINTS NOTES"
    ),
    many=_names("SITOUT"),
    groups={"BOARD": None, "TEAM": TEAM_OF_MATCH, "DATE": DATE},
)
"""3.2.1, 3.3.1; DIVISION, TOTAL_BOARDS, DATE and TEAM with elements 1.0, 5.4; TEAM_VICTORY_POINTS seen."""

MOVEMENT = Shape(
    leaves=_names("MOVEMENT_NAME MOVEMENT_DESCRIPTION WINNER_TYPE NOTES"),
    groups={
        "MOVEMENT_LINE": Shape(
            leaves=_names(
                "TABLE_NUMBER ROUND_NUMBER START_BOARD_NUMBER END_BOARD_NUMBER NS_PAIR_NUMBER EW_PAIR_NUMBER "
                "N_PLAYER_NUMBER S_PLAYER_NUMBER E_PLAYER_NUMBER W_PLAYER_NUMBER NS_TEAM_NUMBER EW_TEAM_NUMBER"
            )
        )
    },
    attributes=_names("MOVEMENT_TYPE"),
)
"""1.0, 5.5."""

LADDER_ENTRY = Shape(leaves=_names("MEMBER_ID MASTER_POINTS_AWARDED AVERAGE_PERCENTAGE PERCENTAGE"))
"""1.0, 5.3."""

CLUB_DETAILS = in_order("VENUE NATIONAL_ID_NUMBER NOTES")

CLUB = Shape(
    leaves=frozenset((*CLUB_DETAILS, "CLUB_NAME", "CLUB_ID_NUMBER")),
    groups={"ADDRESS": ADDRESS, "CONTACT": CONTACT, "MEMBER": None},
)
"""2.1; membership 1.0, 5.1."""

PARTICIPANTS = Shape(attributes=_names("EVENT_TYPE"))
"""2.3; what stands inside are the parts of `PARTS`."""

HANDSET = Shape(
    leaves=_names(
        "HEADLINE STATUS DUPLICATES START_BOARD_NUMBER END_BOARD_NUMBER NEXT_BOARD PRINTOUTS CRYPTO_KEY CHECKSUM NOTES"
    ),
    groups={"LEGEND": Shape(leaves=_names("LINE"), many=_names("LINE"))},
    attributes=_names("HANDSET_ID"),
)
"""1.0, 5.2."""

ROOT = Shape(leaves=_names("NOTES"), attributes=_names("Version"))
"""2; NOTES seen."""

_SESSION_DETAILS = in_order("PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL NOTES")

SESSION_DETAILS = {**_SESSION_DETAILS, **in_order("SECTION_COUNT PLAYERS")}
"""Details of a session, in the order in which they are written."""

SESSION_NAMES = {
    "results_type": "RESULTS_TYPE",
    "start_time": "START_TIME",
    "end_time": "END_TIME",
    "hand_record_id": "HAND_RECORD_ID",
}
"""Fields of `SessionFact` that are texts, in the order in which they are written."""

SESSION = Shape(
    leaves=frozenset((*SESSION_DETAILS, *SESSION_NAMES.values(), "SESSION_DATE", "DATE")),
    groups={"DATE": DATE, "SESSION_DATE": DATE},
    attributes=_names("SESSION_ID"),
)
"""4.2; DATE 1.0, 5.3."""

SECTION_DETAILS = in_order("PLAYERS MASTER_POINTS_PER_WIN TOP_BONUS BONUS_DIFFERENTIAL NOTES")
"""Details of a section, in the order in which they are written."""

SECTION = Shape(
    leaves=frozenset(SECTION_DETAILS) | _names("BOARDS_PER_ROUND"), attributes=_names("SECTION_ID CURRENT_ROUND_ASSIGN")
)
"""4.1.1; the leaves and CURRENT_ROUND_ASSIGN 1.0, 4.3 and 4.4."""

EVENT_DETAILS = {
    **in_order(
        "TITLE PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL NOTES AUTH_ORG EVENT_LOCAL_ID VENUE COUNTY COUNTRY "
        "TEAM_PAIRING_AVAILABLE PAIRS EW_PAIRS NS_PAIRS PLAYERS SESSION_COUNT SECTION_COUNT MPS_AWARDED_FLAG"
    ),
    "EVENT_RATING": "EVENT_RATING",
    "MASTER_POINT_SCALE": "EVENT_RATING",
    **in_order(
        "MASTER_POINT_TYPE DIRECTOR_ID HAND_RECORD_ID BOARDS_PER_STANZA "
        "ACBL_CLUB_CLASS ACBL_SESSION_ID ACBL_SIDE_GAME ACBL_START_DATE"
    ),
    **dict.fromkeys(("EBU_CHARGE_CODE", "P2P_CHARGE_CODE", "P2P_CHARGE_RATE"), "EBU_CHARGE_CODE"),
}
"""Details of an event by the name that 1.4 gives them, in the order in which they are listed (2.2.2, 5.1, 5.2)."""

EVENT_NAMES: dict[str, tuple[str, ...]] = {
    "name": ("EVENT_DESCRIPTION", "TITLE"),
    "external_id": ("EVENT_ID", "EVENT_IDENTIFIER"),
    "tournament": ("TOURNAMENT_DESCRIPTION",),
    "tournament_id": ("TOURNAMENT_ID",),
    "start_time": ("START_TIME",),
    "end_time": ("END_TIME",),
    "city": ("TOWN",),
    "program": ("PROGRAM_NAME",),
    "program_version": ("PROGRAM_VERSION",),
    "vp_scale": ("VP_SCALE",),
    "results_type": ("RESULTS_TYPE",),
    "arrow_switch": ("ARROW_SWITCH",),
}
"""Fields of `EventFact` that are texts, and the elements that give them, the newest name first."""

EVENT_NUMBERS: dict[str, tuple[str, ...]] = {
    "team_size": ("TEAM_SIZE",),
    "boards_played": ("BOARDS_PLAYED",),
    "boards_per_round": ("BOARDS_PER_ROUND",),
}
"""Fields of `EventFact` that are whole numbers."""

EVENT_ORDER = tuple(
    in_order(
        "PROGRAM_NAME PROGRAM_VERSION PLAYING_ENVIRONMENT ONLINE_PLATFORM SESSION_URL AUTH_ORG EVENT_ID "
        "EVENT_DESCRIPTION TITLE EVENT_LOCAL_ID DATE TOURNAMENT_ID TOURNAMENT_DESCRIPTION START_TIME END_TIME "
        "VENUE TOWN COUNTY COUNTRY WINNER_TYPE TEAM_SIZE BOARD_SCORING_METHOD MATCH_SCORING_METHOD SCORING_METHOD "
        "RESULTS_TYPE OVERALL_RESULTS BOARDS_PLAYED VP_SCALE TEAM_PAIRING_AVAILABLE PAIRWISE_SCORING_METHOD "
        "PAIRS EW_PAIRS NS_PAIRS PLAYERS SESSION_COUNT SECTION_COUNT MPS_AWARDED_FLAG EVENT_RATING "
        "MASTER_POINT_TYPE DIRECTOR_ID HAND_RECORD_ID ARROW_SWITCH BOARDS_PER_ROUND BOARDS_PER_STANZA "
        "EBU_CHARGE_CODE ACBL_CLUB_CLASS ACBL_SESSION_ID ACBL_SIDE_GAME ACBL_START_DATE ACBL_END_DATE NOTES"
    )
)
"""The leaves of EVENT in the order in which 1.4 describes them (2.2.2), by the names that it gives them."""

EVENT = Shape(
    leaves=frozenset((*EVENT_ORDER, *EVENT_DETAILS, *chain(*EVENT_NAMES.values()), *chain(*EVENT_NUMBERS.values()))),
    groups={"CONTACT": CONTACT, "LABELS": LABELS, "STRATIFICATION": STRATIFICATION, "DATE": DATE},
    attributes=_names("EVENT_TYPE RATEABLE"),
)
"""2.2, 5.1, 5.2; 1.0, 3.4."""

CONTAINERS: dict[str, Shape] = {
    "USEBIO": ROOT,
    "EVENT": EVENT,
    "SESSION": SESSION,
    "SECTION": SECTION,
    "PARTICIPANTS": PARTICIPANTS,
    "HANDSET": HANDSET,
}
"""Elements that are read while they come in, part by part."""

PARTS: dict[str, frozenset[str]] = {
    "USEBIO": _names("CLUB EVENT HANDSET MOVEMENT"),
    "EVENT": _names("SESSION SECTION PARTICIPANTS BOARD MATCH HANDSET MOVEMENT LADDER_ENTRY CLUB"),
    "SESSION": _names("SECTION PARTICIPANTS BOARD MATCH HANDSET MOVEMENT LADDER_ENTRY"),
    "SECTION": _names("PARTICIPANTS BOARD MATCH HANDSET MOVEMENT LADDER_ENTRY"),
    "PARTICIPANTS": _names("PAIR TEAM PLAYER"),
    "HANDSET": _names("BOARD"),
}
"""Which containers and parts may stand directly in which container."""

SHAPES: dict[str, Shape] = {
    "CLUB": CLUB,
    "PAIR": PAIR,
    "TEAM": TEAM,
    "PLAYER": PLAYER,
    "BOARD": BOARD,
    "MATCH": MATCH,
    "MOVEMENT": MOVEMENT,
    "LADDER_ENTRY": LADDER_ENTRY,
}
"""Parts that are read as a whole, each when it has come in."""
