"""Strategies of Hypothesis for events of every kind such as USEBIO 1.4 can carry, as they are when read."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from contracts.facts import (
    AdjustmentFact,
    AwardFact,
    BoardPointsFact,
    Detail,
    EventFact,
    Facts,
    Label,
    LadderFact,
    MatchFact,
    Organiser,
    Participant,
    Person,
    ResultFact,
    Score,
    SeatFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
)
from tests.support.usebio_events import PERCENT, PLACE, SMALL, TEXT, maybe

Draw = Callable[[st.SearchStrategy[Any]], Any]

SCORING = {
    "pairs": ("match_points", "butler_imps", "cross_imps", "aggregate"),
    "swiss_pairs": ("match_points", "cross_imps", "butler_imps"),
    "individual": ("match_points", "aggregate"),
    "teams": ("imps", "bam", "pab"),
    "swiss_teams": ("imps",),
    "knockout": ("imps",),
    "ladder": (None,),
}
"""Kinds of events, and how their boards may be scored."""

_UNITS = {
    "match_points": "match_points",
    "butler_imps": "imps",
    "cross_imps": "imps",
    "aggregate": "points",
    "imps": "imps",
    "bam": "points",
    "pab": "points",
}
_TEAMS = ("teams", "swiss_teams")


def _person(draw: Draw) -> Person:
    person = Person(
        name=draw(TEXT),
        national_id=draw(maybe(TEXT)),
        club_id=draw(maybe(TEXT)),
        rateable=draw(maybe(st.booleans())),
        holding=draw(maybe(SMALL)),
        status=draw(maybe(st.sampled_from(["ROBOT", "WITHOUT_STANDING"]))),
    )
    if draw(st.booleans()):
        first, last = draw(TEXT), draw(TEXT)
        person = person.replace(first_name=first, last_name=last, name=f"{first} {last}")
    return person


def _participant(draw: Draw, name: str, kind: str, team: str | None = None) -> Participant:
    players = () if kind == "team" else tuple(_person(draw) for _ in range(1 if kind == "player" else 2))
    return Participant(
        id=name,
        kind=kind,
        team=team,
        players=players,
        stratum=draw(maybe(st.sampled_from(["1", "2"]))),
        override_stratum=draw(maybe(TEXT)),
        name=draw(maybe(TEXT)) if kind == "team" else None,
        labels=tuple(Label(name=label, value=draw(TEXT)) for label in draw(st.sets(TEXT, max_size=2))),
        standing={player.status for player in players} != {"WITHOUT_STANDING"},
    )


def _standing(draw: Draw, people: list[Participant], sessions: list[str | None], unit: str | None) -> dict[str, Any]:
    """Totals, adjustments, awards and seats of some participants, for the event and its sessions."""
    found: dict[str, list[Any]] = {"totals": [], "adjustments": [], "awards": [], "seats": []}
    for one in people:
        who: dict[str, Any] = {"participant": one.id, "participant_kind": one.kind}
        for session in sessions:
            found["totals"].append(
                StatedTotal(
                    participant=one.id,
                    kind=one.kind,
                    session=session,
                    place=draw(maybe(PLACE)),
                    total=draw(SMALL),
                    maximum=draw(maybe(SMALL)),
                    percentage=draw(maybe(PERCENT)),
                    section_place=draw(maybe(PLACE)),
                    stratum_place=draw(maybe(PLACE)),
                    wins=draw(maybe(SMALL)),
                    boards_played=draw(maybe(st.integers(0, 90))),
                )
            )
            for kind in draw(st.sets(st.sampled_from(["penalty", "handicap", "carry_forward"]), max_size=1)):
                found["adjustments"].append(
                    AdjustmentFact(
                        kind=kind,
                        session=session,
                        amount=draw(SMALL),
                        counted=kind == "penalty",
                        **who,
                        unit="percent" if unit == "match_points" and kind != "carry_forward" else unit,
                    )
                )
            for colour in draw(st.sets(st.sampled_from([None, "BLACK", "GOLD"]), max_size=2)):
                award = AwardFact(kind="master_points", session=session, amount=draw(SMALL), colour=colour, **who)
                found["awards"].append(award)
            for kind in draw(st.sets(st.sampled_from(["prize", "qualification"]), max_size=1)):
                found["awards"].append(AwardFact(kind=kind, session=session, text=draw(TEXT), **who))
            for stage in draw(st.sets(st.sampled_from(["start", "next"]))) if one.kind != "team" else ():
                seat = SeatFact(
                    participant=one.id,
                    kind=one.kind,
                    session=session,
                    stage=stage,
                    table="12",
                    direction="EW",
                    text="12EW",
                )
                found["seats"].append(seat)
    return {name: tuple(facts) for name, facts in found.items()}


def _score(draw: Draw) -> tuple[Score, Score]:
    if draw(st.booleans()):
        points = Score(kind="points", points=draw(st.integers(-760, 760)) * 10)
        return points, points
    ns, ew = (Score(kind="artificial", percent=Decimal(part), text="A6040") for part in (60, 40))
    return ns, ew


def _result(draw: Draw, board: str, sides: Sides, unit: str | None, **more: Any) -> ResultFact:
    ns, ew = _score(draw)
    stated = StatedScore(ns=draw(SMALL), ew=draw(SMALL), unit=unit) if unit and draw(st.booleans()) else None
    return ResultFact(
        board=board,
        sides=sides,
        ns_score=ns,
        ew_score=ew,
        stated=stated,
        contract=draw(maybe(TEXT)),
        declarer=draw(maybe(st.sampled_from("NESW"))),
        tricks=draw(maybe(st.integers(0, 13))),
        **more,
    )


def _boards(draw: Draw) -> list[str]:
    return sorted(draw(st.sets(st.integers(1, 30), max_size=3).map(lambda found: {str(one) for one in found})))


def _pairs(draw: Draw, kind: str, scoring: str) -> dict[str, Any]:
    """Boards of pairs or individuals, in one session without a name, or in two."""
    sessions = draw(st.sampled_from([[None], [None, "Sat", "Sun"]]))
    who = "player" if kind == "individual" else "pair"
    people = [_participant(draw, str(number), who) for number in range(1, 5)]
    results = []
    for session in sessions if sessions == [None] else sessions[1:]:
        for board in _boards(draw):
            sides = Sides(north="1", south="2", east="3", west="4") if who == "player" else Sides(ns="1", ew="2")
            results.append(_result(draw, board, sides, scoring, session=session))
    return {
        "participants": tuple(people),
        "results": tuple(results),
        **_standing(draw, people, sessions, _UNITS[scoring]),
        "sessions": tuple(SessionFact(id=name, date=draw(maybe(st.dates().map(str)))) for name in sessions if name),
    }


def _swiss_pairs(draw: Draw, scoring: str) -> dict[str, Any]:
    people = [_participant(draw, str(number), "pair") for number in range(1, 3)]
    matches, results = [], []
    for number in draw(st.sets(st.integers(1, 9), max_size=2)):
        matches.append(
            MatchFact(
                kind="pairs",
                round=number,
                home="1",
                away="2",
                home_score=draw(SMALL),
                away_score=draw(SMALL),
                unit="vps",
                first_board="1",
                last_board="30",
            )
        )
        results.extend(
            _result(draw, board, Sides(ns="1", ew="2"), scoring, round=number, part=0)
            for board in _boards(draw)
            if board not in {result.board for result in results}
        )
    return {
        "participants": tuple(people),
        "matches": tuple(matches),
        "results": tuple(results),
        **_standing(draw, people, [None], "vps"),
    }


def _teams(draw: Draw, scoring: str) -> dict[str, Any]:
    teams = [_participant(draw, name, "team") for name in ("1", "2")]
    pairs = [_participant(draw, f"{team.id}{half}", "pair", team.id) for team in teams for half in "AB"]
    teams = [team.replace(members=(f"{team.id}A", f"{team.id}B")) for team in teams]
    matches, results, points = [], [], []
    for number in draw(st.sets(st.integers(1, 9), max_size=1)):
        match = MatchFact(
            kind="teams",
            round=number,
            home="1",
            away="2",
            home_score=draw(SMALL),
            away_score=draw(SMALL),
            unit="vps",
            first_board="1",
            sitting_out=tuple(draw(st.lists(TEXT, max_size=2, unique=True))),
        )
        matches.append(match)
        for board in _boards(draw):
            for ns, ew, ns_team, ew_team in (("1A", "2B", "1", "2"), ("2A", "1B", "2", "1")):
                sides = Sides(ns=ns, ew=ew, ns_team=ns_team, ew_team=ew_team)
                results.append(_result(draw, board, sides, "cross_imps", round=number))
            points.append(
                BoardPointsFact(
                    round=number,
                    home="1",
                    away="2",
                    board=board,
                    home_points=draw(SMALL),
                    away_points=draw(SMALL),
                    unit=_UNITS[scoring],
                )
            )
    return {
        "participants": (*teams, *pairs),
        "matches": tuple(matches),
        "results": tuple(results),
        "board_points": tuple(points),
        **_standing(draw, teams, [None], "vps"),
    }


def _knock_out(draw: Draw) -> dict[str, Any]:
    names = draw(st.sampled_from([("Home side", "Away side"), ("1", None)]))
    scores = [draw(SMALL) if name else None for name in names]
    match = MatchFact(
        kind="teams",
        round=draw(st.integers(1, 9)),
        home=names[0],
        away=names[1],
        division=draw(maybe(TEXT)),
        boards=draw(maybe(st.integers(1, 64))),
        home_imps=draw(SMALL),
        away_imps=draw(SMALL) if names[1] else None,
        home_score=scores[0],
        away_score=scores[1],
        unit="vps",
        date=draw(maybe(st.dates().map(str))),
    )
    teams = tuple(Participant(id=name, kind="team", name=draw(maybe(TEXT))) for name in names if name)
    return {"participants": teams, "matches": (match,)}


def _ladder(draw: Draw) -> dict[str, Any]:
    entries = {
        (member, session): LadderFact(
            member=member, session=session, master_points=draw(maybe(SMALL)), percentage=draw(maybe(PERCENT))
        )
        for member in draw(st.sets(TEXT, max_size=3))
        for session in (None, "Tuesday")
    }
    return {"ladder": tuple(entries.values()), "sessions": (SessionFact(id="Tuesday"),)}


@st.composite
def events_of(draw: st.DrawFn, kind: str) -> Facts:
    """An event of a kind."""
    scoring = draw(st.sampled_from(SCORING[kind]))
    if kind in ("pairs", "individual"):
        facts = _pairs(draw, kind, scoring)
    elif kind == "swiss_pairs":
        facts = _swiss_pairs(draw, scoring)
    elif kind in _TEAMS:
        facts = _teams(draw, scoring)
    else:
        facts = _knock_out(draw) if kind == "knockout" else _ladder(draw)
    strata = tuple(
        Stratum(number=number, label=draw(maybe(TEXT)), upper_limit=limit, pairs_ns=draw(maybe(st.integers(0, 40))))
        for number, limit in ((1, None), (2, Decimal(300)))
    )
    event = EventFact(
        name=draw(TEXT),
        kind=kind,
        board_scoring=scoring,
        organiser=Organiser(name=draw(TEXT), id=draw(maybe(TEXT))),
        match_scoring="vps" if kind in (*_TEAMS, "swiss_pairs", "knockout") else None,
        start_date="2031-05-04",
        vp_scale=draw(maybe(st.sampled_from(["WBF_DISCRETE", "ACBL20", "OTHER"]))),
        start_time=draw(maybe(st.sampled_from(["13:30", "2031-05-04T13:30+02:00"]))),
        arrow_switch=draw(maybe(st.sampled_from(["CLOCKWISE", "ANTICLOCKWISE"]))),
        label_names=tuple(draw(st.lists(TEXT, max_size=2))),
        boards_played=draw(maybe(st.integers(0, 90))),
        stratification=draw(st.sampled_from(["AVERAGE", "HIGHEST"])) if draw(st.booleans()) else None,
        details=(Detail(name="DIRECTOR_ID", value=draw(TEXT)),),
    )
    if event.stratification:
        event = event.replace(strata=strata)
    return Facts(events=(event,), **facts)
