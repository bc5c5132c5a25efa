"""The command line and the one-machine runner: the only place that knows every service."""

__version__ = "0.1.0"
