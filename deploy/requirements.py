"""Print what one service needs at run time, one requirement a line, read from pyproject.toml.

The image installs these in layers of their own, before the code: a change of the code then rebuilds one small layer.

    python requirements.py pyproject.toml                 what every service needs
    python requirements.py pyproject.toml usebio_parser   what this service needs beside it
"""

import sys
import tomllib
from pathlib import Path


def requirements(pyproject: str, service: str | None = None) -> list[str]:
    """The requirements that all services share, or those of one service's extra.

    Args:
        pyproject: text of pyproject.toml.
        service: name of the service's folder; its extra has the same name with hyphens.

    Raises:
        KeyError: when there is no extra of that name.
    """
    project = tomllib.loads(pyproject)["project"]
    if service is None:
        return list(project["dependencies"])
    return list(project["optional-dependencies"][service.replace("_", "-")])


if __name__ == "__main__":
    print("\n".join(requirements(Path(sys.argv[1]).read_text(encoding="utf-8"), *sys.argv[2:])))
