"""What the rounds of a Swiss event so far say of everybody."""

from decimal import Decimal
from typing import Any

from contracts.facts import Detail, EarlyStartFact, MatchFact, Meeting, Participant, SectionFact, SessionFact
from contracts.messages import EventMerged
from contracts.standings import Method, Progress, ScoredMatch, Standings
from services.seating.domain.swiss import Played
from services.seating.domain.swiss.history import History
from tests.support.merged import merged


def history(*rounds: Any, teams: int = 6, over: int | None = None, late: int = 0, **facts: Any) -> History:
    """From rounds of matches: two names, or one with a bye; a session and a number where a round is a dictionary.

    Of the rounds that are over, the last `late` are not in: the next one started early.
    """
    matches = []
    for place, one in enumerate(rounds, 1):
        where = one if isinstance(one, dict) else {"round": place, "matches": one}
        for table, names in enumerate(where["matches"], 1):
            home, away = [*names.split("-"), None][:2]
            matches.append(
                ScoredMatch(
                    session=where.get("session"),
                    round=where["round"],
                    table=f"T{table}",
                    home=home,
                    away=away,
                    home_score=Decimal(10),
                    unit="vps",
                )
            )
    return History(event(matches, len(rounds) if over is None else over, late, **facts), "team", everybody(teams))


def event(scored: list[ScoredMatch], over: int, late: int = 0, **facts: Any) -> EventMerged:
    standings = Standings(
        event="x",
        name="x",
        method=Method(board_scoring="imps"),
        progress=Progress(rounds_complete=over - late, rounds_over=over),
        matches=tuple(scored),
    )
    return merged(standings=standings, **facts)


def everybody(count: int, **details: str) -> list[Participant]:
    told = tuple(Detail(name=name, value=value) for name, value in details.items())
    return [Participant(id=str(n), kind="team", details=told if n == 1 else ()) for n in range(1, count + 1)]


def test_rounds_that_are_over_come_before_the_one_that_is_played() -> None:
    found = history(["1-2", "3-4", "5-6"], ["1-3"], over=1)
    assert list(found.played()) == [Played("1", "2", 1), Played("3", "4", 1), Played("5", "6", 1)]
    assert found.next.couples == {frozenset("13")}
    assert found.where == (None, 2)
    assert found.done[0].tables == {"1": "T1", "2": "T1", "3": "T2", "4": "T2", "5": "T3", "6": "T3"}


def test_rounds_of_sessions_follow_each_other() -> None:
    sessions = (SessionFact(id="Sat"), SessionFact(id="Fri"))
    first, second = ({"session": name, "round": 1, "matches": ["1-2"]} for name in ("Fri", "Sat"))
    found = history(first, second, sessions=sessions, over=1)
    assert (found.keys, found.where) == ([(1, "Sat", 1)], ("Fri", 1))


def test_after_the_last_round_of_a_session_comes_the_next_session() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    sections = (SectionFact(session="1", id="A", rounds=1),)
    one = {"session": "1", "round": 1, "matches": ["1-2"]}
    assert history(one, sessions=sessions, sections=sections).where == ("2", 1)
    assert history(one, sessions=sessions).where == ("1", 2)


def test_three_who_meet_each_other_are_a_triple_of_half_matches() -> None:
    found = history(["1-2", "4-5", "5-6", "6-4"])
    assert found.done[0].triples == (("4", "5", "6"),)
    assert [match.half for match in found.played()] == [False, True, True, True]
    assert (found.triples_of("4"), found.triples_of("1"), found.triples_are_long) == (1, 0, False)
    assert found.under_way == ()


def test_the_same_three_in_two_rounds_are_a_long_triple_that_is_over() -> None:
    three = ["4-5", "5-6", "6-4"]
    found = history(["1-2", *three], ["1-3", *three])
    assert (found.triples_are_long, found.triples_of("4"), found.under_way) == (True, 1, ())
    again = history(["1-2", *three], ["1-3", *three], ["4-5", "1-2", "2-3", "3-1"])
    assert again.under_way == (("1", "2", "3"),)


def test_the_words_of_acblscore_make_a_triple() -> None:
    told = (Detail(name="SECOND_OPPONENT", value="6"), Detail(name="ROUND_ROBIN", value="2 regular round robin"))
    fact = MatchFact(kind="teams", round=1, home="4", away="5", sub_match="4", details=told)
    found = history(["1-2", "4-5", "5-6"], matches=(fact,))
    assert found.done[0].triples == (("4", "5", "6"),)
    assert (found.triples_are_long, found.under_way) == (True, (("4", "5", "6"),))


def test_a_match_without_round_counts_as_met() -> None:
    match = ScoredMatch(home="1", away="2", unit="vps")
    bye = ScoredMatch(home="3", unit="vps")
    found = History(event([match, bye], 0), "team", everybody(4))
    assert list(found.played()) == [Played("1", "2")]


def test_matches_of_others_are_not_of_this_section() -> None:
    match = ScoredMatch(home="7", away="8", round=1, unit="vps")
    assert History(event([match], 1), "team", everybody(4)).done == []


def test_byes_are_those_stated_and_those_of_the_only_one_who_is_missing() -> None:
    found = history(["1-2", "3-4", "5"], ["1-3", "5-2"], teams=5)
    assert [found.byes_of(str(n)) for n in range(1, 6)] == [0, 0, 0, 1, 1]
    assert found.gone == frozenset()


def test_who_has_a_match_has_no_bye_beside_it() -> None:
    found = history(["1-2", "3-4", "1"])
    assert (found.done[0].byes, found.byes_of("1")) == (set(), 0)


def test_who_is_missing_with_others_or_again_is_gone() -> None:
    assert history(["1-2", "3-4", "5-6"], ["1-3", "2-5"]).gone == {"4", "6"}
    assert history(["1-2", "3-4"], ["1-3"], ["1-2"], teams=4).gone == {"4"}
    assert history(["1-2", "3-4", "5"], ["1-4", "2-3"], ["1-3", "2-4"], teams=5).gone == {"5"}


def test_the_words_of_acblscore_say_who_comes_and_goes() -> None:
    plain = event([ScoredMatch(home="1", away="2", round=1, unit="vps")], 1)
    assert History(plain, "team", everybody(2, LAST_ROUND="1")).gone == {"1"}
    assert History(plain, "team", everybody(2, LAST_ROUND="2")).gone == frozenset()
    assert History(plain, "team", everybody(2, FIRST_ROUND="3")).not_yet == {"1"}
    assert History(plain, "team", everybody(2, FIRST_ROUND="2")).not_yet == frozenset()


def test_who_has_never_played_is_late() -> None:
    assert history(["1-2"], ["1-2"], teams=4).late == {"3", "4"}
    assert history(["1-2"], teams=3).late == frozenset()
    assert history(teams=3).late == frozenset()


def early(number: int, *pairs: str, session: str | None = None) -> tuple[EarlyStartFact]:
    """The early start of a round, with who met whom at table 7 in the round before it."""
    playing = tuple(Meeting(table="7", home=names[0], away=names[-1]) for names in pairs)
    return (EarlyStartFact(session=session, round=number, playing=playing),)


FIRST = ["1-2", "3-4", "5-6"]


def test_an_early_start_names_the_opponents_at_tables_that_no_file_has() -> None:
    found = history(FIRST, ["1-3"], late=1, early_starts=early(3, "2-5"))
    assert found.done[1].couples == {frozenset("13"), frozenset("25")}
    assert found.done[1].tables["5"] == "7"
    assert [(number, table) for number, table, _ in found.playing] == [(2, "table 7, 2 – 5"), (2, "table T1, 1 – 3")]
    assert found.unknown_opponents == {"4", "6"}
    assert (found.where, found.gone) == ((None, 3), frozenset())


def test_what_files_have_of_the_round_in_play_counts_against_the_early_start() -> None:
    found = history(FIRST, ["1-3"], late=1, early_starts=early(3, "1-5", "2-2", "4-9"))
    assert found.done[1].couples == {frozenset("13")}
    idle = history(FIRST, ["1-3", "2"], late=1, early_starts=early(3, "2-5"))
    assert idle.done[1].couples == {frozenset("13")}


def test_an_early_start_without_opponents_changes_no_round() -> None:
    found = history(FIRST, ["1-3"], late=1, early_starts=early(3))
    assert found.done[1].couples == {frozenset("13")}
    assert found.unknown_opponents == {"2", "4", "5", "6"}


def test_an_early_start_is_of_the_latest_session_unless_it_names_another() -> None:
    sessions = (SessionFact(id="1"), SessionFact(id="2"))
    rounds = ({"session": "1", "round": 1, "matches": FIRST}, {"session": "2", "round": 1, "matches": ["1-3"]})
    latest = history(*rounds, sessions=sessions, late=1, early_starts=early(2, "2-5"))
    assert [len(round_.couples) for round_ in latest.done] == [3, 2]
    other = history(*rounds, sessions=sessions, late=1, early_starts=early(2, "2-5", session="1"))
    assert [len(round_.couples) for round_ in other.done] == [3, 1]


def test_a_table_of_the_round_in_play_without_a_number_is_called_by_its_sides() -> None:
    playing = (Meeting(home="2", away="5"),)
    found = history(FIRST, ["1-3"], late=1, early_starts=(EarlyStartFact(round=3, playing=playing),))
    assert found.playing[0][1] == "2 – 5"


def test_while_no_round_is_overtaken_no_opponent_is_unknown() -> None:
    assert history(FIRST, ["1-3"]).unknown_opponents == frozenset()


def test_a_side_whose_last_round_was_the_first_has_left_after_it() -> None:
    scored = [ScoredMatch(round=1, home="1", away="2", home_score=Decimal(10), unit="vps")]
    assert History(event(scored, 1), "team", everybody(2, LAST_ROUND="1")).gone == {"1"}
    assert History(event(scored, 1), "team", everybody(2, LAST_ROUND="2")).gone == frozenset()
    assert History(event(scored, 1), "team", everybody(2, LAST_ROUND="-1")).gone == frozenset()


def test_a_match_that_is_in_is_not_playing_and_one_without_a_score_is() -> None:
    def playing(**score: Decimal) -> list[str]:
        match = ScoredMatch(round=1, home="1", away="2", unit="vps", **score)
        return [table for _, table, _ in History(event([match], 1, 1), "team", everybody(2)).playing]

    assert playing() == ["1 – 2"]
    assert playing(stated_home=Decimal(12)) == []


def test_a_side_that_comes_back_had_the_bye_and_one_that_does_not_had_none() -> None:
    found = history(FIRST, ["1-2", "3-4"], ["1-3", "2-6"])
    assert (found.byes_of("6"), found.byes_of("5")) == (1, 0)


def test_rounds_of_sessions_that_nothing_orders_are_in_order_of_their_names() -> None:
    rounds = [{"session": name, "round": number, "matches": ["1-2"]} for name in ("B", "A") for number in (2, 1)]
    assert [key[1:] for key in history(*rounds).keys] == [("A", 1), ("A", 2), ("B", 1), ("B", 2)]
