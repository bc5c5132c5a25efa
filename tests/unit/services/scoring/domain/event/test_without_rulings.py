"""What a director decides is no difference of the file: with its own results it is compared, whatever was ruled."""

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.base import Discipline
from contracts.decisions import Adjust, AnyDecision, Awarded, RetractFile, SetGame, SetScore, VoidResult
from contracts.facts import AsOf, EventFact, GameFact, Participant, ResultFact, StatedTotal
from contracts.messages import Fragment
from contracts.standings import Standings
from kibitz.file_reading import read_bytes
from kibitz.replay.made_up import Size, made_up_file
from services.scoring.domain.event.event_state import EventState, Scored
from services.scoring.domain.event.history import after_round
from services.scoring.domain.event.publication import digest_of
from services.scoring.domain.event.without_rulings import ABOUT_FILES, as_filed, filed_part, rules
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, result, stated
from tests.support.team_facts import both, match, teams

EVENING = AsOf(at=datetime(2026, 3, 7, 11, 0, tzinfo=UTC), source="stated")
(READ,) = read_bytes(made_up_file(Size(5, 4, 2), EVENING), "evening.xml", Path("evening.xml")).fragments
FILE = READ.fragment
LINE = FILE.facts.results[0]
OTHER = next(line for line in FILE.facts.results if line.board == LINE.board and line is not LINE)


def on(line: ResultFact) -> dict[str, object]:
    return {"session": line.session, "board": line.board, "sides": line.sides, "part": line.part}


def director(*what: AnyDecision, minutes: int = 5) -> Fragment:
    return decided(*what, event=FILE.event, minutes=minutes)


VOID = director(VoidResult.model_validate({"decision": "void", **on(LINE)}))
AWARD = director(
    SetScore.model_validate({"decision": "score", "ns": {"percent": "60"}, "ew": {"percent": "60"}, **on(OTHER)}),
    minutes=6,
)
WHO = FILE.facts.participants[0]
PENALTY = director(Adjust(decision="adjustment", participant=WHO.id, kind=WHO.kind, amount=Decimal(-30)), minutes=7)


def scored(*fragments: Fragment) -> Scored:
    state = EventState(FILE.event)
    for one in fragments:
        state.apply(one)
    return state.score()[0]


def differing(standings: Standings) -> list[str]:
    return [row.id for ranking in standings.rankings for row in ranking.rows if row.agrees is False]


def totals(standings: Standings) -> dict[str, Decimal | None]:
    return {row.id: row.percentage for ranking in standings.rankings for row in ranking.rows}


def test_the_file_of_these_tests_states_what_its_results_give() -> None:
    assert scored(FILE).standings.differences == 0
    assert {row.agrees for ranking in scored(FILE).standings.rankings for row in ranking.rows} == {True}


@pytest.mark.parametrize("ruling", [VOID, AWARD, PENALTY], ids=["void", "award", "penalty"])
def test_a_ruling_changes_the_standings_and_is_no_difference_of_the_file(ruling: Fragment) -> None:
    before, after = scored(FILE), scored(FILE, ruling)
    assert totals(after.standings) != totals(before.standings)
    assert (after.standings.differences, differing(after.standings)) == (0, [])
    assert all(line.agrees is not False for board in after.boards for line in board.lines)
    assert after.standings.method == before.standings.method


def test_what_was_wrong_in_the_file_stays_a_difference_with_its_own_numbers() -> None:
    wrong = StatedTotal(participant=WHO.id, kind=WHO.kind, percentage=Decimal("99.5"), place="1")
    kept = tuple(total for total in FILE.facts.totals if (total.kind, total.participant) != (WHO.kind, WHO.id))
    file = FILE.replace(facts=FILE.facts.replace(totals=(*kept, wrong)))
    before, after = scored(file).standings, scored(file, VOID, PENALTY).standings
    assert differing(before) == differing(after) != []
    assert before.differences == after.differences > 0
    told = [[f.message for f in one.findings if f.code.startswith("scoring.percent")] for one in (before, after)]
    assert told[0] == told[1]


def test_points_of_a_ruled_board_are_compared_with_those_of_its_lines_as_filed() -> None:
    lines = [
        result("7", "1", "2", 420, stated=stated("2", "0")),
        result("7", "3", "4", 50, stated=stated("0", "2")),
        result("8", "1", "2", 110, stated=stated("2", "0")),
        result("8", "3", "4", 420, stated=stated("0", "2")),
    ]
    file = fragment("f", results=lines, participants=tuple(pair(n) for n in "1234"))
    ruling = decided(
        SetScore(decision="score", board="7", sides=lines[0].sides, ns=Awarded(points=-50), ew=Awarded(points=-50))
    )
    after = scored(file, ruling)
    seven, eight = after.boards
    assert [line.agrees for line in seven.lines] == [True, True]
    assert {line.ns: line.ns_points for line in seven.lines} == {"1": Decimal(0), "3": Decimal(2)}
    assert {line.agrees for line in eight.lines} == {False}
    assert [f.subject for f in after.findings if f.code == "scoring.board-points-differ"] == ["board 8"]


def test_standings_after_a_round_leave_rulings_out_of_the_comparison_too() -> None:
    state = EventState(FILE.event)
    for one in (FILE, VOID, AWARD):
        state.apply(one)
    first = after_round(state, 2).score()[0]
    assert (first.standings.differences, differing(first.standings)) == (0, [])


def test_a_retracted_ruling_leaves_nothing_behind() -> None:
    back = director(RetractFile(decision="retract", file=VOID.file.sha256), minutes=9)
    assert scored(FILE, VOID, back).standings.rankings == scored(FILE).standings.rankings


def test_a_penalty_in_chess_is_no_difference_of_the_file() -> None:
    players = tuple(Participant(id=n, kind="player", name=n) for n in "12")
    games = (
        GameFact(round=1, player="1", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="2", opponent="1", colour="b", result="0"),
    )
    states = tuple(StatedTotal(participant=n, kind="player", total=Decimal(t)) for n, t in (("1", 1), ("2", 0)))
    file = fragment(
        "c", events=(EventFact(discipline=Discipline.CHESS),), participants=players, games=games, totals=states
    )
    penalty = decided(Adjust(decision="adjustment", participant="1", kind="player", amount=Decimal("-0.5")))
    assert scored(file).standings.differences == scored(file, penalty).standings.differences == 0


def tournament_of_two(*decisions: AnyDecision) -> EventState:
    """Ada has beaten Ben, and states it; then come decisions, a minute apart."""
    state = EventState("open")
    games = (
        GameFact(round=1, player="1", opponent="2", colour="w", result="1"),
        GameFact(round=1, player="2", opponent="1", colour="b", result="0"),
    )
    players = tuple(Participant(id=own, kind="player", name=name) for own, name in (("1", "Ada"), ("2", "Ben")))
    totals = tuple(
        StatedTotal(participant=own, kind="player", total=Decimal(score)) for own, score in (("1", 1), ("2", 0))
    )
    event = EventFact(name="Open", discipline=Discipline.CHESS, rounds=1)
    state.apply(
        fragment(
            "a", event="open", file_format="trf", events=(event,), participants=players, games=games, totals=totals
        )
    )
    for minutes, decision in enumerate(decisions, 1):
        state.apply(decided(decision, event="open", minutes=minutes))
    return state


def points(scored: Scored) -> dict[str, str]:
    return {row.id: str(row.total) for row in scored.standings.rankings[0].rows}


def shown_game(state: EventState) -> str | None:
    (round_,) = state.rounds()
    (game,) = round_.games
    return game.result


def set_game(result: Any, white: str = "1", black: str = "2") -> SetGame:
    return SetGame(decision="game", round=1, white=white, black=black, result=result)


@pytest.mark.parametrize(
    ("result", "ada", "ben"),
    [
        ("0-1", "0", "1"),
        ("½-½", "0.5", "0.5"),
        ("+--", "1", "0"),
        ("---", "0", "0"),
        ("½-0", "0.5", "0"),
        (None, "0", "0"),
    ],
)
def test_the_result_of_a_game_is_ruled_and_is_no_difference_of_the_file(result: Any, ada: str, ben: str) -> None:
    state = tournament_of_two(set_game(result))
    scored, merged = state.score()
    assert points(scored) == {"1": ada, "2": ben}
    assert shown_game(state) == result
    assert [(game.player, game.opponent) for game in merged.facts.games] == [("1", "2"), ("2", "1")]
    assert scored.standings.progress.results == (0 if result is None else 1)
    assert [finding.code for finding in scored.every] == []


def test_a_ruling_on_a_game_may_change_who_has_white_and_be_undone() -> None:
    state = tournament_of_two(set_game("1-0", "2", "1"))
    assert points(state.score()[0]) == {"1": "0", "2": "1"}
    assert state.rounds()[0].games[0].white == "2"
    undo = RetractFile(decision="retract", file=decided(set_game("1-0", "2", "1"), event="open", minutes=1).file.sha256)
    state.apply(decided(undo, event="open", minutes=9))
    scored, _ = state.score()
    assert (points(scored), shown_game(state)) == ({"1": "1", "2": "0"}, "1-0")


def test_a_ruling_on_a_game_leaves_the_file_counting_in_full() -> None:
    state = tournament_of_two()
    ruling = decided(set_game("0-1"), event="open", minutes=1)
    assert {verdict.verdict for verdict in state.take(ruling).verdicts} == {"counts"}
    assert state.merge.overtaken == {}


def test_of_two_rulings_on_a_game_the_later_one_counts() -> None:
    state = tournament_of_two(set_game("0-1"), set_game("½-½"))
    assert points(state.score()[0]) == {"1": "0.5", "2": "0.5"}


def test_a_game_that_no_file_has_is_reported() -> None:
    scored, _ = tournament_of_two(set_game("1-0", "1", "7")).score()
    unknown = [finding for finding in scored.every if finding.code == "decisions.line-unknown"]
    assert [finding.subject for finding in unknown] == ["round 1, 1 against 7"]


def test_nothing_is_kept_apart_without_a_ruling_or_without_a_file() -> None:
    retraction = director(RetractFile(decision="retract", file="ab" * 32))
    assert as_filed([FILE, retraction]) is None
    assert as_filed([VOID]) is None
    assert as_filed([FILE, VOID]) is not None
    assert [rules(one) for one in (FILE, retraction, VOID, PENALTY)] == [False, False, True, True]


LATER = FILE.replace(
    id="0123456789ab.0",
    as_of=AsOf(at=datetime(2026, 3, 7, 13, 0, tzinfo=UTC), source="stated"),
    file=FILE.file.replace(sha256="0123456789ab" + "0" * 52, name="later.xml"),
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.permutations([FILE, VOID, AWARD, PENALTY, LATER]))
def test_the_order_of_arrival_does_not_matter(order: Sequence[Fragment]) -> None:
    assert digest_of(scored(*order).standings) == digest_of(scored(FILE, LATER, VOID, AWARD, PENALTY).standings)


def test_a_ruling_in_a_match_is_no_difference_of_the_file_either() -> None:
    lines = [*both(1, "X", "Y", 420, -50, round=1), *both(2, "X", "Y", 110, 140, round=1)]
    file = fragment(
        "m",
        events=(EventFact(kind="swiss_teams", board_scoring="imps", match_scoring="imps"),),
        results=lines,
        participants=teams("X", "Y"),
        matches=(match("X", "Y", ("9", "-9"), boards=2),),
        totals=(
            StatedTotal(participant="X", kind="team", total=Decimal(9), place="1"),
            StatedTotal(participant="Y", kind="team", total=Decimal(-9), place="2"),
        ),
    )
    before = scored(file)
    same = Awarded(points=-50)
    ruling = decided(SetScore(decision="score", board="1", sides=lines[0].sides, ns=same, ew=same))
    after = scored(file, ruling)
    assert [match.home_score for match in after.standings.matches] != [
        match.home_score for match in before.standings.matches
    ]
    told = [[(f.code, f.subject, f.computed) for f in one.findings if f.code in ABOUT_FILES] for one in (before, after)]
    assert told[0] == told[1]
    assert [match.agrees for match in after.standings.matches] == [match.agrees for match in before.standings.matches]
    assert before.standings.differences == 0
    assert [match.agrees for match in before.standings.matches] == [True]


def test_a_ruling_in_the_only_match_leaves_the_scale_that_its_file_shows() -> None:
    """10 IMPs on eight boards are 13.78 by the continuous scale; with 12 IMPs no scale gives that."""
    lines = [*both(1, "1", "2", 420, -50), *(line for b in range(2, 9) for line in both(b, "1", "2", 50, 50))]
    event = EventFact(name="S", kind="swiss_teams", match_scoring="vps")
    state = EventState("club-pairs-2026-03-07")
    told = (match("1", "2", ("13.78", "6.22")),)
    state.apply(fragment("swiss", results=lines, events=(event,), matches=told, participants=teams("1", "2")))
    score = Awarded(points=620)
    ruling = SetScore(decision="score", board="1", sides=lines[0].sides, ns=score, ew=score)
    state.apply(decided(ruling, minutes=5))
    standings = state.score()[0].standings
    (ruled,) = standings.matches
    assert (standings.method.vp_scale, standings.method.detected) == ("WBF_CONTINUOUS", True)
    assert (ruled.home_raw, ruled.home_score, ruled.agrees) == (12, Decimal("14.39"), True)


def test_of_decisions_what_the_event_is_counts_as_filed_and_of_a_file_everything() -> None:
    named = EventFact(name="Renamed")
    part = filed_part(VOID.replace(facts=VOID.facts.replace(events=(named,))))
    assert part is not None
    assert (part.facts.events, part.facts.results) == ((named,), ())
    assert filed_part(VOID.replace(facts=VOID.facts.replace(events=()))) is None
    assert filed_part(FILE) is FILE
