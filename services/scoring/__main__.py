"""Run the scoring service alone: `python -m services.scoring`."""

from services.scoring.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
