"""What a person sees of the games and may command, one folder each, above all that any game has."""
