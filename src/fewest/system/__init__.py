"""The operating system: threads, Ctrl-C and files."""
