"""The one Dockerfile, read as text: how it is laid out and what it lets in."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "deploy/Dockerfile").read_text("utf-8")
IGNORED = (ROOT / ".dockerignore").read_text("utf-8").splitlines()


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


def test_the_image_ends_as_a_user_without_rights_who_has_a_number():
    assert users(stages(TEXT)[-1]) == ["10001:10001"]


def test_the_check_of_the_user_sees_an_image_that_stays_root():
    assert users(stages("FROM a\nUSER 10001\nFROM b\nRUN true\n")[-1]) == []


def test_what_changes_rarely_comes_before_what_changes_often():
    base = [f"{word} {rest}" for word, rest in stages(TEXT)[1]]
    needs = next(i for i, line in enumerate(base) if "--requirement requirements.txt" in line)
    code = next(i for i, line in enumerate(base) if line.startswith("COPY --from=wheel"))
    assert needs < code
    assert not any(line.startswith(("COPY shared", "COPY services", "COPY contracts")) for line in base[:needs])


def test_every_package_comes_in_its_pinned_version_and_the_wheel_without_an_index():
    for _, rest in instructions(TEXT):
        for command in re.findall(r"pip install [^&]*", rest):
            assert "--constraint constraints.txt" in command or "--no-index" in command


def test_locales_of_all_languages_of_the_page_stay():
    kept = set(re.findall(r"! -name '(\w+)\*'", TEXT))
    words = {path.stem for path in (ROOT / "services/broadcast/adapters/scoreboard/words").glob("*.po")}
    assert words | {"en"} == kept


def test_health_is_asked_by_python_without_its_packages():
    [check] = [rest for word, rest in stages(TEXT)[-1] if word == "HEALTHCHECK"]
    assert check.endswith('CMD ["python", "-I", "-S", "/opt/kibitz/healthcheck.py"]')


def test_without_words_the_image_runs_everything():
    assert [rest for word, rest in stages(TEXT)[-1] if word == "ENTRYPOINT"] == ['["kibitz"]']
    assert [rest for word, rest in stages(TEXT)[-1] if word == "CMD"][-1].startswith('["up", ')


def test_base_images_carry_a_version():
    bases = {rest.split()[0].partition("@")[0] for word, rest in instructions(TEXT) if word == "FROM"}
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
