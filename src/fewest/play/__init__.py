"""Games that people play: reading clues, analysis, several boards, the adversary, past games."""
