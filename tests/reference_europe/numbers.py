"""The tables of the digest."""

FIRE = {
    ("infantry", 1): {"infantry": 9, "cavalry": 8, "artillery": 10},
    ("artillery", 1): {"infantry": 7, "cavalry": 6, "artillery": 8},
    ("artillery", 2): {"infantry": 9, "cavalry": 8, "artillery": 10},
}
"""N-22.3, by arm and range of the firer, and arm of the target."""

ELIMINATED = {"elite": 2, "militia": 4}
"""N-22.5: up to which roll a hit eliminates; other kinds on 1 to 3."""

CHARGE = {
    "infantry": {"infantry": 0, "cavalry": -2, "artillery": 3},
    "cavalry": {"infantry": 2, "cavalry": 0, "artillery": 3},
}
"""N-23.3."""

QUALITY = {"elite": 1, "heavy": 1, "militia": -1, "irregular": -1}
"""N-23.5."""

RALLY = {"elite": 7, "militia": 9, "irregular": 9}
"""N-25.3; other kinds on 8."""

PURSUIT: dict[str, dict[str, int]] = {
    "infantry": {"infantry": 6, "artillery": 5, "leader": 6},
    "cavalry": {"infantry": 3, "cavalry": 6, "artillery": 3, "leader": 5},
}
"""N-26.6."""
