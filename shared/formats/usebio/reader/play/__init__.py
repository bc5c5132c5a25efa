"""What is played: boards, lines, matches, cards and movements."""
