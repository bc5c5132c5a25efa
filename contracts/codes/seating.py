"""Codes of seating."""

from contracts.codes.code import Code

OTHERS_WOULD_MEET = Code.info(
    "seating.others-would-meet",
    "The seats are locked, and corrected standings would pair these participants differently",
    "Nothing to do. To seat the round by the corrected standings: kibitz seat unlock.",
)
MISMATCH_OF_LOCKED = Code.warning(
    "seating.mismatch",
    "The seats are locked, and a side meets an opponent far from the one it should meet",
    "Unlock the round if play has not begun; otherwise award compensation as the regulations say.",
)

# Decisions of the director about the next seats.

STILL_PLAYING = Code.info(
    "seating.still-playing",
    "The next round was started early while a table of this one was still playing",
    "Nothing to do: both sides are drawn with their score to date. Lock the round once its seats are given out.",
)
OPPONENT_UNKNOWN = Code.warning(
    "seating.opponent-unknown",
    "The next round was started early, and a participant's opponent in this round is unknown",
    "Start the round again with the seats of this one, or check that the two do not meet again.",
)
GAMES_OPEN = Code.warning(
    "seating.games-open",
    "A chess round was started early and cannot be drawn while games are open",
    "Send the missing results; the round is drawn as soon as they are in.",
)
AWAY = Code.info(
    "seating.away",
    "A participant is away by the director's decision",
    "Nothing to do. When the participant comes back: kibitz seat return.",
)

# Draws of chess.

NO_PAIRING = Code.error(
    "seating.no-pairing",
    "No pairing of the round keeps all absolute rules",
    "The arbiter decides: allow two players to meet again, lift a ban, or end the tournament.",
)
DRAW_STOPPED = Code.error(
    "seating.draw-stopped",
    "The draw exceeded its limit of time or memory",
    "Raise KIBITZ_SEATING_DRAW_SECONDS or KIBITZ_SEATING_DRAW_MEGABYTES, or pair the round with another program.",
)
DRAW_FAILED = Code.error(
    "seating.draw-failed",
    "The pairing program gave no usable answer",
    "Pair the round with another program, and report this file to the developers of Kibitz.",
)
SYSTEM_NOT_DRAWN = Code.warning(
    "seating.system-not-drawn",
    "Kibitz does not draw this pairing system, or this edition of it",
    "Send a file with the pairings of the next round; Kibitz shows them as they stand.",
)
SYSTEM_ASSUMED = Code.info(
    "seating.system-assumed",
    "The file does not name its pairing system, so the usual one was used",
    "State the system in record 192.",
)
COLOUR_ASSUMED = Code.info(
    "seating.colour-assumed",
    "The initial colour is not stated; White was assumed",
    "State the initial colour in record 152.",
)
ROUNDS_UNKNOWN = Code.warning(
    "seating.rounds-unknown",
    "The number of rounds is not stated; it was drawn as if at least two more followed",
    "State the number of rounds in record 142, because other rules apply at the end of a tournament.",
)
ROUNDS_CONTRADICT = Code.error(
    "seating.rounds-contradict",
    "Two players state different opponents or colours for the same game",
    "Correct the lines of the two; then the next round can be drawn.",
)
NOT_THE_TABLE = Code.warning(
    "seating.not-the-table",
    "The rounds played so far do not follow the Berger table",
    "Send a file with the pairings of the next round; Kibitz shows them as they stand.",
)

# Swiss draws.

REMATCH = Code.warning(
    "seating.rematch",
    "Two participants meet again, because no draw avoids a rematch",
    "Play fewer rounds, or accept the rematch.",
)
KEPT_APART_MEET = Code.warning(
    "seating.kept-apart-meet",
    "Two participants meet who should be kept apart, because no draw avoids it",
    "Let one of the two stationary pairs move for this round.",
)
BYE = Code.info("seating.bye", "A participant has the bye", "Nothing to do; the message gives the reason.")
LEFT_OUT = Code.info(
    "seating.left-out",
    "A participant has left and is no longer drawn",
    "If it goes on: kibitz seat return; or state a bye in the round that it missed.",
)
LATE_ARRIVAL = Code.info(
    "seating.late-arrival",
    "A participant that has not played yet is drawn from now on",
    "If it will not play, remove it from the list of participants or mark its seat as given up.",
)
DRAWN_OTHERWISE = Code.info(
    "seating.drawn-otherwise",
    "The round is being played by another draw than ours",
    "Nothing to do; the seats shown are those being played, as far as the files state them.",
)

# Knock-outs.

NO_WINNER = Code.warning(
    "seating.no-winner",
    "A knock-out match is over and has no winner",
    "Let the scoring program state who goes on, or play extra boards and send the match again.",
)
BOTH_AWAY = Code.warning(
    "seating.both-away",
    "Both sides of a knock-out match are away, so neither goes on",
    "Nothing to do: the next opponent has a walk-over. If one of the two plays after all: kibitz seat return.",
)
BRACKET_UNCLEAR = Code.info(
    "seating.bracket-unclear",
    "The files do not determine the later meetings of a knock-out",
    "Give every participant a seed, or send the meetings of the round.",
)

# Movements.

SEATED_TWICE = Code.error(
    "seating.seated-twice",
    "A participant has two seats in one round of a movement",
    "Correct the numbers of that round in the movement before the round starts.",
)
TABLE_TWICE = Code.error(
    "seating.table-twice",
    "A table has two lines in one round of a movement",
    "Remove one of the two lines from the movement.",
)
BOARD_TWICE = Code.error(
    "seating.board-twice",
    "A participant comes to the same board twice",
    "Correct the boards or the numbers of the later round; nobody may play a board again.",
)
MET_TWICE = Code.warning(
    "seating.met-twice",
    "Two opponents meet more often than the movement should allow",
    "Nothing to do if this is intended; otherwise correct the numbers of the later round.",
)
PARTNERS_TWICE = Code.warning(
    "seating.partners-twice",
    "Two players of an individual event are partners more than once",
    "Nothing to do if this is intended; otherwise correct the numbers of the later round.",
)
BOARD_SHARED = Code.info(
    "seating.board-shared",
    "A board is in play at more tables in one round than there are copies of it",
    "Duplicate the boards for each of these tables, or let the tables share them during the round.",
)
NO_SUCH_MOVEMENT = Code.error(
    "seating.no-such-movement",
    "There is no such movement for a field of this size",
    "Choose another movement, another number of rounds, or add a phantom pair.",
)
SYSTEM_DOES_NOT_SUIT = Code.error(
    "seating.system-does-not-suit",
    "The requested system does not suit this event",
    "Choose a system for this kind of event and these numbers, or leave the choice to the file.",
)
