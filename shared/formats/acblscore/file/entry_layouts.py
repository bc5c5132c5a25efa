"""The structures of those who play: pairs, individuals and teams, their players, ranks, awards and index tables.

Conventions and source are those of `game_layouts.py`. Pairs, individuals and teams begin alike; for a team `unfactored`
counts its wins. The seats of pairs and individuals are the number in the session before, and the seat at the start of
the next one; all numbers of a Howell movement have the direction N.
"""

from shared.formats.acblscore.file.structures import structure

AWARD, RANKING, PLAYER = structure("master point award"), structure("ranking"), structure("player")
PAIR, INDIVIDUAL, TEAM = structure("pair"), structure("individual"), structure("team")

INDEX = structure("index table")
"""Pair, individual and team index tables; `direction` is the section's number in a team index.

The best of each strat is named by index, section and direction, as in `RANKING`; these are no pointers.
"""

INDEX_ENTRY = structure("index entry")
