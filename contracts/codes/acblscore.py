"""Codes of the ACBLscore reader and writer: what can be said about a game file before its scores are checked."""

from contracts.codes.code import Code
from contracts.findings import Severity

NOT_A_GAME = Code(
    "acblscore.not-a-game",
    Severity.ERROR,
    "The bytes do not begin with the master table of a game file",
    "Send the game file itself (.AC and a letter), whole and as the program wrote it.",
    rejects=True,
)
NO_EVENT = Code(
    "acblscore.no-event",
    Severity.ERROR,
    "No event of the file can be read",
    "Open the file in ACBLscore; if it opens there, save it again and send that.",
    rejects=True,
)
TOO_LARGE = Code(
    "acblscore.too-large",
    Severity.ERROR,
    "The file is larger in some dimension than a game file can be",
    "Save the events in files of their own.",
    rejects=True,
)
LENGTH_DIFFERS = Code(
    "acblscore.length-differs",
    Severity.WARNING,
    "The file is longer or shorter than it says of itself",
    "Send the file again when the program has closed it; what can be reached is read.",
)
BAD_POINTER = Code(
    "acblscore.bad-pointer",
    Severity.ERROR,
    "A pointer leads nowhere, or into another structure",
    "The structure named is not read, everything else is. Open the file in ACBLscore and save it again.",
)
BAD_BLOCK = Code(
    "acblscore.bad-block",
    Severity.ERROR,
    "The length of a block cannot be that of its structure",
    "The structure named is not read, everything else is. Open the file in ACBLscore and save it again.",
)
SHORT_BLOCK = Code(
    "acblscore.short-block",
    Severity.WARNING,
    "A block ends before its structure does",
    "The fields that are there are read; those named are not. Nothing to do if an older ACBLscore wrote the file.",
)
ODD_LENGTH = Code(
    "acblscore.odd-length",
    Severity.WARNING,
    "A stated length cannot be that of what is there",
    "It is read as the format describes it. Open the file in ACBLscore and save it again.",
)
ODD_COUNT = Code(
    "acblscore.odd-count",
    Severity.WARNING,
    "A table says that it has other entries than are there",
    "Those that are there, or that the section has, are read. Open the file in ACBLscore and save it again.",
)
CUT_TABLE = Code(
    "acblscore.cut-table",
    Severity.WARNING,
    "A table says that it has more entries than there is room for",
    "The entries that there is room for are read.",
)
BAD_TEXT = Code(
    "acblscore.bad-text", Severity.WARNING, "A text is longer than its field", "It is cut to its field. Type it again."
)
NOT_ASCII = Code(
    "acblscore.not-ascii",
    Severity.INFO,
    "A text has characters beyond ASCII",
    "They are read as Windows-1252; check the name.",
)
TEXT_CUT = Code(
    "acblscore.text-cut", Severity.WARNING, "A text is longer than a message carries", "The rest of it is left out."
)
BAD_TIME = Code(
    "acblscore.bad-time",
    Severity.WARNING,
    "A date or time that cannot be",
    "It counts as unknown. Save the file again with the right clock.",
)
BAD_SCORE = Code(
    "acblscore.bad-score",
    Severity.ERROR,
    "A score that is neither points nor one of the special values",
    "Enter the score of this line again.",
)
BAD_VALUE = Code(
    "acblscore.bad-value",
    Severity.WARNING,
    "A value that the description of the format does not list",
    "It is kept as a number.",
)
UNKNOWN_PAIR = Code(
    "acblscore.unknown-pair",
    Severity.WARNING,
    "A line or meeting names a number that the section does not have",
    "It is kept under that number. Check the pair numbers of the section.",
)
NUMBERS_MISSING = Code(
    "acblscore.numbers-missing",
    Severity.INFO,
    "The section has no list of pair numbers and starting tables",
    "They were taken from the first round of the movement, else from the starting tables.",
)
SECTION_LIST = Code(
    "acblscore.section-list",
    Severity.WARNING,
    "The lists of sections scored or ranked together contradict themselves",
    "Sections that one of two lists connects are taken as connected. Check how the sections are combined.",
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
    "It is not read. Open the file in ACBLscore and save it again.",
)
LOST_EVENT = Code(
    "acblscore.lost-event",
    Severity.ERROR,
    "The details of an event that has sections cannot be reached",
    "Its sections are read; its name, date and strata are not known. Name the event when sending.",
)
COUNT_DIFFERS = Code(
    "acblscore.count-differs",
    Severity.INFO,
    "A stated number of results is not the number that is there",
    "Nothing to do; all lines are read.",
)
NOT_SCORED = Code(
    "acblscore.not-scored",
    Severity.INFO,
    "The section has not been scored since its last entry",
    "Its stated points and totals are left out. Let ACBLscore score the section before the file is sent.",
)
SCORES_DISAGREE = Code(
    "acblscore.scores-disagree",
    Severity.WARNING,
    "Two statements about one result contradict each other",
    "The one named in the message counts, the other is kept as a detail. Check the line.",
)
NO_IDENTITY = Code(
    "acblscore.no-identity",
    Severity.INFO,
    "The file names neither club nor event",
    "Name the event when sending, or enter its name in ACBLscore.",
)
START_UNKNOWN = Code(
    "acblscore.start-unknown",
    Severity.INFO,
    "The file does not say where a pair began the event",
    "It is named after its seat in this session. Its results of other sessions do not find it.",
)
FREE_LIST = Code(
    "acblscore.free-list",
    Severity.INFO,
    "The list of free blocks is broken",
    "Nothing is lost to the reader; ACBLscore may be unable to add to the file.",
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
    "More findings of a kind than are listed",
    "Correct what is listed and send the file again.",
)
