"""What this service owns: which format it reads."""

from shared.formats.trf import FORMAT

__all__ = ["FORMAT"]
