"""The rules of *Bonaparte at Marengo* (2005, Basic), one module per chapter."""
