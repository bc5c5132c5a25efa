from kibitz.uplink.rights import OWN, copied, own_streams, questions, written_buckets


def test_a_public_server_copies_what_its_services_read_and_keeps_its_own() -> None:
    names = {spec.name for spec in copied()}
    assert names == {
        "SCORED",
        "MERGED",
        "SEATED",
        "RENDERINGS",
        "OBJ_BODIES_SCORING",
        "OBJ_BODIES_SEATING",
        "OBJ_STATES_SCORING",
        "OBJ_STATES_EXPORT",
        "KV_SECRETS",
        "KV_QUERIES",
        "KV_SCREENS",
        "KV_NEW_EVENTS",
    }
    assert {spec.name for spec in own_streams()} == set(OWN)


def test_files_and_decisions_cross_only_where_the_desk_is_allowed() -> None:
    asked = {question.name for question in questions(())}
    assert asked == {"scoring.standings.asked.v1", "scoring.explanation.asked.v1", "export.file.asked.v1"}
    assert {question.name for question in questions(("queries",))} == asked
    assert {question.name for question in questions(("desk",))} == asked | {
        "intake.file.offered.v1",
        "intake.files.asked.v1",
        "intake.folders.asked.v1",
        "intake.status.asked.v1",
        "scoring.findings.asked.v1",
    }


def test_buckets_of_the_hall_are_written_only_where_that_is_allowed() -> None:
    assert written_buckets(()) == ()
    assert written_buckets(("queries",)) == ("QUERIES",)
    assert written_buckets(("queries", "desk")) == ("QUERIES", "SCREENS", "NEW_EVENTS", "SECRETS")
