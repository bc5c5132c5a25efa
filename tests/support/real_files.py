"""Where real files are, if they are there: `KIBITZ_SHARED`, else the folder `shared` beside the project."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def shared_data() -> Path | None:
    folder = Path(os.environ.get("KIBITZ_SHARED", ROOT.parent / "shared")) / "data"
    return folder if folder.is_dir() else None


def real_files(kind: str, pattern: str = "*") -> list[Path]:
    data = shared_data()
    return sorted((data / kind).glob(pattern)) if data is not None else []


needs_real_files = pytest.mark.skipif(
    shared_data() is None, reason="the folder of real files is not here; set KIBITZ_SHARED to have these run"
)
