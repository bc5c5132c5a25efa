from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.decisions import Awarded, SetScore
from contracts.facts import BoardFact, Detail, EventFact, Fact, Facts, GameFact, Key, MatchFact, Organiser, Scope, Sides
from contracts.messages import Fragment
from services.scoring.domain.merging.claims import overlay
from services.scoring.domain.merging.covers import BY_PARTICIPANT, BY_SCOPE, cover_of
from services.scoring.domain.merging.merge import LAYERED, MergeState, merge
from services.scoring.domain.merging.versions import Export, Relation, relation
from tests.support.any_decisions import decision_files
from tests.support.decided import decided
from tests.support.fragments import fragment, pair, points, result, stated


def counting(fragments: Iterable[Fragment]) -> list[Fragment]:
    """The fragments that no version has replaced and that are not held, from the oldest to the newest."""
    counts: list[Export] = []
    for f in sorted(fragments, key=lambda f: f.order):
        newer = Export(f, f.order)
        related = [(older, relation(newer, older)[0]) for older in counts if older.fragment.file.format != "decisions"]
        if f.file.format != "decisions":
            if any(found is Relation.OTHER for _, found in related):
                continue
            replaced = [older.order for older, found in related if found is Relation.VERSION]
            counts = [older for older in counts if older.order not in replaced]
        counts.append(newer)
    return [export.fragment for export in counts]


def read_literally(fragments: list[Fragment]) -> dict[str, dict[Key, Any]]:
    """The rule at the head of `merge.py`, word for word and without any cleverness."""
    every = counting({f.id: f for f in fragments}.values())
    stands: dict[str, dict[Key, Any]] = {}
    for kind in Facts.FIELDS:
        claims: dict[Key, list[tuple[Any, Fragment, Any]]] = {}
        for f in every:
            for fact in getattr(f.facts, kind):
                claims.setdefault(fact.key, []).append((f.order, f, fact))
        stands[kind] = {}
        for key, made in claims.items():
            made.sort(key=lambda claim: claim[0])
            if kind in LAYERED:
                stands[kind][key] = overlay(fact for _, _, fact in made)
                continue
            covers = [(cover_of(f), f) for f in every]
            if kind == "results":
                newest = {origin.file.format: (order, origin, fact) for order, origin, fact in made}
                claimed = sorted(newest.values(), key=lambda claim: claim[0])
            else:
                claimed = [made[-1]]
            left = [
                fact
                for order, origin, fact in claimed
                if not any(
                    cover is not None
                    and f.order > order
                    and f.file.format == origin.file.format
                    and kind in BY_SCOPE | BY_PARTICIPANT
                    and cover.covers(kind, fact)
                    for cover, f in covers
                )
            ]
            if left:
                stands[kind][key] = overlay(left)
    return stands


scopes = st.builds(
    Scope,
    whole=st.booleans(),
    rounds=st.sampled_from([None, (1,), (1, 2)]),
    boards=st.sampled_from([None, ("1",), ("1", "2"), ("3",)]),
)
results = st.lists(
    st.builds(
        lambda board, ns, score, number: result(board, ns, "9", score, round=number),
        st.sampled_from(["1", "2", "3"]),
        st.sampled_from(["1", "2", "10"]),
        st.sampled_from([100, 110, 120, None]),
        st.sampled_from([1, 2, None]),
    ),
    max_size=4,
    unique_by=lambda r: r.key,
)
LISTS = ((), (pair("1"),), (pair("1"), pair("2", section="A")), (pair("1", section="B"),), (pair("2", section="B"),))
fragments_strategy = st.lists(
    st.builds(
        lambda name, minutes, facts, scope, form, who: fragment(
            f"f{name}", minutes=minutes, results=facts, scope=scope, file_format=form, participants=who
        ),
        st.integers(0, 30),
        st.integers(0, 3),
        results,
        scopes,
        st.sampled_from(["usebio", "pbn"]),
        st.sampled_from(LISTS),
    ),
    max_size=6,
    unique_by=lambda f: f.id,
)


@given(fragments_strategy, decision_files("club-pairs-2026-03-07"), st.randoms(use_true_random=False))
def test_any_order_and_any_repetition_give_what_the_rule_says_read_literally(
    files: list[Fragment], decisions: list[Fragment], shuffle: Any
) -> None:
    fragments = files + decisions
    expected = read_literally(fragments)
    sequence = fragments + shuffle.sample(fragments, k=len(fragments) // 2)
    shuffle.shuffle(sequence)
    state = merge(sequence)
    for kind in Facts.FIELDS:
        assert {h.fact.key: h.fact for h in state.standing(kind)} == expected[kind]


@given(fragments_strategy, st.randoms(use_true_random=False))
def test_the_merged_event_is_the_same_value_whatever_the_order(fragments: list[Fragment], shuffle: Any) -> None:
    other = list(fragments)
    shuffle.shuffle(other)
    assert merge(fragments).merged()[:2] == merge(other).merged()[:2]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.builds(
                EventFact,
                name=st.sampled_from([None, "Cup", "Plate"]),
                kind=st.sampled_from([None, "pairs"]),
                rounds=st.sampled_from([None, 3, 4]),
            ),
        ),
        max_size=6,
    ),
    st.randoms(use_true_random=False),
)
def test_what_describes_an_event_is_laid_together_by_age_in_whatever_order_it_comes(
    said: list[tuple[int, EventFact]], shuffle: Any
) -> None:
    files = [fragment(f"f{n}", minutes=minutes, events=(event,)) for n, (minutes, event) in enumerate(said)]
    expected = read_literally(files)["events"]
    shuffle.shuffle(files)
    assert {one.fact.key: one.fact for one in merge(files).standing("events")} == expected


def test_files_in_their_order_lay_each_fact_on_what_was_there_and_not_on_all_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    laid = []

    def counted(layers: Iterable[Fact]) -> Fact:
        together = list(layers)
        laid.append(len(together))
        return overlay(together)

    monkeypatch.setattr("services.scoring.domain.merging.merge.overlay", counted)
    files = [fragment(f"f{n}", minutes=n, participants=(pair("1"), pair(f"1{n}"), pair(f"2{n}"))) for n in range(50)]
    in_order = MergeState()
    for file in files:
        in_order.apply(file)
    assert set(laid) == {1, 2}
    assert in_order.merged()[0] == merge(reversed(files)).merged()[0]
    assert laid.count(50) == 1  # all at once, the pair that all files list; what they say of the event is alike


def test_a_list_that_a_file_repeats_is_not_gone_through_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state, everybody = MergeState(), (pair("1"), pair("2"))
    files = [
        fragment(f"f{n}", minutes=n, participants=everybody, results=[result("1", "1", str(n))]) for n in (7, 8, 9)
    ]
    state.apply(files[0])
    before = state.merged()[0].participants
    monkeypatch.setattr("services.scoring.domain.merging.merge.overlay", None)
    for number, file in enumerate(files[1:], 1):
        (change,) = state.apply(Fragment.model_validate_json(file.model_dump_json()))
        assert (change.kind, change.old) == ("results", None)
        facts, origins, _ = state.merged()
        assert (facts.participants is before, origins["participants"]) == (True, (number, number))


def test_a_correction_replaces_the_result_of_the_same_pairs_on_the_same_board() -> None:
    state = merge(
        [
            fragment("first", results=[result("7", "1", "2", 420)]),
            fragment("second", minutes=5, results=[result("7", "1", "2", 450)]),
        ]
    )
    (held,) = state.standing("results")
    assert held.fact.ns_score.points == 450


def test_an_older_file_that_arrives_late_changes_nothing() -> None:
    state = merge([fragment("new", minutes=9, results=[result("7", "1", "2", 450)])])
    assert state.apply(fragment("old", results=[result("7", "1", "2", 420)])) == []
    assert state.standing("results")[0].fact.ns_score.points == 450


def test_a_whole_file_withdraws_the_line_that_it_no_longer_has() -> None:
    state = merge(
        [
            fragment("first", results=[result("7", "1", "2", 420), result("7", "3", "4", 50)]),
            fragment("second", minutes=5, results=[result("7", "1", "2", 420)], scope=Scope(whole=True, boards=("7",))),
        ]
    )
    assert [held.fact.sides.ns for held in state.standing("results")] == ["1"]


def test_a_whole_file_of_some_boards_leaves_the_others_alone() -> None:
    state = merge(
        [
            fragment("first", results=[result("7", "1", "2", 420), result("8", "3", "4", 50)]),
            fragment("second", minutes=5, results=[result("8", "3", "5", 50)], scope=Scope(whole=True, boards=("8",))),
        ]
    )
    assert [(h.fact.board, h.fact.sides.ew) for h in state.standing("results")] == [("7", "2"), ("8", "5")]


def test_a_hand_record_in_another_format_takes_no_result_away() -> None:
    hands = fragment("hands", minutes=5, scope=Scope(whole=True), boards=(BoardFact(board="7"),), file_format="pbn")
    state = merge([fragment("first", results=[result("7", "1", "2", 420)]), hands])
    assert len(state.standing("results")) == 1


def test_a_newer_file_without_a_club_leaves_the_club_as_it_was() -> None:
    known = EventFact(name="Club pairs", organiser=Organiser(name="Lantern Club"), board_scoring="match_points")
    state = merge([fragment("a", events=(known,)), fragment("b", minutes=3, events=(EventFact(name="Club Pairs"),))])
    event = state.merged()[0].event
    assert (event.name, event.organiser, event.board_scoring) == ("Club Pairs", known.organiser, "match_points")


def test_a_blank_line_of_another_program_takes_no_score_away() -> None:
    scored = fragment("scores", results=[result("1", "1", "2", 420, stated=stated("14", "0"))])
    hands = fragment(
        "hands", minutes=5, file_format="pbn", results=[result("1", "1", "2", None, contract="4S", declarer="N")]
    )
    for order in ((scored, hands), (hands, scored)):
        (held,) = merge(order).standing("results")
        assert (held.fact.ns_score.points, held.fact.contract, held.fact.stated.ns) == (420, "4S", 14)


def test_a_newer_score_of_another_program_counts_and_what_it_leaves_out_stays() -> None:
    first = fragment("one", results=[result("1", "1", "2", 420, contract="4S", lead="HA")])
    second = fragment("two", minutes=5, file_format="pbn", results=[result("1", "1", "2", 450, contract="4S")])
    (held,) = merge([second, first]).standing("results")
    assert (held.fact.ns_score.points, held.fact.lead) == (450, "HA")


def test_a_file_that_leaves_a_line_out_withdraws_only_what_its_own_format_told() -> None:
    first = fragment("one", results=[result("1", "1", "2", 420, lead="HA")])
    second = fragment("two", minutes=5, file_format="pbn", results=[result("1", "1", "2", 450, contract="4S")])
    whole = fragment("three", minutes=9, results=[result("1", "3", "4", 50)], scope=Scope(whole=True))
    for order in ((first, second, whole), (whole, second, first), (second, whole, first)):
        standing = {held.fact.sides.ns: held.fact for held in merge(order).standing("results")}
        assert (standing["1"].ns_score.points, standing["1"].lead) == (450, None)


def test_a_newer_file_of_the_same_program_may_leave_a_score_blank() -> None:
    first, second = (
        fragment(name, minutes=n, results=[result("1", "1", "2", s)])
        for n, (name, s) in enumerate((("one", 420), ("two", None)))
    )
    (held,) = merge([first, second]).standing("results")
    assert held.fact.ns_score.kind == "unknown"


def test_what_is_laid_over_leaves_values_that_the_newer_file_does_not_give() -> None:
    older = EventFact(name="Club", kind="pairs", rounds=7)
    assert overlay([older, EventFact(name=None, rounds=8)]) == EventFact(name="Club", kind="pairs", rounds=8)
    dated, other = (
        EventFact(details=tuple(Detail(name=name, value=value) for name, value in of.items()))
        for of in ({"132 1": "Friday", "132 2": "Friday"}, {"092": "Swiss", "132 2": "Saturday"})
    )
    laid = {detail.name: detail.value for detail in overlay([dated, other]).details}
    assert laid == {"092": "Swiss", "132 1": "Friday", "132 2": "Saturday"}
    blank = result("1", "1", "2", None)
    assert overlay([result("1", "1", "2", 420), blank]).ns_score == points(420)
    with pytest.raises(ValueError, match="nothing to lay"):
        overlay([])


def test_the_same_fragment_again_changes_nothing() -> None:
    one = fragment("a", results=[result("1", "1", "2", 50)])
    state = merge([one])
    assert state.apply(one) == []
    assert state.has_one_format(one.facts.results[0].key) is True
    state.apply(fragment("b", file_format="pbn", results=[result("1", "1", "2", 60)]))
    assert state.has_one_format(one.facts.results[0].key) is False


def test_an_older_file_of_another_format_adds_what_the_newer_leaves_out() -> None:
    newer = fragment("new", minutes=5, results=[result("1", "1", "2", 50)])
    older = fragment("old", file_format="pbn", results=[result("1", "1", "2", 60, contract="3N")])
    oldest = fragment("oldest", minutes=-5, file_format="pbn", results=[result("1", "1", "2", 70, contract="1N")])
    (line,) = merge([newer, older, oldest]).merged()[0].results
    assert (line.ns_score, line.contract) == (points(50), "3N")


def overtaken(*fragments: Fragment) -> dict[str, dict[str, int]]:
    """Of how many lines of each file others report something else, by the first letters of their names."""
    state = merge(fragments)
    names = {each.id: each.file.name[0] for each in fragments}
    counts = {
        names[own]: {names[by]: count for by, count in by.items() if count} for own, by in state.overtaken.items()
    }
    return {own: by for own, by in counts.items() if by}


@pytest.mark.parametrize(
    ("kind", "older", "newer", "counted"),
    [
        ("results", result("1", "1", "2", 420), result("1", "1", "2", -50), True),
        ("results", result("1", "1", "2", 420), result("1", "1", "2", 420), False),
        ("results", result("1", "1", "2", None), result("1", "1", "2", 420), False),
        ("results", result("1", "1", "2", 420), result("1", "1", "2", None), True),
        ("games", GameFact(round=1, player="1", opponent="2", result="1"), GameFact(round=1, player="1"), True),
        (
            "games",
            GameFact(round=1, player="1", opponent="2"),
            GameFact(round=1, player="1", opponent="2", result="1"),
            False,
        ),
        (
            "matches",
            MatchFact(kind="teams", home="1", away="2"),
            MatchFact(kind="teams", home="1", away="2", home_score=Decimal(12)),
            False,
        ),
    ],
)
def test_a_line_is_overtaken_by_a_newer_one_that_reports_something_else(
    kind: str, older: Any, newer: Any, counted: bool
) -> None:
    first, second = fragment("a", **{kind: (older,)}), fragment("b", minutes=5, **{kind: (newer,)})
    assert overtaken(first, second) == overtaken(second, first) == ({"a": {"b": 1}} if counted else {})
    other = second.replace(file=second.file.replace(format="pbn"))
    assert overtaken(first, other) == ({"a": {"b": 1}} if counted and kind != "results" else {})


def test_the_newest_line_that_reports_something_else_overtakes_all_before() -> None:
    files = [fragment(name, minutes=n, results=[result("1", "1", "2", n)]) for n, name in enumerate("abc")]
    assert overtaken(*files) == {"a": {"c": 1}, "b": {"c": 1}}
    again = fragment("d", minutes=9, results=[result("1", "1", "2", 1)])
    assert overtaken(*files, again) == {"a": {"d": 1}, "c": {"d": 1}}


def test_fragments_at_once_are_merged_as_they_are_one_by_one() -> None:
    files = [
        fragment(
            f"f{n}", minutes=n // 2, results=[result(str(b), "1", "2", n) for b in range(n)], scope=Scope(whole=True)
        )
        for n in range(8)
    ]
    at_once, one_by_one = MergeState(), MergeState()
    at_once.apply_all((file, False) for file in [*files, files[3]])
    for file in files:
        one_by_one.apply(file)
    assert at_once.merged() == one_by_one.merged()
    assert at_once.versions.verdicts == one_by_one.versions.verdicts
    assert at_once.overtaken == one_by_one.overtaken


PLAYED = {"contract": "4S", "declarer": "N", "tricks": 10, "lead": "HK"}


def ruled_line(ns: Awarded, ew: Awarded | None = None, **contract: Any) -> tuple[Any, ...]:
    """What was played by a line of 4S= for 420 beside a decision of its score."""
    filed = fragment("a.xml", results=[result("1", "1", "2", 420, **PLAYED)])
    ruling = SetScore(decision="score", board="1", sides=Sides(ns="1", ew="2"), ns=ns, ew=ew or ns, **contract)
    (line,) = merge([filed, decided(ruling)]).merged()[0].results
    return (line.contract, line.declarer, line.tricks, line.lead)


def test_a_contract_of_a_decision_is_what_was_played() -> None:
    assert ruled_line(Awarded(points=450), contract="4H", declarer="S", tricks=11) == ("4H", "S", 11, None)
    assert ruled_line(Awarded(points=0), contract="Pass") == ("Pass", None, None, None)


def test_other_points_are_of_no_contract_that_is_known_and_awards_change_none() -> None:
    assert ruled_line(Awarded(points=450)) == (None, None, None, None)
    filed = ("4S", "N", 10, "HK")
    assert ruled_line(Awarded(points=420)) == filed
    assert ruled_line(Awarded(points=420), Awarded(points=-50)) == filed
    assert ruled_line(Awarded(percent=Decimal(60)), Awarded(percent=Decimal(40))) == filed
    assert ruled_line(Awarded(award="not played")) == filed
