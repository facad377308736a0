"""*Triomphe à Marengo* (2022)."""
