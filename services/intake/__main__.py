"""Run the intake alone: `python -m services.intake`."""

from services.intake.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
