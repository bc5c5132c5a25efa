"""Made-up events with single facts changed, and the seats that then follow, for the golden files of the seating."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache
from random import Random
from typing import Any

from contracts.base import Discipline
from contracts.facts import (
    Detail,
    EarlyStartFact,
    EventFact,
    Facts,
    LockFact,
    MatchFact,
    Meeting,
    Participant,
    PresenceFact,
    SeatFact,
    SectionFact,
    SessionFact,
    SwissSettings,
    SystemFact,
)
from contracts.messages import EventMerged
from contracts.seating import RoundAssignment
from services.scoring.domain.event.event_state import EventState
from services.seating.domain.assignment import next_round
from services.seating.domain.chess.draw import Draw, DrawNeeded, Pairing
from services.seating.domain.locks import locked_seats
from services.seating.domain.movements.howell import howell
from services.seating.domain.movements.individual import whist
from services.seating.domain.movements.mitchell import mitchell
from services.seating.domain.movements.rover_and_phantom import without
from services.seating.domain.movements.teams import head_to_head
from tests.support.chess_rounds import SWISS, facts_of, players
from tests.support.fragments import fragment, pair
from tests.support.golden import Outcome, compare, differences, leaves, seed_of
from tests.support.objects import as_object
from tests.support.played_movements import results_of, with_sides
from tests.support.trf_lines import accelerated, team

Scene = Callable[[], Facts]
SESSIONS = (SessionFact(id="1"), SessionFact(id="2"))


def _pairs(plan: Any, last: int, *, bare: bool = False, given: bool = False, **more: Any) -> Facts:
    names = sorted({name for line in plan.lines for name in line.sides.key if name}, key=lambda name: (len(name), name))
    kind = "player" if plan.kind == "individual" else "team" if plan.kind == "teams" else "pair"
    people = tuple(pair(name) if kind == "pair" else Participant(id=name, kind=kind, name=name) for name in names)
    event = EventFact(name="Club night", kind="individual" if kind == "player" else "pairs")
    made: dict[str, Any] = {"events": (event,), "participants": people, "movements": (plan,) if given else ()}
    return Facts(**{**made, "results": results_of(plan, last, bare=bare), **more})


def _teams(kind: str, count: int, *rounds: str, seeds: bool = False, **more: Any) -> Facts:
    """Rounds of matches: "1-8 12, 2-7 9", a bye without an opponent."""
    matches = []
    for number, text in enumerate(rounds, 1):
        for table, match in enumerate(text.split(", "), 1):
            names, _, score = match.partition(" ")
            home, _, away = names.partition("-")
            own = Decimal(score) if score else None
            matches.append(
                MatchFact(
                    kind="teams",
                    round=number,
                    table=str(table),
                    home=home,
                    away=away or None,
                    unit="vps" if kind == "swiss_teams" else "imps",
                    home_score=own,
                    away_score=None if own is None or not away else 20 - own,
                )
            )
    people = tuple(
        Participant(id=str(n), kind="team", name=f"Team {n}", number=str(n), seed=n if seeds else None)
        for n in range(1, count + 1)
    )
    event = EventFact(name="Cup", kind=kind, match_scoring="vps" if kind == "swiss_teams" else None)
    return Facts(**{"events": (event,), "participants": people, "matches": tuple(matches), **more})


def _seats(kind: str, *lines: str, **more: Any) -> tuple[SeatFact, ...]:
    """Seats as "participant section table direction"."""
    named = [dict(zip(("participant", "section", "table", "direction"), line.split(), strict=False)) for line in lines]
    return tuple(SeatFact(kind=kind, **fields, **more) for fields in named)  # type: ignore[arg-type]


def _trf(*rows: str, header: tuple[str, ...] = SWISS) -> Facts:
    return facts_of(*header, *players(*rows))


MOVEMENTS: dict[str, Scene] = {
    "mitchell": lambda: _pairs(with_sides(mitchell(5)), 3, given=True),
    "howell": lambda: _pairs(howell(8), 3, given=True),
    "teams": lambda: _pairs(head_to_head(4), 1, given=True),
    "individual": lambda: _pairs(whist(8), 3, given=True),
    "phantom": lambda: _pairs(without(howell(8), "8"), 2, given=True),
}
INFERRED: dict[str, Scene] = {
    "mitchell": lambda: _pairs(with_sides(mitchell(5)), 3),
    "skip": lambda: _pairs(
        with_sides(mitchell(6, each=1)).replace(section="A"), 3, sections=(SectionFact(id="A", rounds=5),)
    ),
    "howell": lambda: _pairs(howell(8), 3),
    "whist": lambda: _pairs(whist(8), 3),
    "phantom": lambda: _pairs(without(with_sides(mitchell(5)), "2EW"), 3),
    "bare": lambda: _pairs(with_sides(mitchell(7)), 3, bare=True),
    "bare-howell": lambda: _pairs(howell(8), 4, bare=True),
}
SWISSES: dict[str, Scene] = {
    "even": lambda: _teams("swiss_teams", 6, "1-4 15, 2-5 12, 3-6 8", "1-2 9, 6-3 10, 5-4 20"),
    "odd": lambda: _teams("swiss_teams", 7, "1-4 15, 2-5 12, 3-6 8, 7", "1-2 9, 6-7 10, 5-4 20, 3"),
    "triple": lambda: _teams("swiss_teams", 5, "1-2 12, 3-4 10, 4-5 11, 5-3 9", "1-3 13, 2-4 9, 5"),
    "seeded": lambda: _teams("swiss_teams", 5, "1-4", seeds=True),
    "home": lambda: _teams(
        "swiss_teams",
        6,
        "1-4 15, 2-5 12, 3-6 8",
        "1-2 9, 6-3 10",
        systems=(SystemFact(system="swiss", swiss=SwissSettings(tables="home")),),
    ),
    "danish": lambda: _teams(
        "swiss_teams",
        7,
        "1-4 15, 2-5 12, 3-6 8, 7",
        systems=(SystemFact(system="danish", swiss=SwissSettings(odd="long_triple", tables="stay")),),
    ),
}
CUPS: dict[str, Scene] = {
    "seeded": lambda: _teams("knockout", 6, "4-5 12, 3-6 8", "1-4 9, 2-6", seeds=True),
    "plain": lambda: _teams("knockout", 4, "1-2 12, 3-4 8"),
    "early": lambda: _teams("knockout", 8, "1-8 14, 4-5, 2-7 9, 3-6", seeds=True),
    "final": lambda: _teams("knockout", 4, "1-4 12, 2-3 8", "1-3 12", seeds=True),
}
STATED: dict[str, Scene] = {
    "next": lambda: _pairs(
        with_sides(mitchell(5)),
        2,
        sessions=SESSIONS,
        seats=_seats("pair", "1NS A 1 NS", "2EW A 1 EW", "3NS A 2 N", "3EW B 2", "4EW", stage="next", session="1"),
    ),
    "start": lambda: _pairs(
        howell(6),
        0,
        sessions=SESSIONS,
        seats=(
            *_seats("pair", "1 A 1 NS", "2 A 1 EW", "3 A 2 NS", "4 A 2 EW", "5 A 3 NS", stage="start", session="1"),
            *_seats("pair", "1 A 4 NS", "6 A 4 EW", stage="start", session="2"),
        ),
    ),
    "round": lambda: _teams(
        "swiss_teams",
        4,
        "1-2 12, 3-4 8",
        seats=(
            *_seats("team", "1", "2", "4", stage="next", round=2, opponent="3"),
            *_seats("team", "3 A 1 NS", stage="next", round=2),
        ),
    ),
}
CHESS: dict[str, Scene] = {
    "dutch": lambda: _trf("3 w 1, 4 b =", "4 b =, 3 w 1", "1 b 0, 2 b 0", "2 w =, 1 w ="),
    "byes": lambda: _trf("3 w 1, - H", "4 b =, 3 w 1", "1 b 0, 2 b 0", "2 w =, - U", "- Z, - F"),
    "open": lambda: _trf("3 w 1, 4 b", "4 b =, 3 w 1", "1 b 0, 2 b 0", "2 w =, 1 w"),
    "berger": lambda: _trf("4 w 1", "3 w =", "2 b =", "1 b 0", header=("012 Made-up Cup", "092 Round Robin")),
    "assumed": lambda: _trf("3 w 1", "4 b =", "1 b 0", "2 w =", header=("012 Made-up Cup", "132 26/05/01 26/05/02")),
    "baku": lambda: _trf(
        "3 w 1", "4 b =", "1 b 0", "2 w =", header=(*SWISS[:2], "142 7", "192 FIDE_DUTCH_2026_BAKU", "260 1 3 1 2")
    ),
    "teams": lambda: _chess_teams("FIDE_TEAM_TYPEB_MP_GP", "5", ("1", "3", 2), ("4", "2", 1)),
    "league": lambda: _team_boards(
        "BERGER_TEAM_ROUNDROBIN", "7 w 1", "8 b =", "5 w 1", "6 b 1", "3 b 0", "4 w 0", "1 b 0", "2 w ="
    ),
    "team-swiss": lambda: _team_boards(
        "FIDE_TEAM_TYPEB_MP_GP", "5 w 1", "6 b =", "7 b 1", "8 w 0", "1 b 0", "2 w =", "3 w 0", "4 b 1", "- U", "- U"
    ),
    "lent": lambda: _trf(
        "3 w 1", "4 b =", "1 b 0", "2 w =", header=(*SWISS, accelerated("", "1.0", 1, 2, 1, 2), "260   2   3    1    2")
    ),
}


def _team_boards(system: str, *rows: str) -> Facts:
    """Teams of two players each."""
    sides = [team(number, (2 * number - 1, 2 * number)) for number in range(1, len(rows) // 2 + 1)]
    return facts_of("012 League", "142 5", "152 W", f"192 {system}", "352 WB", *sides, *players(*rows))


def _chess_teams(system: str, bye: str, *played: tuple[str, str, int]) -> Facts:
    details = (Detail(name="192", value=system), Detail(name="152", value="B"))
    event = EventFact(
        name="Cup",
        discipline=Discipline.CHESS,
        kind="chess_team_swiss",
        rounds=4,
        details=details,
        start_date="2026-05-01",
    )
    people = tuple(Participant(id=str(n), kind="team", number=str(n)) for n in range(1, 6))
    left = MatchFact(kind="chess_teams", round=1, home=bye, details=(Detail(name="bye", value="U"),))
    matches = tuple(
        MatchFact(
            kind="chess_teams",
            round=1,
            home=home,
            away=away,
            home_score=Decimal(own),
            away_score=Decimal(2 - own),
            home_game_points=Decimal(own + 1),
            away_game_points=Decimal(3 - own),
        )
        for home, away, own in played
    )
    return Facts(events=(event,), participants=people, matches=(*matches, left))


ALL = {
    f"{name}-{scene}": make
    for name, scenes in (
        ("movement", MOVEMENTS),
        ("inferred", INFERRED),
        ("swiss", SWISSES),
        ("cup", CUPS),
        ("stated", STATED),
        ("chess", CHESS),
    )
    for scene, make in scenes.items()
}

VALUES: dict[str, dict[str, tuple[Any, ...]]] = {
    "results": {
        "round": (None, 1, 2, 3, 4, 5),
        "table": (None, "1", "2", "9"),
        "board": ("1", "3", "99", "x"),
        "session": ("1", "2"),
        "section": ("A", "B"),
        "arrow_switched": (True,),
    },
    "matches": {
        "round": (None, 1, 2, 3, 4),
        "away": (None, "1", "2", "3", "5"),
        "home": ("1", "2", "6"),
        "home_score": (None, Decimal(3), Decimal(20)),
        "table": (None, "1", "7"),
        "forfeit": ("home", "away", "both"),
        "session": ("1", "2"),
        "details": ((Detail(name="SECOND_OPPONENT", value="3"),), (Detail(name="ROUND_ROBIN", value="2"),), ()),
    },
    "participants": {
        "phantom": (True,),
        "section": ("A", "B"),
        "seed": (None, 1, 3, 9),
        "number": ("7", "12"),
        "kind": ("pair", "team", "player"),
        "details": tuple(
            (Detail(name=name, value=value),)
            for name in ("LAST_ROUND", "FIRST_ROUND", "STATIONARY_TABLE")
            for value in ("1", "2", "4")
        ),
    },
    "seats": {
        "round": (None, 2, 3),
        "table": (None, "1", "2", "x"),
        "section": (None, "A", "B"),
        "direction": (None, "NS", "EW", "S"),
        "stage": ("start", "next"),
        "session": (None, "1", "2"),
        "opponent": (None, "1", "3", "2EW"),
        "resigned": (True,),
    },
    "events": {
        "rounds": (None, 1, 2, 3, 5),
        "kind": ("pairs", "swiss_teams", "knockout", "individual"),
        "boards_played": (4, 10),
        "start_date": ("2026-01-31", "2026-02-01"),
    },
    "movements": {"session": ("1", "2"), "section": ("A",), "winners": (1, 2), "kind": ("pairs", "teams")},
    "games": {
        "round": (1, 2, 3),
        "opponent": (None, "1", "2", "4"),
        "colour": (None, "w", "b"),
        "result": ("1", "0", "=", None, "+", "-"),
    },
}


def changed(facts: Facts, random: Random) -> tuple[str, Facts]:
    """The facts with one of them left out, changed or added."""
    names = [name for name in VALUES if getattr(facts, name)]
    ids = [participant.id for participant in facts.participants]
    kind = random.choice(("out", "value", "value", "value", "add", "add"))
    if kind == "add":
        return _with_more(facts, random, ids)
    name = random.choice(names)
    items = list(getattr(facts, name))
    at = random.randrange(len(items))
    about = " ".join(str(part) for part in items[at].key if part not in (None, "")) or name
    if kind == "out" and name != "events":
        # Results of a table go together, as a file that lacks the table leaves out all of them.
        table = getattr(items[at], "table", None), getattr(items[at], "round", None)
        gone = [
            item
            for number, item in enumerate(items)
            if number == at or (name == "results" and (item.table, item.round) == table)
        ]
        return f"without {name} {about}", facts.replace(**{name: tuple(item for item in items if item not in gone)})
    field, values = random.choice(list(VALUES[name].items()))
    value = random.choice(values)
    items[at] = items[at].replace(**{field: value})
    return f"{name} {about}: {field} {_short(value)}", facts.replace(**{name: tuple(items)})


def _short(value: Any) -> str:
    return str([f"{each.name} {each.value}" for each in value]) if isinstance(value, tuple) else str(value)


def _with_more(facts: Facts, random: Random, ids: list[str]) -> tuple[str, Facts]:
    who, other = random.sample(ids, 2)
    number = random.choice((1, 2, 3, 4))
    session = random.choice((None, None, "1", "2"))
    fact: Any = random.choice(
        (
            PresenceFact(participant=who, round=number, present=False, lasting=random.random() < 0.5),
            PresenceFact(participant=who, round=number, present=True, lasting=random.random() < 0.5, session=session),
            PresenceFact(participant=who, round=number, present=False, bye=random.choice(("H", "F"))),
            EarlyStartFact(round=number, session=session),
            EarlyStartFact(round=number, playing=(Meeting(table="9", home=who, away=other),)),
            SeatFact(participant=who, stage="next", round=number, opponent=random.choice((None, other)), kind="team"),
            SeatFact(participant=who, stage="next", table="3", direction="NS", section="A", session=session),
            SectionFact(id="A", rounds=number, boards=random.choice((None, 12)), session=session),
            SessionFact(id=str(number)),
        )
    )
    name = next(name for name in Facts.FIELDS if isinstance(fact, _fact_of(name)))
    said = as_object(fact)
    return f"more {name}: {said}", facts.replace(**{name: (*getattr(facts, name), fact)})


def _fact_of(name: str) -> type[Any]:
    kinds = {
        "presences": PresenceFact,
        "early_starts": EarlyStartFact,
        "seats": SeatFact,
        "sections": SectionFact,
        "sessions": SessionFact,
    }
    return kinds.get(name, type(None))


def scored(facts: Facts) -> EventMerged:
    """The event as scoring publishes it."""
    state = EventState("open")
    values = {name: getattr(facts, name) for name in Facts.FIELDS}
    chess = facts.event.discipline is Discipline.CHESS
    state.apply(fragment("open", event="open", file_format="trf" if chess else "usebio", **values))
    return state.score()[1]


def seated(merged: EventMerged) -> Outcome:
    """Everything that a seating list says, or the request for a draw and what is made of its answer."""
    assignment = next_round(merged)
    if assignment is None:
        return {"no seats": {}}
    if isinstance(assignment, RoundAssignment):
        return _listed(assignment)
    return _drawn(assignment)


def _drawn(needed: DrawNeeded) -> Outcome:
    request = needed.request
    plain = replace(request, contestants=())
    values: Outcome = {"request": {name: str(value) for name, value in vars(plain).items()}}
    for contestant in request.contestants:
        values[f"contestant {contestant.id}"] = {
            name: str(getattr(contestant, name))
            for name in ("number", "turns", "point_adjustment", "fictitious_points", "away")
        }
    present = [at for at, contestant in enumerate(request.contestants) if contestant.away is None]
    pairings = tuple(
        Pairing(board, white, black, ("E.1", "4.3.2", "")[board % 3])
        for board, (white, black) in enumerate(zip(present[::2], present[1::2], strict=False), 1)
    )
    return values | _listed(needed.finish(Draw(pairings, present[-1] if len(present) % 2 else None)))


def _listed(assignment: RoundAssignment) -> Outcome:
    by_hand = {name for name in ("exchanges", "playing") if not getattr(assignment, name)}
    head = assignment.model_dump(mode="json", exclude={"tables", "findings", "event", "basis", *by_hand})
    values: Outcome = {"seats": dict(leaves(head, ""))}
    for at, table in enumerate(assignment.tables, 1):
        left_out = {"ns_names", "ew_names", *(() if table.by_hand else ("by_hand",))}
        shown = table.model_dump(mode="json", exclude_none=True, exclude=left_out)
        values[f"line {at}"] = dict(leaves(shown, ""))
    for finding in assignment.findings:
        values[f"{finding.code} {finding.subject or ''}: {finding.message}"] = {}
    return values


def locked(merged: EventMerged) -> Outcome:
    """The seats as a correction leaves them where the ones before it were locked."""
    assignment = next_round(merged)
    if not isinstance(assignment, RoundAssignment):
        return {"no seats": {}}
    turned = assignment.replace(tables=tuple(reversed([_exchanged(table) for table in assignment.tables])))
    stays = locked_seats((LockFact(),), merged.standings, turned, assignment)
    return {"open": {}} if stays is None else _listed(stays)


def _exchanged(table: Any) -> Any:
    return table.replace(ns=table.ew, ew=table.ns) if table.table == "1" else table


@cache
def _base(name: str) -> tuple[Facts, EventMerged]:
    facts = ALL[name]()
    return facts, scored(facts)


def compare_seats(name: str, scenes: str, count: int = 20, look: Callable[[EventMerged], Outcome] = seated) -> None:
    """Change facts of the scenes whose names begin so, seat them and compare with the golden file."""
    lines: list[str] = []
    for scene in ALL:
        if scene.startswith(tuple(scenes.split())):
            lines += [f"== {scene}", *_report(scene, count, Random(seed_of(f"{name} {scene}")), look)]
    compare(f"seats/{name}", "\n".join([*lines, ""]))


def _report(scene: str, count: int, random: Random, look: Callable[[EventMerged], Outcome]) -> Iterator[str]:
    facts, merged = _base(scene)
    before = look(merged)
    for name, values in before.items():
        yield f"  {name}" + (f" ({', '.join(f'{key} {value}' for key, value in values.items())})" if values else "")
    for _ in range(count):
        what, new = changed(facts, random)
        if random.random() < 0.3:
            more, new = changed(new, random)
            what += f"; {more}"
        yield what
        yield from differences(before, look(scored(new))) or ["  nothing differs"]
