"""The whole file: header, players, teams, and everything else in the order of its codes."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from contracts.base import Discipline
from contracts.codes.trf import NOT_CHESS
from contracts.facts import Facts
from contracts.messages import EventMerged
from shared.chess.from_facts import tournament_of
from shared.chess.model import GAME, MATCH
from shared.chess.standings import standings
from shared.errors import UnsupportedFeature
from shared.formats.parsed import Rendered
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.header import HEADER
from shared.formats.trf.reader.teams import READERS
from shared.formats.trf.writer import given_points, header, players, teams
from shared.formats.trf.writer.informative import Informative
from shared.formats.trf.writer.lines import Page, numbers_of

Values = Literal["computed", "stated"]
Target = Literal[Dialect.TRF26, Dialect.TRF16_XX, Dialect.DRAFT_2024]

_STANDARD = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}
"""Half points of the standard score, which the line of a player in a team event states."""

_BYES = {"U": 2, "F": 2, "H": 1}
"""Half points of a bye of the team."""


def render(merged: EventMerged, *, dialect: Target = Dialect.TRF26, values: Values = "computed") -> Rendered:
    """Write an event as TRF-2026, TRF16 with XX records, or the draft; UnsupportedFeature if it is not chess."""
    facts = merged.facts
    if facts.event.discipline is not Discipline.CHESS:
        raise UnsupportedFeature(NOT_CHESS, f"TRF has no event of {facts.event.discipline.value}")
    page = Page(dialect)
    by_player, by_team = numbers_of(facts.participants, "player"), numbers_of(facts.participants, "team")
    ranks_teams = players.ranks_teams(facts)
    player_totals, team_totals = _totals(facts, values, ranks_teams=ranks_teams)
    header.tournament(facts, page)
    players.players(facts, by_player, player_totals, page)
    teams.rosters(facts, by_player, by_team, team_totals if ranks_teams else {}, page)
    ranked = by_team if ranks_teams else by_player
    teams.byes(facts, by_team, players.byes_to_come(facts, by_player, player_totals, page), page)
    given_points.lent(facts, ranked, page, team=ranks_teams)
    _banned(facts, page)
    given_points.given(facts, ranked, page, team=ranks_teams)
    teams.line_ups(facts, by_player, by_team, page)
    teams.left_over(facts, by_team, page)
    teams.forfeits(facts, by_team, page)
    if ranks_teams and dialect is not Dialect.TRF16_XX:
        page.lines += Informative(facts, by_team, team_totals, dialect).lines()
    _kept(facts, page)
    return Rendered(page.finish(), f"{merged.event}.trf", "text/plain; charset=utf-8", page.losses.items())


def _totals(
    facts: Facts, values: Values, *, ranks_teams: bool
) -> tuple[Mapping[str, tuple[Decimal | None, str]], Mapping[str, teams.TeamTotal]]:
    """Points and rank of players, and of teams: stated, or worked out."""
    by_player = {t.participant: (t.total, t.place or "") for t in facts.totals if t.kind == "player"}
    by_team = {t.participant: (t.total, t.game_points, t.place or "") for t in facts.totals if t.kind == "team"}
    if values == "stated":
        return by_player, by_team
    tournament = tournament_of(facts)
    rows = standings(tournament, facts.event.tie_breaks).rows
    worked_out = {
        tournament.entrants[row.index].id: (
            _decimal(tournament.exact(tournament.scores[row.index][MATCH])),
            _decimal(tournament.exact(tournament.scores[row.index][GAME])),
            str(row.place),
        )
        for row in rows
    }
    if not ranks_teams:
        return {number: (total, rank) for number, (total, _, rank) in worked_out.items()}, by_team
    ranks = {number: rank for number, (_, rank) in by_player.items()}
    stated = {number: total for number, (total, _) in by_player.items()}
    points = {number: (total, ranks.get(number, "")) for number, total in _standard_scores(facts, stated).items()}
    return points, worked_out


def _standard_scores(facts: Facts, stated: Mapping[str, Decimal | None]) -> dict[str, Decimal]:
    """Points of the players of teams: as pairing programs check them, with the byes of their teams.

    Programs differ in that, so a file that states points without byes keeps them.
    """
    at_board = dict.fromkeys((each.id for each in facts.participants if each.kind == "player"), 0)
    with_byes = dict(at_board)
    for game in facts.games:
        won = _STANDARD.get(game.result or "", 0)
        at_board[game.player] = at_board.get(game.player, 0) + won
        with_byes[game.player] = with_byes.get(game.player, 0) + won + _BYES.get(game.result or "", 0)
    return {
        number: Decimal(halves if stated.get(number) == Decimal(halves) / 2 else with_byes[number]) / 2
        for number, halves in at_board.items()
    }


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _banned(facts: Facts, page: Page) -> None:
    """260, or XXP without its rounds."""
    for detail in facts.event.details:
        if detail.name != "260":
            continue
        rounds, *members = detail.value.split()
        first, _, last = rounds.partition("-")
        if page.dialect is not Dialect.TRF26:
            page.text("XXP", " ".join(members))
            page.losses.add("rounds of banned pairs", "XXP has none", rounds != "all", of=("events.details 260",))
            continue
        if rounds == "all":
            first, last = "1", str(facts.event.rounds or 999)
        numbers = [int(each) for each in members if each.isdecimal()]
        page.record("260", {"first_round": first, "last_round": last or first}, numbers)


_KNOWN = frozenset(READERS) | HEADER | {"001"}
_TRF16 = frozenset({Dialect.TRF16, Dialect.TRF16_XX, Dialect.TRF16_BB})


def _kept(facts: Facts, page: Page) -> None:
    """Private records and comments as they were; 013 beside 310, 801 and 802 are made anew.

    A known record that was kept was said twice or could not be read: in another dialect, and where no other record of
    its code stands, it would say something that did not count before.
    """
    stated = facts.event.format_version
    at_home = stated == page.dialect or (page.dialect in _TRF16 and stated in _TRF16)
    written = {line[:3] for line in page.lines}
    for extension in facts.extensions:
        if extension.name in ("013", "801", "802"):
            continue
        did_not_count = extension.kind == "record" and extension.name in _KNOWN
        if did_not_count and not (at_home and extension.name in written):
            page.losses.add(
                "records that did not count",
                "they would count in this file",
                of=(f"extensions record {extension.name}",),
            )
            continue
        if extension.kind == "comment" and page.dialect is not Dialect.TRF26 and extension.name == "###":
            page.losses.add("comments", "only TRF-2026 has them", of=("extensions comment ###",))
        elif extension.kind in ("record", "comment"):
            page.lines.append(extension.value)
        else:
            page.losses.add(
                f"extension data ({extension.kind})", "is of another format", of=(f"extensions {extension.kind}",)
            )
