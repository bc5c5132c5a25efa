"""Codes of the TRF reader and writer: what can be said about a file before its results are compared."""

from contracts.codes.code import Code

NO_RECORDS = Code.rejection(
    "trf.no-records",
    "The file names no player, no team and no tournament",
    "Export the tournament's report as TRF; records begin in the first column of a line.",
)
TOO_LARGE = Code.rejection(
    "trf.too-large",
    "The file holds more than the reader accepts",
    "Remove what is not TRF; a tournament has at most 9,999 players.",
)
NO_IDENTITY = Code.warning(
    "trf.no-identity",
    "The file does not name its tournament",
    "State the name in record 012, or name the event when sending the file.",
)
ENCODING_GUESSED = Code.info(
    "trf.encoding-guessed",
    "The file is not UTF-8, so its encoding was guessed",
    "Save the file as UTF-8 if names look wrong.",
)
COUNTED_IN_BYTES = Code.warning(
    "trf.counted-in-bytes",
    "The columns of a line fit only when bytes are counted, not characters",
    "Nothing is lost: the line was read by bytes. Pad fields by characters.",
)
NAME_TOO_LONG = Code.warning(
    "trf.name-too-long",
    "A name is longer than its columns and pushes the rest of the line away",
    "Nothing is lost: the line was read as if the name ended in its columns. Shorten it to 33 letters.",
)
EMPTY_ROSTER = Code.warning(
    "trf.empty-roster",
    "A team has no players in the columns of its roster",
    "Write starting ranks from column 37 (013), 72 (310 of the draft) or 74 (310), each right-aligned in four columns.",
)
OTHER_DIALECT = Code.warning(
    "trf.other-dialect",
    "A record has the layout of another dialect",
    "It was read by its own columns; export the file with one program.",
)
UNKNOWN_RECORD = Code.info(
    "trf.unknown-record",
    "No dialect of TRF has this record",
    "Nothing is lost: it is kept and published as extension data. Check the first three columns if it should count.",
)
PLAYER_UNDER_OTHER_CODE = Code.error(
    "trf.player-under-other-code",
    "A line looks like a player, but its code is not 001",
    "Correct the first three columns; until then the line is kept and the player does not take part.",
)
REPEATED_RECORD = Code.warning(
    "trf.repeated-record", "A record that may occur once occurs again", "The first line counts. Remove the others."
)
REPEATED_NUMBER = Code.error(
    "trf.repeated-number",
    "Two players or two teams have the same number",
    "The first line counts, the other is kept but does not count. Give each its own number.",
)
FILE_CUT = Code.error(
    "trf.file-cut",
    "The file ends before its last player",
    "Export or send the whole file again; the players who are missing are named as opponents.",
)
WRONG_NUMBER = Code.error(
    "trf.wrong-number",
    "A player's line has another starting rank than the opponents name",
    "Correct columns 5 to 8 of the line; until then the games of this player count for nobody else.",
)
REPEATED_FIDE_ID = Code.warning(
    "trf.repeated-fide-id",
    "Several players have the same FIDE number",
    "Correct the numbers; if it is the same person, remove one of the lines.",
)
ODD_IDENTITY = Code.warning(
    "trf.odd-identity",
    "A title, federation, FIDE number or rating is none that a player can have",
    "Correct the columns named; what stands there was kept.",
)
RANKS_WITH_GAPS = Code.warning(
    "trf.ranks-with-gaps",
    "Starting ranks are missing between the first and the last",
    "Check whether lines of players have been lost; those who withdrew before the first round leave a gap, too.",
)
UNKNOWN_TIE_BREAK = Code.warning(
    "trf.unknown-tie-break",
    "Record 202 or 212 names a tie-break that FIDE does not have",
    "Correct the code (C.07 lists them); until then it decides nothing.",
)
OWN_TIE_BREAK = Code.info(
    "trf.own-tie-break",
    "Record 202 or 212 names a tie-break of the organiser's own",
    "It decides nothing here; places that follow it are shown as stated.",
)
NO_NUMBER = Code.error(
    "trf.no-number",
    "A record lacks the number that it needs",
    "Write the number right-aligned in the columns named; until then the line is kept and does not count.",
)
UNKNOWN_NUMBER = Code.error(
    "trf.unknown-number",
    "A record names a player or team that the file does not have",
    "Correct the number, or add the player or team.",
)
BAD_NUMBER = Code.warning(
    "trf.bad-number", "A number was expected in these columns", "Correct the field; it is treated as blank."
)
BAD_VALUE = Code.warning(
    "trf.bad-value", "The field does not allow this value", "Correct the field; it is treated as blank."
)
BAD_DATE = Code.warning("trf.bad-date", "The date cannot be read", "Write YYYY/MM/DD.")
DATE_AMBIGUOUS = Code.info("trf.date-ambiguous", "The date can be read in more than one way", "Write YYYY/MM/DD.")
BAD_RESULT = Code.error(
    "trf.bad-result",
    "A round has a result, colour or opponent that TRF does not know",
    "Correct the columns named; until then the round counts as not played.",
)
OTHER_SIGN = Code.warning(
    "trf.other-sign",
    "Rounds have signs that TRF does not have",
    "Write = for a draw, - for a forfeit or nobody, and a blank for no result; they were read so.",
)
IN_PLAY = Code.info(
    "trf.in-play",
    "Games that are not over have the result Z",
    "Nothing to do; a game without a result has a blank in its place.",
)
POINTS_DERIVED = Code.info(
    "trf.points-derived",
    "The points by result are those that the players' points follow from",
    "Nothing to do; to state them, write record 162 (or XXS).",
)
WON_UNMARKED = Code.warning(
    "trf.won-unmarked",
    "A player of a team has no opponent and the points of a win",
    "Write + where the opponent stayed away; the round was counted as won.",
)
BETWEEN_COLUMNS = Code.warning(
    "trf.between-columns",
    "There is text between the columns of a record",
    "Check the alignment of the line; every field has fixed columns.",
)
MORE_ROUNDS = Code.error(
    "trf.more-rounds",
    "Players have more rounds than the tournament",
    "Correct the number of rounds, or remove the round.",
)
ACCELERATION_RANGE = Code.warning(
    "trf.acceleration-range",
    "A record of accelerated rounds is impossible",
    "Correct the numbers, rounds and points of record 250. In an event of players it gives game points only.",
)
DRAWS_ABOVE_WIN = Code.warning(
    "trf.draws-above-win",
    "Two draws score more than a win and a loss",
    "Check the points of the scoring system; FIDE does not accept such a system.",
)
ORDER_WITHOUT_POINTS = Code.warning(
    "trf.order-without-points",
    "The order of the standings leaves out the points",
    "It was taken literally: the first tie-break ranks all players. Name PTS in record 212, or use record 202.",
)
ROUND_DATES = Code.warning(
    "trf.round-dates",
    "The dates of the rounds are out of order",
    "Write one date for each round, in their order, and within the first and the last day.",
)
DATES_REVERSED = Code.warning(
    "trf.dates-reversed", "The tournament ends before it begins", "Correct record 042 or record 052."
)
NO_ROUNDS = Code.warning(
    "trf.no-rounds",
    "Players have points, but no line has a round",
    "Export the file with the rounds (from column 92 of record 001); without them points are shown as stated.",
)
MISSING_ROUND = Code.error(
    "trf.missing-round",
    "A player's line leaves a round blank, but an opponent names the player in it",
    "Complete the round in the columns named, or correct the opponent's line.",
)
ROUNDS_DIFFER = Code.warning(
    "trf.rounds-differ", "Two records state different numbers of rounds", "The first one counts. Correct the other."
)
COUNT_DIFFERS = Code.warning(
    "trf.count-differs",
    "The file states a different number of players, rated players or teams than it has",
    "Correct the number, or complete the file.",
)
ROSTERS_DIFFER = Code.warning(
    "trf.rosters-differ",
    "Records 013 and 310 list different players for a team",
    "Record 310 counts. Correct 013 or leave it out.",
)
LINE_UP_UNKNOWN = Code.warning(
    "trf.line-up-unknown",
    "A line-up names a player who is not in the team",
    "Correct the line-up in record 300, or the roster in record 310.",
)
BYE_CONTRADICTED = Code.warning(
    "trf.bye-contradicted",
    "A record gives a player a bye, but the player's line says otherwise",
    "The round in record 001 counts. Correct the record, or the round.",
)
FORFEIT_CONTRADICTED = Code.warning(
    "trf.forfeit-contradicted",
    "A record says that a match was forfeited, but its players have results of games",
    "The players' rounds in record 001 count. Correct the record, or the rounds.",
)
BOARD_COLOUR = Code.warning(
    "trf.board-colour",
    "A player has another colour than record 352 gives the board",
    "Correct the colours of the game in both lines, the line-up, or record 352.",
)
IN_TWO_TEAMS = Code.error(
    "trf.in-two-teams",
    "A player is in the rosters of two teams",
    "The player counts for the first team. Remove the player from the other.",
)
OPPONENTS_UNCLEAR = Code.warning(
    "trf.opponents-unclear",
    "The players of a team meet players of several teams in one round",
    "The team met by most of them counts. Correct the opponents of the others.",
)
TEXT_CUT = Code.warning("trf.text-cut", "A line is longer than any TRF record and was cut", "Shorten the line named.")
NOT_CHESS = Code.rejection(
    "trf.not-chess", "TRF cannot describe this kind of event", "Write the event in a format of its own game."
)
MORE_LIKE_IT = Code.info(
    "trf.more-like-it",
    "A finding occurs more often than it is listed",
    "Correct those that are listed and send the file again to see the rest.",
)
