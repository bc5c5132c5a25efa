"""Run the PBN parser alone: `python -m services.pbn_parser`."""

from services.pbn_parser.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
