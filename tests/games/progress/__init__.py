"""What is built on the rules of The March of Progress: solving, and what is seen."""
