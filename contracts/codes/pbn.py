"""Codes of the PBN reader and writer: what can be said about a PBN file before its scores are checked."""

from contracts.codes.code import Code
from contracts.findings import Severity

# File.

NO_GAME = Code(
    "pbn.no-game",
    Severity.ERROR,
    "The file contains no game",
    "Export the boards as PBN; the file contains only remarks.",
    rejects=True,
)
TOO_LARGE = Code(
    "pbn.too-large",
    Severity.ERROR,
    "The file holds more than the reader accepts",
    "Split the file, or remove what is not PBN.",
    rejects=True,
)
NOT_BRIDGE = Code(
    "pbn.not-bridge",
    Severity.ERROR,
    "PBN cannot describe this event",
    "Export it as JSON, CSV or the format of its own game.",
    rejects=True,
)
ENCODING = Code(
    "pbn.encoding",
    Severity.INFO,
    "The text is not in ISO 8859-1, the character set of PBN",
    "It was read as it is. Check the accented letters in names; other programs expect ISO 8859-1.",
)
CHARACTER = Code(
    "pbn.character",
    Severity.WARNING,
    "PBN does not allow this character here",
    "Remove control characters, and tabs inside quotes.",
)
LINE_TOO_LONG = Code(
    "pbn.line-too-long",
    Severity.WARNING,
    "A line is longer than 255 characters",
    "Break the line; programs may cut it.",
)
TEXT_CUT = Code(
    "pbn.text-cut",
    Severity.WARNING,
    "A text is longer than a message may carry",
    "Only its beginning is kept. Shorten it.",
)
MORE_LIKE_IT = Code(
    "pbn.more-like-it",
    Severity.INFO,
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
NO_IDENTITY = Code(
    "pbn.no-identity",
    Severity.WARNING,
    "Games name neither event nor site",
    "Fill Site, Event and Date, or name the event when sending the file.",
)
NOT_EXPORT = Code(
    "pbn.not-export",
    Severity.INFO,
    "The file claims the export format but breaks its rules",
    "Everything was read. Correct the layout, or remove % EXPORT.",
)
# Layout.

COMMENT_NOT_CLOSED = Code(
    "pbn.comment-not-closed",
    Severity.ERROR,
    "A comment in braces is never closed",
    "Close it with }; what follows was read as if it had been.",
)
STRING_NOT_CLOSED = Code(
    "pbn.string-not-closed",
    Severity.ERROR,
    "A text in quotes does not end on its line",
    'Close the quotes; write a quote inside as \\".',
)
TAG_BROKEN = Code(
    "pbn.tag-broken",
    Severity.ERROR,
    "A tag is not written as a name and a quoted text in brackets",
    'Write it as [Name "value"].',
)
STRAY_TEXT = Code(
    "pbn.stray-text", Severity.ERROR, "Text stands where none belongs", "Remove it, or put it into a comment."
)
NOT_SEPARATED = Code(
    "pbn.not-separated",
    Severity.WARNING,
    "A game begins without an empty line before it",
    "It was read as a game of its own. Put an empty line between games.",
)
DUPLICATE_TAG = Code(
    "pbn.duplicate-tag",
    Severity.WARNING,
    "A tag stands more than once in a game",
    "The first one counts. Remove the others.",
)
UNKNOWN_TAG = Code(
    "pbn.unknown-tag",
    Severity.INFO,
    "PBN does not define this tag",
    "Nothing is lost: it is kept as extension data. Check the spelling if it was meant to count.",
)
TAG_ORDER = Code(
    "pbn.tag-order",
    Severity.ERROR,
    "A section stands before the tags that it needs",
    "Put Dealer before Auction, and Deal, Declarer and Contract before Play.",
)
INHERITANCE = Code(
    "pbn.inheritance", Severity.ERROR, "A tag uses # but cannot be inherited", "Write the value itself in each game."
)
NOTHING_INHERITED = Code(
    "pbn.nothing-inherited",
    Severity.WARNING,
    "A tag uses #, but no earlier game has a value",
    "The value counts as empty. Write the value itself.",
)
# Values of tags.

BAD_VALUE = Code(
    "pbn.bad-value",
    Severity.ERROR,
    "The tag does not allow this value",
    "Correct the value; it was treated as unknown.",
)
READ_AS = Code(
    "pbn.read-as",
    Severity.INFO,
    "A value is spelt otherwise than in PBN",
    "It was read as shown. Use the spelling of PBN.",
)
UNKNOWN_SCORING = Code(
    "pbn.unknown-scoring",
    Severity.WARNING,
    "PBN does not name this scoring method",
    "It was kept. Use one of PBN's names if one fits.",
)
RUBBER_HISTORY = Code(
    "pbn.rubber-history",
    Severity.ERROR,
    "The vulnerability contradicts the games won so far",
    "Correct Vulnerable or ScoreRubberHistory.",
)
RUBBER_IMPOSSIBLE = Code(
    "pbn.rubber-impossible",
    Severity.WARNING,
    "No rubber can have these points below the line at the start of a deal",
    "Correct ScoreRubberHistory: a game ends with 100, a rubber with two games of one side.",
)
RUBBER_SCORE = Code(
    "pbn.rubber-score",
    Severity.WARNING,
    "The rubber score does not follow from the contract and the result",
    "Correct ScoreRubber, or contract, declarer, result and vulnerability.",
)
SCORES_NOT_OPPOSITE = Code(
    "pbn.scores-not-opposite", Severity.ERROR, "One side does not lose what the other wins", "Correct one of the two."
)
PERCENTAGES = Code(
    "pbn.percentages",
    Severity.WARNING,
    "The percentages of the two sides of a played board exceed 100",
    "Correct one of the two; a ruling that gives both sides more is an artificial score.",
)
# Cards.

DEAL_BROKEN = Code(
    "pbn.deal-broken",
    Severity.ERROR,
    "The deal cannot be read",
    "Write the first seat, a colon and four hands of four suits with dots between them.",
)
CARD_REPEATED = Code("pbn.card-repeated", Severity.ERROR, "A card is dealt more than once", "Correct the hands named.")
CARD_MISSING = Code("pbn.card-missing", Severity.ERROR, "A full deal lacks a card", "Correct the hands named.")
HAND_SIZE = Code(
    "pbn.hand-size",
    Severity.ERROR,
    "Hands have unequal numbers of cards, or more than thirteen",
    "Correct the hands named.",
)
DEAL_ID = Code(
    "pbn.deal-id",
    Severity.WARNING,
    "Two different deals have the same DealId",
    "Give each deal a DealId of its own; programs compare the results of deals by it.",
)
# Auction.

NOT_A_CALL = Code(
    "pbn.not-a-call",
    Severity.ERROR,
    "An entry in the auction is not a call",
    "Write Pass, X, XX, AP, or a level and S, H, D, C or NT.",
)
AUCTION_BEGINS = Code(
    "pbn.auction-begins",
    Severity.ERROR,
    "The dealer does not make the first call",
    "Correct Dealer or the auction; a call out of turn needs ^S.",
)
TURN_SKIPPED = Code(
    "pbn.turn-skipped",
    Severity.ERROR,
    "A hyphen stands for a turn after the auction has begun",
    "Write the call, or ^S for a player who was skipped.",
)
INSUFFICIENT_BID = Code(
    "pbn.insufficient-bid",
    Severity.ERROR,
    "A bid is no higher than the one before",
    "Correct the bid, or write ^I before one that was accepted.",
)
INADMISSIBLE_DOUBLE = Code(
    "pbn.inadmissible-double",
    Severity.ERROR,
    "A player doubles without a bid by the opponents",
    "Correct the auction; an inadmissible double is taken back at the table.",
)
INADMISSIBLE_REDOUBLE = Code(
    "pbn.inadmissible-redouble",
    Severity.ERROR,
    "A player redoubles without a double by the opponents",
    "Correct the auction; an inadmissible redouble is taken back at the table.",
)
CALL_AFTER_END = Code(
    "pbn.call-after-end",
    Severity.ERROR,
    "A call follows the end of the auction",
    "Remove it, or correct the calls before.",
)
AFTER_TO_BE_CONTINUED = Code(
    "pbn.after-to-be-continued",
    Severity.ERROR,
    "Something follows the + that marks an unfinished section",
    "Remove the +, or what follows it.",
)
AUCTION_UNFINISHED = Code(
    "pbn.auction-unfinished",
    Severity.WARNING,
    "The auction stops before it has ended",
    "Complete it, or end it with * or +.",
)
CONTRACT_DIFFERS = Code(
    "pbn.contract-differs", Severity.ERROR, "The contract differs from the auction", "Correct Contract or the auction."
)
DECLARER_DIFFERS = Code(
    "pbn.declarer-differs",
    Severity.ERROR,
    "The declarer differs from the auction",
    "Correct Declarer or the auction; write ^ before a declarer who changed places with dummy.",
)
# Play.

NOT_A_CARD = Code(
    "pbn.not-a-card", Severity.ERROR, "An entry in the play is not a card", "Write a suit and a rank, for example HT."
)
CARD_NOT_HELD = Code(
    "pbn.card-not-held",
    Severity.ERROR,
    "A player plays a card that is not in the hand",
    "Correct the card or the deal.",
)
CARD_PLAYED_TWICE = Code("pbn.card-played-twice", Severity.ERROR, "A card is played twice", "Correct one of the two.")
REVOKE = Code(
    "pbn.revoke",
    Severity.ERROR,
    "A player could follow suit and does not",
    "Correct the card, or write ^R before a revoke that was not noticed.",
)
WRONG_LEADER = Code(
    "pbn.wrong-leader",
    Severity.ERROR,
    "The opening leader is not on declarer's left",
    "Correct Play or Declarer, or write ^L before a lead out of turn.",
)
RESULT_DIFFERS = Code(
    "pbn.result-differs",
    Severity.ERROR,
    "The result differs from the play",
    "Correct Result or the play; write ^ before a result that was agreed wrongly.",
)
IRREGULARITY = Code(
    "pbn.irregularity", Severity.WARNING, "An irregularity is marked where none happened", "Remove the mark."
)
# Annotations.

ANNOTATION = Code(
    "pbn.annotation",
    Severity.ERROR,
    "The annotation is not allowed here",
    "A call or card has one suffix and one note at most; $1 to $6 and $13 are for calls, $7 to $12 and $14 for cards.",
)
NOTE_BROKEN = Code(
    "pbn.note-broken",
    Severity.ERROR,
    "A note is outside a section, or has no number of its own from 1 to 32",
    "Put notes behind the calls or cards that refer to them, numbered 1 to 32, each once.",
)
NOTE_MISSING = Code(
    "pbn.note-missing",
    Severity.WARNING,
    "A call or card refers to a missing note",
    "Add the note to the end of the section.",
)
NOTE_UNUSED = Code(
    "pbn.note-unused", Severity.INFO, "No call or card refers to this note", "Add the reference, or remove the note."
)
# Tables.

TABLE_COLUMNS = Code(
    "pbn.table-columns",
    Severity.ERROR,
    "The description of a table's columns is wrong",
    "Separate names with semicolons; a width is a backslash, a number and L or R.",
)
TABLE_INCOMPLETE = Code(
    "pbn.table-incomplete",
    Severity.ERROR,
    "The last row of a table has too few elements",
    "Complete the row; ? stands for what is not known.",
)
TABLE_ORDER = Code(
    "pbn.table-order",
    Severity.ERROR,
    "A column is not sorted as its sign says",
    "Sort the rows, or correct the sign: + is descending, - ascending.",
)
TABLE_VALUE = Code(
    "pbn.table-value",
    Severity.WARNING,
    "The column does not allow this element",
    "Correct it; ? is unknown, ! is irrelevant.",
)
TABLE_COMMENT = Code(
    "pbn.table-comment",
    Severity.ERROR,
    "A comment stands among or after the elements of a table",
    "Put the comment behind the tag of the table.",
)
TABLE_CHARACTER = Code(
    "pbn.table-character",
    Severity.ERROR,
    "An element of a table has a forbidden character",
    "Put the element between quotes.",
)
TABLE_ALONE = Code(
    "pbn.table-alone",
    Severity.ERROR,
    "A table stands before the section that it describes",
    "Put the section before the table.",
)
TABLE_RANGES = Code(
    "pbn.table-ranges",
    Severity.WARNING,
    "Ranges of scores are empty, overlap or leave scores out",
    "Let the ranges cover every score once.",
)
TABLE_DIFFERS = Code(
    "pbn.table-differs",
    Severity.WARNING,
    "A value in a table contradicts its other values",
    "Let the scoring program calculate the board again.",
)
NUMBER_SHARED = Code(
    "pbn.number-shared",
    Severity.INFO,
    "One number names different pairs",
    "They were kept apart by direction or section. Give each pair its own number.",
)
