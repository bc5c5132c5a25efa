"""Every measurement can at least be loaded."""

import importlib
import pkgutil

import pytest

import bench


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(bench.__path__)])
def test_a_measurement_is_loaded(name: str) -> None:
    if name != "__main__":
        importlib.import_module(f"bench.{name}")
