"""What the types of one ruleset have more than those of the other."""

from typing import TYPE_CHECKING, Any


class Varied:
    """Something that knows more in one ruleset than in another.

    Type checkers take facts that only a ruleset's own class has, such as ``State.orders``, for
    anything; who wants them checked names that class.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return a fact of the ruleset."""
