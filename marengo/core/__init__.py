"""What every game stands on: the engine, and what a person holds. It knows no game."""
