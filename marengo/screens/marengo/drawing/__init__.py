"""How a position and its map are drawn, and what is drawn of games on this field alone."""
