"""Alerts and dashboards, read as data; and by promtool where it is installed."""

import copy
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from kibitz.stack.layout import SERVICES
from shared.telemetry import Metrics
from tests.support.observe import FOLDER, ROOT, binary, panels, rules, selectors
from tests.support.time_limits import scaled

SAMPLES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def told() -> dict[str, set[str]]:
    """The labels of everything that a process tells, by name."""
    metrics = set(Metrics().registry._names_to_collectors.values())
    return {
        f"{metric._name}{suffix}": {*metric._labelnames, *(["le"] if suffix == "_bucket" else [])}
        for metric in metrics
        for suffix in SAMPLES[metric._type]
    }


def strangers(query: str) -> list[str]:
    """What a query reads that no process tells: metrics, and labels of them."""
    known, found = told(), []
    labels = {label for selector in selectors(query) for label in known.get(selector.partition("{")[0], ())}
    for selector in sorted(selectors(query)):
        name, _, matchers = selector.partition("{")
        asked = set(re.findall(r"(\w+)\s*(?:=|!=|=~|!~)", matchers))
        found += [name] if name not in known else [f"{name}: {label}" for label in sorted(asked - known[name])]
    for grouped in re.findall(r"\b(?:by|on|ignoring) \(([^)]*)\)", query):
        found += [label for label in re.findall(r"\w+", grouped) if label not in labels]
    return found


def test_every_query_reads_only_what_is_told() -> None:
    queries = [rule["expr"] for rule in rules()] + [query for asked in panels().values() for query in asked]
    assert {query: found for query in queries if (found := strangers(query))} == {}
    assert len(queries) > 30


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("max(kibitz_pendings)", ["kibitz_pendings"]),
        ('max(kibitz_events{name="a"})', ["kibitz_events: name"]),
        ("sum by (event) (kibitz_pending)", ["event"]),
    ],
)
def test_what_nobody_tells_is_found(query: str, found: list[str]) -> None:
    assert strangers(query) == found


def test_every_metric_is_on_the_dashboard_or_in_an_alert() -> None:
    asked = " ".join([rule["expr"] for rule in rules()] + [query for asked in panels().values() for query in asked])
    unread = {metric._name for metric in Metrics().registry._names_to_collectors.values() if metric._name not in asked}
    assert unread == {"kibitz_in_flight"}


def test_every_metric_is_in_the_documentation() -> None:
    page = (ROOT / "docs/operations.md").read_text("utf-8")
    names = {
        f"{metric._name}{'_total' if metric._type == 'counter' else ''}"
        for metric in Metrics().registry._names_to_collectors.values()
    }
    assert {name for name in names if f"`{name}`" not in page} == set()


def test_every_alert_says_what_to_do_and_leads_to_its_section() -> None:
    headings = re.findall(r"^## (\w+)$", (ROOT / "docs/alerts.md").read_text("utf-8"), re.MULTILINE)
    assert headings == [rule["alert"] for rule in rules()]
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["action"]
        assert rule["annotations"]["runbook"] == f"docs/alerts.md#{rule['alert'].lower()}"


def test_every_service_is_looked_at_and_missed() -> None:
    config = yaml.safe_load((FOLDER / "prometheus.yml").read_text("utf-8"))
    (job,) = config["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    assert found["names"] == [name.replace("_", "-") for name in SERVICES]
    down = next(rule for rule in rules() if rule["alert"] == "KibitzServiceDown")
    assert re.findall(r'service="(\w+)"', down["expr"]) == [*SERVICES]


def test_panels_lie_side_by_side_and_name_the_source_that_is_provisioned() -> None:
    (path,) = (FOLDER / "dashboards").glob("*.json")
    dashboard = json.loads(path.read_text("utf-8"))
    sources = {source["uid"] for source in yaml.safe_load((FOLDER / "sources.yml").read_text("utf-8"))["datasources"]}
    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        assert panel["datasource"]["uid"] in sources
        assert {target["datasource"]["uid"] for target in panel["targets"]} <= sources
        assert panel["fieldConfig"]["defaults"]["unit"]
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken
        assert max(x for x, _ in cells) < 24
        taken |= cells
    assert len(dashboard["panels"]) == len({panel["id"] for panel in dashboard["panels"]}) == len(panels())


QUIET = {
    **{f'kibitz_connected{{service="{name}"}}': "1x40" for name in SERVICES},
    **{f'kibitz_healthy{{service="{name}"}}': "1x40" for name in SERVICES},
    'kibitz_taking_files{service="intake"}': "1x40",
    'kibitz_published_total{service="scoring", outcome="stored"}': "0+2x40",
    'kibitz_events{service="broadcast", age="5m"}': "1x40",
    'kibitz_file_to_screen_seconds_bucket{service="broadcast", le="0.5"}': "0+9x40",
    'kibitz_file_to_screen_seconds_bucket{service="broadcast", le="10"}': "0+9x40",
    'kibitz_file_to_screen_seconds_bucket{service="broadcast", le="+Inf"}': "0+9x40",
    'kibitz_pending{service="scoring", consumer="scoring-fragment-accepted"}': "99x40",
    'kibitz_dead_letters{service="intake"}': "0x40",
    'kibitz_set_aside{service="scoring"}': "0x40",
    'kibitz_damages{service="intake", state="open"}': "0x40",
    'kibitz_damages{service="intake", state="found"}': "3x40",
    'kibitz_unreadable_total{service="broadcast"}': "5x40",
    'kibitz_disk_bytes{service="intake", disk="data", state="free"}': "9e9x40",
    'kibitz_disk_bytes{service="intake", disk="data", state="kept"}': "268e6x40",
    'kibitz_storage_bytes{service="intake", budget="SCORED", state="used"}': "70x40",
    'kibitz_storage_bytes{service="intake", budget="SCORED", state="budget"}': "100x40",
    'kibitz_closed_total{service="broadcast", code="slow_consumer"}': "0x40",
    'kibitz_closed_total{service="broadcast", code="going_away"}': "0+50x40",
    'kibitz_uplink_away_seconds{service="broadcast"}': "0x40",
    'kibitz_uplink_behind{service="broadcast"}': "99x40",
    'kibitz_webhooks{service="notification", state="well"}': "3x40",
    'kibitz_webhooks{service="notification", state="failing"}': "0x40",
    'kibitz_webhooks{service="notification", state="gone"}': "0x40",
    'kibitz_webhook_waiting_seconds{service="notification"}': "20x40",
}
"""A good evening: minutes in which no alert fires."""

FAULTS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "KibitzServiceDown": ({'kibitz_connected{service="scoring"}': "1x5 stale"}, {"service": "scoring"}),
    "KibitzBusAway": (
        {'kibitz_connected{service="seating"}': "1x5 0x40", 'kibitz_healthy{service="seating"}': "1x5 0x40"},
        {"service": "seating"},
    ),
    "KibitzUnhealthy": ({'kibitz_healthy{service="export"}': "1x5 0x40"}, {"service": "export"}),
    "KibitzTakesNoFiles": (
        {
            'kibitz_taking_files{service="intake"}': "1x5 0x40",
            'kibitz_storage_bytes{service="intake", budget="SCORED", state="used"}': "70x5 100x40",
            'kibitz_disk_bytes{service="intake", disk="data", state="free"}': "9e9x5 1e6x40",
        },
        {},
    ),
    "KibitzPageBehind": ({'kibitz_events{service="broadcast", age="5m"}': "1x5 0x40"}, {}),
    "KibitzSlow": ({'kibitz_file_to_screen_seconds_bucket{service="broadcast", le="0.5"}': "0+8x40"}, {}),
    "KibitzBacklog": (
        {'kibitz_pending{service="scoring", consumer="scoring-fragment-accepted"}': "101x40"},
        {"service": "scoring", "consumer": "scoring-fragment-accepted"},
    ),
    "KibitzDeadLetters": ({'kibitz_dead_letters{service="intake"}': "1x40"}, {}),
    "KibitzEventsSetAside": ({'kibitz_set_aside{service="scoring"}': "2x40"}, {"service": "scoring"}),
    "KibitzDamages": (
        {'kibitz_damages{service="intake", state="open"}': "1x40", 'kibitz_healthy{service="intake"}': "0x40"},
        {},
    ),
    "KibitzUnreadable": ({'kibitz_unreadable_total{service="broadcast"}': "5x10 6+1x40"}, {"service": "broadcast"}),
    "KibitzDiskLow": ({'kibitz_disk_bytes{service="intake", disk="data", state="free"}': "1e9x40"}, {"disk": "data"}),
    "KibitzBudgetLow": (
        {'kibitz_storage_bytes{service="intake", budget="SCORED", state="used"}': "81x40"},
        {"budget": "SCORED"},
    ),
    "KibitzReadersDropped": ({'kibitz_closed_total{service="broadcast", code="slow_consumer"}': "0+3x40"}, {}),
    "KibitzUplinkAway": (
        {
            'kibitz_uplink_away_seconds{service="broadcast"}': "0x5 60+60x40",
            'kibitz_uplink_behind{service="broadcast"}': "0x5 0+100x40",
        },
        {},
    ),
    "KibitzUplinkBehind": ({'kibitz_uplink_behind{service="broadcast"}': "0x5 150x40"}, {}),
    "KibitzWebhookFailing": (
        {
            'kibitz_webhooks{service="notification", state="well"}': "3x5 2x40",
            'kibitz_webhooks{service="notification", state="failing"}': "0x5 1x40",
            'kibitz_webhook_waiting_seconds{service="notification"}': "0x5 0+60x40",
        },
        {},
    ),
    "KibitzWebhookLate": ({'kibitz_webhook_waiting_seconds{service="notification"}': "20x5 400+60x40"}, {}),
}
"""What goes wrong, on top of a good evening, and the labels of the one alert that fires."""


def case(fault: str | None, at: str) -> dict[str, Any]:
    series, labels = FAULTS[fault] if fault else ({}, {})
    return {
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in (QUIET | series).items()],
        "alert_rule_test": [
            {"eval_time": at, "alertname": rule["alert"], "exp_alerts": expected(rule, fault, labels)}
            for rule in rules()
        ],
    }


def resolved(fault: str) -> dict[str, Any]:
    """A fault of some forty minutes, of which nothing is left half an hour after its end."""
    series = {name: f"{values} {values} {values}" for name, values in QUIET.items()}
    series |= {name: f"{values} {QUIET[name]} {QUIET[name]}" for name, values in FAULTS[fault][0].items()}
    calm = case(None, "80m")
    calm["input_series"] = [{"series": name, "values": values} for name, values in series.items()]
    return calm


def expected(rule: dict[str, Any], fault: str | None, labels: dict[str, str]) -> list[dict[str, Any]]:
    return [{"exp_labels": {**rule["labels"], **labels}}] if rule["alert"] == fault else []


def check(folder: Path, tests: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    bare = copy.deepcopy(yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8")))
    for group in bare["groups"]:
        for rule in group["rules"]:
            # promtool compares annotations too, and what they say is no concern here.
            del rule["annotations"]
    (folder / "alerts.yml").write_text(yaml.safe_dump(bare), "utf-8")
    document = {"rule_files": ["alerts.yml"], "evaluation_interval": "1m", "tests": tests}
    (folder / "tests.yml").write_text(yaml.safe_dump(document), "utf-8")
    command = [binary("promtool"), "test", "rules", str(folder / "tests.yml")]
    return subprocess.run(command, capture_output=True, text=True, timeout=scaled(60), check=False)


def test_there_is_a_fault_for_every_alert() -> None:
    assert [*FAULTS] == [rule["alert"] for rule in rules()]


def test_promtool_finds_nothing_wrong() -> None:
    for words in (["check", "rules", "alerts.yml"], ["check", "config", "prometheus.yml"]):
        command = [binary("promtool"), *words]
        result = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=scaled(60), check=False)
        assert result.returncode == 0, result.stderr


def test_each_fault_fires_its_own_alert_and_no_other_and_a_good_evening_fires_none(tmp_path: Path) -> None:
    result = check(tmp_path, [case(None, "30m"), *(case(fault, "20m") for fault in FAULTS)])
    assert result.returncode == 0, result.stdout + result.stderr


def test_each_alert_is_resolved_when_its_fault_is_over(tmp_path: Path) -> None:
    result = check(tmp_path, [resolved(fault) for fault in FAULTS])
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_check_of_faults_bites(tmp_path: Path) -> None:
    calm = case(None, "20m")
    calm["input_series"] = case("KibitzBacklog", "20m")["input_series"]
    result = check(tmp_path, [calm])
    assert result.returncode != 0
    assert "KibitzBacklog" in result.stdout + result.stderr
