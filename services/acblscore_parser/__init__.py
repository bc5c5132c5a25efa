"""The ACBLscore parser: reads ACBLscore files and publishes what they say of each event."""
