"""Run the broadcast service alone: `python -m services.broadcast`."""

from services.broadcast.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
