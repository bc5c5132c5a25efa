"""Run the USEBIO parser alone: `python -m services.usebio_parser`."""

from services.usebio_parser.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
