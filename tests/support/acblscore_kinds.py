"""Game files of every kind of event that no real file here shows; all names are made up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, TEAM
from shared.formats.acblscore.file.game import TEAM_POINTER
from shared.formats.acblscore.file.game_layouts import LINES, MEMO_LINE, NOTE_LINE, SECTION
from shared.formats.acblscore.file.play_layouts import TEAM_MATCH, TEAM_MATCH_INDEX, TEAM_MATCHES, VP_SCALE, VP_STEP
from tests.support.acblscore_files import MOMENT, Built, Plan, event, everything, pairs_game, pairs_section, player
from tests.support.acblscore_teams import board_a_match

RAWS = (42, -5, 17, 62, -10, 9, 14, -20)
STEPS = ((0, 10), (2, 11), (5, 12), (8, 13), (12, 14), (17, 15), (23, 17), (30, 20))
"""Margins from which a winner has so many of 20 victory points."""

Match = tuple[int, int, int, int]
"""Round, both teams, and the IMPs by which the first has won."""

LEAGUE: tuple[Match, ...] = ((1, 11, 12, 9), (1, 13, 14, -4), (2, 11, 14, 0), (2, 13, 12, 24))
BRACKET: tuple[Match, ...] = ((1, 11, 12, 9), (1, 13, 14, -4), (2, 11, 14, 13))


def scores(tables: int) -> dict[tuple[int, int], tuple[int, int]]:
    """Scores of both sides by board and North-South pair."""
    raws = {
        (board, table): RAWS[(3 * board + 5 * table) % len(RAWS)]
        for board in range(1, 2 * tables + 1)
        for table in range(1, tables + 1)
    }
    return {where: (raw, -raw) for where, raw in raws.items()}


def pairs(method: int = 0, own: Mapping[tuple[int, int], tuple[int, int]] | None = None, **more: Any) -> bytes:
    """Four tables of pairs, as they are before the program has scored them; `own` are other scores than the usual."""
    plan = Plan(tables=4, rounds=4, scores=scores(4) | dict(own or {}), summary={"status": 2}, **more.pop("plan", {}))
    raw = bytearray(pairs_game(plan, **more)[0])
    raw[0x10C] = method
    return bytes(raw)


def handicap(kind: int) -> bytes:
    """Pairs with a handicap for North-South."""
    entries = {(1, table): {"handicap": Decimal(table)} for table in range(1, 5)}
    return pairs(plan={"entries": entries}, handicap_type=kind)


def points_of(margin: int) -> int:
    """The victory points of a team that has won, or lost, by a margin."""
    winner = max(points for least, points in STEPS if abs(margin) >= least)
    return winner if margin >= 0 else 20 - winner


def teams(method: int, matches: tuple[Match, ...] = LEAGUE, **rows: Any) -> bytes:
    """Four teams with their matches; `rows` are fields of every match."""
    built = Built()
    details = event(built, name="Harbour Teams")
    numbers, rounds = (11, 12, 13, 14), max(number for number, *_ in matches)
    own = {team: [] for team in numbers}
    for number, home, away, margin in matches:
        for team, other, won in ((home, away, margin), (away, home, -margin)):
            wins = Decimal((won > 0) - (won < 0) + 1) / 2
            own[team].append(
                {
                    "round": number,
                    "opponent": other,
                    "num_rounds": 1,
                    "round_robin": 1,
                    "imps": won,
                    "vps": points_of(won),
                    "num_boards": 7,
                    "section": "T",
                    "table": team - 10,
                    "wins": wins,
                    **rows,
                }
            )
    index, pointers = [], []
    for place, team in enumerate(numbers, 1):
        people = [player(8 * place + seat, wins=1, matches=2) for seat in range(5)]
        wins = sum(row["wins"] for row in own[team])
        total = sum(row["vps"] for row in own[team]) if method == 7 else wins
        entry = built.block(TEAM, {"id": place, "score": total, "unfactored": wins, "players": people})
        index.append((INDEX_ENTRY, {"number": team, "num_players": 5, "ofs_entry": entry}))
        table = [(TEAM_MATCH, row) for row in own[team]] + [(TEAM_MATCH, {})] * (rounds - len(own[team]))
        last = len(own[team]) if len(own[team]) < rounds else 0
        head = {"id": place, "num_rounds": rounds, "mode": 1, "last_round": last}
        pointers.append((TEAM_POINTER, {"ofs_team": built.block(TEAM_MATCHES, head, table)}))
    steps = [(VP_STEP, {"margin": margin, "winner": won, "loser": 20 - won}) for margin, won in STEPS]
    chart = {"id": 1, "num_steps": len(steps), "least_boards": 6, "most_boards": 8, "most_vps": 20}
    named = {"file": "MADEUP.VP", "description": "Made up, 20 points"}
    scale = built.block(VP_SCALE, {**chart, **named}, steps)
    ofs_matches = built.block(
        TEAM_MATCH_INDEX,
        {"section": 1, "num_teams": 4, "num_rounds": rounds, "round": rounds, "ofs_vp_scale": scale},
        pointers,
    )
    ofs_index = built.block(INDEX, {"direction": 1, "most_players": 6, "num_entries": 4}, index)
    section = built.block(
        SECTION,
        {
            "number": 1,
            "ofs_index_1": ofs_index,
            "ofs_matches": ofs_matches,
            "num_rounds": rounds,
            "modified": MOMENT,
            "num_tables": 4,
        },
    )
    summary = {
        "event": 1,
        "name": "T",
        "ofs_section": section,
        "status": 3,
        "num_rounds": rounds,
        "num_rounds_posted": rounds,
    }
    return built.finish({"ofs_event_1": details, "event_type_1": 1, "event_scoring_1": method, "sections": [summary]})


def three_teams() -> bytes:
    """A short round robin of three teams: each plays both others in one round."""
    return teams(7, ((1, 11, 12, 9), (1, 13, 14, -4)), opponent_2=14, round_robin=1)


def with_texts() -> bytes:
    """Pairs with memos of the file, the event and a section, and a note for the directors."""
    built = Built()
    lines = {}
    for number, (name, layout) in enumerate((("memo", MEMO_LINE), ("own", MEMO_LINE), ("note", NOTE_LINE)), 1):
        rows = [(layout, {"text": f"{name} {row}"}) for row in (1, 2)]
        lines[name] = built.block(LINES, {"id": number, "num_lines": 2}, rows)
    details = event(built, ofs_memo=lines["own"])
    plan = Plan(tables=4, rounds=4, scores=scores(4), summary={"status": 2})
    sections = [pairs_section(built, plan)]
    return built.finish(
        {"ofs_event_1": details, "ofs_memo": lines["memo"], "ofs_note": lines["note"], "sections": sections}
    )


FOULED = {(1, 1): (4043, 3957), (1, 2): (4011, 3989), (3, 2): (2060, 2040), (4, 3): (43, -40), (5, 1): (950, 950)}
"""Two results of another deal of board 1, an adjusted score, a split ruling and a board that was not played."""

KINDS: Mapping[str, Callable[[], bytes]] = {
    "fouled boards and rulings": lambda: pairs(own=FOULED),
    "handicap in per cent": lambda: handicap(1),
    "handicap in match points": lambda: handicap(-2),
    "handicap in boards": lambda: handicap(3),
    "IMPs with a datum": lambda: pairs(1, FOULED),
    "average IMPs": lambda: pairs(2, FOULED),
    "total IMPs": lambda: pairs(3, FOULED),
    "Instant Matchpoints": lambda: pairs(4),
    "pairs board-a-match": lambda: pairs(5),
    "predetermined datum": lambda: pairs(13),
    "double match points": lambda: pairs(14, FOULED),
    "total points": lambda: pairs(15),
    "method 12": lambda: pairs(12),
    "memos and notes": with_texts,
    "individuals": lambda: everything()[0],
    "Swiss by wins": lambda: teams(6),
    "Swiss by victory points": lambda: teams(7),
    "knock-out": lambda: teams(8, BRACKET),
    "ZIP knock-out": lambda: teams(9, BRACKET),
    "compact knock-out": lambda: teams(18, BRACKET, section="11"),
    "short round robin": three_teams,
    "regular round robin": lambda: teams(7, round_robin=2),
    "board-a-match": board_a_match,
}
