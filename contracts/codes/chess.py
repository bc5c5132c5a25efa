"""Codes of the checks of a chess tournament, whatever the format of its file."""

from contracts.codes.code import from_catalogue

# Rounds: both players of a game state it.

OPPONENTS_DISAGREE = from_catalogue("chess.opponents-disagree")
COLOURS_DISAGREE = from_catalogue("chess.colours-disagree")
RESULTS_DISAGREE = from_catalogue("chess.results-disagree")
RESULT_ONE_SIDED = from_catalogue("chess.result-one-sided")
NAMED_TWICE = from_catalogue("chess.named-twice")
SYSTEM_OF_OTHERS = from_catalogue("chess.system-of-others")
OWN_OPPONENT = from_catalogue("chess.own-opponent")
BYE_WITH_OPPONENT = from_catalogue("chess.bye-with-opponent")
RESULT_WITHOUT_OPPONENT = from_catalogue("chess.result-without-opponent")
SEATED_TWICE = from_catalogue("chess.seated-twice")
SECOND_PAIRING_BYE = from_catalogue("chess.second-pairing-bye")
PAIRING_BYES_OF_ROUND = from_catalogue("chess.pairing-byes-of-round")
ROUND_TURNED = from_catalogue("chess.round-turned")
COLOURS_TURNED = from_catalogue("chess.colours-turned")
NOT_BERGER = from_catalogue("chess.not-berger")
MET_TWICE = from_catalogue("chess.met-twice")


# Conditions.

ROUND_BEYOND_END = from_catalogue("chess.round-beyond-end")
