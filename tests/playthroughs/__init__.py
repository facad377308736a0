"""Golden playthroughs: games on paper with both sides' views, to be read and compared.

``python -m tests.playthroughs`` plays and writes them anew after a change of the rules.
"""
