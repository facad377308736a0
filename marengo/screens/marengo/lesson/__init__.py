"""What a lesson about the rules is made of: close-ups, moves put to the engine, scenes played."""

from marengo.screens.marengo.lesson.close_up import Scene, close_up
from marengo.screens.marengo.lesson.playing import Story, Verdicts, allowed, play_out

__all__ = ["Scene", "Story", "Verdicts", "allowed", "close_up", "play_out"]
