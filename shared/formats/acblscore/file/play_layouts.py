"""The structures of what is played: boards with their results, movements, team matches, victory points.

Conventions and source are those of `game_layouts.py`.
"""

from collections.abc import Mapping, Sequence

from shared.formats.acblscore.file.fields import (
    FLAG,
    I8,
    I16,
    POINTER,
    U8,
    U16,
    Layout,
    Part,
    char,
    layout,
    series,
    string,
)
from shared.formats.acblscore.file.game_layouts import CENTS, SIGNED_CENTS

BOARD_INDEX = layout(
    "board results index", 0x26, ("len_rest", 0x00, I16), ("section", 0x02, U16), ("num_boards", 0x04, U16)
)
BOARD_INDEX_ENTRY = layout(
    "board results index entry",
    8,
    ("board", 0x00, U8),
    ("traveller_entered", 0x01, FLAG),
    ("num_results", 0x02, U16),
    ("ofs_results", 0x04, POINTER),
)

BOARD = layout(
    "board results", 6, ("len_rest", 0x00, I16), ("id", 0x02, U16), ("num_units", 0x04, U8), ("num_valid", 0x05, U8)
)
"""Board2 (two pairs) and Board4 (four individuals) differ in their results."""

SEATS = ("north", "east", "south", "west")


def _result(name: str, sides: Sequence[str]) -> Layout:
    """A result: round, table, then number, raw score and points of each side."""
    numbers = [(side, 0x02 + 8 * place, U16) for place, side in enumerate(sides)]
    scores = [(f"{side}_score", 0x04 + 8 * place, I16) for place, side in enumerate(sides)]
    points = [(f"{side}_points", 0x06 + 8 * place, SIGNED_CENTS) for place, side in enumerate(sides)]
    return layout(name, 2 + 8 * len(sides), ("round", 0x00, U8), ("table", 0x01, U8), *numbers, *scores, *points)


RESULT2, RESULT4 = _result("board2 result", ("ns", "ew")), _result("board4 result", SEATS)

MOVEMENT = layout(
    "match table",
    7,
    ("len_rest", 0x00, I16),
    ("id", 0x02, U16),
    ("num_tables", 0x04, U8),
    ("num_rounds", 0x05, U8),
    ("mode", 0x06, U8),
)
"""Pair and individual match tables; `mode` is 0 for pairs and 2 for individuals."""

PAIR_MEETING = layout("pair match", 3, ("ns", 0, U8), ("ew", 1, U8), ("first_board", 2, U8))
PAIR_MEETINGS = 25
"""Rounds that a table has room for."""
INDIVIDUAL_MEETING = layout(
    "individual match", 5, *((seat, place, U8) for place, seat in enumerate(SEATS)), ("first_board", 4, U8)
)
INDIVIDUAL_MEETINGS = 36

MEETINGS: Mapping[bool, tuple[Layout, int]] = {
    False: (PAIR_MEETING, PAIR_MEETINGS),
    True: (INDIVIDUAL_MEETING, INDIVIDUAL_MEETINGS),
}
"""A meeting at a table, and how many rounds there is room for; by whether players sit down one by one."""

TEAM_MATCHES = layout(
    "team match table",
    0x22,
    ("len_rest", 0x00, I16),
    ("id", 0x02, U16),
    ("num_rounds", 0x04, U8),
    ("mode", 0x05, U8),
    ("last_round", 0x07, U8),
    ("stationary_section", 0x08, string(2)),
    ("stationary_direction", 0x0B, char()),
    ("stationary_table", 0x0C, U16),
    ("stationary_section_2", 0x0E, string(2)),
    ("stationary_direction_2", 0x11, char()),
    ("stationary_table_2", 0x12, U16),
    ("round_robin_once", 0x1C, I8),
    ("round_robin_often", 0x1D, I8),
    ("first_round", 0x1E, U8),
)
TEAM_MATCH = layout(
    "team match",
    32,
    ("round", 0x01, U8),
    ("opponent", 0x02, U16),
    ("num_rounds", 0x04, U8),
    ("round_robin", 0x07, U8),
    ("imps", 0x08, I16),
    ("vps", 0x0A, CENTS),
    ("num_boards", 0x0D, U8),
    ("section", 0x0F, string(2)),
    ("table", 0x12, U16),
    ("opponent_2", 0x14, U16),
    ("wins", 0x16, CENTS),
)

ROUND_ROBIN = layout(
    "round robin",
    20,
    ("active", 0x00, FLAG),
    ("first_round", 0x01, U8),
    *series("section", 0x02, 6, string(2), 3),
    *series("direction", 0x05, 6, char(), 3),
    *series("table", 0x06, 6, U16, 3),
)
TEAM_MATCH_INDEX = layout(
    "team match index",
    0x56,
    ("len_rest", 0x00, I16),
    ("section", 0x02, U16),
    ("num_teams", 0x04, U16),
    ("num_rounds", 0x06, U16),
    ("ofs_assignments", 0x08, POINTER),
    ("round", 0x0C, U8),
    ("num_posted", 0x0D, U16),
    Part("round_robins", 0x11, ROUND_ROBIN, 2),
    ("ofs_vp_scale", 0x39, POINTER),
)

VP_SCALE = layout(
    "victory point scale",
    0x6D,
    ("len_rest", 0x00, I16),
    ("id", 0x02, U8),
    ("num_steps", 0x04, U8),
    ("least_boards", 0x05, U8),
    ("most_boards", 0x06, U8),
    ("most_vps", 0x07, U8),
    ("file", 0x08, string(13)),
    ("description", 0x17, string(85)),
)
VP_STEP = layout("victory point step", 5, ("margin", 0, U8), ("winner", 1, CENTS), ("loser", 3, CENTS))
