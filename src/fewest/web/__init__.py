"""The web app of `fewest serve`."""
