"""Advice in the middle of a deal: the three models against independent computations."""

from math import sqrt
from statistics import mean, stdev

import pytest

from euchre_sim.analysis.advise import advise
from euchre_sim.analysis.advise_later import advise_position
from euchre_sim.analysis.knowledge import knowledge
from euchre_sim.analysis.players import find_players
from euchre_sim.analysis.worth import DEEP, ROLLOUT, SOLVER
from euchre_sim.cards import CardSet
from euchre_sim.errors import IllegalAction
from euchre_sim.inference.layouts import Layouts
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.position import Position
from euchre_sim.rules import HouseRules
from tests.differential.log import logged_hands
from tests.positions import STANDARD, looked, position, seen_by

MINE = "9H KC 9C AD JD"


def named(advice):
    """The values by what is played, buried or said."""
    found = {}
    for value in advice.actions:
        choice = value.choice
        card = choice.card or choice.discard
        found[str(card) if card else (choice.action, choice.alone)] = value
    return found


def within(one, other, errors=4.5):
    """Whether two means agree; a true difference of 0 fails once in 100,000 times."""
    return abs(one.mean - other.mean) <= errors * sqrt(one.se**2 + other.se**2)


# --- the strategies play on ----------------------------------------------------------------------


@pytest.mark.parametrize("strategies", ["trumps", "universe"])
@pytest.mark.parametrize(("seat", "calls"), [(1, ""), (2, "P"), (3, "P P"), (1, "P P P P")])
def test_first_call_is_worth_what_plain_advise_says(monkeypatch, strategies, seat, calls):
    """A first call is handed over to `advise`; here it is not, to hold one against the other."""
    monkeypatch.setattr(Position, "is_first_call", False)
    hand, up = "JH 9H AH KS 9S", "TC"
    asked = position(seat, hand, up, calls)
    later = advise_position(asked, strategies=strategies, deals=20_000)
    plain = advise(
        hand, up, seat, call_round=1 + (len(asked.calls) > 3), strategies=strategies, deals=20_000,
        seed=2,
    )  # fmt: skip
    assert later.heard in ("cards", "calls")
    assert len(later.actions) == len(plain.actions)
    values = {value.choice: value.points for value in plain.actions}
    for one in later.actions:
        assert within(one.points, values[one.choice]), one.choice


def test_first_call_is_answered_as_advise_does_it():
    """Also where hardly any deal fits: the dealer stuck behind seven passes."""
    rules = HouseRules(stick_the_dealer=True)
    asked = position(4, "AS KS QH 9D TC", "TH", "P P P P P P P", rules=rules)
    later = advise_position(asked, strategies="universe", deals=300)
    plain = advise(
        "AS KS QH 9D TC", "TH", 4, call_round=2, rules=rules, strategies="universe", deals=300
    )
    assert later.as_dict() == plain.as_dict()


def test_card_is_worth_what_whole_hands_of_the_engine_bring():
    """Whole hands are played; where the eldest leads against the second seat's order, he is asked.

    What he did has to be worth, on the average over the questions, what the hands brought.
    """
    players = find_players("universe", STANDARD)
    gaps = []
    for hand in logged_hands(players, STANDARD, 77, 1_500):
        lead = next((i for i, one in enumerate(hand.decisions) if one.phase == "play"), None)
        if lead is None or (hand.maker, hand.call_round) != (1, 1):
            continue
        if hand.decisions[lead].seat != 0:
            continue
        asked = advise_position(
            seen_by(hand, STANDARD, lead), strategies="universe", deals=200, threads=1
        )
        told = named(asked)[hand.decisions[lead].action].points.mean
        gaps.append(hand.points[0] - hand.points[1] - told)
    assert len(gaps) > 60
    assert abs(mean(gaps)) < 4 * stdev(gaps) / sqrt(len(gaps))


# --- what is heard -------------------------------------------------------------------------------


def test_history_that_no_strategy_makes_falls_back_to_what_was_shown():
    """`universe` does not order on the nine alone, whatever else it holds."""
    asked = position(2, "JH AH KH QH JD", "TH", "O", "9C")
    found = advise_position(asked, strategies="universe", deals=500)
    assert found.heard == "nothing"
    assert found.accepted == found.deals


def test_a_call_that_few_hands_make_is_heard():
    """Position 3 has the right bower, without which `basic` seldom orders: one deal in hundreds."""
    asked = position(3, "JH TH KC QC 9D", "9H", "O", "AS 9S")
    found = advise_position(asked, deals=300)
    assert found.heard == "calls"
    assert found.accepted < found.deals / 200


def test_a_strategy_itself_does_what_its_hook_says():
    """What the engine logged for whole hands; a chance player has no one answer."""
    players = find_players("basic,trumps,universe,basic", STANDARD)
    asked = 0
    for hand in logged_hands(players, STANDARD, 5, 2):
        for at, decision in enumerate(hand.decisions):
            seen = seen_by(hand, STANDARD, at)
            if seen.is_first_call or decision.phase not in ("discard", "play"):
                continue
            own = advise_position(seen, strategies=players.strategies, deals=2).strategy_choice
            assert str(own.card or own.discard) == decision.action
            asked += 1
    assert asked > 25
    chance = advise_position(
        position(2, MINE, "TH", "P P P O", "QC"), strategies="random", deals=100
    )
    assert chance.strategy_choice is None


def test_limits_and_seeds_are_refused_as_by_advise():
    for wrong, said in (
        ({"seed": -1}, "out of range"),
        ({"seed": 2**64}, "out of range"),
        ({"deals": 0}, "at least 2 deals"),
        ({"until_se": -1.0}, "no standard error"),
        ({"until_se": float("nan")}, "no standard error"),
        ({"threads": 0}, "cannot play"),
    ):
        with pytest.raises(IllegalAction, match=said):
            advise_position(LATE, **wrong)


def test_calls_are_heard_where_the_strategies_would_make_them():
    asked = position(2, MINE, "TH", "P P P O", "QC")
    assert advise_position(asked, deals=500).heard in ("cards", "discard", "calls")
    assert advise_position(asked, model=DEEP, deals=40).heard == "calls"
    assert advise_position(asked, model=SOLVER, deals=500).heard in ("discard", "calls")


# --- all cards face up ---------------------------------------------------------------------------


def test_solver_finds_the_values_of_two_known_hands():
    """Against values that were computed elsewhere, given to two places."""
    worst = advise_position(position(1, "9H TH 9D TD 9C", "AS"), model=SOLVER, deals=8_000)
    ordered = named(worst)["order", False].points
    assert abs(ordered.mean + 1.70) < 4 * ordered.se + 0.005
    best = named(advise_position(position(3, "JS KS QS TS 9S", "AS", "P P"), model=SOLVER,
                                 deals=8_000))  # fmt: skip
    for alone, value in ((False, 1.68), (True, 1.08)):
        points = best["order", alone].points
        assert abs(points.mean - value) < 4 * points.se + 0.005


# Two tricks are lost. Position 2 is last to the fourth: the left bower takes it, the ace does not.
LATE = position(2, MINE, "TH", "P P P O", "QC KC AC 9D/TS QS 9S 9H/9C TC QD KD/AS KS JS")


def rank(card, led, trump):
    """Strength of a card within a trick, from the words of the rules."""
    same = {"C": "S", "S": "C", "H": "D", "D": "H"}[trump]
    if card == "J" + trump:
        return 200
    if card == "J" + same:
        return 199
    if card[1] == trump:
        return 100 + "9TJQKA".index(card[0])
    return 1 + "9TJQKA".index(card[0]) if card[1] == led else 0


def suit(card, trump):
    same = {"C": "S", "S": "C", "H": "D", "D": "H"}[trump]
    return trump if card == "J" + same else card[1]


def most(hands, leader, table, trump, team):
    """Tricks of a team from here on, by trying every card: plain minimax."""
    seat = (leader + len(table)) % 4
    if len(table) == 4:
        led = suit(table[0], trump)
        best = max(range(4), key=lambda i: rank(table[i], led, trump))
        winner = (leader + best) % 4
        return (winner % 2 == team) + most(hands, winner, (), trump, team)
    if not hands[seat]:
        return 0
    led = suit(table[0], trump) if table else None
    open_cards = [card for card in hands[seat] if suit(card, trump) == led] or hands[seat]
    values = [
        most(
            tuple(
                tuple(one for one in hand if one != card) if at == seat else hand
                for at, hand in enumerate(hands)
            ),
            leader, (*table, card), trump, team,
        )
        for card in open_cards
    ]  # fmt: skip
    return max(values) if seat % 2 == team else min(values)


def test_solver_is_the_mean_of_minimax_over_all_worlds():
    """Chance players' calls say nothing of their hands, so that every world is as likely."""
    found = named(advise_position(LATE, model=SOLVER, strategies="random", deals=8_000))
    known = knowledge(LATE, looked(LATE), Lowered(STANDARD))
    worlds = list(Layouts(known.pool, known.needs, known.allowed).all_worlds())
    assert 100 < len(worlds) < 1_000
    for card in ("JD", "AD"):
        points = 0
        for world in worlds:
            hands = [tuple(map(str, CardSet.from_mask(int(place)))) for place in world[:4]]
            hands[1] = tuple({"JD", "AD"} - {card})
            tricks = 1 + most(tuple(hands), 2, ("AS", "KS", "JS", card), "H", 1)
            points += 1 if tricks >= 3 else -2
        value = found[card].points
        assert abs(value.mean - points / len(worlds)) <= 4.5 * value.se
    assert found["AD"].points.mean == -2


@pytest.mark.parametrize("model", [ROLLOUT, DEEP, SOLVER])
def test_card_that_must_be_played_is_found_by_every_model(model):
    found = advise_position(LATE, model=model, strategies="basic", deals=100)
    assert str(found.best.choice.card) == "JD"


# --- the same answer again -----------------------------------------------------------------------


@pytest.mark.parametrize("model", [ROLLOUT, DEEP, SOLVER])
def test_answer_does_not_depend_on_the_threads(model):
    asked = position(2, MINE, "TH", "P P P O", "QC")
    deals = 60 if model == DEEP else 3_000
    one, two, again = (
        advise_position(asked, model=model, deals=deals, seed=7, threads=threads).as_dict()
        for threads in (1, 2, 2)
    )
    assert one == two == again
    other = advise_position(asked, model=model, deals=deals, seed=8).as_dict()
    assert other["actions"] != one["actions"]
