"""What is asked about a heap, and what may be answered: a row for each decision and verb."""

from collections.abc import Mapping

from marengo.core.asking import Question, Wording
from tests.core.toys.heap.rules import Decision, Verb

QUESTIONS: Mapping[int, Question] = {
    Decision.TAKE: Question("pieces are to be taken (H-1.1)", (Verb.TAKE,)),
}

VERBS: Mapping[int, Wording] = {
    Verb.TAKE: Wording("take {number}", "take {number} from the heap"),
}

SENTENCES: Mapping[int, str] = {
    1_01_0: "one to three are taken (H-1.1)",
    1_02_0: "there are not so many (H-1.2)",
}
