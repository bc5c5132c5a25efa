"""Codes of seating."""

from contracts.codes.code import Code
from contracts.findings import Severity

OTHERS_WOULD_MEET = Code(
    "seating.others-would-meet", Severity.INFO, "Seats are locked; corrected standings would seat others together",
    "Nothing to do, or unlock the round: kibitz seat unlock.",
)  # fmt: skip
MISMATCH_OF_LOCKED = Code(
    "seating.mismatch", Severity.WARNING, "Seats are locked, and an opponent is far from the one that is correct",
    "Unlock the round if play has not begun; otherwise compensate as the regulations say.",
)  # fmt: skip

CODES: tuple[Code, ...] = (OTHERS_WOULD_MEET, MISMATCH_OF_LOCKED)
