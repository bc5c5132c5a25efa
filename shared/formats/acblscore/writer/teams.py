"""A section of teams in a new file: teams, their matches and the victory point scale.

Rules kept here:

1. A match has the score that is written of totals: ours, or that of its files. Of IMPs that each side has won the file
   has the margin; of boards that are not stated, those between the first and the last, or those with results.
2. A team has one match in a round, and 20 rounds. One that finds its round taken goes into the first that both teams
   have free, and so does one without a round; further parts of a match are lost, as each has the score of the whole.
3. The total of a team is the sum of what its matches have in the file, with its penalties; that of a knock-out stays.
   What is written as a knock-out, because the program has nothing like it, has the matches won as totals, as one has.
4. Players of a team are its own, else those of its pairs, of its line-ups and of the lines that it plays.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain, count
from typing import Any

from contracts.facts import Detail, EventFact, Facts, MatchFact, Participant, Person, ResultFact, SectionFact
from shared.formats.acblscore import values
from shared.formats.acblscore.file.entry_layouts import INDEX, INDEX_ENTRY, TEAM
from shared.formats.acblscore.file.game import TEAM_POINTER
from shared.formats.acblscore.file.game_layouts import SECTION
from shared.formats.acblscore.file.packing import DoesNotFit, pack
from shared.formats.acblscore.file.play_layouts import (
    ROUND_ROBIN,
    TEAM_MATCH,
    TEAM_MATCH_INDEX,
    TEAM_MATCHES,
    VP_SCALE,
    VP_STEP,
)
from shared.formats.acblscore.reader.team_matches import steps_of, table_of
from shared.formats.acblscore.writer.blocks import Blocks
from shared.formats.acblscore.writer.people import Fields, fitting
from shared.formats.acblscore.writer.ranks import Listed, links_of
from shared.formats.acblscore.writer.sections import boards_of, write_boards
from shared.formats.acblscore.writer.stated_fields import fields_of, packed
from shared.formats.losses import Losses

MOST_ROUNDS = 20


def teams_of(facts: Facts, session: str | None) -> list[Participant]:
    """The teams of an event by number, with their players (rule 4); those of matches, where no file lists teams."""
    listed = [participant for participant in facts.participants if participant.kind == "team"]
    if not listed:
        pairs = ((m.home, m.away) for m in facts.matches if m.session == session)
        lines = ((r.sides.ns_team, r.sides.ew_team) for r in facts.results if r.session == session)
        named = dict.fromkeys(name for name in chain.from_iterable((*pairs, *lines)) if name is not None)
        listed = [Participant(id=name, kind="team") for name in named]
    people: dict[str, list[str]] = defaultdict(list)
    for participant in facts.participants:
        people[participant.team or ""].append(participant.id)
        people[participant.id if participant.kind == "team" else ""].extend(participant.members)
    for match in facts.matches:
        people[match.home].extend(match.home_line_up)
        people[match.away or ""].extend(match.away_line_up)
    for result in facts.results:
        people[result.sides.ns_team or ""].extend(name for name in (result.sides.ns,) if name is not None)
        people[result.sides.ew_team or ""].extend(name for name in (result.sides.ew,) if name is not None)
    persons = {p.id: p.players for p in facts.participants if p.kind != "team"}
    numbers = _numbers(listed)
    return [
        team if team.players else team.replace(players=tuple(_each_once(persons, people[team.id])))
        for team in sorted(listed, key=lambda team: numbers[team.id])
    ]


def _each_once(persons: Mapping[str, tuple[Person, ...]], ids: Iterable[str]) -> Iterator[Person]:
    every = chain.from_iterable(persons.get(name, ()) for name in dict.fromkeys(ids))
    return iter({person.national_id or person.name: person for person in every}.values())


def matches_of(
    matches: Iterable[MatchFact], results: Iterable[ResultFact], unit: str, losses: Losses
) -> list[MatchFact]:
    """Matches as a game file has them, in its unit and with rounds of its own (rules 1 and 2)."""
    played: dict[object, set[str]] = defaultdict(set)
    for line in results:
        played[line.round, frozenset((line.sides.ns_team, line.sides.ew_team))].add(line.board)
    own = [
        _in_unit(match, unit, len(played[match.round, frozenset((match.home, match.away))]), losses)
        for match in matches
    ]
    taken: set[tuple[str, int]] = set()
    met = {(match.round, frozenset(_sides(match))) for match in own}
    rounds: dict[int, int] = {}
    for stated in (True, False):
        for number, match in enumerate(own):
            wanted = [match.round or 0] if stated else range(1, MOST_ROUNDS + 1)
            free = (n for n in wanted if 1 <= n <= MOST_ROUNDS and taken.isdisjoint((t, n) for t in _sides(match)))
            meeting = (match.round, frozenset(_sides(match)))
            if number in rounds or (not stated and meeting not in met) or (found := next(free, None)) is None:
                continue
            rounds[number] = found
            met.discard(meeting)
            taken.update((team, found) for team in _sides(match))
    moved = sum(own[number].round not in (None, found) for number, found in rounds.items())
    losses.add(
        "round of matches",
        "a team has one match in a round of a game file; it is in another one",
        moved,
        of=("matches.round",),
    )
    losses.add(
        "match",
        "a team has one match in a round of a game file, and 20 rounds",
        len(own) - len(rounds),
        of=("matches",),
    )
    return [match.replace(round=rounds[number]) for number, match in enumerate(own) if number in rounds]


def _sides(match: MatchFact) -> list[str]:
    """The teams that state a match: of three that play each other in one round, each states one of its own."""
    sides = [match.home] if match.sub_match == match.home else [match.home, match.away]
    return [team for team in sides if team is not None]


def _in_unit(match: MatchFact, unit: str, boards: int, losses: Losses) -> MatchFact:
    """Rule 1."""
    changed: dict[str, Any] = {"unit": unit}
    home, away = (
        imps if imps is not None or unit != "imps" else score
        for imps, score in ((match.home_imps, match.home_score), (match.away_imps, match.away_score))
    )
    if home is not None and away is not None and min(home, away) >= 0 < max(home, away):
        losses.add("IMPs of each side", "a game file has the margin of a match")
        home, away = home - away, away - home
    changed |= {"home_imps": home, "away_imps": away}
    if unit == "imps":
        changed |= {"home_score": home, "away_score": away}
    if match.home_game_points is None is match.away_game_points:
        mine, theirs = (home, away) if home is not None else (match.home_score, match.away_score)
        if unit in ("wins", "points"):
            changed |= {"home_game_points": match.home_score, "away_game_points": match.away_score}
        elif mine is not None and theirs is not None:
            won = (Decimal((mine > theirs) - (mine < theirs)) + 1) / 2
            changed |= {"home_game_points": won, "away_game_points": 1 - won}
    if match.home_score is None:
        losses.add("boards of matches", "it has no score yet", int(match.boards is not None), of=("matches.boards",))
        changed["boards"] = None
    elif match.boards is None:
        first, last = match.first_board or "", match.last_board or ""
        between = int(last) - int(first) + 1 if first.isdecimal() and last.isdecimal() else boards
        changed["boards"] = between if 0 < between < 256 else None
    return match.replace(**changed)


def with_sums(
    entry: Fields, team: str, matches: Iterable[MatchFact], unit: str, losses: Losses, *, knockout: bool
) -> Fields:
    """The entry of a team with the sums of its matches (rule 3); as it is where it has none with a score."""
    sides = [
        (m.home_score, m.home_game_points) if m.home == team else (m.away_score, m.away_game_points)
        for m in matches
        if team in (m.home, m.away)
    ]
    scores = [score for score, _ in sides if score is not None]
    if not scores or "score" not in entry:
        return entry
    wins = sum((won or Decimal(0) for _, won in sides), Decimal(0))
    if knockout:
        return entry | {"unfactored": wins}
    if unit == "imps":
        total = Decimal(sum(won == 1 for _, won in sides))
        losses.add(
            "total of totals",
            "a game file has the matches won of what is scored in IMPs",
            total != entry["score"],
            of=("totals.total",),
        )
    else:
        total = sum(scores, Decimal(0)) + entry.get("adjustment", Decimal(0))
    final = entry["final_score"] + total - entry["score"]
    return entry | {"score": total, "final_score": final, "unfactored": wins}


def write_teams(
    of: SectionFact,
    teams: Sequence[Participant],
    entries: Mapping[str, Fields],
    matches: Sequence[MatchFact],
    event: Sequence[Detail],
    blocks: Blocks,
    moment: datetime,
    memo: int = 0,
    results: Sequence[ResultFact] = (),
) -> Fields:
    """Put a section of teams into the file, and return its summary; `memo` is where its memo stands."""
    numbers = _numbers(teams)
    rounds = min(max((match.round or 0 for match in matches), default=0), MOST_ROUNDS)
    open_rounds = {match.round for match in matches if match.home_score is None and match.away is not None}
    posted = next((number - 1 for number in range(1, rounds + 1) if number in open_rounds), rounds)
    section: Fields = {
        **fields_of(of.details, SECTION),
        "number": 1,
        "ofs_memo": memo,
        "ofs_index_1": _write_index(teams, entries, numbers, blocks),
        "num_rounds": rounds,
        "modified": moment,
        "num_tables": len(teams),
    }
    rows = _match_rows(matches, numbers, blocks.losses)
    tables = []
    for index, team in enumerate(teams, 1):
        every = [rows.get((team.id, number)) or pack(TEAM_MATCH, {"round": number}) for number in range(1, rounds + 1)]
        table = {**fields_of(team.details, TEAM_MATCHES), "id": index, "num_rounds": rounds, "mode": 1}
        tables.append(blocks.add(pack(TEAM_MATCHES, table) + b"".join(every)))
    current = [match for match in matches if match.round == posted + 1]
    head: Fields = {
        "round_robins": [
            fields_of(of.details, ROUND_ROBIN, f"ROUND_ROBIN_{number + 1}_")
            for number in range(TEAM_MATCH_INDEX.parts["round_robins"].count)
        ],
        "section": 1,
        "num_teams": len(teams),
        "num_rounds": rounds,
        "round": min(posted + 1, rounds),
        "num_posted": 2 * sum(match.home_score is not None for match in current),
        "ofs_vp_scale": _write_scale(event, blocks),
    }
    section["ofs_matches"] = blocks.add(
        pack(TEAM_MATCH_INDEX, head) + b"".join(pack(TEAM_POINTER, {"ofs_team": offset}) for offset in tables)
    )
    boards = boards_of(results, ("ns_team", "ew_team"), numbers, blocks)
    if boards:
        played = max(len({result.board for result in results}), 1)
        section |= {"num_boards": len(boards), "top": 1, "full_score": played, "board_a_match": 1}
    return {
        "name": of.id[:2],
        "ofs_section": blocks.add(packed(SECTION, section, blocks.losses)),
        "ofs_boards": write_boards(1, boards, blocks),
        "status": values.SCORED | (values.POSTED if posted == rounds else 0),
        "num_rounds": rounds,
        "num_rounds_posted": posted,
    }


def _write_index(
    teams: Sequence[Participant], entries: Mapping[str, Fields], numbers: Mapping[str, int], blocks: Blocks
) -> int:
    """Write the entries of the teams and the index table that leads to them; gives the place of the table."""
    # Lists name teams by their place in the index, in one section and direction.
    places = enumerate(teams, 1)
    links = links_of(Listed((place, 1, 1), "", entries[team.id].get("rankings", ())) for place, team in places)
    most = TEAM.parts["players"].count
    rows = []
    for index, team in enumerate(teams, 1):
        players = list(entries[team.id].get("players", ()))
        blocks.losses.add("player", f"a team has {most}", max(0, len(players) - most), of=("participants.players",))
        fields = {name: value for name, value in entries[team.id].items() if name in TEAM.fields or name in TEAM.parts}
        rankings = enumerate(fields.get("rankings", ()))
        fields |= {
            "id": index,
            "players": players[:most],
            "rankings": [rank | links.rankings.get(((index, 1, 1), strat), {}) for strat, rank in rankings],
        }
        row = {
            "number": numbers[team.id],
            "num_players": len(players[:most]),
            "ofs_entry": blocks.add(packed(TEAM, fields, blocks.losses)),
        }
        rows.append(pack(INDEX_ENTRY, row))
    first = links.first.get((1, 1), {})
    head = pack(INDEX, {"direction": 1, "most_players": most, "num_entries": len(rows), **first})
    return blocks.add(head + b"".join(rows))


def _numbers(teams: Sequence[Participant]) -> dict[str, int]:
    """The number that a team has, where it is one and nobody else's; else the lowest that is free."""
    numbers: dict[str, int] = {}
    for team in teams:
        text = team.number or team.id
        number = int(text) if text.isdecimal() and len(text) < 5 else 0
        if number and number not in numbers.values():
            numbers[team.id] = number
    for team in teams:
        if team.id not in numbers:
            numbers[team.id] = next(n for n in count(1) if n not in numbers.values())
    return numbers


def _match_rows(
    matches: Sequence[MatchFact], numbers: Mapping[str, int], losses: Losses
) -> dict[tuple[str, int], bytes]:
    """What each team states of each round."""
    rows: dict[tuple[str, int], bytes] = {}
    for match in matches:
        keys = [(team, match.round or 0) for team in _sides(match) if team in numbers]
        if not keys:
            losses.add("match", "no list has its teams", of=("matches",))
        try:
            rows |= {key: pack(TEAM_MATCH, match_row(match, numbers, home=key[0] == match.home)) for key in keys}
        except DoesNotFit as error:
            losses.add("match", str(error), of=("matches",))
    return rows


def match_row(match: MatchFact, numbers: Mapping[str, int], *, home: bool) -> Fields:
    """The fields of a match as one of its teams states it; teams have numbers by id."""
    side = "home" if home else "away"
    score, imps, wins = (getattr(match, f"{side}_{what}") for what in ("score", "imps", "game_points"))
    stated = {match.unit: score or 0}
    section, table = table_of(match.table)
    second = next((d.value for d in match.details if d.name == "SECOND_OPPONENT"), "")
    other = match.away if home else match.home
    fields: Fields = {
        **fields_of(match.details, TEAM_MATCH),
        "round": match.round,
        "opponent": numbers.get(other or "", 0),
        "opponent_2": int(second) if second.isdecimal() else 0,
        "imps": int(imps if imps is not None else stated.get("imps", 0)),
        "vps": stated.get("vps", 0),
        "wins": wins if wins is not None else stated.get("wins", 0),
        "num_boards": match.boards or 0,
        "section": section,
        "table": table,
    }
    return fields if home else fields | fields_of(match.details, TEAM_MATCH, "AWAY_")


def with_given_scale(event: EventFact, losses: Losses) -> Sequence[Detail]:
    """The details of the event, with the steps of a scale that was given in place of its own.

    A game file has one chart for all its matches, with whole margins and two decimals; a name alone it has not.
    """
    table = event.vp_table
    if table is None:
        without_steps = event.vp_scale is not None and not any(d.name == "VP_SCALE_STEPS" for d in event.details)
        losses.add(
            f"scale {event.vp_scale}",
            "a game file has the steps of a scale and not its name",
            int(without_steps),
            of=("events.vp_scale",),
        )
        return event.details
    others = tuple(detail for detail in event.details if not detail.name.startswith("VP_SCALE_"))
    rows = table.charts[0].rows if table.charts else ()
    points = [value for _, *both in rows for value in both]
    fits = all(0 <= value < 656 and value == round(value, 2) for value in points)
    if len(table.charts) > 1 or not rows or not fits or max(margin for margin, _, _ in rows) > 255:
        losses.add(
            f"scale {table.name}",
            "a game file has one chart of margins below 256, with two decimals",
            of=("events.vp_scale", "events.vp_table"),
        )
        return others
    fewest, most = table.charts[0].boards
    steps = " ".join(f"{margin}={round(winner, 2)}-{round(loser, 2)}" for margin, winner, loser in rows)
    name = fitting(table.name, VP_SCALE, "description", losses)
    texts = {"LEAST_BOARDS": fewest, "MOST_BOARDS": most, "DESCRIPTION": name, "STEPS": steps}
    return (*others, *(Detail(name=f"VP_SCALE_{name}", value=f"{value}") for name, value in texts.items()))


def _write_scale(event: Sequence[Detail], blocks: Blocks) -> int:
    """The scale of victory points, where its steps are known; 0 where they are not."""
    steps = next((detail.value for detail in event if detail.name == "VP_SCALE_STEPS"), "")
    rows = [
        packed(VP_STEP, {"margin": margin, "winner": winner, "loser": loser}, blocks.losses)
        for margin, winner, loser in steps_of(steps)
        if margin < 256
    ]
    if not rows:
        return 0
    fields = {**fields_of(event, VP_SCALE, "VP_SCALE_"), "num_steps": len(rows)}
    return blocks.add(pack(VP_SCALE, fields) + b"".join(rows))
