"""What the applications declare to FastStream is what the registry says, both ways, and what asyncapi.json shows."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from contracts import registry
from shared.bus.topology import FOLLOWERS, services
from shared.service import Service

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT: dict[str, Any] = json.loads((ROOT / "contracts/asyncapi.json").read_text(encoding="utf-8"))


def app(name: str) -> Service[Any]:
    found = importlib.import_module(f"services.{name}.app").app
    assert isinstance(found, Service)
    return found


@pytest.mark.parametrize("name", services())
def test_a_service_subscribes_to_what_the_registry_says(name: str) -> None:
    wanted = {entry.name for entry in registry.SUBJECTS if name in entry.consumers and name not in FOLLOWERS}
    assert {spec.subject for spec in app(name).bus.router.specs.values()} == wanted


@pytest.mark.parametrize("name", services())
def test_a_service_publishes_what_the_registry_says(name: str) -> None:
    wanted = {entry.address for entry in registry.SUBJECTS if name in entry.producers}
    assert {publisher.subject.template for publisher in app(name).broker.publishers} == wanted


@pytest.mark.parametrize("name", services())
def test_a_service_answers_what_the_registry_says(name: str) -> None:
    wanted = [entry.name for entry in registry.QUESTIONS if entry.answered_by == name]
    assert [entry.name for entry in app(name).bus.router.questions] == wanted


@pytest.mark.slow
@pytest.mark.parametrize("name", services())
def test_the_asyncapi_of_an_application_agrees_with_ours(name: str) -> None:
    """A channel of FastStream carries the message that our document has for its subject; partitions are one channel."""
    made = app(name).schema.to_specification().to_jsonable()
    for channel in made["channels"].values():
        entry = _entry(channel["address"])
        ours = DOCUMENT["channels"][entry.name]
        (message,) = channel["messages"].values()
        payload = _resolved(made, message)["payload"]
        expected = _resolved(DOCUMENT, next(iter(ours["messages"].values())))["payload"]
        assert payload["$ref"].rpartition("/")[2] == expected["$ref"].rpartition("/")[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", services())
def test_faststream_documents_every_application(name: str, tmp_path: Path) -> None:
    made = tmp_path / "asyncapi.json"
    command = [sys.executable, "-m", "faststream", "docs", "gen", f"services.{name}.app:app", "--out", str(made)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    document = json.loads(made.read_text())
    assert (document["asyncapi"], document["info"]["title"]) == ("3.0.0", f"Kibitz: {name}")
    heard = () if name in FOLLOWERS else (name,)
    wanted = {entry.name for entry in registry.SUBJECTS if {name} & {*entry.producers} or {*heard} & {*entry.consumers}}
    assert {_entry(channel["address"]).name for channel in document["channels"].values()} >= wanted


@pytest.mark.slow
def test_nothing_is_connected_or_read_when_an_application_is_imported() -> None:
    program = (
        "import builtins, importlib, socket\n"
        f"names = {[*services()]!r}\n"
        "def refuse(*_, **__): raise AssertionError('connected')\n"
        "socket.socket.connect = socket.create_connection = refuse\n"
        "print([importlib.import_module(f'services.{name}.app').app.name for name in names] == names)\n"
    )
    environment = {**os.environ, "KIBITZ_NATS_REPLICAS": "seven", "KIBITZ_INTAKE_TOKENS_FILE": "/nowhere"}
    made = subprocess.run([sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True)
    assert (made.returncode, made.stdout) == (0, "True\n"), made.stderr


def _entry(address: str) -> registry.Subject | registry.Question:
    for entry in (*registry.SUBJECTS, *registry.QUESTIONS):
        if address == entry.name or address.startswith(f"{entry.name}."):
            return entry
    raise KeyError(address)


def _resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node and "payload" not in node:
        found: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        node = found
    return node
