"""What a person can ask: each question is a function of a setup and a watch, and returns a result."""
