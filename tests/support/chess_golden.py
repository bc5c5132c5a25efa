"""Golden files of chess: the tournament that facts make, and the tie-breaks of made-up tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from contracts.facts import PresenceFact
from shared.chess.from_facts import tournament_of
from shared.chess.model import Tournament, Turn
from shared.chess.standings import standings
from shared.chess.tie_breaks.terms import Term
from shared.errors import FormatError
from shared.formats.trf.reader.parse import parse
from tests.support.chess_tournaments import individual, teams
from tests.support.golden import Outcome, changed_lines, compare, report, seed_of, text_of
from tests.support.trf_golden import DRAFT, INDIVIDUAL, OLD, TEAMS
from tests.support.trf_lines import abnormal, document, player, team

COLOURS = (
    "012 Points by colour", "042 2031/05/01", "142 4", "092 Swiss",
    "XXS WW=3 BW=4 WD=1 BD=1.5 WL=0.25 BL=0.5 ZPB=0.1 HPB=0.6 FPB=2 PAB=2.5 FW=3.5 FL=0.2",
    player(1, "2 w 1", "3 b =", "4 w 0", "- H", rating=2000),
    player(2, "1 b 0", "- U", "3 w +", "4 b 1", rating=1900),
    player(3, "4 w =", "1 w =", "2 b -", "- F", rating=1800),
    player(4, "3 b =", "- Z", "1 b 1", "2 w 0"),
)  # fmt: skip
EXCEPTIONS = (
    "012 Exceptions", "042 2026/02/28", "142 5", "092 Swiss", "162 W 3.0 D 1.0 L 0.0 A 0.5 P 2.0",
    abnormal("W", "", "2.0", 1, 1, 3), abnormal("=", "", "0.7", 0), abnormal("U", "", "1.5", 2, 2),
    abnormal("", "", "-1.0", 1, 2), abnormal("", "", "0.5", 5, 3), abnormal("-", "", "-1.0", 0),
    player(1, "2 w 1", "3 b =", "4 w 0"),
    player(2, "1 b 0", "- U", "3 w +"),
    player(3, "4 w 1", "1 w =", "2 b -"),
    player(4, "3 b 0", "- Z", "1 b 1"),
)  # fmt: skip
ROBIN = (
    "012 Round robin", "042 2024/08/01", "142 5", "092 Round Robin",
    player(1, "- Z", "2 w 1", "3 b =", "4 w +", "5 b 0"),
    player(2, "5 w 1", "1 b 0", "- Z", "3 w =", "4 b -"),
    player(3, "4 b =", "5 w 1", "1 w =", "2 b =", "- Z"),
    player(4, "3 w =", "- Z", "5 b 1", "1 b -", "2 w +"),
    player(5, "2 b 0", "3 b 0", "4 w 0", "- Z", "1 w 1"),
)  # fmt: skip
LEAGUE = (
    "012 League", "042 2024/07/31", "142 4", "192 FIDE_TEAM_TYPEA_GP_MP", "352 WBW", "362 TW 3.0 TD 1.0 TL 0.5",
    "162 W 1.0 D 0.5 L 0.0 P 1.0",
    abnormal("W", "2.0", "", 1, 1), abnormal("", "1.0", "-0.5", 2, 2, 4), abnormal("Z", "0.5", "1.5", 0),
    *(player(number, *cells) for number, cells in enumerate((
        ("4 w 1", "- H", "10 b +"), ("5 b =", "- U", "11 w +"), ("6 w 0", "- F", "12 b +"),
        ("1 b 0", "10 w 1", "7 b ="), ("2 w =", "11 b 1", "8 w ="), ("3 b 1", "12 w =", "- Z"),
        ("10 w 1", "", "4 w ="), ("11 b 0", "", "5 b ="), ("12 w 1", "", "6 w +"),
        ("7 b 0", "4 b 0", "1 w -"), ("8 w 1", "5 w 0", "2 b -"), ("9 b 0", "6 b =", "3 w -"),
    ), 1)),
    *(team(number, range(3 * number - 2, 3 * number + 1), name=f"Team {number}") for number in (1, 2, 3, 4)),
    "320  1.5  2.0   0   1   0",
)  # fmt: skip
DOCUMENTS = {
    "individual": INDIVIDUAL, "teams": TEAMS, "draft": DRAFT, "old": OLD, "colours": COLOURS, "exceptions": EXCEPTIONS,
    "robin": ROBIN, "league": LEAGUE,
}  # fmt: skip


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
        "rounds", "scale", "win", "draw", "game_win", "game_draw", "team", "boards", "pre_determined", "primary",
        "edition", "rounds_in",
    )  # fmt: skip
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


def _text(amount: Fraction | None) -> str:
    return "-" if amount is None else str(amount)


def _term(term: Term) -> str:
    return f"{term.round}:{term.opponent}={term.amount}{'x' if term.cut else ''}"
