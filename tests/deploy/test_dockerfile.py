"""The one Dockerfile, read as text: how it is laid out and what it lets in."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "deploy/Dockerfile").read_text("utf-8")
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").splitlines()


EVERYTHING, SERVICE = 2, 3
"""Stages that are images."""


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, continued lines joined, comments left out."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    joined = re.sub(r"\s*\\\n\s*", " ", lines)
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in joined.splitlines() if line.strip())]


def stages(text: str) -> list[list[tuple[str, str]]]:
    """The same, one list per stage."""
    found: list[list[tuple[str, str]]] = []
    for word, rest in instructions(text):
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def users(stage: list[tuple[str, str]]) -> list[str]:
    return [rest for word, rest in stage if word == "USER"]


def copied(text: str) -> set[str]:
    """What is taken from the folder that an image is built in."""
    sources: set[str] = set()
    for word, rest in instructions(text):
        if word == "COPY" and "--from" not in rest:
            sources.update(rest.split()[:-1])
    return sources


@pytest.mark.parametrize("image", [EVERYTHING, SERVICE])
def test_an_image_ends_as_a_user_without_rights_who_has_a_number(image):
    assert users(stages(TEXT)[image]) == ["10001:10001"]


def test_the_check_of_the_user_sees_an_image_that_stays_root():
    assert users(stages("FROM a\nUSER 10001\nFROM b\nRUN true\n")[-1]) == []


def test_the_service_is_an_argument_that_only_the_last_stage_knows():
    assert [("ARG", "SERVICE") in stage for stage in stages(TEXT)] == [False, False, False, True]


def test_what_changes_rarely_comes_before_what_changes_often():
    base = [f"{word} {rest}" for word, rest in stages(TEXT)[1]]
    needs = next(i for i, line in enumerate(base) if "--requirement requirements.txt" in line)
    code = next(i for i, line in enumerate(base) if line.startswith("COPY --from=wheel"))
    assert needs < code
    assert not any(line.startswith(("COPY shared", "COPY services", "COPY contracts")) for line in base[:needs])


def test_a_service_adds_only_its_own_extra_to_what_all_share():
    added = [rest for word, rest in stages(TEXT)[SERVICE] if word in {"RUN", "COPY"}]
    assert len(added) == 1
    assert 'requirements.py pyproject.toml "$SERVICE"' in added[0]
    assert 'import services.$SERVICE.app"' in added[0]


def test_every_package_comes_in_its_pinned_version_and_the_wheel_without_an_index():
    for _, rest in instructions(TEXT):
        for command in re.findall(r"pip install [^&]*", rest):  # "kibitz[all]" is there already, from the wheel
            assert "--constraint constraints.txt" in command or "--no-index" in command


def test_no_image_of_a_service_carries_the_embedded_server_or_tools_of_development():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    services = [path.name.replace("_", "-") for path in (ROOT / "services").iterdir() if (path / "app.py").exists()]
    for service in services:
        assert not [need for need in extras[service] if need.startswith(("nats-server", "pytest", "kibitz["))]


def test_health_is_asked_by_python_on_the_port_of_the_environment():
    [check] = [rest for word, rest in stages(TEXT)[SERVICE] if word == "HEALTHCHECK"]
    assert check.endswith('CMD ["python", "-I", "-S", "/opt/kibitz/healthcheck.py"]')
    assert "KIBITZ_HEALTH_PORT=9090" in TEXT
    assert "KIBITZ_HEALTH_PORT" in (ROOT / "deploy/healthcheck.py").read_text("utf-8")


def test_the_service_itself_is_process_one():
    [entry] = [rest for word, rest in stages(TEXT)[SERVICE] if word == "ENTRYPOINT"]
    assert "exec python -m" in entry


def test_base_images_carry_a_version():
    bases = {rest.split()[0].partition("@")[0] for word, rest in instructions(TEXT) if word == "FROM"} - {
        "base",
        "wheel",
    }
    assert bases == {"python:3.12-slim"}
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    assert requires == ">=3.11"


def test_the_folder_that_images_are_built_in_is_closed_but_for_what_they_copy():
    assert next(line for line in IGNORED if not line.startswith("#")) == "*"
    let_in = {line[1:] for line in IGNORED if line.startswith("!")}
    assert let_in == {source.rstrip("*") for source in copied(TEXT)}


@pytest.mark.parametrize("secret", [".git", ".env", "tls", "tests", "inbox"])
def test_nothing_private_is_let_in(secret):
    assert f"!{secret}" not in IGNORED
