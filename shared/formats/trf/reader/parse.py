"""The reader: bytes to facts, line by line; one bad line never costs the file."""

import hashlib
import re
from collections import defaultdict

from contracts.base import Place
from contracts.codes import trf as codes
from shared.errors import FormatError
from shared.formats.identity import event_slug
from shared.formats.parsed import Parsed, ParsedEvent
from shared.formats.trf.reader.alignment import team_by_bytes
from shared.formats.trf.reader.assemble import facts_of
from shared.formats.trf.reader.checks import check_numbers
from shared.formats.trf.reader.dates import check_days
from shared.formats.trf.reader.detect import detect
from shared.formats.trf.reader.draft import Draft
from shared.formats.trf.reader.header import HEADER, check_board_colours, check_points, read_header, rounds_stated
from shared.formats.trf.reader.people.identities import check_identities
from shared.formats.trf.reader.people.players import is_like_a_player, plain_players, read_national, read_player
from shared.formats.trf.reader.people.starting_ranks import check_starting_ranks
from shared.formats.trf.reader.teams import READERS, read_team_record
from shared.formats.trf.reader.text import read_text
from shared.formats.trf.report import Report

TEAMS = frozenset({"013", "310"})
"""Records of teams with a name and a roster."""

INFORMATIVE = frozenset({"801", "802"})
"""Records that repeat for people what other records say."""

_RULER = re.compile(r"\d{4}[\d\s]{16,}")
"""Columns that are counted above the players; it may begin as a record does, but without a blank behind the code."""

_LEADING_NUMBER = re.compile(r"\s*(\d{1,6})", re.ASCII)


def parse(data: bytes) -> Parsed:
    """Read a TRF file of any dialect.

    Args:
        data: the file.

    Returns:
        Its tournament with everything it states, and what was found on the way.

    Raises:
        FormatError: there is no record of a player, a team or a tournament's name, or the file is too large.
    """
    report = Report()
    draft = read(data, report)
    if not (draft.players or draft.teams or "012" in draft.texts):
        raise FormatError(codes.NO_RECORDS, "no record 001, 310 or 012 can be read", Place(line=1), report.finish())
    facts, scope = facts_of(draft)
    event = facts.event
    named = event_slug(None, event.name, event.city, event.start_date) if (event.name or "").strip() else None
    if named is None:
        report.add(codes.NO_IDENTITY, "the file has no tournament name (record 012)", Place(line=1, path="012"))
        named = f"trf-{hashlib.sha256(data).hexdigest()[:12]}"
    return Parsed((ParsedEvent(named, facts, scope),), report.finish())


def read(data: bytes, report: Report) -> Draft:
    """Read the lines of a file; nothing is put together yet."""
    text = read_text(data, report)
    evidence = detect(text.lines)
    if not evidence.codes.isdisjoint(TEAMS) and _align_teams(text.lines, report):
        evidence = detect(text.lines)
    draft = Draft(dialect=evidence.dialect, report=report, encoding=text.encoding)
    later: list[tuple[str, int]] = []
    unknown: set[str] = set()
    plain = plain_players(text.lines)
    for number, line in enumerate(text.lines, 1):
        code = line[:3]
        if code == "001":
            read_player(draft, line, number, plain.get(number))
        elif not line.strip():
            continue
        elif _RULER.fullmatch(line):
            report.keep("comment", code.strip() or "legend", line, number)
        elif code in READERS:
            read_team_record(draft, code, line, number)
        elif code in HEADER:
            read_header(draft, code, line, number)
        elif code in INFORMATIVE:
            report.keep("record", code, line, number, _owner(line))
        elif _is_comment(code, line):
            report.keep("comment", code.strip() or "legend", line, number)
        else:
            later.append((line, number))
    for line, number in later:
        if not read_national(draft, line, number):
            _unknown(draft, line, number, unknown)
    draft.unfinished = len(text.lines) if text.lines[-1] else 0
    check_starting_ranks(draft)
    _settle_teams(draft)
    _check(draft)
    return draft


def _align_teams(lines: list[str], report: Report) -> bool:
    """Put the fields of teams into their columns where names were padded by bytes; whether there was any such line."""
    changed = False
    for index, line in enumerate(lines):
        if line[:3] not in TEAMS or line.isascii():
            continue
        aligned = team_by_bytes(line)
        if aligned is not line:
            place = Place(line=index + 1, column=1, end_column=len(line.rstrip()), path=line[:3])
            report.add(codes.COUNTED_IN_BYTES, "the name has letters of several bytes", place)
            lines[index], changed = aligned, True
    return changed


def _owner(line: str) -> str:
    """The team that a record for people is about."""
    words = line[3:12].split()
    return f"team {words[0].lstrip('0')}" if words else "file"


def _is_comment(code: str, line: str) -> bool:
    """A comment or a legend: lines that begin with blanks or with three equal capital letters."""
    if code == "###" or not code.strip() or line[0].isspace():
        return True
    return code.isupper() and len(code) == 3 and len(set(code)) == 1


def _unknown(draft: Draft, line: str, number: int, seen: set[str]) -> None:
    code = line[:3]
    place = Place(line=number, column=1, end_column=min(3, len(line)))
    if is_like_a_player(line):
        draft.report.add(
            codes.PLAYER_UNDER_OTHER_CODE,
            f"this line looks like a player (001) but begins with {code!r}",
            place,
            stated=code,
        )
    elif code not in seen:
        draft.report.add(codes.UNKNOWN_RECORD, f"TRF has no record {code!r}", place, stated=code)
    seen.add(code)
    draft.report.keep("record", code, line, number)


def _settle_teams(draft: Draft) -> None:
    """Records 013 make the teams when there is no 310; else they are compared with it, by name."""
    if not draft.teams:
        draft.teams = {team.number: team for team in draft.old_teams}
    else:
        by_name = {team.name: team for team in draft.teams.values()}
        old_names = {team.name for team in draft.old_teams}
        for line, number in draft.listed.get("013", ()):
            draft.report.keep("record", "013", line, number)
        for team in draft.teams.values() if old_names else ():
            if team.name not in old_names:
                draft.report.add(
                    codes.ROSTERS_DIFFER,
                    f"team {team.name!r} is in 310 but not in 013",
                    team.at,
                    subject=team.name or None,
                )
        for old in draft.old_teams:
            new = by_name.get(old.name)
            if new is None or new.members != old.members:
                draft.report.add(
                    codes.ROSTERS_DIFFER,
                    f"team {old.name!r} is in 013 but not in 310"
                    if new is None
                    else f"team {old.name!r} has other players in 310, line {new.line}",
                    old.at,
                    subject=old.name or None,
                    stated=" ".join(map(str, old.members)),
                    computed=" ".join(map(str, new.members)) if new else None,
                )
    for team in draft.teams.values():
        if draft.players and not team.members:
            message = f"team {team.number}, {team.name!r}, lists no player"
            draft.report.add(codes.EMPTY_ROSTER, message, team.at, subject=f"team {team.number}")
        for number in team.members:
            if draft.players and number not in draft.players and number not in draft.missing:
                draft.report.add(
                    codes.UNKNOWN_NUMBER,
                    f"team {team.number} lists player {number}, but no player has that number",
                    team.member_at[number],
                    subject=f"team {team.number}",
                    stated=str(number),
                )
            first = draft.team_of.setdefault(number, team.number)
            if first != team.number:
                draft.report.add(
                    codes.IN_TWO_TEAMS,
                    f"player {number} is in teams {first} and {team.number}",
                    team.member_at[number],
                    subject=f"player {number}",
                    stated=str(number),
                )
    draft.grouped = _is_grouping(draft)


def _is_grouping(draft: Draft) -> bool:
    """Whether the players of most teams meet those of several teams in a round: they are clubs, not teams."""
    met: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, team in draft.team_of.items():
        player = draft.players.get(number)
        for at, opponent in enumerate(player.opponents if player is not None else ()):
            if opponent in draft.team_of:
                met[team, at].append(draft.team_of[opponent])
    several = [len(set(teams)) > 1 for teams in met.values() if len(teams) > 1]
    return 2 * sum(several) > max(2, len(several))  # one wrong opponent alone never says it


def _check(draft: Draft) -> None:
    """Compare counts, rounds and numbers within the file."""
    rated = sum(player.rating is not None for player in draft.players.values())
    for code, count, what in (
        ("062", len(draft.players), "players"),
        ("072", rated, "rated players"),
        ("082", len(draft.teams), "teams"),
    ):
        text, line = draft.texts.get(code, ("", 0))
        stated = _LEADING_NUMBER.match(text)
        if stated and int(stated[1]) != count and (code != "082" or draft.is_team_event):
            draft.report.add(
                codes.COUNT_DIFFERS,
                f"the header says {stated[1]} {what}, but the file has {count}",
                Place(line=line, column=5, end_column=4 + len(text), path=code),
                stated=text,
                computed=str(count),
            )
    with_points = [player for player in draft.players.values() if player.points]
    if with_points and not any(player.results for player in draft.players.values()):
        first = with_points[0]
        place = Place(line=first.line, column=81, end_column=84, path="001")
        draft.report.add(codes.NO_ROUNDS, f"{len(with_points)} players have points, but no round", place)
    rounds = rounds_stated(Draft(draft.dialect, Report(), texts=draft.texts))
    if rounds is not None:
        _check_rounds(draft, rounds)
    check_numbers(draft)
    check_identities(draft)
    check_points(draft)
    check_board_colours(draft)
    check_days(draft)


def _check_rounds(draft: Draft, rounds: int) -> None:
    """Nobody has a round beyond the last of the tournament; an absence there says nothing."""
    beyond = {
        player.number: [cell.round for cell in player.cells if cell.round > rounds and not cell.is_absence]
        for player in draft.players.values()
        if player.last_round > rounds
    }
    late = [number for number, theirs in beyond.items() if theirs]
    if 2 * len(late) > len(draft.players) > 2:
        code = "142" if "142" in draft.texts else "XXR"
        text, line = draft.texts[code]
        last = max(max(beyond[number]) for number in late)
        message = f"the header says {rounds} rounds, but {len(late)} players have results up to round {last}"
        place = Place(line=line, column=5, end_column=4 + len(text), path=code)
        draft.report.add(codes.MORE_ROUNDS, message, place, stated=str(rounds), computed=str(last))
        return
    for number in late:
        player = draft.players[number]
        for round_ in reversed(beyond[number]):
            draft.report.add(
                codes.MORE_ROUNDS,
                f"player {player.number} has a round {round_}, but the tournament has {rounds} rounds",
                player.place(round_),
                subject=f"player {player.number}",
                stated=str(round_),
                computed=str(rounds),
            )
