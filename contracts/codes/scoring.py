"""Codes of scoring: where the event as scored again differs from what its files state."""

from contracts.codes.code import Code

UNKNOWN_PARTICIPANT = Code.error(
    "scoring.unknown-participant",
    "A result names an unlisted participant",
    "Add the participant to the list, or correct the number in the result.",
)
TOTAL_OF_UNKNOWN = Code.error(
    "scoring.total-of-unknown",
    "A total, adjustment, award or seat names an unlisted participant",
    "Add the participant to the list, or correct the number.",
)
UNKNOWN_MEMBER = Code.error(
    "scoring.unknown-member",
    "A team and its members do not name each other",
    "List the pair or player and the team under the numbers by which they name each other.",
)
UNKNOWN_PART = Code.warning(
    "scoring.unknown-session-or-section",
    "A session or section is used but not listed",
    "List the session or section, or correct its name.",
)
POINTS_UNBALANCED = Code.error(
    "scoring.points-unbalanced",
    "The stated points of both sides of a line do not balance",
    "Check the points of both sides of this line, then let the scoring program calculate the board again.",
)
MATCH_UNBALANCED = Code.warning(
    "scoring.match-unbalanced",
    "The stated scores of both sides of a match do not balance",
    "Nothing to do after a penalty or a ruling; else correct the score of the match.",
)
MATCH_OUT_OF_ORDER = Code.warning(
    "scoring.match-out-of-order",
    "The victory points of a match do not follow its margin",
    "Check the IMPs of the match and its victory points: the winner has more, and a greater margin wins no fewer.",
)
MARGIN_DIFFERS = Code.warning(
    "scoring.match-margin-differs",
    "The stated margin of a match is not the sum of its boards",
    "Nothing to do after an adjustment of the match; else let the scoring program calculate it again.",
)
WINS_DIFFER = Code.warning(
    "scoring.wins-differ",
    "The stated number of wins differs from the matches",
    "Check the scores of the participant's matches, then let the scoring program count the wins again.",
)
BOARDS_PLAYED_DIFFER = Code.warning(
    "scoring.boards-played-differ",
    "The stated number of boards differs from the results",
    "Enter the missing results, or correct the number; adjusted scores count as played, sit-outs do not.",
)
PLACE_OUT_OF_ORDER = Code.error(
    "scoring.place-out-of-order",
    "A stated place does not follow the stated totals",
    "Correct the total or the place; the greater total has the better place.",
)
TIE_ALONE = Code.warning(
    "scoring.tie-alone",
    "A place is marked as shared but nobody shares it",
    "Remove the mark, or correct the place of the other participant.",
)
SUMMARY_DIFFERS = Code.warning(
    "scoring.summary-differs",
    "A summary record of a team does not follow from its games",
    "Write records 801 and 802 again from the games, or leave them out.",
)

LINE_MISPLACED = Code.error(
    "scoring.line-misplaced",
    "A result is under a wrong number or in the wrong direction",
    "Correct who sat where in this result; the stated totals of both pairs are right then.",
)
LINE_MISSING = Code.error(
    "scoring.line-missing",
    "A result is missing that the stated totals count",
    "Enter the result, or let the scoring program calculate without it.",
)
MATCH_MISREPORTED = Code.error(
    "scoring.match-misreported",
    "With other scores or another side of one match the stated totals are right",
    "Check the score of this match and who played it; else the totals of the sides named.",
)
MATCH_MISSING = Code.error(
    "scoring.match-missing",
    "A match is missing that the stated totals count",
    "Enter the match, or let the scoring program calculate without it.",
)
GAME_MISREPORTED = Code.error(
    "scoring.game-misreported",
    "With another result of one game the stated points of both players are right",
    "Check the result of this game in both lines; else the points of both.",
)
BYE_MISREPORTED = Code.error(
    "scoring.bye-misreported",
    "With another kind of bye the stated points are right",
    "Check which bye this was: half a point (H), a full point (F), pairing-allocated (U) or none (Z); else the points.",
)
POINTS_BY_RESULT = Code.error(
    "scoring.points-by-result",
    "With other points for a win, draw or bye all stated points are right",
    "Correct the record that says what each result is worth; else let the program calculate all points again.",
)
BOARD_MISSING = Code.error(
    "scoring.board-missing",
    "A board is missing that the stated totals count",
    "Export the event again with all boards; nothing to do if the board was taken out and the totals are to follow.",
)
BOARD_MISNUMBERED = Code.error(
    "scoring.board-misnumbered",
    "A board is under the number of another",
    "Correct the number of this board; what is stated of the event agrees then.",
)
STRATUM_DIFFERS = Code.error(
    "scoring.stratum-differs",
    "The stated places put a participant in another stratum, or treat it as eligible or not",
    "Correct the stratum or the eligibility of the participant, or rank the event again.",
)
POINTS_DIFFER = Code.error(
    "scoring.board-points-differ",
    "The stated points of a board do not follow from its scores",
    "Check the scores of the board; if they are right, let the scoring program calculate again.",
)
RESULT_GONE = Code.warning(
    "scoring.result-gone",
    "Stated points count a result that is no longer in the file",
    "Stated totals count it too. Enter it again, or let the scoring program calculate without it.",
)
TOTAL_DIFFERS = Code.error(
    "scoring.total-differs",
    "A stated total is not the sum of the results",
    "Check the participant's results and penalties, then let the scoring program calculate again.",
)
PERCENTAGE_DIFFERS = Code.error(
    "scoring.percentage-differs",
    "A stated percentage does not follow from the boards",
    "Check the participant's results and penalties, then let the scoring program calculate again.",
)
PLACE_DIFFERS = Code.error(
    "scoring.place-differs",
    "A stated place does not follow from the totals",
    "Check the totals next to this place and the tie-breaks, then let the scoring program rank again.",
)
WINNERS_DIFFER = Code.error(
    "scoring.winners-differ",
    "The stated places are of another number of winners than the file states",
    "Correct the number of winners in the scoring program, or let it rank again. We rank as the places do.",
)
PLACES_OF_ANOTHER_ORDER = Code.warning(
    "scoring.places-of-another-order",
    "The stated places are not the order of the points",
    "Nothing to do if the file gives the starting numbers there; else let the program rank again.",
)
TIES_BROKEN_OTHERWISE = Code.warning(
    "scoring.ties-broken-otherwise",
    "The stated order of those level on points does not follow the stated tie-breaks",
    "Check which tie-breaks the program has used, in which order and of which edition, and state those.",
)
TIE_AT_PRINT = Code.info(
    "scoring.tie-at-print",
    "Totals that are printed as equal differ exactly",
    "State in the regulations whether exact or printed totals decide ties.",
)
TIE_SPLIT = Code.info(
    "scoring.tie-split",
    "The file ranks tied participants",
    "Nothing to do if the regulations split ties; Kibitz shows them as equal.",
)
MATCH_DIFFERS = Code.error(
    "scoring.match-differs",
    "The stated score of a match does not follow from its boards",
    "Check the scores of the match, its number of boards and the victory point scale, then calculate again.",
)
MATCH_RULED = Code.info(
    "scoring.match-ruled",
    "A match is stated with the score of a void match, or of one spoiled by the director",
    "Nothing to do if the director ruled so; else let the scoring program calculate the match again.",
)
DATUM_DIFFERS = Code.warning(
    "scoring.datum-differs",
    "A stated datum does not follow from the scores",
    "Check the scores of the board; a datum that was set by hand counts as stated.",
)
SCALE_UNKNOWN = Code.warning(
    "scoring.scale-unknown",
    "Victory points cannot be checked, because no known scale fits",
    "The stated victory points count. To check them, give the table of the scale: kibitz decide scale.",
)
NOT_APPLIED = Code.warning(
    "scoring.adjustment-not-applied",
    "An adjustment has a unit that the totals do not have",
    "State it in the unit of the totals: per cent of the session by match points; IMPs of a match with its round.",
)
NOT_CHECKED = Code.warning(
    "scoring.not-checked",
    "Kibitz does not compute this scoring method",
    "Nothing to do if the standings are right: the rest is shown as the file states it, or left out as named.",
)
METHOD_DETECTED = Code.info(
    "scoring.method-detected", "The scoring method is not stated; it was found by the best fit", "Nothing to do."
)
LINE_WITHOUT_SCORE = Code.info(
    "scoring.line-without-score", "A result has no score that can be compared", "Enter the score, or an adjusted score."
)
TOTALS_FACTORED = Code.info(
    "scoring.totals-factored",
    "Stated totals are factored, and the stated points of lines are not",
    "Nothing to do: points are shown as the file has them, and totals are compared as it adds them up.",
)
RULING_AS_STATED = Code.info(
    "scoring.ruling-as-stated",
    "A ruling counts with the points that are stated for it",
    "Nothing to do if these are the points that the director gave; else correct the adjusted score.",
)
SCORE_FROM_CONTRACT = Code.info(
    "scoring.score-from-contract", "The score was computed from contract and tricks", "Nothing to do."
)
SOURCES_DISAGREE = Code.warning(
    "scoring.sources-disagree",
    "Two files of equal standing state different values",
    "Find out which is right: send that file again, retract the other one, or decide the score.",
)
FILE_HELD = Code.warning(
    "scoring.file-held",
    "A file is not counted, because it changes or leaves out most of what counts",
    "If it is right: `kibitz take FILE`; if it is of another event: `kibitz events split FILE`.",
)
NUMBERS_SHARED = Code.error(
    "scoring.numbers-shared",
    "Files of two sections use the same numbers for different people",
    "Number the sections differently or export them in one file; or make each an event of its own"
    " (`kibitz events split`).",
)
DOUBLE_DUMMY_DIFFERS = Code.warning(
    "scoring.double-dummy-differs",
    "A stated double-dummy table does not fit the deal",
    "Check the cards of the board; if they are right, let the program that wrote the file analyse it again.",
)
PAR_DIFFERS = Code.warning(
    "scoring.par-differs",
    "A stated optimum score is not the par of the deal",
    "Check cards, dealer and vulnerability of the board; if they are right, let it be analysed again.",
)
NOT_ANALYSED = Code.info(
    "scoring.deal-not-analysed",
    "A deal could not be analysed double dummy",
    "Nothing to do if cards are missing; otherwise try again on a less busy machine.",
)
ROUND_UNKNOWN = Code.info(
    "scoring.round-unknown",
    "Standings after a round leave out decisions that name no round",
    "Nothing to do: decisions without a round count in the standings of the whole event.",
)
