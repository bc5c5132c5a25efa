"""Run the broadcast service alone: `python -m services.broadcast`."""

from services.broadcast.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
