"""What matters how much to the rule-of-thumb player."""

from marengo.core.engine.record import Float64, Record


class Weights(Record):
    """Weights in logits; the values and their provenance lie in ``data/players/bonaparte.toml``."""

    boldness: Float64  # factor on everything that attacks
    sharpness: Float64  # factor on the gains of moves of step 3
    threshold: Float64  # least gain worth a move
    command: Float64  # price of a command
    restless: Float64  # price of a march on the map: no marching to and fro
    enough: Float64  # strength beyond which more influence does not count
    goal: Float64  # worth of a step nearer to a star
    colour_held: Float64  # steps farther that a star seems whose colour is held already (B-14.3)
    support: Float64  # worth of own influence
    contact: Float64  # worth of enemy influence: towards him
    danger: Float64  # price of enemy influence beyond the own
    star: Float64  # worth of standing on a star at the end of the day, by the square of time
    line_distance: Float64  # how far behind the spearhead the French stand, in shares of the way
    behind_line: Float64  # price of standing too far back, per share of the way
    before_line: Float64  # price of standing too far forward
    detour: Float64  # price of a step off the way
    doomed: Float64  # price of a place that can be attacked unblockably (B-9.14)
    guard: Float64  # worth of a first reserve where an approach is open
    last_reserve: Float64  # price of leaving comrades in approaches without a reserve
    last_piece: Float64  # price of giving up a threatened place
    loss: Float64  # worth of a point the enemy loses
    overrun: Float64  # price of a place per point of an assault to be feared there
    relief: Float64  # worth of leaving an approach, per point of an assault to be feared
    battery: Float64  # worth of artillery in an approach
    ground: Float64  # worth of throwing the enemy out, beside the place itself
    unblocked: Float64  # chance that an attack is not blocked that could be
    drawn_reserve: Float64  # worth of drawing a reserve piece into an approach
    cover: Float64  # worth of closing an approach with the enemy in the opposite one
    cover_stake: Float64  # the same, per point at stake
    second_row: Float64  # worth of a further piece where the approach is not full
    second_row_danger: Float64  # the same, per point of an assault to be feared
    second_row_prospect: Float64  # the same, per point of prospects of an own assault
    crowded: Float64  # price of a piece more than an approach can use
    pin: Float64  # worth of standing in an approach with nobody opposite
    pin_stake: Float64  # the same, per point at stake
    in_approach: Float64  # price of being tied to an approach
    alone: Float64  # price of continuing into an approach without a reserve behind (strategy)
    waiting: Float64  # price of a road step let pass
    entry: Float64  # worth of entering the map
    cavalry_first: Float64  # more for cavalry
    artillery_last: Float64  # less for artillery
    fall_back: Float64  # price of going back from an approach
    cavalry_attack: Float64  # more for an attack begun with cavalry, which continues
    join_attack: Float64  # worth of joining a manoeuvre attack
    join_approach: Float64  # worth of joining a group into an approach
    join_march: Float64  # worth of joining a march, beside the gain of the place
    join_back: Float64  # worth of joining a group back to the reserve
    artillery_back: Float64  # price of artillery in an attack
    assault_certainty: Float64  # how steeply the chance of an assault rises with the margin
    assault_margin: Float64  # margin at which the chance is even
    assault_price: Float64  # least gain worth an assault
    later_slot: Float64  # price of naming a later piece first
    join_assault: Float64  # worth of joining an assault
    keep_behind: Float64  # worth of leaving one piece in the approach, or artillery out
    lead: Float64  # worth of a point of strength of the leading pieces
    lead_cavalry: Float64  # price of leading with cavalry, which pursues from the second row
    pursuit: Float64  # worth of a point gained by pursuit
    block: Float64  # worth of blocking a manoeuvre attack
    block_stake: Float64  # the same, per point at stake
    block_with_last: Float64  # price of blocking with the last reserve piece
    block_strength: Float64  # worth of a point of strength of the blocking piece
    block_cavalry: Float64  # price of blocking with cavalry
    block_artillery: Float64  # price of blocking with artillery
    second_blocker: Float64  # worth of a second blocking piece in a wide approach
    crowded_block: Float64  # price of a blocking piece that finds no use
    advance: Float64  # worth of going into the approach after a block
    advance_margin: Float64  # the same, per point of prospects
    join_advance: Float64  # worth of advancing together
    last_point: Float64  # worth of the last point of a piece
    second_point: Float64  # worth of the point without which a piece cannot lead
    point_of_cavalry: Float64  # more for cavalry
    bombard: Float64  # worth of a bombardment that can do harm
    fire: Float64  # worth of defensive fire
    shuffle: Float64  # worth of shuffling
    show: Float64  # price of a point shown
    activate: Float64  # worth of activating a piece
    activate_strength: Float64  # the same, per point
    activate_cavalry: Float64  # more for cavalry
    activate_near: Float64  # more for Austrian influence
    finish: Float64  # how much bolder while the enemy's morale falls
    enemy_beaten: Float64  # boldness left against a demoralised enemy
    prudence: Float64  # how much more own losses count while the own morale falls
    own_beaten: Float64  # how much they count once demoralised
