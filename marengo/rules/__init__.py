"""The engine: state records, packed moves, and one package per ruleset."""
