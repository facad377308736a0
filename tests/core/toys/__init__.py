"""Toy games, one for each thing that the core can do and no game of the house needs yet."""
