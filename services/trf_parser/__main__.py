"""Run the TRF parser alone: `python -m services.trf_parser`."""

from services.trf_parser.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
