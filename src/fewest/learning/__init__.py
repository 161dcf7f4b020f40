"""Learning from games: training curves, measuring estimators, an anytime search."""
