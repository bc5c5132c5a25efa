"""Run the intake alone: `python -m services.intake`."""

from services.intake.app import app
from shared.bus.application import run

if __name__ == "__main__":
    run([app])
