"""Damaged inputs and sudden ends, by the thousand, to see whether the laboratory keeps its word."""
