"""Run the command line: `python -m kibitz`."""

from kibitz.cli import main

if __name__ == "__main__":
    main()
