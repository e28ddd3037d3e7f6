"""An advice in words: the names of actions, the verdict and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from euchre_cli.advise_game import (
    chance_text,
    chances_text,
    disagreement,
    margin_text,
    percent_points,
    stakes_text,
)
from euchre_cli.advise_illegal import illegal_cards
from euchre_cli.output import (
    Column,
    as_printed,
    card_text,
    cards_text,
    print_line,
    print_table,
    rules_flags,
    rules_text,
    signs_text,
    suit_text,
)
from euchre_sim.analysis.action_words import Words
from euchre_sim.seats import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from euchre_sim.analysis.advice import ActionValue, Advice
    from euchre_sim.analysis.worth import Choice, Points
    from euchre_sim.records.position import Position
    from euchre_sim.storage.lookups.lookup import Answer, TableValue

    Answered: TypeAlias = Advice | Answer

__all__ = ["print_advice", "verdict_text"]

RARE = 0.01  # below this share of fitting deals the answer rests on the strategies' own quirks


def choice_text(choice: Choice, advice: Answered) -> str:
    """Name an action as players do."""
    return Words(advice.position, advice.upcard, advice.rules, card_text, suit_text).of(choice)


def verdict_text(advice: Answered, sureness: str) -> str:
    """One plain sentence about what to do and one about how sure it is."""
    equals = advice.equals
    what = " or ".join(choice_text(one.choice, advice) for one in equals)
    what = what[0].upper() + what[1:]
    rivals = [value for value in sorted(advice.actions, key=_rank) if value not in equals]
    if len(equals) > 1:
        what += ", which came to the same in every deal" + ("." if not rivals else "")
    if not rivals:
        return what if len(equals) > 1 else f"{what}: nothing else is allowed."
    rival = rivals[0]
    name = choice_text(rival.choice, advice)
    than = "than passing" if name == "pass" else f"than to {name}"
    lead, reach = max(0.0, -rival.vs_best.mean), rival.vs_best.hi - rival.vs_best.mean
    margin = f"It is {lead:.3f} ± {reach:.3f} points a hand better {than}."
    if rival.win_vs_best is not None:
        margin = margin_text(rival.win_vs_best, than)
    return f"{what}. {margin} {sureness}"


def _rank(value: ActionValue | TableValue) -> tuple[float, float]:
    """Return a key that sorts actions, the best first."""
    return -value.goal.mean, -value.points.mean


def _sureness(advice: Advice) -> str:
    from euchre_sim.analysis import worth

    chance = f"chance to be the best: {advice.best.p_best:.1%}"
    unheard = " But the calls were not heard (see below)." if _calls_unheard(advice) else ""
    sure = {
        worth.SETTLED: settled_text("every look and every rival"),
        worth.INDIFFERENT: indifferent_text(chance, is_game=advice.stakes is not None),
        worth.PRECISE: f"The wanted standard error is reached ({chance}).",
        worth.EXHAUSTED: f"Not settled when the deals ran out ({chance}); --deals allows more.",
        worth.INTERRUPTED: f"Interrupted before it was settled ({chance}).",
    }[advice.reason]
    return sure + unheard


def settled_text(compared: str) -> str:
    """Say how sure a settled verdict is; `compared` names all that it had to stand against."""
    from euchre_sim.analysis.worth import ERROR_RATE

    return (
        f"Settled: the chance of a wrong verdict is below {ERROR_RATE:.0%}, "
        f"shared out over {compared} (Bonferroni)."
    )


def indifferent_text(chance: str, is_game: bool = False) -> str:
    """Say that no other action is better by a margin that matters."""
    from euchre_sim.analysis.worth import INDIFFERENCE, INDIFFERENT_CHANCE

    much = (
        f"wins as much as {100 * INDIFFERENT_CHANCE:.1f} more games in a hundred"
        if is_game
        else f"is better by as much as {INDIFFERENCE:.2f} points"
    )
    return f"Close enough: no other action {much} ({chance})."


_MODELS = {
    "rollout": "rollout, {who}.",
    "deep": "deep, every player searches: worlds that fit what he has seen, solved.",
    "solver": "solver, all cards face up after the action: a bound, not advice ({who} before it).",
}
_HEARD = {
    "cards": "The deals fit everything the others did: calls, discard and cards.",
    "discard": "The deals fit the others' calls and discard; of their cards only voids were heard.",
    "calls": "The deals fit the others' calls; of their cards and discard only voids were heard.",
    "nothing": "Hardly any deal fits the calls with these strategies, so that the others hold any "
    "cards, as if nothing had been said, and only voids were heard: take the order of the actions "
    "from this rather than their points.",
}


def _so_far(position: Position) -> Iterator[str]:
    """Tell what has happened in the deal."""
    from euchre_sim.records.position_text import format_position

    _, _, calls, declared, tricks = format_position(position).split("|")
    said = [f"calls {calls.strip()}"] if calls.strip() else ["no calls yet"]
    if declared.strip():
        said.append(declared.strip())
    if tricks.strip():
        said.append(f"played {tricks.strip()}")
    yield "; ".join(said)


def _signed(number: float) -> str:
    text = f"{number:+.3f}"
    return text if float(text) else "0.000"


def _row(value: ActionValue, advice: Advice) -> list[str]:
    best = value is advice.best
    cells = [choice_text(value.choice, advice)]
    points = [plus_minus(value.points), "best" if best else plus_minus(value.vs_best)]
    if value.win is None or value.win_vs_best is None:
        points.insert(1, f"{value.points.se:.4f}")
        cells += points
    else:
        points[1] = "-" if best else points[1]
        cells += [chance_text(value.win), "best" if best else percent_points(value.win_vs_best)]
        cells += points
    return [*cells, f"{_euchred(value, advice):.1%}"]


def _heads(advice: Advice) -> list[Column]:
    """Return the heads of the table of actions."""
    names = ["points a hand", "s.e.", "against the best"]
    if advice.stakes is not None:
        names = ["wins the game", "against the best", "points a hand", "against it"]
    names.append("euchring them" if _defends(advice) else "euchred")
    return [Column("action"), *(Column(name, right=True) for name in names)]


def _calls_unheard(advice: Advice) -> bool:
    """Whether something was said and the deals do not fit it."""
    return advice.heard == "nothing" and advice.asked is not None and bool(advice.asked.calls)


def _defends(advice: Advice) -> bool:
    """Whether the others have made trump."""
    if advice.asked is None or advice.asked.is_first_call:
        return False
    from euchre_sim.engine.layout import PASS

    n = advice.rules.players
    maker = next((i % n for i, call in enumerate(advice.asked.calls) if call != PASS), None)
    return maker is not None and not advice.rules.teams[advice.position - 1] >> maker & 1


def _euchred(value: ActionValue, advice: Advice) -> float:
    """Return the share of deals in which the makers are euchred."""
    if not _defends(advice):
        return value.euchred
    return sum(share for points, share in value.distribution.items() if points > 0)


def plus_minus(points: Points) -> str:
    """Write a mean with half its 95 % interval."""
    return f"{_signed(points.mean)} ± {points.hi - points.mean:.3f}"


def question_text(advice: Answered) -> str:
    """Name the hand, the upcard and the seat."""
    seat = seat_name(advice.position, advice.rules)
    shown = (
        "any upcard"
        if advice.upcard is None
        else f"{card_text(as_printed(advice.upcard, advice.rules))} up"
    )
    if advice.call_round == 2 and advice.asked is None:
        shown = shown.replace(" up", " turned down")
    hand = cards_text(as_printed(card, advice.rules) for card in advice.hand)
    if advice.asked is None:
        shown = f"{shown}, seat {advice.position} ({seat}), round {advice.call_round}"
    else:
        shown = f"{shown}, seat {advice.position} ({seat})"
    return f"{hand}, {shown}"


def print_shares(ranked: Sequence[ActionValue], advice: Advice) -> None:
    """Print what shares of the deals brought how many points."""
    axis = sorted({points for value in advice.actions for points in value.distribution})
    shares = [
        [
            choice_text(value.choice, advice),
            *(f"{value.distribution.get(points, 0.0):.1%}" for points in axis),
        ]
        for value in ranked
    ]
    heads = (Column(f"{points:+d}" if points else "0", right=True) for points in axis)
    print_line("Share of the deals by net points for your side:")
    print_table([Column("action"), *heads], shares)


def print_own_choice(advice: Advice) -> None:
    """Say what the seat's strategy itself would do, where that is known."""
    if advice.strategy_choice is not None:
        own = choice_text(advice.strategy_choice, advice)
        label = advice.players.strategies[advice.position - 1].label
        print_line(f"{label} itself would {own}.")


def who_plays(advice: Advice) -> str:
    """Name the strategies at the table."""
    return seated_text(advice.players.labels)


def seated_text(labels: Sequence[str]) -> str:
    """Name strategies that sit at a table, by position."""
    same = len(set(labels)) == 1
    return f"{labels[0]} in every seat" if same else f"by position {', '.join(labels)}"


def print_farmers(advice: Advice) -> None:
    """Say how farmers' hands are taken, where there are any."""
    if advice.rules.farmers_hand != "off":
        print_line("Deals in which another player would have claimed a farmer's hand do not fit.")
    if advice.unclaimed_farmers_hand:
        print_line("Yours is a farmer's hand; it is taken as one that you have not claimed.")


def print_rarity(advice: Advice) -> None:
    """Warn where hardly any deal fits what was heard."""
    if advice.accepted < RARE * advice.deals:
        print_line(
            "With these strategies the others would hardly ever have done what they did: "
            "the answer is about them rather than about people."
        )


def print_position(advice: Advice) -> None:
    """Print the line that asks the same again."""
    if advice.decision is not None:
        from euchre_sim.records.position_text import format_position

        rules = rules_flags(advice.rules)
        print_line(f'Position: "{format_position(advice.decision)}"{rules}')


def print_advice(advice: Advice) -> None:
    """Print the question, the tables of actions, the verdict and what it rests on."""
    print_line(question_text(advice))
    if advice.asked is not None:
        for line in _so_far(advice.asked):
            print_line(line)
    if advice.stakes is not None:
        print_line(f"{stakes_text(advice.stakes)}.")
    ranked = sorted(advice.actions, key=_rank)
    print_table(
        _heads(advice), [[signs_text(cell) for cell in _row(value, advice)] for value in ranked]
    )
    print_shares(ranked, advice)
    for card, reason in illegal_cards(
        advice, lambda card: card_text(as_printed(card, advice.rules))
    ):
        print_line(f"{card_text(as_printed(card, advice.rules))} is not legal: {reason}.")
    print_line(verdict_text(advice, _sureness(advice)))
    otherwise = disagreement(advice, lambda value: choice_text(value.choice, advice))
    if otherwise is not None:
        print_line(otherwise)
    print_own_choice(advice)
    print_line("")
    print_line(f"Model: {_MODELS[advice.model].format(who=who_plays(advice))}")
    print_line("± is half a 95 % interval, s.e. the standard error.")
    fitting = f", {advice.accepted / advice.deals:.2%} fit what was heard"
    print_line(
        f"{advice.accepted:,} deals played after each action "
        f"({advice.deals:,} dealt{'' if _calls_unheard(advice) else fitting})."
    )
    print_farmers(advice)
    if advice.heard is not None:
        print_line(_HEARD["nothing" if _calls_unheard(advice) else advice.heard])
    print_rarity(advice)
    print_position(advice)
    if advice.stakes is not None:
        print_line(chances_text(advice.stakes))
    print_line(
        f"Rules: {rules_text(advice.rules)} (digest {advice.rules.digest()}). Seed {advice.seed}."
    )
