"""*Bonaparte at Marengo* (2005), the Basic ruleset."""
