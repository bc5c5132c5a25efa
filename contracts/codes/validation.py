"""Codes of validation: what is wrong with the statements of a file, whatever its format."""

from contracts.codes.code import Code
from contracts.findings import Severity

NOTHING = Code(
    "validation.nothing-to-score", Severity.ERROR, "The file says nothing about its event",
    "Export the results, not only the header of the event.", rejects=True,
)  # fmt: skip
UNKNOWN_PARTICIPANT = Code(
    "validation.unknown-participant", Severity.ERROR, "A result names somebody who is not among the participants",
    "Add the participant, or correct the number on the traveller.",
)  # fmt: skip
REPEATED_RESULT = Code(
    "validation.repeated-result", Severity.ERROR, "The same result is in the file more than once",
    "Delete all but one of the lines.",
)  # fmt: skip
TWICE_ON_A_BOARD = Code(
    "validation.twice-on-a-board", Severity.ERROR, "Somebody has two results on one board of a session",
    "Correct the number of the pair or of the board.",
)  # fmt: skip

CODES: tuple[Code, ...] = (NOTHING, UNKNOWN_PARTICIPANT, REPEATED_RESULT, TWICE_ON_A_BOARD)
