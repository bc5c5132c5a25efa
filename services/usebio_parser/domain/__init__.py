"""What this service owns: which format it reads."""

from shared.formats.usebio import FORMAT

__all__ = ["FORMAT"]
