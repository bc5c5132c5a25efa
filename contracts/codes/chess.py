"""Codes of the checks of chess: what is wrong with the statements about a tournament, whatever format they came in."""

from contracts.codes.code import Code
from contracts.findings import Severity

# Rounds: what each player states of the same game.

OPPONENTS_DISAGREE = Code(
    "chess.opponents-disagree",
    Severity.ERROR,
    "A player names an opponent who names somebody else",
    "Correct the opponent in one of the two lines.",
)
COLOURS_DISAGREE = Code(
    "chess.colours-disagree",
    Severity.ERROR,
    "Both players of a game state the same colour",
    "Correct the colour in one of the two lines.",
)
RESULTS_DISAGREE = Code(
    "chess.results-disagree",
    Severity.ERROR,
    "The two players of a game state results that cannot both be",
    "Correct the result in one of the two lines.",
)
RESULT_ONE_SIDED = Code(
    "chess.result-one-sided",
    Severity.WARNING,
    "Only one of the two players of a game has a result",
    "Enter the result in both lines.",
)
NAMED_TWICE = Code(
    "chess.named-twice",
    Severity.ERROR,
    "Two players name the same opponent in one round",
    "Correct the opponent in one of the lines; everybody plays once in a round.",
)
OWN_OPPONENT = Code(
    "chess.own-opponent", Severity.ERROR, "A player is stated to have played against himself", "Correct the opponent."
)
BYE_WITH_OPPONENT = Code(
    "chess.bye-with-opponent",
    Severity.WARNING,
    "A bye or absence has an opponent or a colour",
    "Leave opponent and colour out; it counts as a bye.",
)
RESULT_WITHOUT_OPPONENT = Code(
    "chess.result-without-opponent",
    Severity.WARNING,
    "A game has a result but no opponent",
    "It counts as a bye that brings as much, as files before TRF16 write it. Enter the opponent, or the bye's letter.",
)
SEATED_TWICE = Code(
    "chess.seated-twice",
    Severity.ERROR,
    "A player sits at two boards in one round",
    "Correct the line-up (record 300) or the rosters.",
)
SECOND_PAIRING_BYE = Code(
    "chess.second-pairing-bye",
    Severity.WARNING,
    "Somebody has the pairing-allocated bye who had it, or a win without playing, before",
    "Check the letter: F and H are byes that were asked for, U is given by the pairing and at most once.",
)
PAIRING_BYES_OF_ROUND = Code(
    "chess.pairing-byes-of-round",
    Severity.WARNING,
    "Several have the pairing-allocated bye in one round",
    "Check the letters; the pairing leaves at most one over.",
)
MET_TWICE = Code(
    "chess.met-twice",
    Severity.WARNING,
    "Two played each other twice in a Swiss",
    "Check the opponents; nothing to do if it was paired so.",
)


# Conditions.

ROUND_BEYOND_END = Code(
    "chess.round-beyond-end",
    Severity.WARNING,
    "Something belongs to a round that the tournament does not have",
    "Correct the round, or the number of rounds.",
)
