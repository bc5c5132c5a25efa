"""Run the export service alone: `python -m services.export`."""

from services.export.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
