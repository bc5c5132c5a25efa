"""The client for TypeScript's own tests, by Node's runner."""

import subprocess
from pathlib import Path

import pytest

from tests.support.time_limits import scaled
from tests.support.typescript import ABSENT, CLIENT, COMPILERS, compiled
from tests.support.typescript_player import node


@pytest.mark.skipif(not COMPILERS, reason=ABSENT)
def test_the_client_for_typescript_passes_its_own_tests(tmp_path: Path) -> None:
    compiled(tmp_path / "dist")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    ran = subprocess.run(
        [node(), "--test", "--test-isolation=none", CLIENT / "test/client.test.mjs"],
        env={"BUILD": str(tmp_path / "dist")},
        capture_output=True,
        text=True,
        timeout=scaled(30),
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
