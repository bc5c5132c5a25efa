"""Rule "swiss" (or "danish"): the next round of a Swiss event of pairs or teams, drawn from its standings.

1. The event says that it is one (USEBIO SWISS_PAIRS and SWISS_TEAMS; ACBLscore's teams by victory points or wins), or
   settings are given. A round is drawn when the one before it is over, until the last, or until the event is over.
2. The standings are those after the last round that is over: what matches of later rounds gave is taken off again. So
   the draw of a round stays what it was while the round is played.
3. Those who are level are in the order of their seeds, then of their numbers. (Our choice; the EBU leaves it to the
   program.) Those without a score are last.
4. Sections who have never met each other are drawn each for itself (USEBIO 1.4, 4).
5. The first round is drawn where everybody has a seed; else whoever runs the event has drawn it.
6. Where files know meetings of the round that the draw does not have, the seats are what they know.
7. An odd number has a bye, or a triple where there has been one.
8. A round that the director has called is drawn with the standings to date; matches that are not in are listed, and
   count as met (`by_word`).
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Literal

from contracts.codes import seating as codes
from contracts.facts import Participant
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment, SeatAssignment
from contracts.standings import Ranking
from services.seating.domain.director_decisions import away_findings, rounds_over, still_playing
from services.seating.domain.names import Names, shown_names
from services.seating.domain.swiss import Draw, Entrant, Field, Settings, draw
from services.seating.domain.swiss.history import History
from shared.natural_order import natural

KINDS: dict[str | None, Literal["pair", "team"]] = {"swiss_pairs": "pair", "swiss_teams": "team"}

_TABLE_LENGTH = 8
"""What is longer in a file is no table, or not as it should be; it is cut."""


_REASON_LENGTH = 1_000
"""Names may be long, and a reason may hold two of them."""


def swiss_round(merged: EventMerged, settings: Settings | None = None) -> RoundAssignment | None:
    """Draw the round after the last that is over.

    Args:
        merged: the event.
        settings: how it draws; None for those of a Swiss event, and then other events are not drawn.

    Returns:
        None when it is no Swiss event, or over, or nothing says in which order they are ranked.
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


def _sections(merged: EventMerged, kind: str) -> Iterable[tuple[str | None, Sequence[Participant]]]:
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
    settings = settings or _settings_of(history, kind)
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
    found = draw(field)
    fixed = fixed.replace(rule=settings.system)
    if not history.next.couples <= {frozenset((meeting.ns, meeting.ew)) for meeting in found.meetings}:
        return _as_played(fixed, history, section, names, kind)
    playing = {name for _, _, both in history.playing for name in both}
    lines = [
        SeatAssignment(
            table=m.table,
            section=section,
            ns=m.ns,
            ew=m.ew,
            ns_names=names.get((kind, m.ns), ""),
            ew_names=names.get((kind, m.ew), ""),
            reason=(m.reason + _to_date(m.ns, m.ew, playing))[:_REASON_LENGTH],
        )
        for m in found.meetings
    ]
    findings = (*_findings(found, history, settings), *_by_word(merged, history))
    return fixed.replace(tables=tuple(lines), sitting_out=found.sitting_out, findings=findings)


def _to_date(one: str, other: str, playing: AbstractSet[str]) -> str:
    """What the reason of a meeting says of those who are still playing (rule 8)."""
    still = [name for name in (one, other) if name in playing]
    verb = "are" if len(still) > 1 else "is"
    return f"; {' and '.join(still)} {verb} still playing, with the score to date" if still else ""


def _by_word(merged: EventMerged, history: History) -> Iterable[Finding]:
    """What the director's words had to do with the draw."""
    session, number = history.where
    yield from still_playing([(round_, table) for round_, table, _ in history.playing])
    for name in sorted(history.unknown_opponents, key=natural):
        yield codes.OPPONENT_UNKNOWN.finding(f"whom {name} meets now is not known", subject=name)
    yield from away_findings(merged, session, number, history.ids)


def _settings_of(history: History, kind: str) -> Settings:
    """Rule 7."""
    if kind == "pair" or not any(round_.triples for round_ in history.done):
        return Settings()
    return Settings(odd="long_triple" if history.triples_are_long else "short_triple")


def _ranked(merged: EventMerged, kind: str, history: History, *, given: bool) -> list[Participant] | None:
    """Everybody in rank order (rules 2, 3 and 5); None where it is not known."""
    seeds = {p.id: p.seed for p in history.participants}

    def level(participant: Participant) -> tuple[bool, int, object]:
        seed = seeds[participant.id]
        return seed is None, seed or 0, natural(participant.number or participant.id)

    ordered = sorted(history.participants, key=level)
    if not history.done:
        return ordered if ordered and (given or None not in seeds.values()) else None
    ranking = _overall(merged, kind)
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


def _overall(merged: EventMerged, kind: str) -> Ranking | None:
    rankings = merged.standings.rankings
    return next(
        (r for r in rankings if r.session is None and r.section is None and r.direction is None and r.kind == kind),
        None,
    )


def _entrant(participant: Participant, history: History) -> Entrant:
    told = {detail.name: detail.value for detail in participant.details}
    table = told.get("STATIONARY_TABLE", "")[:_TABLE_LENGTH] or None
    section = told.get("STATIONARY_SECTION", "")[:_TABLE_LENGTH] or None
    if table is not None and section is not None and section != participant.section:
        table = f"{section}{table}"
    return Entrant(
        id=participant.id,
        byes=history.byes_of(participant.id),
        triples=history.triples_of(participant.id),
        home=participant.number or participant.id,
        previous=history.done[-1].tables.get(participant.id) if history.done else None,
        stationary=table,
        direction="E" if told.get("STATIONARY_DIRECTION") == "E" else "N",
    )


def _findings(found: Draw, history: History, settings: Settings) -> Iterable[Finding]:
    if settings.system == "swiss":
        for again in found.rematches:
            when = ", ".join(str(number) for number in again.rounds if number is not None)
            text = f"{again.one} and {again.other} have met" + (f" in round {when}" if when else " before")
            yield codes.REMATCH.finding(text, subject=f"{again.one} - {again.other}")
    for both in found.clashes:
        yield codes.KEPT_APART_MEET.finding(" and ".join(sorted(both, key=natural)), subject=" - ".join(sorted(both)))
    if found.bye is not None:
        yield codes.BYE.finding(found.bye_reason or "nobody is left to meet", subject=found.bye)
    for name in sorted(history.gone - history.said_away, key=natural):
        yield codes.LEFT_OUT.finding(f"{name} is not drawn", subject=name)
    for name in sorted(history.late, key=natural):
        yield codes.LATE_ARRIVAL.finding(f"{name} is drawn for the first time", subject=name)


def _as_played(
    fixed: RoundAssignment, history: History, section: str | None, names: Names, kind: str
) -> RoundAssignment:
    """Rule 6."""
    following = history.next
    lines = [
        SeatAssignment(
            table=following.tables.get(one),
            section=section,
            ns=one,
            ew=other,
            ns_names=names.get((kind, one), ""),
            ew_names=names.get((kind, other), ""),
            reason="as it is being played",
        )
        for one, other in sorted(sorted(both, key=natural) for both in following.couples)
    ]
    lines.sort(key=lambda line: (line.table is None, natural(line.table or "")))
    missing = history.ids - history.gone - following.sides
    finding = codes.DRAWN_OTHERWISE.finding(f"{len(lines)} meetings of round {fixed.round} are known")
    return fixed.replace(
        tables=tuple(lines),
        complete=len(missing) < 2,
        findings=(finding,),
        sitting_out=tuple(sorted(following.byes, key=natural)),
    )
