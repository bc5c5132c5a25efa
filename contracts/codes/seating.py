"""Codes of seating."""

from contracts.codes.code import Code
from contracts.findings import Severity

# Movements.

SEATED_TWICE = Code(
    "seating.seated-twice", Severity.ERROR, "Somebody has two seats in one round of a movement",
    "Correct the numbers of the round in the movement before it is called.",
)  # fmt: skip
TABLE_TWICE = Code(
    "seating.table-twice", Severity.ERROR, "A table has two lines in one round of a movement",
    "Take one of the two lines out of the movement.",
)  # fmt: skip
BOARD_TWICE = Code(
    "seating.board-twice", Severity.ERROR, "Somebody comes to a board a second time",
    "Correct the boards or the numbers of the later round; a board that is known cannot be played.",
)  # fmt: skip
MET_TWICE = Code(
    "seating.met-twice", Severity.WARNING, "Opponents meet more often than is meant",
    "Nothing to do if the movement is meant so; else correct the numbers of the later round.",
)  # fmt: skip
PARTNERS_TWICE = Code(
    "seating.partners-twice", Severity.WARNING, "Two players of an individual are partners more than once",
    "Nothing to do if the movement is meant so; else correct the numbers of the later round.",
)  # fmt: skip
BOARD_SHARED = Code(
    "seating.board-shared", Severity.INFO, "A board is at more tables in one round than one set of boards allows",
    "Have a copy of the boards at each of the tables, or let the tables share them during the round.",
)  # fmt: skip
NO_SUCH_MOVEMENT = Code(
    "seating.no-such-movement", Severity.ERROR, "There is no movement of this kind for this field",
    "Choose another kind of movement, another number of rounds, or a phantom pair.",
)  # fmt: skip

CODES = (
    SEATED_TWICE, TABLE_TWICE, BOARD_TWICE, MET_TWICE, PARTNERS_TWICE, BOARD_SHARED, NO_SUCH_MOVEMENT,
)  # fmt: skip
