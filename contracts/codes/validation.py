"""Codes of validation: what is wrong with the statements of a file, whatever its format."""

from contracts.codes.code import from_catalogue

# What is named exists, once.

NOTHING = from_catalogue("validation.nothing-to-score")
NOTHING_YET = from_catalogue("validation.nothing-yet")
SHARED_ID = from_catalogue("validation.shared-id")
NO_BOARD_NUMBER = from_catalogue("validation.no-board-number")

UNKNOWN_PLAYER = from_catalogue("validation.unknown-player")
STRATUM_NOT_OF_HOLDINGS = from_catalogue("validation.stratum-not-of-holdings")
UNKNOWN_CATEGORY = from_catalogue("validation.unknown-stratum-or-label")

# Who plays what, when.

REPEATED_RESULT = from_catalogue("validation.repeated-result")
TWICE_ON_A_BOARD = from_catalogue("validation.twice-on-a-board")
TWICE_AT_ONCE = from_catalogue("validation.twice-at-once")

LINE_MISSING = from_catalogue("validation.line-missing")
DIRECTIONS_SWAPPED = from_catalogue("validation.directions-swapped")
DIRECTION_NOT_TAKEN = from_catalogue("validation.direction-not-taken")
PLAYER_MISSING = from_catalogue("validation.player-missing")
SEAT_SHARED = from_catalogue("validation.seat-shared")

# Scores and contracts.

SCORE_NOT_IN_TENS = from_catalogue("validation.score-not-in-tens")
SCORE_IMPOSSIBLE = from_catalogue("validation.score-impossible")
SCORE_NOT_OF_CONTRACT = from_catalogue("validation.score-not-of-contract")
SCORE_OF_PASSED_OUT = from_catalogue("validation.score-of-passed-out")
CONTRACT_UNREADABLE = from_catalogue("validation.contract-unreadable")
DECLARER_UNREADABLE = from_catalogue("validation.declarer-unreadable")
TRICKS_IMPOSSIBLE = from_catalogue("validation.tricks-impossible")
PASSED_OUT_BY_ALL = from_catalogue("validation.passed-out-by-all")
ARTIFICIAL_IMPOSSIBLE = from_catalogue("validation.artificial-impossible")
ARTIFICIAL_UNUSUAL = from_catalogue("validation.artificial-unusual")

CALL_NOT_ALLOWED = from_catalogue("validation.call-not-allowed")
CONTRACT_NOT_OF_AUCTION = from_catalogue("validation.contract-not-of-auction")
CARD_NOT_ALLOWED = from_catalogue("validation.card-not-allowed")
LEAD_NOT_PLAYED = from_catalogue("validation.lead-not-played")
TRICKS_NOT_CLAIMED = from_catalogue("validation.tricks-not-claimed")
BIRTH_UNLIKELY = from_catalogue("validation.birth-unlikely")
COUNT_EXCEEDED = from_catalogue("validation.count-exceeded")

# Boards and cards.

VULNERABILITY_UNEXPECTED = from_catalogue("validation.vulnerability-unexpected")
DEALER_UNEXPECTED = from_catalogue("validation.dealer-unexpected")
VULNERABILITY_BY_SCORES = from_catalogue("validation.vulnerability-by-scores")
BOARDS_EXCHANGED = from_catalogue("validation.boards-exchanged")
LEAD_UNREADABLE = from_catalogue("validation.lead-unreadable")
LEAD_NOT_HELD = from_catalogue("validation.lead-not-held")
DEAL_INCOMPLETE = from_catalogue("validation.deal-incomplete")
DEALS_DIFFER = from_catalogue("validation.deals-differ")

# Matches.

TABLES_ALIKE = from_catalogue("validation.tables-alike")
PAIR_OF_OTHER_TEAM = from_catalogue("validation.pair-of-another-team")
MATCH_OF_OTHER_TEAM = from_catalogue("validation.match-of-another-team")
MATCH_BOARDS_DIFFER = from_catalogue("validation.match-boards-differ")
LINE_UP_OF_OTHER_TEAM = from_catalogue("validation.line-up-of-another-team")
BOARD_OUTSIDE_MATCH = from_catalogue("validation.board-outside-match")
MATCH_CONTRADICTED = from_catalogue("validation.match-contradicted")

# Totals and places.

PERCENTAGE_IMPOSSIBLE = from_catalogue("validation.percentage-impossible")
PLACE_UNREADABLE = from_catalogue("validation.place-unreadable")
PLACES_ALIKE = from_catalogue("validation.places-alike")

# Dates and times.

ENDS_BEFORE_START = from_catalogue("validation.ends-before-start")
DATE_IN_FUTURE = from_catalogue("validation.date-in-future")
SESSION_OUTSIDE_EVENT = from_catalogue("validation.session-outside-event")

MORE_LIKE_IT = from_catalogue("validation.more-like-it")
