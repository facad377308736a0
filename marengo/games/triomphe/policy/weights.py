"""What matters how much to the rule-of-thumb player."""

from marengo.core.engine.record import Float64, Record


class Weights(Record):
    """Weights in logits; the values and their provenance lie in ``data/players/triomphe.toml``."""

    boldness: Float64  # factor on everything that attacks
    sharpness: Float64  # factor on all scores of the rule of thumb

    # where to stand
    progress: Float64  # Austrian piece one step nearer to the goal
    hurry: Float64  # how much more such a step counts at the end of the day than at its start
    detour: Float64  # steps that an enemy piece in the way counts as
    barrier: Float64  # steps that an approach he blocks counts as, and each penalty there
    enter: Float64  # piece that enters the map
    cavalry_first: Float64  # cavalry that enters by road: it goes on into an approach
    passed: Float64  # French piece one step behind the Austrian spearhead
    margin: Float64  # steps that French pieces want to be ahead of the spearhead
    interpose: Float64  # French piece at a post that one Austrian piece would pass
    foresight: Float64  # share of this for each step that the Austrian piece is farther away
    enough: Float64  # most Austrian pieces that count at a post
    posted: Float64  # what each French piece at a post beyond the first takes from it
    fade: Float64  # what each step to a post takes from it
    crowd: Float64  # each French piece beyond two in a locality
    idle: Float64  # price of any move, so that nobody shuffles to and fro
    order: Float64  # price of an order
    contagion: Float64  # organised French piece that joins disorganised ones (T-14.16)
    organise: Float64  # organising a piece
    rescue: Float64  # organising a piece, per logit of the exposure of its locality
    company: Float64  # each further disorganised piece of its locality, all to be organised

    # what may be lost
    disc: Float64  # morale disc
    ground: Float64  # locality that changes hands
    left_behind: Float64  # discs lost with each Austrian piece pushed back (T-13.23)
    caution: Float64  # factor on what the enemy may take in his next turn
    uncovered: Float64  # chance of an attack from an approach that cannot be answered
    thin: Float64  # chance of one against a wide approach with a single piece
    answered: Float64  # chance of an attack from reserve that a reserve can answer
    unanswered: Float64  # chance of an attack from reserve that nobody can answer
    stretched: Float64  # chance per open approach beyond the number of pieces in reserve
    stormed: Float64  # chance of a lost assault against a blocked approach, even numbers

    # attacks
    pin: Float64  # own piece in an approach opposite the enemy
    pin_blocked: Float64  # factor if the approach opposite is blocked
    gun: Float64  # artillery in an approach from which it may bombard
    slip: Float64  # chance that an attack which can be answered succeeds
    feint: Float64  # disc that the enemy commits to beat an attack
    steep: Float64  # logits of winning an assault per point of its result
    bar: Float64  # points by which an own assault counts as weaker than it looks
    bombard: Float64  # declaring a bombardment
    complete: Float64  # completing one
    kill: Float64  # taking the last discs of an army
    doom: Float64  # losing the last of one's own

    # pieces
    symbol: Float64  # strength point of a piece
    body: Float64  # piece that still stands
    leader: Float64  # piece that can lead or counter-attack
    rider: Float64  # cavalry
    commitment: Float64  # disc committed
    safe_disc: Float64  # chance of loss of the place where a disc lies
