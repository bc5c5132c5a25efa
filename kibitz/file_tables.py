"""The content of a file as tables in the terminal: sections, participants and boards."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.markup import escape
from rich.table import Table

from contracts.base import Discipline
from contracts.facts import Facts, ResultFact, StatedTotal
from kibitz.console import plain_table
from shared.natural_order import natural


def event_tables(facts: Facts, top: int = 40) -> Iterator[Table]:
    """Sections and participants of an event, as far as the file has them."""
    if facts.sections:
        yield sections_table(facts)
    if facts.participants:
        yield participants_table(facts, top)


def sections_table(facts: Facts) -> Table:
    """Each section with its movement and how far it is."""
    numbers = ("tables", "rounds", "boards", "top")
    table = plain_table("section", "movement", *numbers, "scored with", "status", title="Sections", right=numbers)
    for section in facts.sections:
        details = {detail.name: detail.value for detail in section.details}
        movement = " ".join(filter(None, (details.get("MOVEMENT_KIND"), section.movement)))
        group = section.scored_with if section.scored_with not in (None, section.id) else None
        posted = section.rounds is not None and section.rounds_posted not in (None, section.rounds)
        row = (
            section.id if section.session is None else f"{section.id}, session {section.session}",
            movement,
            section.tables,
            f"{section.rounds_posted} of {section.rounds}" if posted else section.rounds,
            section.boards,
            section.top,
            group,
            details.get("STATUS"),
        )
        table.add_row(*(_text(value) for value in row))
    return table


def participants_table(facts: Facts, top: int) -> Table:
    """Who plays, with what the file states for each over the longest stretch that it has a total of.

    Beside totals of the event stand those of its last session, with their percentage and place.
    """
    last = facts.sessions[-1].id if facts.sessions else None
    of_session = {(t.kind, t.participant): t for t in facts.totals if t.session is not None and t.session == last}
    both = any(total.session is None for total in facts.totals) and bool(of_session)
    numbers = (*((f"session {last}", "%", "place in it") if both else ()), "total", "%", "place")
    table = plain_table("number", "section", "name", "stratum", *numbers, title="Participants", right=numbers)
    totals: dict[tuple[str, str], StatedTotal] = {}
    for total in facts.totals:
        # The total of the event comes after those of its sessions, and stands for them.
        totals[total.kind, total.participant] = total
    people = [person for person in facts.participants if not person.phantom]
    for person in people[:top]:
        stated: list[object] = []
        for by_participant in (of_session, totals) if both else (totals,):
            own = by_participant.get((person.kind, person.id))
            stated += (own.total, own.percentage, own.place or own.section_place) if own else (None,) * 3
        players = " & ".join(player.name for player in person.players if player.name)
        name = players or person.name or person.nickname
        row = (person.number or person.id, person.section, name, person.stratum, *stated)
        table.add_row(*(_text(value) for value in row))
    if len(people) > top:
        table.add_row("", "", f"… and {len(people) - top} more; --json shows all")
    return table


def scoring_of(facts: Facts) -> str:
    """The game, or by what its boards are scored."""
    if facts.event.discipline is Discipline.CHESS:
        return "chess"
    return facts.event.board_scoring or "scoring not stated"


def played_lines(facts: Facts) -> dict[str, str]:
    """What has been played: boards and results of bridge, rounds and games of chess."""
    if facts.event.discipline is not Discipline.CHESS:
        boards = len({(result.session, result.board) for result in facts.results})
        lines = len(facts.results)
        return {
            "boards": f"{boards} with {lines} result{'' if lines == 1 else 's'}",
            "results": boards_line(facts.results),
        }
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
    ordered = sorted(counts.items(), key=lambda item: natural(item[0]))
    runs = [(count, [board for board, _ in run]) for count, run in groupby(ordered, key=lambda item: item[1])]
    spans = [(boards[0] if len(boards) == 1 else f"{boards[0]}–{boards[-1]}", count) for count, boards in runs]
    parts = [f"{span} with {count} result{'s' if count != 1 else ''}" for span, count in spans]
    more = len(parts) - _MOST_RUNS
    return ", ".join(parts[:_MOST_RUNS]) + (f" and {more} more" if more > 0 else "")


_MOST_RUNS = 8


def _text(value: object) -> str:
    return "" if value is None else escape(str(value))
