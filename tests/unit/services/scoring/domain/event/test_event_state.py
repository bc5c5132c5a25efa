from dataclasses import replace
from decimal import Decimal
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import DECISIONS, Direction
from contracts.codes.scoring import LINE_WITHOUT_SCORE
from contracts.facts import (
    AdjustmentFact,
    DealFact,
    EventFact,
    GameFact,
    MatchFact,
    Participant,
    ReassignmentFact,
    RetractionFact,
    Scope,
    Score,
    Sides,
    StatedTotal,
)
from contracts.messages import Fragment
from contracts.standings import SOURCES_LISTED, Status
from services.scoring.domain.boards.line_methods import EBU
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.event.publication import digest_of
from tests.support.fragments import fragment, pair, points, result, stated

EIGHT = (420, 420, 450, -50, 170, 420, -50, 400)
EIGHT_POINTS = (10, 10, 14, 1, 4, 10, 1, 6)


def scored(*fragments: object) -> Scored:
    state = EventState("club-pairs-2026-03-07")
    for one in fragments:
        state.apply(one)  # type: ignore[arg-type]
    return state.score()[0]


def eight_tables(**more: object) -> list:
    return [result("1", str(n), str(n + 8), score, **more) for n, score in enumerate(EIGHT, 1)]


def test_match_points_of_the_published_eight_table_traveller() -> None:
    (board,) = scored(fragment("one", results=eight_tables())).boards
    assert {line.ns: line.ns_points for line in board.lines} == {
        str(n): Decimal(p) for n, p in enumerate(EIGHT_POINTS, 1)
    }
    assert all(line.ns_points + line.ew_points == 14 for line in board.lines)
    assert board.top == 14


def test_percentages_of_the_published_traveller() -> None:
    (board,) = scored(fragment("one", results=eight_tables())).boards
    percents = {line.ns: line.ns_percent for line in board.lines}
    assert percents["1"] == Decimal("71.43")
    assert percents["4"] == Decimal("7.14")


def test_the_best_north_south_score_comes_first_on_the_traveller() -> None:
    (board,) = scored(fragment("one", results=eight_tables())).boards
    assert board.lines[0].score == "450"


def test_one_ranking_when_everybody_competes_with_everybody() -> None:
    standings = scored(fragment("one", results=eight_tables())).standings
    assert [ranking.id for ranking in standings.rankings] == ["overall"]
    assert [(row.id, row.place) for row in standings.rankings[0].rows][:3] == [("3", "1"), ("12", "2="), ("15", "2=")]


def test_two_rankings_when_the_file_says_two_winners() -> None:
    event = EventFact(name="Mitchell", kind="pairs", winners=2)
    standings = scored(fragment("one", results=eight_tables(), events=(event,))).standings
    assert [(ranking.id, len(ranking.rows)) for ranking in standings.rankings] == [("NS", 8), ("EW", 8)]


def test_tied_pairs_share_a_place_and_the_next_is_left_out() -> None:
    standings = scored(fragment("one", results=eight_tables())).standings
    places = [row.place for row in standings.rankings[0].rows]
    assert places[:8] == ["1", "2=", "2=", "4=", "4=", "4=", "4=", "8"]


def test_an_adjusted_score_is_a_percentage_of_the_final_top_and_nobody_elses_business() -> None:
    artificial = {
        "ns_score": Score(kind="artificial", percent=Decimal(60)),
        "ew_score": Score(kind="artificial", percent=Decimal(40)),
    }
    lines = [*eight_tables()[:7], result("1", "8", "16", None).replace(**artificial)]
    (board,) = scored(fragment("one", results=lines)).boards
    adjusted = next(line for line in board.lines if line.ns == "8")
    assert (adjusted.ns_points, adjusted.ew_points) == (Decimal("8.4"), Decimal("5.6"))
    assert adjusted.score == "60%/40%"


def test_sixty_sixty_is_never_repaired() -> None:
    both = {
        "ns_score": Score(kind="artificial", percent=Decimal(60)),
        "ew_score": Score(kind="artificial", percent=Decimal(60)),
    }
    lines = [*eight_tables()[:7], result("1", "8", "16", None).replace(**both)]
    (board,) = scored(fragment("one", results=lines)).boards
    adjusted = next(line for line in board.lines if line.ns == "8")
    assert adjusted.ns_points == adjusted.ew_points == Decimal("8.4")


def test_a_split_ruling_is_scored_against_each_sides_own_table() -> None:
    lines = eight_tables()
    lines[0] = lines[0].replace(ew_score=points(-50))
    (board,) = scored(fragment("one", results=lines)).boards
    split = next(line for line in board.lines if line.ns == "1")
    assert (split.ns_points, split.ew_points) == (10, 12)
    assert split.ew_score == "-50"


def test_a_blank_score_counts_for_nobody() -> None:
    lines = [*eight_tables(), result("1", "20", "21", None)]
    (board,) = scored(fragment("one", results=lines)).boards
    blank = next(line for line in board.lines if line.ns == "20")
    assert blank.ns_points is None
    assert board.top == 14


def test_a_blank_score_is_worked_out_from_contract_and_tricks() -> None:
    lines = [*eight_tables()[:7], result("1", "8", "16", None, contract="4S", declarer="N", tricks=10)]
    (board,) = scored(fragment("one", results=lines)).boards
    assert next(line for line in board.lines if line.ns == "8").score == "420"


def test_a_penalty_is_taken_from_the_percentage() -> None:
    penalty = AdjustmentFact(kind="penalty", participant="3", amount=Decimal(-5), unit="percent")
    rows = scored(fragment("one", results=eight_tables(), adjustments=(penalty,))).standings.rankings[0].rows
    third = next(row for row in rows if row.id == "3")
    assert third.percentage == Decimal("95.00")


def test_stated_points_that_are_wrong_are_a_finding_with_both_values() -> None:
    lines = eight_tables()
    lines[2] = lines[2].replace(stated=stated("13", "1"))
    result_ = scored(fragment("one", results=lines))
    (finding,) = [f for f in result_.findings if f.code == "scoring.board-points-differ"]
    assert (finding.stated, finding.computed) == ("13 / 1", "14 / 0")
    assert result_.standings.differences == 1


def test_stated_totals_that_agree_are_said_to_agree() -> None:
    total = StatedTotal(participant="3", kind="pair", percentage=Decimal("100.00"), place="1")
    rows = (
        scored(
            fragment(
                "one", results=eight_tables(), participants=tuple(pair(str(n)) for n in range(1, 17)), totals=(total,)
            )
        )
        .standings.rankings[0]
        .rows
    )
    assert rows[0].agrees is True
    assert rows[0].stated is not None


def test_a_stated_percentage_that_is_wrong_is_a_finding() -> None:
    total = StatedTotal(participant="3", kind="pair", percentage=Decimal("99.00"), place="1")
    result_ = scored(fragment("one", results=eight_tables(), participants=(pair("3"),), totals=(total,)))
    assert [f.code for f in result_.findings] == ["scoring.percentage-differs"]


def test_the_american_scale_is_found_by_fit() -> None:
    lines = [
        line.replace(stated=stated(str(Decimal(p) / 2), str(Decimal(14 - p) / 2)))
        for line, p in zip(eight_tables(), EIGHT_POINTS, strict=True)
    ]
    standings = scored(fragment("one", results=lines)).standings
    assert (standings.method.scale, standings.method.detected) == ("1-½-0", True)
    assert standings.differences == 0


def test_boards_of_two_sessions_are_different_boards() -> None:
    result_ = scored(fragment("one", results=[*eight_tables(session="1"), *eight_tables(session="2")]))
    assert [board.id for board in result_.boards] == ["1-1", "2-1"]
    assert [r.id for r in result_.standings.rankings] == ["overall", "session-1", "session-2"]


def test_an_event_that_is_not_match_pointed_is_shown_as_stated() -> None:
    event = EventFact(name="Butler", kind="pairs", board_scoring="butler_imps")
    total = StatedTotal(participant="1", kind="pair", total=Decimal("12.5"), place="1")
    result_ = scored(fragment("one", events=(event,), participants=(pair("1"), pair("2")), totals=(total,)))
    assert [(row.id, row.place, row.total) for row in result_.standings.rankings[0].rows] == [
        ("1", "1", Decimal("12.5")),
        ("2", None, None),
    ]
    assert [f.code for f in result_.findings] == ["scoring.not-checked"]


def test_only_the_touched_board_is_scored_again() -> None:
    state = EventState("e")
    other = [r.replace(board="2") for r in eight_tables()]
    state.apply(fragment("one", results=[*eight_tables(), *other]))
    state.score()
    untouched = {
        (key, method): score
        for method, scores in state._scorer._scores._scores.items()
        for key, score in scores.items()
        if key.board == "2"
    }
    state.apply(fragment("two", minutes=1, results=[result("1", "1", "9", 450)]))
    state.score()
    assert untouched
    assert all(state._scorer._scores._scores[method][key] is score for (key, method), score in untouched.items())


def test_a_changed_result_makes_its_traveller_anew_and_counts_its_board_once() -> None:
    state = EventState("e")
    boards = [r.replace(board=str(board)) for board in range(1, 9) for r in eight_tables()]
    state.apply(fragment("one", results=boards))
    before = state.score()[0].boards
    counted = state._scorer._scores._tallies
    ((method, tallies),) = counted.items()
    kept = {key: held for key, held in tallies._counted.items() if key.board != "3"}
    state.apply(fragment("two", minutes=1, results=[boards[16].replace(ns_score=points(620))]))
    after = state.score()[0].boards
    assert [board.board for board, old in zip(after, before, strict=True) if board is not old] == ["3"]
    assert counted[method] is tallies
    assert all(tallies._counted[key] is held for key, held in kept.items())


lines_strategy = st.lists(
    st.tuples(st.integers(1, 6), st.integers(1, 4), st.sampled_from([None, 0, 50, 100, 420, -50, -630])),
    min_size=1,
    max_size=24,
    unique_by=lambda t: (t[0], t[1]),
)


@given(lines_strategy, st.integers(1, 4), st.randoms(use_true_random=False))
def test_standings_are_the_same_bytes_however_the_results_came_in(lines: list, pieces: int, shuffle: object) -> None:
    results = [result(str(board), str(n), str(n + 10), score) for n, board, score in lines]
    whole = scored(fragment("whole", results=results))
    parts = [fragment(f"part{i}", minutes=i, results=results[i::pieces]) for i in range(pieces)]
    shuffle.shuffle(parts)  # type: ignore[attr-defined]
    split = scored(*parts)
    assert [digest_of(board) for board in split.boards] == [digest_of(board) for board in whole.boards]
    assert split.standings.rankings == whole.standings.rankings


PEOPLE = tuple(pair(str(number)) for number in range(1, 9))
LISTS = (
    PEOPLE,
    (*PEOPLE[:7], pair("8", direction=Direction.EW)),
    tuple(pair(str(n), section="AB"[n % 2], direction=tuple(Direction)[n % 2]) for n in range(1, 9)),
    PEOPLE[:6],
    (),
)


@settings(max_examples=6)
@given(st.randoms(use_true_random=False))
def test_an_event_in_play_comes_to_what_it_comes_to_from_nothing(dice: Random) -> None:
    state, parts = EventState("e"), list[Fragment]()
    for minute in range(1, 10):
        number, board = dice.randint(1, 3), dice.choice("1234")
        ns, ew = dice.sample("13572", 2) if dice.random() < 0.1 else (dice.choice("1357"), dice.choice("2468"))
        line = result(board, ns, ew, dice.choice((420, 50, -100, 0, None)), round=number, table=dice.choice("123"))
        points_of = stated(dice.choice(("0", "1", "2")), dice.choice(("0", "1", "2"))) if dice.random() < 0.3 else None
        who = LISTS[0] if dice.random() < 0.6 else dice.choice(LISTS)
        made = fragment(
            f"p{minute}", minutes=minute, event="e", results=[line.replace(stated=points_of)], participants=who
        )
        parts.append(Fragment.model_validate_json(made.model_dump_json()))
        state.apply(parts[-1])
        to_date, anew = state.score()[0], EventState("e")
        anew.apply_all((part, ()) for part in parts)
        whole = anew.score()[0]
        assert to_date.standings.model_dump_json() == whole.standings.model_dump_json()
        assert [digest_of(board) for board in to_date.boards] == [digest_of(board) for board in whole.boards]


@given(lines_strategy)
def test_match_points_of_a_board_sum_to_the_top_for_each_comparison(lines: list) -> None:
    results = [result(str(board), str(n), str(n + 10), score) for n, board, score in lines]
    for board in scored(fragment("whole", results=results, scope=Scope())).boards:
        for line in board.lines:
            if line.ns_points is not None and board.top:
                known = line.ns_points + line.ew_points
                assert abs(known - board.top) <= Decimal("0.02") or known == board.top * Decimal("1.2")


def team_match(*boards: str) -> Scored:
    """Teams 1 and 7 on so many of their two boards, each at the table where 1 sits North-South and at the other."""
    event = EventFact(name="Teams", kind="teams", board_scoring="imps", match_scoring="vps", vp_scale="WBF_DISCRETE")
    match = MatchFact(kind="teams", round=1, home="1", away="7", boards=2)
    teams = tuple(Participant(id=number, kind="team", name=f"Team {number}") for number in ("1", "7"))
    tables = (("1", "7", 420), ("7", "1", -50))
    lines = [
        result(board, ns, ew, score, round=1, sides=Sides(ns_team=ns, ew_team=ew))
        for board in boards
        for ns, ew, score in tables
    ]
    return scored(fragment("one", results=lines, events=(event,), matches=(match,), participants=teams))


def test_a_match_says_how_many_of_its_boards_are_played_and_in_what_they_add_up() -> None:
    (running,) = team_match("1").standings.matches
    assert (running.boards, running.length, running.raw_unit, running.unit) == (1, 2, "imps", "vps")
    (over,) = team_match("1", "2").standings.matches
    assert (over.boards, over.length) == (2, 2)


def test_lines_of_teams_without_pairs_are_told_apart_by_their_teams() -> None:
    (board,) = team_match("1").boards
    assert {(line.ns, line.ns_team, line.ns_names, line.ew_team) for line in board.lines} == {
        (None, "1", "Team 1", "7"),
        (None, "7", "Team 7", "1"),
    }


CLUB = "club-pairs-2026-03-07"
FIVE = fragment("file", results=[*eight_tables()[:4]])
FINE = AdjustmentFact(kind="penalty", participant="1", amount=Decimal(-5), unit="percent", counted=False)


def of_director(name: str = "decisions", minutes: int = 9, **facts: object) -> Fragment:
    return fragment(name, minutes=minutes, file_format=DECISIONS, events=(), **facts)


def taken(*fragments: Fragment) -> EventState:
    state = EventState(CLUB)
    for one in fragments:
        state.take(one, (LINE_WITHOUT_SCORE.finding(f"about {one.file.name}"),))
    return state


def test_the_same_fragment_again_changes_nothing_and_is_passed_on_no_more() -> None:
    state = taken(FIVE)
    assert state.apply(FIVE) == []
    again = state.take(FIVE)
    assert (again.changes, again.onward, again.matters) == ([], [], True)


def test_a_retracted_file_counts_no_more_until_it_is_given_back() -> None:
    state = taken(FIVE)
    gone = RetractionFact(file=FIVE.file.sha256)
    changes = state.take(of_director(retractions=(gone,))).changes
    assert {change.kind for change in changes} >= {"results"}
    assert state.retracted == {FIVE.file.sha256}
    assert state.score()[0].boards == ()
    more = FIVE.replace(id=f"{FIVE.id[:-1]}1", facts=FIVE.facts.replace(results=tuple(eight_tables()[4:])))
    assert state.take(more).changes == []
    back = of_director("later", 20, retractions=(gone.replace(retracted=False),))
    assert len([change for change in state.take(back).changes if change.kind == "results"]) == 8
    assert len(state.score()[0].boards[0].lines) == 8


def test_a_file_that_is_moved_away_leaves_the_event_deserted() -> None:
    state = taken(FIVE)
    assert state.deserted is False
    taken_ = state.take(of_director(reassignments=(ReassignmentFact(to="other"),)))
    assert [onward.event for onward in taken_.onward] == ["other", "other"]
    assert (taken_.matters, state.deserted) == (True, True)
    standings = state.score()[0].standings
    assert (standings.reassigned_to, standings.name) == (("other",), "Club pairs")
    assert (standings.boards, standings.rankings) == ((), ())


def test_a_file_that_belongs_to_another_event_is_taken_and_changes_nothing() -> None:
    state = taken(of_director(reassignments=(ReassignmentFact(to="other"),)))
    passed = state.take(FIVE)
    assert (passed.changes, passed.matters) == ([], False)
    assert [onward.event for onward in passed.onward] == ["other"]
    assert state.fragments.keys().isdisjoint({FIVE.id})


def test_a_repair_has_standings_published_also_where_a_fragment_passes_through_and_knows_the_boards_of_then() -> None:
    state = taken(of_director(reassignments=(ReassignmentFact(to="other"),)))
    assert state.take(FIVE, repair=True).matters
    assert state.score()[0].boards == ()
    boards = {board.id for board in taken(FIVE).score()[0].boards}
    assert state.past_parts() == boards
    early = EventState("other")
    assert early.past_parts() == frozenset()
    assert not early.take(FIVE.replace(event="other", route=(FIVE.event,)), repair=True).matters
    assert taken(FIVE.replace(event="other", route=(FIVE.event,))).past_parts() == boards


def test_the_method_of_an_event_is_that_of_its_files_without_rulings() -> None:
    plain, ruled = taken(FIVE), taken(FIVE, of_director(adjustments=(FINE,)))
    assert plain.filed is None
    assert ruled.filed is not None
    assert plain.current_method() == ruled.current_method() is not None
    assert plain.current_method().lines == EBU  # type: ignore[union-attr]
    later = fragment("more", minutes=20, results=eight_tables()[4:])
    ruled.apply(later)
    assert len(ruled.filed.merge.standing("results")) == 8


def test_a_part_of_an_event_is_scored_by_the_method_of_the_whole() -> None:
    remark = LINE_WITHOUT_SCORE.finding("a remark")
    for state in (taken(FIVE), taken(FIVE, of_director(adjustments=(FINE,)))):
        part = state.of_part(lambda merge: merge, (remark,))
        assert part.method == state.current_method()
        assert (part.filed is None) is (state.filed is None)
        assert part.score()[0].boards == state.score()[0].boards
        assert remark in part.score()[0].every


def test_findings_of_a_file_come_along_while_something_of_it_counts() -> None:
    hands = fragment("hands", deals=(DealFact(board="1"),), events=())
    every = [finding.message for finding in taken(FIVE, hands).score()[0].every]
    assert "about file.xml" in every
    assert "about hands.xml" not in every


def test_travellers_have_new_names_when_somebody_is_renamed() -> None:
    state = taken(FIVE)
    before = state.score()[0].boards[0].lines[0].ns_names
    state.take(fragment("names", minutes=5, participants=tuple(pair(str(n)) for n in range(1, 17))))
    after = state.score()[0].boards[0].lines[0].ns_names
    assert (before, after) == ("", "Ann 3 & Bob 3")


def test_a_chess_event_has_the_progress_of_its_games() -> None:
    games = (
        GameFact(round=1, player="1", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="2", opponent="1", colour="b", result="0"),
    )
    people = tuple(Participant(id=n, kind="player") for n in "12")
    chess = fragment(
        "cup", events=(EventFact(name="Cup", discipline="chess", rounds=1),), games=games, participants=people
    )
    standings = taken(chess).score()[0].standings
    assert (standings.progress.text, standings.progress.complete) == ("after round 1 of 1", True)
    assert standings.status is Status.PROVISIONAL
    assert taken(chess).current_method() is None


def test_differences_count_what_is_wrong_and_not_what_follows() -> None:
    wrong = StatedTotal(participant="1", kind="pair", total=Decimal(99))
    state = taken(fragment("file", results=eight_tables(), totals=(wrong,)))
    assert state.score()[0].standings.differences == 1
    assert taken(FIVE).score()[0].standings.differences == 0


def test_a_traveller_whose_points_stay_shows_the_datum_and_the_unit_of_the_method_that_is_found_later() -> None:
    state = EventState("club-pairs-2026-03-07")
    state.apply(fragment("one", results=eight_tables()))
    facts, _, fragments = state.merge.merged()
    scores = state._scorer.score(facts, fragments, None)
    (key,) = scores.points
    for unit, datum in (("imps", Decimal(48)), ("imps", Decimal(50)), ("cross_imps", Decimal(50))):
        found = replace(scores, unit=unit, datums={key: datum})
        (board,) = state._travellers.all(found.boards, found.points, found.datums, found.unit, facts, {})
        assert (board.unit, board.datum) == (unit, datum)


def test_standings_name_the_newest_files_and_the_merged_event_all_of_them() -> None:
    state = EventState("club-pairs-2026-03-07")
    for number in range(25):
        state.apply(fragment(f"f{number}", minutes=number, results=[result(str(number), "1", "2", 50)]))
    scored, merged = state.score()
    names = [f"f{number}.xml" for number in range(25)]
    assert [source.name for source in merged.sources] == names
    assert [source.name for source in scored.standings.sources] == names[-SOURCES_LISTED:]
    assert (scored.standings.sources_total, scored.standings.exports_total) == (25, 25)


def test_fragments_at_once_make_the_event_that_they_make_one_by_one() -> None:
    fragments = [
        fragment(
            f"f{number}", minutes=number, results=[result(str(number), "1", "2", 50), result("1", "3", "4", number)]
        )
        for number in range(6)
    ]
    digest = fragments[2].file.sha256
    gone = fragment(
        "gone", minutes=9, file_format=DECISIONS, retractions=(RetractionFact(file=digest, retracted=True),)
    )
    every = [(each, ()) for each in (*fragments[:4], gone, *fragments[4:], fragments[0])]
    at_once, one_by_one = EventState("club-pairs-2026-03-07"), EventState("club-pairs-2026-03-07")
    at_once.apply_all(every)
    for each, findings in every:
        one_by_one.apply(each, findings)
    assert at_once.score() == one_by_one.score()
    assert list(at_once.fragments) == list(one_by_one.fragments)
    after = fragment("after", minutes=20, results=[result("7", "1", "2", 90)])
    assert at_once.take(after).verdicts == one_by_one.take(after).verdicts
    assert at_once.score() == one_by_one.score()
