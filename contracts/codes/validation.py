"""Codes of validation: what is wrong with the statements of a file, whatever its format."""

from contracts.codes.code import Code
from contracts.findings import Severity

# What is named exists, once.

NOTHING = Code(
    "validation.nothing-to-score",
    Severity.ERROR,
    "The file says nothing about its event",
    "Export the results, not only the header of the event.",
    rejects=True,
)
SHARED_ID = Code(
    "validation.shared-id",
    Severity.ERROR,
    "Two participants have the same number",
    "Give each participant a number of its own; append NS, EW or the section where numbers repeat.",
)
NO_BOARD_NUMBER = Code(
    "validation.no-board-number",
    Severity.ERROR,
    "A result does not say which board it is of",
    "Enter the number of the board.",
)

UNKNOWN_PLAYER = Code(
    "validation.unknown-player",
    Severity.WARNING,
    "Somebody who sits out of a match is in neither of its teams",
    "List the player in the team, or correct the number.",
)
STRATUM_NOT_OF_HOLDINGS = Code(
    "validation.stratum-not-of-holdings",
    Severity.WARNING,
    "A stratum is not that of the players' points",
    "Correct the points or the stratum; name the stratum as overridden where it was chosen otherwise.",
)
UNKNOWN_CATEGORY = Code(
    "validation.unknown-stratum-or-label",
    Severity.WARNING,
    "A stratum or label that the event does not list",
    "List it for the event, or correct it.",
)

# Who plays what, when.

REPEATED_RESULT = Code(
    "validation.repeated-result",
    Severity.ERROR,
    "The same result is in the file more than once",
    "Delete all but one of the lines.",
)
TWICE_ON_A_BOARD = Code(
    "validation.twice-on-a-board",
    Severity.ERROR,
    "Somebody has two results on one board of a session",
    "Correct the number of the pair or of the board.",
)
TWICE_AT_ONCE = Code(
    "validation.twice-at-once",
    Severity.WARNING,
    "Somebody sits at two tables in one round",
    "Correct the number of the pair, of the table or of the round.",
)

PLAYER_MISSING = Code(
    "validation.player-missing",
    Severity.WARNING,
    "A pair names only one of its two players",
    "Enter the name of the second player.",
)
SEAT_SHARED = Code(
    "validation.seat-shared",
    Severity.WARNING,
    "Two participants are given the same seat",
    "Correct the seat of one of them.",
)

# Scores and contracts.

SCORE_NOT_IN_TENS = Code(
    "validation.score-not-in-tens",
    Severity.ERROR,
    "A score does not end in 0",
    "Correct the score; every score of Law 77 is a multiple of 10.",
)
SCORE_IMPOSSIBLE = Code(
    "validation.score-impossible",
    Severity.ERROR,
    "No contract gives this score at this vulnerability",
    "Correct the score, its sign or the number of the board.",
)
SCORE_NOT_OF_CONTRACT = Code(
    "validation.score-not-of-contract",
    Severity.ERROR,
    "The score is not that of the contract, declarer and tricks",
    "Correct whichever of them was entered wrong; the score is what counts until then.",
)
SCORE_OF_PASSED_OUT = Code(
    "validation.score-of-passed-out",
    Severity.ERROR,
    "A passed-out board has a score",
    "Correct the contract or the score; a board that is passed out scores 0.",
)
CONTRACT_UNREADABLE = Code(
    "validation.contract-unreadable",
    Severity.WARNING,
    "A contract that cannot be read",
    "Write a level, a strain and X or XX, or Pass; the score counts as it stands.",
)
DECLARER_UNREADABLE = Code(
    "validation.declarer-unreadable",
    Severity.WARNING,
    "A declarer who is no seat",
    "Write N, E, S or W; the score counts as it stands.",
)
TRICKS_IMPOSSIBLE = Code(
    "validation.tricks-impossible",
    Severity.ERROR,
    "A number of tricks outside 0 to 13",
    "Write the tricks that declarer's side won, from 0 to 13.",
)
PASSED_OUT_BY_ALL = Code(
    "validation.passed-out-by-all",
    Severity.WARNING,
    "Every table passed the board out",
    "Check that the board was played and its scores were entered.",
)
ARTIFICIAL_IMPOSSIBLE = Code(
    "validation.artificial-impossible",
    Severity.ERROR,
    "An adjusted score outside 0 to 100 per cent",
    "Correct the percentages of the adjusted score.",
)
ARTIFICIAL_UNUSUAL = Code(
    "validation.artificial-unusual",
    Severity.INFO,
    "The percentages of an adjusted score have an unusual sum",
    "Nothing to do if it is what the director ruled; Law 12C2 gives each side 40, 50 or 60.",
)

# Boards and cards.

VULNERABILITY_UNEXPECTED = Code(
    "validation.vulnerability-unexpected",
    Severity.WARNING,
    "The vulnerability is not that of the board's number",
    "Check the number of the board; nothing to do if the event was played so.",
)
DEALER_UNEXPECTED = Code(
    "validation.dealer-unexpected",
    Severity.WARNING,
    "The dealer is not that of the board's number",
    "Check the number of the board; nothing to do if the event was played so.",
)
VULNERABILITY_BY_SCORES = Code(
    "validation.vulnerability-by-scores",
    Severity.WARNING,
    "All scores of a board fit another vulnerability",
    "State the vulnerability that the board was played at, or correct the number of the board.",
)
LEAD_UNREADABLE = Code(
    "validation.lead-unreadable",
    Severity.WARNING,
    "An opening lead that is no card",
    "Write suit and rank, for example HT.",
)
LEAD_NOT_HELD = Code(
    "validation.lead-not-held",
    Severity.WARNING,
    "The leader does not hold the card led",
    "Check the lead, the declarer and the number of the board; the board may have been fouled or turned.",
)
DEAL_INCOMPLETE = Code(
    "validation.deal-incomplete",
    Severity.ERROR,
    "A deal is not 52 different cards, 13 to each hand",
    "Correct the hands named.",
)
DEALS_DIFFER = Code(
    "validation.deals-differ",
    Severity.WARNING,
    "Two deals of the same board differ",
    "Keep the deal that was played; name sections or sets apart if both were.",
)

# Matches.

TABLES_ALIKE = Code(
    "validation.tables-alike",
    Severity.ERROR,
    "A team sits the same way at every table of a board",
    "Correct the direction in one of the lines.",
)
PAIR_OF_OTHER_TEAM = Code(
    "validation.pair-of-another-team",
    Severity.ERROR,
    "A line of a match names a pair of another team",
    "Correct the pair, its team or the direction of the line.",
)
BOARD_OUTSIDE_MATCH = Code(
    "validation.board-outside-match",
    Severity.WARNING,
    "A match has a board that is not among those it names",
    "Correct the first and last board of the match, or the number of the board.",
)
MATCH_CONTRADICTED = Code(
    "validation.match-contradicted",
    Severity.WARNING,
    "Two reports of a match state different scores",
    "Delete one of them, or correct the wrong one.",
)

# Totals and places.

PERCENTAGE_IMPOSSIBLE = Code(
    "validation.percentage-impossible",
    Severity.ERROR,
    "A percentage outside 0 to 100",
    "Let the scoring program calculate the totals again.",
)
PLACE_UNREADABLE = Code(
    "validation.place-unreadable",
    Severity.WARNING,
    "A place that cannot be read",
    "Write a number, with = after it when the place is shared.",
)

# Dates and times.

ENDS_BEFORE_START = Code(
    "validation.ends-before-start", Severity.ERROR, "Something ends before it starts", "Correct the date or time."
)
DATE_IN_FUTURE = Code(
    "validation.date-in-future",
    Severity.WARNING,
    "A date lies far after the moment at which the file was made",
    "Check the year.",
)
SESSION_OUTSIDE_EVENT = Code(
    "validation.session-outside-event",
    Severity.WARNING,
    "A session is not within the days of its event",
    "Correct the date of the session or of the event.",
)

MORE_LIKE_IT = Code(
    "validation.more-like-it",
    Severity.INFO,
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
