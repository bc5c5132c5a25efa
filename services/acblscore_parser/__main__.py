"""Run the ACBLscore parser alone: `python -m services.acblscore_parser`."""

from services.acblscore_parser.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
