"""Run the ACBLscore parser alone: `python -m services.acblscore_parser`."""

from services.acblscore_parser.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
