"""Decision trees of strategies: grow, evaluate, save and draw them."""
