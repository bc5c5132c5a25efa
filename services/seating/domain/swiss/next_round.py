"""Rule "swiss" (or "danish"): the next round of a Swiss event of pairs or teams, drawn from its standings.

1. The event is a Swiss by its file (USEBIO SWISS_PAIRS and SWISS_TEAMS; ACBLscore's teams by victory points or wins),
   or settings are given. A round is drawn when the one before it is over, until the last round or the end of the event.
2. The draw uses the standings after the last round that is over, without the points of later matches. So it does not
   change while the round is played.
3. Ties are broken by seed, then by number (our choice; the EBU leaves it to the program). Participants without a score
   come last.
4. Sections whose members have never met those of another are drawn separately (USEBIO 1.4, 4).
5. The first round is drawn if everybody has a seed; otherwise the organiser has drawn it.
6. If the files have meetings of the coming round that differ from our draw, exchanges by hand included, the seats are
   those of the files.
7. An odd number has a bye, or a triple if the event has had one before.
8. A round that starts early is drawn with the standings to date; open matches are listed and count as met
   (`director_decisions`).
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Literal

from contracts.codes import seating as codes
from contracts.facts import Participant
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from contracts.standings import Ranking
from services.seating.domain.director_decisions import away_findings, rounds_over, still_playing
from services.seating.domain.exchanges import with_exchanges
from services.seating.domain.seating_list import Names, meeting_line, shown_names
from services.seating.domain.swiss import Draw, Entrant, Field, Settings, draw
from services.seating.domain.swiss.history import History
from shared.natural_order import natural

KINDS: dict[str | None, Literal["pair", "team"]] = {"swiss_pairs": "pair", "swiss_teams": "team"}

_TABLE_LENGTH = 8
"""What is longer in a file is no table, or not as it should be; it is cut."""


def swiss_round(merged: EventMerged, settings: Settings | None = None) -> RoundAssignment | None:
    """Draw the round after the last that is over; None when the event is over, or its ranking unknown.

    Without settings, only Swiss events are drawn, with those that follow from their files.
    """
    kind = KINDS.get(merged.facts.event.kind)
    if kind is None and settings is not None:
        kind = "team" if any(p.kind == "team" for p in merged.facts.participants) else "pair"
    progress = merged.standings.progress
    if kind is None or progress.complete or (progress.rounds and rounds_over(merged) >= progress.rounds):
        return None
    parts = [
        part
        for section, participants in _sections(merged, kind)
        if (part := _section(merged, kind, section, participants, settings)) is not None
    ]
    if not parts:
        return None
    return parts[0].replace(
        tables=tuple(table for part in parts for table in part.tables),
        sitting_out=tuple(name for part in parts for name in part.sitting_out),
        complete=all(part.complete for part in parts),
        findings=tuple(finding for part in parts for finding in part.findings),
    )


def _sections(merged: EventMerged, kind: Literal["pair", "team"]) -> Iterable[tuple[str | None, Sequence[Participant]]]:
    """Rule 4."""
    everybody = [p for p in merged.facts.participants if p.kind == kind and not p.phantom]
    listed = {p.id for p in everybody}
    others = {name for m in merged.standings.matches for name in (m.home, m.away) if name} - listed
    phantoms = {p.id for p in merged.facts.participants if p.kind == kind and p.phantom}
    everybody += [Participant(id=name, kind=kind) for name in sorted(others - phantoms, key=natural)]
    section = {p.id: p.section for p in everybody}
    names = dict.fromkeys(p.section for p in everybody)
    mixed = any(m.away is not None and section.get(m.home) != section.get(m.away) for m in merged.standings.matches)
    if mixed or len(names) < 2 or None in names:
        return [(next(iter(names)) if len(names) == 1 else None, everybody)]
    return [(name, [p for p in everybody if p.section == name]) for name in names]


def _section(
    merged: EventMerged,
    kind: Literal["pair", "team"],
    section: str | None,
    participants: Sequence[Participant],
    settings: Settings | None,
) -> RoundAssignment | None:
    history = History(merged, kind, participants)
    order = _ranked(merged, kind, history, given=settings is not None)
    session, number = history.where
    names = shown_names(merged.facts)
    fixed = RoundAssignment(event=merged.event, session=session, stage="round", round=number, rule="swiss")
    if order is None:
        return _as_played(fixed, history, section, names, kind) if history.done and history.next.couples else None
    if settings is None and kind == "team" and any(round_.triples for round_ in history.done):  # rule 7
        settings = Settings(odd="long_triple" if history.triples_are_long else "short_triple")
    settings = settings or Settings()
    field = Field(
        round=history.over + 1,
        entrants=tuple(_entrant(participant, history) for participant in order),
        kind="teams" if kind == "team" else "pairs",
        rounds=merged.standings.progress.rounds,
        played=tuple(history.played()),
        absent=history.not_yet | history.absent,
        withdrawn=history.gone,
        under_way=history.under_way if kind == "team" else (),
        settings=settings,
    )
    drawn = draw(field)
    fixed = fixed.replace(rule=settings.system)
    playing = {name for _, _, both in history.playing for name in both}
    lines = []
    for meeting in drawn.meetings:
        reason = meeting.reason
        if still := [name for name in (meeting.ns, meeting.ew) if name in playing]:  # rule 8
            verb = "are" if len(still) > 1 else "is"
            reason += f"; {' and '.join(still)} {verb} still playing, with the score to date"
        lines.append(meeting_line(names, kind, meeting.ns, meeting.ew, meeting.table, reason, section))
    findings = (*_findings(drawn, history, settings), *away_findings(merged, session, number, history.ids))
    seats = fixed.replace(tables=tuple(lines), sitting_out=drawn.sitting_out, findings=findings)
    if not history.next.couples <= {frozenset((line.ns, line.ew)) for line in with_exchanges(seats, merged).tables}:
        return _as_played(fixed, history, section, names, kind)
    return seats


def _ranked(merged: EventMerged, kind: str, history: History, *, given: bool) -> list[Participant] | None:
    """Everybody in rank order (rules 2, 3 and 5); None where it is not known."""
    seeds = {p.id: p.seed for p in history.participants}

    def level(participant: Participant) -> tuple[bool, int, object]:
        seed = seeds[participant.id]
        return seed is None, seed or 0, natural(participant.number or participant.id)

    ordered = sorted(history.participants, key=level)
    if not history.done:
        return ordered if ordered and (given or None not in seeds.values()) else None
    overall = (r for r in merged.standings.rankings if (r.session, r.section, r.direction) == (None, None, None))
    ranking = next((ranking for ranking in overall if ranking.kind == kind), None)
    if ranking is None:
        return None
    if not history.later:
        ranks = {row.id: row.rank for row in ranking.rows if row.rank is not None}
        return sorted(ordered, key=lambda p: (p.id not in ranks, ranks.get(p.id, 0)))
    scores = _scores_before(merged, ranking, {(session, number) for _, session, number in history.later})
    if scores is None:
        return None
    return sorted(ordered, key=lambda p: (p.id not in scores, -scores.get(p.id, Decimal(0))))


def _scores_before(
    merged: EventMerged, ranking: Ranking, later: AbstractSet[tuple[str | None, int]]
) -> dict[str, Decimal] | None:
    """The totals without what later rounds gave (rule 2); None where totals are not sums of matches."""
    scores = {
        row.id: score
        for row in ranking.rows
        if (score := row.total if row.final is None or row.percentage is not None else row.final) is not None
    }
    for match in merged.standings.matches:
        if match.round is None or (match.session, match.round) not in later:
            continue
        if match.unit != ranking.unit:
            return None
        for name, score in ((match.home, match.home_score), (match.away, match.away_score)):
            if name in scores and score is not None:
                scores[name] -= score
    return scores


def _entrant(participant: Participant, history: History) -> Entrant:
    details = {detail.name: detail.value for detail in participant.details}
    table = details.get("STATIONARY_TABLE", "")[:_TABLE_LENGTH] or None
    section = details.get("STATIONARY_SECTION", "")[:_TABLE_LENGTH] or None
    if table is not None and section is not None and section != participant.section:
        table = f"{section}{table}"
    return Entrant(
        id=participant.id,
        byes=history.byes_of(participant.id),
        triples=history.triples_of(participant.id),
        home=participant.number or participant.id,
        previous=history.done[-1].tables.get(participant.id) if history.done else None,
        stationary=table,
        direction="E" if details.get("STATIONARY_DIRECTION") == "E" else "N",
    )


def _findings(drawn: Draw, history: History, settings: Settings) -> Iterable[Finding]:
    if settings.system == "swiss":
        for again in drawn.rematches:
            when = ", ".join(str(number) for number in again.rounds if number is not None)
            text = f"{again.first} and {again.second} have met" + (f" in round {when}" if when else " before")
            yield codes.REMATCH.finding(text, subject=f"{again.first} - {again.second}")
    for both in drawn.clashes:
        yield codes.KEPT_APART_MEET.finding(
            f"{' and '.join(sorted(both, key=natural))} meet", subject=" - ".join(sorted(both))
        )
    if drawn.bye is not None:
        yield codes.BYE.finding(drawn.bye_reason or f"{drawn.bye} has no opponent left", subject=drawn.bye)
    for name in sorted(history.gone - history.declared_away, key=natural):
        yield codes.LEFT_OUT.finding(f"{name} is no longer drawn", subject=name)
    for name in sorted(history.late, key=natural):
        yield codes.LATE_ARRIVAL.finding(f"{name} is drawn for the first time", subject=name)
    yield from still_playing([(round_, table) for round_, table, _ in history.playing])
    for name in sorted(history.unknown_opponents, key=natural):
        yield codes.OPPONENT_UNKNOWN.finding(f"the opponent of {name} in the round in play is unknown", subject=name)


def _as_played(
    fixed: RoundAssignment, history: History, section: str | None, names: Names, kind: str
) -> RoundAssignment:
    """Rule 6."""
    following = history.next
    lines = [
        meeting_line(names, kind, first, second, following.tables.get(first), "as it is being played", section)
        for first, second in sorted(sorted(both, key=natural) for both in following.couples)
    ]
    lines.sort(key=lambda line: (line.table is None, natural(line.table or "")))
    missing = history.ids - history.gone - following.sides
    finding = codes.DRAWN_OTHERWISE.finding(
        f"the files have {len(lines)} meetings of round {fixed.round}, and some differ from the draw"
    )
    return fixed.replace(
        tables=tuple(lines),
        complete=len(missing) < 2,
        findings=(finding,),
        sitting_out=tuple(sorted(following.byes, key=natural)),
    )
