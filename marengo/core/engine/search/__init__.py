"""Information-set Monte-Carlo tree search over what a side knows."""
