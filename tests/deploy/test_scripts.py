"""The shell scripts of deployment and CI: they parse, stop at the first error, and CI calls every part."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = [".ci/run", "deploy/lab/containers.sh", "deploy/nats/certificates.sh"]
PARTS = ["deploy/lab/engine.sh", "deploy/lab/stand_ins.sh"]
CI = (ROOT / ".ci/run").read_text("utf-8")


@pytest.mark.parametrize("script", [*PROGRAMS, *PARTS])
def test_a_script_is_bash_that_parses(script):
    answer = subprocess.run(["bash", "-n", str(ROOT / script)], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")


@pytest.mark.parametrize("script", PROGRAMS)
def test_a_program_can_be_started_and_stops_at_the_first_error(script):
    text = (ROOT / script).read_text("utf-8")
    assert text.startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text
    assert os.access(ROOT / script, os.X_OK)


@pytest.mark.parametrize("script", [*PROGRAMS, *PARTS])
def test_a_script_ends_processes_by_their_id_only(script):
    assert not re.search(r"\b(pkill|killall|fuser -k)\b", (ROOT / script).read_text("utf-8"))


def test_ci_runs_what_the_readme_says_and_what_the_makefile_checks():
    parts = re.findall(r'^ *part "([^"]+)" \d+ (.*)$', CI, re.MULTILINE)
    commands = [command for _, command in parts]
    assert commands[:3] == ["make scripts", ".ci/run --part install_prometheus", "make test"]
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.search(r"^check: ([a-z ]+)", makefile, re.MULTILINE)[1].split()
    assert set(commands) > {f"make {target}" for target in targets}
    assert any("contracts.generate --check" in command for command in commands)
    assert any("browser_tests" in command for command in commands)
    assert any("containers.sh" in command for command in commands)


def test_ci_sums_the_tests_of_all_parts(tmp_path):
    """The function of the script itself, on lines as pytest writes them."""
    tests, browser = tmp_path / "tests.log", tmp_path / "browser.log"
    tests.write_text("= short =\n===== 4 failed, 120 passed, 3 skipped in 61.25s (0:01:01) =====\n")
    browser.write_text("\x1b[32m\x1b[1m===== 7 passed\x1b[0m, 1 error in 2.00s =====\x1b[0m\n10 passed\n")
    function = re.search(r"^sum\(\) \{.*?^\}", CI, re.MULTILINE | re.DOTALL)[0]
    script = f'logs={tmp_path}\n{function}\nfor word in passed failed error skipped; do sum "$word"; done'
    answer = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["127", "4", "1", "3"]


def test_ci_never_counts_a_part_that_cannot_run_as_good_when_it_has_to():
    assert '[ "$status" = 77 ] && [ "${CI:-}" != true ]' in CI
