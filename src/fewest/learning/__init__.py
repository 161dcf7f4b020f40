"""Learning from games: train curves, measure estimators, and an anytime search."""
