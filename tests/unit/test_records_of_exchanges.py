"""Records in which cards change hands: farmers' hands, a partner's best card, extra cards."""

import dataclasses

import pytest

from euchre_sim.cards import parse_card, parse_cards
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records import DealRecord, Exchange, HiddenCard, replay
from euchre_sim.rules import HouseRules


def cards(text):
    return tuple(parse_cards(text)) if text else ()


def decisions(found, *phases):
    return [one for one in found.decisions if one.phase in phases]


def exchange(kind, seat, taken="", put_down="", giver=None):
    return Exchange(kind=kind, seat=seat, taken=cards(taken), put_down=cards(put_down), giver=giver)


# --- the farmer's hand: seat 0 speaks first, seat 3 deals; KD, KC and QC are hidden ---

FARMERS = HouseRules(farmers_hand="swap_three_low")
LOW_HANDS = tuple(
    map(cards, ("9C 9D TS AH KS", "9H TH TD AD JD", "AS QS JS 9S AC", "JH QH KH JC TC"))
)
SWAP = exchange("farmer", 1, "KD KC QC", "9H TH TD")
SWAPPED = DealRecord(
    dealer=3,
    upcard=parse_card("QD"),
    calls=("Pass", "Order"),
    hands=LOW_HANDS,
    exchanges=(SWAP,),
    discard=parse_card("TC"),
)


def test_three_low_cards_go_for_three_hidden_ones():
    found = decisions(replay(SWAPPED, FARMERS), "farmer")
    first, *picks = found
    assert (first.seat, set(first.legal), first.chosen) == (0, {"9c", "9d", "Ts", "no"}, "no")
    assert [(one.seat, set(one.legal), one.chosen) for one in picks] == [
        (1, {"9h", "Th", "Td", "no"}, "9h"),
        (1, {"Th", "Td"}, "Th"),
        (1, {"Td"}, "Td"),
    ]


def test_swapped_hand_plays_what_it_took():
    tricks = (cards("9D KD QD"),)
    with pytest.raises(IllegalAction, match="trick 1: Qd cannot have been played by seat 2"):
        replay(dataclasses.replace(SWAPPED, tricks=tricks), FARMERS)
    tricks = (cards("AH KC"),)
    with pytest.raises(IllegalAction, match="trick 1: Kc was not") as caught:
        replay(dataclasses.replace(SWAPPED, exchanges=(), tricks=tricks), FARMERS)
    assert "seat 1, which had" in str(caught.value)
    assert replay(dataclasses.replace(SWAPPED, tricks=tricks), FARMERS).tricks[0].seats == (0, 1)
    for card in ("9H", "TH"):
        with pytest.raises(IllegalAction, match="it had been swapped for a hidden card"):
            replay(dataclasses.replace(SWAPPED, tricks=(cards(f"AH {card}"),)), FARMERS)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"put_down": cards("9H TH AD")}, "Ad is no card that seat 1 could swap out of a farmer"),
        ({"put_down": cards("9H TH 9C")}, "9c is no card that seat 1 could swap out of a farmer"),
        ({"put_down": cards("9H TH")}, "a farmer's hand swaps 3 cards, and 2 were put down"),
        ({"taken": cards("KD KC")}, "a farmer's hand swaps 3 cards, and 2 were taken"),
        ({"taken": cards("KD KC QD")}, "Qd cannot have been taken in a swap, it was no hidden"),
        ({"taken": cards("KD KC AS")}, "As cannot have been taken in a swap, it was no hidden"),
        ({"taken": cards("KD KC 7C")}, "7c, taken in a swap, is not in the deck"),
        ({"seat": 2, "put_down": cards("9S")}, "9s|a farmer's hand swaps 3"),
        ({"seat": 3, "put_down": ()}, "seat 3 has no farmer's hand to swap cards of"),
    ],
)
def test_swaps_that_cannot_have_happened(changed, message):
    swap = dataclasses.replace(SWAP, **changed)
    with pytest.raises(IllegalAction, match=message):
        replay(dataclasses.replace(SWAPPED, exchanges=(swap,)), FARMERS)


def test_only_one_farmer_swaps_and_only_where_the_rules_say_so():
    two = (SWAP, exchange("farmer", 0))
    with pytest.raises(InvalidNotation, match="two farmer's hands are swapped, only one can be"):
        replay(dataclasses.replace(SWAPPED, exchanges=two), FARMERS)
    for form in ("off", "redeal_all_low"):
        with pytest.raises(IllegalAction, match=f"under farmers_hand={form}, set it to the form"):
            replay(SWAPPED, HouseRules(farmers_hand=form))


def test_three_of_one_rank_are_needed_where_the_rules_say_so():
    same = HouseRules(farmers_hand="swap_three_same")
    with pytest.raises(IllegalAction, match="seat 1 has no farmer's hand"):
        replay(SWAPPED, same)
    with pytest.raises(IllegalAction, match="is no card that seat 1 could swap"):
        replay(dataclasses.replace(SWAPPED, hands=()), same)
    tens = dataclasses.replace(SWAP, put_down=cards("TH TD TC"))
    assert replay(dataclasses.replace(SWAPPED, hands=(), discard=None, exchanges=(tens,)), same)


def test_partly_hidden_swap_may_be_of_either_rank():
    same = HouseRules(farmers_hand="swap_three_same", joker=True)
    record = dataclasses.replace(SWAPPED, hands=(), discard=None)
    for rank, fits in (("9", True), ("T", True), ("J", False)):
        swap = exchange("farmer", 1, put_down=f"{rank}H {rank}D")
        swap = dataclasses.replace(swap, put_down=(HiddenCard(), *swap.put_down))
        told = dataclasses.replace(record, exchanges=(swap,))
        if fits:
            first, *_ = decisions(replay(told, same), "farmer")
            assert first.chosen is None
        else:
            with pytest.raises(IllegalAction, match="Jh is no card that seat 1 could swap"):
                replay(told, same)


def test_with_conflicts_all_are_asked_before_cards_go():
    rules = FARMERS.replace(farmers_order="conflict_is_misdeal")
    found = decisions(replay(SWAPPED, rules), "farmer")
    assert [(one.seat, one.chosen) for one in found] == [
        (0, "no"),
        (1, "yes"),
        (1, "9h"),
        (1, "Th"),
        (1, "Td"),
    ]
    assert set(found[0].legal) == {"no", "yes"}


def test_hand_that_could_ask_for_a_new_deal_did_not():
    hands = (cards("9C 9D TS 9S TC"), *LOW_HANDS[1:2])
    record = dataclasses.replace(SWAPPED, hands=hands, exchanges=(), discard=None)
    (asked,) = decisions(replay(record, HouseRules(farmers_hand="redeal_all_low")), "farmer")
    assert (asked.seat, set(asked.legal), asked.chosen) == (0, {"no", "yes"}, "no")


# --- a partner's best card: seat 1 orders alone, seat 3, his partner, deals ---

BEST = HouseRules(call_for_best=True)
BEST_HANDS = tuple(
    map(cards, ("9C TC QC AC KC", "JH JD AH KH 9D", "AS QS JS 9S TS", "QH TD KD KS QD"))
)
ALONE = DealRecord(
    dealer=3,
    upcard=parse_card("9H"),
    calls=("Pass", "Order"),
    alone=1,
    hands=BEST_HANDS,
    exchanges=(exchange("best", 1, "QH", "9D", giver=3),),
    tricks=(cards("9C QH AS"),),
)


def test_lone_player_sheds_before_he_sees_his_partners_card():
    shed, give = decisions(replay(ALONE, BEST), "shed", "give")
    assert (shed.seat, set(shed.legal), shed.chosen) == (1, {"Jh", "Jd", "Ah", "Kh", "9d"}, "9d")
    assert (give.seat, set(give.legal), give.chosen) == (3, {"Qh", "Td", "Kd", "Ks", "Qd"}, "Qh")


def test_lone_player_may_put_the_partners_card_down_where_he_receives_first():
    rules = BEST.replace(best_order="receive_first")
    give, shed = decisions(replay(ALONE, rules), "shed", "give")
    assert (give.phase, shed.phase) == ("give", "shed")
    assert set(shed.legal) == {"Jh", "Jd", "Ah", "Kh", "9d", "Qh"}
    back = dataclasses.replace(
        ALONE, exchanges=(exchange("best", 1, "QH", "QH", giver=3),), tricks=(cards("9C 9D AS"),)
    )
    assert replay(back, rules).tricks[0].winner == 0
    with pytest.raises(IllegalAction, match="Qh cannot have been put down by seat 1"):
        replay(back, BEST)


def test_card_put_down_is_out_of_play():
    with pytest.raises(IllegalAction, match="trick 1: 9d cannot have been played by seat 1, it ha"):
        replay(dataclasses.replace(ALONE, tricks=(cards("9C 9D"),)), BEST)


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (exchange("best", 1, "AC", "9D", giver=3), "Ac cannot have been given by seat 3"),
        (exchange("best", 1, "QH", "AS", giver=3), "As cannot have been put down by seat 1"),
        (exchange("best", 1, "QH", "9D", giver=0), "from his partner, seat 3, and not from seat 0"),
        (exchange("best", 1, "QH", "9D"), "from his partner, seat 3, and not from nobody"),
        (exchange("best", 1, "QH KS", "9D", giver=3), "seat 1 takes 1 card in the exchange, not 2"),
        (
            exchange("best", 2, "QC", "9S", giver=0),
            "seat 2 cannot take a partner's card, only a lo",
        ),
        (exchange("extra", 1, "QC", "9D"), "cannot take extra cards, these rules have two_hand_st"),
    ],
)
def test_exchanges_that_cannot_have_happened(one, message):
    with pytest.raises(IllegalAction, match=message):
        replay(dataclasses.replace(ALONE, exchanges=(one,)), BEST)


def test_exchange_needs_the_rule_and_a_call():
    with pytest.raises(IllegalAction, match="seat 1 cannot take a partner's card, these rules hav"):
        replay(ALONE, HouseRules())
    uncalled = dataclasses.replace(ALONE, calls=("Pass",), alone=None, tricks=())
    with pytest.raises(IllegalAction, match="cannot take a partner's card, nobody has made trump"):
        replay(uncalled, BEST)


def test_exchange_that_was_not_written_down_leaves_the_hand_open():
    found = replay(dataclasses.replace(ALONE, exchanges=()), BEST)
    shed, give = decisions(found, "shed", "give")
    assert (len(shed.legal), shed.chosen) == (5, None)
    assert (len(give.legal), give.chosen) == (5, None)
    played = [one for one in found.decisions if one.phase == "play"]
    assert [one.legal is None for one in played] == [False, True, False]


# --- extra cards: two players, seat 1 deals ---


def two(style, **more):
    return HouseRules(players=2, two_hand_style=style, **more)


TWO = DealRecord(
    dealer=1,
    upcard=parse_card("9H"),
    calls=("Pass", "Order"),
    hands=(cards("9C TC QC AC KC"), cards("JH JD AH KH 9D")),
    exchanges=(exchange("extra", 1, "AS QH", "9D QH 9H"),),
    tricks=(cards("9C AS"),),
)


def test_dealer_who_makes_trump_discards_three_of_eight():
    found = decisions(replay(TWO, two("dummy2")), "discard")
    eight = {"Jh", "Jd", "Ah", "Kh", "9d", "9h", "As", "Qh"}
    gone = ["9d", "Qh", "9h"]
    assert [one.chosen for one in found] == gone
    assert [set(one.legal) for one in found] == [eight - set(gone[:n]) for n in range(3)]
    kept = two("dummy2", dealer_may_discard_upcard=False)
    with pytest.raises(IllegalAction, match="9h cannot have been put down by seat 1"):
        replay(TWO, kept)


def test_three_extra_cards_each_in_turn():
    record = dataclasses.replace(
        TWO,
        exchanges=(
            exchange("extra", 1, "AS QH TH", "9D QH 9H TH"),
            exchange("extra", 0, "KS QS JS", "9C TC QC"),
        ),
        tricks=(cards("AC AS"),),
    )
    found = replay(record, two("dummy3"))
    assert [(one.phase, one.seat, one.chosen) for one in found.decisions[2:-2]] == [
        ("alone", 1, "no"),
        *(("discard", 0, card) for card in ("9c", "Tc", "Qc")),
        *(("discard", 1, card) for card in ("9d", "Qh", "9h", "Th")),
    ]
    with pytest.raises(IllegalAction, match="seat 1 takes 0 cards in the exchange, not 3"):
        replay(dataclasses.replace(record, alone=1), two("dummy3"))
    stolen = dataclasses.replace(record.exchanges[1], taken=cards("KS QS AH"))
    with pytest.raises(IllegalAction, match="Ah cannot have been an extra card of seat 0"):
        replay(dataclasses.replace(record, exchanges=(stolen,)), two("dummy3"))


def test_maker_alone_leaves_his_extra_cards_and_dealer_may_leave_the_upcard():
    record = DealRecord(
        dealer=1,
        upcard=parse_card("9H"),
        calls=("Order",),
        alone=0,
        hands=TWO.hands,
        discard=parse_card("9H"),
        exchanges=(exchange("extra", 1, "AS QH TH", "9D QH TH"),),
        tricks=(cards("9C AS"),),
    )
    rules = two("dummy3", dealer_pickup="optional")
    found = replay(record, rules)
    assert [(one.phase, one.seat, one.chosen) for one in found.decisions[1:-2]] == [
        ("discard", 1, "leave"),
        ("alone", 0, "yes"),
        *(("discard", 1, card) for card in ("9d", "Qh", "Th")),
    ]
    assert found.decisions[1].legal == ("take", "leave")
    with pytest.raises(IllegalAction, match="9h cannot have been played by seat 1"):
        replay(dataclasses.replace(record, tricks=(cards("9C 9H"),)), rules)


def test_hidden_extra_cards_leave_the_hand_open():
    unknown = Exchange(
        kind="extra", seat=1, taken=(HiddenCard(),) * 2, put_down=(HiddenCard(),) * 3
    )
    found = replay(dataclasses.replace(TWO, exchanges=(unknown,)), two("dummy2"))
    assert [one.legal for one in decisions(found, "discard")] == [None] * 3
    assert found.tricks[0].winner == 0
