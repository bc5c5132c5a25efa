"""Run the validation service alone: `python -m services.validation`."""

from services.validation.app import create
from shared.messaging.runtime import main

if __name__ == "__main__":
    main(create)
