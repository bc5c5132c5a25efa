"""Run the seating service alone: `python -m services.seating`."""

from services.seating.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
