"""Exchanges by hand: the director has two take each other's places in a round, or those at two tables.

1. An exchange is made after the draw, in whatever seats the rules give: it is kept through corrections, and through a
   lock. It names who changes places with whom, not whom they then meet; a director who wants that kept locks the round.
2. Several exchanges of a round are made one after the other, in the order in which they were decided.
3. What moves is who sits. Tables, boards, and the letter of a bye stay; opponents who exchange their places exchange
   sides or colours.
4. Whoever sits out may exchange places with somebody at a table, but not whoever is away.
5. Seats that files state stay as stated: their program seats by them.
6. An exchange that cannot be made is a finding, and the others are made.
"""

from collections.abc import Iterator, Mapping

from contracts.codes import seating as codes
from contracts.findings import Finding
from contracts.messages import EventMerged
from contracts.seating import Exchange, RoundAssignment, SeatAssignment
from services.seating.domain.director_decisions import exchanges_of
from services.seating.domain.exchange_faults import exchange_faults
from services.seating.domain.seating_list import PLACES, label, people
from shared.presence import Presence

_OCCUPIED = (*PLACES, "ns_names", "ew_names", "reason")
"""What moves when two tables are exchanged."""

_CODES = {code.code for code in (codes.EXCHANGED, codes.EXCHANGE_BREAKS, codes.EXCHANGE_NOT_MADE)}

Names = Mapping[str, str]


def with_exchanges(seats: RoundAssignment, merged: EventMerged) -> RoundAssignment:
    """The seats of a draw with the exchanges that are decided for their round, and with what those break."""
    decided = [
        fact for fact in exchanges_of(merged) if fact.round == seats.round and fact.session in (None, seats.session)
    ]
    if not decided or not seats.tables:
        return seats
    names = _names(seats, merged)
    moved, made, findings = seats, [], []
    for fact in decided:
        exchange = Exchange(what=fact.what, first=fact.first, second=fact.second)
        text = f"{'tables ' if fact.what == 'tables' else ''}{fact.first} and {fact.second}"
        subject = f"{fact.first} - {fact.second}"
        hindrance = _hindrance(moved, exchange, merged)
        if hindrance is None:
            moved = exchanged(moved, exchange, names)
            made.append(exchange)
            findings.append(codes.EXCHANGED.finding(f"{text} have exchanged their places", subject=subject))
        elif hindrance:
            findings.append(
                codes.EXCHANGE_NOT_MADE.finding(f"{text} do not exchange their places: {hindrance}", subject=subject)
            )
    lines = tuple(
        line.replace(by_hand=by_hand) if (by_hand := _by_hand(before, line)) else line
        for before, line in zip(seats.tables, moved.tables, strict=True)
    )
    moved = moved.replace(tables=lines)
    return moved.replace(
        exchanges=tuple(made), findings=(*seats.findings, *findings, *exchange_faults(seats, moved, merged))
    )


def without_exchanges(seats: RoundAssignment, merged: EventMerged) -> RoundAssignment:
    """The seats as they were drawn, before the exchanges that they carry."""
    names = _names(seats, merged)
    drawn = seats
    for exchange in reversed(seats.exchanges):
        drawn = exchanged(drawn, exchange, names)
    return drawn.replace(
        tables=tuple(line.replace(by_hand="") for line in drawn.tables),
        exchanges=(),
        findings=tuple(finding for finding in seats.findings if finding.code not in _CODES),
    )


def findings_of_exchanges(seats: RoundAssignment) -> Iterator[Finding]:
    """What the seats say of their exchanges."""
    return (finding for finding in seats.findings if finding.code in _CODES)


def exchanged(seats: RoundAssignment, exchange: Exchange, names: Names) -> RoundAssignment:
    """The seats after one exchange more; the same exchange again restores them."""
    both = (exchange.first, exchange.second)
    if exchange.what == "tables":
        lines = {label(line): line for line in seats.tables}
        instead = dict(zip(both, (lines[both[1]], lines[both[0]]), strict=True))
        tables = tuple(
            line.replace(**{field: getattr(instead[label(line)], field) for field in _OCCUPIED})
            if label(line) in instead
            else line
            for line in seats.tables
        )
        return seats.replace(tables=tables)
    other = dict(zip(both, reversed(both), strict=True))
    return seats.replace(
        tables=tuple(_relabelled(line, other, names) for line in seats.tables),
        sitting_out=tuple(other.get(name, name) for name in seats.sitting_out),
        byes=tuple(bye.replace(name=other.get(bye.name, bye.name)) for bye in seats.byes),
    )


def _relabelled(line: SeatAssignment, other: Mapping[str, str], names: Names) -> SeatAssignment:
    """A table at which each of two is the other."""
    changes = {place: other[name] for place, name in people(line).items() if name in other}
    shown = {f"{side}_names": names.get(changes[side], "") for side in ("ns", "ew") if side in changes}
    return line.replace(**changes, **shown)


def _hindrance(seats: RoundAssignment, exchange: Exchange, merged: EventMerged) -> str | None:
    """Why an exchange cannot be made; None if it can, blank if there is no need to say so."""
    if seats.rule == "stated" or any(finding.code == codes.DRAWN_OTHERWISE.code for finding in seats.findings):
        rounds = {game.round for game in merged.facts.games} | {match.round for match in merged.facts.matches}
        return (
            ""
            if seats.round in rounds
            else "the files state these seats; exchange them in the program that made the files"
        )
    both = (exchange.first, exchange.second)
    if exchange.what == "tables":
        labels = [label(line) for line in seats.tables]
        return next((f"there is not one table {name}" for name in both if labels.count(name) != 1), None)
    seated = {name for line in seats.tables for name in people(line).values()}
    away = {*Presence(merged.facts).away(seats.session, seats.round or 0)}
    away |= {bye.name for bye in seats.byes if bye.value != "U"}
    for name in both:
        if name in away:
            return f"{name} is away"
        if name not in seated and name not in seats.sitting_out:
            return f"{name} has no place in round {seats.round}"
    return None if seated.intersection(both) else "both sit out"


def _by_hand(drawn: SeatAssignment, line: SeatAssignment) -> str:
    """How a table differs from the draw, in words; blank where it does not."""
    before, now = people(drawn), people(line)
    if before == now:
        return ""
    if sorted(before.values()) == sorted(now.values()):
        return f"by hand: {'colours' if line.white or line.black else 'sides'} exchanged"
    places = [place for place in PLACES if before.get(place) != now.get(place)]
    changes = [f"{now.get(place, 'nobody')} in place of {before.get(place, 'nobody')}" for place in places]
    return f"by hand: {', '.join(changes)}"[:1_000]


def _names(seats: RoundAssignment, merged: EventMerged) -> Names:
    """The names of all who may sit, as the seats have them, else as the files do."""
    order = {"player": 0, "pair": 1, "team": 2}
    listed = sorted(merged.facts.participants, key=lambda each: order[each.kind])
    sides = ((name, shown) for t in seats.tables for name, shown in ((t.ns, t.ns_names), (t.ew, t.ew_names)) if name)
    return {**{each.id: each.shown_name for each in listed}, **dict(sides)}
