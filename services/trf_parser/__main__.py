"""Run the TRF parser alone: `python -m services.trf_parser`."""

from services.trf_parser.app import app
from shared.bus.application import run

if __name__ == "__main__":
    run([app])
