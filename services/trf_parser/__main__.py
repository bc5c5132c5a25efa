"""Run the TRF parser alone: `python -m services.trf_parser`."""

from services.trf_parser.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
