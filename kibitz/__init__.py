"""The command line and the server on one machine: the only package that knows every service."""

__version__ = "0.1.0"
