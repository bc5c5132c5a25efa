"""Codes of the checks of a chess tournament, whatever the format of its file."""

from contracts.codes.code import Code

# Rounds: both players of a game state it.

OPPONENTS_DISAGREE = Code.error(
    "chess.opponents-disagree",
    "A player's opponent has a different opponent",
    "Correct the opponent in one of the two lines.",
)
COLOURS_DISAGREE = Code.error(
    "chess.colours-disagree",
    "Both players of a game state the same colour",
    "Correct the colour in one of the two lines.",
)
RESULTS_DISAGREE = Code.error(
    "chess.results-disagree",
    "The two players of a game state results that contradict each other",
    "Correct the result in one of the two lines.",
)
RESULT_ONE_SIDED = Code.warning(
    "chess.result-one-sided", "Only one of the two players of a game has a result", "Enter the result in both lines."
)
NAMED_TWICE = Code.error(
    "chess.named-twice",
    "Two players name the same opponent in one round",
    "Correct the opponent in one of the lines; a player has one game in a round.",
)
SYSTEM_OF_OTHERS = Code.warning(
    "chess.system-of-others",
    "The file names a system of teams for players, or of players for teams",
    "Correct the code of the system (record 192).",
)
OWN_OPPONENT = Code.error("chess.own-opponent", "A player is listed as his own opponent", "Correct the opponent.")
BYE_WITH_OPPONENT = Code.warning(
    "chess.bye-with-opponent",
    "A bye or absence has an opponent or a colour",
    "Remove the opponent and the colour; the round counts as a bye.",
)
RESULT_WITHOUT_OPPONENT = Code.warning(
    "chess.result-without-opponent",
    "A game has a result but no opponent",
    "Enter the opponent, or the letter of the bye. Until then the round counts as a bye that brings the same points.",
)
SEATED_TWICE = Code.error(
    "chess.seated-twice", "A player sits at two boards in one round", "Correct the line-up (record 300) or the rosters."
)
SECOND_PAIRING_BYE = Code.warning(
    "chess.second-pairing-bye",
    "A player has the pairing-allocated bye after an earlier one or an unplayed win",
    "Check the letter: F and H are byes on request; U is allocated by the pairing, at most once to a player.",
)
PAIRING_BYES_OF_ROUND = Code.warning(
    "chess.pairing-byes-of-round",
    "Several players have the pairing-allocated bye in one round",
    "Check the letters; a pairing leaves at most one player without an opponent.",
)
ROUND_TURNED = Code.warning(
    "chess.round-turned",
    "All colours of a round of a Swiss are likely to be the wrong way round",
    "Check the colours of the round in all lines, and record 152; nothing to do if it was paired so.",
)
COLOURS_TURNED = Code.warning(
    "chess.colours-turned",
    "The colours of a game are likely to be the wrong way round",
    "Check the colours of the game named in both lines; nothing to do if it was paired so.",
)
NOT_BERGER = Code.warning(
    "chess.not-berger",
    "Rounds are not those of the Berger tables that the tournament is said to be played by",
    "Check the opponents of the rounds named and the pairing numbers, or correct the type of the tournament.",
)
MET_TWICE = Code.warning(
    "chess.met-twice",
    "Two players met twice in a Swiss tournament",
    "Check the opponents; nothing to do if they were paired so.",
)


# Conditions.

ROUND_BEYOND_END = Code.warning(
    "chess.round-beyond-end",
    "A statement belongs to a round after the last one",
    "Correct the round, or the number of rounds.",
)
