"""``euchre rules explain``: ranks, what may be played and why not, what wins, and mistakes."""

import json
import random

import pytest

from euchre_cli.explain_facts import Contract
from euchre_sim.cards import CardSet, deck_mask
from euchre_sim.score_sheet import CONTRACTS
from tests.cli.run import run, run_python
from tests.reference import cards as reference

JOKER = ("--set", "joker=true")
NAMES = {"c": "C", "d": "D", "s": "S", "h": "H", "nt": "NT", "ntl": "NTL", "mis": "MIS"}


def explained(capsys, *arguments):
    result = run(capsys, "rules", "explain", *arguments, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def shown(capsys, *arguments):
    """The lines printed for people, without rules and spaces at their ends."""
    result = run(capsys, "rules", "explain", *arguments)
    assert (result.status, result.err) == (0, "")
    return [line.strip() for line in result.out.splitlines() if line.strip(" ─")]


def legal(facts):
    return {play["card"] for play in facts["hand"] if play["may_be_played"]}


def suits(facts):
    return {
        suit["suit"]: " ".join(card["card"] for card in suit["cards"]) for suit in facts["suits"]
    }


# --- the vectors of RULES.md, part D ---


@pytest.mark.parametrize(
    ("trump", "led", "hand", "may_be_played"),
    [
        pytest.param("H", "9H", "JD AS KC", "JD", id="V01"),
        pytest.param("H", "AD", "JD 9C TS", "JD 9C TS", id="V02"),
        pytest.param("H", "JD", "9H AD KD", "9H", id="V03"),
        pytest.param("C", "JC", "JK AS", "JK", id="V08"),
        pytest.param("D", "JK", "JH AH 9C", "JH", id="V09"),
        pytest.param("S", "9C", "JC TH AC", "AC", id="V10"),
        pytest.param("nt", "JK", "AS 9C JH", "AS 9C JH", id="joker led in no trump"),
        pytest.param("ntl", "9C", "JK AC 9S", "AC", id="joker kept in low no trump"),
        pytest.param("mis", "9D", "JK AC JH", "JK AC JH", id="joker free in misere"),
    ],
)
def test_what_may_be_played(capsys, trump, led, hand, may_be_played):
    facts = explained(capsys, hand, "--trump", trump, "--led", led, *JOKER)
    assert legal(facts) == set(may_be_played.split())
    assert facts["led"] == led
    assert facts["winning"] is None  # other cards may lie on the table
    assert {play["would_win"] for play in facts["hand"]} == {None}


@pytest.mark.parametrize(
    ("trump", "trick", "winning"),
    [
        pytest.param("H", "JD AH JH KH", "JH", id="V04"),
        pytest.param("H", "JD AH KH", "JD", id="V04 without the right bower"),
        pytest.param("H", "JD AH QH KH", "JD", id="V04 with the queen"),
        pytest.param("S", "QC JC AC 9S", "JC", id="V05"),
        pytest.param("S", "9D JH AD JD", "AD", id="V06"),
        pytest.param("nt", "JD JH AD AS", "AD", id="V07"),
        pytest.param("C", "JC JK JS AC", "JK", id="V08"),
        pytest.param("ntl", "TD AD 9D 9S", "9D", id="low no trump"),
        pytest.param("mis", "TD AD 9D AS", "AD", id="misere"),
        pytest.param("nt", "TD AD JK AS", "JK", id="joker without trump"),
    ],
)
def test_what_wins_so_far(capsys, trump, trick, winning):
    facts = explained(capsys, "--trump", trump, "--trick", trick, *JOKER)
    assert facts["winning"] == winning
    assert facts["table"] == trick.split()
    assert facts["hand"] == []


# --- ranks ---


def test_ranks_with_trump(capsys):
    facts = explained(capsys, "--trump", "H", *JOKER)
    assert suits(facts) == {
        "H": "JK JH JD AH KH QH TH 9H",
        "S": "AS KS QS JS TS 9S",
        "C": "AC KC QC JC TC 9C",
        "D": "AD KD QD TD 9D",
    }
    assert [suit["trump"] for suit in facts["suits"]] == [True, False, False, False]
    bowers = {
        card["card"]: card["bower"]
        for suit in facts["suits"]
        for card in suit["cards"]
        if card["bower"]
    }
    assert bowers == {"JH": "right", "JD": "left"}


def test_ranks_in_words(capsys):
    lines = shown(capsys, "--trump", "hearts")
    assert lines[0].startswith("Trump ♥. A trump beats all other cards;")
    assert "♥ (trump)   J♥ (right bower), J♦ (left bower, a heart now), A♥, K♥, Q♥, T♥, 9♥" in lines
    assert "♦           A♦, K♦, Q♦, T♦, 9♦" in lines


@pytest.mark.parametrize(("trump", "high"), [("nt", "A"), ("ntl", "7"), ("mis", "A")])
def test_ranks_without_trump(capsys, trump, high):
    facts = explained(capsys, "--trump", trump, "--rules", "hoyle_32", *JOKER)
    ranks = "AKQJT987" if high == "A" else "789TJQKA"
    others = {suit: " ".join(rank + suit for rank in ranks) for suit in "SHCD"}
    assert suits(facts) == {None: "JK", **others}
    assert [suit["trump"] for suit in facts["suits"]] == [True] + 4 * [False]
    assert not facts["may_be_called"]
    lines = shown(capsys, "--trump", trump, *JOKER)
    assert lines[1].startswith("The joker is a suit of its own and the only trump:")
    assert lines[-1].startswith("By these rules nobody can call ")


def test_contract_that_may_be_called_has_no_warning(capsys):
    allowed = ("--set", "allow_no_trump=true")
    assert explained(capsys, "--trump", "nt", *allowed)["may_be_called"]
    assert "By these rules" not in " ".join(shown(capsys, "--trump", "nt", *allowed))


@pytest.mark.parametrize("written", ["H", "h", "♥", "heart", "HEARTS", " h "])
def test_a_suit_is_written_as_elsewhere(capsys, written):
    assert explained(capsys, "--trump", written)["contract"] == "H"


# --- against the slow twin of the rules ---


@pytest.mark.parametrize("trump", NAMES)
def test_agrees_with_the_reference(trump):
    contract, name = Contract(CONTRACTS[trump]), NAMES[trump]
    deck = list(CardSet.from_mask(deck_mask(7, joker=True)))
    for suit in contract.suits(deck_mask(7, joker=True)):
        effective = {reference.suit_of(str(one.card), name) for one in suit}
        assert len(effective) == 1
        (letter,) = effective
        assert {one.suit.letter if one.suit is not None else "*" for one in suit} == effective
        powers = [reference.power(str(one.card), name, letter) for one in suit]
        assert powers == sorted(powers, reverse=True)
        for one in suit:
            assert (one.bower == "left") == reference.is_left_bower(str(one.card), name)
            assert (one.bower == "right") == reference.is_right_bower(str(one.card), name)
    dealt = random.Random(1)
    for _ in range(60):
        drawn = dealt.sample(deck, 8)
        hand, table = drawn[:5], drawn[5 : 5 + dealt.randint(1, 3)]
        found = contract.explain(hand, table)
        led = reference.suit_of(str(table[0]), name)
        follow = [card for card in hand if reference.suit_of(str(card), name) == led]
        assert [play.card.card for play in found.plays if play.allowed] == (follow or hand)
        best = max(table, key=lambda card: reference.power(str(card), name, led))
        assert found.winning.card == best
        for play in found.plays:
            stronger = reference.power(str(play.card.card), name, led) > reference.power(
                str(best), name, led
            )
            assert play.would_win == (stronger if play.allowed else None)


# --- why, in one sentence ---


@pytest.mark.parametrize(
    ("trump", "led", "hand", "card", "why"),
    [
        ("H", "9H", "JD AS KC", "KC", "not a heart, and you hold JD, the left bower, which is one"),
        ("H", "9H", "JD AS KC", "JD", "follows suit: the left bower, a heart now"),
        ("H", "9H", "AH JD KC", "KC", "not a heart, and you hold AH and JD (the left bower)"),
        ("H", "9H", "AH QH TH KC", "KC", "not a heart, and you hold AH, QH and TH"),
        ("H", "AD", "JD 9C", "JD", "you hold no diamond; this is the left bower, a heart now"),
        ("H", "AD", "JD 9C", "9C", "you hold no diamond"),
        ("S", "9C", "JC AC", "JC", "the left bower, a spade now and not a club, and you hold AC"),
        ("C", "JC", "JK AS", "AS", "not a club, and you hold the joker, which is one"),
        (
            "C",
            "JC",
            "JK JS AS",
            "AS",
            "not a club, and you hold the joker and JS (the left bower), which are clubs",
        ),
        (
            "nt",
            "9H",
            "JK AH",
            "JK",
            "the joker, a suit of its own and not a heart, and you hold AH",
        ),
        ("nt", "JK", "9C AH", "AH", "nobody can follow the joker, a suit of its own"),
    ],
)
def test_why(capsys, trump, led, hand, card, why):
    facts = explained(capsys, hand, "--trump", trump, "--led", led, *JOKER)
    assert {play["card"]: play["why"] for play in facts["hand"]}[card] == why


def test_a_hand_in_words(capsys):
    lines = shown(capsys, "JD", "AS", "KC", "--trump", "H", "--led", "9H")
    assert lines[0] == "Trump ♥. 9♥ is led. Who holds a heart must follow suit."
    assert [line.split()[:2] for line in lines[2:]] == [["J♦", "yes"], ["A♠", "no"], ["K♣", "no"]]
    assert lines[-1].endswith("  not a heart, and you hold J♦, the left bower, which is one")


def test_a_trick_in_words(capsys):
    lines = shown(capsys, "JH TS AH", "--trump", "H", "--trick", "9H JD")
    assert lines[1] == "On the table: 9♥ J♦. J♦, the left bower, a heart now, wins so far."
    assert lines[-1] == "J♥ would win so far."
    lines = shown(capsys, "TS AH", "--trump", "H", "--trick", "9H JD")
    assert lines[-1] == "No card that you may play would win so far."
    lines = shown(capsys, "--trump", "nt", "--trick", "JK", *JOKER)
    assert lines[0] == "No trump. The joker, a suit of its own, is led."
    assert lines[1] == "The joker, a suit of its own, wins so far."


def test_a_leader_may_play_anything(capsys):
    facts = explained(capsys, "JD AS KC", "--trump", "H")
    assert {play["reason"] for play in facts["hand"]} == {"leads"}
    lines = shown(capsys, "JD AS KC", "--trump", "H")
    assert lines[0] == "Trump ♥. Nothing is led yet."
    assert all("any card may be led" in line for line in lines[2:])


def test_letters_where_the_symbols_cannot_be_shown():
    code = "import sys; from euchre_cli.main import main; sys.exit(main(ARGS))"
    arguments = ["rules", "explain", "JD KC", "--trump", "H", "--led", "9H"]
    result = run_python(code.replace("ARGS", repr(arguments)), PYTHONIOENCODING="ascii")
    assert result.status == 0
    assert result.out.splitlines()[0] == "Trump H. 9H is led. Who holds a heart must follow suit."
    assert "you hold JD, the left bower" in result.out


# --- JSON ---


def test_json_keys(capsys):
    facts = explained(capsys, "JH TS AH", "--trump", "H", "--trick", "9H JD")
    assert list(facts) == [
        "contract", "may_be_called", "rules", "suits", "led", "table", "winning", "hand",
    ]  # fmt: skip
    assert facts["led"] == "9H"
    assert facts["winning"] == "JD"
    assert facts["hand"][1] == {
        "card": "TS",
        "suit": "S",
        "trump": False,
        "bower": None,
        "may_be_played": False,
        "reason": "must_follow",
        "why": "not a heart, and you hold JH and AH",
        "would_win": None,
    }
    assert [play["would_win"] for play in facts["hand"]] == [True, None, False]
    assert explained(capsys, "--trump", "H").keys() == facts.keys()


# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["8H", "--trump", "H"], 3, "8H is not in the deck"),
        (["JK", "--trump", "H"], 3, "JK is not in the deck"),
        (["JD AS JD", "--trump", "H"], 3, "JD is in the hand twice"),
        (["JD AS", "--trump", "H", "--led", "JD"], 3, "JD is led and also in the hand"),
        (["JD", "--trump", "H", "--trick", "9H JD"], 3, "JD is on the table and also in the hand"),
        (["JD", "--trump", "H", "--trick", "9H 9H"], 3, "9H is in the trick twice"),
        (["JD", "--trump", "H", "--led", "8H"], 3, "8H is not in the deck"),
        (["JD", "--trump", "H", "--led", "9H AH"], 3, "is 2 cards, not one"),
        (["JD", "--trump", "H", "--trick", "9H AH KH QH"], 3, "nobody is left to play to it"),
        (["--trump", "H", "--trick", "9H AH KH QH TH"], 3, "5 cards and there are 4 players"),
        (["JD", "--trump", "H", "--trick", " "], 3, "the trick is empty"),
        ([" ", "--trump", "H"], 3, "the hand is empty"),
        (["JX", "--trump", "H"], 3, "is no suit"),
        (["--trump", "nt", "--rules", "sead_sl"], 3, "did you mean seed_sl"),
        (["--trump", "nt", *JOKER, "--set", "joker_in_no_trump=removed"], 3, "without trump"),
        (["--trump", "x"], 2, "'x' is no contract; give h, d, c, s, nt"),
        (["JD"], 2, "--trump"),
        (["--trump", "H", "--led", "9H"], 2, "--led needs the cards of a hand"),
        (["JD", "--trump", "H", "--led", "9H", "--trick", "9H"], 2, "exclude each other"),
    ],
)
def test_mistakes_are_one_sentence_on_stderr(capsys, arguments, status, words):
    result = run(capsys, "rules", "explain", *arguments)
    assert result.status == status
    assert result.out == ""
    assert words in result.err.splitlines()[-1]
    if status == 3:
        assert len(result.err.splitlines()) == 1


# --- what it costs ---


def test_warm_it_loads_no_compiler():
    code = (
        "import sys\n"
        "from euchre_cli.main import main\n"
        "assert main(['rules', 'explain', 'JD KC', '--trump', 'H', '--trick', '9H']) == 0\n"
        "sys.exit('numba' in sys.modules)\n"
    )
    result = run_python(code)
    assert (result.status, result.err) == (0, "")
