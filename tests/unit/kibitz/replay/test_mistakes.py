from datetime import UTC, datetime
from decimal import Decimal
from random import Random

import pytest

from contracts.facts import (
    AdjustmentFact,
    AsOf,
    AwardFact,
    DealFact,
    EventFact,
    Facts,
    GameFact,
    MatchFact,
    MovementFact,
    Participant,
    SeatFact,
    Sides,
    StatedTotal,
)
from contracts.facts.seats import MovementLine
from kibitz.replay.made_up import Size, made_up_facts
from kibitz.replay.mistakes import (
    FACTS,
    MISTAKES,
    OLD_PART,
    SLOW_CLOCK,
    Mistake,
    add_participant,
    blank_result,
    change_date,
    change_name,
    draw_mistake,
    remove_board,
    remove_line,
    remove_participant,
    renumber,
    renumbered,
    swap_event,
    turn_score,
    unpair_round,
    with_mistake,
)

EVENING = made_up_facts(Size(4, 3, 2), AsOf(at=datetime(2026, 3, 7, 22, 0, tzinfo=UTC), source="stated"))
ROUND = EVENING.replace(results=tuple(result for result in EVENING.results if result.round == 1))
GAMES = Facts(
    participants=tuple(Participant(id=str(number), kind="player") for number in range(1, 7)),
    games=tuple(
        GameFact(round=number, player=player, opponent=opponent, result=result)
        for number in (1, 2)
        for player, opponent, result in (("1", "2", "1"), ("2", "1", "0"), ("3", "4", "="), ("4", "3", "="))
    ),
)
TEAMS = Facts(
    participants=(
        *(Participant(id=str(number), kind="team", members=(f"{number}-1", f"{number}-2")) for number in range(1, 7)),
        Participant(id="1-1", kind="pair", team="1"),
    ),
    matches=(MatchFact(kind="teams", round=1, home="1", away="2"), MatchFact(kind="teams", round=2, home="3")),
    totals=(StatedTotal(participant="1", kind="team"),),
    adjustments=(AdjustmentFact(kind="penalty", participant="1", participant_kind="team", amount=Decimal(-1)),),
    awards=(AwardFact(kind="prize", participant="1", participant_kind="team"),),
    seats=(SeatFact(participant="1", kind="team", stage="next", opponent="2"),),
)


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_without_anything_to_be_wrong_facts_stay_as_they_are(mistake: Mistake) -> None:
    assert mistake(Facts(), Random(1)) == Facts()


@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("seed", range(3))
def test_every_mistake_is_made_in_an_evening_of_pairs_and_the_same_for_the_same_draw(name: str, seed: int) -> None:
    evening = ROUND if name == "another event under this heading" else EVENING
    changed = MISTAKES[name](evening, Random(seed))
    assert changed != evening
    assert changed == MISTAKES[name](evening, Random(seed))


def test_one_mistake_is_drawn_and_named_and_none_where_none_can_be_made() -> None:
    drawn = [with_mistake(EVENING, Random(seed)) for seed in range(60)]
    assert {name for _, name in drawn} == set(MISTAKES) - {"another event under this heading"}
    assert all(facts != EVENING for facts, _ in drawn)
    assert with_mistake(Facts(), Random(1)) == (Facts(), None)


def test_clock_and_sending_are_wrong_as_often_as_any_other_thing() -> None:
    drawn = [draw_mistake(Random(seed)) for seed in range(300)]
    assert set(drawn) == {FACTS, SLOW_CLOCK, OLD_PART}
    assert 10 < drawn.count(SLOW_CLOCK) < 50


def test_a_score_is_turned_and_a_game_of_chess_is_won_by_the_other_player() -> None:
    last = EVENING.results[-1]
    changed = turn_score(EVENING, Random(1)).results
    scores = [result.ns_score.points for result in changed]
    assert scores != [result.ns_score.points for result in EVENING.results]
    assert changed[-1].key == last.key
    assert [game.result for game in turn_score(GAMES, Random(1)).games] == ["1", "0", "=", "=", "0", "1", "=", "="]
    draws = GAMES.replace(games=GAMES.games[2:4])
    assert turn_score(draws, Random(1)) == draws


def test_a_result_is_blank_for_both() -> None:
    changed = blank_result(EVENING, Random(1))
    blank = [result for result in changed.results if result.ns_score.kind == "unknown"]
    assert [(result.ew_score.kind, result.contract, result.stated) for result in blank] == [("unknown", None, None)]
    games = blank_result(GAMES, Random(1)).games
    assert sorted(game.result or "" for game in games).count("") == 2
    assert len({game.round for game in games if game.result is None}) == 1


def test_a_line_a_board_and_a_round_are_missing() -> None:
    assert len(remove_line(EVENING, Random(1)).results) == len(EVENING.results) - 1
    dealt = EVENING.replace(deals=tuple(DealFact(board=str(number)) for number in range(1, 9)))
    changed = remove_board(dealt, Random(1))
    (gone,) = {deal.board for deal in dealt.deals} - {deal.board for deal in changed.deals}
    assert gone in {result.board for result in EVENING.results}
    assert gone not in {result.board for result in changed.results}
    assert {result.round for result in unpair_round(EVENING, Random(1)).results} == {1, 2}
    assert {game.round for game in unpair_round(GAMES, Random(1)).games} == {1}


def test_somebody_has_a_number_that_nobody_has() -> None:
    for facts in (EVENING, GAMES, TEAMS):
        changed = renumber(facts, Random(1))
        before, after = ({listed.id for listed in each.participants} for each in (facts, changed))
        ((old,), (new,)) = (before - after, after - before)
        assert old not in changed.model_dump_json().replace(new, "").split('"')


def test_a_number_changes_wherever_it_is_named() -> None:
    changed = renumbered(TEAMS, "team", "1", "9")
    assert changed.participants[0].id == "9"
    assert changed.participants[-1].team == "9"
    assert (changed.matches[0].home, changed.matches[0].away, changed.matches[1].away) == ("9", "2", None)
    assert {changed.totals[0].participant, changed.adjustments[0].participant, changed.awards[0].participant} == {"9"}
    assert (changed.seats[0].participant, changed.seats[0].opponent) == ("9", "2")
    line = MovementLine(round=1, table="1", sides=Sides(ns="1NS", ew="1EW"))
    moving = EVENING.replace(movements=(MovementFact(id="m", kind="pairs", lines=(line,)),))
    assert renumbered(moving, "pair", "1NS", "9NS").movements[0].lines[0].sides == Sides(ns="9NS", ew="1EW")
    chess = GAMES.replace(matches=(MatchFact(kind="chess_teams", round=1, home="1", home_line_up=("1", "3")),))
    assert renumbered(chess, "player", "1", "9").matches[0].home_line_up == ("9", "3")
    assert renumbered(chess, "player", "1", "9").matches[0].home == "1"


def test_somebody_is_missing_with_everything_that_was_played() -> None:
    for facts in (EVENING, GAMES, TEAMS):
        changed = remove_participant(facts, Random(2))
        (gone,) = {listed.id for listed in facts.participants if not listed.team} - {
            listed.id for listed in changed.participants
        }
        assert f'"{gone}"' not in changed.model_dump_json()
    few = EVENING.replace(participants=EVENING.participants[:4])
    assert remove_participant(few, Random(1)) == few


def test_somebody_is_entered_who_is_not_there() -> None:
    changed = add_participant(EVENING, Random(1))
    new = changed.participants[-1]
    assert changed.participants[:-1] == EVENING.participants
    assert (new.id[:-2], [person.name for person in new.players]) == ("5", ["Nobody A", "Nobody B"])
    assert changed.results == EVENING.results


def test_the_event_has_another_name_or_date() -> None:
    assert change_name(EVENING, Random(1)).event.name == "Lanternlight Pairs (copy)"
    assert change_date(EVENING, Random(1)).event.start_date == "2026-03-08"
    undated = EVENING.replace(events=(EventFact(name="Cup", start_date="next week"),))
    assert change_date(undated, Random(1)) == undated


def test_another_event_is_exported_under_this_heading_while_little_has_been_played() -> None:
    changed = swap_event(ROUND, Random(1))
    assert changed.event == ROUND.event
    assert [who.id for who in changed.participants] == [who.id for who in ROUND.participants]
    assert {person.name[:5] for who in changed.participants for person in who.players if person.name} == {"Guest"}
    assert [result.ns_score for result in changed.results] != [result.ns_score for result in ROUND.results]
    assert swap_event(EVENING, Random(1)) == EVENING
    games = swap_event(GAMES, Random(1)).games
    assert [game.result for game in games if game.round == 1] == ["0", "1", "=", "="]
