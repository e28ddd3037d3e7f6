"""``euchre quiz``: practice with deals, graded by the numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    SCORE,
    build_rules,
    build_strategies,
    examples,
    json_option,
    rules_options,
    strategy_options,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import Column, print_json, print_json_line, print_line, print_table
from euchre_sim.errors import IllegalAction
from euchre_sim.quiz import AS_GOOD, KINDS, LABEL_NAMES

if TYPE_CHECKING:
    from euchre_sim.quiz.history import History, Tally
    from euchre_sim.quiz.question import Question

__all__ = ["quiz_command"]

COUNT = 10


@click.command(
    "quiz",
    short_help="Practise calls, loners, discards and cards.",
    epilog=examples(
        "euchre quiz",
        "euchre quiz --kind call --kind alone --count 20",
        "euchre quiz --kind card --hard seek --score 9-6",
        "euchre quiz --from game.egn",
        'euchre quiz --position "2: KH 9H AC KS 9S | JH | P | |"',
        "euchre quiz --history",
    ),
)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(KINDS),
    multiple=True,
    help="What is asked about; may be repeated.  [default: all]",
)
@click.option(
    "--count", type=click.IntRange(min=1), metavar="N", help=f"Questions.  [default: {COUNT}]"
)
@click.option(
    "--from",
    "game_file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="GAME.egn",
    help="Ask about the decisions of a recorded game, at its score.",
)
@click.option(
    "--position", "position_text", metavar="TEXT", help="Ask about one position, as advise has it."
)
@click.option(
    "--hard",
    type=click.Choice(("seek", "avoid")),
    help="Seek near-ties (the two best within 0.05 points), or leave out what is too close to "
    "call.  [default: avoid]",
)
@click.option(
    "--score",
    type=SCORE,
    metavar="US-THEM",
    help="The game before each deal, your side first: then the chance to win it counts.",
)
@rules_options
@strategy_options
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    help="Ask the questions of this seed.  [default: new ones]",
)
@threads_option
@click.option("--no-keep", is_flag=True, help="Do not add the answers to the score kept.")
@click.option(
    "--history", "show_history", is_flag=True, help="Show the score kept, and ask nothing."
)
@json_option
def quiz_command(show_history: bool, as_json: bool, **options: Any) -> int:
    """Ask what you would do, and tell what it is worth.

    Every answer is weighed on the same deals as the others, as 'euchre advise' does; what costs
    less than 0.1 points, or no more than noise, counts as good. Questions without a right answer
    are left out: those in which the deals do not tell which action is best, and of random deals
    those in which every other action costs a point or more.

    Answer with a number, words or a card; h gives a hint, q ends. With --json each answer graded is
    a line on stdout, and the questions go to stderr.
    """
    if show_history:
        return _print_history(as_json)
    from euchre_sim.quiz.history import history_file, history_in

    keep = None if options["no_keep"] else history_file()
    if keep is not None:
        history_in(keep)  # a damaged file is told before the first question
    seed = random.SystemRandom().randrange(2**32) if options["seed"] is None else options["seed"]
    left_out: Counter[str] = Counter()
    questions, count = _questions(options, seed, left_out)
    run = _Run(questions, count, keep, as_json)
    try:
        run.go()
    except KeyboardInterrupt:
        run.is_interrupted = True
    run.finish(seed=None if options["position_text"] else seed, left_out=left_out)
    return ExitStatus.INTERRUPTED if run.is_interrupted else ExitStatus.OK


def _questions(
    options: dict[str, Any], seed: int, left_out: Counter[str]
) -> tuple[Iterator[Question], int]:
    """Return the questions asked for, and how many there are to be."""
    _refuse_contradictions(options)
    kinds, hard = options["kinds"] or KINDS, options["hard"] or "avoid"
    named = options["rules_name"]
    rules = build_rules(named, options["settings"])
    chosen = build_strategies(options["strategy"], options["strategy_files"], rules.players)
    count = options["count"] or COUNT
    threads = options["threads"]
    if options["position_text"] is not None:
        return iter([_given(options, rules, chosen, seed)]), 1
    from euchre_sim.quiz.draw import Recorded, drawn_questions

    if options["game_file"] is None:
        if options["score"] is not None:
            from euchre_sim.analysis.stakes import Stakes

            Stakes.at(options["score"], 0, rules, threads=threads)  # refuses what cannot be
        drawn = drawn_questions(
            rules, chosen, kinds, hard=hard, score=options["score"], seed=seed, threads=threads
        )
        return islice(drawn, count), count
    from euchre_sim.notation import read_egn

    game = read_egn(
        options["game_file"].read_bytes(), rules if named else None, options["settings"]
    )
    recorded = Recorded(game, chosen, kinds, hard, seed, threads, left_out)
    return islice(recorded, count), count


def _refuse_contradictions(options: dict[str, Any]) -> None:
    sources = [name for name in ("game_file", "position_text") if options[name] is not None]
    if len(sources) == 2:
        raise click.UsageError("--from and --position do not go together")
    if options["position_text"] is not None:
        for name in ("kinds", "count", "hard"):
            if options[name]:
                flag = "kind" if name == "kinds" else name
                raise click.UsageError(f"--position is one question: leave out --{flag}")
    if options["game_file"] is not None and options["score"] is not None:
        raise click.UsageError("--from takes the score from the record: leave out --score")


def _given(options: dict[str, Any], rules: Any, strategies: Any, seed: int) -> Question:
    """Make a question of a position in one line."""
    from euchre_sim.quiz.question import pose
    from euchre_sim.records.position_text import parse_position

    position = parse_position(options["position_text"], rules)
    question = pose(
        position,
        strategies=strategies,
        score=options["score"],
        seed=seed,
        threads=options["threads"],
    )
    if len(question.options) == 1:
        raise IllegalAction("only one thing may be done there, so that there is nothing to ask")
    return question


class _Run:
    """The questions of one run, asked one after another."""

    def __init__(
        self, questions: Iterator[Question], count: int, keep: Path | None, as_json: bool
    ) -> None:
        from euchre_sim.quiz.history import History

        self.questions, self.count, self.keep, self.as_json = questions, count, keep, as_json
        self.here = History()
        self.kept: History | None = None
        self.is_interrupted = False
        self.was_asked = False

    def say(self, text: str) -> None:
        """Print a line for people; with JSON it must not come between the data."""
        from euchre_cli.output import signs_text

        click.echo(signs_text(text), err=self.as_json)

    def go(self) -> None:
        """Ask, grade and keep, until there is no question left or the player has had enough."""
        from euchre_cli.quiz_ask import ask
        from euchre_cli.quiz_text import card_shower, grade_lines
        from euchre_sim.quiz.history import add_answer

        for number, question in enumerate(self.questions, 1):
            self.was_asked = True
            head = f"Question {number} of {self.count}" if self.count > 1 else "Question"
            chosen = ask(question, head, self.say, err=self.as_json)
            if chosen is None:
                return
            graded = question.grade(chosen, str if self.as_json else card_shower(question))
            answer = (question.kind, graded.grade, max(0.0, graded.loss.mean))
            self.here = self.here.add(*answer)
            if self.keep is not None:
                self.kept = add_answer(self.keep, *answer)
            if self.as_json:
                print_json_line({"number": number, **graded.as_dict()})
                continue
            for line in grade_lines(graded):
                self.say(line)

    def finish(self, seed: int | None, left_out: Counter[str]) -> None:
        """Print the score of this run and of all."""
        from euchre_cli.quiz_text import wrapped

        here = self.here.total
        if not self.was_asked and left_out:
            told = ", ".join(f"{n} {why}" for why, n in left_out.items())
            raise IllegalAction(f"the record has no such question; left out are decisions: {told}")
        self.say("")
        self.say(wrapped(_score_text(here) if here.asked else "Nothing was answered."))
        if self.kept is not None:
            self.say(wrapped(f"All runs: {_score_text(self.kept.total)} {_streak_text(self.kept)}"))
        if left_out:
            told = ", ".join(f"{n} {why}" for why, n in left_out.items())
            self.say(wrapped(f"Decisions left out so far: {told}."))
        if seed is not None:
            self.say(wrapped(f"--seed {seed} asks the same questions again."))


def _score_text(tally: Tally) -> str:
    parts = [f"{tally.best} of {tally.asked} best"]
    for grade in (AS_GOOD, *LABEL_NAMES.values()):
        if count := tally.grades[grade]:
            many = "s" if count > 1 and grade != AS_GOOD else ""
            name = "inaccuracies" if many and grade == "inaccuracy" else grade + many
            parts.append(f"{count} {name}")
    return f"{', '.join(parts)}; {tally.mean_loss:.3f} points lost a question."


def _streak_text(history: History) -> str:
    return f"In a row without a loss that counts: {history.streak} now, {history.longest} at most."


def _print_history(as_json: bool) -> int:
    from euchre_sim.quiz.history import history_file, history_in

    history = history_in(history_file())
    if as_json:
        print_json(history.as_dict())
        return ExitStatus.OK
    if not history.total.asked:
        print_line("no questions answered yet; 'euchre quiz' asks some")
        return ExitStatus.OK
    heads = ("asked", "best", "as good", *LABEL_NAMES.values(), "lost a question")
    rows = [(kind, tally) for kind, tally in history.kinds.items() if tally.asked]
    print_table(
        [Column("kind"), *(Column(head, right=True) for head in heads)],
        [_row(kind, tally) for kind, tally in [*rows, ("all", history.total)]],
    )
    print_line(_streak_text(history))
    return ExitStatus.OK


def _row(kind: str, tally: Tally) -> list[str]:
    counts = (tally.grades[grade] for grade in (AS_GOOD, *LABEL_NAMES.values()))
    best = f"{tally.best} ({tally.best / tally.asked:.0%})"
    return [kind, str(tally.asked), best, *map(str, counts), f"{tally.mean_loss:.3f}"]
