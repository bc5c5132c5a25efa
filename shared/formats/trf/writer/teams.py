"""Records of teams: 310 or 013, byes, line-ups, forfeits."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

from contracts.facts import Facts, MatchFact
from shared.formats.trf.columns import LAYOUTS
from shared.formats.trf.dialects import Dialect
from shared.formats.trf.reader.matches import SEATED
from shared.formats.trf.writer.lines import Page, fixed, points

_BYES = ("seats", "matches", "matches.details bye")
_SIGNS = {"away": "+-", "home": "-+", "both": "--"}

_OF_TEAMS = (
    "participants.nickname",
    "participants.rating",
    "totals",
    "totals.total",
    "totals.game_points",
    "totals.place",
)

TeamTotal = tuple[Decimal | None, Decimal | None, str]
"""Match points, game points and rank."""


def rosters(
    facts: Facts, players: Mapping[str, int], teams: Mapping[str, int], totals: Mapping[str, TeamTotal], page: Page
) -> None:
    """310, and 013 beside it where files have both; 013 alone in TRF16, and for teams that only group players."""
    code = "013" if page.dialect is Dialect.TRF16_XX or facts.event.kind == "individual" else "310"
    both = code == "310" and any(extension.name == "013" for extension in facts.extensions)
    listed = sorted(
        (each for each in facts.participants if each.kind == "team" and each.id in teams),
        key=lambda each: teams[each.id],
    )
    old: list[tuple[dict[str, str], list[int]]] = []
    for team in listed:
        match_points, game_points, rank = totals.get(team.id, (None, None, ""))
        fields = {
            "number": str(teams[team.id]),
            "name": team.name or "",
            "nickname": team.nickname or "",
            "strength": str(int(team.rating)) if team.rating is not None else "",
            "match_points": points(match_points),
            "game_points": points(game_points),
            "rank": rank,
        }
        if page.dialect is Dialect.DRAFT_2024:
            fields["match_points"] = fields["match_points"].removesuffix(".0")
        if code == "013":
            more = sum(bool(text) for name, text in fields.items() if name not in ("number", "name"))
            page.losses.add(
                "nickname, strength, points and rank of teams", "record 013 has no place for them", more, of=_OF_TEAMS
            )
        members = [players[member] for member in team.members if member in players]
        page.record(code, fields, members)
        if both:
            old.append((fields, members))
    for fields, members in old:
        page.record("013", fields, members)


def byes(facts: Facts, teams: Mapping[str, int], others: list[tuple[str, int, int]], page: Page) -> None:
    """F, H and Z by kind and round: 240, or 330 in the draft."""
    grouped: dict[tuple[int, str], list[int]] = defaultdict(list)
    for letter, round_, number in [*_team_byes(facts, teams), *others]:
        if letter != "U":
            grouped[round_, letter].append(number)
    if page.dialect is Dialect.TRF16_XX:
        page.losses.add("byes of teams", "TRF16 has no record for them", sum(map(len, grouped.values())), of=_BYES)
        return
    code = "330" if page.dialect is Dialect.DRAFT_2024 else "240"
    for (round_, letter), those in sorted(grouped.items()):
        page.record(code, {"type": letter, "round": str(round_)}, sorted(those))


def _team_byes(facts: Facts, teams: Mapping[str, int]) -> list[tuple[str, int, int]]:
    byes = []
    for match in facts.matches:
        letter = next((detail.value for detail in match.details if detail.name == "bye"), None)
        if match.away is None and letter and match.round and match.home in teams:
            byes.append((letter, match.round, teams[match.home]))
    for seat in facts.seats:
        if seat.kind == "team" and seat.text and seat.round and seat.participant in teams:
            byes.append((seat.text, seat.round, teams[seat.participant]))
    return byes


def left_over(facts: Facts, teams: Mapping[str, int], page: Page) -> None:
    """320: who was left over in each round, and what that brings."""
    by_round = {round_: number for letter, round_, number in _team_byes(facts, teams) if letter == "U"}
    stated = {detail.name: detail.value for detail in facts.event.scoring_system}
    if not by_round and not {"TU", "TUG"} & set(stated):
        return
    if page.dialect is Dialect.TRF16_XX:
        page.losses.add(
            "teams left over",
            "TRF16 has no record for them",
            len(by_round),
            of=(*_BYES, "events.scoring_system TU", "events.scoring_system TUG"),
        )
        return
    fields = {
        name: points(Decimal(stated[code]))
        for code, name in (("TU", "match_points"), ("TUG", "game_points"))
        if code in stated
    }
    if page.dialect is Dialect.DRAFT_2024 and "match_points" in fields:
        fields["match_points"] = fields["match_points"].removesuffix(".0")
    page.record("320", fields, [by_round.get(round_, 0) for round_ in range(1, max(by_round, default=0) + 1)])


def line_ups(facts: Facts, players: Mapping[str, int], teams: Mapping[str, int], page: Page) -> None:
    """300 for each side that did not sit down in the order of its roster, without a hole."""
    members = {each.id: each.members for each in facts.participants if each.kind == "team"}
    seated = {(game.round, game.player) for game in facts.games if game.opponent is not None or game.result in SEATED}
    for match in sorted(_played(facts, teams), key=lambda each: (each.round or 0, teams[each.home])):
        for team, other, line_up in (
            (match.home, match.away, match.home_line_up),
            (match.away, match.home, match.away_line_up),
        ):
            by_default = tuple(number for number in members.get(team or "", ()) if (match.round, number) in seated)
            if team is None or other is None or line_up == by_default:
                continue
            if page.dialect is Dialect.TRF16_XX:
                page.losses.add(
                    "line-ups", "TRF16 has no record for them", of=("matches.home_line_up", "matches.away_line_up")
                )
                continue
            fields = {"round": str(match.round), "team": str(teams[team]), "opponent": str(teams[other])}
            page.record("300", fields, [players.get(number, 0) for number in line_up], zeros=True)


def forfeits(facts: Facts, teams: Mapping[str, int], page: Page) -> None:
    """330, or 340 in the draft."""
    code = "340" if page.dialect is Dialect.DRAFT_2024 else "330"
    for match in sorted(_played(facts, teams), key=lambda each: (each.round or 0, teams[each.home])):
        if match.forfeit is None or match.away is None:
            continue
        if page.dialect is Dialect.TRF16_XX:
            page.losses.add("forfeited matches", "TRF16 has no record for them", of=("matches", "matches.forfeit"))
            continue
        fields = {
            "type": _SIGNS[match.forfeit],
            "round": str(match.round),
            "white": str(teams[match.home]),
            "black": str(teams[match.away]),
        }
        page.lines.append(fixed(code, LAYOUTS[page.dialect][code], fields, page.losses).rstrip())


def _played(facts: Facts, teams: Mapping[str, int]) -> list[MatchFact]:
    return [
        match
        for match in facts.matches
        if match.kind == "chess_teams" and match.round and match.home in teams and match.away in teams
    ]
