"""The generated files are current, the same every time, and a file out of date is noticed."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from contracts.generate import __main__ as generate
from tests.support.time_limits import scaled


def test_the_generated_files_are_current() -> None:
    assert generate.stale(generate.ROOT, generate.outputs()) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_contracts_give_the_same_bytes_in_every_process(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "contracts.generate", "--check"],
        cwd=generate.ROOT,
        env={"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        timeout=scaled(60),
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    shutil.copy(generate.ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(generate.ROOT / generate.EXAMPLES, tmp_path / generate.EXAMPLES)
    said: list[object] = []
    assert generate.main([], tmp_path, said.append) == 0
    assert "contracts/asyncapi.json" in said
    assert generate.main(["--release"], tmp_path, said.append) == 0
    return tmp_path


def check(root: Path) -> tuple[int, str]:
    said: list[object] = []
    return generate.main(["--check"], root, said.append), "\n".join(map(str, said))


def test_a_file_just_written_is_current(repository: Path) -> None:
    assert check(repository) == (0, "")
    said: list[object] = []
    assert generate.main([], repository, said.append) == 0
    assert said == []


@pytest.mark.parametrize("name", ["contracts/asyncapi.json", "docs/findings.md", "contracts/schemas/EventMerged.json"])
def test_a_changed_file_is_out_of_date(repository: Path, name: str) -> None:
    (repository / name).write_text((repository / name).read_text(encoding="utf-8") + " ", encoding="utf-8")
    status, said = check(repository)
    assert status == 1
    assert f"{name} is out of date" in said


@pytest.mark.slow
def test_a_missing_file_is_noticed(repository: Path) -> None:
    (repository / "docs/subjects.md").unlink()
    assert check(repository) == (1, check(repository)[1])
    assert "docs/subjects.md is missing" in check(repository)[1]


def test_the_schema_of_a_message_that_is_no_more_is_left_over_and_removed(repository: Path) -> None:
    (repository / "contracts/schemas/feed/Whisper.json").write_text("{}", encoding="utf-8")
    assert "contracts/schemas/feed/Whisper.json is left over" in check(repository)[1]
    generate.main([], repository, lambda line: None)
    assert check(repository)[0] == 0


def test_a_schema_that_is_none_of_a_message_is_left_alone(repository: Path) -> None:
    ours = repository / "contracts/schemas/usebio-1.4.xsd"
    ours.write_text("<xs:schema/>", encoding="utf-8")
    generate.main([], repository, lambda line: None)
    assert check(repository) == (0, "")
    assert ours.exists()


def test_a_released_message_that_is_gone_breaks_its_readers(repository: Path) -> None:
    generate.main(["--release"], repository, lambda line: None)
    (repository / generate.RELEASED / "Whisper.json").write_text("{}", encoding="utf-8")
    assert "Whisper.json: the message is gone" in check(repository)[1]


def test_a_breaking_change_is_not_released(repository: Path) -> None:
    assert generate.main(["--release"], repository, lambda line: None) == 0
    path = repository / generate.RELEASED / "FileReceived.json"
    old = json.loads(path.read_text(encoding="utf-8"))
    old["properties"]["sender_mood"] = {"type": "string"}
    path.write_text(json.dumps(old), encoding="utf-8")
    said: list[object] = []
    assert generate.main(["--release"], repository, said.append) == 1
    assert "sender_mood: property removed or renamed" in "\n".join(map(str, said))
    assert json.loads(path.read_text(encoding="utf-8")) == old
