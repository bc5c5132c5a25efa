"""What an event has when it is over, as far as its files tell: results, boards and rounds."""

from collections import defaultdict
from collections.abc import Iterable

from contracts.facts import EventFact, ResultFact, SectionFact


def results_expected(event: EventFact, results: Iterable[ResultFact]) -> int | None:
    """How many lines of travellers the event makes; a board of a match has a line for every four of its players."""
    if not event.boards_played:
        return None
    met = {id(result.sides): result.sides for result in results}.values()
    teams = {team for sides in met for team in (sides.ns_team, sides.ew_team) if team}
    pairs = {pair for sides in met for pair in (sides.ns, sides.ew) if pair}
    lines = len(teams) * (event.team_size or 4) // 4 if teams else len(pairs) // 2
    return event.boards_played * lines if lines else None


def boards_expected(sections: Iterable[SectionFact]) -> int | None:
    """Boards of all sessions, where each says how many; sections of one session play the same boards."""
    boards: dict[str | None, int] = {}
    for section in sections:
        if section.boards is None:
            return None
        boards[section.session] = max(boards.get(section.session, 0), section.boards)
    return sum(boards.values()) or None


def rounds_stated(sections: Iterable[SectionFact]) -> int | None:
    """Rounds of all sessions: sections of one play theirs side by side, and sessions follow each other."""
    rounds: dict[str | None, int] = defaultdict(int)
    for section in sections:
        rounds[section.session] = max(rounds[section.session], section.rounds or 0)
    return sum(rounds.values()) or None
