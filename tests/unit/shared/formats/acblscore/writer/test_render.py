"""New game files from events: what was read comes back."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.facts import (
    UNKNOWN_SCORE,
    Detail,
    EventFact,
    Facts,
    Organiser,
    Participant,
    Person,
    ResultFact,
    ScaleChart,
    ScaleTable,
    Score,
    SectionFact,
    SessionFact,
    Sides,
    StatedScore,
    StatedTotal,
    Stratum,
)
from contracts.messages import EventMerged
from contracts.standings import Method
from kibitz.file_reading import read_bytes
from kibitz.pipeline import Pipeline
from shared.errors import UnsupportedFeature
from shared.formats.acblscore import FORMAT
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.writer.render import codes_of, render
from tests.support.acblscore_files import MOMENT, Plan, everything, howell, pairs_game
from tests.support.merged import merged


def events(data: bytes) -> list[EventMerged]:
    return [event.score()[1] for event in Pipeline([read_bytes(data, "game.aca", Path("game.aca"))]).events.values()]


def plain(facts: Facts, kind: str) -> list[str]:
    return sorted(str(fact.replace(at=None)) for fact in getattr(facts, kind))


def stamp(event: EventMerged) -> str:
    """The stamp of the event in the file that it came from."""
    return next(detail.value for detail in event.facts.event.details if detail.name == "MODIFIED")


def totals(facts: Facts) -> set[tuple[object, ...]]:
    return {(t.participant, t.session, t.total, t.percentage, t.place, t.section_place) for t in facts.totals}


PEOPLE = (Participant(id="1", kind="pair"),)
SAME = ("participants", "results", "movements", "seats", "adjustments", "sessions", "boards")


def rich() -> Plan:
    scores = {(1, 1): (4043, 3957), (2, 1): (950, 950), (3, 2): (2060, 2040), (4, 2): (43, -45), (5, 3): (900, 900)}
    entries = {
        (d, t): {
            "score": Decimal(10 + d + t),
            "rankings": [{"rank": 4 - t}, {"rank": 1, "qualified": 2}],
            "strat": 2,
            "awards_total": {"amount_1": Decimal("0.5"), "colour_1": 3, "ranking_1": 11},
            "average_master_points": 77,
            "num_boards_played": 6,
        }
        for d in (1, 2)
        for t in (1, 2, 3)
        if (d, t) != (2, 2)
    }
    return Plan(scores=scores, entries=entries, section={"phantom": -2, "skip_after_round": 2}, summary={"status": 5})


@pytest.mark.parametrize(
    "data",
    [
        pairs_game(rich(), num_strats=2, strats=[{"letter": "A"}, {"letter": "B", "most_master_points": 500}])[0],
        pairs_game(Plan(), num_sessions=2, session=1)[0],
        pairs_game(Plan(section={"posting_method": 1}), Plan(name="B"), rating=20, p_factor=Decimal(80))[0],
        pairs_game(Plan(section={"howell": 1, "numbers": howell([(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)])}))[0],
    ],
    ids=["one section", "first of two sessions", "two sections", "howell"],
)
def test_pairs_come_back_as_they_were(data):
    (event,) = events(data)
    done = render(event, values="stated")
    (again,) = parse(done.data).events
    assert again.event == event.event
    for kind in SAME:
        assert plain(again.facts, kind) == plain(event.facts, kind), kind
    assert totals(again.facts) == totals(event.facts)
    assert {(a.participant, a.amount, a.colour, a.text) for a in again.facts.awards} == {
        (a.participant, a.amount, a.colour, a.text) for a in event.facts.awards
    }
    kept = {(d.name, d.value) for d in event.facts.event.details}
    assert kept <= {(d.name, d.value) for d in again.facts.event.details} | {("MODIFIED", stamp(event))}
    assert parse(done.data).findings == ()


def test_the_same_event_gives_the_same_bytes():
    (event,) = events(pairs_game(rich())[0])
    assert render(event) == render(event)
    assert render(event).name == f"{event.event}.ACA"


def test_of_two_sessions_the_second_has_only_those_who_take_part_in_it():
    first, _ = pairs_game(Plan(section={"phantom": 3}), num_sessions=2, session=1)
    before = {
        (direction, table): {
            "previous_section": "A",
            "previous_direction": "NE"[direction - 1],
            "previous_number": table,
        }
        for direction in (1, 2)
        for table in (1, 2, 3)
        if (direction, table) != (1, 3)
    }
    entries = {key: {**fields, "awards_session": {"amount_1": 2, "colour_1": 3}} for key, fields in before.items()}
    second, _ = pairs_game(Plan(entries=entries), num_sessions=2, session=2, modified=MOMENT.replace(day=5))
    files = [read_bytes(data, name, Path(name)) for data, name in ((first, "one.aca"), (second, "two.aca"))]
    (event,) = (event.score()[1] for event in Pipeline(files).events.values())
    assert {p.id for p in event.facts.participants if p.phantom} == {"A-3NS"}
    (again,) = parse(render(event, values="stated").data).events
    (alone,) = parse(second).events
    for kind in ("participants", "results", "movements"):
        assert plain(again.facts, kind) == plain(alone.facts, kind), kind
    assert [(s.id, s.tables, s.top) for s in again.facts.sections] == [("A", 3, 2)]
    details = {t.participant: t.details for t in again.facts.totals if t.session == "2"}
    assert details["A-1NS"] == (Detail(name="AWARDS_SESSION", value="2.00 RED (section stratum 0)"),)


def test_what_a_partner_has_otherwise_comes_back():
    data = bytearray(everything()[0])
    (line, *_) = parse(bytes(data)).events[1].facts.results
    data[line.at.offset + 0x14 : line.at.offset + 0x16] = (5).to_bytes(2, "little")
    data[line.at.offset + 0x1E : line.at.offset + 0x22] = (125).to_bytes(4, "little")
    _, individuals, _ = events(bytes(data))
    (again,) = parse(render(individuals, values="stated").data).events
    assert again.facts.results[0].details == (
        Detail(name="SOUTH_SCORE", value="5"),
        Detail(name="WEST_POINTS", value="125"),
    )


def test_what_a_total_has_no_place_for_comes_back_from_its_details():
    entries = {(1, 1): {"score": Decimal("7.5"), "final_score": Decimal("9.25"), "percentage": Decimal("31.5")}}
    raw = bytearray(pairs_game(Plan(entries=entries))[0])
    raw[0x10C] = 2
    (event,) = events(bytes(raw))
    (again,) = parse(render(event, values="stated").data).events
    first = next(total for total in again.facts.totals if total.participant == "A-1NS")
    assert first.details == (Detail(name="PERCENTAGE", value="31.50"), Detail(name="FINAL_SCORE", value="9.25"))


def test_the_memo_of_a_section_comes_back():
    (event, *_) = events(pairs_game()[0])
    fact = event.facts.event
    said = fact.replace(details=(*fact.details, Detail(name="MEMO_A", value="Mind the step\nTea at four")))
    facts = event.facts.replace(events=(said,))
    (again,) = parse(render(event.replace(facts=facts)).data).events
    details = {detail.name: detail.value for detail in again.facts.event.details}
    assert details["MEMO_A"] == "Mind the step\nTea at four"
    assert "MEMO" not in details


def test_a_clock_that_a_game_file_cannot_say_is_left_out():
    (event,) = events(pairs_game()[0])
    done = render(event.replace(calculated_at=datetime(1970, 1, 1, tzinfo=UTC)))
    assert "modified of sections" in {loss.what for loss in done.losses}
    assert parse(done.data).events[0].event == event.event


def test_individuals_and_teams_come_back_as_they_were():
    _, individuals, teams = events(everything()[0])
    (again,) = parse(render(individuals, values="stated").data).events
    for kind in SAME:
        assert plain(again.facts, kind) == plain(individuals.facts, kind), kind
    done = render(teams, values="stated")
    (again,) = parse(done.data).events
    for kind in ("participants", "matches", "sessions", "totals"):
        assert plain(again.facts, kind) == plain(teams.facts, kind), kind
    assert again.facts.event.vp_scale == "20 points, 7 boards"
    assert parse(done.data).findings == ()


def test_ranks_are_those_of_the_sections_that_are_ranked_together():
    scores = {
        (b, p): (s, -s) for b in range(1, 11) for p in range(1, 6) for s in [(9, 11, 14, -10, 17)[(3 * b + p) % 5]]
    }
    together = {"scored_next": 2, "ranked_next": 2}, {"scored_previous": 1, "ranked_previous": 1}
    apart = {"scored_next": 2}, {"scored_previous": 1}
    for links in (together, apart):
        plans = [Plan(name, 5, 5, scores=scores, summary=links[i]) for i, name in enumerate("AB")]
        (event,) = events(pairs_game(*plans)[0])
        data = render(event).data
        (local,) = Pipeline([read_bytes(data, "made-up.ACA", Path("made-up.ACA"))]).events.values()
        assert [finding.message for finding in local.score()[0].findings] == []


def test_sections_that_are_scored_together_stay_so():
    pairs = events(everything()[0])[0]
    facts = parse(render(pairs).data).events[0].facts
    assert [(s.id, s.scored_with, s.ranked_with) for s in facts.sections] == [("A", "A", "A"), ("B", "A", "A")]


def test_computed_points_take_the_place_of_the_stated_ones():
    (event,) = events(pairs_game(Plan(scores={(1, 1): (62, -62)}))[0])
    results = parse(render(event).data).events[0].facts.results
    found = next(r for r in results if (r.board, r.sides.ns) == ("1", "A-1NS"))
    assert (found.stated.ns, found.stated.ew) == (2, 0)


def test_an_event_of_another_format_is_written_as_far_as_it_goes():
    score = Score(kind="points", points=420)
    lines = tuple(
        ResultFact(
            board=str(board), sides=Sides(ns=ns, ew=ew), ns_score=score, ew_score=score, contract="4S", tricks=10
        )
        for board, ns, ew in ((1, "1", "4"), (1, "2", "3"), (300, "1", "4"))
    )
    weighted = lines[0].replace(board="2", ns_score=Score(kind="weighted"))
    event = EventFact(
        name="Club Night",
        kind="pairs",
        start_date="2031-05-04",
        organiser=Organiser(name="The Club"),
        board_scoring="cross_imps",
        details=(Detail(name="NOTE", value="one\ntwo"),),
    )
    done = render(merged(events=(event,), results=(*lines, weighted)), values="stated")
    (again,) = parse(done.data).events
    assert again.event == "the-club-club-night-2031-05-04"
    assert [(r.board, r.sides.ns) for r in again.facts.results] == [("1", "A-1NS"), ("1", "A-2NS")]
    assert again.facts.event.board_scoring == "cross_imps"
    assert ("NOTE", "one\ntwo") in [(d.name, d.value) for d in again.facts.event.details]
    assert {item.what: item.count for item in done.losses} == {
        **{"result": 1, "score": 1, "method of scoring": 1, "points of results": 3}
    }


def test_only_the_newest_session_is_written():
    score = Score(kind="points", points=100)
    results = tuple(
        ResultFact(
            session=s, section="A", board="1", sides=Sides(ns="A-1NS", ew="A-1EW"), ns_score=score, ew_score=score
        )
        for s in ("1", "2")
    )
    sessions = (SessionFact(id="1", number=1), SessionFact(id="2", number=2, name="Sunday Aft"))
    done = render(merged(sessions=sessions, results=results), values="stated")
    (again,) = parse(done.data).events
    assert [(r.session, r.sides.ns) for r in again.facts.results] == [("2", "A-1NS")]
    assert {item.what for item in done.losses} == {"method of scoring"}


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        (EventFact(kind="pairs", board_scoring="match_points"), (0, 0)),
        (EventFact(kind="pairs", board_scoring="butler_imps"), (0, 1)),
        (EventFact(kind="individual", board_scoring="match_points"), (2, 0)),
        (EventFact(kind="swiss_teams", board_scoring="imps", match_scoring="vps"), (1, 7)),
        (EventFact(kind="knockout", match_scoring="knockout"), (1, 8)),
        (EventFact(kind="teams", board_scoring="bam", match_scoring="bam"), (4, 16)),
        (EventFact(kind="pairs", details=(Detail(name="SCORING_METHOD", value="Total IMPs"),)), (0, 3)),
    ],
)
def test_kind_and_scoring_find_their_codes(event, codes):
    assert codes_of(event) == codes


@pytest.mark.parametrize("event", [EventFact(kind="ladder"), EventFact(discipline="chess"), EventFact(kind="players")])
def test_what_is_no_bridge_event_is_refused(event):
    with pytest.raises(UnsupportedFeature) as error:
        render(merged(events=(event,)))
    assert error.value.code.code == "acblscore.not-a-bridge-event"


def test_an_event_in_which_nobody_has_played_is_still_a_file():
    done = render(merged(participants=PEOPLE))
    assert parse(done.data).events[0].facts.results == ()
    assert merged().calculated_at == datetime(2026, 3, 7, 20, 15, tzinfo=UTC)


def test_an_event_without_anybody_is_not_written():
    with pytest.raises(UnsupportedFeature, match="of bridge without participants"):
        render(merged())


def test_an_event_of_pairs_whose_list_and_lines_have_none_is_not_written():
    players = tuple(Participant(id=name, kind="player") for name in ("Ada", "Ben"))
    lines = (ResultFact("1", Sides(ns="1", ew="2"), UNKNOWN_SCORE, UNKNOWN_SCORE),)
    with pytest.raises(UnsupportedFeature, match="of bridge without participants"):
        render(merged(events=(EventFact(kind="pairs"),), participants=players, results=lines))


def test_numbers_beyond_every_field_are_counted_and_never_a_crash():
    score = Score(kind="points", points=100)
    huge = Decimal(10) ** 20
    stated = StatedScore(ns=huge, ew=-huge)
    line = ResultFact(
        round=999, table="999", board="1", sides=Sides(ns="1", ew="2"), ns_score=score, ew_score=score, stated=stated
    )
    total = StatedTotal(participant="1", kind="pair", total=huge, percentage=Decimal(-5), boards_played=10**6)
    section = SectionFact(id="SECTION", top=huge, boards_per_round=10**6)
    pair = Participant(id="1", kind="pair", section="SECTION", players=(Person(name="Ada", holding=huge),))
    stratum = Stratum(number=1, upper_limit=huge)
    done = render(
        merged(
            events=(EventFact(kind="pairs", strata=(stratum,)),),
            participants=(pair,),
            sections=(section,),
            results=(line.replace(section="SECTION"),),
            totals=(total,),
            method=Method(board_scoring="match_points", rounding="acblscore"),
        ),
        values="stated",
    )
    (again,) = parse(done.data).events
    assert [result.ns_score.points for result in again.facts.results] == [100]
    assert {item.what for item in done.losses} >= {
        "North-South points of board2 results",
        "score of pairs",
        "top of sections",
    }


def test_a_scale_with_one_chart_that_was_given_is_the_scale_of_the_file():
    rows = ((0, Decimal(10), Decimal(10)), (4, Decimal("12.5"), Decimal("7.5")))
    chart = ScaleChart(boards=(5, 8), rows=rows)
    given = ScaleTable(name="Club 20", unit="imps", charts=(chart,))
    event = EventFact(
        name="Cup",
        kind="swiss_teams",
        board_scoring="imps",
        match_scoring="vps",
        vp_scale="SBU",
        vp_table=given,
        details=(Detail(name="VP_SCALE_STEPS", value="0=15-15"),),
    )
    teams = tuple(Participant(id=str(number), kind="team") for number in (1, 2))
    done = render(merged(events=(event,), participants=teams), values="stated")
    found = parse(done.data).events[0].facts.event
    details = {detail.name: detail.value for detail in found.details}
    assert (found.vp_scale, details["VP_SCALE_STEPS"]) == ("Club 20", "0=10.00-10.00 4=12.50-7.50")
    assert (details["VP_SCALE_LEAST_BOARDS"], details["VP_SCALE_MOST_BOARDS"]) == ("5", "8")
    assert "scale Club 20" not in {item.what for item in done.losses}


@pytest.mark.parametrize(
    ("update", "lost"),
    [
        ({"vp_scale": "WBF_DISCRETE"}, "scale WBF_DISCRETE"),
        ({"vp_scale": "WBF_DISCRETE", "kind": "swiss_pairs"}, "victory point scale of events"),
        ({"imp_bounds": (20, 60)}, "IMP bounds of events"),
        (
            {
                "vp_table": ScaleTable(
                    name="Two",
                    unit="imps",
                    charts=(
                        ScaleChart(boards=(1, 4), rows=((0, 10, 10),)),
                        ScaleChart(boards=(5, 8), rows=((0, 10, 10),)),
                    ),
                )
            },
            "scale Two",
        ),
        (
            {
                "vp_table": ScaleTable(
                    name="Long", unit="imps", charts=(ScaleChart(boards=(1, 4), rows=((0, 10, 10), (300, 20, 0))),)
                )
            },
            "scale Long",
        ),
        (
            {
                "vp_table": ScaleTable(
                    name="Fine",
                    unit="imps",
                    charts=(ScaleChart(boards=(1, 4), rows=((0, 10, 10), (3, Decimal("10.125"), Decimal("9.875")))),),
                )
            },
            "scale Fine",
        ),
        ({"strata": (Stratum(number=1, limit_in_words="juniors"),)}, "limit in words of strata"),
        ({"strata": tuple(Stratum(number=number) for number in range(1, 5))}, "number of strata"),
    ],
)
def test_scales_tables_and_strata_that_a_game_file_cannot_have_are_counted(update, lost):
    event = EventFact(
        **{"name": "Cup", "kind": "swiss_teams", "board_scoring": "imps", "match_scoring": "vps", **update}
    )
    people = tuple(Participant(id=str(number), kind=kind) for number in (1, 2) for kind in ("team", "pair"))
    assert lost in {item.what for item in FORMAT.render(merged(events=(event,), participants=people)).losses}


def test_lines_of_a_memo_beyond_its_room_are_counted():
    text = "\n".join(f"line {number}" for number in range(403))
    event = EventFact(name="Harbour Pairs", kind="pairs", details=(Detail(name="MEMO", value=text),))
    done = render(merged(events=(event,), participants=PEOPLE))
    assert [(item.what, item.count) for item in done.losses] == [("line of a memo", 3)]
    (again,) = parse(done.data).events
    (memo,) = (detail.value for detail in again.facts.event.details if detail.name == "MEMO")
    assert memo.split("\n") == text.split("\n")[:400]


@pytest.mark.parametrize(("method", "code"), [("13", 13), ("255", 255), ("256", 0), ("0", 0)])
def test_a_scoring_method_that_is_not_described_keeps_its_number(method, code):
    assert codes_of(EventFact(kind="pairs", details=(Detail(name="SCORING_METHOD", value=method),))) == (0, code)


def test_the_number_of_an_event_elsewhere_is_its_sanction_unless_a_game_file_gave_one():
    (event,) = parse(
        render(merged(events=(EventFact(kind="pairs", external_id="T77"),), participants=PEOPLE)).data
    ).events
    assert event.facts.event.external_id == "T77"
    own = (Detail(name="CODE", value="AB1"),)
    numbered = EventFact(kind="pairs", external_id="T77", details=own)
    (event,) = parse(render(merged(events=(numbered,), participants=PEOPLE)).data).events
    assert event.facts.event.external_id == "AB1"


def test_sections_stand_in_the_order_of_their_names():
    score = Score(kind="points", points=100)
    lines = tuple(
        ResultFact(board="1", section=name, sides=Sides(ns=f"{name}1", ew=f"{name}2"), ns_score=score, ew_score=score)
        for name in "BA"
    )
    (again,) = parse(render(merged(sections=tuple(SectionFact(id=name) for name in "BA"), results=lines)).data).events
    assert [section.id for section in again.facts.sections] == ["A", "B"]
