"""Signing in with an identity provider, in a browser, on a whole server: its cookies come back where they should."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.identity_provider import CLIENT, SECRET, IdentityProvider, identity_provider
from tests.support.stack import Stack

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
expect = sync_api.expect

pytestmark = pytest.mark.browser

OUTSIDE = "club.localhost"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def federation() -> Iterator[IdentityProvider]:
    """A provider in a thread of its own: Playwright has the loop of this one."""
    ready, running = threading.Event(), {}

    async def run() -> None:
        async with identity_provider() as provider:
            running.update(provider=provider, loop=asyncio.get_running_loop(), over=asyncio.Event())
            ready.set()
            await running["over"].wait()

    thread = threading.Thread(target=asyncio.run, args=(run(),))
    thread.start()
    ready.wait()
    yield running["provider"]
    running["loop"].call_soon_threadsafe(running["over"].set)
    thread.join()


def test_members_sign_in_with_their_account_until_they_are_revoked(
    tmp_path: Path, chromium: Any, federation: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").write_text(f"{SECRET}\n")
    for name, value in {
        "ISSUER": federation.issuer,
        "CLIENT": CLIENT,
        "SECRET_FILE": str(tmp_path / "secret"),
        "PROVIDER": "Example Federation",
        "ROLES": '{"directors": "director", "scorers": "scorer"}',
    }.items():
        monkeypatch.setenv(f"KIBITZ_BROADCAST_OIDC_{name}", value)
    with Stack(tmp_path, "--host", "0.0.0.0", "--address", OUTSIDE) as stack:
        root = f"http://{OUTSIDE}:{stack.port}"

        def arrive() -> Any:
            page = chromium.new_context(viewport=PHONE, java_script_enabled=False).new_page()
            assert page.goto(f"{root}/desk").status == 403
            page.screenshot(path=str(tmp_path / "closed.png"))
            page.get_by_role("link", name="Sign in with Example Federation").click()
            page.get_by_role("link", name="It is me").click()
            return page

        director = arrive()
        expect(director).to_have_url(f"{root}/desk")
        expect(director.get_by_text("Ada Example, director")).to_be_visible()

        federation.person = {"sub": "u-2", "name": "Grace Example", "groups": ["scorers"]}
        scorer = arrive()
        expect(scorer).to_have_url(f"{root}/desk")
        expect(scorer.get_by_text("Grace Example, scorer")).to_be_visible()
        assert scorer.goto(f"{root}/desk/people").status == 403

        federation.person = {"sub": "u-3", "name": "Nobody", "groups": []}
        nobody = arrive()
        expect(nobody.get_by_text("Your account has no role here.")).to_be_visible()
        nobody.screenshot(path=str(tmp_path / "nobody.png"))

        director.get_by_role("link", name="Access").click()
        line = director.get_by_role("listitem").filter(has_text="Grace Example")
        expect(line).to_contain_text("given by Example Federation: u-2")
        director.screenshot(path=str(tmp_path / "people.png"), full_page=True)
        line.get_by_role("button", name="Revoke").click()
        expect(line).to_contain_text("revoked")
        assert scorer.goto(f"{root}/desk").status == 403

        director.goto(f"{root}/desk")
        director.get_by_role("button", name="Sign out").click()
        assert director.goto(f"{root}/desk").status == 403
        logs = "".join(log.read_text() for log in (tmp_path / "data" / "logs").iterdir())
        assert "code-" not in logs
        assert SECRET not in logs
