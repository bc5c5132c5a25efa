"""The USEBIO parser: reads USEBIO files and publishes what they say of each event."""
