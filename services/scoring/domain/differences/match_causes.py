"""What a line or a match with the wrong people explains, by what its finding says."""

from collections.abc import Mapping, Set

from contracts.codes import scoring, validation
from contracts.findings import Finding


def sides_of_match(match: Finding) -> set[str]:
    """The two sides of the match that a finding is about."""
    return set((match.subject or "").removeprefix("match ").split(" - "))


def sits_elsewhere(cause: Finding, finding: Finding) -> bool:
    """Whether somebody of a misplaced line is who sits at two tables."""
    misplaced = {*(cause.stated or "").split(" : "), cause.computed}
    return cause.code == scoring.LINE_MISPLACED.code and not misplaced.isdisjoint(finding.message.split())


def is_gone(cause: Finding, players: Set[str]) -> bool:
    """Whether a match is missing whose sides do not play a board."""
    return cause.code == scoring.MATCH_MISSING.code and players.isdisjoint(sides_of_match(cause))


def explains_teams(
    cause: Finding, finding: Finding, team_of: Mapping[str, str | None], *, follows: bool, is_total: bool
) -> bool:
    """Whether a wrong team of a match, or a pair of another team on a line, explains a finding.

    Args:
        cause: about the match or the line.
        finding: about what may follow.
        team_of: the team of each pair and player.
        follows: whether it is about a place, or a match of one of these teams.
        is_total: whether it is about a total.
    """
    teams = {cause.stated, cause.computed} | sides_of_match(cause)
    if is_total:
        name = (finding.subject or "").rpartition(" ")[2]
        return (team_of.get(name) or name) in teams
    if cause.code == validation.PAIR_OF_OTHER_TEAM.code:
        return False
    return follows or (finding.code == validation.TABLES_ALIKE.code and {finding.stated, finding.computed} <= teams)
