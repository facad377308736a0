"""What both Marengo rulesets do alike: the board as tables, roads, blocking, room."""
