"""Rules about people and seats: nobody sits in two places, nobody shares a seat, nobody unknown sits out.

Sources: USEBIO 1.4, sections 2.2.6 and 2.9.1 (labels and strata are listed by the event), 2.4.2 (a player of several
pairs is repeated in each), 2.5.2 (SEATING), 3.3.1 (SITOUT) and 3.3.4; Law 15.

A person is known again by national number and name together, because guests share numbers and people share names; in a
team, where people are few, the name alone is enough.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from contracts.base import Direction
from contracts.codes import validation as codes
from contracts.facts import Facts, Person, SeatFact, Sides
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from services.validation.domain.lines import board_name, line_finding, systematic
from shared.bridge.line_players import players_of
from shared.bridge.rankings.strata import event_strata, people_of, stratum_by_holdings
from shared.formats import registry

_BOARDS_OF_A_LINE = 3
"""Results from which it can be told that a pair always sits one way."""

Human = tuple[str | None, str | None, str]
"""National number, team and name; one of the first two is there."""


_NOBODY = frozenset({"robot", "gib", "phantom", "sitout", "guest", "visitor", "substitute", "unknown"})
"""First words of names that are nobody's: any number of them may sit at a board."""


def _human(person: Person, team: str | None) -> Human | None:
    name = person.name or " ".join(part for part in (person.first_name, person.last_name) if part)
    first = name.casefold().replace("-", "").split()[:1]
    if not first or first[0] in _NOBODY or person.status == "ROBOT" or not (team or person.national_id):
        return None
    return (None, team, name.casefold()) if team else (person.national_id, None, name.casefold())


def _in_several(facts: Facts) -> dict[str, list[tuple[Human, str]]]:
    """People who are in several pairs, by pair: who, and the name that is shown."""
    pairs: dict[Human, dict[str, str]] = {}
    for participant in facts.participants:
        if participant.kind == "pair":
            for person in participant.players:
                human = _human(person, participant.team)
                if human is not None:
                    pairs.setdefault(human, {})[participant.id] = person.name or human[2]
    several: dict[str, list[tuple[Human, str]]] = {}
    for human, places in pairs.items():
        if len(places) > 1:
            for pair, shown in places.items():
                several.setdefault(pair, []).append((human, shown))
    return several


def people_twice_on_a_board(case: Case) -> Iterator[Finding]:
    """A player who is in several pairs plays a board once in a session, or in a round of matches (Law 15)."""
    several = _in_several(case.facts)
    if not several or not case.numbers_mean_participants:
        return
    results = case.facts.results
    for numbers in case.boards.values():
        first: dict[Human, tuple[int, str]] = {}
        for number in numbers:
            for pair in case.players[number]:
                for human, shown in several.get(pair, ()):
                    known, other = first.setdefault(human, (number, pair))
                    if other == pair:
                        continue  # the pair itself is twice there, which is another rule's
                    result = results[number]
                    text = f"{shown} plays {board_name(result)} in pair {other} and in pair {pair}"
                    first_at = results[known].at
                    computed = f"in pair {other}, first at {first_at}" if first_at else other
                    yield line_finding(codes.TWICE_ON_A_BOARD, result, text, pair, computed)


def teams_twice_on_a_board(case: Case) -> Iterator[Finding]:
    """A team plays a board against one team in a round; in a triple it plays two, on different boards (3.3.1)."""
    first: dict[tuple[str | None, int, str, str], str] = {}
    reported: set[tuple[str | None, int, str, str]] = set()
    for result in case.facts.results:
        ns, ew = result.sides.ns_team, result.sides.ew_team
        if result.round is None or ns is None or ew is None:
            continue
        for team, other in ((ns, ew), (ew, ns)):
            key = (result.session, result.round, result.board, team)
            known = first.setdefault(key, other)
            if known == other or key in reported:
                continue
            reported.add(key)
            text = f"team {team} plays {board_name(result)} against {known} and against {other} in round {result.round}"
            yield line_finding(codes.TWICE_ON_A_BOARD, result, text, other, known)


def seats_not_shared(case: Case) -> Iterator[Finding]:
    """A seat is given to one participant (USEBIO 1.4, 2.5.2)."""
    taken: dict[tuple[object, ...], str] = {}
    shared: list[tuple[SeatFact, str]] = []
    for seat in case.facts.seats:
        if seat.table is None or seat.direction is None or seat.resigned:
            continue
        key = (seat.session, seat.stage, seat.round, seat.section, seat.table, seat.direction)
        other = taken.setdefault(key, seat.participant)
        if other != seat.participant:
            shared.append((seat, other))
    if systematic(len(shared), len(taken)):
        return  # tables of several sections have the same numbers
    for seat, other in shared:
        where = f"{seat.table}{seat.direction}"
        subject = f"{seat.kind} {seat.participant}"
        text = f"{subject} and {other} both sit at {where}"
        yield codes.SEAT_SHARED.finding(
            text, place=seat.at, subject=subject, stated=where, computed=f"taken by {other}"
        )


def players_named(case: Case) -> Iterator[Finding]:
    """A pair names both its players where most pairs of the event do; pairs of teams change players."""
    pairs = [p for p in case.facts.participants if p.kind == "pair" and p.team is None and not p.phantom]
    named = [sum(bool(person.name or person.last_name) for person in pair.players) for pair in pairs]
    if 2 * sum(number >= 2 for number in named) <= len(pairs):
        return
    for pair, number in zip(pairs, named, strict=True):
        if number == 1:
            subject = f"pair {pair.number or pair.id}"
            name = next(person.name or person.last_name for person in pair.players if person.name or person.last_name)
            yield codes.PLAYER_MISSING.finding(
                f"{subject} names {name} but no second player",
                place=pair.at,
                subject=subject,
                stated=name,
                computed="two players",
            )


def sitting_out_known(case: Case) -> Iterator[Finding]:
    """Who sits out of a match is in one of its teams (USEBIO 1.4, 3.3.1); asked where both teams list people."""
    facts = case.facts
    if not any(match.sitting_out for match in facts.matches):
        return
    people: dict[str, set[str]] = {}
    for participant in facts.participants:
        team = participant.id if participant.kind == "team" else participant.team
        if team is not None and participant.players:
            numbers = ((each.id, each.national_id, each.club_id, each.name) for each in participant.players)
            people.setdefault(team, set()).add(participant.id)
            people[team].update(name for names in numbers for name in names if name)
    for match in facts.matches:
        sides = [side for side in (match.home, match.away) if side is not None]
        if not all(side in people for side in sides):
            continue
        for name in match.sitting_out:
            if not any(name in people[side] for side in sides):
                text = f"player {name} sits out of the match {' against '.join(sides)} but is in neither team"
                yield codes.UNKNOWN_PLAYER.finding(text, place=match.at, subject=f"player {name}", stated=name)


def categories_listed(case: Case) -> Iterator[Finding]:
    """Strata and labels of participants are those that the event lists (USEBIO 1.4, 2.2.6 and 2.9.1)."""
    event = case.facts.event
    strata = {name for stratum in event.strata for name in (stratum.label, stratum.number) if name is not None}
    known = {str(name) for name in strata}
    lists = {"stratum": known, "label": set(event.label_names)}
    shown = {what: ", ".join(sorted(names)) for what, names in lists.items()}
    for participant in case.facts.participants:
        subject = f"{participant.kind} {participant.id}"
        named = [("stratum", participant.stratum), ("stratum", participant.override_stratum)] if known else []
        if event.label_names:
            named.extend(("label", label.name) for label in participant.labels)
        for what, name in dict.fromkeys(named):
            if name is not None and name not in lists[what]:
                text = f"{subject} has the {what} {name}, which the event does not list"
                yield codes.UNKNOWN_CATEGORY.finding(
                    text, place=participant.at, subject=subject, stated=name, computed=shown[what]
                )


def strata_of_holdings(case: Case) -> Iterator[Finding]:
    """The stratum of a pair or team is that of its players' points, unless it is overridden (USEBIO 1.4, 2.9.1).

    Real files of some formats state other strata than the points in them give, and have no word for an override.
    """
    event, name = case.facts.event, case.fragment.file.format
    if len(event.strata) < 2 or not any(form.strata_by_points and form.name == name for form in registry.formats()):
        return
    strata = event_strata(event)
    listed = {p.id: p for p in case.facts.participants if p.kind != "team"}
    asked = 0
    findings: list[Finding] = []
    for participant in case.facts.participants:
        own = participant.stratum
        stated = next((s.number for s in strata if own and own in (str(s.number), s.label)), None)
        if stated is None or participant.override_stratum is not None:
            continue
        # Averages are also kept as whole points.
        people = people_of(participant, listed)
        computed = [stratum_by_holdings(people, event, whole=whole) for whole in (False, True)]
        if None in computed:
            continue
        asked += 1
        if stated not in computed:
            subject = f"{participant.kind} {participant.id}"
            text = f"{subject} is in stratum {own}; the points of its players are those of stratum {computed[0]}"
            finding = codes.STRATUM_NOT_OF_HOLDINGS.finding(
                text, place=participant.at, subject=subject, stated=own, computed=str(computed[0])
            )
            findings.append(finding)
    if systematic(len(findings), asked):
        text = f"{len(findings)} of {asked} are in another stratum than the points of their players give; are the"
        text += " points of another day?"
        yield codes.STRATUM_NOT_OF_HOLDINGS.finding(
            text, place=event.at, subject="the strata", stated=str(len(findings))
        )
    else:
        yield from findings


def directions_taken(case: Case) -> Iterator[Finding]:
    """Of pairs that are listed by their direction nearly all take it; one that always sits the other way is misplaced.

    Where many do, the rounds of the file are arrow-switched.
    """
    taken: dict[str, Counter[str]] = defaultdict(Counter)
    lines = (
        Counter(result.sides for result in case.facts.results) if case.numbers_mean_participants else Counter[Sides]()
    )
    for sides, times in lines.items():
        names, at_ns = players_of(sides)
        for seat, name in enumerate(names):
            taken[name]["NS" if seat < at_ns else "EW"] += times
    listed = [each for each in case.facts.participants if each.kind == "pair" and each.direction and taken[each.id]]
    wrong = [
        each for each in listed if each.direction not in taken[each.id] and taken[each.id].total() >= _BOARDS_OF_A_LINE
    ]
    if len({each.direction for each in listed}) < len(Direction) or len(wrong) * 4 > len(listed):
        return
    for pair in wrong:
        (sat,) = taken[pair.id]
        yield codes.DIRECTION_NOT_TAKEN.finding(
            f"pair {pair.id} is listed {pair.direction}, but sits {sat} in all its {taken[pair.id][sat]} results",
            place=pair.at,
            subject=f"pair {pair.id}",
            stated=pair.direction,
            computed=sat,
        )


RULES: tuple[Rule, ...] = (
    directions_taken,
    people_twice_on_a_board,
    teams_twice_on_a_board,
    seats_not_shared,
    players_named,
    sitting_out_known,
    categories_listed,
    strata_of_holdings,
)
