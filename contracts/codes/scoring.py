"""Codes of scoring: where the event as scored again differs from what its files state."""

from contracts.codes.code import Code
from contracts.findings import Severity

POINTS_DIFFER = Code(
    "scoring.board-points-differ",
    Severity.ERROR,
    "Stated points of a board are not those of its scores",
    "Check the scores of the board; if they are right, let the scoring program calculate again.",
)
RESULT_GONE = Code(
    "scoring.result-gone",
    Severity.WARNING,
    "Stated points count a result that is no longer in the file",
    "Totals that are stated count it too. Enter it again, or let the scoring program calculate without it.",
)
TOTAL_DIFFERS = Code(
    "scoring.total-differs",
    Severity.ERROR,
    "A stated total is not the sum of the boards",
    "Check the participant's boards and adjustments, then calculate again.",
)
PERCENTAGE_DIFFERS = Code(
    "scoring.percentage-differs",
    Severity.ERROR,
    "A stated percentage is not that of the boards",
    "Check the participant's boards and adjustments, then calculate again.",
)
PLACE_DIFFERS = Code(
    "scoring.place-differs",
    Severity.ERROR,
    "A stated place is not that of the totals",
    "Check the totals around this place and how ties are split.",
)
TIE_AT_PRINT = Code(
    "scoring.tie-at-print",
    Severity.INFO,
    "Totals that are equal as printed are not equal exactly",
    "Say in the regulations whether ties are decided on exact or on printed totals.",
)
TIE_SPLIT = Code(
    "scoring.tie-split",
    Severity.INFO,
    "The file puts those in an order who have equal totals",
    "Nothing to do if the regulations split ties; Kibitz shows them as equal.",
)
MATCH_DIFFERS = Code(
    "scoring.match-differs",
    Severity.ERROR,
    "A stated match score is not that of its boards",
    "Check the scores of the match, its number of boards and the victory point scale, then calculate again.",
)
MATCH_RULED = Code(
    "scoring.match-ruled",
    Severity.INFO,
    "A match is stated with the score of a void one, or of one that was spoiled",
    "Nothing to do if it was ruled so; else let the scoring program calculate the match again.",
)
DATUM_DIFFERS = Code(
    "scoring.datum-differs",
    Severity.WARNING,
    "A stated datum is not that of the scores",
    "Check the scores of the board; a datum that was set by hand counts as stated.",
)
SCALE_UNKNOWN = Code(
    "scoring.scale-unknown",
    Severity.WARNING,
    "Victory points cannot be checked: the scale is not known here",
    "The stated victory points count. Name a scale that is known, or have its table added.",
)
NOT_APPLIED = Code(
    "scoring.adjustment-not-applied",
    Severity.WARNING,
    "An adjustment is not in a unit that the totals have",
    "State it in the unit of the totals: per cent of the session by match points; IMPs of a match with its round.",
)
NOT_CHECKED = Code(
    "scoring.not-checked",
    Severity.WARNING,
    "The scoring method is not one that is scored again",
    "The stated totals are shown as they stand.",
)
METHOD_DETECTED = Code(
    "scoring.method-detected",
    Severity.INFO,
    "How the event was scored is not stated; it was found by fit",
    "Nothing to do.",
)
LINE_WITHOUT_SCORE = Code(
    "scoring.line-without-score",
    Severity.INFO,
    "A line of a traveller has no score that can be compared",
    "Enter the score, or an adjusted score.",
)
SCORE_FROM_CONTRACT = Code(
    "scoring.score-from-contract", Severity.INFO, "The score was worked out from contract and tricks", "Nothing to do."
)
SOURCES_DISAGREE = Code(
    "scoring.sources-disagree",
    Severity.WARNING,
    "Two files of equal standing say different things",
    "Find out which is right: send that file again, retract the other one, or decide the score.",
)
NUMBERS_SHARED = Code(
    "scoring.numbers-shared",
    Severity.ERROR,
    "Files of two sections give the same numbers to other people",
    "Number the sections differently or export them in one file; or make each an event of its own"
    " (`kibitz events split`).",
)
DOUBLE_DUMMY_DIFFERS = Code(
    "scoring.double-dummy-differs",
    Severity.WARNING,
    "A stated double-dummy table is not that of the deal",
    "Check the cards of the board; if they are right, let the program that wrote the file analyse it again.",
)
PAR_DIFFERS = Code(
    "scoring.par-differs",
    Severity.WARNING,
    "A stated optimum score is not the par of the deal",
    "Check cards, dealer and vulnerability of the board; if they are right, let it be analysed again.",
)
NOT_ANALYSED = Code(
    "scoring.deal-not-analysed",
    Severity.INFO,
    "A deal could not be analysed double dummy",
    "Nothing to do where cards are missing; otherwise try again on a machine with less to do.",
)
ROUND_UNKNOWN = Code(
    "scoring.round-unknown",
    Severity.INFO,
    "Standings after a round are without what names no round",
    "Nothing to do; what names no round is in the standings of the whole event.",
)

CODES: tuple[Code, ...] = (
    POINTS_DIFFER, RESULT_GONE, TOTAL_DIFFERS, PERCENTAGE_DIFFERS, PLACE_DIFFERS, TIE_AT_PRINT, TIE_SPLIT,
    MATCH_DIFFERS, MATCH_RULED, DATUM_DIFFERS, SCALE_UNKNOWN, NOT_APPLIED, NOT_CHECKED, METHOD_DETECTED,
    LINE_WITHOUT_SCORE, SCORE_FROM_CONTRACT, SOURCES_DISAGREE, NUMBERS_SHARED, DOUBLE_DUMMY_DIFFERS, PAR_DIFFERS,
    NOT_ANALYSED, ROUND_UNKNOWN,
)  # fmt: skip
