"""What is learnt from games: curves, how good estimators are, a search that improves itself."""
