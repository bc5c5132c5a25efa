"""Run the PBN parser alone: `python -m services.pbn_parser`."""

from services.pbn_parser.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
