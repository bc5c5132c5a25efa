"""Codes of seating."""

from contracts.codes.code import Code
from contracts.findings import Severity

# Swiss draws.

REMATCH = Code(
    "seating.rematch", Severity.WARNING, "Two meet again, since there is no draw without a rematch",
    "Play fewer rounds, or let them meet again.",
)  # fmt: skip
KEPT_APART_MEET = Code(
    "seating.kept-apart-meet", Severity.WARNING, "Two meet who are to be kept apart, since there is no other draw",
    "Let one of two stationary pairs move for this round.",
)  # fmt: skip
BYE = Code(
    "seating.bye", Severity.INFO, "Somebody sits out because an odd number plays",
    "Nothing to do; the message says why it is this one.",
)  # fmt: skip
LEFT_OUT = Code(
    "seating.left-out", Severity.INFO, "Somebody who has played was not in the last round and is not drawn any more",
    "If they go on, name them in the file with a bye in the round that they missed.",
)  # fmt: skip
LATE_ARRIVAL = Code(
    "seating.late-arrival", Severity.INFO, "Somebody who has not played yet is drawn from now on",
    "If they do not come, take them out of the list of participants or mark their seat as given up.",
)  # fmt: skip
DRAWN_OTHERWISE = Code(
    "seating.drawn-otherwise", Severity.INFO, "The round is being played by another draw than ours",
    "Nothing to do; the seats are those that are played, as far as files tell them.",
)  # fmt: skip

# Knock-outs.

NO_WINNER = Code(
    "seating.no-winner", Severity.WARNING, "A match of a knock-out is over and has no winner",
    "Let the scoring program state who goes on, or play the extra boards and send the match again.",
)  # fmt: skip
BRACKET_UNCLEAR = Code(
    "seating.bracket-unclear", Severity.INFO, "Who meets whom later in a knock-out does not follow from the files",
    "Give every participant a seed, or send the meetings of the round.",
)  # fmt: skip

CODES: tuple[Code, ...] = (
    REMATCH, KEPT_APART_MEET, BYE, LEFT_OUT, LATE_ARRIVAL, DRAWN_OTHERWISE, NO_WINNER, BRACKET_UNCLEAR,
)  # fmt: skip
