"""The player that searches: legal everywhere, the same twice, and no sure trick thrown away."""

import pytest

from euchre_sim.analysis.players import find_players
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import UnknownStrategy
from tests.differential.log import logged_hands
from tests.positions import STANDARD
from tests.unit.test_advise_later import rank, suit

QUICK = "pimc:worlds=4"


@pytest.mark.parametrize("value", [0, -1, 10_001])
@pytest.mark.parametrize("name", ["worlds", "patience"])
def test_numbers_of_worlds_that_cannot_be(name, value):
    with pytest.raises(UnknownStrategy, match=f"parameter '{name}' .* is 1 to 10,000, not {value}"):
        registry.get(f"pimc:{name}={value}")


@pytest.mark.parametrize("name", HouseRules.preset_names())
def test_hands_of_every_preset_are_legal_and_the_same_twice(name):
    """The engine refuses an illegal answer, and an error would be raised here."""
    rules = HouseRules.preset(name)
    once, twice = (list(logged_hands(find_players(QUICK, rules), rules, 3, 6)) for _ in range(2))
    assert once == twice
    assert any(hand.decisions for hand in once)


def test_third_trick_is_taken_where_it_can_be():
    """Last to the fourth trick, with two won: a card that takes the third decides the hand.

    Another card is as good only if the last trick is won in any case.
    """
    asked = 0
    for hand in logged_hands(find_players("pimc:worlds=10", STANDARD), STANDARD, 8, 600):
        if hand.maker is None or len(hand.active) < 4:
            continue
        trump = hand.contract
        *table, (seat, played) = hand.tricks[3]
        other = next(card for one, card in hand.tricks[4] if one == seat)
        led = suit(table[0][1], trump)
        choice = next(one for one in hand.decisions if (one.seat, one.action) == (seat, played))
        won = sum(leader % 2 == seat % 2 for leader in hand.leaders[1:4])
        strength = {card: rank(card, led, trump) for card in (played, other)}
        to_beat, holder = max((rank(card, led, trump), one) for one, card in table)
        takes = {card for card in choice.legal if strength[card] > to_beat}
        if won != 2 or holder % 2 == seat % 2 or len(choice.legal) < 2 or len(takes) != 1:
            continue
        asked += 1
        ours = hand.maker_tricks if hand.maker % 2 == seat % 2 else 5 - hand.maker_tricks
        assert played in takes or ours >= 3
    assert asked >= 10
