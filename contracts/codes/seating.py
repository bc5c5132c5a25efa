"""Codes of seating."""

from contracts.codes.code import Code
from contracts.findings import Severity

OTHERS_WOULD_MEET = Code(
    "seating.others-would-meet",
    Severity.INFO,
    "The seats are locked, and corrected standings would pair these participants differently",
    "Nothing to do. To seat the round by the corrected standings: kibitz seat unlock.",
)
MISMATCH_OF_LOCKED = Code(
    "seating.mismatch",
    Severity.WARNING,
    "The seats are locked, and a side meets an opponent far from the one it should meet",
    "Unlock the round if play has not begun; otherwise award compensation as the regulations say.",
)

# Decisions of the director about the next seats.

STILL_PLAYING = Code(
    "seating.still-playing",
    Severity.INFO,
    "The next round was started early while a table of this one was still playing",
    "Nothing to do: both sides are drawn with their score to date. Lock the round once its seats are given out.",
)
OPPONENT_UNKNOWN = Code(
    "seating.opponent-unknown",
    Severity.WARNING,
    "The next round was started early, and a participant's opponent in this round is unknown",
    "Start the round again with the seats of this one, or check that the two do not meet again.",
)
GAMES_OPEN = Code(
    "seating.games-open",
    Severity.WARNING,
    "A chess round was started early and cannot be drawn while games are open",
    "Send the missing results; the round is drawn as soon as they are in.",
)
AWAY = Code(
    "seating.away",
    Severity.INFO,
    "A participant is away by the director's decision",
    "Nothing to do. When the participant comes back: kibitz seat return.",
)

# Draws of chess.

NO_PAIRING = Code(
    "seating.no-pairing",
    Severity.ERROR,
    "No pairing of the round keeps all absolute rules",
    "The arbiter decides: allow two players to meet again, lift a ban, or end the tournament.",
)
DRAW_STOPPED = Code(
    "seating.draw-stopped",
    Severity.ERROR,
    "The draw exceeded its limit of time or memory",
    "Raise KIBITZ_SEATING_DRAW_SECONDS or KIBITZ_SEATING_DRAW_MEGABYTES, or pair the round with another program.",
)
DRAW_FAILED = Code(
    "seating.draw-failed",
    Severity.ERROR,
    "The pairing program gave no usable answer",
    "Pair the round with another program, and report this file to the developers of Kibitz.",
)
SYSTEM_NOT_DRAWN = Code(
    "seating.system-not-drawn",
    Severity.WARNING,
    "Kibitz does not draw this pairing system, or this edition of it",
    "Send a file with the pairings of the next round; Kibitz shows them as they stand.",
)
SYSTEM_ASSUMED = Code(
    "seating.system-assumed",
    Severity.INFO,
    "The file does not name its pairing system, so the usual one was used",
    "State the system in record 192.",
)
COLOUR_ASSUMED = Code(
    "seating.colour-assumed",
    Severity.INFO,
    "The initial colour is not stated; White was assumed",
    "State the initial colour in record 152.",
)
ROUNDS_UNKNOWN = Code(
    "seating.rounds-unknown",
    Severity.WARNING,
    "The number of rounds is not stated; it was drawn as if at least two more followed",
    "State the number of rounds in record 142, because other rules apply at the end of a tournament.",
)
ROUNDS_CONTRADICT = Code(
    "seating.rounds-contradict",
    Severity.ERROR,
    "Two players state different opponents or colours for the same game",
    "Correct the lines of the two; then the next round can be drawn.",
)
NOT_THE_TABLE = Code(
    "seating.not-the-table",
    Severity.WARNING,
    "The rounds played so far do not follow the Berger table",
    "Send a file with the pairings of the next round; Kibitz shows them as they stand.",
)

# Swiss draws.

REMATCH = Code(
    "seating.rematch",
    Severity.WARNING,
    "Two participants meet again, because no draw avoids a rematch",
    "Play fewer rounds, or accept the rematch.",
)
KEPT_APART_MEET = Code(
    "seating.kept-apart-meet",
    Severity.WARNING,
    "Two participants meet who should be kept apart, because no draw avoids it",
    "Let one of the two stationary pairs move for this round.",
)
BYE = Code("seating.bye", Severity.INFO, "A participant has the bye", "Nothing to do; the message gives the reason.")
LEFT_OUT = Code(
    "seating.left-out",
    Severity.INFO,
    "A participant has left and is no longer drawn",
    "If it goes on: kibitz seat return; or state a bye in the round that it missed.",
)
LATE_ARRIVAL = Code(
    "seating.late-arrival",
    Severity.INFO,
    "A participant that has not played yet is drawn from now on",
    "If it will not play, remove it from the list of participants or mark its seat as given up.",
)
DRAWN_OTHERWISE = Code(
    "seating.drawn-otherwise",
    Severity.INFO,
    "The round is being played by another draw than ours",
    "Nothing to do; the seats shown are those being played, as far as the files state them.",
)

# Knock-outs.

NO_WINNER = Code(
    "seating.no-winner",
    Severity.WARNING,
    "A knock-out match is over and has no winner",
    "Let the scoring program state who goes on, or play extra boards and send the match again.",
)
BOTH_AWAY = Code(
    "seating.both-away",
    Severity.WARNING,
    "Both sides of a knock-out match are away, so neither goes on",
    "Nothing to do: the next opponent has a walk-over. If one of the two plays after all: kibitz seat return.",
)
BRACKET_UNCLEAR = Code(
    "seating.bracket-unclear",
    Severity.INFO,
    "The files do not determine the later meetings of a knock-out",
    "Give every participant a seed, or send the meetings of the round.",
)

# Movements.

SEATED_TWICE = Code(
    "seating.seated-twice",
    Severity.ERROR,
    "A participant has two seats in one round of a movement",
    "Correct the numbers of that round in the movement before the round starts.",
)
TABLE_TWICE = Code(
    "seating.table-twice",
    Severity.ERROR,
    "A table has two lines in one round of a movement",
    "Remove one of the two lines from the movement.",
)
BOARD_TWICE = Code(
    "seating.board-twice",
    Severity.ERROR,
    "A participant comes to the same board twice",
    "Correct the boards or the numbers of the later round; nobody may play a board again.",
)
MET_TWICE = Code(
    "seating.met-twice",
    Severity.WARNING,
    "Two opponents meet more often than the movement should allow",
    "Nothing to do if this is intended; otherwise correct the numbers of the later round.",
)
PARTNERS_TWICE = Code(
    "seating.partners-twice",
    Severity.WARNING,
    "Two players of an individual event are partners more than once",
    "Nothing to do if this is intended; otherwise correct the numbers of the later round.",
)
BOARD_SHARED = Code(
    "seating.board-shared",
    Severity.INFO,
    "A board is in play at more tables in one round than there are copies of it",
    "Duplicate the boards for each of these tables, or let the tables share them during the round.",
)
NO_SUCH_MOVEMENT = Code(
    "seating.no-such-movement",
    Severity.ERROR,
    "There is no such movement for a field of this size",
    "Choose another movement, another number of rounds, or add a phantom pair.",
)
SYSTEM_DOES_NOT_SUIT = Code(
    "seating.system-does-not-suit",
    Severity.ERROR,
    "The requested system does not suit this event",
    "Choose a system for this kind of event and these numbers, or leave the choice to the file.",
)
