"""Print what the image needs beside our own code, one requirement a line, read from pyproject.toml.

    python requirements.py pyproject.toml embedded traces

The image installs these in a layer of their own: a change of the code then rebuilds one small layer.
"""

import sys
import tomllib
from pathlib import Path


def requirements(pyproject: str, *extras: str) -> list[str]:
    """The requirements of the installation with some extras, from the text of pyproject.toml.

    Raises:
        KeyError: when there is no extra of that name.
    """
    project = tomllib.loads(pyproject)["project"]
    return [*project["dependencies"], *(one for name in extras for one in project["optional-dependencies"][name])]


if __name__ == "__main__":
    print("\n".join(requirements(Path(sys.argv[1]).read_text(encoding="utf-8"), *sys.argv[2:])))
