"""Charts of studies, of whatever game."""
