"""The structures of what is played: boards with their results, movements, team matches, victory points.

Conventions and source are those of `game_layouts.py`.
"""

from collections.abc import Mapping

from shared.formats.acblscore.file.fields import Layout
from shared.formats.acblscore.file.structures import structure

BOARD_INDEX, BOARD_INDEX_ENTRY = structure("board results index"), structure("board results index entry")
BOARD = structure("board results")
"""Board2 (two pairs) and Board4 (four individuals) differ in their results."""

SEATS = ("north", "east", "south", "west")

RESULT2, RESULT4 = structure("board2 result"), structure("board4 result")

MOVEMENT = structure("match table")
"""Pair and individual match tables; `mode` is 0 for pairs and 2 for individuals."""

PAIR_MEETING, INDIVIDUAL_MEETING = structure("pair match"), structure("individual match")
PAIR_MEETINGS, INDIVIDUAL_MEETINGS = 25, 36
"""Rounds that a table has room for."""

MEETINGS: Mapping[bool, tuple[Layout, int]] = {
    False: (PAIR_MEETING, PAIR_MEETINGS),
    True: (INDIVIDUAL_MEETING, INDIVIDUAL_MEETINGS),
}
"""A meeting at a table, and how many rounds there is room for; by whether players sit down one by one."""

TEAM_MATCHES, TEAM_MATCH = structure("team match table"), structure("team match")
ROUND_ROBIN, TEAM_MATCH_INDEX = structure("round robin"), structure("team match index")
VP_SCALE, VP_STEP = structure("victory point scale"), structure("victory point step")
