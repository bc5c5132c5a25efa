"""A format that a developer adds as CONTRIBUTING says, through a whole running server."""

import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.sending import send, status
from tests.support.every_way import by_client, by_http
from tests.support.stack import ROOT, Stack, event_when_scored, wait_until
from tests.support.toy_file import DATA

pytestmark = pytest.mark.connected


def changed(file: Path, old: str, new: str) -> None:
    """Edit a file; what is replaced has to be there once."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{file} has {text.count(old)} times {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages with one folder and one line more, and with a service that runs the parser."""
    tree = tmp_path_factory.mktemp("tree")
    for package in ("contracts", "shared", "services", "kibitz"):
        shutil.copytree(ROOT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests/support/formats/toy", tree / "shared/formats/toy")
    changed(tree / "shared/formats/registry.py", 'NAMES = ("usebio", ', 'NAMES = ("toy", "usebio", ')
    shutil.copytree(tree / "services/trf_parser", tree / "services/toy_parser")
    for file in (tree / "services/toy_parser").glob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("trf", "toy").replace("TRF", "TOY"), encoding="utf-8")
    changed(tree / "contracts/registry.py", "PARSERS = (", 'PARSERS = ("toy_parser", ')
    return tree


@pytest.fixture(scope="module")
def stack(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("stack"), tree=tree) as running:
        yield running


def test_a_file_of_a_new_format_goes_from_the_intake_to_the_feed_and_to_export(stack: Stack) -> None:
    sent = send(stack.intake, "monday.toy", DATA)
    event = event_when_scored(stack, sent.sha256)

    rows = by_http(stack, event)
    assert by_client(stack, event) == rows
    assert len(rows) == 4

    files = [file for file in stack.get(f"/v1/events/{event}/files")["files"] if file["format"] == "toy"]
    with urllib.request.urlopen(stack.page + files[0]["url"]) as response:
        assert response.read() == DATA


def test_a_bad_file_of_a_new_format_is_refused_with_the_code_of_its_format(stack: Stack) -> None:
    sent = send(stack.intake, "bad.toy", b"TOY Tuesday pairs\nnonsense\nend\n")
    body = wait_until(lambda: (now := status(stack.intake, sent.sha256).body).get("state") == "rejected" and now)
    assert body["code"] == "toy.bad-line"
