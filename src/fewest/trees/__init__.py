"""Decision trees of strategies: growing, evaluating, saving and drawing them."""
