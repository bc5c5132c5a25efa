"""The structures of those who play: pairs, individuals and teams, their players, ranks, awards and index tables.

Conventions and source are those of `game_layouts.py`.
"""

from shared.formats.acblscore.file.fields import I16, POINTER, U8, U16, Part, char, layout, opaque, series, string
from shared.formats.acblscore.file.game_layouts import CENTS, SIGNED_CENTS

AWARD = layout(
    "master point award",
    12,
    *series("amount", 0x00, 4, CENTS, 3),
    *series("colour", 0x02, 4, U8, 3),
    *series("ranking", 0x03, 4, U8, 3),
)

RANKING = layout(
    "ranking",
    20,
    ("section_rank", 0x00, U16),
    ("section_rank_last", 0x02, U16),
    ("overall_rank", 0x04, U16),
    ("overall_rank_last", 0x06, U16),
    ("qualified", 0x08, U16),
    ("rank", 0x0A, U16),
    ("next_in_section", 0x0C, U16),
    ("next_in_section_section", 0x0E, U8),
    ("next_in_section_direction", 0x0F, U8),
    ("next_overall", 0x10, U16),
    ("next_overall_section", 0x12, U8),
    ("next_overall_direction", 0x13, U8),
)

PLAYER = layout(
    "player",
    120,
    ("last_name", 0x00, string(16)),
    ("first_name", 0x11, string(16)),
    ("city", 0x22, string(16)),
    ("state", 0x33, string(2)),
    ("number", 0x36, string(7)),
    ("database_key", 0x3E, opaque(4)),
    ("wins", 0x42, CENTS),
    ("matches", 0x44, CENTS),
    Part("awards_before", 0x48, AWARD),
    Part("awards_session", 0x54, AWARD),
    Part("awards_total", 0x60, AWARD),
    ("master_points", 0x71, U16),
    ("rank", 0x73, char()),
    ("country", 0x75, string(2)),
)

ENTRY_ROWS = (
    ("len_rest", 0x00, I16),
    ("id", 0x02, U16),
    ("adjustment", 0x04, SIGNED_CENTS),
    ("unfactored", 0x08, SIGNED_CENTS),
    ("score", 0x0C, SIGNED_CENTS),
    ("carry_over", 0x10, SIGNED_CENTS),
    ("final_score", 0x14, SIGNED_CENTS),
    ("handicap", 0x18, SIGNED_CENTS),
    ("percentage", 0x1C, CENTS),
    ("strat", 0x1E, U8),
    ("average_master_points", 0x20, U16),
    ("not_eligible", 0x33, U8),
    Part("awards_before", 0x34, AWARD),
    Part("awards_session", 0x40, AWARD),
    Part("awards_total", 0x4C, AWARD),
    Part("rankings", 0x5E, RANKING, 3),
)
"""What pairs, individuals and teams have in common; for a team `unfactored` counts its wins."""

SEAT_ROWS = (
    ("previous_section", 0x22, string(2)),
    ("previous_direction", 0x25, char()),
    ("previous_number", 0x26, U16),
    ("next_section", 0x28, string(2)),
    ("next_direction", 0x2B, char()),
    ("next_table", 0x2C, U16),
    ("next_related", 0x2E, U8),
    ("num_boards_played", 0x2F, U8),
    ("num_boards_played_before", 0x30, U8),
)
"""The number in the session before, and the seat at the start of the next one.

All numbers of a Howell movement have the direction N.
"""

LEAST = 0x10
"""Bytes of an entry up to its score."""

PAIR = layout("pair", 0x194, *ENTRY_ROWS, *SEAT_ROWS, Part("players", 0xA4, PLAYER, 2), least=LEAST)
INDIVIDUAL = layout("individual", 0x11C, *ENTRY_ROWS, *SEAT_ROWS, Part("players", 0xA4, PLAYER, 1), least=LEAST)
TEAM = layout(
    "team", 0x374, *ENTRY_ROWS, ("num_rounds_played", 0x58, CENTS), Part("players", 0xA4, PLAYER, 6), least=LEAST
)

INDEX = layout(
    "index table",
    0x14,
    ("len_rest", 0x00, I16),
    ("direction", 0x02, U16),
    ("most_players", 0x04, U16),
    ("num_entries", 0x06, U16),
    ("first_ranked_1", 0x08, U16),
    ("first_ranked_1_section", 0x0A, U8),
    ("first_ranked_1_direction", 0x0B, U8),
    ("first_ranked_2", 0x0C, U16),
    ("first_ranked_2_section", 0x0E, U8),
    ("first_ranked_2_direction", 0x0F, U8),
    ("first_ranked_3", 0x10, U16),
    ("first_ranked_3_section", 0x12, U8),
    ("first_ranked_3_direction", 0x13, U8),
)
"""Pair, individual and team index tables; `direction` is the section's number in a team index.

The best of each strat is named by index, section and direction, as in `RANKING`; these are no pointers.
"""

INDEX_ENTRY = layout("index entry", 8, ("number", 0x00, U16), ("num_players", 0x02, U16), ("ofs_entry", 0x04, POINTER))
