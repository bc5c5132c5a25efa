"""Files offered over the bus go the whole way; the program in the service's README does it as it stands there."""

import asyncio
import json
import re
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.intake_server import running_intake
from tests.support.time_limits import scaled

pytestmark = pytest.mark.connected

GOOD = b'[Event "Club night"]\n[Board "1"]\n[Dealer "N"]\n'
SUBJECT = "intake.file.offered.v1.club"


README = Path(__file__).parents[3] / "services/intake/README.md"


def program() -> str:
    """The one program that the README shows."""
    (found,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    return found


async def test_the_program_of_the_readme_sends_a_file(bus_settings, tmp_path):
    (tmp_path / "results.xml").write_bytes(GOOD)
    async with running_intake(bus_settings) as intake_server:
        running = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program().replace("nats://127.0.0.1:4222", bus_settings.url),
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await asyncio.wait_for(running.communicate(), scaled(30))
        assert sha256(GOOD).hexdigest() in said.decode()
        found = await intake_server.status(sha256(GOOD).hexdigest(), "parsed")
        assert (found["file"]["name"], found["file"]["sender"]) == ("results.xml", "sender")


async def test_whatever_is_offered_gets_an_answer_and_none_harms_the_next(bus_settings):
    async with running_intake(bus_settings, max_bytes=1_000) as intake_server:
        client = intake_server.bus.client

        async def offer(**said):
            reply = await client.request(SUBJECT, json.dumps(said).encode(), timeout=scaled(10))
            return reply.headers or {}, json.loads(reply.data or b"{}")

        for wrong in (
            {},
            {"sender": "club", "name": "x"},
            {"sender": "club", "name": "x", "content": "?"},
            {"sender": "other", "name": "x", "content": "AAAA"},
        ):
            headers, _ = await offer(**wrong)
            assert headers["Nats-Service-Error-Code"] == "400"
        reply = await client.request(SUBJECT, b"\xff" * 1_000_000, timeout=scaled(10))
        assert reply.headers["Nats-Service-Error-Code"] == "400"
        for content, code in (
            ("", "intake.empty"),
            ("iVBORw0KGgo=", "intake.unknown-format"),
            ("A" * 4_000, "intake.too-large"),
        ):
            headers, taken = await offer(sender="club", name="../../x", content=content)
            assert (taken["state"], taken["refusal"]["code"], taken["name"]) == ("rejected", code, "x")
        headers, taken = await offer(sender="club", name="../../x", content="W0JvYXJkICIxIl0KW0RlYWxlciAiTiJdCg==")
        assert (taken["state"], taken["name"], taken["new"]) == ("received", "x", True)
        await intake_server.status(taken["sha256"], "parsed")
