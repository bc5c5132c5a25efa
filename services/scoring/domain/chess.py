"""Chess standings of an event by FIDE's regulations (C.07), beside what its files state."""

from fractions import Fraction

from contracts.codes import scoring as codes
from contracts.facts import Facts, StatedTotal
from contracts.findings import Finding
from contracts.standings import Method, Ranking, StandingRow, StatedRow, TieBreakValue
from services.scoring.domain.boards import published
from services.scoring.domain.method import agrees
from services.scoring.domain.totals import name_of
from shared.bridge.ranking import parse_place
from shared.chess import standings, tournament_of
from shared.chess.model import Tournament
from shared.chess.standings import Row, Standings

POINTS = "PTS"


def score_chess(facts: Facts) -> tuple[tuple[Ranking, ...], Method, list[Finding]]:
    """Rank a chess event.

    Args:
        facts: of the event; its tie-breaks decide in the order that it states, a sensible default where it states none.

    Returns:
        The ranking, how it was made, and where the files state something else.
    """
    tournament = tournament_of(facts)
    found = standings(tournament, facts.event.tie_breaks)
    kind = "team" if tournament.team else "player"
    participants = {p.id: p for p in facts.participants if p.kind == kind}
    stated = {total.participant: total for total in facts.totals if total.kind == kind and total.session is None}
    shared_places = {row.place for row in found.rows if sum(other.place == row.place for other in found.rows) > 1}
    findings = [
        codes.NOT_CHECKED.finding(f"the tie-break decides nothing here: {sentence}") for sentence in found.unknown
    ]
    level = _level(tournament, found)
    rows = []
    for row in found.rows:
        entrant = tournament.entrants[row.index]
        participant = participants[entrant.id]
        total = stated.get(entrant.id)
        points = _points(tournament, row.index)
        places = (row.place, row.place) if facts.event.tie_breaks else level[tournament.scores[row.index]]
        differing = _compare(f"{kind} {participant.number or participant.id}", points, places, total)
        findings.extend(differing)
        rows.append(
            StandingRow(
                id=entrant.id,
                number=participant.number or participant.id,
                name=name_of(participant),
                players=tuple(person.name or "" for person in participant.players),
                place=f"{row.place}=" if row.place in shared_places else str(row.place),
                rank=row.place,
                total=published(points),
                boards=sum(turn.played for turn in entrant.turns),
                tie_breaks=_tie_breaks(found, row),
                stated=StatedRow(place=total.place, total=total.total) if total else None,
                agrees=not differing if total else None,
            )
        )
    title = "Teams" if tournament.team else "Players"
    ranking = Ranking(
        id="overall", title=title, kind="team" if tournament.team else "player", unit="points", rows=tuple(rows)
    )
    method = Method(
        board_scoring="games",
        edition=str(tournament.edition.value),
        tie_breaks=tuple(code.text for code in found.codes),
    )
    return (ranking,), method, findings


def _points(tournament: Tournament, index: int) -> Fraction:
    return Fraction(tournament.scores[index][tournament.primary], tournament.scale)


def _level(tournament: Tournament, found: Standings) -> dict[tuple[int, int], tuple[int, int]]:
    """The first and the last place of those with equal points: where no tie-break is stated, each of them is right."""
    by_points: dict[tuple[int, int], list[int]] = {}
    for position, row in enumerate(found.rows, 1):
        by_points.setdefault(tournament.scores[row.index], []).append(position)
    return {points: (positions[0], positions[-1]) for points, positions in by_points.items()}


def _tie_breaks(found: Standings, row: Row) -> tuple[TieBreakValue, ...]:
    return tuple(
        TieBreakValue(code=code.text, value=published(value.amount))
        for code, value in zip(found.codes, row.values, strict=True)
        if code.name != POINTS
    )


def _compare(subject: str, points: Fraction, places: tuple[int, int], stated: StatedTotal | None) -> list[Finding]:
    if stated is None:
        return []
    findings = []
    if agrees(stated.total, points) is False:
        findings.append(
            codes.TOTAL_DIFFERS.finding(
                f"{subject} is stated with {stated.total} points, its games give {published(points)}",
                place=stated.at, subject=subject, stated=str(stated.total), computed=str(published(points)),
            )
        )  # fmt: skip
    try:
        claimed = parse_place(stated.place or "")
    except ValueError:
        claimed = None
    if claimed is not None and not places[0] <= claimed.first <= places[1]:
        place = str(places[0]) if places[0] == places[1] else f"{places[0]} to {places[1]}"
        findings.append(
            codes.PLACE_DIFFERS.finding(
                f"{subject} is stated in place {stated.place}, points and tie-breaks give {place}",
                place=stated.at, subject=subject, stated=stated.place, computed=place,
            )
        )  # fmt: skip
    return findings
