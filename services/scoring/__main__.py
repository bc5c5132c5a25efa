"""Run the scoring service alone: `python -m services.scoring`."""

from services.scoring.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
