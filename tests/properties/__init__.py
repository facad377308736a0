"""What holds in every position that play can reach."""
