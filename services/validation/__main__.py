"""Run the validation service alone: `python -m services.validation`."""

from services.validation.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
