"""What is counted of games on the field of Marengo: turns, attacks, presence, what things do."""
