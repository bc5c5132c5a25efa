"""docker-compose.yml, read as data: what they promise, without an engine."""

import copy
import inspect
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from contracts import registry
from deploy.nats.render import DOMAIN, password_variable, users
from kibitz.commands.uplink import token
from services.broadcast.settings import SignInSettings
from shared.bus.settings import BusSettings
from tests.support.time_limits import scaled

SECRET_FILE = "KIBITZ_BROADCAST_OIDC_SECRET_FILE"
"""It would have to be mounted."""

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
WORLD = yaml.safe_load((ROOT / "deploy/world/docker-compose.yml").read_text("utf-8"))
SERVICES = sorted(
    {name for subject in registry.SUBJECTS for name in (*subject.producers, *subject.consumers)} - {"anyone"}
)
SERVERS = ["nats-1", "nats-2", "nats-3"]
OBSERVERS = ["prometheus", "grafana", "traces"]


def entry(service: str) -> str:
    return service.replace("_", "-")


def settings(text: str) -> dict[str, str]:
    """The KEY=value lines of an env file."""
    lines = (line.strip() for line in text.splitlines())
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def variables(text: str) -> set[str]:
    """The names that a compose file takes from its surroundings."""
    return set(re.findall(r"\$\{([A-Z0-9_]+)", "\n".join(line for line in text.splitlines() if line[:1] != "#")))


def replicas(service: dict, **given: str) -> int:
    stated = str(service.get("deploy", {}).get("replicas", 1))
    match = re.fullmatch(r"\$\{(\w+):-(\d+)\}", stated)
    return int(given.get(match[1], match[2]) if match else stated)


def faults(compose: dict) -> list[str]:
    """What a service of a compose file lets through that it must not."""
    found = []
    for name, service in compose["services"].items():
        if service.get("restart") != "unless-stopped":
            found.append(f"{name}: nobody starts it again")
        if "mem_limit" not in service:
            found.append(f"{name}: unlimited memory")
        if not service.get("read_only") or service.get("cap_drop") != ["ALL"]:
            found.append(f"{name}: may write its image or has capabilities")
        if service.get("privileged") or "no-new-privileges:true" not in service.get("security_opt", []):
            found.append(f"{name}: may gain privileges")
        if not service.get("logging", {}).get("options", {}).get("max-size"):
            found.append(f"{name}: logs without end")
        found.extend(
            f"{name}: port {port} is open to others"
            for port in service.get("ports", [])
            if not str(port).startswith("127.0.0.1:")
        )
        check = service.get("healthcheck", {})
        if check.get("disable") or not ("test" in check or checked_by_its_image(service)):
            found.append(f"{name}: health is not looked at")
    return found


def checked_by_its_image(service: dict) -> bool:
    """Whether the check of health is in the image, because that is ours and has one."""
    return service["image"].startswith("kibitz:") and "\nHEALTHCHECK " in (ROOT / "deploy/Dockerfile").read_text(
        "utf-8"
    )


def test_every_service_of_the_registry_has_its_entry_and_there_is_no_other():
    assert sorted([*map(entry, SERVICES), "provisioner", "nats", *SERVERS, *OBSERVERS]) == sorted(COMPOSE["services"])


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_its_own_module_in_the_one_image(service):
    stated = COMPOSE["services"][entry(service)]
    assert stated["entrypoint"] == ["python", "-m", f"services.{service}"]
    assert stated["image"] == COMPOSE["services"]["provisioner"]["image"]
    assert stated["pull_policy"] == "never"


def test_the_public_server_of_a_hall_is_one_bounded_container_of_the_one_image():
    assert faults(WORLD) == []
    [server] = WORLD["services"].values()
    assert server["image"] == COMPOSE["services"]["provisioner"]["image"]
    context = (ROOT / "deploy/world" / server["build"]["context"]).resolve()
    assert (context, server["build"]["dockerfile"]) == (ROOT, "deploy/Dockerfile")
    assert server["volumes"] == ["world:/data"]
    assert server["command"][:4] == ["up", "--host", "0.0.0.0", "--address"]


def test_the_public_server_publishes_its_page_and_the_port_that_its_token_is_made_for():
    [server] = WORLD["services"].values()
    uplink = inspect.signature(token).parameters["port"].default
    assert [port.rpartition(":")[2] for port in server["ports"]] == ["8080", str(uplink)]


def test_the_image_is_built_once_by_the_service_that_all_others_wait_for():
    built = {name: service["build"] for name, service in COMPOSE["services"].items() if "build" in service}
    assert built == {"provisioner": {"context": ".", "dockerfile": "deploy/Dockerfile"}}


def test_the_version_of_the_images_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert settings((ROOT / "deploy/example.env").read_text("utf-8"))["KIBITZ_VERSION"] == project["version"]
    assert f"${{KIBITZ_VERSION:-{project['version']}}}" in COMPOSE["services"]["scoring"]["image"]


def test_every_service_is_restarted_bounded_and_closed_to_the_outside():
    assert faults(COMPOSE) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"ports": ["8080:8080"]}, "scoring: port 8080:8080 is open to others"),
        ({"ports": ["0.0.0.0:8080:8080"]}, "scoring: port 0.0.0.0:8080:8080 is open to others"),
        ({"restart": "no"}, "scoring: nobody starts it again"),
        ({"healthcheck": {"disable": True}}, "scoring: health is not looked at"),
        ({"privileged": True}, "scoring: may gain privileges"),
        ({"read_only": False}, "scoring: may write its image or has capabilities"),
        ({"logging": {}}, "scoring: logs without end"),
    ],
)
def test_the_check_finds_what_is_open(change, fault):
    compose = copy.deepcopy(COMPOSE)
    compose["services"]["scoring"].update(change)
    assert faults(compose) == [fault]


def test_the_check_finds_a_service_without_a_memory_limit():
    compose = copy.deepcopy(COMPOSE)
    del compose["services"]["scoring"]["mem_limit"]
    assert faults(compose) == ["scoring: unlimited memory"]


def test_the_check_finds_a_server_whose_health_nobody_asks():
    compose = copy.deepcopy(COMPOSE)
    for name in ("nats", *SERVERS):
        del compose["services"][name]["healthcheck"]
    assert faults(compose) == [f"{name}: health is not looked at" for name in ("nats", *SERVERS)]


@pytest.mark.parametrize("server", ["nats", *SERVERS])
def test_a_server_is_asked_for_its_health_where_it_answers_and_with_what_its_image_has(server):
    stated = COMPOSE["services"][server]
    port = re.search(r'^http: "0\.0\.0\.0:(\d+)"', (ROOT / "deploy/nats/server.conf").read_text("utf-8"), re.MULTILINE)
    assert stated["healthcheck"]["test"] == ["CMD", "sh", "/etc/nats/writes.sh", "js-server-only"]
    assert f"NATS_MONITOR:-{port[1]}}}" in (ROOT / "deploy/nats/writes.sh").read_text("utf-8")
    # Only this form of the image has a shell and nc.
    assert stated["image"].endswith("-alpine")


def test_only_the_services_that_reach_people_or_are_reached_are_on_the_network_with_a_way_out():
    assert COMPOSE["networks"]["bus"]["internal"] is True
    outside = {name for name, service in COMPOSE["services"].items() if "front" in service["networks"]}
    assert outside == {"nats", "intake", "broadcast", "notification", *OBSERVERS}


@pytest.mark.parametrize("service", ["usebio-parser", "validation", "scoring"])
def test_the_services_that_carry_the_load_run_more_than_once(service):
    assert replicas(COMPOSE["services"][service]) > 1


def test_no_service_that_publishes_a_port_runs_more_than_once():
    assert all(replicas(s) == 1 for s in COMPOSE["services"].values() if s.get("ports"))


def test_what_observes_is_a_profile_and_knows_no_password():
    for name in OBSERVERS:
        stated = COMPOSE["services"][name]
        assert stated["profiles"] == ["observe"]
        assert "PASSWORD" not in str(stated)
        mounted = [volume.split(":")[0] for volume in stated.get("volumes", []) if volume.startswith("./")]
        assert all((ROOT / path).exists() for path in mounted)


def test_the_cluster_is_a_profile_of_three_servers_with_a_store_each():
    volumes = []
    for name in SERVERS:
        server = COMPOSE["services"][name]
        assert server["profiles"] == ["cluster"]
        assert server["environment"]["NATS_SERVER_NAME"] == name
        assert all(f"nats://{other}:6222" in server["environment"]["NATS_ROUTES"] for other in SERVERS)
        assert server["command"] == ["-c", "/etc/nats/cluster.conf"]
        volumes += [volume for volume in server["volumes"] if volume.endswith(":/data")]
    assert len(set(volumes)) == 3
    assert {volume.removesuffix(":/data") for volume in volumes} < set(COMPOSE["volumes"])


def test_the_cluster_settings_name_all_three_servers_and_stop_the_single_one():
    given = settings((ROOT / "deploy/cluster.env").read_text("utf-8"))
    assert given["COMPOSE_PROFILES"] == "cluster"
    assert given["KIBITZ_NATS_URL"].split(",") == [f"tls://{name}:4222" for name in SERVERS]
    assert given["KIBITZ_NATS_REPLICAS"] == "3"
    assert replicas(COMPOSE["services"]["nats"], **given) == 0
    assert replicas(COMPOSE["services"]["nats"]) == 1


def test_every_service_takes_the_address_of_the_bus_from_one_place():
    for service in SERVICES:
        stated = COMPOSE["services"][entry(service)]["environment"]
        assert stated["KIBITZ_NATS_URL"] == "${KIBITZ_NATS_URL:-tls://nats:4222}"
        assert stated["KIBITZ_NATS_REPLICAS"] == "${KIBITZ_NATS_REPLICAS:-1}"


def test_servers_and_services_have_the_same_storage_that_budgets_are_shares_of():
    given = f"${{KIBITZ_NATS_STORAGE:-{BusSettings.model_fields['storage'].default}}}"
    servers = {COMPOSE["services"][name]["environment"]["NATS_MAX_FILE_STORE"] for name in ("nats", *SERVERS)}
    services = {COMPOSE["services"][name]["environment"]["KIBITZ_NATS_STORAGE"] for name in map(entry, SERVICES)}
    assert servers == services == {given}


def test_only_the_provisioner_may_call_elections():
    holders = {
        name for name in map(entry, [*SERVICES, "provisioner"]) if "PASSWORD_SYSTEM" in str(COMPOSE["services"][name])
    }
    assert holders == {"provisioner"}
    assert "KIBITZ_PROVISIONER_SYSTEM_PASSWORD" in COMPOSE["services"]["provisioner"]["environment"]


@pytest.mark.parametrize("service", [*SERVICES, "provisioner"])
def test_a_service_has_a_user_of_its_own_and_the_authority(service):
    stated, user = COMPOSE["services"][entry(service)], {"provisioner": "operator"}.get(service, service)
    assert stated["environment"]["KIBITZ_NATS_USER"] == user
    assert stated["environment"]["KIBITZ_NATS_PASSWORD"] == f"${{KIBITZ_NATS_PASSWORD_{user.upper()}}}"
    assert stated["environment"]["KIBITZ_NATS_CA"] == "/etc/kibitz/tls/ca.crt"
    assert stated["environment"]["KIBITZ_NATS_DOMAIN"] == DOMAIN
    assert stated["environment"]["KIBITZ_NATS_PROVISION"] == "check"
    assert "${KIBITZ_TLS:-./tls}/ca.crt:/etc/kibitz/tls/ca.crt:ro" in stated["volumes"]


def test_originals_are_on_a_volume_of_their_own_which_the_image_gives_to_its_user():
    intake = COMPOSE["services"]["intake"]
    assert intake["environment"]["KIBITZ_INTAKE_ORIGINALS"] == "/originals"
    assert "originals:/originals" in intake["volumes"]
    assert "originals" in COMPOSE["volumes"]
    dockerfile = (ROOT / "deploy/Dockerfile").read_text("utf-8")
    assert re.search(r"install --directory --owner=10001 --group=10001 .*/originals", dockerfile)


@pytest.mark.parametrize("server", ["nats", *SERVERS])
def test_a_server_has_its_certificate_all_passwords_and_never_the_key_of_the_authority(server):
    stated = COMPOSE["services"][server]
    mounted = [volume.split("/")[-1] for volume in stated["volumes"] if "KIBITZ_TLS" in volume]
    assert mounted == ["ca.crt:ro", "tls.crt:ro", "tls.key:ro"]
    given = {name: value for name, value in stated["environment"].items() if "PASSWORD" in name}
    assert set(given) == {password_variable(user) for user in users()}
    assert all(value.startswith("${") and ":?" in value for value in given.values())


def test_the_example_settings_are_the_defaults():
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    defaults = dict(re.findall(r"\$\{([A-Z0-9_]+):-([^}]*)\}", text))
    example = settings((ROOT / "deploy/example.env").read_text("utf-8"))
    assert {name: defaults[name] for name in example} == example


def test_the_example_settings_name_every_variable_and_no_other():
    asked = variables((ROOT / "docker-compose.yml").read_text("utf-8"))
    example = set(settings((ROOT / "deploy/example.env").read_text("utf-8")))
    cluster = set(settings((ROOT / "deploy/cluster.env").read_text("utf-8"))) - {"COMPOSE_PROFILES"}
    assert {name for name in asked if not name.startswith("KIBITZ_NATS_PASSWORD_")} == example | cluster


def test_secrets_are_made_once_and_what_is_new_is_added(tmp_path):
    command, file = [str(ROOT / "deploy/secrets.sh"), str(tmp_path / "env")], tmp_path / "env"
    file.write_text(f"KIBITZ_TLS={tmp_path / 'tls'}\nKIBITZ_NATS_PASSWORD_SCORING=kept\n")
    for _ in range(2):
        subprocess.run(command, check=True, capture_output=True, timeout=scaled(60))
    made = settings(file.read_text("utf-8"))
    assert set(made) == {"KIBITZ_TLS", *(password_variable(user) for user in users())}
    assert made.pop("KIBITZ_NATS_PASSWORD_SCORING") == "kept"
    del made["KIBITZ_TLS"]
    assert all(re.fullmatch(r"k[0-9a-f]{48}", value) for value in made.values())
    assert len(file.read_text("utf-8").splitlines()) == len(users()) + 1
    assert (tmp_path / "tls/tls.key").exists()
    assert file.stat().st_mode & 0o77 == 0


def test_every_setting_of_signing_in_is_passed_on_where_it_is_set_and_not_set_where_it_is_not() -> None:
    passed = COMPOSE["services"]["broadcast"]["environment"]
    wanted = {f"KIBITZ_BROADCAST_OIDC_{name.upper()}" for name in SignInSettings.model_fields} - {SECRET_FILE}
    assert {name: value for name, value in passed.items() if "_OIDC_" in name} == dict.fromkeys(wanted)
