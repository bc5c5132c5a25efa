"""The registry is consistent: subjects of one form, known services, and one message class for each."""

import re
from pathlib import Path

import pytest

from contracts import messages, registry, subjects
from contracts.base import UNRECOGNISED

ROOT = Path(__file__).parents[2]

_GRAMMAR = re.compile(r"[a-z]+\.[a-z]+\.[a-z]+ed\.v[1-9][0-9]*|dead")
"""`<context>.<entity>.<past participle>.v<major>`; dead letters stand outside, they are no event of the field."""

_FILTERS = {"format", "file", "partition", "event", "day", "line", "board", "round", "table", "service", "sender"}


def inconsistencies(entries: tuple[registry.Subject, ...], services: set[str]) -> list[str]:
    """What is wrong with a registry."""
    found = []
    names = [entry.name for entry in entries]
    for entry in entries:
        context = entry.name.split(".", maxsplit=1)[0]
        if not _GRAMMAR.fullmatch(entry.name):
            found.append(f"{entry.name}: not <context>.<entity>.<past participle>.v<major>")
        if names.count(entry.name) > 1:
            found.append(f"{entry.name}: named twice")
        if [other.message for other in entries].count(entry.message) > 1:
            found.append(f"{entry.name}: another subject has the message {entry.message.__name__}")
        if not re.fullmatch(r"[A-Z]+", entry.stream):
            found.append(f"{entry.name}: {entry.stream} is no name of a stream")
        if not entry.producers or not (entry.consumers or entry.read_by):
            found.append(f"{entry.name}: nobody writes or reads it")
        for service in {*entry.producers, *entry.consumers} - services - {"anyone"}:
            found.append(f"{entry.name}: there is no service {service}")
        if "anyone" in entry.producers:
            found.append(f"{entry.name}: a program outside may not write it")
        if context != "dead" and not any(context in producer for producer in entry.producers):
            found.append(f"{entry.name}: none of its writers is called {context}")
        if not set(entry.filters) <= _FILTERS:
            found.append(f"{entry.name}: unknown filter")
        if not re.fullmatch(r"[A-Z].*\.", entry.says):
            found.append(f"{entry.name}: what it says is no sentence")
    return found


def service_folders(root: Path) -> set[str]:
    return {path.parent.name for path in root.glob("services/*/__init__.py")}


def test_the_registry_is_consistent() -> None:
    assert inconsistencies(registry.SUBJECTS, service_folders(ROOT)) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"name": "scoring.standings.publish.v1"}, "not <context>"),
        ({"name": "scoring.standings.published"}, "not <context>"),
        ({"name": "Scoring.standings.published.v1"}, "not <context>"),
        ({"name": "intake.file.received.v1"}, "named twice"),
        ({"message": messages.FileReceived}, "another subject has the message"),
        ({"stream": "Scored"}, "is no name of a stream"),
        ({"consumers": (), "read_by": ()}, "nobody writes or reads it"),
        ({"consumers": ("tea_room",)}, "there is no service tea_room"),
        ({"producers": ("anyone",)}, "a program outside may not write it"),
        ({"producers": ("export",)}, "none of its writers is called scoring"),
        ({"filters": ("weather",)}, "unknown filter"),
        ({"says": "standings"}, "is no sentence"),
    ],
)
def test_the_consistency_test_bites(change: dict[str, object], complaint: str) -> None:
    fields = {**vars(registry.by_name("scoring.standings.published.v1")), **change}
    bad = registry.Subject(**fields)
    others = tuple(entry for entry in registry.SUBJECTS if entry.name != "scoring.standings.published.v1")
    services = {name for entry in registry.SUBJECTS for name in (*entry.producers, *entry.consumers)}
    found = inconsistencies((*others, bad), services)
    assert any(complaint in line for line in found), found


def test_every_subject_has_a_function_that_builds_it_and_none_is_left_over() -> None:
    built = {
        "intake.file.received.v1": subjects.file_received("usebio", "0" * 64),
        "intake.file.rejected.v1": subjects.file_rejected(UNRECOGNISED),
        "parser.file.parsed.v1": subjects.file_parsed("pbn"),
        "parser.fragment.parsed.v1": subjects.fragment_parsed("spring-pairs"),
        "validation.fragment.accepted.v1": subjects.fragment_accepted("spring-pairs"),
        "validation.fragment.rejected.v1": subjects.fragment_rejected("spring-pairs"),
        "scoring.standings.published.v1": subjects.standings_published("spring-pairs"),
        "scoring.board.scored.v1": subjects.board_scored("spring-pairs", "7"),
        "scoring.round.scored.v1": subjects.round_scored("spring-open", "3"),
        "scoring.deal.analysed.v1": subjects.deal_analysed("spring-pairs", "7"),
        "scoring.event.merged.v1": subjects.event_merged("spring-pairs"),
        "scoring.event.folded.v1": subjects.event_folded("spring-pairs"),
        "scoring.event.described.v1": subjects.event_described("2026-11-17", "4711", "spring-pairs"),
        "seating.round.assigned.v1": subjects.round_assigned("spring-pairs"),
        "notification.table.changed.v1": subjects.table_changed("spring-pairs", "standings"),
        "export.file.rendered.v1": subjects.file_rendered("csv", "spring-pairs"),
        "dead": subjects.dead("scoring"),
    }
    assert set(built) == {entry.name for entry in registry.SUBJECTS}
    for name, subject in built.items():
        entry = registry.by_name(name)
        assert re.fullmatch(re.escape(entry.pattern).replace(r"\*", "[^.]+"), subject)


def test_every_message_class_has_a_subject() -> None:
    classes = {
        kind for kind in vars(messages).values() if isinstance(kind, type) and issubclass(kind, messages.Message)
    }
    assert classes - {messages.Message} == {entry.message for entry in registry.SUBJECTS}


def test_questions_have_names_like_subjects_and_services_that_there_are() -> None:
    services = service_folders(ROOT)
    built = {
        "intake.file.offered.v1": subjects.file_offered("club"),
        "intake.files.asked.v1": subjects.files_asked(),
        "intake.folders.asked.v1": subjects.folders_asked(),
        "intake.status.asked.v1": subjects.file_status_asked(),
        "scoring.standings.asked.v1": subjects.standings_asked("spring-pairs"),
        "notification.notices.asked.v1": subjects.notices_asked("spring-pairs"),
        "scoring.explanation.asked.v1": subjects.explanation_asked("spring-pairs"),
        "scoring.findings.asked.v1": subjects.findings_asked("spring-pairs"),
        "scoring.event.asked.v1": subjects.event_asked("spring-pairs"),
        "export.file.asked.v1": subjects.file_asked("spring-pairs"),
    }
    assert set(built) == {question.name for question in registry.QUESTIONS}
    kept = {entry.name for entry in registry.SUBJECTS}
    for question in registry.QUESTIONS:
        assert _GRAMMAR.fullmatch(question.name)
        assert question.name not in kept, "no stream may keep a question"
        assert re.fullmatch(re.escape(question.pattern).replace(r"\*", "[^.]+"), built[question.name])
        assert {*question.asked_by, question.answered_by} <= services | {"anyone"}
        assert question.answered_by in services
        assert question.name.startswith(f"{question.answered_by}.")
        assert set(question.filters) <= _FILTERS
        assert registry.question_by_name(question.name) is question


def test_a_name_that_is_not_there_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        registry.by_name("scoring.tea.served.v1")
    with pytest.raises(KeyError):
        registry.question_by_name("scoring.tea.served.v1")


def test_a_subject_belongs_to_its_family_with_as_many_filters() -> None:
    boards = registry.by_name("scoring.board.scored.v1")
    for subject in ("scoring.board.scored.v1.monday.7", "scoring.board.scored.v1.*.*", "scoring.board.scored.v1.>"):
        assert registry.registry_entry(subject) is boards
    for subject in ("scoring.board.scored.v1", "scoring.board.scored.v1.monday", "scoring.board.scored.v1.monday.7.x"):
        with pytest.raises(KeyError, match="no subject"):
            registry.registry_entry(subject)
    with pytest.raises(KeyError):
        registry.registry_entry("scoring.board.scored.v11.monday.7")
    assert registry.registry_entry("dead.scoring").name == "dead"


def test_a_question_belongs_to_its_family_with_as_many_filters() -> None:
    asked = registry.question_by_name("scoring.standings.asked.v1")
    assert registry.question_entry("scoring.standings.asked.v1.monday") is asked
    for subject in ("scoring.standings.asked.v1", "scoring.standings.asked.v1.monday.x", "scoring.tea.asked.v1.monday"):
        with pytest.raises(KeyError, match="no question"):
            registry.question_entry(subject)


def test_an_address_names_its_filters_and_a_pattern_leaves_them_open() -> None:
    rendered = registry.by_name("export.file.rendered.v1")
    assert rendered.address == "export.file.rendered.v1.{format}.{event}"
    assert rendered.pattern == "export.file.rendered.v1.*.*"
