"""What is of *Bonaparte at Marengo* only: its facts, scenarios and reasons."""
