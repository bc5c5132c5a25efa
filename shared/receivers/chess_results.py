"""The XML in which programs with a key of their own upload tournaments of individuals to Chess-Results.

Source: Sharly-Chess, technical appendix "Uploading a chess tournament to the Chess-Results.com database", with the
example `Single_SwissSystem.xml` beside it.

Rules kept here:

1. The sender's key, its identity and the section `security` come from Chess-Results during the upload, encrypted with
   a key that is not public. They are left empty or out; who has a key adds them.
2. The first five tie-breaks that have a number there (`chess_results_tie_breaks`) are written, the others left out.
   Places are those of the event, which decide what Chess-Results shows.
3. Who is not paired in a round has opponent -2, and -1 with the pairing-allocated bye. A missing result is empty.
4. A text is cut to the length that its field has there.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from contracts.base import Discipline
from contracts.facts import EventFact, Organiser, Participant, Person, SeatFact
from contracts.messages import EventMerged, LossItem
from contracts.standings import StandingRow
from shared.chess.board_order import boards_of
from shared.chess.from_facts import tournament_of
from shared.chess.model import Entrant, Kind, Tournament
from shared.chess.round_dates import round_dates_of
from shared.formats.format import Format, Seats, Values
from shared.formats.parsed import Rendered
from shared.formats.written_numbers import number as written
from shared.formats.xml_text import escape_attribute
from shared.receivers.chess_results_tie_breaks import numbered

Row = dict[str, object]

_SWISS, _ROUND_ROBIN = 0, 1
_NOT_PAIRED, _PAIRING_BYE = -2, -1
_TIE_BREAKS = 5
_FORFEITS = {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS}
_TITLES = {"g": "GM", "wg": "WGM", "m": "IM", "wm": "WIM", "f": "FM", "wf": "WFM", "c": "CM", "wc": "WCM"}
"""As TRF writes them short."""
_LENGTHS = {
    "name": 160,
    "organiser": 80,
    "timecontrol": 100,
    "chiefarbiter": 120,
    "lastname": 32,
    "firstname": 30,
    "title": 4,
}


def render(merged: EventMerged, *, values: Values, seats: Seats, version: str) -> Rendered:
    """Write the tournament of the players of an event; `values`, `seats` and `version` have no effect."""
    facts = merged.facts
    tournament = tournament_of(facts.replace(events=(facts.event.replace(kind="individual"),)))
    people = {each.id: each for each in facts.participants if each.kind == "player"}
    rows = {row.id: row for ranking in merged.standings.rankings if ranking.id == "overall" for row in ranking.rows}
    dates = round_dates_of(facts.event)
    rounds: list[Row] = [
        {"round": number, "date": _day(dates.get(number), "."), "time": ""}
        for number in range(1, tournament.rounds + 1)
    ]
    codes = _tie_breaks(merged)
    listed = [
        _player(entrant, people[entrant.id], rows.get(entrant.id), tournament, codes) for entrant in tournament.entrants
    ]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<chessresults>",
        *_section("tournamentdata", "tournament", [_tournament(merged, tournament, codes)]),
        *_section("rounds", "round", rounds),
        *_section("players", "player", _tied(listed)),
        *_section("playerpairings", "playerpairing", [*_pairings(tournament), *_to_come(facts.seats, tournament)]),
        "</chessresults>",
        "",
    ]
    return Rendered("\n".join(lines).encode(), f"{merged.event}.xml", "application/xml", _losses(merged))


def _section(name: str, of: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"  <{name}>"
    for row in rows:
        texts = [(field, str(value)[: _LENGTHS.get(field)]) for field, value in row.items()]
        yield f"    <{of}" + "".join(f' {field}="{escape_attribute(text)}"' for field, text in texts) + "/>"
    yield f"  </{name}>"


def _ordered(merged: EventMerged) -> tuple[str, ...]:
    """What decides after the points."""
    codes = merged.standings.method.tie_breaks or merged.facts.event.tie_breaks
    return tuple(code for code in codes if code.upper() != "PTS")


def _tie_breaks(merged: EventMerged) -> tuple[str, ...]:
    """Those that are written."""
    return tuple(code for code in _ordered(merged) if numbered(code))[:_TIE_BREAKS]


def _by_place(name: str, values: Sequence[object], absent: object) -> Row:
    """A field for each place of a tie-break; `name` has a `{}` for its number."""
    padded = [*values, *[absent] * (_TIE_BREAKS - len(values))]
    return {name.format(place): value for place, value in enumerate(padded, 1)}


def _tournament(merged: EventMerged, tournament: Tournament, codes: Sequence[str]) -> Row:
    event, progress = merged.facts.event, merged.standings.progress
    ratings = [entrant.rating for entrant in tournament.entrants if entrant.rating]
    complete = progress.rounds_complete or 0
    known = [found for code in codes if (found := numbered(code))]
    return {
        "key": "",
        "type": _ROUND_ROBIN if tournament.pre_determined else _SWISS,
        "name": event.name or merged.event,
        "remark": "",
        "director": "",
        "organiser": (event.organiser or Organiser()).name or "",
        "location": event.city or "",
        "arbiter": "",
        "rounds": tournament.rounds,
        "currentround": max((tournament.rounds_in, *(seat.round or 0 for seat in merged.facts.seats))),
        "rankinground": min(complete, tournament.rounds_in),
        "from": _day(event.start_date),
        "to": _day(event.end_date),
        "ratedfide": "-",
        "ratednational": "-",
        **_by_place("tb{}no", [found[0] for found in known], 0),
        "replay": 1,
        "timecontrol": _detail(event, "122"),
        "homecolor": "",
        "samecolor": "",
        "ratingavg": round(Fraction(sum(ratings), len(ratings))) if ratings else 0,
        "endstatus": "J" if progress.complete else "N",
        **_by_place("tb{}_detail", [found[1] for found in known], ""),
        "chiefarbiter": _detail(event, "102"),
        "federation": event.federation or "",
        "creator": "",
    }


def _player(
    entrant: Entrant, player: Participant, row: StandingRow | None, tournament: Tournament, codes: Sequence[str]
) -> Row:
    person = player.players[0] if player.players else Person()
    last, _, first = (player.name or person.name or player.id).partition(",")
    rating = int(person.rating) if person.rating is not None else 0
    values = {each.code: written(each.value) or "" for each in (row.tie_breaks if row is not None else ())}
    return {
        "no": entrant.number,
        "id": entrant.number,
        "lastname": person.last_name or last.strip(),
        "firstname": person.first_name or first.strip(),
        "atitle": "",
        "title": _TITLES.get((person.title or "").lower(), person.title or ""),
        "rtg": rating,
        "rtgfide": rating,
        "dob": _birth(person.birth_date),
        "sex": (person.sex or "").lower(),
        "fed": person.federation or "",
        "board": 0,
        "teamno": 0,
        "fideid": person.id or "",
        "rank": (row.rank if row is not None else None) or len(tournament.entrants) + 1,
        **_by_place("tb{}", [values.get(code, "") for code in codes], ""),
        "pts": _points(tournament, entrant.total[0]),
        "equal": "N",
        "state": 0 if tournament.pre_determined else "",
    }


def _tied(players: Sequence[Row]) -> list[Row]:
    """The players with places of their own, by starting rank in a tie; those behind the first of a tie are marked."""
    ordered = sorted(players, key=lambda row: (int(str(row["rank"])), int(str(row["no"]))))
    before = [None, *(row["rank"] for row in ordered)]
    for at, row in enumerate(ordered, 1):
        row |= {"rank": at, "equal": "J" if row["rank"] == before[at - 1] else "N"}
    return list(players)


def _pairings(tournament: Tournament) -> Iterator[Row]:
    entrants = tournament.entrants
    for number in range(1, tournament.rounds_in + 1):
        boards = boards_of(tournament, number)
        paired = {at for both in boards for at in both}
        alone = [at for at in range(len(entrants)) if at not in paired]
        for pairing, (white, black) in enumerate([*boards, *((at, None) for at in alone)], 1):
            own = entrants[white].turns[number - 1]
            other = entrants[black].turns[number - 1] if black is not None else None
            kinds = {turn.kind for turn in (own, other) if turn is not None}
            opponent = _PAIRING_BYE if own.kind is Kind.PAIRING_BYE else _NOT_PAIRED
            yield {
                "round": number,
                "pairing": pairing,
                "board": 1,
                "whiteno": entrants[white].number,
                "blackno": entrants[black].number if black is not None else opponent,
                "reswhite": "" if own.kind is Kind.OPEN else _points(tournament, own.points[0]),
                "resblack": "" if other is None or other.kind is Kind.OPEN else _points(tournament, other.points[0]),
                "forfeit": "K" if kinds & _FORFEITS else "",
            }


def _to_come(seats: Sequence[SeatFact], tournament: Tournament) -> Iterator[Row]:
    """The pairings that the event has of rounds that have not begun; who is not paired there is left out."""
    numbers = {entrant.id: entrant.number for entrant in tournament.entrants}
    boards: Counter[int] = Counter()
    for seat in seats:
        round_, own, other = seat.round or 0, seat.participant, seat.opponent
        if round_ > tournament.rounds_in and seat.colour == "w" and own in numbers and other in numbers:
            boards[round_] += 1
            yield {
                "round": round_,
                "pairing": boards[round_],
                "board": 1,
                "whiteno": numbers[own],
                "blackno": numbers[other],
                "reswhite": "",
                "resblack": "",
                "forfeit": "",
            }


def _points(tournament: Tournament, points: int) -> str:
    exact = tournament.exact(points)
    value = Decimal(exact.numerator) / exact.denominator
    return f"{value:.1f}" if value == round(value, 1) else f"{value:f}"


def _detail(event: EventFact, name: str) -> str:
    return next((detail.value for detail in event.details if detail.name == name), "")


def _day(iso: str | None, between: str = "") -> str:
    """YYYYMMDD; with a mark between, DD.MM.YYYY."""
    parts = (iso or "").split("-")
    return between.join(parts[::-1] if between else parts)


def _birth(text: str | None) -> str:
    """DD.MM.YYYY, or the year alone."""
    year, *rest = (text or "").replace("/", "-").split("-")
    return year if not any(part.strip("0") for part in rest) else ".".join((year, *rest)[::-1])


def _losses(merged: EventMerged) -> tuple[LossItem, ...]:
    losses = [
        LossItem(what="key, creator and security", why="Chess-Results gives them to programs with a key of its own")
    ]
    left_out = len(_ordered(merged)) - len(_tie_breaks(merged))
    if left_out:
        why = "their numbers there are not documented, or there are more than five"
        losses.append(LossItem(what="tie-breaks", count=left_out, why=why))
    teams = sum(each.kind == "team" for each in merged.facts.participants)
    if teams:
        losses.append(LossItem(what="teams", count=teams, why="the players alone are written"))
    return tuple(losses)


CHESS_RESULTS = Format(
    name="chess-results-xml",
    title="XML of Chess-Results",
    discipline=Discipline.CHESS,
    suffixes=(".xml",),
    writer=lambda: render,
)
