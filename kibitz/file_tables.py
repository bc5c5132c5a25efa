"""The content of a file as tables in the terminal: sections, participants and boards."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.markup import escape
from rich.table import Table

from contracts.base import Discipline
from contracts.facts import Facts, Participant, ResultFact, SectionFact, StatedTotal


def event_tables(facts: Facts, top: int = 40) -> Iterator[Table]:
    """Sections and participants of an event, as far as the file has them."""
    if facts.sections:
        yield sections_table(facts)
    if facts.participants:
        yield participants_table(facts, top)


def sections_table(facts: Facts) -> Table:
    """Each section with its movement and how far it is."""
    table = _table(
        "Sections", ("section", "movement"), ("tables", "rounds", "boards", "top"), ("scored with", "status")
    )
    for section in facts.sections:
        details = {detail.name: detail.value for detail in section.details}
        movement = " ".join(filter(None, (details.get("MOVEMENT_KIND"), section.movement)))
        group = section.scored_with if section.scored_with not in (None, section.id) else None
        row = (
            section.id if section.session is None else f"{section.id}, session {section.session}",
            movement,
            section.tables,
            _rounds(section),
            section.boards,
            section.top,
            group,
            details.get("STATUS"),
        )
        table.add_row(*(_text(value) for value in row))
    return table


def _rounds(section: SectionFact) -> str | None:
    if section.rounds is None or section.rounds_posted in (None, section.rounds):
        return None if section.rounds is None else str(section.rounds)
    return f"{section.rounds_posted} of {section.rounds}"


def participants_table(facts: Facts, top: int) -> Table:
    """Who plays, with what the file states for each over the longest stretch that it has a total of.

    Beside totals of the event stand those of its last session, with their percentage and place.
    """
    last = facts.sessions[-1].id if facts.sessions else None
    of_session = {(t.kind, t.participant): t for t in facts.totals if t.session is not None and t.session == last}
    both = any(total.session is None for total in facts.totals) and bool(of_session)
    more = (f"session {last}", "%", "place in it") if both else ()
    table = _table("Participants", ("number", "section", "name", "stratum"), (*more, "total", "%", "place"), ())
    totals: dict[tuple[str, str], StatedTotal] = {}
    for total in facts.totals:
        # The total of the event comes after those of its sessions, and stands for them.
        totals[total.kind, total.participant] = total
    people = [person for person in facts.participants if not person.phantom]
    for person in people[:top]:
        lists = (of_session, totals) if both else (totals,)
        numbers = [value for each in lists for value in _stated(each.get((person.kind, person.id)))]
        row = (person.number or person.id, person.section, _names(person), person.stratum, *numbers)
        table.add_row(*(_text(value) for value in row))
    if len(people) > top:
        table.add_row("", "", f"… and {len(people) - top} more; --json shows all")
    return table


def _stated(total: StatedTotal | None) -> tuple[object, ...]:
    """A total with its percentage and its place, of the section where no other is stated."""
    return (None,) * 3 if total is None else (total.total, total.percentage, total.place or total.section_place)


def _names(participant: Participant) -> str:
    players = [player.name for player in participant.players if player.name]
    return " & ".join(players) or participant.name or participant.nickname or ""


def scoring_of(facts: Facts) -> str:
    """The game, or by what its boards are scored."""
    if facts.event.discipline is Discipline.CHESS:
        return "chess"
    return facts.event.board_scoring or "scoring not stated"


def played_lines(facts: Facts) -> dict[str, str]:
    """What has been played: boards and results of bridge, rounds and games of chess."""
    if facts.event.discipline is not Discipline.CHESS:
        boards = len({(result.session, result.board) for result in facts.results})
        return {"boards": f"{boards} with {len(facts.results)} results", "results": boards_line(facts.results)}
    pairs = {(game.round, *sorted((game.player, game.opponent))): game for game in facts.games if game.opponent}
    without = sum(game.result is None for game in pairs.values())
    last, rounds = max((game.round for game in facts.games), default=0), facts.event.rounds
    matches = sum(match.away is not None for match in facts.matches)
    byes = len(facts.matches) - matches if facts.matches else sum(not game.opponent for game in facts.games)
    following = sorted({seat.round for seat in facts.seats if seat.round})
    return {
        "rounds": (f"{last} of {rounds}" if rounds else str(last)) + (f", {without} games open" if without else ""),
        "matches": str(matches) if matches else "",
        "games": f"{len(pairs)}; {byes} byes and absences" if byes else str(len(pairs)),
        "to come": f"pairings or byes of round {', '.join(map(str, following))}" if following else "",
        "tie-breaks": ", ".join(facts.event.tie_breaks),
    }


def boards_line(results: Sequence[ResultFact]) -> str:
    """Boards by how many results they have: "1–26 with 13 results, 27 with 12"."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result.board] = counts.get(result.board, 0) + 1
    ordered = sorted(counts.items(), key=lambda item: (not item[0].isdecimal(), item[0].zfill(6)))
    runs = [(count, [board for board, _ in run]) for count, run in groupby(ordered, key=lambda item: item[1])]
    parts = [f"{_span(boards)} with {count} result{'s' if count != 1 else ''}" for count, boards in runs]
    more = len(parts) - _MOST_RUNS
    return ", ".join(parts[:_MOST_RUNS]) + (f" and {more} more" if more > 0 else "")


_MOST_RUNS = 8


def _span(boards: Sequence[str]) -> str:
    return boards[0] if len(boards) == 1 else f"{boards[0]}–{boards[-1]}"


def _table(title: str, left: Iterable[str], right: Iterable[str], last: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in left:
        table.add_column(heading)
    for heading in right:
        table.add_column(heading, justify="right")
    for heading in last:
        table.add_column(heading)
    return table


def _text(value: object) -> str:
    return "" if value is None else escape(str(value))
