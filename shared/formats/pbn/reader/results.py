"""Results and totals: rows of ScoreTable and TotalScoreTable, and what a game says of itself (4.2, 5.9, 5.10)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal

from contracts.base import Place
from contracts.facts import UNKNOWN_SCORE, Detail, ResultFact, Score, Sides, StatedScore, StatedTotal, total_points
from shared.bridge.boards.artificial_scores import ADJUSTED, NOT_PLAYED, Artificial, parse_artificial
from shared.bridge.play.contract import PASSED_OUT, ParsedContract
from shared.bridge.play.seats import Side
from shared.bridge.unreadable import UnreadableText
from shared.formats.pbn.columns import COLUMNS
from shared.formats.pbn.game import Token, place_of
from shared.formats.pbn.play import column_of
from shared.formats.pbn.read_game import ReadGame
from shared.formats.pbn.reader.draft import PairEntry, Where
from shared.formats.pbn.reader.people import names_of, pair_id
from shared.formats.pbn.tables import Table, number_of, points_of
from shared.formats.pbn.values import (
    Declarer,
    Read,
    SideValues,
    read_contract,
    read_declarer,
    read_result,
    read_room,
    split_result,
)
from shared.formats.report import NAME_LENGTH, TEXT_LENGTH

NOBODY = Sides()
_NONE = frozenset({None, "-", ""})
_SEATS = {"NS": ("North", "South"), "EW": ("East", "West")}


def unit_of(scoring: Sequence[str]) -> str:
    """The unit of IMPs by the modifiers of Scoring (3.4.12); without one nothing says what they are scored against."""
    words = set(scoring)
    if words & {"Cross", "Cross1", "Cross2", "Cavendish"}:
        return "cross_imps"
    if words & {"Butler", "Butler-2", "Experts", "Mean", "Median"}:
        return "butler_imps"
    return "imps"


def row_result(table: Table, row: Sequence[Token | None], where: Where, unit: str) -> ResultFact:
    """Make a result of a row of a ScoreTable; its sides are filled in later."""
    contract, declarer = _name(table.text(row, "Contract")), _name(table.text(row, "Declarer"))
    contract = None if contract in _NONE else contract
    read: Read[ParsedContract] = read_contract(contract) if contract is not None else Read()
    ns, ew = _scores(table, row)
    if read.problem is not None and ns is UNKNOWN_SCORE and contract is not None:
        ns, ew = _artificial(contract)
        contract = None if ns is not UNKNOWN_SCORE else contract
    tricks = None
    result = table.text(row, "Result")
    if contract is not None:
        contract, behind = split_result(contract)
        result = result if result not in _NONE else behind or None
    if result is not None and read.value is not PASSED_OUT:
        tricks = _tricks(read_result(result.strip(), read.value).value, None)
    played_by = read_declarer(declarer).value if declarer is not None and declarer not in _NONE else None
    multiplicity = table.number(row, "Multiplicity")
    round_number = digits(table.text(row, "Round"))
    return ResultFact(
        at=row_place(row, table),
        session=where.session,
        section=_name(table.text(row, "Section")) or where.section,
        round=where.round if round_number is None else round_number,
        table=_name(table.text(row, "Table")) or where.table,
        room=_name(read_room(table.text(row, "Room") or "").value) or where.room,
        board=where.board,
        sides=NOBODY,
        contract=contract,
        declarer=str(played_by.seat) if played_by is not None else None,
        lead=_name(table.text(row, "Lead")),
        tricks=tricks,
        ns_score=ns,
        ew_score=ew,
        stated=_stated(table, row, unit),
        multiplicity=int(multiplicity) if multiplicity is not None and 0 < multiplicity < 100_000 else 1,
        details=_details(table, row, _USED) + _swapped(played_by),
    )


def _swapped(declarer: Declarer | None) -> tuple[Detail, ...]:
    """The detail that declarer and dummy had changed places (3.4.13)."""
    return (Detail(name="Declarer", value=str(declarer)),) if declarer is not None and declarer.swapped else ()


def row_pair(
    table: Table, row: Sequence[Token | None], side: str | None, where: Where, at: Place | None = None
) -> PairEntry | None:
    """The pair of a row, North-South or East-West, or the one of a table of totals; `at` is the place of the row."""
    ending = f"_{side}" if side else ""
    number = table.text(row, f"PairId{ending}")
    if number is None:  # individuals, in columns that programs have for them
        seats = [table.text(row, f"PlayerId_{seat}") for seat in _SEATS[side]] if side else []
        number = pair_id(*seats) if seats else table.text(row, "PlayerId")
    names = names_of(table.text(row, f"Names{ending}") or (None if side else table.text(row, "Name")))
    team = _name(table.text(row, f"TeamId{ending}") or "") if side else None
    if number in _NONE and not names and team in _NONE:
        return None
    return PairEntry(
        number=None if number in _NONE else _name(number),
        names=names,
        side=side,
        section=_name(table.text(row, "Section")) or where.section,
        team=None if team in _NONE else team,
        line=None if side else table.line(row),
        at=at or row_place(row, table),
    )


def game_result(game: ReadGame, where: Where, details: tuple[Detail, ...]) -> ResultFact | None:
    """Make a result of what a game says of itself; None when it tells no end, nor the cards of a board's contract."""
    values = game.values
    side = values.declarer.seat.side if values.declarer is not None else None
    score = None
    if values.score is not None:
        # Nought is everybody's score, whoever declared.
        score = Decimal(0) if values.score.declarer == 0 else values.score.by_side(side).of(Side.NS, 0)
    text = game.fields.stated("Contract") if values.contract is not None else None
    contract = split_result(text)[0] if text is not None else None
    ended = score is not None or (values.result is not None and contract is not None) or values.contract is PASSED_OUT
    played = contract and values.declarer and values.board and game.play and game.play.played
    if not ended and not played:
        return None
    ns_score = total_points(int(score)) if score is not None and score == score.to_integral_value() else UNKNOWN_SCORE
    ew = values.score.ew if values.score is not None and values.score.ns is not None else None
    ew_score = total_points(-int(ew)) if ew is not None and ew == ew.to_integral_value() else ns_score
    play = game.play.outcome if game.play is not None else None
    lead = None
    if game.play is not None and play is not None and play.leader is not None and game.play.first is not None:
        column = column_of(play.leader, game.play.first)
        item = game.play.cells[column] if game.play.cards is None and column < len(game.play.cells) else None
        lead = game.play.cards[column] if game.play.cards is not None else item.text if item is not None else None
    details += _swapped(values.declarer)
    tricks = _tricks(values.result, side) if values.contract is not PASSED_OUT else None
    return _result(
        game.fields.place("Score" if score is not None else "Contract"),
        where.session,
        where.section,
        where.round,
        where.table,
        where.room,
        where.board,
        NOBODY,
        _name(contract),
        str(values.declarer.seat) if values.declarer is not None else None,
        _name(lead) if lead != "-" else None,
        tricks,
        ns_score,
        ew_score,
        _game_stated(game, side, unit_of(values.scoring)),
        details,
    )


_result = ResultFact.maker(
    *("at", "session", "section", "round", "table", "room", "board", "sides", "contract", "declarer", "lead"),
    *("tricks", "ns_score", "ew_score", "stated", "details"),
)


def _game_stated(game: ReadGame, side: Side | None, unit: str) -> StatedScore | None:
    values = game.values
    points = values.score_mp if values.score_mp is not None else values.score_imp
    if points is None and values.percentage is None:
        return None
    points, percent = ((given or SideValues()).by_side(side) for given in (points, values.percentage))
    imps = values.score_mp is None and values.score_imp is not None
    return StatedScore(
        ns=points.ns, ew=points.ew, unit=unit if imps else "match_points", ns_percent=percent.ns, ew_percent=percent.ew
    )


def _tricks(values: SideValues | None, side: Side | None) -> int | None:
    """Tricks of declarer's side."""
    number = values.tricks(side) if values is not None else None
    return int(number) if number is not None else None


def _scores(table: Table, row: Sequence[Token | None]) -> tuple[Score, Score]:
    """The scores of both sides: points, or an adjusted percentage where a side has no points of its own.

    Points of one side are those of the other with the sign turned, unless that has its own, or a percentage. Programs
    also write an award in place of the points of a side ("A+", "60%").
    """
    texts = [table.text(row, f"Score_{side}") for side in ("NS", "EW")]
    ns, ew = (int(number) if number is not None else None for number in map(points_of, texts))
    adjusted = [_adjusted(table, row, side) or _award(text) for side, text in zip(("NS", "EW"), texts, strict=True)]
    if ns is None and ew is None:
        return adjusted[0] or UNKNOWN_SCORE, adjusted[1] or UNKNOWN_SCORE
    ns_points = ns if ns is not None else -(ew or 0)
    ew_points = -ew if ew is not None else ns_points
    text = next((text for text in texts if text is not None and text.startswith("^")), None)
    made = [
        Score(kind="points", points=value, text=text) if text else total_points(value)
        for value in (ns_points, ew_points)
    ]
    return (adjusted[0] if ns is None else None) or made[0], (adjusted[1] if ew is None else None) or made[1]


def _adjusted(table: Table, row: Sequence[Token | None], side: str) -> Score | None:
    """The percentage of a side that a ruling gave it; None where there is none (5.2)."""
    text = table.text(row, f"Percentage_{side}")
    if text is None or not text.startswith("^"):
        return None
    percent = number_of(text)
    return Score(kind="artificial", percent=percent, text=text) if percent is not None else None


def _artificial(text: str) -> tuple[Score, Score]:
    """What stands in place of a contract when a board got an adjusted score, or was not played.

    Programs write "A", "A6040" or "NP".
    """
    word = text.upper()
    if word == "A" or word in ADJUSTED | NOT_PLAYED:
        score = Score(kind="not_played" if word in NOT_PLAYED else "artificial", text=text)
        return score, score
    try:
        pair = parse_artificial(text).candidates[0]
    except UnreadableText:
        return UNKNOWN_SCORE, UNKNOWN_SCORE
    ns, ew = (_awarded(side, text) if side else Score(kind="unknown", text=text) for side in (pair.ns, pair.ew))
    return ns, ew


def _award(text: str | None) -> Score | None:
    """An award that stands in place of one side's points; None for points, and for what is neither."""
    if text is None or text in _NONE or points_of(text) is not None:
        return None
    try:
        side = parse_artificial(text.removeprefix("^")).candidates[0].ns
    except UnreadableText:
        return None
    return _awarded(side, text) if side else None


def _awarded(side: Artificial, text: str) -> Score:
    return Score(
        kind="average" if side.grade is not None else "artificial",
        percent=Decimal(side.percent.numerator) / Decimal(side.percent.denominator),
        text=text,
    )


def _stated(table: Table, row: Sequence[Token | None], unit: str) -> StatedScore | None:
    mp, imp, percent = (
        (table.number(row, f"{name}_NS"), table.number(row, f"{name}_EW")) for name in ("MP", "IMP", "Percentage")
    )
    nothing = (None, None)
    imps = mp == nothing != imp
    ns, ew = imp if imps else mp
    if (ns, ew) == percent == nothing:
        return None
    return StatedScore(
        ns=ns, ew=ew, unit=unit if imps else "match_points", ns_percent=percent[0], ew_percent=percent[1]
    )


_OWN = ("Table", "Room", "Round", "Lead", "Section", "TeamId_NS", "TeamId_EW")
_PLAYERS = tuple(f"PlayerId_{seat}" for seats in _SEATS.values() for seat in seats)
_USED = frozenset(COLUMNS["ScoreTable"]) - {"Rank"} | {*_OWN, *_PLAYERS}


def _details(table: Table, row: Sequence[Token | None], used: AbstractSet[str]) -> tuple[Detail, ...]:
    """Columns without a field of their own, and what could not be read in those that have one."""
    return tuple(
        Detail(name=column.name[:NAME_LENGTH], value=token[1][:TEXT_LENGTH])
        for column, token in zip(table.columns, row, strict=True)
        if token is not None and column.name and column.name not in used and token[1] not in ("?", "!")
    )


def row_place(row: Sequence[Token | None], table: Table) -> Place:
    """Where a row stands."""
    token = next((token for token in row if token is not None), None)
    return place_of(token) if token is not None else table.tag.place


def _name(text: str | None) -> str | None:
    return text.strip()[:NAME_LENGTH] or None if text is not None else None


def digits(text: str | None) -> int | None:
    """The number of a round; None for a text that is none."""
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) <= 6 else None


def row_total(table: Table, row: Sequence[Token | None], where: Where, rank: str | None) -> StatedTotal:
    """Make a stated total of a row of a TotalScoreTable; its participant is filled in later."""
    total = next((value for name in _TOTALS if (value := table.number(row, name)) is not None), None)
    mean, cumulated = table.number(row, "MeanPercentage"), table.number(row, "TotalPercentage")
    percentage = mean if mean is not None else table.number(row, "Percentage")
    used = {"Rank", "PairId", "Names", "NrBoards", *_TOTALS[:1]}
    if percentage is None and cumulated is not None and cumulated <= 100:
        percentage = cumulated
        used.add("TotalPercentage")
    boards = table.number(row, "NrBoards")
    whole = boards is not None and boards == boards.to_integral_value()
    used |= {name for name in _TOTALS if table.number(row, name) == total} if total is not None else set()
    used |= {"Direction"} if table.line(row) else set()
    used |= {"PlayerId", "Name"} if table.text(row, "PairId") is None else set()
    used |= {"TeamId", "TeamName", "RosterDetails"} if table.text(row, "TeamId") is not None else set()
    used |= {"MeanPercentage"} if mean is not None else {"Percentage"}
    return StatedTotal(
        at=row_place(row, table),
        participant="",
        kind="pair",
        session=where.session,
        total=total,
        percentage=percentage,
        place=rank,
        boards_played=int(boards) if boards is not None and whole else None,
        details=_details(table, row, used),
    )


_TOTALS = (
    *("TotalMP", "TotalIMP", "TotalScore", "MP", "IMP", "Score"),
    *("TotalScoreMP", "TotalScoreIMP", "TotalScoreVP"),
)
"""Columns for the total, the first that stands counts; those behind the third are no predefined ones, and are used."""
