"""Run the USEBIO parser alone: `python -m services.usebio_parser`."""

from services.usebio_parser.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
