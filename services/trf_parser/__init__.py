"""The TRF parser: reads TRF files and publishes what they say of each event."""
