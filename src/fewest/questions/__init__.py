"""The functions behind commands and web endpoints; each takes a setup and returns a Result."""
