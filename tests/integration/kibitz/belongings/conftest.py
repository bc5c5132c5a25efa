"""Fixtures of these tests: a server each."""

from tests.support.nats_server import bus_settings

__all__ = ["bus_settings"]
