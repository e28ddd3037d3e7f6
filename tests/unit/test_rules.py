"""House rules: the table of options, presets, and everything that is refused."""

import re
import tomllib

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import euchre_data
from euchre_sim.cards import CardSet
from euchre_sim.errors import RuleConflict
from euchre_sim.presets import load_preset
from euchre_sim.rules import HouseRules

# The published option list: name, values or range (the default first, or after a bar).
OPTION_LIST = """
variant                        standard british railroad two_hand three_hand six_hand
players                        2..6 | 4
low_rank                       7..9 | 9
joker                          false
joker_card                     joker two_of_spades
joker_upcard_rule              dealer_names_blind dealer_names_after_look fixed_suit redeal
joker_upcard_suit              C D H S | H
two_hand_style                 plain dummy2 dummy3
three_hand_style               cutthroat
first_dealer_method            first_black_jack first_jack low_cut high_cut random seat
first_dealer_seat              0..5 | 0
cut_ace_low                    true
deal_packets                   2-3 3-2 alt_3232 alt_2323 dealer_choice singles
misdeal_redeal                 same_dealer next_dealer
farmers_hand                   off swap_three_low swap_three_same swap_all_low redeal_all_low
farmers_order                  eldest_first conflict_is_misdeal
farmers_show                   true
dealer_pickup                  mandatory optional
dealer_may_discard_upcard      true
need_trump_to_call             no any_trump natural_trump
turned_down_suit               barred barred_except_stuck open
stick_the_dealer               false
screw_dealer_penalty           0..4 | 0
screw_dealer_scope             stuck_only any_dealer_call
redeal_after_pass_out          next_dealer same_dealer
canadian_loner                 false
alone_allowed                  true
alone_timing                   with_call before_first_lead
maker_partner_may_go_alone     false
lone_partner_is_dealer         no_pickup pickup_then_sit_out
lone_first_lead                left_of_dealer left_of_lone
call_for_best                  false
best_order                     discard_first receive_first
defend_alone                   false
defend_alone_needs_lone_maker  true
defend_alone_poll              from_dealers_left from_makers_left
defend_alone_lead              lone_defender as_lone_lead_rule
lone_defender_vs_pair_lead     lone_defender left_of_lone_defender normal
allow_no_trump                 false
no_trump_only_when_stuck       false
allow_no_trump_low             false
no_trump_points                as_trump double
allow_misere                   false
misere_points                  1..6 | 2
misere_fail_points             1..4 | 2
misere_ends_early              true
joker_in_no_trump              solitary_trump removed
make_points                    1..1 | 1
march_points                   2..3 | 2
euchre_points                  2..3 | 2
lone_value                     2..6 | 4
lone_euchred_points            2..4 | 2
super_euchre                   false
super_euchre_points            4..4 | 4
lone_defense_points            2..6 | 4
lone_defense_all_points        2..6 | 4
cap_at_lone_value              false
target_score                   5..21 | 10
match_format                   single best_of_3 best_of_5
early_stop                     false
laps                           false
slam_double                    false
score_display                  running_total card_markers
renege_ends_hand               true
renege_penalty                 1..5 | 2
renege_penalty_lone            1..5 | 4
renege_form                    add_to_opponents subtract innocent_chooses
"""
EXPECTED = {line.split()[0]: line.split()[1:] for line in OPTION_LIST.strip().splitlines()}
OPTIONS = {option.name: option for option in HouseRules.options()}


def test_options_are_exactly_the_published_ones():
    assert set(OPTIONS) == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_default_and_range_of(name):
    option, listed = OPTIONS[name], EXPECTED[name]
    default = getattr(HouseRules(), name)
    if re.fullmatch(r"\d+\.\.\d+", listed[0]):
        low, high = map(int, listed[0].split(".."))
        assert (option.kind, option.low, option.high) == ("int", low, high)
        assert default == int(listed[-1])
        for value in range(low, high + 1):
            assert option.check(value) == value
        for value in (low - 1, high + 1, True, str(low), None):
            with pytest.raises(RuleConflict, match=name):
                option.check(value)
    elif listed[0] in ("true", "false"):
        assert option.kind == "bool"
        assert default is (listed[0] == "true")
        for value in (0, 1, "true", None):
            with pytest.raises(RuleConflict, match=name):
                option.check(value)
    else:
        values = [value for value in listed if value != "|"]
        assert set(option.values) == set(values)
        assert default == (listed[-1] if "|" in listed else listed[0])
        with pytest.raises(RuleConflict, match=f"{name}.*{listed[0]}"):
            option.check("never_heard_of")


@pytest.mark.parametrize("option", OPTIONS.values(), ids=str)
def test_every_option_is_explained(option):
    assert option.doc.endswith(".")
    assert option.section
    assert option.source


PRESETS = {
    "standard": {},
    "seed_de": {},
    "seed_da": {"early_stop": True, "cap_at_lone_value": True},
    "seed_sl": {
        "stick_the_dealer": True,
        "lone_first_lead": "left_of_lone",
        "lone_partner_is_dealer": "pickup_then_sit_out",
    },
    "seed_nl": {
        "first_dealer_method": "random",
        "deal_packets": "alt_3232",
        "dealer_pickup": "optional",
        "alone_timing": "before_first_lead",
        "maker_partner_may_go_alone": True,
        "lone_partner_is_dealer": "pickup_then_sit_out",
        "defend_alone": True,
        "defend_alone_needs_lone_maker": False,
        "lone_defender_vs_pair_lead": "left_of_lone_defender",
        "lone_first_lead": "left_of_lone",
        "lone_defense_points": 2,
    },
    "british": {
        "variant": "british",
        "joker": True,
        "target_score": 11,
        "defend_alone": True,
        "lone_first_lead": "left_of_lone",
    },
    "railroad": {
        "variant": "railroad",
        "joker": True,
        "joker_upcard_rule": "fixed_suit",
        "defend_alone": True,
        "call_for_best": True,
        "laps": True,
        "slam_double": True,
    },
    "hoyle_32": {"low_rank": 7},
    "two_hand": {"variant": "two_hand", "players": 2, "alone_allowed": False},
    "seed_sk": {
        "variant": "two_hand",
        "players": 2,
        "first_dealer_method": "random",
        "dealer_pickup": "optional",
        "alone_allowed": False,
    },
    "three_hand": {
        "variant": "three_hand",
        "players": 3,
        "alone_allowed": False,
        "march_points": 3,
    },
    "six_hand": {
        "variant": "six_hand",
        "players": 6,
        "low_rank": 7,
        "march_points": 3,
        "euchre_points": 3,
        "lone_value": 6,
        "lone_euchred_points": 3,
    },
}


@pytest.mark.parametrize("name", PRESETS)
def test_preset_differs_from_the_standard_game_by(name):
    assert HouseRules.preset(name).differences() == PRESETS[name]
    assert HouseRules.preset(name) == HouseRules(**PRESETS[name])


def test_preset_names():
    assert HouseRules.preset_names()[0] == "standard"
    assert set(HouseRules.preset_names()) == set(PRESETS)


@pytest.mark.parametrize(
    "path", sorted(euchre_data.path("presets").glob("*.toml")), ids=lambda p: p.stem
)
def test_preset_files_say_only_what_differs(path):
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(content) <= {"summary", "source", "options"}
    options = content.get("options", {})
    assert HouseRules.preset(path.stem).differences() == options
    assert load_preset(path.stem).summary == content["summary"]


REFUSED = [
    ({"lone_value": 2, "march_points": 3}, ("lone_value", "march_points")),
    ({"lone_euchred_points": 2, "euchre_points": 3}, ("lone_euchred_points", "euchre_points")),
    (
        {"lone_defense_all_points": 3, "lone_defense_points": 4},
        ("lone_defense_all_points", "lone_defense_points"),
    ),
    ({"canadian_loner": True, "alone_allowed": False}, ("canadian_loner", "alone_allowed")),
    (
        {"maker_partner_may_go_alone": True, "alone_timing": "with_call"},
        ("maker_partner_may_go_alone", "alone_timing"),
    ),
    ({"renege_form": "subtract", "early_stop": True}, ("renege_form", "early_stop")),
    ({"laps": True, "early_stop": True}, ("laps", "early_stop")),
]


@pytest.mark.parametrize(("changes", "names"), REFUSED)
def test_contradiction_names_both_options(changes, names):
    with pytest.raises(RuleConflict) as info:
        HouseRules(**changes)
    assert set(info.value.options) == set(names)
    assert all(name in str(info.value) for name in names)


# What a number of players rules out; the message counts players in words of its own.
TABLE_REFUSED = [
    ({"players": 5}, ("players", "variant")),
    ({"variant": "british", "players": 2}, ("variant", "players")),
    ({"variant": "railroad", "players": 6, "low_rank": 7}, ("variant", "players")),
    ({"two_hand_style": "dummy2"}, ("two_hand_style", "players")),
    ({"two_hand_style": "dummy3", "players": 3}, ("two_hand_style", "players")),
    ({"deal_packets": "alt_3232", "players": 2}, ("deal_packets", "players")),
    ({"defend_alone": True, "players": 2}, ("defend_alone", "players")),
    ({"call_for_best": True, "players": 3}, ("call_for_best", "players")),
    ({"call_for_best": True, "players": 6, "low_rank": 7}, ("call_for_best", "players")),
    ({"first_dealer_seat": 3, "players": 3}, ("first_dealer_seat", "players")),
    ({"players": 6}, ("low_rank", "players")),
    (
        {"farmers_hand": "swap_three_low", "players": 6, "low_rank": 7},
        ("farmers_hand", "players"),
    ),
]


@pytest.mark.parametrize(("changes", "names"), TABLE_REFUSED)
def test_what_does_not_go_with_the_players_names_the_option(changes, names):
    with pytest.raises(RuleConflict, match=names[0]) as info:
        HouseRules(**changes)
    assert set(info.value.options) == set(names)


@pytest.mark.parametrize(
    "changes",
    [
        {"lone_value": 2, "march_points": 2},
        {"lone_value": 3, "march_points": 3},
        {"lone_euchred_points": 3, "euchre_points": 3},
        {"lone_defense_all_points": 4, "lone_defense_points": 4},
        {"lone_value": 2, "cap_at_lone_value": True, "super_euchre": True},
    ],
)
def test_equal_amounts_are_no_contradiction(changes):
    assert HouseRules(**changes).differences().items() <= changes.items()


def test_penalty_implies_sticking_the_dealer():
    assert HouseRules(screw_dealer_penalty=2).stick_the_dealer is True
    assert HouseRules().replace(screw_dealer_penalty=1) == HouseRules(
        screw_dealer_penalty=1, stick_the_dealer=True
    )
    assert HouseRules(screw_dealer_penalty=0).stick_the_dealer is False


def test_declaring_before_the_lead_implies_the_pickup():
    rules = HouseRules(alone_timing="before_first_lead")
    assert rules.lone_partner_is_dealer == "pickup_then_sit_out"


@pytest.mark.parametrize(
    ("settings", "implied"),
    [
        (["players=2"], {"variant": "two_hand", "alone_allowed": False}),
        (["players=3"], {"variant": "three_hand", "alone_allowed": False}),
        (["variant=three_hand"], {"players": 3, "alone_allowed": False}),
        (["players=6", "low_rank=7"], {"variant": "six_hand"}),
        (["variant=six_hand", "low_rank=7"], {"players": 6}),
        (
            ["players=2", "two_hand_style=dummy2"],
            {"variant": "two_hand", "alone_allowed": False, "stick_the_dealer": True},
        ),
        (["players=2", "two_hand_style=dummy3"], {"variant": "two_hand"}),
    ],
    ids=str,
)
def test_players_and_variant_imply_each_other(settings, implied):
    rules = HouseRules().with_settings(settings)
    said = dict(setting.split("=") for setting in settings)
    changed = {name: value for name, value in rules.differences().items() if name not in said}
    assert changed == implied


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        (["players=2", "alone_allowed=true"], {"players", "alone_allowed"}),
        (["variant=two_hand", "players=4"], {"variant", "players"}),
        (
            ["screw_dealer_penalty=2", "stick_the_dealer=false"],
            {"screw_dealer_penalty", "stick_the_dealer"},
        ),
        (
            ["alone_timing=before_first_lead", "lone_partner_is_dealer=no_pickup"],
            {"alone_timing", "lone_partner_is_dealer"},
        ),
    ],
)
def test_saying_the_opposite_of_what_is_implied_is_refused(settings, names):
    with pytest.raises(RuleConflict) as info:
        HouseRules().with_settings(settings)
    assert set(info.value.options) == names


def test_switching_off_what_a_preset_implies_is_refused_too():
    with pytest.raises(RuleConflict, match="alone_timing"):
        HouseRules.preset("seed_nl").replace(lone_partner_is_dealer="no_pickup")


def test_unknown_names_suggest_the_nearest():
    with pytest.raises(RuleConflict, match="'target_scor'; did you mean target_score"):
        HouseRules().with_settings(["target_scor=11"])
    with pytest.raises(RuleConflict, match="'stick_dealer'; did you mean stick_the_dealer"):
        HouseRules().replace(stick_dealer=True)
    with pytest.raises(RuleConflict, match=r"did you mean seed_nl.*standard"):
        HouseRules.preset("sed_nl")


@pytest.mark.parametrize(("name", "fixed"), [("hand_size", 5), ("tricks_needed", 3)])
def test_what_cannot_be_set_is_named(name, fixed):
    with pytest.raises(RuleConflict, match=f"{name} cannot be set: it is always {fixed} here"):
        HouseRules().with_settings([f"{name}=7"])


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("target_score", "option=value"),
        ("target_score=", "5..21"),
        ("target_score=ten", "5..21"),
        ("target_score=22", "5..21"),
        ("stick_the_dealer=maybe", "true, false"),
        ("lone_first_lead=dealer", "left_of_dealer, left_of_lone"),
        ("make_points=2", "the only value is 1"),
    ],
)
def test_bad_settings_say_what_is_allowed(setting, words):
    with pytest.raises(RuleConflict, match=re.escape(words)):
        HouseRules().with_settings([setting])


@pytest.mark.parametrize("text", ["true", "True", "yes", "on", "1"])
def test_yes_in_every_spelling(text):
    assert HouseRules().with_settings([f"stick-the-dealer={text}"]).stick_the_dealer is True


def test_later_settings_win():
    assert HouseRules().with_settings(["target_score=5", "target_score=15"]).target_score == 15


@st.composite
def house_rules(draw):
    """Any rules that do not contradict themselves."""
    changes = {}
    for name in draw(st.sets(st.sampled_from(sorted(OPTIONS)), max_size=8)):
        option = OPTIONS[name]
        if option.kind == "int":
            changes[name] = draw(st.integers(option.low, option.high))
        else:
            changes[name] = draw(st.sampled_from(option.values or (False, True)))
    try:
        return HouseRules(**changes)
    except RuleConflict:
        assume(False)


@given(house_rules())
def test_rules_survive_every_form(rules):
    assert HouseRules(**rules.as_dict()) == rules
    assert HouseRules().replace(**rules.differences()) == rules
    written = [f"{name}={str(value).lower()}" for name, value in rules.differences().items()]
    assert HouseRules().with_settings(written) == rules
    assert eval(repr(rules), {"HouseRules": HouseRules}) == rules


@given(house_rules(), house_rules())
def test_digest_tells_rules_apart(first, second):
    assert re.fullmatch("[0-9a-f]{12}", first.digest())
    assert (first.digest() == second.digest()) == (first == second)


def test_rules_cannot_be_changed():
    with pytest.raises(AttributeError):
        HouseRules().target_score = 11


@pytest.mark.parametrize(
    ("settings", "cards", "hidden", "sides"),
    [
        ([], 24, 3, "0202"),
        (["joker=true"], 25, 4, "0202"),
        (["low_rank=8"], 28, 7, "0202"),
        (["low_rank=7", "joker=true"], 33, 12, "0202"),
        (["players=2"], 24, 13, "01"),
        (["players=2", "two_hand_style=dummy2"], 24, 11, "01"),
        (["players=2", "two_hand_style=dummy3"], 24, 7, "01"),
        (["players=3"], 24, 8, "012"),
        (["players=6", "low_rank=7"], 32, 1, "020202"),
    ],
    ids=str,
)
def test_what_a_table_fixes(settings, cards, hidden, sides):
    rules = HouseRules().with_settings(settings)
    assert (rules.players, rules.hand_size, rules.tricks_needed) == (len(sides), 5, 3)
    assert (len(CardSet.from_mask(rules.deck)), rules.hidden_cards) == (cards, hidden)
    for seat, mates in enumerate(rules.teams):
        together = {other for other, side in enumerate(sides) if side == sides[seat]}
        assert {other for other in range(rules.players) if mates >> other & 1} == together


def test_what_is_printed_for_the_joker() -> None:
    assert str(HouseRules(joker=True, joker_card="two_of_spades").joker_printed) == "2S"
    assert str(HouseRules(joker=True).joker_printed) == "JK"
    assert str(HouseRules().joker_printed) == "JK"
