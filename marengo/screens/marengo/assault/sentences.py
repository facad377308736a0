"""A fight in sentences, with the ids of the rules that decide."""

import polars as pl

from marengo.games.marengo.rules.decisions import Decision
from marengo.games.marengo.rules.vocabulary import NONE
from marengo.games.marengo.state import MarengoState
from marengo.games.marengo.study.fights import Fight, FightCourse
from marengo.games.marengo.types import ARMIES
from marengo.screens.marengo.narration import narrate, narrate_losses
from marengo.screens.marengo.play.steps import steps_of


def counted(number: int, what: str) -> str:
    """Return a number of things in words, such as ``no discs``."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def summary(fight: Fight, course: FightCourse) -> list[str]:
    """Return who wins and what it costs, in sentences."""
    fights = fight.game.fights
    own, other = ARMIES[fight.attacker], ARMIES[fight.attacker.enemy]
    outcome, target = course.outcome, fight.border.split("/")[1]
    rule = fights.results[fight.kind]
    won = f"{own} takes {target}" if outcome.won else f"{other} holds {target}"
    unit = fight.game.morale_unit.removesuffix("s")
    lines = [f"{won} ({rule})."]
    if any((*outcome.lost, *outcome.morale)):
        lost = [counted(points, "strength point") for points in outcome.lost]
        paid = [counted(-change, unit) for change in outcome.morale]
        lines.append(f"{own} loses {lost[0]}, {other} {lost[1]}.")
        lines.append(f"Morale: {own} loses {paid[0]}, {other} {paid[1]} ({fights.price}).")
    else:
        lines.append("Nobody loses strength or morale.")
    commits = fights.committing.get("retreat" if outcome.won else fight.kind)
    lines += [
        f"{army} commits {counted(discs, 'disc')} ({commits})."
        for army, discs in zip((own, other), outcome.committed, strict=True)
        if discs > 0
    ]
    if not outcome.won and fight.kind == "assault" and not outcome.over:
        lines.append(fights.beaten)
    return [*lines, *fights.demoralised(course.states[0], course.states[-1])]


def advice(fight: Fight) -> list[str]:
    """Return what is best for either side, in sentences."""
    own, other = ARMIES[fight.attacker], ARMIES[fight.attacker.enemy]
    best = fight.choices.filter(pl.col("best")).row(0, named=True)
    lines = [f"Best for {own}: {best['attack']}."]
    if fight.gain == 0:
        wanted = f"By what both sides want ({fight.measure.words})"
        lines = [f"{wanted} neither gains by the attack.", *lines]
    if fight.gain < 0:
        lines = [f"{own} does better not to attack. The least bad attack: {best['attack']}."]
    if fight.kind != "retreat":
        lines.append(f"Best for {other}: {best['reply']}.")
    then = best["then"].replace("fire", "defensive fire")
    return [*lines, *([f"After that: {then}."] if then else [])]


def steps(course: FightCourse) -> list[str]:
    """Return what happens, step by step, with the rules of each and what is lost by it.

    The last step also brings what the fight itself costs, without a further choice.
    """
    lines = []
    for step in steps_of([*course.states]):
        move, *joined = step.moves
        rule = _rule(step.before, str(move))
        lost = narrate_losses(step.before, step.after)
        words = [narrate(step.before, move, joined=joined), f"({rule})", lost]
        if lost and step.after is course.states[-1]:
            words.append(_losing(course))
        lines.append(" ".join(filter(None, words)))
    return lines


def _losing(course: FightCourse) -> str:
    """Return the rules on what is lost in a fight."""
    fights = course.states[0].game.fights
    assaulted = any(move.startswith("assault") for move in course.moves)
    rules = [fights.losses] * assaulted + [fights.retreating] * course.outcome.won
    return f"({'; '.join(rules)})"


def _rule(before: MarengoState, move: str) -> str:
    """Return the rules on what may be chosen in a position."""
    game, verb = before.game, move.split(maxsplit=1)[0]
    if before.decision == Decision.REDUCTION:
        retreating = before.record["retreat_from"] != NONE
        return game.fights.retreating if retreating else game.fights.reduction
    return game.fights.beginnings.get(verb) or game.questions[before.decision].rules
