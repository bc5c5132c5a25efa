"""Who is named in a file, compared with who is in it: byes, forfeits, line-ups, points lent, pairs kept apart."""

from collections.abc import Iterator, Mapping

from contracts.base import Place
from contracts.codes import trf as codes
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.header import NUMBERS
from shared.formats.trf.reader.people.players import starting_rank

OLDER_BYES = {"-": "Z", "0": "Z", "=": "H", "+": "F", "1": "F"}
"""Byes as files before TRF16 write them."""


def check_numbers(draft: Draft) -> None:
    """Everybody who is named somewhere is there, and the other records agree with the rounds of the players."""
    known: Mapping[int, object] = draft.teams if draft.is_team_event else draft.players
    what = "team" if draft.is_team_event else "player"
    for number, place in (*((bye.participant, bye.place) for bye in draft.byes), *draft.named, *_banned(draft)):
        if number not in known:
            draft.report.add(
                codes.UNKNOWN_NUMBER,
                f"record {place.path} names {what} {number}, but no {what} has that number",
                place,
                stated=str(number),
            )
    for number, place in draft.absent:
        if number not in draft.players:
            draft.report.add(
                codes.UNKNOWN_NUMBER,
                f"record {place.path} names player {number}, but no player has that number",
                place,
                stated=str(number),
            )
    if not draft.is_team_event:
        _check_byes(draft)
    _check_opponents(draft)


def _banned(draft: Draft) -> Iterator[tuple[int, Place]]:
    """Who may not meet by XXP, each in his columns."""
    for text, line in draft.listed.get("XXP", ()):
        for word in NUMBERS.finditer(text):
            place = Place(line=line, column=word.start() + 5, end_column=word.end() + 4, path="XXP")
            number = starting_rank(word[0])
            if number is None:
                draft.report.add(
                    codes.BAD_NUMBER, f"{word[0][:40]!r} is not a starting rank", place, stated=word[0][:100]
                )
            else:
                yield number, place


def _check_byes(draft: Draft) -> None:
    """A record of byes and the round in the player's own line say the same."""
    for bye in draft.byes:
        player = draft.players.get(bye.participant)
        cell = player.cell(bye.round) if player is not None else None
        if (
            player is not None
            and cell is not None
            and (cell.opponent or OLDER_BYES.get(cell.result or "", cell.result) != bye.kind)
        ):
            draft.report.add(
                codes.BYE_CONTRADICTED,
                f"player {bye.participant} has bye {bye.kind} in round {bye.round}, but not in line {player.line}",
                bye.place,
                subject=f"player {bye.participant} in round {bye.round}",
                stated=bye.kind,
                computed=cell.result,
            )


def is_complete(draft: Draft, last: int) -> bool:
    """Whether all whom games and rosters name have a line with that round, every team a roster, every player a team.

    A file that was cut off has not. To be asked when the numbers have been checked.

    Args:
        draft: of the file.
        last: the last round that it covers; pairings to come need not stand in both lines.
    """
    without_team = draft.is_team_event and not draft.players.keys() <= draft.team_of.keys()
    if without_team or draft.missing or draft.report.has(codes.UNKNOWN_NUMBER, codes.EMPTY_ROSTER):
        return False
    return not draft.report.has(codes.MISSING_ROUND, codes.BAD_RESULT) or not any(
        opponent and draft.players[opponent].cell(round_) is None
        for player in draft.players.values()
        for round_, opponent in enumerate(player.opponents[:last], 1)
    )


def _check_opponents(draft: Draft) -> None:
    """Every opponent who has a line has a round too."""
    players = draft.players
    last = max((player.last_round for player in players.values()), default=0)
    whole = {each.number for each in players.values() if each.last_round == last and " " not in each.results}
    others = draft.opponents - whole if len(whole) < len(players) else ()
    for player in players.values() if others else ():
        for round_, opponent in enumerate(player.opponents, 1):
            met = players.get(opponent) if opponent in others else None
            if met is not None and met.cell(round_) is None and round_ not in met.unreadable:
                draft.report.add(
                    codes.MISSING_ROUND,
                    f"player {opponent} has nothing for round {round_}, but player {player.number} (line {player.line})"
                    f" names player {opponent} as opponent",
                    met.place(round_),
                    subject=f"player {opponent} in round {round_}",
                )
