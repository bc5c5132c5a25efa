"""Run the command line: `python -m kibitz`."""

from kibitz.entry import main

if __name__ == "__main__":
    main()
