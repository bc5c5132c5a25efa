"""A game file with changes: what is the same stays the same bytes."""

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.facts import AdjustmentFact, Facts, Person, Score, SeatFact
from shared.formats.acblscore.file.game import read_game
from shared.formats.acblscore.file.game_file import GameFile
from shared.formats.acblscore.reader.parse import parse
from shared.formats.acblscore.report import Report
from shared.formats.acblscore.writer.rewrite import Rewritten, rewrite
from tests.support.acblscore_files import MOMENT, Plan, everything, pairs_game, shorten

LATER = MOMENT.replace(hour=23)
WHOLE, _ = everything()


def edited(data: bytes, event: int = 0, **changes) -> tuple[Facts, Rewritten]:
    now = parse(data).events[event]
    done = rewrite(data, {now.event: now.facts.replace(**changes)}, LATER)
    return parse(done.data).events[event].facts, done


def test_a_file_that_is_read_and_written_without_a_change_is_the_same_bytes():
    raw = bytearray(WHOLE)
    raw[-1000::7] = bytes(len(raw[-1000::7]))  # whatever stands in unknown bytes
    for data in (WHOLE, bytes(raw)):
        events = parse(data).events
        assert rewrite(data, {event.event: event.facts for event in events}, LATER) == Rewritten(data)
        assert rewrite(data, {}, LATER) == Rewritten(data)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 35), st.integers(-100, 100)), max_size=8),
    st.lists(st.tuples(st.integers(0, 11), st.text("abcdefö ", min_size=1, max_size=16)), max_size=4),
)
def test_whatever_is_changed_is_read_again_and_nothing_else_is_different(scores, names):
    now = parse(WHOLE).events[0]
    results, people = list(now.facts.results), list(now.facts.participants)
    for index, value in scores:
        score = Score(kind="points", points=10 * value)
        results[index] = results[index].replace(ns_score=score, ew_score=score, foul_group=0)
        if results[index].stated is None:
            results[index] = results[index].replace(stated=results[0].stated)
    for index, name in names:
        first, *rest = people[index].players
        name = name.strip() or "x"
        changed = first.replace(last_name=name, name=f"{first.first_name} {name}")
        people[index] = people[index].replace(players=(changed, *rest))
    wanted = now.facts.replace(results=tuple(results), participants=tuple(people))
    done = rewrite(WHOLE, {now.event: wanted}, LATER)
    again = parse(done.data).events
    assert again[0].facts.participants == wanted.participants
    assert again[0].facts.results == wanted.results
    assert [event.facts for event in again[1:]] == [event.facts for event in parse(WHOLE).events[1:]]
    assert rewrite(done.data, {now.event: again[0].facts}, LATER).data == done.data


def test_a_change_stamps_its_section_and_event():
    data = pairs_game(Plan(), Plan(name="B"))[0]
    (now,) = parse(data).events
    person = Person(first_name="Zoe", last_name="Zander", name="Zoe Zander", national_id="5559999", holding=Decimal(7))
    people = list(now.facts.participants)
    people[0] = people[0].replace(players=(person, people[0].players[1]))
    facts, done = edited(data, participants=tuple(people))
    found = facts.participants[0].players[0]
    assert (found.name, found.national_id, found.holding) == ("Zoe Zander", "5559999", 7)
    assert parse(done.data).events[0].stated_at == (LATER, "modified")
    assert len(done.data) == len(data)


def test_totals_and_adjustments_are_written_where_they_stand():
    row = {"score": Decimal("7.5"), "percentage": Decimal("62.5"), "final_score": Decimal("7.5")}
    data = pairs_game(Plan(entries={(1, 1): row}))[0]
    (now,) = parse(data).events
    total = now.facts.totals[0].replace(total=Decimal("7.25"), percentage=Decimal("60.42"))
    penalty = AdjustmentFact(kind="penalty", participant="A-1NS", amount=Decimal("-0.25"))
    facts, done = edited(data, totals=(total, *now.facts.totals[1:]), adjustments=(penalty,))
    assert (facts.totals[0].total, facts.totals[0].percentage) == (Decimal("7.25"), Decimal("60.42"))
    assert [fact.amount for fact in facts.adjustments] == [Decimal("-0.25")]
    assert done.losses == ()
    facts, _ = edited(done.data, adjustments=())
    assert facts.adjustments == ()


def test_the_total_of_an_event_and_that_of_its_session_are_two_fields():
    row = {"score": Decimal(7), "final_score": Decimal(13), "carry_over": Decimal(6)}
    data = pairs_game(Plan(entries={(1, 1): row}), num_sessions=2, session=2)[0]
    (now,) = parse(data).events
    totals = tuple(
        total.replace(total=total.total + 1) if total.participant.endswith("A-1NS") else total
        for total in now.facts.totals
    )
    facts, _ = edited(data, totals=totals)
    found = {total.session: total.total for total in facts.totals if total.participant.endswith("A-1NS")}
    assert found == {"2": Decimal(8), None: Decimal(14)}


def test_names_that_a_file_cannot_hold_are_left():
    (event, *_) = parse(WHOLE).events
    people = list(event.facts.participants)
    long = people[0].players[0].replace(last_name="Featherstonehaugh")
    people[0] = people[0].replace(players=(long, people[0].players[1], long))
    people[1] = people[1].replace(id="A-77NS")
    facts, done = edited(WHOLE, participants=tuple(people))
    assert facts == event.facts
    assert done.data == WHOLE


def test_a_team_can_be_renamed_and_its_matches_stay():
    teams = parse(WHOLE).events[2].facts
    people = list(teams.participants)
    other = Person(name="Vi de Vries")
    people[1] = people[1].replace(players=(other, *people[1].players[1:]))
    facts, done = edited(WHOLE, 2, participants=tuple(people))
    assert (facts.participants[1].players[0].first_name, facts.participants[1].players[0].last_name) == (
        "Vi de",
        "Vries",
    )
    assert facts.matches == teams.matches
    assert done.losses == ()


def test_a_match_that_is_played_is_written_with_both_teams():
    teams = parse(WHOLE).events[2].facts
    drawn = next(match for match in teams.matches if match.home_score is None)
    result = {
        "home_score": Decimal(14),
        "away_score": Decimal(6),
        "home_imps": Decimal(13),
        "away_imps": Decimal(-13),
        "home_game_points": Decimal(1),
        "away_game_points": Decimal(0),
        "boards": 7,
    }
    wanted = tuple(m.replace(**result) if m is drawn else m for m in teams.matches)
    facts, done = edited(WHOLE, 2, matches=wanted)
    again = next(match for match in facts.matches if match.key == drawn.key)
    assert {name: getattr(again, name) for name in result} == result
    assert [m for m in facts.matches if m.key != drawn.key] == [m for m in teams.matches if m.key != drawn.key]
    assert (len(done.data), done.losses) == (len(WHOLE), ())


def test_what_a_shorter_block_has_no_room_for_leaves_its_neighbour_alone():
    raw = bytearray(pairs_game()[0])
    at = parse(bytes(raw)).events[0].facts.participants[0].at.offset
    shorten(raw, at, 0x12C)  # ends within the second player
    (event,) = parse(bytes(raw)).events
    first, *others = event.facts.participants
    people = (Person(name="Ida Ash", first_name="Ida", last_name="Ash"),) * 2
    wanted = (first.replace(players=people), *others)
    found, done = edited(bytes(raw), participants=wanted)
    assert [player.last_name for player in found.participants[0].players] == ["Ash", first.players[1].last_name]
    assert done.data[at + 0x12C : at + 0x194] == bytes(raw[at + 0x12C : at + 0x194])


def test_matches_of_an_event_of_pairs_are_left_as_they_are():
    raw = bytearray(WHOLE)
    raw[0xDA + 2] = 0
    event = parse(bytes(raw)).events[2]
    assert rewrite(bytes(raw), {event.event: event.facts}).data == bytes(raw)


def test_lengths_that_cannot_be_are_put_right_with_the_first_change() -> None:
    raw = bytearray(pairs_game()[0])
    board = read_game(GameFile(bytes(raw), Report())).events[0].sections[0].boards[0].results
    raw[board.offset : board.offset + 2] = (22).to_bytes(2, "little")
    raw[6:10] = bytes(4)
    now = parse(bytes(raw)).events[0].facts
    assert edited(bytes(raw))[1] == Rewritten(bytes(raw))
    extra = now.results[0].replace(part=1)
    facts, done = edited(bytes(raw), results=(*now.results, extra))
    assert len(facts.results) == len(now.results) + 1
    assert parse(done.data).findings == ()


def test_a_section_whose_players_are_in_the_list_says_that_it_was_changed_since() -> None:
    for flags, after in ((0x22, 0x26), (0x20, 0x20)):
        data = pairs_game(Plan(summary={"flags": flags}))[0]
        first, *others = parse(data).events[0].facts.participants
        renamed = first.players[0].replace(last_name="Yarrow")
        people = (first.replace(players=(renamed, *first.players[1:])), *others)
        _, done = edited(data, participants=people)
        assert read_game(GameFile(done.data, Report())).events[0].sections[0].summary.integer("flags") == after


def test_a_handicap_is_written_in_the_unit_of_the_file_and_stays_where_nothing_is_said_of_it() -> None:
    data = pairs_game(Plan(entries={(1, 1): {"handicap": Decimal(2)}}), handicap_type=-2)[0]
    (own,) = parse(data).events[0].facts.adjustments
    facts, done = edited(data, adjustments=(own.replace(amount=Decimal("3.5")),))
    assert [fact.amount for fact in facts.adjustments] == [Decimal("3.50")]
    assert done.losses == ()
    assert edited(data, adjustments=())[1] == Rewritten(data)
    _, done = edited(data, adjustments=(own.replace(amount=Decimal("3.5"), unit="percent"),))
    assert done.data == data


def test_master_points_stay_as_they_are() -> None:
    award = {"amount_1": Decimal("0.5"), "colour_1": 1, "ranking_1": 1}
    data = pairs_game(Plan(entries={(1, 1): {"awards_total": award}}))[0]
    (own,) = parse(data).events[0].facts.awards
    _, done = edited(data, awards=(own.replace(amount=Decimal("0.7")),))
    assert done.data == data


def test_a_result_that_is_changed_or_taken_out_is_so_in_the_file():
    now = parse(WHOLE).events[0].facts
    score = Score(kind="points", points=-200)
    first = now.results[0].replace(ns_score=score, ew_score=score, foul_group=0)
    facts, done = edited(WHOLE, results=(first, *now.results[2:]))
    assert facts.results[0].ns_score == score
    assert facts.results[1].ns_score.kind == "unknown"  # its round is to be posted again
    assert done.losses == ()


def test_a_seat_of_the_next_session_is_written_and_that_of_a_round_is_not():
    data = pairs_game(num_sessions=2)[0]
    next_seat = SeatFact(
        participant="A-1NS", kind="pair", session="1", stage="next", section="B", table="7", direction="EW"
    )
    facts, done = edited(data, seats=(next_seat, next_seat.replace(participant="A-2NS", round=2)))
    found = [(s.participant, s.section, s.table, s.direction) for s in facts.seats if s.stage == "next"]
    assert found == [("A-1NS", "B", "7", "EW")]
    assert done.losses == ()
    _, done = edited(data, seats=(next_seat.replace(participant="A-9NS"),))
    assert done.data == data


def test_matches_for_a_section_without_any_are_left():
    now = parse(WHOLE).events
    _, done = edited(WHOLE, 0, matches=tuple(match.replace(section="A") for match in now[2].facts.matches))
    assert done.data == WHOLE


def test_totals_of_strangers_and_values_that_are_not_stated_are_left():
    data = pairs_game(Plan(entries={(1, 1): {"score": Decimal("7.5"), "percentage": Decimal("62.5")}}))[0]
    (now,) = parse(data).events
    stranger = now.facts.totals[0].replace(participant="Z-1NS", total=Decimal(99))
    silent = now.facts.totals[0].replace(percentage=None, boards_played=None)
    facts, done = edited(data, totals=(silent, stranger, *now.facts.totals[1:]))
    assert facts.totals == now.facts.totals
    assert done.data == data


def test_wins_of_a_team_are_written():
    teams = parse(WHOLE).events[2].facts
    totals = tuple(t.replace(wins=Decimal("0.5")) if t.participant == "41" and t.session else t for t in teams.totals)
    facts, _ = edited(WHOLE, 2, totals=totals)
    assert [t.wins for t in facts.totals if t.participant == "41" and t.session] == [Decimal("0.50")]


def test_teams_are_ranked_again_over_the_whole_event():
    teams = parse(WHOLE).events[2].facts
    totals = tuple(t.replace(total=t.total + 50) if t.participant == "44" else t for t in teams.totals)
    facts, done = edited(WHOLE, 2, totals=totals)
    assert [t.total for t in facts.totals if t.participant == "44" and t.session] != []
    assert parse(done.data).events[2].facts.matches == teams.matches


def test_somebody_whose_entry_is_lost_has_no_rank_and_nothing_else_is_lost():
    row = {"score": Decimal("7.5"), "rankings": [{"rank": 1}]}
    raw = pairs_game(Plan(entries={(1, 1): row, (1, 2): {**row, "score": Decimal(6), "rankings": [{"rank": 2}]}}))[0]
    at = parse(raw).events[0].facts.participants[2].at.offset
    data = raw.replace(at.to_bytes(4, "little"), (2**31).to_bytes(4, "little"))
    (now,) = parse(data).events
    totals = tuple(t.replace(total=Decimal(9)) if t.participant == "A-2NS" else t for t in now.facts.totals)
    facts, _ = edited(data, totals=totals)
    assert {t.participant: t.place for t in facts.totals if t.place} == {"A-1NS": "2", "A-2NS": "1"}


def test_a_penalty_of_a_stranger_is_left_out():
    data = pairs_game()[0]
    stranger = AdjustmentFact(kind="penalty", participant="Z-1NS", amount=Decimal(-1))
    facts, done = edited(data, adjustments=(stranger,))
    assert (facts.adjustments, done.data) == ((), data)


def stamps(data: bytes) -> tuple[datetime | None, list[datetime | None]]:
    """When the only event and its sections were changed last."""
    (event,) = read_game(GameFile(data, Report())).events
    return event.details.time("modified"), [section.details.time("modified") for section in event.sections]


def test_a_change_of_a_person_or_a_result_stamps_its_own_section_and_the_event():
    data = pairs_game(Plan(), Plan(name="B"))[0]
    now = parse(data).events[0].facts
    assert stamps(data) == (MOMENT, [MOMENT, MOMENT])
    first = now.participants[0]
    renamed = first.replace(
        players=(Person(name="Zoe Zander", first_name="Zoe", last_name="Zander"), *first.players[1:])
    )
    _, done = edited(data, participants=(renamed, *now.participants[1:]))
    assert stamps(done.data) == (LATER, [LATER, MOMENT])
    score = Score(kind="points", points=-200)
    last = now.results[-1].replace(ns_score=score, ew_score=score, foul_group=0)
    _, done = edited(data, results=(*now.results[:-1], last))
    assert stamps(done.data) == (LATER, [MOMENT, LATER])
