"""Codes of seating."""

from contracts.codes.code import Code
from contracts.findings import Severity

OTHERS_WOULD_MEET = Code(
    "seating.others-would-meet",
    Severity.INFO,
    "Seats are locked; corrected standings would seat others together",
    "Nothing to do, or unlock the round: kibitz seat unlock.",
)
MISMATCH_OF_LOCKED = Code(
    "seating.mismatch",
    Severity.WARNING,
    "Seats are locked, and an opponent is far from the one that is correct",
    "Unlock the round if play has not begun; otherwise compensate as the regulations say.",
)

# What a director has decided about the next seats.

STILL_PLAYING = Code(
    "seating.still-playing",
    Severity.INFO,
    "The next round was called while a table of this one is still playing",
    "Nothing to do: they are drawn with their score to date. Lock the round once its seats are given out.",
)
OPPONENT_UNKNOWN = Code(
    "seating.opponent-unknown",
    Severity.WARNING,
    "The next round was called, and whom somebody meets in this one is not known",
    "Call the round again with the seats of this one, or see to it that the two do not meet again.",
)
GAMES_OPEN = Code(
    "seating.games-open",
    Severity.WARNING,
    "A round of chess was called and cannot be drawn while games are open",
    "Send the results that are named; the round is drawn as soon as they are in.",
)
AWAY = Code(
    "seating.away",
    Severity.INFO,
    "The director has said that somebody is not there",
    "Nothing to do. When they come back: kibitz seat return.",
)

# Draws of chess.

NO_PAIRING = Code(
    "seating.no-pairing",
    Severity.ERROR,
    "No pairing of the round keeps all absolute rules",
    "The arbiter decides: allow a pair to meet again, lift a ban, or end the tournament.",
)
DRAW_STOPPED = Code(
    "seating.draw-stopped",
    Severity.ERROR,
    "A draw took longer or needed more memory than it may",
    "Raise KIBITZ_SEATING_DRAW_SECONDS or KIBITZ_SEATING_DRAW_MEGABYTES, or pair the round elsewhere.",
)
DRAW_FAILED = Code(
    "seating.draw-failed",
    Severity.ERROR,
    "The program that draws gave no usable answer",
    "Pair the round elsewhere, and report the file: this should not happen.",
)
SYSTEM_NOT_DRAWN = Code(
    "seating.system-not-drawn",
    Severity.WARNING,
    "The pairing system, or its edition, is not one that is drawn here",
    "Send the pairings of the next round in the file; they are shown as they stand.",
)
SYSTEM_ASSUMED = Code(
    "seating.system-assumed",
    Severity.INFO,
    "The file does not say the pairing system, so the usual one was taken",
    "State it in record 192.",
)
COLOUR_ASSUMED = Code(
    "seating.colour-assumed",
    Severity.INFO,
    "The initial colour is not stated and was not drawn by lot here",
    "State it in record 152.",
)
ROUNDS_UNKNOWN = Code(
    "seating.rounds-unknown",
    Severity.WARNING,
    "The number of rounds is not stated, so the round was drawn as one that is not among the last",
    "State it in record 142; other rules hold in the last round.",
)
ROUNDS_CONTRADICT = Code(
    "seating.rounds-contradict",
    Severity.ERROR,
    "The rounds so far do not say who met whom, with which colours",
    "Correct the lines of the two; then the next round can be drawn.",
)
NOT_THE_TABLE = Code(
    "seating.not-the-table",
    Severity.WARNING,
    "The rounds so far are not those of the Berger table",
    "Send the pairings of the next round in the file; they are shown as they stand.",
)

# Swiss draws.

REMATCH = Code(
    "seating.rematch",
    Severity.WARNING,
    "Two meet again, since there is no draw without a rematch",
    "Play fewer rounds, or let them meet again.",
)
KEPT_APART_MEET = Code(
    "seating.kept-apart-meet",
    Severity.WARNING,
    "Two meet who are to be kept apart, since there is no other draw",
    "Let one of two stationary pairs move for this round.",
)
BYE = Code(
    "seating.bye",
    Severity.INFO,
    "Somebody sits out because an odd number plays",
    "Nothing to do; the message says why it is this one.",
)
LEFT_OUT = Code(
    "seating.left-out",
    Severity.INFO,
    "Somebody who has played was not in the last round and is not drawn any more",
    "If they go on, name them in the file with a bye in the round that they missed.",
)
LATE_ARRIVAL = Code(
    "seating.late-arrival",
    Severity.INFO,
    "Somebody who has not played yet is drawn from now on",
    "If they do not come, take them out of the list of participants or mark their seat as given up.",
)
DRAWN_OTHERWISE = Code(
    "seating.drawn-otherwise",
    Severity.INFO,
    "The round is being played by another draw than ours",
    "Nothing to do; the seats are those that are played, as far as files tell them.",
)

# Knock-outs.

NO_WINNER = Code(
    "seating.no-winner",
    Severity.WARNING,
    "A match of a knock-out is over and has no winner",
    "Let the scoring program state who goes on, or play the extra boards and send the match again.",
)
BOTH_AWAY = Code(
    "seating.both-away",
    Severity.WARNING,
    "Both sides of a match of a knock-out are away, and nobody goes on",
    "Nothing to do: whoever would meet the winner goes on. If one of the two plays on: kibitz seat return.",
)
BRACKET_UNCLEAR = Code(
    "seating.bracket-unclear",
    Severity.INFO,
    "Who meets whom later in a knock-out does not follow from the files",
    "Give every participant a seed, or send the meetings of the round.",
)

# Movements.

SEATED_TWICE = Code(
    "seating.seated-twice",
    Severity.ERROR,
    "Somebody has two seats in one round of a movement",
    "Correct the numbers of the round in the movement before it is called.",
)
TABLE_TWICE = Code(
    "seating.table-twice",
    Severity.ERROR,
    "A table has two lines in one round of a movement",
    "Take one of the two lines out of the movement.",
)
BOARD_TWICE = Code(
    "seating.board-twice",
    Severity.ERROR,
    "Somebody comes to a board a second time",
    "Correct the boards or the numbers of the later round; a board that is known cannot be played.",
)
MET_TWICE = Code(
    "seating.met-twice",
    Severity.WARNING,
    "Opponents meet more often than is meant",
    "Nothing to do if the movement is meant so; else correct the numbers of the later round.",
)
PARTNERS_TWICE = Code(
    "seating.partners-twice",
    Severity.WARNING,
    "Two players of an individual are partners more than once",
    "Nothing to do if the movement is meant so; else correct the numbers of the later round.",
)
BOARD_SHARED = Code(
    "seating.board-shared",
    Severity.INFO,
    "A board is at more tables in one round than one set of boards allows",
    "Have a copy of the boards at each of the tables, or let the tables share them during the round.",
)
NO_SUCH_MOVEMENT = Code(
    "seating.no-such-movement",
    Severity.ERROR,
    "There is no movement of this kind for this field",
    "Choose another kind of movement, another number of rounds, or a phantom pair.",
)
SYSTEM_DOES_NOT_SUIT = Code(
    "seating.system-does-not-suit",
    Severity.ERROR,
    "The system that was asked for is not one for this event",
    "Choose a system for the kind of event and the numbers that it has, or leave it to the file.",
)
