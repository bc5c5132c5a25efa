"""Codes of the PBN reader and writer: what can be said about a PBN file before its scores are checked."""

from contracts.codes.code import Code

# File.

NO_GAME = Code.rejection(
    "pbn.no-game", "The file contains no game", "Export the boards as PBN; the file contains only remarks."
)
TOO_LARGE = Code.rejection(
    "pbn.too-large", "The file holds more than the reader accepts", "Split the file, or remove what is not PBN."
)
NOT_BRIDGE = Code.rejection(
    "pbn.not-bridge", "PBN cannot describe this event", "Export it as JSON, CSV or the format of its own game."
)
ENCODING = Code.info(
    "pbn.encoding",
    "The text is not in ISO 8859-1, the character set of PBN",
    "Check the accented letters in names; other programs expect ISO 8859-1.",
)
CHARACTER = Code.warning(
    "pbn.character", "PBN does not allow this character here", "Remove control characters, and tabs inside quotes."
)
LINE_TOO_LONG = Code.warning(
    "pbn.line-too-long", "A line is longer than 255 characters", "Break the line; programs may cut it."
)
TEXT_CUT = Code.warning(
    "pbn.text-cut", "A text is longer than a message may carry", "Only its beginning is kept. Shorten it."
)
MORE_LIKE_IT = Code.info(
    "pbn.more-like-it",
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
NO_IDENTITY = Code.warning(
    "pbn.no-identity",
    "Games name neither event nor site",
    "Fill Site, Event and Date, or name the event when sending the file.",
)
NOT_EXPORT = Code.info(
    "pbn.not-export",
    "The file claims the export format but breaks its rules",
    "Everything was read. Correct the layout, or remove % EXPORT.",
)
# Layout.

COMMENT_NOT_CLOSED = Code.error(
    "pbn.comment-not-closed",
    "A comment in braces is never closed",
    "Close it with }; what follows was read as if it had been.",
)
STRING_NOT_CLOSED = Code.error(
    "pbn.string-not-closed",
    "A text in quotes does not end on its line",
    'Close the quotes; write a quote inside as \\".',
)
TAG_BROKEN = Code.error(
    "pbn.tag-broken", "A tag is not written as a name and a quoted text in brackets", 'Write it as [Name "value"].'
)
STRAY_TEXT = Code.error(
    "pbn.stray-text", "Text in a place where PBN allows none", "Remove it, or put it into a comment."
)
NOT_SEPARATED = Code.warning(
    "pbn.not-separated",
    "A game begins without an empty line before it",
    "It was read as a game of its own. Put an empty line between games.",
)
DUPLICATE_TAG = Code.warning(
    "pbn.duplicate-tag", "A game has the same tag more than once", "The first one counts. Remove the others."
)
UNKNOWN_TAG = Code.info(
    "pbn.unknown-tag",
    "PBN does not define this tag",
    "Nothing is lost: it is kept as extension data. Check the spelling if it was meant to count.",
)
TAG_ORDER = Code.error(
    "pbn.tag-order",
    "A section comes before the tags that it needs",
    "Put Dealer before Auction, and Deal, Declarer and Contract before Play.",
)
INHERITANCE = Code.error(
    "pbn.inheritance", "A tag uses # but cannot be inherited", "Write the value itself in each game."
)
NOTHING_INHERITED = Code.warning(
    "pbn.nothing-inherited",
    "A tag uses #, but no earlier game has a value",
    "The value counts as empty. Write the value itself.",
)
# Values of tags.

BAD_VALUE = Code.error(
    "pbn.bad-value", "The tag does not allow this value", "Correct the value; it was treated as unknown."
)
READ_AS = Code.info("pbn.read-as", "A value is not spelt as in PBN", "It was read as shown. Use the spelling of PBN.")
UNKNOWN_SCORING = Code.warning(
    "pbn.unknown-scoring", "PBN does not name this scoring method", "It was kept. Use one of PBN's names if one fits."
)
RUBBER_HISTORY = Code.error(
    "pbn.rubber-history",
    "The vulnerability contradicts the games won so far",
    "Correct Vulnerable or ScoreRubberHistory.",
)
RUBBER_IMPOSSIBLE = Code.warning(
    "pbn.rubber-impossible",
    "No rubber can have these points below the line at the start of a deal",
    "Correct ScoreRubberHistory: a game ends with 100, a rubber with two games of one side.",
)
RUBBER_SCORE = Code.warning(
    "pbn.rubber-score",
    "The rubber score does not follow from the contract and the result",
    "Correct ScoreRubber, or contract, declarer, result and vulnerability.",
)
CONTRACT_MISSING = Code.warning(
    "pbn.contract-missing",
    "A result lacks its contract or its declarer",
    "Fill Contract, Declarer and Result together; Contract is Pass if all four pass.",
)
SCORES_NOT_OPPOSITE = Code.error(
    "pbn.scores-not-opposite", "One side does not lose what the other wins", "Correct one of the two."
)
PERCENTAGES = Code.warning(
    "pbn.percentages",
    "The percentages of the two sides of a played board exceed 100",
    "Correct one of the two; a ruling that gives both sides more is an artificial score.",
)
# Cards.

DEAL_BROKEN = Code.error(
    "pbn.deal-broken",
    "The deal cannot be read",
    "Write the first seat, a colon and four hands of four suits with dots between them.",
)
DEAL_EMPTY = Code.warning(
    "pbn.deal-empty",
    "A deal without a card",
    'Enter the hands; write [Deal ""] for a game that has no cards, and [Deal "?"] where they are not known.',
)
CARD_REPEATED = Code.error("pbn.card-repeated", "A card is dealt more than once", "Correct the deal of this board.")
CARD_MISSING = Code.error("pbn.card-missing", "A full deal lacks a card", "Correct the deal of this board.")
HAND_SIZE = Code.error(
    "pbn.hand-size", "Hands have unequal numbers of cards, or more than thirteen", "Correct the deal of this board."
)
DEAL_ID = Code.warning(
    "pbn.deal-id",
    "Two different deals have the same DealId",
    "Give each deal a DealId of its own; programs compare the results of deals by it.",
)
# Auction.

NOT_A_CALL = Code.error(
    "pbn.not-a-call", "An entry in the auction is not a call", "Write Pass, X, XX, AP, or a level and S, H, D, C or NT."
)
AUCTION_BEGINS = Code.error(
    "pbn.auction-begins",
    "The dealer does not make the first call",
    "Correct Dealer or the auction; a call out of turn needs ^S.",
)
TURN_SKIPPED = Code.error(
    "pbn.turn-skipped",
    "A hyphen marks a turn after the auction has begun",
    "Write the call, or ^S for a player who was skipped.",
)
INSUFFICIENT_BID = Code.error(
    "pbn.insufficient-bid",
    "A bid is no higher than the one before",
    "Correct the bid, or write ^I before one that was accepted.",
)
INADMISSIBLE_DOUBLE = Code.error(
    "pbn.inadmissible-double",
    "A player doubles without a bid by the opponents",
    "Correct the auction; an inadmissible double is taken back at the table.",
)
INADMISSIBLE_REDOUBLE = Code.error(
    "pbn.inadmissible-redouble",
    "A player redoubles without a double by the opponents",
    "Correct the auction; an inadmissible redouble is taken back at the table.",
)
CALL_AFTER_END = Code.error(
    "pbn.call-after-end", "A call follows the end of the auction", "Remove it, or correct the calls before."
)
AFTER_TO_BE_CONTINUED = Code.error(
    "pbn.after-to-be-continued",
    "Something follows the + that marks an unfinished section",
    "Remove the +, or what follows it.",
)
AUCTION_UNFINISHED = Code.warning(
    "pbn.auction-unfinished", "The auction stops before it has ended", "Complete it, or end it with * or +."
)
CONTRACT_DIFFERS = Code.error(
    "pbn.contract-differs", "The contract differs from the auction", "Correct Contract or the auction."
)
DECLARER_DIFFERS = Code.error(
    "pbn.declarer-differs",
    "The declarer differs from the auction",
    "Correct Declarer or the auction; write ^ before a declarer who changed places with dummy.",
)
# Play.

NOT_A_CARD = Code.error(
    "pbn.not-a-card",
    "An entry in the play is not a card",
    "Write a suit and a rank, for example HT; remove what stands behind the last trick.",
)
CARD_NOT_HELD = Code.error(
    "pbn.card-not-held", "A player plays a card that is not in the hand", "Correct the card or the deal."
)
CARD_PLAYED_TWICE = Code.error("pbn.card-played-twice", "A card is played twice", "Correct one of the two.")
REVOKE = Code.error(
    "pbn.revoke",
    "A player could follow suit and does not",
    "Correct the card, or write ^R before a revoke that was not noticed.",
)
WRONG_FIRST_COLUMN = Code.error(
    "pbn.wrong-first-column",
    "The cards of the play fit the hands only from another seat on",
    "Correct the seat in the tag Play: it is that of the first column. The cards were read from the seat that fits.",
)
WRONG_LEADER = Code.error(
    "pbn.wrong-leader",
    "The opening leader is not on declarer's left",
    "Correct Play or Declarer, or write ^L before a lead out of turn.",
)
RESULT_DIFFERS = Code.error(
    "pbn.result-differs",
    "The result differs from the play",
    "Correct Result or the play; write ^ before a result that was agreed wrongly.",
)
IRREGULARITY = Code.warning("pbn.irregularity", "An irregularity is marked where none happened", "Remove the mark.")
# Annotations.

ANNOTATION = Code.error(
    "pbn.annotation",
    "The annotation is not allowed here",
    "A call or card has one suffix and one note at most; $1 to $6 and $13 are for calls, $7 to $12 and $14 for cards.",
)
NOTE_BROKEN = Code.error(
    "pbn.note-broken",
    "A note is outside a section, or has no number of its own from 1 to 32",
    "Put notes behind the calls or cards that refer to them, numbered 1 to 32, each once.",
)
NOTE_MISSING = Code.warning(
    "pbn.note-missing", "A call or card refers to a missing note", "Add the note to the end of the section."
)
NOTE_UNUSED = Code.info(
    "pbn.note-unused", "No call or card refers to this note", "Add the reference, or remove the note."
)
# Tables.

TABLE_COLUMNS = Code.error(
    "pbn.table-columns",
    "The description of a table's columns is wrong",
    "Separate names with semicolons; a width is a backslash, a number and L or R.",
)
TABLE_INCOMPLETE = Code.error(
    "pbn.table-incomplete",
    "A row of a table has more or fewer values than there are columns",
    "Give each row one value for each column; ? stands for what is not known.",
)
TABLE_ORDER = Code.error(
    "pbn.table-order",
    "A column is not sorted as its sign says",
    "Sort the rows, or correct the sign before the column's name: + is descending, - ascending.",
)
TABLE_VALUE = Code.warning(
    "pbn.table-value", "The column does not allow this element", "Correct it; ? is unknown, ! is irrelevant."
)
TABLE_COMMENT = Code.error(
    "pbn.table-comment",
    "A comment is among or after the elements of a table",
    "Put the comment after the tag of the table.",
)
TABLE_CHARACTER = Code.error(
    "pbn.table-character", "An element of a table has a forbidden character", "Put the element between quotes."
)
TABLE_ALONE = Code.error(
    "pbn.table-alone", "A table comes before the section that it describes", "Put the section before the table."
)
TABLE_RANGES = Code.warning(
    "pbn.table-ranges",
    "Ranges of scores are empty, overlap or leave scores out",
    "Let the ranges cover every score once.",
)
TABLE_DIFFERS = Code.warning(
    "pbn.table-differs",
    "A value in a table contradicts its other values",
    "Let the program that wrote the table calculate the board again, or delete the wrong value.",
)
SEATED_TWICE = Code.error(
    "pbn.seated-twice",
    "A line-up gives a player two seats in one part of a match",
    "Correct the player of one of the two seats.",
)
NUMBER_SHARED = Code.info(
    "pbn.number-shared",
    "One number names different pairs",
    "They were kept apart by direction or section. Give each pair its own number.",
)
