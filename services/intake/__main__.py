"""Run the intake alone: `python -m services.intake`."""

from services.intake.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
