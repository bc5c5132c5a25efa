"""Codes of seating."""

from contracts.codes.code import from_catalogue

OTHERS_WOULD_MEET = from_catalogue("seating.others-would-meet")
MISMATCH_OF_LOCKED = from_catalogue("seating.mismatch")

# Decisions of the director about the next seats.

STILL_PLAYING = from_catalogue("seating.still-playing")
OPPONENT_UNKNOWN = from_catalogue("seating.opponent-unknown")
GAMES_OPEN = from_catalogue("seating.games-open")
AWAY = from_catalogue("seating.away")
EXCHANGED = from_catalogue("seating.exchanged")
EXCHANGE_BREAKS = from_catalogue("seating.exchange-breaks")
EXCHANGE_NOT_MADE = from_catalogue("seating.exchange-not-made")

# Draws of chess.

NO_PAIRING = from_catalogue("seating.no-pairing")
DRAW_STOPPED = from_catalogue("seating.draw-stopped")
DRAW_FAILED = from_catalogue("seating.draw-failed")
SYSTEM_NOT_DRAWN = from_catalogue("seating.system-not-drawn")
SYSTEM_ASSUMED = from_catalogue("seating.system-assumed")
COLOUR_ASSUMED = from_catalogue("seating.colour-assumed")
ROUNDS_UNKNOWN = from_catalogue("seating.rounds-unknown")
ROUNDS_CONTRADICT = from_catalogue("seating.rounds-contradict")
NOT_THE_TABLE = from_catalogue("seating.not-the-table")

# Swiss draws.

REMATCH = from_catalogue("seating.rematch")
KEPT_APART_MEET = from_catalogue("seating.kept-apart-meet")
BYE = from_catalogue("seating.bye")
LEFT_OUT = from_catalogue("seating.left-out")
LATE_ARRIVAL = from_catalogue("seating.late-arrival")
DRAWN_OTHERWISE = from_catalogue("seating.drawn-otherwise")

# Knock-outs.

NO_WINNER = from_catalogue("seating.no-winner")
BOTH_AWAY = from_catalogue("seating.both-away")
BRACKET_UNCLEAR = from_catalogue("seating.bracket-unclear")

# Movements.

SEATED_TWICE = from_catalogue("seating.seated-twice")
TABLE_TWICE = from_catalogue("seating.table-twice")
BOARD_TWICE = from_catalogue("seating.board-twice")
MET_TWICE = from_catalogue("seating.met-twice")
PARTNERS_TWICE = from_catalogue("seating.partners-twice")
BOARD_SHARED = from_catalogue("seating.board-shared")
NO_SUCH_MOVEMENT = from_catalogue("seating.no-such-movement")
SYSTEM_DOES_NOT_SUIT = from_catalogue("seating.system-does-not-suit")
