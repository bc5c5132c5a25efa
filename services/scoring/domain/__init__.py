"""The rules that scoring owns: merging fragments into an event, and scoring the event to date."""
