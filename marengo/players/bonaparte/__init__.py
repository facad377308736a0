"""What players know of *Bonaparte à Marengo*."""
