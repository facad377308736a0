"""What is seen of games on the field of Marengo: pictures, maps, and all that one plays with."""
