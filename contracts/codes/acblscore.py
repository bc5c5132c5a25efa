"""Codes of the ACBLscore reader and writer: what can be said about a game file before its scores are checked."""

from contracts.codes.code import Code
from contracts.findings import Severity

NOT_A_GAME = Code(
    "acblscore.not-a-game",
    Severity.ERROR,
    "This is not an ACBLscore game file: it does not begin with a master table",
    "Send the game file itself (.AC and a letter), whole and as the program wrote it.",
    rejects=True,
)
NO_EVENT = Code(
    "acblscore.no-event",
    Severity.ERROR,
    "No event in the file can be read",
    "Open the file in ACBLscore; if it opens there, save it again and send that.",
    rejects=True,
)
TOO_LARGE = Code(
    "acblscore.too-large",
    Severity.ERROR,
    "The file holds more than an ACBLscore game file can",
    "Save each event in its own file.",
    rejects=True,
)
LENGTH_DIFFERS = Code(
    "acblscore.length-differs",
    Severity.WARNING,
    "The file is longer or shorter than its head states",
    "What can be reached was read. Send the file again after ACBLscore has closed it.",
)
BAD_POINTER = Code(
    "acblscore.bad-pointer",
    Severity.ERROR,
    "A pointer leads nowhere, or into another structure",
    "Everything but the structure named was read. Open the file in ACBLscore and save it again.",
)
BAD_BLOCK = Code(
    "acblscore.bad-block",
    Severity.ERROR,
    "The length of a block does not fit its structure",
    "Everything but the structure named was read. Open the file in ACBLscore and save it again.",
)
SHORT_BLOCK = Code(
    "acblscore.short-block",
    Severity.WARNING,
    "A block ends before its structure does",
    "The fields named are missing; all others were read. Nothing to do if an older ACBLscore wrote the file.",
)
ODD_LENGTH = Code(
    "acblscore.odd-length",
    Severity.WARNING,
    "A stated length contradicts the data",
    "It was read as the format describes it. Open the file in ACBLscore and save it again.",
)
ODD_COUNT = Code(
    "acblscore.odd-count",
    Severity.WARNING,
    "A table states a number of entries that it does not have",
    "The entries that are there, or that the section states, were read. Open the file in ACBLscore and save it again.",
)
CUT_TABLE = Code(
    "acblscore.cut-table",
    Severity.WARNING,
    "A table states more entries than it has room for",
    "The entries that fit were read. Open the file in ACBLscore and save it again.",
)
BAD_TEXT = Code(
    "acblscore.bad-text",
    Severity.WARNING,
    "A text is longer than its field",
    "It was cut to its field. Enter it again.",
)
NOT_ASCII = Code(
    "acblscore.not-ascii",
    Severity.INFO,
    "A text has characters outside ASCII",
    "They were read as Windows-1252. Check the name.",
)
TEXT_CUT = Code(
    "acblscore.text-cut",
    Severity.WARNING,
    "A text is longer than a message carries",
    "Only its beginning is kept. Shorten it.",
)
BAD_TIME = Code(
    "acblscore.bad-time",
    Severity.WARNING,
    "Impossible date or time",
    "It was left out. Check the clock of the computer and save the file again.",
)
BAD_SCORE = Code(
    "acblscore.bad-score",
    Severity.ERROR,
    "A score is neither points nor a special value",
    "Enter the score of this line again.",
)
BAD_VALUE = Code(
    "acblscore.bad-value",
    Severity.WARNING,
    "Undocumented value",
    "It was kept as a number. Nothing to do if ACBLscore shows the right value.",
)
UNKNOWN_PAIR = Code(
    "acblscore.unknown-pair",
    Severity.WARNING,
    "A result or meeting names a pair number that the section does not have",
    "It was kept under that number. Check the pair numbers of the section.",
)
NUMBERS_MISSING = Code(
    "acblscore.numbers-missing",
    Severity.INFO,
    "The section has no list of pair numbers and starting tables",
    "Nothing to do: they were taken from the first round of the movement, or from the starting tables.",
)
SECTION_LIST = Code(
    "acblscore.section-list",
    Severity.WARNING,
    "The lists of sections scored or ranked together contradict each other",
    "Sections that either list connects were taken as connected. Check how the sections are combined.",
)
NO_SECTION = Code(
    "acblscore.no-section",
    Severity.INFO,
    "An event has no section, so nobody takes part in it",
    "Nothing to do if the event was not played; otherwise open the file in ACBLscore and check its sections.",
)
LOST_SECTION = Code(
    "acblscore.lost-section",
    Severity.ERROR,
    "A section belongs to no event of the file",
    "It was not read. Open the file in ACBLscore and save it again.",
)
LOST_EVENT = Code(
    "acblscore.lost-event",
    Severity.ERROR,
    "The details of an event cannot be reached, although it has sections",
    "Its sections were read without name, date and strata. Name the event when sending the file.",
)
COUNT_DIFFERS = Code(
    "acblscore.count-differs",
    Severity.INFO,
    "A board states another number of results than it has",
    "Nothing to do: all results were read.",
)
NOT_SCORED = Code(
    "acblscore.not-scored",
    Severity.INFO,
    "The section has not been scored since its last entry",
    "Its stated points and totals were left out. Score the section in ACBLscore before you send the file.",
)
SCORES_DISAGREE = Code(
    "acblscore.scores-disagree",
    Severity.ERROR,
    "The file states one result in two ways that contradict each other",
    "The one in the message counts; the other is kept as a detail. Check the result.",
)
OPPONENTS_DISAGREE = Code(
    "acblscore.opponents-disagree",
    Severity.ERROR,
    "A team names an opponent who names another team",
    "Correct the opponent of one of the two teams in this round.",
)
NO_IDENTITY = Code(
    "acblscore.no-identity",
    Severity.INFO,
    "The file names neither club nor event",
    "Name the event when sending the file, or enter its name in ACBLscore.",
)
START_UNKNOWN = Code(
    "acblscore.start-unknown",
    Severity.INFO,
    "The file does not say where a pair began the event",
    "The pair is known only by its seat in this session, so it cannot be linked to other sessions.",
)
FREE_LIST = Code(
    "acblscore.free-list",
    Severity.INFO,
    "The list of free blocks is broken",
    "Everything was read, but ACBLscore may be unable to add to the file. Open it there and save it again.",
)
NOT_A_BRIDGE_EVENT = Code(
    "acblscore.not-a-bridge-event",
    Severity.ERROR,
    "A game file cannot hold an event of this kind",
    "Export the event in another format.",
    rejects=True,
)
MORE_LIKE_IT = Code(
    "acblscore.more-like-it",
    Severity.INFO,
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
