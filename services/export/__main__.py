"""Run the export service alone: `python -m services.export`."""

from services.export.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
