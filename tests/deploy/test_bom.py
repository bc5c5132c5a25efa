"""The bill of materials names everything that the standard installation brings, and nothing else."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "deploy/bom.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def canonical(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.match(r"[A-Za-z0-9._-]+", requirement)[0]).lower()


PINS = {
    canonical(name): pin
    for name, _, pin in (line.partition("==") for line in (ROOT / "constraints.txt").read_text("utf-8").split())
}


def print_bom() -> bytes:
    return subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, check=True).stdout


@pytest.fixture(scope="module")
def printed() -> bytes:
    return print_bom()


@pytest.fixture(scope="module")
def bom(printed) -> dict:
    return json.loads(printed)


def test_every_distribution_that_a_service_asks_for_is_in_it(bom):
    asked = {canonical(line) for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["embedded"])}
    assert len(asked) > 15
    assert asked <= {component["name"] for component in bom["components"]}


def test_what_those_need_is_in_it_and_what_only_development_needs_is_not(bom):
    names = {component["name"] for component in bom["components"]}
    assert {"pydantic-core", "anyio", "markupsafe", "cffi", "pycparser"} <= names
    assert not names & {"pytest", "ruff", "endplay", "numpy", "kibitz"}


def test_each_has_its_pinned_version_a_licence_and_a_package_url(bom):
    assert bom["metadata"]["component"]["version"] == version("kibitz")
    for component in bom["components"]:
        assert component["version"] == PINS[component["name"]]
        assert component["purl"] == f"pkg:pypi/{component['name']}@{component['version']}"
        (licence,) = component["licenses"]
        assert licence.get("expression") or licence["license"]["name"]


def test_the_graph_joins_every_component_to_the_product(bom):
    needs = {one["ref"]: one["dependsOn"] for one in bom["dependencies"]}
    product = bom["metadata"]["component"]["bom-ref"]
    reached, waiting = set(), [product]
    while waiting:
        ref = waiting.pop()
        if ref not in reached:
            reached.add(ref)
            waiting.extend(needs[ref])
    assert reached == needs.keys() == {product, *(component["bom-ref"] for component in bom["components"])}


def test_it_is_the_same_each_time(printed):
    assert print_bom() == printed


def test_a_distribution_without_a_licence_stops_it(tmp_path):
    about = tmp_path / "kibitz-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kibitz\nVersion: 1\n")
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(SCRIPT.parent)!r}]; import bom; bom.bill('kibitz')"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert answer.returncode != 0
    assert "kibitz states no licence" in answer.stderr
