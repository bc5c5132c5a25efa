"""Codes of the ACBLscore reader and writer: what can be said about a game file before its scores are checked."""

from contracts.codes.code import Code

NOT_A_GAME = Code.rejection(
    "acblscore.not-a-game",
    "This is not an ACBLscore game file: it does not begin with a master table",
    "Send the game file itself (.AC and a letter), whole and as the program wrote it.",
)
NO_EVENT = Code.rejection(
    "acblscore.no-event",
    "No event in the file can be read",
    "Open the file in ACBLscore; if it opens there, save it again and send that.",
)
TOO_LARGE = Code.rejection(
    "acblscore.too-large", "The file holds more than an ACBLscore game file can", "Save each event in its own file."
)
LENGTH_DIFFERS = Code.warning(
    "acblscore.length-differs",
    "The file is longer or shorter than its head states",
    "What can be reached was read. Send the file again after ACBLscore has closed it.",
)
FILE_CUT = Code.error(
    "acblscore.file-cut",
    "The file ends before what its pointers lead to",
    "Copy or send the whole file again. What is there was read.",
)
BAD_POINTER = Code.error(
    "acblscore.bad-pointer",
    "A pointer leads nowhere, or into another structure",
    "Everything else was read. Open the file in ACBLscore and save it again.",
)
BAD_BLOCK = Code.error(
    "acblscore.bad-block",
    "The length of a block does not fit its structure",
    "Everything else was read. Open the file in ACBLscore and save it again.",
)
SHORT_BLOCK = Code.warning(
    "acblscore.short-block",
    "A block ends before its structure does",
    "The fields named are missing; all others were read. Nothing to do if an older ACBLscore wrote the file.",
)
ODD_LENGTH = Code.warning(
    "acblscore.odd-length",
    "A stated length contradicts the data",
    "Open the file in ACBLscore, check what is named here and save it again.",
)
ODD_COUNT = Code.warning(
    "acblscore.odd-count",
    "A table states a number of entries that it does not have",
    "Open the file in ACBLscore, check what is named here and save it again.",
)
CUT_TABLE = Code.warning(
    "acblscore.cut-table",
    "A table states more entries than it has room for",
    "The entries that fit were read. Open the file in ACBLscore and save it again.",
)
BAD_TEXT = Code.warning(
    "acblscore.bad-text", "A text is longer than its field", "The text was cut to fit. Enter it again, shorter."
)
NOT_ASCII = Code.info("acblscore.not-ascii", "A text has characters outside ASCII", "Check the name.")
TEXT_CUT = Code.warning(
    "acblscore.text-cut", "A text is longer than a message carries", "Only its beginning is kept. Shorten it."
)
BAD_TIME = Code.warning(
    "acblscore.bad-time",
    "Impossible date or time",
    "It was left out. Check the clock of the computer and save the file again.",
)
BAD_SCORE = Code.error(
    "acblscore.bad-score", "A score is neither points nor a special value", "Enter the score of this result again."
)
BAD_VALUE = Code.warning(
    "acblscore.bad-value", "Undocumented value", "Check the value in ACBLscore; nothing to do if it is right there."
)
UNKNOWN_PAIR = Code.warning(
    "acblscore.unknown-pair",
    "A result or meeting names a pair number that the section does not have",
    "The result counts under that number. Correct the number, or add the pair to the section.",
)
NUMBERS_MISSING = Code.info(
    "acblscore.numbers-missing",
    "The section has no list of pair numbers and starting tables",
    "Nothing to do if the pairs have their right numbers in the standings.",
)
SECTION_LIST = Code.warning(
    "acblscore.section-list",
    "The lists of sections scored or ranked together contradict each other",
    "Sections that either list connects were taken as connected. Check how the sections are combined.",
)
NO_SECTION = Code.info(
    "acblscore.no-section",
    "An event has no section, so it has no participants",
    "Nothing to do if the event was not played; otherwise open the file in ACBLscore and check its sections.",
)
LOST_SECTION = Code.error(
    "acblscore.lost-section",
    "A section belongs to no event of the file",
    "It was not read. Open the file in ACBLscore and save it again.",
)
LOST_EVENT = Code.error(
    "acblscore.lost-event",
    "The details of an event cannot be reached, although it has sections",
    "Its sections were read without name, date and strata. Name the event when sending the file.",
)
COUNT_DIFFERS = Code.info(
    "acblscore.count-differs",
    "A board states a different number of results than it has",
    "Nothing to do: all results were read.",
)
NOT_SCORED = Code.info(
    "acblscore.not-scored",
    "The section has not been scored since its last entry",
    "Its stated points and totals were left out. Score the section in ACBLscore before you send the file.",
)
SCORES_DISAGREE = Code.error(
    "acblscore.scores-disagree",
    "The file states one result in two ways that contradict each other",
    "Check the result and correct the wrong entry.",
)
OPPONENTS_DISAGREE = Code.error(
    "acblscore.opponents-disagree",
    "A team names an opponent who names another team",
    "Correct the opponent of one of the two teams in this round.",
)
NO_IDENTITY = Code.info(
    "acblscore.no-identity",
    "The file names neither club nor event",
    "Name the event when sending the file, or enter its name in ACBLscore.",
)
START_UNKNOWN = Code.info(
    "acblscore.start-unknown",
    "The file does not say where a pair began the event",
    "The pair is known only by its seat in this session, so it cannot be linked to other sessions.",
)
FREE_LIST = Code.info(
    "acblscore.free-list",
    "The list of free blocks is broken",
    "Everything was read, but ACBLscore may be unable to add to the file. Open it there and save it again.",
)
NOT_A_BRIDGE_EVENT = Code.rejection(
    "acblscore.not-a-bridge-event",
    "A game file cannot hold an event of this kind",
    "Export the event in another format.",
)
MORE_LIKE_IT = Code.info(
    "acblscore.more-like-it",
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
