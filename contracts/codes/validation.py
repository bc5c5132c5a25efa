"""Codes of validation: what is wrong with the statements of a file, whatever its format."""

from contracts.codes.code import Code

# What is named exists, once.

NOTHING = Code.rejection(
    "validation.nothing-to-score",
    "The file has no results, participants or hands",
    "Export the results, not only the header of the event.",
)
NOTHING_YET = Code.info(
    "validation.nothing-yet",
    "The file is as its format allows, but has nothing to score",
    "Nothing to do; results may come in another file.",
)
SHARED_ID = Code.error(
    "validation.shared-id",
    "Two participants have the same number",
    "Give each participant a number of its own; append NS, EW or the section where numbers repeat.",
)
NO_BOARD_NUMBER = Code.error(
    "validation.no-board-number", "A result does not name its board", "Enter the number of the board."
)

UNKNOWN_PLAYER = Code.warning(
    "validation.unknown-player",
    "A player who sits out of a match is in neither team",
    "List the player in the team, or correct the number.",
)
STRATUM_NOT_OF_HOLDINGS = Code.warning(
    "validation.stratum-not-of-holdings",
    "A stratum does not fit the players' points",
    "Correct the points or the stratum; mark the stratum as overridden if it was chosen by hand.",
)
UNKNOWN_CATEGORY = Code.warning(
    "validation.unknown-stratum-or-label",
    "A stratum or label that the event does not list",
    "List it for the event, or correct it.",
)

# Who plays what, when.

REPEATED_RESULT = Code.error(
    "validation.repeated-result",
    "The same result is in the file more than once",
    "Delete all but one of these results.",
)
TWICE_ON_A_BOARD = Code.error(
    "validation.twice-on-a-board",
    "A participant has two results on one board of a session",
    "Correct the number of the pair or of the board.",
)
TWICE_AT_ONCE = Code.warning(
    "validation.twice-at-once",
    "A participant sits at two tables in one round",
    "Correct the number of the pair, of the table or of the round.",
)

LINE_MISSING = Code.warning(
    "validation.line-missing",
    "The movement has a meeting whose result is not in the file",
    "Enter the result, or 'not played' if the board was not played; nothing to do if the movement was left.",
)
DIRECTIONS_SWAPPED = Code.warning(
    "validation.directions-swapped",
    "Two opponents sit the other way round than the movement says",
    "Swap the numbers in the result; nothing to do if they did sit so.",
)
DIRECTION_NOT_TAKEN = Code.error(
    "validation.direction-not-taken",
    "A pair is listed North-South or East-West, but always sits the other way",
    "Correct the direction of the pair; it is ranked where it is listed.",
)
PLAYER_MISSING = Code.warning(
    "validation.player-missing", "A pair names only one of its two players", "Enter the name of the second player."
)
SEAT_SHARED = Code.warning(
    "validation.seat-shared", "Two participants are given the same seat", "Correct the seat of one of them."
)

# Scores and contracts.

SCORE_NOT_IN_TENS = Code.error(
    "validation.score-not-in-tens", "A score does not end in 0", "Correct the score; bridge scores are multiples of 10."
)
SCORE_IMPOSSIBLE = Code.error(
    "validation.score-impossible",
    "No contract gives this score at this vulnerability",
    "Correct the score, its sign or the number of the board.",
)
SCORE_NOT_OF_CONTRACT = Code.error(
    "validation.score-not-of-contract",
    "The score does not fit contract, declarer and tricks",
    "Correct the contract, the tricks or the score; until then the score counts.",
)
SCORE_OF_PASSED_OUT = Code.error(
    "validation.score-of-passed-out",
    "A passed-out board has a score",
    "Correct the contract or the score; a board that is passed out scores 0.",
)
CONTRACT_UNREADABLE = Code.warning(
    "validation.contract-unreadable",
    "A contract cannot be read",
    "Write a level, a strain and X or XX, or Pass; the score counts as it stands.",
)
DECLARER_UNREADABLE = Code.warning(
    "validation.declarer-unreadable", "The declarer is not a seat", "Write N, E, S or W; the score counts as it stands."
)
TRICKS_IMPOSSIBLE = Code.error(
    "validation.tricks-impossible",
    "A number of tricks is outside 0 to 13",
    "Write the tricks that declarer's side won, from 0 to 13.",
)
PASSED_OUT_BY_ALL = Code.warning(
    "validation.passed-out-by-all",
    "All tables passed the board out",
    "Check that the board was played and its scores were entered.",
)
ARTIFICIAL_IMPOSSIBLE = Code.error(
    "validation.artificial-impossible",
    "An adjusted score is outside 0 to 100 per cent",
    "Correct the percentages of the adjusted score.",
)
ARTIFICIAL_UNUSUAL = Code.info(
    "validation.artificial-unusual",
    "The percentages of an adjusted score have an unusual sum",
    "Nothing to do if the director ruled so; Law 12C2 gives each side 40, 50 or 60.",
)

CALL_NOT_ALLOWED = Code.error(
    "validation.call-not-allowed",
    "A call that is none, or that the Laws do not allow at its place in the auction",
    "Correct the auction, or the line that it belongs to.",
)
CONTRACT_NOT_OF_AUCTION = Code.warning(
    "validation.contract-not-of-auction",
    "Contract or declarer of a result differ from its auction",
    "Correct the contract, the declarer or the auction; nothing to do if the director assigned the result.",
)
CARD_NOT_ALLOWED = Code.warning(
    "validation.card-not-allowed",
    "A card of the play that the Laws do not allow at its place, or that another hand holds",
    "Nothing to do after a revoke; else correct the play, the deal or the line that it belongs to.",
)
LEAD_NOT_PLAYED = Code.warning(
    "validation.lead-not-played",
    "The lead of a result is not the first card of its play",
    "Correct the lead, or the line that the play belongs to.",
)
TRICKS_NOT_CLAIMED = Code.warning(
    "validation.tricks-not-claimed",
    "The tricks of a result are not those that its play ends with",
    "Correct the tricks, or the play; nothing to do if the director assigned the result.",
)
BIRTH_UNLIKELY = Code.warning(
    "validation.birth-unlikely", "A player would be younger than 2 or older than 110", "Correct the date of birth."
)
COUNT_EXCEEDED = Code.warning(
    "validation.count-exceeded",
    "The event has more pairs, or pairs more boards, than the file states for it",
    "Correct the number that is stated for the event, or the list.",
)

# Boards and cards.

VULNERABILITY_UNEXPECTED = Code.warning(
    "validation.vulnerability-unexpected",
    "The vulnerability does not fit the board number",
    "Check the board number; nothing to do if the board was played so.",
)
DEALER_UNEXPECTED = Code.warning(
    "validation.dealer-unexpected",
    "The dealer does not fit the board number",
    "Check the board number; nothing to do if the board was played so.",
)
VULNERABILITY_BY_SCORES = Code.warning(
    "validation.vulnerability-by-scores",
    "All scores of a board fit another vulnerability",
    "State the vulnerability that the board was played at, or correct the number of the board.",
)
BOARDS_EXCHANGED = Code.error(
    "validation.boards-exchanged",
    "The results of two boards are exchanged",
    "Put the results of each board under its own number.",
)
LEAD_UNREADABLE = Code.warning(
    "validation.lead-unreadable", "The opening lead is not a card", "Write suit and rank, for example HT."
)
LEAD_NOT_HELD = Code.warning(
    "validation.lead-not-held",
    "The leader does not hold the card led",
    "Check the lead, the declarer and the number of the board; the board may have been fouled or turned.",
)
DEAL_INCOMPLETE = Code.error(
    "validation.deal-incomplete", "A deal is not 52 different cards, 13 to each hand", "Correct the deal of this board."
)
DEALS_DIFFER = Code.warning(
    "validation.deals-differ",
    "Two deals of the same board differ",
    "Keep the deal that was played; name sections or sets apart if both were.",
)

# Matches.

TABLES_ALIKE = Code.error(
    "validation.tables-alike",
    "A team sits the same way at every table of a board",
    "Correct the direction in one of the lines.",
)
PAIR_OF_OTHER_TEAM = Code.error(
    "validation.pair-of-another-team",
    "A line of a match names a pair of another team",
    "Correct the pair, its team or the direction of the line.",
)
MATCH_OF_OTHER_TEAM = Code.error(
    "validation.match-of-another-team",
    "A match names another team than plays it",
    "Correct the team of the match, or the pairs of all its lines.",
)
MATCH_BOARDS_DIFFER = Code.warning(
    "validation.match-boards-differ",
    "A match names more boards than it and all others have",
    "Correct the first or the last board of the match; until then it cannot be compared with its results.",
)
LINE_UP_OF_OTHER_TEAM = Code.error(
    "validation.line-up-of-another-team",
    "A line-up of a match names a player of another team",
    "Correct the player in the line-up, or list the player in the team.",
)
BOARD_OUTSIDE_MATCH = Code.warning(
    "validation.board-outside-match",
    "A match has a board outside its stated range",
    "Correct the first and last board of the match, or the number of the board.",
)
MATCH_CONTRADICTED = Code.warning(
    "validation.match-contradicted",
    "Two reports of a match state different scores",
    "Delete one of them, or correct the wrong one.",
)

# Totals and places.

PERCENTAGE_IMPOSSIBLE = Code.error(
    "validation.percentage-impossible",
    "A percentage is outside 0 to 100",
    "Let the scoring program calculate the totals again.",
)
PLACE_UNREADABLE = Code.warning(
    "validation.place-unreadable", "A place cannot be read", "Write a number, followed by = if the place is shared."
)
PLACES_ALIKE = Code.warning(
    "validation.places-alike",
    "Everybody is stated in the same place",
    "Let the scoring program rank, and send the file again; the places are not compared until then.",
)

# Dates and times.

ENDS_BEFORE_START = Code.error(
    "validation.ends-before-start", "An event or session ends before it starts", "Correct the date or time."
)
DATE_IN_FUTURE = Code.warning(
    "validation.date-in-future",
    "A date is long after the file was made",
    "Correct the date, or the clock of the computer.",
)
SESSION_OUTSIDE_EVENT = Code.warning(
    "validation.session-outside-event",
    "A session is not within the days of its event",
    "Correct the date of the session or of the event.",
)

MORE_LIKE_IT = Code.info(
    "validation.more-like-it",
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
