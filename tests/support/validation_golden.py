"""Small made-up fragments in which much is wrong, and what the rules find in them, for the golden files of validation.

Names, boards, rounds and scores are drawn from so few that most fragments break some rule, and many of them several.
"""

from collections.abc import Callable, Iterable
from decimal import Decimal
from random import Random
from typing import Any

from contracts.base import Discipline, Place
from contracts.facts import (
    AdjustmentFact,
    BoardFact,
    BoardPointsFact,
    DealFact,
    Detail,
    EventFact,
    Facts,
    GameFact,
    Hand,
    Label,
    MatchFact,
    Participant,
    Person,
    ResultFact,
    Score,
    SeatFact,
    SessionFact,
    Sides,
    StatedTotal,
    Stratum,
    WeightedPoints,
)
from contracts.facts.base import Fact
from contracts.findings import Finding
from services.validation.domain.case import Case, Rule
from shared.bridge.play.card_play import PACK
from tests.support.fragments import fragment
from tests.support.golden import compare, finding_text, leaves, seed_of
from tests.support.objects import as_object

Make = Callable[[Random], Iterable[Fact]]
"""The facts of one made-up file, the event first."""


def compare_findings(name: str, rules: Iterable[Rule], make: Make, count: int = 60) -> None:
    """Make fragments, ask the rules about each, and compare with the golden file."""
    random = Random(seed_of(name))
    blocks = []
    for number in range(1, count + 1):
        facts = [fact.replace(at=Place(line=line)) for line, fact in enumerate(make(random), 1)]
        lists: dict[str, Any] = {
            field: tuple(fact for fact in facts if type(fact) is kind) for field, kind in _LISTS.items()
        }
        case = Case(fragment("made up", **lists))
        lines = [f"== {number}", *map(_shown, facts)]
        found = [f"  {_full(finding)}" for rule in rules for finding in rule(case)]
        blocks.append("\n".join([*lines, *(found or ["  nothing"])]))
    compare(f"validation/{name}", "\n".join([*blocks, ""]))


_LISTS: dict[str, type[Fact]] = {
    "events": EventFact,
    "sessions": SessionFact,
    "participants": Participant,
    "boards": BoardFact,
    "deals": DealFact,
    "results": ResultFact,
    "matches": MatchFact,
    "board_points": BoardPointsFact,
    "games": GameFact,
    "seats": SeatFact,
    "adjustments": AdjustmentFact,
    "totals": StatedTotal,
}
assert set(_LISTS) <= set(Facts.FIELDS)


def _shown(fact: Fact) -> str:
    kind = type(fact).__name__.removesuffix("Fact").lower()
    return f"{fact.at}: {kind} " + ", ".join(f"{name} {value}" for name, value in leaves(as_object(fact, "at"), ""))


def _full(finding: Finding) -> str:
    named = {"about": finding.subject, "stated": finding.stated, "computed": finding.computed}
    more = ", ".join(f"{name} {value!r}" for name, value in named.items() if value is not None)
    return f"{finding_text(finding.replace(subject=None, stated=None, computed=None))} ({more})"


def _points(value: int | None) -> Score:
    return Score(kind="unknown") if value is None else Score(kind="points", points=value)


def _event(random: Random, **more: Any) -> EventFact:
    return EventFact(**{"kind": random.choice(["pairs", "pairs", "swiss_pairs", "teams", "individual"]), **more})


def _pairs(random: Random) -> list[Participant]:
    names = random.choice([(), "12345", "12345", "12", "1"])
    return [Participant(id=name, kind="pair", players=(Person(name=f"Ann {name}"),)) for name in names]


def _line(random: Random, sides: Sides, **more: Any) -> ResultFact:
    score = _points(random.choice([0, 0, 50, 420, None]))
    return ResultFact(**{"board": random.choice("112"), "sides": sides, "ns_score": score, "ew_score": score, **more})


def meeting_lines(random: Random) -> list[Fact]:
    """Lines of few pairs, players or teams on two boards, with rounds and tables or without."""
    with_rounds = random.random() < 0.7
    several = random.random() < 0.3
    facts: list[Fact] = [_event(random), *_pairs(random)]
    for _ in range(random.randint(2, 5)):
        a, b, c, d = (random.choice("12345") for _ in range(4))
        kinds = [Sides(ns=a, ew=b)] * 4 + [Sides(north=a, south=b, east=c, west=d), Sides(ns_team=a, ew_team=b)]
        place = {"round": random.choice([1, 1, 2, None]), "table": random.choice(["1", "2", "2", None])}
        section = random.choice(["A", "B"]) if several else None
        session = random.choice(["1", "2"]) if several else None
        facts.append(
            _line(random, random.choice(kinds), section=section, session=session, **place if with_rounds else {})
        )
    return facts


def seatings(random: Random) -> list[Fact]:
    """Pairs with few people, their lines, seats, and matches in which somebody sits out."""
    strata = tuple(
        Stratum(number=number, label=label, upper_limit=limit)
        for number, label, limit in [(1, "A", None), (2, "B", Decimal(100)), (3, None, Decimal(50))]
    )[: random.choice([0, 1, 2, 3, 3])]
    labels = random.choice([(), ("FLIGHT",), ("FLIGHT", "AGE")])
    stratification = random.choice(["AVERAGE", "AVERAGE", "HIGHEST", None])
    facts: list[Fact] = [_event(random, strata=strata, label_names=labels, stratification=stratification)]
    in_teams = random.random() < 0.5
    for number in "12345":
        facts.append(
            Participant(
                id=number,
                kind=random.choice(["pair", "pair", "pair", "team"]),
                number=random.choice([None, f"{number}NS"]),
                team=random.choice("AB") if in_teams else None,
                phantom=random.random() < 0.1,
                players=tuple(_person(random) for _ in range(random.choice([0, 1, 2, 2, 2, 3]))),
                stratum=random.choice([None, "1", "A", "B", "2", "3", "C"]),
                override_stratum=random.choice([None, None, None, "2", "D"]),
                labels=tuple(Label(name=name, value="x") for name in ("FLIGHT", "AGE", "SEX") if random.random() < 0.3),
            )
        )
    for _ in range(random.randint(0, 4)):
        ns, ew = random.sample("12345", 2)
        teams = dict(zip(("ns_team", "ew_team"), random.sample("ABC", 2), strict=True)) if in_teams else {}
        number = random.choice([1, 1, 2, None])
        facts.append(_line(random, Sides(ns=ns, ew=ew, **teams), round=number))
    for number in "1234"[: random.randint(0, 4)]:
        table, direction = random.choice(["1", "1", "2", None]), random.choice(["NS", "EW", "NS", None])
        resigned = random.random() < 0.1
        more: dict[str, Any] = {"section": random.choice([None, None, "A"]), "stage": random.choice(["start", "next"])}
        facts.append(SeatFact(participant=number, table=table, direction=direction, resigned=resigned, **more))
    for home in "AB"[: random.randint(0, 2)]:
        away = random.choice(["B", "C", None])
        out = tuple(random.choice(["Ann", "Bob", "1", "7", "9"]) for _ in range(random.randint(0, 2)))
        facts.append(MatchFact(kind="teams", round=1, home=home, away=away, sitting_out=out))
    return facts


def _person(random: Random) -> Person:
    name = random.choice(["Ann", "ann", "Bob", "Cal", "Robot", "Sit-out", "Guest 1", None, None])
    more = {} if name else {"first_name": "Dan", "last_name": random.choice(["Elm", None])}
    number = random.choice([None, "7", "7", "8"])
    holding = random.choice([None, *map(Decimal, ("40", "50.5", "100.5", "101", "160"))])
    return Person(name=name, national_id=number, holding=holding, **more)


_CONTRACTS = ["4S", "3NT", "2Hx", "7NXX", "PASS", "", "9S", "1", None]


def scores(random: Random) -> list[Fact]:
    """Lines with contracts and scores of all kinds on boards whose vulnerability is stated or not."""
    details = (Detail(name="Scoring", value="MP1;OldMP"),) if random.random() < 0.1 else ()
    facts: list[Fact] = [_event(random, details=details)]
    if random.random() < 0.3:
        facts.append(BoardFact(board="1", vulnerable=random.choice(["None", "NS", "EW", "All"])))
    board = random.choice("1122347x")
    usual = random.choice([0, 420, 620, 50, -100, 600, -1100])
    for number in range(random.randint(1, 5)):
        contract, declarer = random.choice(_CONTRACTS), random.choice([*"NNEESW", "Q", None])
        played = {"contract": contract, "declarer": declarer, "tricks": random.choice([9, 10, 7, 13, None])}
        one, other = _score(random, usual), _score(random, usual)
        ew = one if random.random() < 0.7 else other
        sides = Sides(ns=str(number), ew=str(number + 10))
        facts.append(
            ResultFact(
                board=random.choice([board, board, board, "2"]),
                sides=sides,
                ns_score=one,
                ew_score=ew,
                **played if random.random() < 0.6 else {},
            )
        )
    return facts


def _score(random: Random, usual: int) -> Score:
    kind = random.choice(["usual", "usual", "usual", "odd", "percent", "weighted", "unknown"])
    if kind == "usual":
        return _points(usual)
    if kind == "odd":
        return _points(random.choice([0, 30, 425, 400, 620, -50, 99_990, 10, -700]))
    if kind == "percent":
        percent = Decimal(random.choice(["60", "40", "50", "39.5", "80", "100", "101", "-1", "0"]))
        return Score(kind="artificial", percent=percent)
    if kind == "weighted":
        values = random.choice([(420, -50), (425, 0), (30, 420), (620, 170)])
        return Score(kind="weighted", parts=tuple(WeightedPoints(weight=Decimal("0.5"), points=v) for v in values))
    return Score(kind="unknown")


def contracts(random: Random) -> list[Fact]:
    """Lines with leads, and deals of their boards."""
    facts: list[Fact] = [_event(random)]
    for name in (None, "B")[: random.choice([0, 1, 1, 1, 2])]:
        facts.append(_deal(random, set_id=name))
    for number in range(random.randint(1, 4)):
        lead = random.choice([*random.sample(PACK, 4), "10H", "S", "ZZ", "-", None])
        facts.append(
            ResultFact(
                board=random.choice("1112"),
                sides=Sides(ns=str(number), ew=str(number + 10)),
                ns_score=_points(0),
                ew_score=_points(0),
                lead=lead,
                contract=random.choice(_CONTRACTS),
                declarer=random.choice([*"NESW", "north", "Q", None]),
                tricks=random.choice([-1, 0, 13, 14, None]),
                foul_group=random.choice([0, 0, 0, 1]),
            )
        )
    return facts


def _deal(random: Random, **more: Any) -> DealFact:
    """A deal in which at most a few cards are wrong."""
    cards = random.sample(PACK, len(PACK))
    hands = [cards[start : start + 13] for start in range(0, 52, 13)]
    for _ in range(random.choice([0, 0, 0, 1, 2, 12])):
        random.choice(hands).append(random.choice([*PACK[:6], "SX", "H1"]))
    if random.random() < 0.3:
        hands[random.randrange(4)].pop()
    if random.random() < 0.1:
        hands = [hand[:5] for hand in hands]
    texts = [
        Hand(**{suit: "".join(card[1] for card in hand if card[0] == suit[0].upper()) for suit in Hand.FIELDS})
        for hand in hands
    ]
    given = {seat: hand for seat, hand in zip(("north", "east", "south", "west"), texts, strict=True)}
    if random.random() < 0.2:
        given.pop(random.choice([*given]))
    return DealFact(**{"board": "1", **given, **more})  # type: ignore[arg-type]


def deals(random: Random) -> list[Fact]:
    """Boards and deals with dealers and vulnerabilities, right and wrong."""
    facts: list[Fact] = [_event(random)]
    for _ in range(random.randint(0, 3)):
        board = random.choice(["1", "2", "3", "16", "17", "x"])
        facts.append(BoardFact(board=board, session=random.choice([None, "1"]), **_set_up(random)))
    for _ in range(random.randint(0, 3)):
        facts.append(_deal(random, board=random.choice("112"), **_set_up(random)))
    if random.random() < 0.3 and isinstance(facts[-1], DealFact):
        facts.append(facts[-1].replace(north=Hand(spades="AK")))
    return facts


def _set_up(random: Random) -> dict[str, Any]:
    return {
        "dealer": random.choice([None, None, *"NESW"]),
        "vulnerable": random.choice([None, None, "None", "NS", "EW", "All"]),
    }


def team_matches(random: Random) -> list[Fact]:
    """Few teams that meet, with the lines and the points of their boards, and some reports of both sides."""
    facts: list[Fact] = [_event(random, kind="swiss_teams", team_size=random.choice([None, None, 4, 5, 8]))]
    teams = {pair: random.choice(["A", "B", None]) for pair in "1234"}
    facts += [Participant(id=pair, kind="pair", team=team) for pair, team in teams.items() if random.random() < 0.6]
    for _ in range(random.randint(1, 4)):
        home, away = random.choice([("A", "B"), ("A", "B"), ("B", "A"), ("A", "C"), ("A", None), ("1", "2")])
        first, last = random.choice([("1", "2"), ("1", "2"), ("3", "4"), ("2", "1"), ("x", "2"), (None, None)])
        scores = [random.choice([None, *map(Decimal, ("12", "8.50", "8", "0"))]) for _ in range(2)]
        facts.append(
            MatchFact(
                kind=random.choice(["teams", "teams", "pairs", "chess_teams"]),
                round=random.choice([1, 1, 1, 2, None]),
                home=home,
                away=away,
                first_board=first,
                last_board=last,
                home_score=scores[0],
                away_score=scores[1],
            )
        )
    for _ in range(random.randint(0, 5)):
        ns_team, ew_team = random.choice([("A", "B"), ("A", "B"), ("B", "A"), ("A", "C"), (None, "B")])
        ns, ew = random.sample("12345", 2)
        pairs: dict[str, Any] = {"ns": ns, "ew": ew} if random.random() < 0.4 else {}
        board = random.choice(["1", "1", "2", "3", "5", "x"])
        facts.append(_line(random, Sides(ns_team=ns_team, ew_team=ew_team, **pairs), board=board, round=1))
    for _ in range(random.randint(0, 2)):
        facts.append(
            BoardPointsFact(round=1, home="A", away=random.choice(["B", "B", None]), board=random.choice("1259"))
        )
    return facts


def chess_games(random: Random) -> list[Fact]:
    """Rounds of few players, stated by each of them."""
    rounds = random.choice([None, 1, 2, 3])
    event = _event(random, kind="players", discipline=Discipline.CHESS, rounds=rounds)
    if random.random() < 0.1:
        event = event.replace(discipline=Discipline.BRIDGE)
    facts: list[Fact] = [event]
    for player in range(1, random.randint(2, 4)):
        for number in (1, 2, 3)[: random.randint(1, 3)]:
            opponent = random.choice(["1", "2", "3", "4", None])
            result = random.choice([*"10=+-UUFHZWDL", None, *"10=" * 3])
            colour = random.choice(["w", "b", None])
            facts.append(GameFact(round=number, player=str(player), opponent=opponent, colour=colour, result=result))
    if random.random() < 0.2:
        facts.append(MatchFact(kind="chess_teams", round=random.choice([1, 4]), home="A", away="B"))
    if random.random() < 0.3:
        number = random.choice([1, 2, 4, None])
        facts.append(SeatFact(participant="1", kind="player", stage="next", round=number))
        facts.append(
            AdjustmentFact(
                kind="bye", participant="1", participant_kind="player", amount=Decimal(1), round=random.choice([2, 3])
            )
        )
    return facts


def played_games(random: Random) -> list[Fact]:
    """Rounds that are paired, with one statement changed, or two."""
    facts: list[Fact] = [_event(random, kind="players", discipline=Discipline.CHESS, rounds=3)]
    games: list[GameFact] = []
    for number in (1, 2, 3):
        a, b, c, d, e = random.sample("12345", 5)
        for one, other in ((a, b), (c, d)):
            results = random.choice(["10", "01", "==", "+-", "--", "WL", "DD", "LL", "0="])
            games.append(GameFact(round=number, player=one, opponent=other, colour="w", result=results[0]))
            games.append(GameFact(round=number, player=other, opponent=one, colour="b", result=results[1]))
        games.append(GameFact(round=number, player=e, result=random.choice("UUUHFZ")))
    for _ in range(random.randint(1, 2)):
        at = random.randrange(len(games))
        changes: list[dict[str, Any]] = [{"opponent": random.choice("12345")}, {"result": random.choice("1=0+-DU")}]
        changes += [{"result": None}, {"colour": "w"}, {"opponent": None}]
        games[at] = games[at].replace(**random.choice(changes))
    if random.random() < 0.3:
        games.pop(random.randrange(len(games)))
    return [*facts, *games]


def chess_teams(random: Random) -> list[Fact]:
    """Rounds of three teams, with line-ups, byes and forfeits."""
    more = {"details": (Detail(name="type", value=random.choice(["Swiss", "Round Robin"])),)}
    facts: list[Fact] = [_event(random, kind="teams", discipline=Discipline.CHESS, rounds=3, **more)]
    for number in random.sample((1, 1, 2, 2, 3, None), random.randint(2, 6)):
        home, away = random.choice([("A", "B"), ("B", "A"), ("A", "C"), ("A", None), ("A", None), ("B", None)])
        forfeit = random.choice([None, None, None, "home", "away", "both"]) if away else None
        letter = random.choice(["U", "U", "F", "H", None]) if away is None else None
        facts.append(
            MatchFact(
                kind=random.choice(["chess_teams"] * 5 + ["teams"]),
                round=number,
                home=home,
                away=away,
                forfeit=forfeit,
                home_line_up=tuple(random.choice(["1", "2", "3", ""]) for _ in range(random.randint(0, 3))),
                away_line_up=tuple(random.choice("14567") for _ in range(random.randint(0, 2))),
                details=(Detail(name="bye", value=letter),) if letter else (),
            )
        )
    return facts


_DAYS = ["2026-03-01", "2026-03-07", "2026-03-08", "2027-03-08", "2027-03-09", "2031-01-01", "2026-02-30", "soon", None]
_TIMES = ["19:30", "2026-03-07T19:30", "2026-03-07T22:00", "2026-03-07T22:00+01:00", "2026-03-08T00:30", "T", None]


def times(random: Random) -> list[Fact]:
    """An event and its sessions with days and times in any order."""
    span = {"start_date": random.choice(_DAYS), "end_date": random.choice([*_DAYS, None, None, None])}
    facts: list[Fact] = [_event(random, **span, start_time=random.choice(_TIMES), end_time=random.choice(_TIMES))]
    for name in "123"[: random.randint(0, 3)]:
        start, end = random.choice(_TIMES), random.choice(_TIMES)
        facts.append(SessionFact(id=name, date=random.choice(_DAYS[:4]), start_time=start, end_time=end))
    return facts


def totals(random: Random) -> list[Fact]:
    """Totals with places and percentages, and adjustments that lift them."""
    facts: list[Fact] = [_event(random)]
    for participant in "123"[: random.randint(1, 3)]:
        percentage = random.choice([None, *map(Decimal, ("0", "100", "-0.01", "100.01", "55"))])
        place, section_place = (random.choice([None, "", "1", "=2", "3=", "x", "0", "1.5"]) for _ in range(2))
        facts.append(
            StatedTotal(
                participant=participant,
                kind=random.choice(["pair", "team"]),
                percentage=percentage,
                place=place,
                section_place=section_place,
            )
        )
    for participant in "12"[: random.randint(0, 2)]:
        facts.append(AdjustmentFact(kind="handicap", participant=participant, amount=Decimal(random.choice([0, 5]))))
    return facts


def references(random: Random) -> list[Fact]:
    """Participants with the same numbers, and lines without a board."""
    facts: list[Fact] = [_event(random)]
    for _ in range(random.randint(0, 4)):
        people = tuple(Person(name=random.choice(["Ann", "Bob", None])) for _ in range(random.randint(0, 2)))
        name, section = random.choice([None, None, "Reds"]), random.choice([None, None, "A"])
        kind = random.choice(["pair", "pair", "team"])
        facts.append(Participant(id=random.choice("12"), kind=kind, name=name, section=section, players=people))
    for _ in range(random.randint(0, 2)):
        sides = random.choice([Sides(ns="1", ew="2"), Sides(ns="1"), Sides(north="1", west="2"), Sides(ew_team="B")])
        facts.append(_line(random, sides, board=random.choice(["1", " ", ""])))
    return facts
