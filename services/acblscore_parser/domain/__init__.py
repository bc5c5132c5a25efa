"""What this service owns: which format it reads."""

from shared.formats.acblscore import FORMAT

__all__ = ["FORMAT"]
