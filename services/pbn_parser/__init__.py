"""The PBN parser: reads PBN files and publishes what they say of each event."""
