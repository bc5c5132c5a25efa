"""What this service owns: which format it reads."""

from shared.formats.pbn import FORMAT

__all__ = ["FORMAT"]
