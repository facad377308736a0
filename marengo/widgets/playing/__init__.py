"""Games of any rules on the screen: played with people and machines, and stepped through."""
