"""A game file of teams at board-a-match, built from the tables that the reader reads by; all names are made up."""

from decimal import Decimal

from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, TEAM
from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.play_layouts import BOARD, BOARD_INDEX, BOARD_INDEX_ENTRY, RESULT2
from tests.support.acblscore_files import MOMENT, Built, event, player

TABLES = {(1, 2): (11, 10, 10, 12), (2, 1): (10, 10, 11, 10), (3, 4): (-5, -5, 12, 10), (4, 3): (-5, 10, 10, 10)}
"""Scores, divided by 10, of North-South of a team against East-West of another one, on boards 1, 7, 9 and 15."""

BOARDS = (1, 7, 9, 15)
TOTALS = {1: Decimal("2.5"), 2: Decimal("1.5"), 3: Decimal(2), 4: Decimal(2)}


def board_a_match() -> bytes:
    """Four teams after a round of four boards, of which each gives one point to a match."""
    built = Built()
    details = event(built, name="Harbour Board-a-Match")
    rows = [
        (
            INDEX_ENTRY,
            {
                "number": number,
                "num_players": 1,
                "ofs_entry": built.block(TEAM, {"id": number, "score": total, "players": [player(number)]}),
            },
        )
        for number, total in TOTALS.items()
    ]
    index = built.block(INDEX, {"direction": 1, "most_players": 6, "num_entries": len(rows)}, rows)
    listed = []
    for place, board in enumerate(BOARDS):
        lines = [(RESULT2, _line(place, ns, ew)) for ns, ew in TABLES]
        results = built.block(BOARD, {"id": place + 1, "num_units": 2, "num_valid": len(lines)}, lines)
        listed.append((BOARD_INDEX_ENTRY, {"board": board, "num_results": len(lines), "ofs_results": results}))
    boards = built.block(BOARD_INDEX, {"section": 1, "num_boards": len(listed)}, listed)
    section = built.block(
        SECTION,
        {
            "number": 1,
            "ofs_index_1": index,
            "num_rounds": 1,
            "num_tables": 4,
            "num_boards": 4,
            "board_a_match": 1,
            "num_boards_per_round": 4,
            "top": 1,
            "full_score": 4,
            "modified": MOMENT,
        },
    )
    summary = {
        "event": 1,
        "name": "A",
        "ofs_section": section,
        "ofs_boards": boards,
        "status": 3,
        "num_rounds": 1,
        "num_rounds_posted": 1,
    }
    return built.finish({"ofs_event_1": details, "event_type_1": 4, "event_scoring_1": 16, "sections": [summary]})


def _line(place: int, ns: int, ew: int) -> dict[str, object]:
    mine, theirs = TABLES[ns, ew][place], TABLES[ew, ns][place]
    won = Decimal((mine > theirs) - (mine < theirs) + 1) / 2
    return {
        "round": 1,
        "table": ns,
        "ns": ns,
        "ew": ew,
        "ns_score": mine,
        "ew_score": -mine,
        "ns_points": won,
        "ew_points": 1 - won,
    }
