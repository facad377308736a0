"""*Triomphe à Marengo* (2022), one module per chapter of its rulebook."""
