import pytest

from contracts import decisions as module
from contracts.decisions import (
    Awarded,
    CarryForward,
    Decisions,
    LockRound,
    MatchAwarded,
    ReassignFiles,
    RuleMatch,
    SetGame,
    SetPresence,
    SetScore,
)
from tests.support.contract_golden import compare_schemas, compare_values
from tests.support.fragments import NOON


@pytest.mark.parametrize(
    "wrong",
    [{}, {"points": 1, "percent": "50"}, {"percent": "101"}, {"percent": "-1"}, {"points": 1, "award": "average"}],
)
def test_a_side_gets_points_or_a_percentage_that_there_is(wrong):
    with pytest.raises(ValueError, match=r"one of them|than or equal"):
        Awarded(**wrong)


def test_the_weights_of_a_ruling_are_a_hundred_per_cent_together():
    parts = [{"percent": "30", "points": 420}, {"percent": "70", "points": -50}]
    assert sum(part.percent for part in Awarded(weighted=parts).weighted) == 100
    for wrong in ([], parts[:1], [*parts, {"percent": "1", "points": 0}], [{"percent": "100", "points": 420}]):
        with pytest.raises(ValueError, match=r"100"):
            Awarded(weighted=wrong)
    with pytest.raises(ValueError, match="one of them"):
        Awarded(weighted=parts, points=420)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"declarer": "N"}, "are of a contract"),
        ({"tricks": 10}, "are of a contract"),
        ({"contract": "4S", "declarer": "N", "tricks": 14}, "less than or equal to 13"),
        ({"contract": "4S", "ew": {"points": 450}}, "the same points"),
        ({"contract": "4S", "ns": {"award": "average"}, "ew": {"award": "average"}}, "the same points"),
    ],
)
def test_a_contract_goes_with_points_of_both_sides(fields, says):
    same = {"decision": "score", "board": "7", "sides": {"ns": "1"}, "ns": {"points": 420}, "ew": {"points": 420}}
    assert SetScore(**same, contract="4S", declarer="N", tricks=10).lead is None
    with pytest.raises(ValueError, match=says):
        SetScore(**{**same, **fields})


def test_a_file_decides_something_about_an_event_and_nothing_that_is_not_understood():
    lock = {"decision": "lock", "round": 3}
    head = {"event": "spring-open", "at": NOON}
    assert Decisions(**head, decisions=(lock,)).decisions == (LockRound(decision="lock", round=3),)
    for wrong in ((), ({**lock, "forever": True},), ({"round": 3},)):
        with pytest.raises(ValueError, match=r"at least 1|not permitted|discriminator"):
            Decisions(**head, decisions=wrong)
    with pytest.raises(ValueError, match="not permitted"):
        Decisions(**head, decisions=(lock,), until="noon")


@pytest.mark.parametrize("wrong", [{"file": "ab" * 32, "name": "a.xml"}, {"sender": "club-pc"}, {"name": ""}])
def test_files_are_named_in_one_way(wrong):
    with pytest.raises(ValueError, match=r"not both|goes with the name|at least 1"):
        ReassignFiles(decision="reassign", to="final", **wrong)


@pytest.mark.parametrize("wrong", [{}, {"score": "8", "award": "void"}, {"award": "not played"}, {"award": "Void"}])
def test_a_side_gets_a_score_or_an_award_for_a_match(wrong):
    with pytest.raises(ValueError, match=r"one of them|Input should be"):
        MatchAwarded(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"home_gets": None},
        {"away": "7", "home_gets": {"award": "void"}},
        {"away": "", "home_gets": {"award": "void"}},
        {"round": 0, "home_gets": {"award": "void"}},
    ],
)
def test_a_match_has_two_sides_and_a_ruling_is_for_one_of_them(wrong):
    with pytest.raises(ValueError, match=r"says what a side gets|two sides|at least 1|greater than"):
        RuleMatch(**{"decision": "match", "home": "7", "away": "12", **wrong})


@pytest.mark.parametrize("wrong", [{"black": "5"}, {"white": ""}, {"round": 0}, {"result": "2-0"}, {"result": "1-1"}])
def test_a_game_has_two_players_and_a_result_that_there_is(wrong):
    said = {"decision": "game", "round": 3, "white": "5", "black": "9", "result": "1-0"}
    assert SetGame(**said).result == "1-0"
    assert SetGame(**{**said, "result": None}).result is None
    with pytest.raises(ValueError, match=r"two players|at least 1|greater than|Input should be"):
        SetGame(**{**said, **wrong})


def test_a_carry_forward_is_of_a_stage_in_which_something_could_be_scored():
    said = {"decision": "carry", "participant": "3", "score": "330", "maximum": "312", "boards": 26}
    assert CarryForward(**said).kind == "pair"
    for wrong in ({"maximum": "0"}, {"boards": 0}, {"score": "-1"}, {"kind": "team"}):
        with pytest.raises(ValueError, match=r"greater than|Input should be"):
            CarryForward(**{**said, **wrong})


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"bye": "H", "present": True, "lasting": False}, "away in one round"),
        ({"bye": "H", "present": False, "lasting": True}, "away in one round"),
        ({"kind": "pair", "present": False}, "somebody who comes"),
        ({"name": "Ann", "present": True}, "needs its kind"),
    ],
)
def test_what_is_decided_of_a_presence_goes_together(wrong, reason):
    with pytest.raises(ValueError, match=reason):
        SetPresence(decision="presence", participant="3", round=2, **wrong)
    assert SetPresence(decision="presence", participant="3", round=2, present=False, lasting=False, bye="H").bye == "H"


@pytest.mark.parametrize(
    "decision",
    [
        {"decision": "system", "swiss": {"odd": "bye", "speed": "fast"}},
        {"decision": "early_start", "round": 2, "playing": [{"home": "1", "away": "2", "mood": "good"}]},
        {"decision": "match", "home": "1", "away": "2", "home_gets": {"award": "void", "why": "rain"}},
    ],
)
def test_nothing_inside_a_decision_is_passed_over(decision: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not permitted"):
        Decisions(event="spring-open", at=NOON, decisions=(decision,))  # type: ignore[arg-type]


def test_the_fields_of_every_class_are_those_of_the_golden_file() -> None:
    compare_schemas(module)


SHA = "ab" * 32
MATCH = {"home": "7", "away": "12", "session": "1", "round": 2}
PLAYING = {"home": "1", "away": "2", "table": "3"}
LINE = {"board": "7", "sides": {"ns": "1", "ew": "2"}, "session": "1", "part": 0, "reason": "fouled"}


def test_what_a_field_of_a_decision_may_be_is_what_the_golden_file_says() -> None:
    compare_values(
        "decisions-values",
        module.AnyDecision,
        [
            {"decision": "void", **LINE},
            {"decision": "score", **LINE, "ns": {"percent": "60"}, "ew": {"award": "not played"}},
            {
                "decision": "score",
                **LINE,
                "ns": {"weighted": [{"percent": "30", "points": 420}, {"percent": "70", "points": -50}]},
                "ew": {"points": 420},
            },
            {"decision": "match", **MATCH, "home_gets": {"score": "12.5"}, "away_gets": {"award": "average minus"}},
            {"decision": "match", **MATCH, "home_gets": {"award": "mismatch lower"}},
            {"decision": "removed", **MATCH, "board": "4", "home_gets": "average plus", "away_gets": "average"},
            {"decision": "adjustment", "participant": "3", "kind": "team", "session": "1", "round": 1, "amount": "-1"},
            {"decision": "adjustment", "participant": "3", "amount": 2, "unit": "percent_of_board"},
            {"decision": "carry", "participant": "3", "kind": "player", "score": "330", "maximum": 312, "boards": 26},
            {"decision": "game", "round": 3, "white": "5", "black": "9", "result": "+--"},
            {"decision": "retract", "file": SHA, "retracted": False},
            {"decision": "take", "file": SHA, "taken": False},
            {"decision": "status", "status": "official", "outcome": SHA},
            {"decision": "status", "status": "provisional", "corrections_until": "2026-03-07T20:30:00Z"},
            {"decision": "public", "policy": {"places": 3, "boards": "complete", "delay": 30}},
            {"decision": "names", "name": "Rosa Baker", "shown": "initials"},
            {"decision": "names", "shown": "full"},
            {"decision": "lock", "session": "1", "round": 2, "locked": False},
            {"decision": "reassign", "file": SHA, "to": "final"},
            {"decision": "reassign", "name": "a.xml", "sender": "club-pc", "to": "final"},
            {
                "decision": "early_start",
                "session": "1",
                "round": 2,
                "early": True,
                "playing": [{"home": "1", "away": "2"}],
            },
            {"decision": "presence", "participant": "3", "round": 2, "present": False, "lasting": False, "bye": "H"},
            {"decision": "presence", "participant": "3", "round": 2, "present": True, "kind": "pair", "name": "Ann"},
            {"decision": "exchange", "session": "1", "round": 2, "first": "3", "second": "5", "exchanged": False},
            {"decision": "exchange", "round": 2, "what": "tables", "first": "A3", "second": "B5"},
            {"decision": "system", "system": "swiss", "rounds": 7, "swiss": {"odd": "long_triple"}},
            {"decision": "scale", "table": {"name": "Club", "unit": "imps", "charts": []}},
            {"decision": "scale", "name": "WBF_DISCRETE"},
            {"decision": "imps", "lower_bounds": [20, 50]},
        ],
    )


def test_what_a_file_of_decisions_may_say_of_itself_is_what_the_golden_file_says() -> None:
    lock = {"decision": "lock"}
    head = {"kibitz": "decisions", "version": 1, "event": "spring-open", "at": "2026-03-07T20:00:00Z", "by": "Ann"}
    compare_values("decisions-head", Decisions, [{**head, "decisions": [lock]}])
    assert len(Decisions.model_validate({**head, "decisions": [lock] * 1_000}).decisions) == 1_000
    with pytest.raises(ValueError, match="at most 1000"):
        Decisions.model_validate({**head, "decisions": [lock] * 1_001})


@pytest.mark.parametrize("wrong", [{}, {"points": 1, "percent": "50", "award": "average"}, {"percent": "100.01"}])
def test_a_side_gets_one_thing_and_at_most_everything(wrong: dict[str, object]) -> None:
    for fine in ({"points": 0}, {"percent": "0"}, {"percent": "100"}, {"award": "average"}):
        assert Awarded.model_validate(fine).model_dump(exclude_unset=True, mode="json") == fine
    with pytest.raises(ValueError, match=r"one of them|less than or equal"):
        Awarded.model_validate(wrong)


def test_a_setting_of_the_public_that_is_not_known_is_refused_because_it_would_hide_nothing() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        module.SetPublic.model_validate({"decision": "public", "policy": {"places": 0, "lateness": 5}})


@pytest.mark.parametrize(
    ("status", "until"),
    [
        ("official", "2026-03-07T20:30:00Z"),
        ("provisional", "2026-03-07T20:00:00Z"),
        ("provisional", "2026-04-07T20:00:01Z"),
    ],
)
def test_a_correction_period_is_of_provisional_standings_and_ends_after_its_decision_and_within_a_month(
    status: str, until: str
) -> None:
    decision = {"decision": "status", "status": status, "corrections_until": until}
    document = {"event": "spring-open", "at": "2026-03-07T20:00:00Z", "decisions": [decision]}
    with pytest.raises(ValueError, match="a correction period"):
        Decisions.model_validate(document)
    decision |= {"status": "provisional", "corrections_until": "2026-04-07T20:00:00Z"}
    Decisions.model_validate(document)
