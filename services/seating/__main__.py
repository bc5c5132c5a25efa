"""Run the seating service alone: `python -m services.seating`."""

from services.seating.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
