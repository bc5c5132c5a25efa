"""Codes of the PBN reader and writer: what can be said about a PBN file before its scores are checked."""

from contracts.codes.code import from_catalogue

# File.

NO_GAME = from_catalogue("pbn.no-game")
TOO_LARGE = from_catalogue("pbn.too-large")
NOT_BRIDGE = from_catalogue("pbn.not-bridge")
ENCODING = from_catalogue("pbn.encoding")
CHARACTER = from_catalogue("pbn.character")
LINE_TOO_LONG = from_catalogue("pbn.line-too-long")
TEXT_CUT = from_catalogue("pbn.text-cut")
MORE_LIKE_IT = from_catalogue("pbn.more-like-it")
NO_IDENTITY = from_catalogue("pbn.no-identity")
NOT_EXPORT = from_catalogue("pbn.not-export")
# Layout.

COMMENT_NOT_CLOSED = from_catalogue("pbn.comment-not-closed")
STRING_NOT_CLOSED = from_catalogue("pbn.string-not-closed")
TAG_BROKEN = from_catalogue("pbn.tag-broken")
STRAY_TEXT = from_catalogue("pbn.stray-text")
NOT_SEPARATED = from_catalogue("pbn.not-separated")
DUPLICATE_TAG = from_catalogue("pbn.duplicate-tag")
UNKNOWN_TAG = from_catalogue("pbn.unknown-tag")
TAG_ORDER = from_catalogue("pbn.tag-order")
INHERITANCE = from_catalogue("pbn.inheritance")
NOTHING_INHERITED = from_catalogue("pbn.nothing-inherited")
# Values of tags.

BAD_VALUE = from_catalogue("pbn.bad-value")
READ_AS = from_catalogue("pbn.read-as")
UNKNOWN_SCORING = from_catalogue("pbn.unknown-scoring")
RUBBER_HISTORY = from_catalogue("pbn.rubber-history")
RUBBER_IMPOSSIBLE = from_catalogue("pbn.rubber-impossible")
RUBBER_SCORE = from_catalogue("pbn.rubber-score")
CONTRACT_MISSING = from_catalogue("pbn.contract-missing")
SCORES_NOT_OPPOSITE = from_catalogue("pbn.scores-not-opposite")
PERCENTAGES = from_catalogue("pbn.percentages")
# Cards.

DEAL_BROKEN = from_catalogue("pbn.deal-broken")
DEAL_EMPTY = from_catalogue("pbn.deal-empty")
CARD_REPEATED = from_catalogue("pbn.card-repeated")
CARD_MISSING = from_catalogue("pbn.card-missing")
HAND_SIZE = from_catalogue("pbn.hand-size")
DEAL_ID = from_catalogue("pbn.deal-id")
# Auction.

NOT_A_CALL = from_catalogue("pbn.not-a-call")
AUCTION_BEGINS = from_catalogue("pbn.auction-begins")
TURN_SKIPPED = from_catalogue("pbn.turn-skipped")
INSUFFICIENT_BID = from_catalogue("pbn.insufficient-bid")
INADMISSIBLE_DOUBLE = from_catalogue("pbn.inadmissible-double")
INADMISSIBLE_REDOUBLE = from_catalogue("pbn.inadmissible-redouble")
CALL_AFTER_END = from_catalogue("pbn.call-after-end")
AFTER_TO_BE_CONTINUED = from_catalogue("pbn.after-to-be-continued")
AUCTION_UNFINISHED = from_catalogue("pbn.auction-unfinished")
CONTRACT_DIFFERS = from_catalogue("pbn.contract-differs")
DECLARER_DIFFERS = from_catalogue("pbn.declarer-differs")
# Play.

NOT_A_CARD = from_catalogue("pbn.not-a-card")
CARD_NOT_HELD = from_catalogue("pbn.card-not-held")
CARD_PLAYED_TWICE = from_catalogue("pbn.card-played-twice")
REVOKE = from_catalogue("pbn.revoke")
WRONG_FIRST_COLUMN = from_catalogue("pbn.wrong-first-column")
WRONG_LEADER = from_catalogue("pbn.wrong-leader")
RESULT_DIFFERS = from_catalogue("pbn.result-differs")
IRREGULARITY = from_catalogue("pbn.irregularity")
# Annotations.

ANNOTATION = from_catalogue("pbn.annotation")
NOTE_BROKEN = from_catalogue("pbn.note-broken")
NOTE_MISSING = from_catalogue("pbn.note-missing")
NOTE_UNUSED = from_catalogue("pbn.note-unused")
# Tables.

TABLE_COLUMNS = from_catalogue("pbn.table-columns")
TABLE_INCOMPLETE = from_catalogue("pbn.table-incomplete")
TABLE_ORDER = from_catalogue("pbn.table-order")
TABLE_VALUE = from_catalogue("pbn.table-value")
TABLE_COMMENT = from_catalogue("pbn.table-comment")
TABLE_CHARACTER = from_catalogue("pbn.table-character")
TABLE_ALONE = from_catalogue("pbn.table-alone")
TABLE_RANGES = from_catalogue("pbn.table-ranges")
TABLE_DIFFERS = from_catalogue("pbn.table-differs")
SEATED_TWICE = from_catalogue("pbn.seated-twice")
NUMBER_SHARED = from_catalogue("pbn.number-shared")
