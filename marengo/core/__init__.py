"""What every game stands on: records, compilation, driver, search. It knows no game."""

STANDS_ON: tuple[str, ...] = ()
