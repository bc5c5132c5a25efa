"""The declaration of streams, consumers and buckets."""

from collections import Counter

import pytest

from contracts import registry, subjects
from contracts.registry import registry_entry
from shared.bus import topology
from shared.bus.topology import BUCKETS, CONSUMERS, STREAMS, consumers, filter_subject


def stream(name: str) -> topology.StreamSpec:
    return next(spec for spec in STREAMS if spec.name == name)


def test_every_subject_of_the_registry_lies_in_its_stream_and_in_no_other():
    assert {spec.name for spec in STREAMS} == {subject.stream for subject in registry.SUBJECTS}
    places = Counter(pattern for spec in STREAMS for pattern in spec.subjects)
    assert places == Counter(subject.pattern for subject in registry.SUBJECTS)


@pytest.mark.parametrize("name", ["INTAKE", "PARSED", "VALIDATED"])
def test_a_source_of_truth_has_no_limit_and_drops_nothing(name: str):
    spec = stream(name)
    assert (spec.max_msgs_per_subject, spec.max_age, spec.discard) == (-1, None, "new")


def test_what_can_be_made_again_is_bounded():
    limits = {name: stream(name).max_msgs_per_subject for name in ("SCORED", "MERGED", "SEATED", "RENDERINGS", "DEAD")}
    assert limits == {"SCORED": 5000, "MERGED": 1, "SEATED": 50, "RENDERINGS": 1, "DEAD": 10_000}


def test_a_message_that_is_published_again_within_ten_minutes_is_recognised():
    assert {spec.duplicate_window for spec in STREAMS} == {600.0}


def test_durable_names_are_unique_and_allowed_by_the_server():
    names = [spec.durable for spec in CONSUMERS]
    assert len(set(names)) == len(names)
    assert all(set(name).isdisjoint(" .*>/\\") for name in names)


def test_a_partitioned_subject_has_one_durable_with_one_message_in_flight_for_each_partition():
    specs = [spec for spec in consumers("scoring") if spec.subject == "validation.fragment.accepted.v1"]
    assert [spec.durable for spec in specs] == [
        f"scoring-fragment-accepted-p{n:02d}" for n in range(subjects.PARTITIONS)
    ]
    assert {spec.max_ack_pending for spec in specs} == {1}
    assert specs[7].filter_subject == "validation.fragment.accepted.v1.7.*"
    assert {spec.label for spec in specs} == {"scoring-fragment-accepted"}


def test_every_event_falls_to_exactly_one_durable_of_a_service():
    specs = consumers("scoring")
    for number in range(200):
        tokens = subjects.fragment_accepted(f"event-{number}").split(".")
        matching = [spec for spec in specs if _matches(tokens, spec.filter_subject.split("."))]
        assert len(matching) == 1


def _matches(tokens: list[str], pattern: list[str]) -> bool:
    return len(tokens) == len(pattern) and all(p in ("*", t) for t, p in zip(tokens, pattern, strict=True))


def test_a_parser_has_one_durable_for_its_own_format():
    [spec] = consumers("acblscore_parser")
    assert spec.filter_subject == "intake.file.received.v1.acblscore.*"
    assert spec.durable == "acblscore_parser-file-received"
    assert spec.max_ack_pending > 1


def test_broadcast_and_programs_outside_own_no_durable():
    assert consumers("broadcast") == ()
    assert "anyone" not in topology.services()


def test_intake_hears_of_everything_that_changes_where_a_file_stands():
    assert {spec.label for spec in consumers("intake")} == {
        "intake-file-received",
        "intake-file-rejected",
        "intake-file-parsed",
        "intake-fragment-accepted",
        "intake-fragment-rejected",
        "intake-standings-published",
        "intake-dead",
    }


def test_a_filter_replaces_its_wildcard():
    entry = registry.by_name("export.file.rendered.v1")
    assert filter_subject(entry, {"format": "csv"}) == "export.file.rendered.v1.csv.*"
    assert filter_subject(entry, {}) == entry.pattern


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("scoring.board.scored.v1.club-pairs.7", "scoring.board.scored.v1"),
        ("scoring.board.scored.v1.*.*", "scoring.board.scored.v1"),
        ("scoring.board.scored.v1.>", "scoring.board.scored.v1"),
        ("dead.scoring", "dead"),
    ],
)
def test_a_subject_or_a_pattern_belongs_to_its_entry(subject: str, name: str):
    assert registry_entry(subject).name == name


@pytest.mark.parametrize(
    "subject",
    ["", "x", "scoring.board.scored.v1", "scoring.board.scored.v1.a", "scoring.board.scored.v11.a.b", "deadly.x"],
)
def test_what_the_registry_does_not_have_is_an_error(subject: str):
    with pytest.raises(KeyError):
        registry_entry(subject)


def test_every_subject_function_of_the_contracts_has_an_entry():
    for subject in (
        subjects.file_received("usebio", "ab"),
        subjects.file_rejected("pbn"),
        subjects.file_parsed("trf"),
        subjects.fragment_parsed("a"),
        subjects.fragment_accepted("a"),
        subjects.fragment_rejected("a"),
        subjects.standings_published("a"),
        subjects.board_scored("a", "1"),
        subjects.event_merged("a"),
        subjects.round_assigned("a"),
        subjects.file_rendered("csv", "a"),
        subjects.dead("scoring"),
    ):
        assert registry_entry(subject)


def test_a_bucket_is_laid_out_as_the_nats_clients_expect():
    specs = {bucket.name: bucket.stream for bucket in BUCKETS}
    assert specs["FILES"].name == "OBJ_FILES"
    assert specs["FILES"].subjects == ["$O.FILES.C.>", "$O.FILES.M.>"]
    assert specs["FILE_STATUS"].name == "KV_FILE_STATUS"
    assert specs["FILE_STATUS"].subjects == ["$KV.FILE_STATUS.>"]
    assert specs["FILE_STATUS"].max_msgs_per_subject == 1


def test_a_body_lies_with_its_producer_and_only_states_can_go_again():
    specs = {bucket.name: bucket for bucket in BUCKETS}
    assert {name for name, bucket in specs.items() if bucket.stream.allow_rollup_hdrs} == {
        "STATES_SCORING",
        "STATES_EXPORT",
    }
    merged = subjects.event_merged("a")
    assert topology.body_bucket(merged, "scoring") == topology.body_bucket(merged, "operator") == "STATES_SCORING"
    assert topology.body_bucket(subjects.file_parsed("pbn"), "pbn_parser") == "BODIES_PBN_PARSER"
    bodies = [bucket for name, bucket in specs.items() if name.startswith(("BODIES_", "STATES_"))]
    assert all(bucket.name.endswith(f"_{bucket.writers[0].upper()}") for bucket in bodies)
    assert not specs["BODIES_INTAKE"].serves("broadcast")
    outside = {bucket.name for bucket in bodies if bucket.serves("anyone")}
    assert outside == {"BODIES_VALIDATION", "BODIES_SCORING", "BODIES_SEATING", "STATES_EXPORT"}


def test_a_service_that_only_checks_looks_at_what_it_uses():
    names = {spec.name for spec in topology.streams_of("seating", "check")}
    assert names == {"MERGED", "SEATED", "DEAD", "OBJ_STATES_SCORING", "OBJ_BODIES_SEATING", "KV_PARKED_SEATING"}
    assert {spec.name for spec in topology.streams_of("seating")} > names
