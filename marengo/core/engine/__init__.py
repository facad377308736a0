"""What is compiled for every game: records, the driver, games in bulk, policies, search."""

STANDS_ON: tuple[str, ...] = ()
