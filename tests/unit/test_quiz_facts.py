"""What the quiz says of a position: facts that anybody can check, and no others."""

import pytest

from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import Suit, parse_card
from euchre_sim.quiz.facts import facts_of
from euchre_sim.quiz.reasons import NOTHING_PLAIN, reason
from euchre_sim.quiz.sight import OPPONENT, PARTNER, YOU, Sight
from tests.positions import EVERYTHING, every_decision, position

PASS = Choice("pass")
HEARTS = Choice("order", Suit.HEARTS)


def play(card):
    return Choice("play", card=parse_card(card))


def bury(card):
    return Choice("discard", discard=parse_card(card))


def said(where, choice, other):
    """Texts of the facts for an action and of those against it."""
    facts = facts_of(Sight(where), choice, other)
    return tuple({one.text for one in facts if one.good is good} for good in (True, False))


# --- calls ---


def test_upcard_speaks_for_a_call_where_the_partner_gets_it_and_against_it_otherwise():
    partners, _ = said(position(2, "KH 9H AC KS 9S", "JH", "P"), HEARTS, PASS)
    assert "JH, the right bower, goes to your partner" in partners
    _, against = said(position(1, "KH 9H AC KS 9S", "JH"), HEARTS, PASS)
    assert "JH, the right bower, goes to an opponent" in against


def test_upcard_of_a_partner_who_sits_out_does_not_help():
    _, against = said(
        position(2, "KH 9H AC KS 9S", "JH", "P"), Choice("order", Suit.HEARTS, alone=True), PASS
    )
    assert "JH, the right bower, does not help you: your partner sits out" in against


def test_left_bower_counts_among_the_trumps_and_not_in_its_suit():
    good, _ = said(position(2, "JD 9H AC KS 9S", "TH", "P"), HEARTS, PASS)
    assert {"you hold two trumps (JD 9H)", "you are void in diamonds"} <= good


def test_dealer_counts_the_upcard_and_not_what_he_buries():
    dealer = position(4, "JH 9H AC KS QD", "TH", "P P P")
    call = Choice("order", Suit.HEARTS, discard=parse_card("QD"))
    good, bad = said(dealer, call, PASS)
    assert {
        "you hold three trumps (JH TH 9H)",
        "you hold an off-ace (AC)",
        "you are void in diamonds",
        "all others have passed",
    } <= good
    assert not bad
    assert "an opponent has the first call in round 2" in said(dealer, PASS, call)[1]


def test_weak_trumps_and_no_ace_speak_against_a_call():
    _, bad = said(position(1, "KH 9H QC KS 9D", "TH"), HEARTS, PASS)
    assert {"you hold only two trumps (KH 9H)", "you hold no off-ace"} <= bad
    assert "you are void in no suit" in bad


def test_better_suit_for_round_two_speaks_for_a_pass():
    good, _ = said(position(3, "JS JC AS KC 9H", "TH", "P P"), PASS, HEARTS)
    # Clubs would be JC JS KC, spades JS JC AS: three trumps with both bowers either way.
    assert any(text.startswith("in round 2 you could call") for text in good)
    good, _ = said(position(3, "JH AH KC 9D 9S", "TH", "P P"), PASS, HEARTS)
    assert not any(text.startswith("in round 2") for text in good)


@pytest.mark.parametrize(
    ("seat", "suit", "words"),
    [
        (1, Suit.DIAMONDS, "diamonds is next (the dealer's side turned that colour down)"),
        (2, Suit.CLUBS, "clubs is crossing (your side turned down only the other colour)"),
    ],
)
def test_next_suits_the_dealers_opponents_and_crossing_his_side(seat, suit, words):
    where = position(seat, "JC AC JD AD 9S", "TH", "P P P P" + " P" * (seat - 1))
    good, _ = said(where, Choice("call", suit), PASS)
    assert words in good


def test_left_bower_that_was_turned_down_is_out_of_play():
    where = position(1, "AD KD 9C TS QS", "JH", "P P P P")
    good, _ = said(where, Choice("call", Suit.DIAMONDS), PASS)
    assert "JH, the left bower, is turned down" in good


def test_loner_is_judged_by_its_top_trumps_and_its_losers():
    alone = Choice("order", Suit.HEARTS, alone=True)
    strong = position(3, "JH JD AH KH AC", "9H", "P P")
    good, _ = said(strong, alone, HEARTS)
    assert "nothing beats your JH JD AH KH" in good
    assert "no side card of yours can be beaten but by a trump" in good
    _, bad = said(position(3, "JD AH KH 9C TS", "9H", "P P"), alone, HEARTS)
    assert {"JH may be against you", "TS 9C can be beaten in their suits"} <= bad


# --- discards ---


def test_discard_that_makes_a_void_is_better_than_an_ace_or_a_trump():
    where = position(4, "JH 9H AC KC QD", "TH", "P O")
    good, bad = said(where, bury("QD"), bury("AC"))
    assert good == {"burying QD leaves you void in diamonds", "QD is lower than AC"}
    assert not bad
    assert said(where, bury("AC"), bury("QD"))[1] == {"no clubs that are out beat AC"}
    assert "9H is a trump" in said(where, bury("9H"), bury("QD"))[1]
    # With the ace in the same hand the king is as high as it.
    assert said(where, bury("KC"), bury("QD"))[1] == {"no clubs that are out beat KC"}


# --- cards ---

LED = "9C TC AC QC"  # positions 1 to 4; the third one takes the trick


def test_king_is_the_highest_once_the_ace_is_gone():
    where = position(3, "AC KC QD 9S JH", "TH", "P P O", LED)
    assert "no clubs that are out beat KC" in said(where, play("KC"), play("QD"))[0]
    assert "AD KD may beat QD" in said(where, play("QD"), play("KC"))[1]


def test_suit_that_an_opponent_does_not_follow_is_a_danger():
    # Position 2 ruffed the first club and led; position 3 is in again with the spade.
    where = position(3, "AS KC QD 9C JH", "TH", "P P O", "AC 9H 9C QC / 9S AS KS TS")
    _, bad = said(where, play("KC"), play("QD"))
    assert "an opponent has shown no clubs and may ruff" in bad


def test_maker_draws_trumps_and_defenders_do_not():
    makers = position(3, "AC KC JH AH 9S", "TH", "P P O", LED)
    # Seven hearts are trumps: JH and AH are held, the dealer took TH, five are not seen.
    good, _ = said(makers, play("JH"), play("KC"))
    assert {"you made trump, with five trumps unseen", "nothing beats JH"} <= good
    defender = position(3, "AC KC JH AH 9S", "TH", "P O", LED)
    assert "a trump lead serves the makers" in said(defender, play("JH"), play("KC"))[1]


def test_partner_who_is_ahead_is_not_overtaken():
    where = position(3, "QC KC 9S TD 9H", "TH", "P O", "AC 9C")
    assert said(where, play("KC"), play("QC"))[0] == {"your partner is ahead in the trick"}
    ruff = position(3, "QS KS 9S TD 9H", "TH", "P O", "AC 9C")
    _, bad = said(ruff, play("9H"), play("TD"))
    assert "your partner is ahead in the trick already" in bad
    assert "9H spends a trump" in bad


def test_last_player_takes_the_trick_with_as_little_as_is_enough():
    dealer = position(4, "AC QC 9S TD 9H", "TH", "P O", "9C TC KC", discard=parse_card("TD"))
    good, _ = said(dealer, play("AC"), play("QC"))
    assert "AC takes the trick" in good
    assert "QC cannot take the trick" in said(dealer, play("QC"), play("AC"))[1]
    both = position(4, "AC QC 9S TD 9H", "TH", "P O", "9C TC JC", discard=parse_card("TD"))
    assert "QC is enough" in said(both, play("QC"), play("AC"))[0]
    assert "AC is enough" not in said(both, play("AC"), play("QC"))[0]


# --- sentences ---


def test_sentence_tells_what_only_one_of_the_actions_has():
    sight = Sight(position(2, "KH JH AC KS 9S", "TH", "P"))
    assert reason(sight, HEARTS, PASS) == (
        "you hold two trumps (JH KH), you hold an off-ace (AC) and TH goes to your partner"
        "; although your partner has still to speak"
    )
    alone = Choice("order", Suit.HEARTS, alone=True)
    assert "two trumps (JH KH)" not in reason(sight, HEARTS, alone)


def test_sentence_says_so_where_nothing_seen_decides():
    sight = Sight(position(4, "JH AH KH TC TS", "9H", "P O"))
    assert reason(sight, bury("TC"), bury("TS")) == NOTHING_PLAIN


def test_no_cause_is_given_for_what_the_deals_cannot_tell_apart():
    sight = Sight(position(2, "KH JH AC KS 9S", "TH", "P"))
    text = reason(sight, HEARTS, PASS, is_close=True)
    assert text.startswith("the two are too close to tell apart; for it, ")


def test_sight_knows_sides_and_tricks():
    sight = Sight(position(3, "AC KC QD 9S JH", "TH", "P P O", LED))
    assert [sight.who(seat) for seat in range(4)] == [PARTNER, OPPONENT, YOU, OPPONENT]
    assert (sight.won((YOU, PARTNER)), sight.won((OPPONENT,))) == (1, 0)
    assert sight.tricks[0].winner == 2
    assert sight.table is None


def test_every_decision_of_random_deals_has_facts_without_a_fault():
    phases = set()
    for _, _, where in every_decision(EVERYTHING, 5, 40):
        sight = Sight(where)
        phases.add(sight.found.phase)
        if sight.found.phase == "play":
            cards = [Choice("play", card=card) for card in sight.cards]
            for one in cards[1:]:
                assert reason(sight, cards[0], one)
        if sight.found.phase == "call":
            for suit in Suit:
                assert reason(sight, PASS, Choice("call", suit, alone=True))
    assert {"call", "play", "discard", "alone"} <= phases
