"""Alerts and dashboards as they are in the repository, and Debian's Prometheus to try them on."""

import contextlib
import json
import re
import shutil
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.ports import free_port
from tests.support.stack import wait_until

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy/observe"
EXTRACTED = ROOT / ".venv/prometheus/usr/bin"
"""Where .ci/run puts Debian's package, without installing it."""

SELECTOR = re.compile(r"\bkibitz_\w+(?:\{[^}]*\})?")


def binary(name: str) -> str:
    """The path of `prometheus` or `promtool`; the test is skipped where there is none."""
    found = shutil.which(name) or shutil.which(name, path=str(EXTRACTED))
    if found is None:
        pytest.skip(f"no {name}: apt-get install prometheus")
    return found


def rules() -> list[dict[str, Any]]:
    """Every alert."""
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels() -> dict[str, list[str]]:
    """The queries of each panel of each dashboard, by its title."""
    documents = [json.loads(path.read_text("utf-8")) for path in sorted((FOLDER / "dashboards").glob("*.json"))]
    return {
        panel["title"]: [target["expr"] for target in panel["targets"]]
        for document in documents
        for panel in document["panels"]
    }


def selectors(query: str) -> set[str]:
    """What a query reads: metrics with their labels."""
    return set(SELECTOR.findall(query))


def promptly(folder: Path, targets: Iterable[str]) -> Path:
    """The configuration of a Prometheus that looks every second, and at alerts without patience."""
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))
    for group in groups["groups"]:
        for rule in group["rules"]:
            rule.pop("for", None)
    (folder / "alerts.yml").write_text(yaml.safe_dump(groups), "utf-8")
    config = folder / "prometheus.yml"
    config.write_text(
        yaml.safe_dump(
            {
                "global": {"scrape_interval": "500ms", "scrape_timeout": "450ms", "evaluation_interval": "500ms"},
                "rule_files": ["alerts.yml"],
                "scrape_configs": [{"job_name": "kibitz", "static_configs": [{"targets": list(targets)}]}],
            }
        ),
        "utf-8",
    )
    return config


@dataclass(frozen=True)
class Prometheus:
    """A Prometheus that runs."""

    address: str

    def ask(self, path: str, **values: str) -> Any:
        query = urllib.parse.urlencode(values)
        with urllib.request.urlopen(f"{self.address}/api/v1/{path}?{query}", timeout=5) as answer:
            return json.loads(answer.read())["data"]

    def values(self, query: str) -> list[float]:
        """What a query gives now; nothing and no number are both nothing."""
        found = (float(each["value"][1]) for each in self.ask("query", query=query)["result"])
        return [value for value in found if value == value]

    def firing(self) -> set[tuple[str, str]]:
        """The alerts that fire: name and service."""
        alerts = self.ask("alerts")["alerts"]
        return {(a["labels"]["alertname"], a["labels"].get("service", "")) for a in alerts if a["state"] == "firing"}


@contextlib.contextmanager
def prometheus(folder: Path, addresses: Mapping[str, str]) -> Iterator[Prometheus]:
    """Run a Prometheus over processes that serve their metrics at some addresses."""
    folder.mkdir()
    config = promptly(folder, [urllib.parse.urlsplit(address).netloc for address in addresses.values()])
    port = free_port()
    command = [binary("prometheus"), f"--config.file={config}", f"--storage.tsdb.path={folder / 'data'}"]
    command += [f"--web.listen-address=127.0.0.1:{port}", "--log.level=warn"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            running = Prometheus(f"http://127.0.0.1:{port}")
            wait_until(lambda: running.values("count(up == 1)") == [len(addresses)])
            yield running
        finally:
            process.terminate()
            process.wait(20)
