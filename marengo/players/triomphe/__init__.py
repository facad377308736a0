"""What players know of *Triomphe à Marengo*."""
