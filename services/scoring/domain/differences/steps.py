"""Which findings take part in folding, and in which order they explain each other, by the rules of `precedence`."""

from collections.abc import Mapping

from contracts.codes import acblscore, chess, pbn, scoring, trf, validation

FILE, REPAIR, LINE, MATCH_REPAIR, BOARD, MATCH, TOTAL, PLACE = range(8)

REPAIRS = (
    scoring.BOARD_MISNUMBERED,
    scoring.LINE_MISPLACED,
    scoring.LINE_MISSING,
    scoring.BOARD_MISSING,
    scoring.STRATUM_DIFFERS,
    scoring.POINTS_BY_RESULT,
)
"""What makes all stated totals right (rule 10)."""

PEOPLE = (trf.WRONG_NUMBER, trf.REPEATED_NUMBER, trf.UNKNOWN_NUMBER)
"""Faults of who is there (rule 9)."""

CUT = (trf.FILE_CUT, acblscore.FILE_CUT)
"""A file that ends too early (rule 15)."""

FOLLOWING_CUT = (acblscore.BAD_POINTER, acblscore.BAD_BLOCK)
"""What follows from that alone, and explains nothing (rule 15)."""

GAMES_READ = (trf.BAD_RESULT, trf.MISSING_ROUND, chess.BYE_WITH_OPPONENT, chess.RESULT_WITHOUT_OPPONENT)
"""Faults of what a line says of its own game (rule 9)."""

FOLLOWING_PEOPLE = (trf.COUNT_DIFFERS, trf.OPPONENTS_UNCLEAR, trf.RANKS_WITH_GAPS, scoring.UNKNOWN_MEMBER)
"""What follows from who is there alone (rule 9)."""

OTHER_RESULTS = (
    validation.REPEATED_RESULT,
    validation.TWICE_ON_A_BOARD,
    validation.NO_BOARD_NUMBER,
    validation.SHARED_ID,
    scoring.UNKNOWN_PARTICIPANT,
)
"""What makes other numbers of results (rule 2)."""

OF_LINES = (
    validation.SCORE_NOT_IN_TENS,
    validation.SCORE_IMPOSSIBLE,
    validation.SCORE_NOT_OF_CONTRACT,
    validation.SCORE_OF_PASSED_OUT,
    validation.VULNERABILITY_BY_SCORES,
    validation.ARTIFICIAL_IMPOSSIBLE,
    validation.TABLES_ALIKE,
    validation.PAIR_OF_OTHER_TEAM,
    validation.TWICE_AT_ONCE,
    validation.BOARD_OUTSIDE_MATCH,
    validation.MATCH_BOARDS_DIFFER,
    validation.TRICKS_IMPOSSIBLE,
    validation.CONTRACT_UNREADABLE,
    validation.DECLARER_UNREADABLE,
    validation.LEAD_UNREADABLE,
    validation.LEAD_NOT_HELD,
    pbn.CARD_REPEATED,
    pbn.CARD_MISSING,
    validation.DEAL_INCOMPLETE,
    acblscore.BAD_SCORE,
    acblscore.SCORES_DISAGREE,
    acblscore.UNKNOWN_PAIR,
)

OF_GAMES = (
    chess.OPPONENTS_DISAGREE,
    chess.OWN_OPPONENT,
    chess.NAMED_TWICE,
    chess.RESULTS_DISAGREE,
    chess.RESULT_ONE_SIDED,
    chess.COLOURS_DISAGREE,
    chess.MET_TWICE,
    chess.SECOND_PAIRING_BYE,
    chess.PAIRING_BYES_OF_ROUND,
    chess.SEATED_TWICE,
    scoring.GAME_MISREPORTED,
    scoring.BYE_MISREPORTED,
)

OF_MOVEMENTS = (validation.LINE_MISSING, validation.DIRECTIONS_SWAPPED)

STEPS: Mapping[str, int] = {
    code.code: step
    for step, codes in (
        (FILE, CUT),
        (
            REPAIR,
            (
                *REPAIRS,
                validation.MATCH_OF_OTHER_TEAM,
                validation.BOARDS_EXCHANGED,
                *PEOPLE,
                *GAMES_READ,
                *FOLLOWING_CUT,
            ),
        ),
        (LINE, (*OTHER_RESULTS, *OF_LINES, *OF_GAMES, *FOLLOWING_PEOPLE)),
        (BOARD, (scoring.POINTS_DIFFER, scoring.POINTS_UNBALANCED, scoring.RESULT_GONE, scoring.DATUM_DIFFERS)),
        (BOARD, OF_MOVEMENTS),
        (MATCH_REPAIR, (scoring.MATCH_MISREPORTED, scoring.MATCH_MISSING)),
        (MATCH, (scoring.MATCH_DIFFERS, scoring.MARGIN_DIFFERS, scoring.MATCH_UNBALANCED, scoring.MATCH_OUT_OF_ORDER)),
        (
            TOTAL,
            (
                validation.DIRECTION_NOT_TAKEN,
                scoring.TOTAL_DIFFERS,
                scoring.PERCENTAGE_DIFFERS,
                validation.PERCENTAGE_IMPOSSIBLE,
                scoring.BOARDS_PLAYED_DIFFER,
                scoring.WINS_DIFFER,
            ),
        ),
        (
            PLACE,
            (
                scoring.PLACE_DIFFERS,
                scoring.PLACE_OUT_OF_ORDER,
                scoring.TIES_BROKEN_OTHERWISE,
                scoring.PLACES_OF_ANOTHER_ORDER,
                scoring.TIE_ALONE,
                scoring.SUMMARY_DIFFERS,
            ),
        ),
    )
    for code in codes
}
"""The step of each code that takes part (rule 1)."""

AT_ONE_PLACE = {code: number for number, code in enumerate(STEPS)}
REPAIRED = frozenset(code.code for code in REPAIRS)
IDENTITY = frozenset(code.code for code in OTHER_RESULTS)
OF_ONE_LINE = IDENTITY | {code.code for code in (validation.TABLES_ALIKE, *OF_MOVEMENTS)}
OF_TEAMS = frozenset(code.code for code in (validation.MATCH_OF_OTHER_TEAM, validation.PAIR_OF_OTHER_TEAM))
OF_SEATS = IDENTITY | REPAIRED | OF_TEAMS | {validation.BOARDS_EXCHANGED.code}
GAMES = frozenset(code.code for code in (*OF_GAMES, *GAMES_READ))
FOLLOWING_ALL = frozenset((scoring.PLACE_DIFFERS.code, scoring.TIES_BROKEN_OTHERWISE.code))
OF_PEOPLE = frozenset(code.code for code in (*PEOPLE, *CUT))
OF_CUT = frozenset(code.code for code in CUT)
EXPLAINING_NOTHING = frozenset(code.code for code in FOLLOWING_CUT)
