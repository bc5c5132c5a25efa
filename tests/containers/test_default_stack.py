"""docker-compose.yml as it stands: files in, standings out, more replicas, a killed service, a clean stop."""

import os
import signal
import subprocess
import time

import nats
import pytest

from contracts import registry
from contracts.facts import AsOf
from kibitz.replay.made_up import Size, made_up_file
from tests.containers.conftest import EVENT_END, denied
from tests.support.compose_stack import docker, until
from tests.support.time_limits import scaled

REPLICATED = ("usebio-parser", "validation", "scoring")


def another_event(name: str) -> bytes:
    data = made_up_file(Size(tables=5, rounds=4, boards=2), AsOf(at=EVENT_END, source="stated"), seed=5)
    return data.replace(b"Lanternlight Pairs", name.encode())


def test_every_service_is_healthy_and_the_load_is_carried_by_two(one_server):
    services = {name.replace("_", "-") for entry in registry.SUBJECTS for name in entry.producers} | {
        "broadcast",
        "provisioner",
    }
    for service in services:
        assert len(one_server.containers(service)) == (2 if service in REPLICATED else 1)
    assert set(one_server.health().values()) == {"healthy"}


def test_a_service_runs_without_rights_on_an_image_that_it_cannot_write(one_server):
    [name] = one_server.containers("intake")
    assert docker("exec", name, "id", "-u") == "10001"
    written = docker("exec", name, "sh", "-c", "touch /opt/kibitz/x 2>/dev/null && echo written || echo refused")
    assert written == "refused"
    assert "NoNewPrivs:\t1" in docker("exec", name, "grep", "NoNewPrivs", "/proc/1/status")
    assert docker("exec", name, "sh", "-c", "tr '\\0' ' ' </proc/1/cmdline").startswith("python -m services.intake")


def test_the_image_holds_nothing_of_development(one_server):
    [name] = one_server.containers("seating")
    packages = docker("exec", name, "pip", "list", "--format", "freeze").lower()
    assert "kibitz==" in packages
    assert not [package for package in ("pytest", "ruff", "mypy", "playwright") if package in packages]


def test_files_dropped_round_by_round_are_standings_at_a_reader_of_the_feed(expected):
    # Eight tables, two winners: eight pairs in each of the two rankings, all of them placed.
    assert len(expected.places) >= 16
    assert all(place is not None for place in expected.places.values())


async def test_no_service_was_denied_anything_and_a_stranger_is_shut_out(one_server, expected):
    assert denied(one_server) == []

    async def ignore(_: Exception) -> None:
        return

    with pytest.raises((nats.errors.Error, OSError)):
        await nats.connect(
            f"nats://{one_server.address('nats', 4222)}",
            error_cb=ignore,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            connect_timeout=5,
        )


def test_an_upload_needs_the_token_of_its_sender(one_server, expected):
    data = another_event("Uploaded Pairs")
    assert one_server.upload("uploaded.xml", data, token="wrong") in {401, 403}
    assert one_server.upload("uploaded.xml", data) in {200, 201, 202}
    until(lambda: any("uploaded" in event for event in one_server.events()), "the uploaded event in the feed")


def test_more_of_a_service_join_in_while_events_are_played(one_server, expected):
    before = len(one_server.events())
    one_server.compose("up", "-d", "--no-build", "--no-recreate", "--scale", "scoring=4", "--scale", "validation=3")
    one_server.all_healthy()
    assert len(one_server.containers("scoring")) == 4
    for number in range(6):
        one_server.drop(f"evening-{number}.xml", another_event(f"Evening {number} Pairs"), EVENT_END)
    until(lambda: len(one_server.events()) >= before + 6, "six more events", 90, one_server.report)


def test_a_killed_service_is_started_again_and_nothing_is_lost(one_server, expected):
    state = one_server.one("export")["State"]
    os.kill(state["Pid"], signal.SIGKILL)
    until(lambda: one_server.one("export")["RestartCount"] >= 1, "a restart")
    for item in one_server.containers("scoring").values():
        os.kill(item["State"]["Pid"], signal.SIGKILL)
    one_server.drop("after.xml", another_event("Afterwards Pairs"), EVENT_END)
    until(lambda: any("afterwards" in event for event in one_server.events()), "the event in the feed", 120)
    one_server.all_healthy()


def test_a_service_is_not_ready_while_the_bus_is_away_and_ready_again_after_it(one_server, expected):
    one_server.compose("stop", "nats")
    name = min(one_server.containers("validation"))
    until(lambda: one_server.health()[name] == "unhealthy", "unhealthy without the bus", 90)
    assert one_server.containers("validation")[name]["RestartCount"] == 0
    one_server.compose("start", "nats")
    one_server.all_healthy()
    assert expected in {one_server.standings(event) for event in one_server.events()}


def test_services_stop_in_time_and_without_an_error(one_server, expected):
    started = time.monotonic()
    one_server.compose("stop", "scoring", "validation", "usebio-parser", "export", "broadcast")
    assert time.monotonic() - started < scaled(40)
    for service in ("scoring", "validation", "usebio-parser", "export", "broadcast"):
        assert [item["State"]["ExitCode"] for item in one_server.containers(service).values()] == [0] * len(
            one_server.containers(service)
        )


def test_a_backup_restored_into_an_empty_stack_shows_the_same_standings(one_server, expected, tmp_path):
    one_server.compose("stop")
    [name] = one_server.containers("nats")
    backup = tmp_path / "backup.tar"
    with backup.open("wb") as file:
        subprocess.run(["docker", "cp", f"{name}:/data/.", "-"], stdout=file, check=True, timeout=scaled(60))
    one_server.compose("down", "--volumes", "--timeout", "20")
    one_server.compose("up", "--no-start", "--no-build")
    [name] = one_server.containers("nats")
    with backup.open("rb") as file:
        subprocess.run(["docker", "cp", "-", f"{name}:/data"], stdin=file, check=True, timeout=scaled(60))
    for dropped in one_server.inbox.iterdir():
        dropped.unlink()
    one_server.compose("up", "-d", "--no-build")
    one_server.all_healthy()
    until(lambda: expected in {one_server.standings(event) for event in one_server.events()}, "the standings again")
