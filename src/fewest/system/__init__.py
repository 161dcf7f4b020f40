"""The machine: threads, Ctrl-C and files."""
