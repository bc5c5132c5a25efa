"""The users of the bus: made from the code, complete, and refused what is not theirs by a real server."""

import asyncio
import importlib.util
import re
import shutil
import ssl
import subprocess
from pathlib import Path
from types import ModuleType

import nats
import pytest
import yaml

from deploy.nats.render import password_variable, users
from kibitz.stack.nats_server.server import MAX_PAYLOAD
from shared.bus.jetstream.connection import inbox_prefix
from tests.support import secure_server
from tests.support.secure_server import server_program, serving
from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy/nats"
CONFIGURATIONS = ["single.conf", "cluster.conf"]


@pytest.fixture(scope="module")
def render() -> ModuleType:
    spec = importlib.util.spec_from_file_location("deploy_nats_render", FOLDER / "render.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def certificates(tmp_path_factory) -> Path:
    return secure_server.make_certificates(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def configured(tmp_path, certificates) -> Path:
    return secure_server.configured(tmp_path, certificates)


@pytest.fixture
def surroundings() -> dict[str, str]:
    return secure_server.surroundings()


def test_the_accounts_are_what_the_code_says(render):
    assert render.main(["--check"]) == 0


def test_accounts_that_are_not_current_are_found_and_mended(render, tmp_path, monkeypatch, capsys):
    stale = tmp_path / "accounts.conf"
    stale.write_text((FOLDER / "accounts.conf").read_text("utf-8").replace("user: scoring", "user: somebody"))
    monkeypatch.setattr(render, "ACCOUNTS", stale)
    assert render.main(["--check"]) == 1
    assert "accounts.conf is not what" in capsys.readouterr().out
    assert render.main([]) == 0
    assert render.main(["--check"]) == 0


def test_every_user_gets_a_password_that_starts_with_a_letter_and_is_new_each_time(render):
    first, second = render.passwords(), render.passwords()
    assert [line.split("=")[0] for line in first.splitlines()] == [password_variable(user) for user in users()]
    assert all(re.fullmatch(r"[A-Z_]+=k[0-9a-f]{48}", line) for line in first.splitlines())
    assert not set(first.splitlines()) & set(second.splitlines())


def test_the_example_secrets_hold_a_password_for_every_user():
    wanted = {password_variable(user) for user in users()}
    example = yaml.safe_load_all((ROOT / "deploy/kubernetes/secret.example.yaml").read_text("utf-8"))
    [secret] = [document for document in example if document["metadata"]["name"] == "nats-passwords"]
    assert set(secret["stringData"]) == wanted


def test_the_accounts_hold_no_password_themselves():
    stated = re.findall(r"password: (\S+)", (FOLDER / "accounts.conf").read_text("utf-8"))
    assert sorted(stated) == sorted(f"${password_variable(user)}" for user in users())


def test_every_configuration_syncs_each_write():
    assert "sync_interval: always" in (FOLDER / "server.conf").read_text("utf-8")
    assert all('include "server.conf"' in (FOLDER / name).read_text("utf-8") for name in CONFIGURATIONS)


def test_messages_may_be_as_large_as_on_one_machine():
    assert f"max_payload: {MAX_PAYLOAD // 1024**2}MB" in (FOLDER / "server.conf").read_text("utf-8")


@pytest.mark.connected
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_server_takes_the_configuration(name, configured, surroundings):
    command = [server_program(), "-t", "-c", str(configured / name)]
    answer = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=scaled(20), check=False)
    assert answer.returncode == 0, answer.stderr


@pytest.mark.connected
def test_the_server_refuses_accounts_without_passwords(configured, surroundings):
    short = {name: value for name, value in surroundings.items() if name != password_variable("scoring")}
    command = [server_program(), "-t", "-c", str(configured / "single.conf")]
    answer = subprocess.run(command, env=short, capture_output=True, text=True, timeout=scaled(20), check=False)
    assert answer.returncode != 0
    assert password_variable("scoring") in answer.stderr


@pytest.mark.connected
async def test_a_user_is_let_in_by_password_over_tls_and_publishes_only_what_is_its_own(
    configured, certificates, surroundings
):
    trusting = ssl.create_default_context(cafile=str(certificates / "ca.crt"))
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error))

    with serving(configured / "single.conf", surroundings) as port:
        client = await nats.connect(
            f"tls://127.0.0.1:{port}",
            user="scoring",
            password=surroundings[password_variable("scoring")],
            tls=trusting,
            inbox_prefix=inbox_prefix("scoring"),
            error_cb=note,
            allow_reconnect=False,
        )
        try:
            await client.publish("scoring.standings.published.v1.spring-cup", b"{}")
            await client.flush()
            assert refused == []
            await client.publish("parser.fragment.parsed.v1.3.spring-cup", b"{}")
            await client.publish("$JS.API.STREAM.DELETE.SCORED", b"")
            # The server tells of a refusal beside the answers, and the client hands it on in a task of its own.
            async with asyncio.timeout(scaled(5)):
                while len(refused) < 2:
                    await asyncio.sleep(0.01)
            assert [text for text in refused if "permissions violation" in text.lower()] == refused
        finally:
            await client.close()


@pytest.mark.connected
@pytest.mark.parametrize("attempt", ["a wrong password", "no TLS", "an authority that is not ours"])
async def test_a_stranger_is_refused(attempt, configured, certificates, surroundings, tmp_path):
    context = ssl.create_default_context(cafile=str(certificates / "ca.crt"))
    options: dict = {"tls": context, "user": "scoring", "password": surroundings[password_variable("scoring")]}
    scheme = "tls"
    if attempt == "a wrong password":
        options["password"] = "wrong"
    elif attempt == "no TLS":
        del options["tls"]
        scheme = "nats"
    else:
        options["tls"] = ssl.create_default_context()

    async def ignore(_: Exception) -> None:
        return

    options |= {"error_cb": ignore, "allow_reconnect": False, "max_reconnect_attempts": 1, "connect_timeout": 3}
    with (
        serving(configured / "single.conf", surroundings) as port,
        pytest.raises((nats.errors.Error, ssl.SSLError, OSError)),
    ):
        await nats.connect(f"{scheme}://127.0.0.1:{port}", **options)


def test_certificates_name_the_servers_and_keep_the_authority(tmp_path):
    command = [str(FOLDER / "certificates.sh"), str(tmp_path), "nats-0.nats", "10.0.0.7"]
    subprocess.run(command, check=True, capture_output=True, timeout=scaled(60))
    authority = (tmp_path / "ca.crt").read_bytes()
    first = (tmp_path / "tls.crt").read_bytes()
    subprocess.run(command, check=True, capture_output=True, timeout=scaled(60))
    assert (tmp_path / "ca.crt").read_bytes() == authority
    assert (tmp_path / "tls.crt").read_bytes() != first
    said = subprocess.run(
        [shutil.which("openssl"), "x509", "-in", str(tmp_path / "tls.crt"), "-noout", "-ext", "subjectAltName"],
        check=True,
        capture_output=True,
        text=True,
        timeout=scaled(20),
    ).stdout
    assert "DNS:nats-0.nats" in said
    assert "IP Address:10.0.0.7" in said
    assert oct((tmp_path / "tls.key").stat().st_mode & 0o777) == "0o600"
