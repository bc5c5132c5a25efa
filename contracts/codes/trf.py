"""Codes of the TRF reader and writer: what can be said about a file before its results are compared."""

from contracts.codes.code import Code
from contracts.findings import Severity

NO_RECORDS = Code(
    "trf.no-records",
    Severity.ERROR,
    "The file names no player, no team and no tournament",
    "Export the tournament's report as TRF; records begin in the first column of a line.",
    rejects=True,
)
TOO_LARGE = Code(
    "trf.too-large",
    Severity.ERROR,
    "The file holds more than the reader accepts",
    "Remove what is not TRF; a tournament has at most 9,999 players.",
    rejects=True,
)
NO_IDENTITY = Code(
    "trf.no-identity",
    Severity.WARNING,
    "The file does not name its tournament",
    "State the name in record 012, or name the event when sending the file.",
)
ENCODING_GUESSED = Code(
    "trf.encoding-guessed",
    Severity.INFO,
    "The file is not UTF-8, so its encoding was guessed",
    "Save the file as UTF-8 if names look wrong.",
)
COUNTED_IN_BYTES = Code(
    "trf.counted-in-bytes",
    Severity.WARNING,
    "The columns of a line fit only when bytes are counted, not characters",
    "Nothing is lost: the line was read by bytes. Pad fields by characters.",
)
NAME_TOO_LONG = Code(
    "trf.name-too-long",
    Severity.WARNING,
    "A name is longer than its columns and pushes the rest of the line away",
    "Nothing is lost: the line was read as if the name ended in its columns. Shorten it to 33 letters.",
)
EMPTY_ROSTER = Code(
    "trf.empty-roster",
    Severity.WARNING,
    "A team has no players in the columns of its roster",
    "Write starting ranks from column 37 (013), 72 (310 of the draft) or 74 (310), each right-aligned in four columns.",
)
OTHER_DIALECT = Code(
    "trf.other-dialect",
    Severity.WARNING,
    "A record is laid out as in another dialect than the rest of the file",
    "It was read by its own columns; export the file with one program.",
)
UNKNOWN_RECORD = Code(
    "trf.unknown-record",
    Severity.INFO,
    "No dialect of TRF has this record",
    "Nothing is lost: it is kept and published as extension data. Check the first three columns if it should count.",
)
PLAYER_UNDER_OTHER_CODE = Code(
    "trf.player-under-other-code",
    Severity.ERROR,
    "A line looks like a player, but its code is not 001",
    "Correct the first three columns; until then the line is kept and the player does not take part.",
)
REPEATED_RECORD = Code(
    "trf.repeated-record",
    Severity.WARNING,
    "A record that may occur once occurs again",
    "The first one counts, the others are kept as extension data. Remove those that are not meant.",
)
REPEATED_NUMBER = Code(
    "trf.repeated-number",
    Severity.ERROR,
    "Two players or two teams have the same number",
    "The first one counts, the line is kept as extension data. Give each a number of its own.",
)
REPEATED_FIDE_ID = Code(
    "trf.repeated-fide-id",
    Severity.WARNING,
    "Two players have the same FIDE number",
    "Correct one of the numbers; if it is one person, remove the line that is not meant.",
)
NO_NUMBER = Code(
    "trf.no-number",
    Severity.ERROR,
    "A record lacks the number that it needs",
    "Write the number right-aligned in the columns named; until then the line is kept and does not count.",
)
UNKNOWN_NUMBER = Code(
    "trf.unknown-number",
    Severity.ERROR,
    "A record names a player or team that the file does not have",
    "Correct the number, or add the player or team.",
)
BAD_NUMBER = Code(
    "trf.bad-number",
    Severity.WARNING,
    "A number was expected in these columns",
    "Correct the field; it is treated as blank.",
)
BAD_VALUE = Code(
    "trf.bad-value",
    Severity.WARNING,
    "The field does not allow this value",
    "Correct the field; it is treated as blank.",
)
BAD_DATE = Code("trf.bad-date", Severity.WARNING, "The date cannot be read", "Write YYYY/MM/DD.")
DATE_AMBIGUOUS = Code(
    "trf.date-ambiguous", Severity.INFO, "The date can be read in more than one way", "Write YYYY/MM/DD."
)
BAD_RESULT = Code(
    "trf.bad-result",
    Severity.ERROR,
    "A round has a result, colour or opponent that TRF does not know",
    "Correct the columns named; until then the round counts as not played.",
)
BETWEEN_COLUMNS = Code(
    "trf.between-columns",
    Severity.WARNING,
    "Text stands between the columns of a record",
    "Check the alignment of the line; every field has fixed columns.",
)
MORE_ROUNDS = Code(
    "trf.more-rounds",
    Severity.ERROR,
    "A player has more rounds than the tournament",
    "Correct the number of rounds, or remove the round.",
)
ACCELERATION_RANGE = Code(
    "trf.acceleration-range",
    Severity.WARNING,
    "A record of accelerated rounds is impossible",
    "Neither the last round nor the last number comes before the first, rounds lie within the tournament, players have "
    "no match points, and nobody is given points twice for one round.",
)
DRAWS_ABOVE_WIN = Code(
    "trf.draws-above-win",
    Severity.WARNING,
    "Two draws score more than a win and a loss",
    "Check the points of the scoring system; FIDE does not accept such a system.",
)
ORDER_WITHOUT_POINTS = Code(
    "trf.order-without-points",
    Severity.WARNING,
    "The order of the standings leaves out the points",
    "It was taken as it stands: the first tie-break ranks everybody. Name PTS in record 212, or use record 202, whose "
    "tie-breaks come after the points.",
)
ROUND_DATES = Code(
    "trf.round-dates",
    Severity.WARNING,
    "The dates of the rounds are out of order",
    "Write one date for each round, in their order, and within the first and the last day.",
)
DATES_REVERSED = Code(
    "trf.dates-reversed", Severity.WARNING, "The tournament ends before it begins", "Correct record 042 or record 052."
)
MISSING_ROUND = Code(
    "trf.missing-round",
    Severity.ERROR,
    "A player's line leaves a round blank, but an opponent names the player in it",
    "Complete the round in the columns named, or correct the opponent's line.",
)
ROUNDS_DIFFER = Code(
    "trf.rounds-differ",
    Severity.WARNING,
    "Two records state different numbers of rounds",
    "The first one counts. Correct the other.",
)
COUNT_DIFFERS = Code(
    "trf.count-differs",
    Severity.WARNING,
    "The file states another number of players, rated players or teams than it has",
    "Correct the number, or complete the file.",
)
ROSTERS_DIFFER = Code(
    "trf.rosters-differ",
    Severity.WARNING,
    "Records 013 and 310 list different players for a team",
    "Record 310 counts. Correct 013 or leave it out.",
)
LINE_UP_UNKNOWN = Code(
    "trf.line-up-unknown",
    Severity.WARNING,
    "A line-up names a player who is not in the team",
    "Correct the line-up in record 300, or the roster in record 310.",
)
BYE_CONTRADICTED = Code(
    "trf.bye-contradicted",
    Severity.WARNING,
    "A record gives a player a bye, but the player's line says otherwise",
    "The round in record 001 counts. Correct the record, or the round.",
)
IN_TWO_TEAMS = Code(
    "trf.in-two-teams",
    Severity.ERROR,
    "A player is in the rosters of two teams",
    "The first one counts. Remove the player from the other.",
)
OPPONENTS_UNCLEAR = Code(
    "trf.opponents-unclear",
    Severity.WARNING,
    "The players of a team meet players of several teams in one round",
    "The team met by most of them counts. Correct the opponents of the others.",
)
TEXT_CUT = Code(
    "trf.text-cut", Severity.WARNING, "A line is longer than any TRF record and was cut", "Shorten the line named."
)
NOT_CHESS = Code(
    "trf.not-chess",
    Severity.ERROR,
    "TRF cannot describe this kind of event",
    "Write the event in a format of its own game.",
    rejects=True,
)
MORE_LIKE_IT = Code(
    "trf.more-like-it",
    Severity.INFO,
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
