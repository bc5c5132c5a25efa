"""Golden files of chess: the tournament that facts make, and the tie-breaks of made-up tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations

from contracts.facts import PresenceFact
from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament, Turn
from shared.chess.standings import standings
from shared.chess.tie_breaks.codes import tie_break
from shared.chess.tie_breaks.direct_encounter import direct_encounter
from shared.chess.tie_breaks.terms import Term
from shared.errors import FormatError
from shared.formats.trf.reader.parse import parse
from tests.support.chess_documents import SCORED
from tests.support.chess_tournaments import individual, teams
from tests.support.golden import Outcome, changed_lines, compare, report, seed_of, text_of
from tests.support.trf_golden import DRAFT, INDIVIDUAL, OLD, TEAMS
from tests.support.trf_lines import document

DOCUMENTS = {"individual": INDIVIDUAL, "teams": TEAMS, "draft": DRAFT, "old": OLD, **SCORED}


def tournament_text(data: bytes) -> Outcome:
    """Everything of the tournament that a file makes, and the place of everybody."""
    try:
        facts = parse(data).events[0].facts
    except FormatError as error:
        return {"refused": {"": error.code.code}}
    return outcome_of(tournament_of(facts.replace(presences=AWAY)), facts.event.tie_breaks)


AWAY = (
    PresenceFact(participant="3", round=2, present=False, bye="H"),
    PresenceFact(participant="3", round=3, present=True),
    PresenceFact(participant="2", round=1, lasting=False, present=False),
    PresenceFact(participant="1", round=3, present=False, bye="F"),
    PresenceFact(participant="99", round=1, present=False, bye="F"),
)
"""Who is away by the director, for a bye where the file says nothing of the round."""


def outcome_of(table: Tournament, order: Iterable[str]) -> Outcome:
    """A tournament, participant by participant."""
    named = (
        "rounds",
        "scale",
        "win",
        "draw",
        "game_win",
        "game_draw",
        "team",
        "boards",
        "pre_determined",
        "primary",
        "edition",
        "rounds_in",
    )
    values: Outcome = {"tournament": {name: str(getattr(table, name)) for name in named}}
    ranked = standings(table, tuple(order))
    values["tournament"]["order"] = " ".join(code.text for code in ranked.codes)
    places = {row.index: row.place for row in ranked.rows}
    for index, entrant in enumerate(table.entrants):
        values[f"entrant {entrant.id}"] = {
            "index": str(index),
            "number": str(entrant.number),
            "rating": str(entrant.rating),
            "given": str(entrant.point_adjustment),
            "total": str(entrant.total),
            "place": str(places[index]),
            **{f"round {round_}": _turn(turn) for round_, turn in enumerate(entrant.turns, 1)},
        }
    return values


def _turn(turn: Turn) -> str:
    boards = " ".join(
        f"[{board.number} {board.points} {board.played:d} {board.colour} {board.won:d} {board.player}]"
        for board in turn.boards
    )
    return f"{turn.kind} {turn.opponent} {turn.colour} {turn.points} {turn.standard} {boards}".rstrip()


def compare_tournaments(name: str, chosen: Callable[[str], bool], count: int = 16, only: Iterable[str] = ()) -> None:
    """Change lines of every document, and compare the tournaments that they make with the golden file of this name."""
    texts = []
    for title in only or DOCUMENTS:
        lines = DOCUMENTS[title]
        if any(chosen(line) for line in lines):
            text = "\n".join([*lines, ""])
            changed = changed_lines(lines, chosen, count, seed_of(f"chess-{name}"))
            texts.append(
                f"== {title}\n{text_of(tournament_text(text.encode()))}{report(tournament_text, text, changed)}"
            )
    compare(f"chess/{name}", "\n".join(texts))


def tables() -> dict[str, Tournament]:
    """Small tournaments of every sort, in every edition."""
    made: dict[str, list[str]] = {}
    for at, start in enumerate(("2023/10/01", "2024/09/01", "2026/05/01")):
        made[f"swiss {start[:4]}"] = individual(31 + at, 9, 6, start=start, unplayed=0.6)
        made[f"unfinished {start[:4]}"] = [
            "142 8" if line.startswith("142") else line
            for line in individual(41 + at, 8, 4, start=start, rated=False, unplayed=0.5)
        ]
        made[f"teams {start[:4]}"] = teams(51 + at, 7, 5, 3, start=start, unplayed=0.5, holes=0.2)
        made[f"teams by game points {start[:4]}"] = [
            line.replace("_MP_GP", "_GP_MP") for line in teams(61 + at, 6, 4, 2, start=start, unplayed=0.4)
        ]
    made["three for a win"] = individual(71, 8, 5, unplayed=0.5, header=("162  W 3.0    D 1.0    L 0.0    P 3.0",))
    made["round robin"] = individual(72, 6, 5, robin=True, unplayed=0.5)
    made["double round robin"] = individual(73, 4, 6, robin=True, unplayed=0.3)
    return {name: tournament_of(parse(document(*lines)).events[0].facts) for name, lines in made.items()}


def compare_values(name: str, codes: Iterable[str]) -> None:
    """Rank small tournaments by points and each code, and compare with the golden file of this name."""
    lines: list[str] = []
    for title, table in tables().items():
        lines.append(f"== {title}")
        for code in codes:
            plain, explained = standings(table, ("PTS", code)), standings(table, ("PTS", code), explain=True)
            amounts = {row.index: row.values[1].amount for row in plain.rows}
            order = " ".join(f"{row.place}:{row.index}" for row in plain.rows)
            lines.append(f"{code}: {' '.join(_text(amounts[at]) for at in sorted(amounts))} / {order}")
            if not any(amount is not None for amount in amounts.values()):
                continue
            for row in sorted(explained.rows, key=lambda each: each.index)[1:4]:
                lines.append(f"  {row.index}: {' '.join(map(_term, row.values[1].terms))}".rstrip())
    compare(f"chess/{name}", "\n".join([*lines, ""]))


def compare_encounters(name: str, codes: Iterable[str]) -> None:
    """Split all, and every two to four, of small tournaments by each code, as if they were tied."""
    lines: list[str] = []
    for title, table in tables().items():
        everybody = range(len(table.entrants))
        lines.append(f"== {title}")
        for code in codes:
            lines.append(f"{code}: {_groups(direct_encounter(table, everybody, tie_break(code)))}")
            split = (
                _groups(direct_encounter(table, tied, tie_break(code)))
                for size in (2, 3, 4)
                for tied in combinations(everybody[:6], size)
            )
            lines.append("  " + " ".join(split))
    compare(f"chess/{name}", "\n".join([*lines, ""]))


def _groups(groups: list[list[int]]) -> str:
    return "|".join("".join(map(str, group)) for group in groups)


def _text(amount: Fraction | None) -> str:
    return "-" if amount is None else str(amount)


def _term(term: Term) -> str:
    return f"{term.round}:{term.opponent}={term.amount}{'x' if term.cut else ''}"
