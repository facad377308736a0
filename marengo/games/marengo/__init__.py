"""What both games of Marengo share: board, pieces, roads, knowledge, scenarios."""
