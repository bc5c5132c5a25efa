"""Everybody against everybody: in games and matches by rounds or opponents, of pairs what each has against each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from typing import Any, NamedTuple

from services.broadcast.domain.pages import words
from services.broadcast.domain.pages.rankings import Ranking, RankingList, Row
from services.broadcast.domain.pages.rounds import Round

ROBIN_MOST = 24
"""Entries up to which a round robin has a column for each of them."""

MOST_CELLS = 15_000
"""More than this no one reads: 120 pairs who all meet."""

MOST_ROWS = 500
"""Rows of which it is clear without looking that they have too many cells."""

NUMBER_LETTERS = 5
"""Letters of a number that fit above a column."""


class Cell(NamedTuple):
    """How somebody fared in one game or match.

    Attributes:
        mark: "F" of a match that was forfeited, "±" of a game, "bye" of a match without an opponent.
    """

    opponent: str = ""
    colour: str = ""
    text: str = ""
    mark: str = ""


Cells = Mapping[str, Mapping[int, Sequence[Cell]]]
"""Of each participant, by the number of the round."""


class CrossTable(NamedTuple):
    """Everybody against everybody.

    Attributes:
        robin: it has a column for each opponent, and not for each round.
        coloured: the games have colours.
        rows: of each, its place, who it is, and its cells.
        unit: of the totals.
        decimals: of the totals.
        marks: of all cells.
    """

    robin: bool
    coloured: bool
    columns: Sequence[int]
    rows: Sequence[tuple[int, Row, Sequence[Sequence[Cell]]]]
    places: Mapping[str, int]
    unit: str
    decimals: int
    marks: Set[str]


def cross_table(rows: Sequence[Row], cells: Cells, unit: str = "points") -> CrossTable | None:
    """Of a round robin a grid, else a column for each round; None before anything is paired."""
    if not rows or not cells:
        return None
    places = {row["participant"]: place for place, row in enumerate(rows, 1)}
    every = {who: [cell for each in own.values() for cell in each] for who, own in cells.items()}
    met = [{cell.opponent for cell in every.get(who, ())} - {""} for who in places]
    robin = 3 <= len(places) <= ROBIN_MOST and all(len(each) >= len(places) - 1 for each in met)
    last = len(places) if robin else max(number for own in cells.values() for number in own)
    made = []
    for row in rows:
        columns: list[list[Cell]] = [[] for _ in range(last)]
        for number, own in sorted(cells.get(row["participant"], {}).items()):
            for cell in own:
                if at := places.get(cell.opponent, 0) if robin else number:
                    columns[at - 1].append(cell)
        made.append((places[row["participant"]], row, columns))
    coloured = any(cell.colour for own in every.values() for cell in own)
    marks = {cell.mark for own in every.values() for cell in own}
    decimals = words.decimals_of(row["total"] for row in rows)
    return CrossTable(robin, coloured, range(1, last + 1), made, places, unit, decimals, marks)


def cells_of_matches(rounds: Sequence[Round], *, chess: bool = False) -> Cells:
    """Of matches; those of chess are numbered by their round, and the home side has White on the first board."""
    cells: dict[str, dict[int, list[Cell]]] = {}
    for at, each in enumerate(reversed(rounds), 1):
        for match in each.rows:
            for side, other, colour in (("home", "away", "w"), ("away", "home", "b")):
                if match[side]:
                    text = match["column"][side == "away"]
                    if chess:
                        raw = match[f"{side}_raw"]
                        text = words.amount(match[f"{side}_score"] if raw is None else raw)
                    forfeited = chess and match["state"] == "over" and not match["boards"]
                    mark = "bye" if not match[other] else "F" if forfeited else ""
                    cell = Cell(match[other] or "", colour if chess and match[other] else "", text, mark)
                    number = match["round"] or 0 if chess else at
                    cells.setdefault(match[side], {}).setdefault(number, []).append(cell)
    return cells


def cells_of_games(games: Iterable[Row]) -> Cells:
    """Of games."""
    cells: dict[str, dict[int, list[Cell]]] = {}
    for game in games:
        for who, cell in _of_game(game):
            cells.setdefault(who, {}).setdefault(game["round"], []).append(cell)
    return cells


def _of_game(game: Row) -> Iterator[tuple[str, Cell]]:
    result = game["result"] or ""
    if not game["black"]:
        yield game["white"], Cell(text=SHORT_BYES.get(game["bye"]) or result[:1].replace("-", words.MINUS))
        return
    mark = "±" if result[:1] in FORFEITS or result[-1:] in FORFEITS else ""
    for side, other, text in (("white", "black", result[:1]), ("black", "white", result[-1:])):
        colour = "" if game["uncoloured"] else side[0]
        yield game[side], Cell(game[other], colour, text.replace("-", words.MINUS), mark)


FORFEITS = ("+", "-")

SHORT_BYES = {"U": "bye", "F": "bye", "H": "½ bye", "Z": "–"}


class PairsTable(NamedTuple):
    """What each pair or player of a ranking has against each opponent.

    Attributes:
        crowded: it has too many cells to show, and none of what follows.
        short: the opponents' numbers fit above the columns, else these are numbered themselves.
        opponents: each its heading and its name.
        rows: each with its cells in the order of the opponents, and its total.
        more: whether a total has more than its boards.
        alone: players are ranked, so each board stands against both opponents.
    """

    unit: str
    crowded: bool = False
    short: bool = True
    opponents: Sequence[tuple[str, str]] = ()
    rows: Sequence[tuple[Row, Sequence["Met | None"], str]] = ()
    more: bool = False
    alone: bool = False


class Met(NamedTuple):
    """What somebody has against an opponent, "" against oneself; `most` where it is more than the other has."""

    text: str = ""
    most: bool = False


def is_crowded(chosen: RankingList | None) -> bool:
    """Whether a ranking has too many entries for a cross-table, whoever met whom."""
    return chosen is not None and len(chosen.rankings[0].rows) > MOST_ROWS


def pairs_table(
    chosen: Ranking, ranked: Sequence[Ranking], meetings: Mapping[str, Any], event_unit: str
) -> PairsTable | None:
    """The cross-table of a ranking, from who met whom; None before anybody has.

    The opponents are those in the ranking in its order, then others as they stand in theirs.
    """
    unit = meetings["unit"] or ""
    met: dict[str, dict[str, tuple[Decimal, Decimal]]] = {}
    for cells in meetings["rows"]:
        meeting = dict(zip(meetings["columns"], cells, strict=True))
        left, right = meeting["left"], meeting["right"]
        ours, theirs = Decimal(meeting["left_points"]), Decimal(meeting["right_points"])
        met.setdefault(left, {})[right] = ours, theirs
        met.setdefault(right, {})[left] = theirs, ours
    wanted = {who for row in chosen.rows for who in met.get(row["participant"], ())}
    opponents: dict[str, Row] = {}
    for row in (row for each in (chosen, *ranked) for row in each.rows):
        if row["participant"] in wanted:
            opponents.setdefault(row["participant"], row)
    return _pairs_table(chosen, opponents, met, unit, unit == event_unit)


def _pairs_table(
    chosen: Ranking,
    opponents: Mapping[str, Row],
    met: Mapping[str, Mapping[str, tuple[Decimal, Decimal]]],
    unit: str,
    totals: bool,
) -> PairsTable | None:
    if not opponents:
        return None
    if len(chosen.rows) * len(opponents) > MOST_CELLS:
        return PairsTable(unit, crowded=True)
    # Sections have the same numbers.
    apart = len({row["number"] for row in opponents.values()}) < len(opponents)
    labels = [f"{(apart and row['section']) or ''}{row['number']}" for row in opponents.values()]
    short = all(len(label) <= NUMBER_LETTERS for label in labels)
    heads = labels if short else [str(at) for at in range(1, len(labels) + 1)]
    rows, more, alone = [], False, chosen.kind == "player"
    for row in chosen.rows:
        own = met.get(row["participant"], {})
        total = sum((points for points, _ in own.values()), Decimal(0))
        more |= totals and not alone and row["total"] is not None and Decimal(row["total"]) != total
        cells = [
            Met() if who == row["participant"] else _met(own[who], unit) if who in own else None for who in opponents
        ]
        rows.append((row, cells, row["total"] if totals else None if alone else total))
    names = [str(row["name"]) for row in opponents.values()]
    decimals = words.decimals_of(total for *_, total in rows)
    written = [(row, cells, words.board_points(total, unit, decimals)) for row, cells, total in rows]
    return PairsTable(unit, False, short, [*zip(heads, names, strict=True)], written, more, alone)


def _met(points: tuple[Decimal, Decimal], unit: str) -> Met:
    return Met(words.board_points(points[0], unit), points[0] > points[1])
