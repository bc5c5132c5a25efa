"""From everything read to the facts of one event."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, compress, repeat
from operator import attrgetter
from typing import Any, Literal, cast

from contracts.base import Discipline, Place
from contracts.codes.trf import ACCELERATION_RANGE, TOO_LARGE
from contracts.facts import GAMES, AdjustmentFact, Detail, EventFact, Facts, GameFact, MatchFact, Scope, SeatFact
from shared.chess import round_dates
from shared.errors import FormatError
from shared.formats.trf.columns import FIRST_ROUND, ROUND_STEP
from shared.formats.trf.reader import header
from shared.formats.trf.reader.checks import OLDER_BYES, is_complete
from shared.formats.trf.reader.dates import dates_of_rounds, day, rounds_dated
from shared.formats.trf.reader.draft import COLOURS, Abnormal, Draft, Lent
from shared.formats.trf.reader.header import plain
from shared.formats.trf.reader.matches import Meeting, meetings
from shared.formats.trf.reader.people.participants import participants_of, totals_of
from shared.formats.trf.reader.points_evidence import derive_scoring, mark_wins_against_nobody
from shared.formats.trf.reader.progress import Progress, blank_games_in_play, progress_of

_Side = Literal["home", "away", "both"]
_TEXT_DETAILS = ("062", "072", "082", "092", "102", "122", "172", "192", "202", "222", "352")


def facts_of(draft: Draft) -> tuple[Facts, Scope]:
    """Every fact of the file, and what it covers."""
    blank_games_in_play(draft)
    if draft.is_team_event:
        mark_wins_against_nobody(draft)
    progress = progress_of(
        draft.players.values(), (forfeit.round for forfeit in draft.forfeits), teams=draft.is_team_event
    )
    if not draft.is_team_event:
        derive_scoring(draft, progress.last)
    complete = is_complete(draft, progress.last)
    rounds = header.rounds_stated(draft)
    dates = dates_of_rounds(draft, rounds)
    met = meetings(draft) if draft.is_team_event else []
    boards = {
        (meeting.round, number): board
        for meeting in met
        for line_up in (meeting.home_line_up, meeting.away_line_up)
        for board, number in enumerate(line_up, 1)
        if number
    }
    facts = Facts(
        events=(_event(draft, rounds or rounds_dated(dates, progress.last), dates, progress, complete=complete),),
        participants=participants_of(draft),
        matches=tuple(_match(meeting) for meeting in met if meeting.round <= progress.last),
        games=_games(draft, progress, boards, complete=complete),
        seats=(
            *_seats(draft, rounds, progress, boards),
            *(seat for meeting in met if meeting.round > progress.last for seat in _team_seats(meeting)),
        ),
        adjustments=adjustments_of(draft, rounds, progress),
        totals=totals_of(draft),
        extensions=tuple(draft.report.kept.facts),
    )
    return facts, Scope(whole=complete)


def _kind(draft: Draft, *, complete: bool) -> str | None:
    """Who is ranked; None for a file whose teams may stand in a part that was cut off."""
    if draft.is_team_event:
        return "teams"
    if draft.teams:  # Records 013 that only group the players, as the header says.
        return "individual"
    speaks = "352" in draft.texts or "TEAM" in draft.texts.get("192", ("", 0))[0].upper()
    none = draft.texts.get("082", ("", 0))[0] == "0"
    return "individual" if complete and (none or not speaks) else None


def _event(
    draft: Draft, rounds: int | None, dates: list[str | None], progress: Progress, *, complete: bool
) -> EventFact:
    texts = {code: text for code, (text, _) in draft.texts.items()}
    first = draft.texts.get("012") or next(iter(draft.texts.values()), None)
    details = [Detail(name=code, value=texts[code]) for code in _TEXT_DETAILS if code in texts]
    details += [Detail(name="112", value=text) for text, _ in draft.listed.get("112", ())]
    details += [Detail(name=round_dates.name_of(round_), value=iso) for round_, iso in enumerate(dates, 1) if iso]
    colour = header.first_colour(draft)
    if colour:
        details.append(Detail(name="152", value=colour))
    if "RANK" in header.NUMBERS.findall(texts.get("XXC", "").upper()):
        details.append(Detail(name="XXC", value="rank"))
    details += [Detail(name="260", value=text) for text, _ in draft.listed.get("260", ())]
    details += [
        Detail(name="260", value=f"all {' '.join(header.NUMBERS.findall(text))}")
        for text, _ in draft.listed.get("XXP", ())
    ]
    colours = texts.get("352", "")
    return EventFact(
        at=Place(line=first[1], path="012") if first else None,
        name=texts.get("012"),
        discipline=Discipline.CHESS,
        kind=_kind(draft, complete=complete),
        start_date=day(draft, "042"),
        end_date=day(draft, "052"),
        city=texts.get("022"),
        federation=texts.get("032"),
        program=texts.get("182"),
        format_version=draft.dialect.value,
        team_size=len(colours) or None,
        rounds=rounds,
        results="complete" if progress.complete(rounds) else "to_date",
        tie_breaks=header.tie_breaks(draft),
        scoring_system=_scoring(draft),
        details=tuple(sorted(details, key=lambda detail: detail.name)),
    )


def _scoring(draft: Draft) -> tuple[Detail, ...]:
    """Points by result in a fixed order, then what record 299 gives to a type of unplayed match."""
    details = [Detail(name=name, value=draft.scoring[name]) for name in header.SCORING_ORDER if name in draft.scoring]
    details += [Detail(name=f"299 {each.kind}", value=_abnormal_text(each)) for each in draft.abnormal if each.kind]
    return tuple(details)


def _abnormal_text(each: Abnormal) -> str:
    """For example "mp=1 gp=2.5 round=3 of=7,12"; what is left out is unknown, every round, or everybody."""
    parts = []
    if each.match_points is not None:
        parts.append(f"mp={plain(each.match_points)}")
    if each.game_points is not None:
        parts.append(f"gp={plain(each.game_points)}")
    if each.round:
        parts.append(f"round={each.round}")
    if each.participants:
        parts.append("of=" + ",".join(map(str, each.participants)))
    return " ".join(parts)


def _match(meeting: Meeting) -> MatchFact:
    return MatchFact(
        at=meeting.place,
        kind="chess_teams",
        round=meeting.round,
        home=str(meeting.home),
        away=str(meeting.away) if meeting.away is not None else None,
        home_line_up=_named(meeting.home_line_up),
        away_line_up=_named(meeting.away_line_up),
        forfeit=cast(_Side | None, meeting.forfeit),
        details=(Detail(name="bye", value=meeting.bye),) if meeting.bye else (),
    )


def _named(line_up: tuple[int, ...]) -> tuple[str, ...]:
    """Ids by board, empty for a board that nobody sits at."""
    return tuple(str(number) if number else "" for number in line_up)


def _team_seats(meeting: Meeting) -> list[SeatFact]:
    sides = [(meeting.home, meeting.away, "w"), (meeting.away, meeting.home, "b")]
    return [
        SeatFact(
            at=meeting.place,
            participant=str(team),
            kind="team",
            stage="next",
            round=meeting.round,
            opponent=str(other) if other is not None else None,
            colour=cast(Literal["w", "b"], colour) if other is not None else None,
            text=meeting.bye,
        )
        for team, other, colour in sides
        if team is not None
    ]


def _games(
    draft: Draft, progress: Progress, boards: dict[tuple[int, int], int], *, complete: bool
) -> Sequence[GameFact]:
    """The games of the rounds that are covered, column by column, with the board of each in a team event.

    The round in which a file was cut off, before its result, is left out, and so are blank ones.
    """
    every = sorted(draft.players.values(), key=attrgetter("number"))
    covered = [min(progress.last, len(player.results)) for player in every]
    for at, player in enumerate(every) if not complete else ():
        if player.line == draft.unfinished and player.results[covered[at] - 1 : covered[at]] == " ":
            covered[at] -= 1
    ids = _Ids({0: None})
    opponents = [*chain.from_iterable([player.opponents[:last] for player, last in zip(every, covered, strict=True)])]
    letters = "".join([player.colours[:last] for player, last in zip(every, covered, strict=True)])
    results = "".join([player.results[:last] for player, last in zip(every, covered, strict=True)])
    rounds = [*range(1, progress.last + 1)]
    starts = [FIRST_ROUND + ROUND_STEP * (round_ - 1) for round_ in rounds]
    ends = [start + 7 for start in starts]
    columns: dict[str, list[Any]] = {
        "line": [*chain.from_iterable(map(repeat, [player.line for player in every], covered))],
        "column": _each_to(covered, starts),
        "end_column": _each_to(covered, ends),
        "round": _each_to(covered, rounds),
        "player": [*chain.from_iterable(map(repeat, [ids[player.number] for player in every], covered))],
        "opponent": [*map(ids.__getitem__, opponents)],
        "colour": [*map(COLOURS.__getitem__, letters)],
        "result": list(results),
    }
    if " " in results:
        stated = [bool(opponent) or result != " " for opponent, result in zip(opponents, results, strict=True)]
        columns = {name: [*compress(column, stated)] for name, column in columns.items()}
        columns["result"] = [None if result == " " else result for result in columns["result"]]
    byes = [
        bye
        for bye in draft.byes
        if not draft.is_team_event
        and bye.round <= progress.last
        and (absent := draft.players.get(bye.participant)) is not None
        and absent.cell(bye.round) is None
    ]
    columns["path"] = ["001"] * len(columns["line"])
    if boards:  # and no byes: it is one of teams
        columns["board"] = [
            boards.get((at, int(player or 0))) for at, player in zip(columns["round"], columns["player"], strict=True)
        ]
    for bye in byes:
        said = {**bye.place.given(), "round": bye.round, "player": ids[bye.participant], "result": bye.kind}
        for name, column in columns.items():
            column.append(said.get(name))
    return GAMES.of_lists(columns)


def _each_to(covered: list[int], values: list[int]) -> list[int]:
    """The values of the rounds that are covered, player by player."""
    firsts = {last: values[:last] for last in set(covered)}
    if len(firsts) == 1:
        return firsts.popitem()[1] * len(covered)
    return [*chain.from_iterable(map(firsts.__getitem__, covered))]


class _Ids(dict[int, str | None]):
    """The ids of players by their numbers; None for a 0, which is nobody."""

    def __missing__(self, number: int) -> str:
        return self.setdefault(number, str(number)) or ""


def _seats(draft: Draft, rounds: int | None, progress: Progress, boards: dict[tuple[int, int], int]) -> list[SeatFact]:
    """Pairings and byes of rounds to come; an absence after the last round, as some programs write one, is none."""
    seats: dict[tuple[int, int], SeatFact] = {}
    for player in sorted(draft.players.values(), key=lambda each: each.number):
        if player.last_round <= progress.last:
            continue
        for cell in player.cells:
            round_, opponent, colour, result = cell
            if round_ > progress.last and not (rounds and round_ > rounds and cell.is_absence):
                board = boards.get((round_, player.number))
                if not opponent and not draft.is_team_event:
                    result = OLDER_BYES.get(result or "", result)
                seats[round_, player.number] = SeatFact(
                    at=player.place(round_),
                    participant=str(player.number),
                    kind="player",
                    stage="next",
                    round=round_,
                    table=str(board) if board else None,
                    opponent=str(opponent) if opponent else None,
                    colour=cast(Literal["w", "b"] | None, colour),
                    text=result,
                )
    absences = [(bye.round, bye.participant, bye.kind, bye.place) for bye in draft.byes if not draft.is_team_event]
    absences += [(progress.last + 1, number, "Z", place) for number, place in draft.absent]
    for round_, number, kind, place in absences:
        if round_ > progress.last and number in draft.players and (round_, number) not in seats:
            seats[round_, number] = SeatFact(
                at=place, participant=str(number), kind="player", stage="next", round=round_, text=kind
            )
    return list(seats.values())


ROUNDS_LENT = 99
"""Up to which round points are lent where nothing states the number of rounds."""

MOST_ADJUSTMENTS = 200_000
"""Points lent or given to single participants; a file of more is not a tournament."""


def adjustments_of(draft: Draft, rounds: int | None, progress: Progress) -> tuple[AdjustmentFact, ...]:
    """Points lent in accelerated rounds, and points given or taken away, for each participant.

    Match points and game points of a team have different kinds, because a fact has one amount.
    """
    kind: Literal["team", "player"] = "team" if draft.is_team_event else "player"
    known: list[int] = sorted(draft.teams if draft.is_team_event else draft.players)
    adjustments: dict[tuple[str, int, int | None], AdjustmentFact] = {}
    twice: set[tuple[int | None, int | None]] = set()
    steps = 0

    def put(name: str, number: int, round_: int | None, amount: Decimal, unit: str, place: Place, *, add: bool) -> None:
        nonlocal steps
        before = adjustments.get((name, number, round_))
        if before is not None and add:
            amount += before.amount
        elif before is not None and before.at is not None and (before.at.line, place.line) not in twice:
            twice.add((before.at.line, place.line))
            message = f"line {before.at.line} gives {kind} {number} points for round {round_} already"
            draft.report.add(ACCELERATION_RANGE, message, place, subject=f"{kind} {number}")
        steps += 1
        if steps > MOST_ADJUSTMENTS:
            raise FormatError(TOO_LARGE, "too many points are lent or given", place, draft.report.finish())
        adjustments[name, number, round_] = AdjustmentFact(
            at=place, kind=name, participant=str(number), participant_kind=kind, round=round_, amount=amount, unit=unit
        )

    last = max(rounds or ROUNDS_LENT, progress.last)
    for lent in draft.lent:
        for fault in _faults(lent, kind, rounds):
            draft.report.add(ACCELERATION_RANGE, fault, lent.place)
        members = known[bisect_left(known, lent.first) : bisect_right(known, lent.last)]
        for round_ in range(lent.first_round, min(lent.last_round, last) + 1):
            for number in members:
                if kind == "team" and lent.match_points:
                    put("acceleration", number, round_, lent.match_points, "match_points", lent.place, add=False)
                if lent.game_points:
                    name = "acceleration_game_points" if kind == "team" else "acceleration"
                    unit = "game_points" if kind == "team" else "points"
                    put(name, number, round_, lent.game_points, unit, lent.place, add=False)
    for given in draft.abnormal:
        if given.kind:
            continue
        for number in given.participants or known:
            if kind == "team" and given.match_points:
                put("free_points", number, given.round, given.match_points, "match_points", given.place, add=True)
            if given.game_points:
                name = "free_game_points" if kind == "team" else "free_points"
                unit = "game_points" if kind == "team" else "points"
                put(name, number, given.round, given.game_points, unit, given.place, add=True)
    return tuple(adjustments.values())


def _faults(lent: Lent, kind: str, rounds: int | None) -> list[str]:
    """What a record of accelerated rounds says that its tournament cannot have."""
    faults = []
    if not lent.match_points and not lent.game_points:
        faults.append("this record of accelerated rounds gives no points")
    if kind == "player" and lent.match_points:
        faults.append("this record of accelerated rounds gives match points, which only teams have")
    if rounds is not None and lent.last_round > rounds:
        faults.append(
            f"this record of accelerated rounds goes to round {lent.last_round}, but the tournament has {rounds} rounds"
        )
    return faults
