"""``euchre solve``: positions, deals of a record, random deals, and what it refuses."""

import json
from pathlib import Path

import pytest

import euchre_sim
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import Outcome, score
from tests.cli.run import run

SHORT = Path(__file__).parent.parent / "data" / "short-game.egn"
# Position 1 has every high heart; nobody else can take a trick.
HANDS = ("JH JD AH KH QH", "AD KD QD TD 9D", "AS KS QS JS TS", "AC KC QC TC 9C")


def solve(capsys, *arguments):
    return run(capsys, "solve", *map(str, arguments))


def answer(capsys, *arguments):
    result = solve(capsys, *arguments, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def worth(told):
    return {one["card"]: (one["tricks"], one["points"]) for one in told["cards"]}


def test_tricks_and_points_of_every_card(capsys):
    told = answer(capsys, *HANDS, "--trump", "H", "--maker", "1")
    assert worth(told) == dict.fromkeys(HANDS[0].split(), (5, 2))
    assert (told["seat"], told["counted"], told["tricks"], told["points"]) == (1, [1, 3], 5, 2)


def test_without_a_maker_the_tricks_of_the_side_to_move_are_counted(capsys):
    told = answer(capsys, *HANDS, "--trump", "H", "--lead", "dealer")
    assert (told["seat"], told["counted"], told["points"]) == (4, [2, 4], None)
    assert set(worth(told).values()) == {(0, None)}


def test_one_argument_holds_all_hands(capsys):
    parts = answer(capsys, *HANDS, "--trump", "H", "--maker", "first")
    assert parts == answer(capsys, " | ".join(HANDS), "--trump", "hearts", "--maker", "1")


# The nine of clubs is led and spades are trump, of which none is left. With the king position 4 is
# on lead and its ten is good; under its ten the partner's queen wins and his ten of hearts loses.
def test_cards_on_the_table_and_tricks_already_taken(capsys):
    told = answer(
        capsys, "AH 9H | QC TH | 9D | KC TC", "--trump", "S", "--maker", 4, "--lead", 3,
        "--table", "9C", "--taken", 2,
    )  # fmt: skip
    assert told["seat"] == 4
    assert {card: tricks for card, (tricks, _) in worth(told).items()} == {"KC": 4, "TC": 3}


def test_sitting_out_needs_no_hand(capsys):
    told = answer(capsys, *HANDS[:2], "-", HANDS[3], "--trump", "H", "--alone", 1)
    assert (told["maker"], told["points"]) == (1, 4)
    assert all(3 not in trick["seats"] for trick in told["line"])


def test_first_lead_needs_no_leader_with_cards_on_the_table(capsys):
    """Position 1 has led; so the rules say, and so the hands are counted."""
    led = (HANDS[0].removeprefix("JH "), *HANDS[1:])
    told = answer(capsys, *led, "--trump", "H", "--maker", 1, "--table", "JH")
    assert (told["seat"], told["tricks"]) == (2, 5)


def test_text_names_who_is_alone(capsys):
    rules = ("--set", "defend_alone=true")
    sat_out = (HANDS[0], HANDS[1], "-", "-")
    out = solve(capsys, *sat_out, "--trump", "H", "--alone", 1, "--lone-defender", 2, *rules).out
    assert "called by position 1; position 1 plays alone; position 2 defends alone" in out


def test_a_misere_is_for_no_trick_at_all(capsys):
    low = ("9C 9D 9S 9H TC", "AD KD QD TD JD", "-", "AC KC QC JC AS")
    told = answer(capsys, *low, "--trump", "mis", "--maker", 1)
    assert (told["tricks"], told["points"]) == (0, HouseRules().misere_points)


def test_the_line_is_legal_and_takes_what_was_promised(capsys):
    told = answer(capsys, *HANDS, "--trump", "S", "--maker", 2)
    counted = sum(trick["winner"] in told["counted"] for trick in told["line"])
    assert counted == told["tricks"]
    played = [card for trick in told["line"] for card in trick["cards"]]
    assert sorted(played) == sorted(" ".join(HANDS).split())
    assert all(
        before["winner"] == after["leader"]
        for before, after in zip(told["line"], told["line"][1:], strict=False)
    )


@pytest.mark.parametrize("rules", ["standard", "british", "three_hand", "two_hand", "six_hand"])
def test_points_are_what_the_rules_say_of_the_tricks(capsys, rules):
    house = HouseRules.preset(rules)
    deck = [str(card) for card in euchre_sim.CardSet.from_mask(house.deck)][::-1]
    hands = [
        " ".join(deck[seat :: house.players][: house.hand_size]) for seat in range(house.players)
    ]
    told = answer(capsys, *hands, "--trump", "H", "--maker", 2, "--rules", rules)
    for one in told["cards"]:
        outcome = Outcome(
            dealer=house.players - 1, maker=1, contract=3, call_round=1,
            maker_tricks=one["tricks"], defender_tricks=house.hand_size - one["tricks"],
        )  # fmt: skip
        points = score(outcome, house)
        sides = list(dict.fromkeys(house.teams))
        ours = sides.index(house.teams[1])
        theirs = sides.index(house.teams[2 % house.players])
        assert one["points"] == points[ours] - points[theirs]


def test_a_stuck_dealers_penalty_follows_the_round(capsys):
    weak = ("AS KS QS JS TS", "AD KD QD TD 9D", "JH JD AH KH QH", "AC KC QC TC 9C")
    rules = ("--set", "stick_the_dealer=true", "--set", "screw_dealer_penalty=1")
    for call_round, points in ((1, -2), (2, -3)):
        told = answer(
            capsys, *weak, "--trump", "H", "--maker", "dealer", "--round", call_round, *rules
        )
        assert told["points"] == points


def test_text_shows_the_best_card_first(capsys):
    result = solve(capsys, "KC TC JD TH JS", "QC KH JH AS KS", "AC KD 9D QH 9H",
                   "JC 9C AD TD AH", "--trump", "H", "--maker", "1")  # fmt: skip
    rows = [line.split() for line in result.out.splitlines()]
    assert ["T♣", "3", "+1"] in rows
    assert ["K♣", "2", "-2"] in rows
    assert rows.index(["T♣", "3", "+1"]) < rows.index(["K♣", "2", "-2"])


def test_a_deal_of_a_record_by_position(capsys):
    told = answer(capsys, SHORT, "--deal", 1)
    game = json.loads(SHORT.read_text())
    dealt = game["deals"][0]["initialState"]["playerCards"]
    assert told["deal"] == 1
    # The dealer is seat 3, so that position 1 is seat 0.
    assert sorted(told_card["card"] for told_card in told["cards"]) == sorted(
        card.upper() for card in dealt[0]
    )


def test_random_deals_repeat_with_the_seed_and_not_with_the_threads(capsys):
    once = answer(capsys, "--random", "500", "--seed", 3, "--threads", 1, "--quiet")
    assert once == answer(capsys, "--random", "500", "--seed", 3, "--threads", 2, "--quiet")
    assert once != answer(capsys, "--random", "500", "--seed", 4, "--quiet")
    assert sum(one["deals"] for one in once["tricks"]) == once["deals"] == 500
    assert once["mean"]["mean"] == sum(one["tricks"] * one["deals"] for one in once["tricks"]) / 500


def test_random_deals_tell_their_speed_on_stderr(capsys):
    result = solve(capsys, "--random", "100")
    assert "deals solved per CPU-second" in result.err
    assert "100 deals, seed 1" in result.out


GOOD = (*HANDS, "--trump", "H")


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ((), 2, "give the hands"),
        (HANDS, 2, "the contract is missing"),
        (("game.egn",), 2, "--deal N"),
        (("--random", "5", "--trump", "H"), 2, "--random deals the cards itself"),
        ((*HANDS, "--deal", "1"), 2, "--deal takes a deal of one record"),
        ((SHORT, "--deal", "1", "--trump", "H"), 2, "--trump does not go with --deal"),
        ((SHORT, "--deal", "99"), 3, "there is no deal 99"),
        ((*HANDS, "--trump", "X"), 3, "'X' is no contract"),
        ((*HANDS[:3], "--trump", "H"), 3, "3 of 4 hands"),
        ((*HANDS[:3], "AC KC QC TC JH", "--trump", "H"), 3, "JH is in the hand of position 1 and"),
        ((*HANDS[:3], "AC KC QC TC", "--trump", "H"), 3, "position 4 has 4 cards and needs 5"),
        ((*HANDS[:3], "AC KC QC TC 8C", "--trump", "H"), 3, "8C is not in the deck"),
        ((*GOOD, "--maker", "1", "--alone", "2"), 3, "position 2 cannot play alone"),
        ((*GOOD, "--maker", "1", "--lone-defender", "3"), 3, "it is of the maker's side"),
        ((*GOOD, "--lone-defender", "3"), 3, "say who called"),
        ((*GOOD, "--maker", "1", "--alone", "3"), 3, "maker_partner_may_go_alone=false"),
        ((*GOOD, "--maker", "1", "--alone", "1", "--lone-defender", "2"), 3, "defend_alone=false"),
        ((*GOOD, "--maker", "1", "--lone-defender", "2", "--set", "defend_alone=true"), 3,
         "defend_alone_needs_lone_maker=true"),
        ((*GOOD, "--alone", "1", "--set", "alone_allowed=false"), 3, "alone_allowed=false"),
        (("--random", "5", "--taken", "1"), 2, "--random deals the cards itself"),
        ((SHORT, "--deal", "1", "--round", "2"), 2, "--round does not go with --deal"),
        ((*HANDS, "--trump", "mis"), 3, "say who called"),
        ((*GOOD, "--maker", "1", "--alone", "1", "--lead", "3"), 3, "sits out and cannot lead"),
        ((*GOOD, "--taken", "1"), 3, "1 tricks cannot be taken already"),
        (("AH 9H|QH TH|9C|KC TC", "--trump", "S", "--lead", "3", "--table", "AC KC QC JC"), 3,
         "KC is in the"),
        (("AH 9H|QH TH|9C|KC TC", "--trump", "S", "--lead", "3", "--table", "JC QC AC TS"), 3,
         "4 cards on the table are a whole trick"),
        (("AH|QH TH|9C|KC", "--trump", "S", "--lead", "3", "--table", "TC AD QC"), 3,
         "position 4 cannot have played AD on TC"),
        (("AH 9H|QH TH|9C TC|KC AC", "--trump", "S"), 3, "say who leads"),
        (("no/such/file.egn", "--deal", "1"), 1, "no/such/file.egn"),
    ],
)  # fmt: skip
def test_refuses(capsys, arguments, status, says):
    result = solve(capsys, *arguments)
    assert result.status == status, result.err
    assert says in result.err
    assert result.out == ""
    assert "Traceback" not in result.err
