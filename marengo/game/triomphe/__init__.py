"""What is of *Triomphe à Marengo* only: its facts, scenarios and reasons."""
