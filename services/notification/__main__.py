"""Run the notification service alone: `python -m services.notification`."""

from services.notification.app import app
from shared.service import run

if __name__ == "__main__":
    run([app])
