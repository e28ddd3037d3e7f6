"""The option table of the house rules: every fact about an option stands here, once.

`euchre_sim.rules.HouseRules` inherits these fields and adds what is done with them. A new option
is a new field here; lists, checks, presets and the command line pick it up from its metadata.
The values of a choice are its Literal type, so annotations must stay real objects in this file.
It is longer than other files because it is one table.
"""

from dataclasses import dataclass
from typing import Literal

from euchre_sim.rule_options import house_rule

__all__ = ["RuleTable"]


@dataclass(frozen=True, kw_only=True, repr=False)
class RuleTable:
    """All options with their defaults."""

    # --- table and deck ---
    variant: Literal["standard", "british", "railroad", "two_hand", "three_hand", "six_hand"] = (
        house_rule(
            "standard",
            "Which game it is; two_hand, three_hand and six_hand say how many play.",
            section="Table and deck",
            source="named by the Danish, Dutch and Slovak rules pages",
        )
    )
    players: int = house_rule(
        4,
        "How many play: 2, 3 (each for himself), 4 (two pairs) or 6 (two sides of three).",
        section="Table and deck",
        source="two: Slovak rules page; three and six: Danish rules page",
        within=(2, 6),
    )
    low_rank: int = house_rule(
        9,
        "The lowest rank in the deck: 9, 8 or 7 for 24, 28 or 32 cards.",
        section="Table and deck",
        source="24: all rules pages; 32: Slovak, Dutch and Danish rules pages; 28: Bicycle rules",
        within=(7, 9),
    )
    joker: bool = house_rule(
        False,
        "A joker (the Benny) is the highest trump.",
        section="Table and deck",
        source="British rules; an option on the Danish rules page",
    )
    joker_card: Literal["joker", "two_of_spades"] = house_rule(
        "joker",
        "Which card serves as the joker, and is read and shown as it; either is never a spade.",
        section="Table and deck",
        source="British sets without a joker use the 2 of spades",
    )
    joker_upcard_rule: Literal[
        "dealer_names_blind", "dealer_names_after_look", "fixed_suit", "redeal"
    ] = house_rule(
        "dealer_names_blind",
        "What a joker turned up means: the dealer names trump before or after looking at his "
        "hand and takes it, it counts as a card of joker_upcard_suit, or the cards are dealt "
        "again.",
        section="Table and deck",
        source="named blind: netplaces.com British Euchre; fixed suit: about.com",
    )
    joker_upcard_suit: Literal["C", "D", "H", "S"] = house_rule(
        "H",
        "The suit of a joker turned up with joker_upcard_rule=fixed_suit.",
        section="Table and deck",
        source="hearts: about.com",
    )
    two_hand_style: Literal["plain", "dummy2", "dummy3"] = house_rule(
        "plain",
        "Two players: no extra cards, two for the maker (which sets stick_the_dealer), or three "
        "for each, which a maker who plays alone leaves.",
        section="Table and deck",
        source="plain: Slovak rules page; dummy2: ohioeuchre.com; dummy3: Wikipedia, euchre.com",
    )
    three_hand_style: Literal["cutthroat"] = house_rule(
        "cutthroat",
        "Three players: the maker plays against both others, and each of them collects.",
        section="Table and deck",
        source="Danish rules page",
    )

    # --- first deal and deal ---
    first_dealer_method: Literal[
        "first_black_jack", "low_cut", "random", "first_jack", "high_cut", "seat"
    ] = house_rule(
        "first_black_jack",
        "How the first dealer is found: cards dealt face up until a black jack (or any jack) "
        "appears, the lowest or highest card cut, a random seat, or the seat given.",
        section="First deal",
        source="black jack usual, low cut at some tables: German rules page; "
        "random: Dutch and Slovak rules pages",
    )
    first_dealer_seat: int = house_rule(
        0,
        "The seat that deals first with first_dealer_method=seat.",
        section="First deal",
        source="this program",
        within=(0, 5),
    )
    cut_ace_low: bool = house_rule(
        True,
        "In a cut for the deal the ace is below every other card.",
        section="First deal",
        source="Bicycle rules, Keller 1887",
    )
    deal_packets: Literal["2-3", "3-2", "alt_3232", "alt_2323", "dealer_choice", "singles"] = (
        house_rule(
            "2-3",
            "How many cards go to a seat at a time; it changes no probabilities.",
            section="Deal",
            source="two and three: German and Danish rules pages; alternating: Dutch rules page; "
            "dealer's choice: Bicycle rules",
        )
    )

    misdeal_redeal: Literal["same_dealer", "next_dealer"] = house_rule(
        "same_dealer",
        "Who deals after a misdeal.",
        section="Deal",
        source="same dealer: German rules page",
    )

    # --- before the calls ---
    farmers_hand: Literal[
        "off", "swap_three_low", "swap_three_same", "swap_all_low", "redeal_all_low"
    ] = house_rule(
        "off",
        "A hand of nines and tens (the two lowest ranks) may swap three of them for the three "
        "hidden cards below the upcard: with any three of them, three of one rank, or five; or "
        "with five the cards are dealt again.",
        section="Before the calls",
        source="three low: Danish rules page; three of one rank: euchrestrategy.info; "
        "all low: German rules page; dealt again: Wikipedia",
    )
    farmers_order: Literal["eldest_first", "conflict_is_misdeal"] = house_rule(
        "eldest_first",
        "Whether the first to claim a farmer's hand gets it, or two claims are a misdeal.",
        section="Before the calls",
        source="this program's choice",
    )
    farmers_show: bool = house_rule(
        True,
        "Cards swapped out of a farmer's hand are shown.",
        section="Before the calls",
        source="euchrestrategy.info",
    )

    # --- pickup and discard ---
    dealer_pickup: Literal["mandatory", "optional"] = house_rule(
        "mandatory",
        "Whether the dealer must take a card that another player ordered up.",
        section="Pickup and discard",
        source="mandatory: German and Slovenian rules pages; "
        "optional: Dutch and Slovak rules pages",
    )
    dealer_may_discard_upcard: bool = house_rule(
        True,
        "The dealer may put down again the card just taken.",
        section="Pickup and discard",
        source="no rules page forbids it; OpenSpiel does",
    )

    # --- calling ---
    need_trump_to_call: Literal["no", "any_trump", "natural_trump"] = house_rule(
        "no",
        "Whether ordering up needs a trump in hand, the left bower included or not; "
        "the dealer himself needs none.",
        section="Calling",
        source="a house rule on none of the rules pages",
    )
    turned_down_suit: Literal["barred", "barred_except_stuck", "open"] = house_rule(
        "barred",
        "Whether the turned-down suit may be called in round 2.",
        section="Calling",
        source="barred: German, Danish and Slovenian rules pages; "
        "open to the stuck dealer: euchrestrategy.info",
    )
    stick_the_dealer: bool = house_rule(
        False,
        "The dealer must call when everyone has passed twice up to him.",
        section="Calling",
        source="on: Slovenian rules page; off or an option: German, Danish, Dutch and Slovak "
        "rules pages",
    )
    screw_dealer_penalty: int = house_rule(
        0,
        "Extra points for the defenders when a dealer who had to call is euchred "
        "(more than 0 sets stick_the_dealer; 2 makes such a euchre worth 4).",
        section="Calling",
        source="Danish rules page, which names no amount",
        within=(0, 4),
    )
    screw_dealer_scope: Literal["stuck_only", "any_dealer_call"] = house_rule(
        "stuck_only",
        "Whether that penalty is for a dealer who called in round 2, or for any call of his.",
        section="Calling",
        source="this program's choice",
    )
    redeal_after_pass_out: Literal["next_dealer", "same_dealer"] = house_rule(
        "next_dealer",
        "Who deals after a hand that nobody called.",
        section="Calling",
        source="next dealer: German, Dutch and Slovak rules pages",
    )
    canadian_loner: bool = house_rule(
        False,
        "In round 1 the dealer's partner may order up only to play alone.",
        section="Calling",
        source="Slovenian rules page, an option there",
    )

    # --- going alone ---
    alone_allowed: bool = house_rule(
        True,
        "A player may play without his partner.",
        section="Going alone",
        source="German, Danish, Dutch and Slovenian rules pages",
    )
    alone_timing: Literal["with_call", "before_first_lead"] = house_rule(
        "with_call",
        "When playing alone is announced (before_first_lead comes after the pickup, so it sets "
        "lone_partner_is_dealer=pickup_then_sit_out).",
        section="Going alone",
        source="with the call: German rules page; before the first lead: Dutch rules page",
    )
    maker_partner_may_go_alone: bool = house_rule(
        False,
        "The partner of the player who called may play alone instead of him.",
        section="Going alone",
        source="Dutch rules page ('anyone' may announce)",
    )
    lone_partner_is_dealer: Literal["no_pickup", "pickup_then_sit_out"] = house_rule(
        "no_pickup",
        "What a dealer does whose partner plays alone; it changes no trick.",
        section="Going alone",
        source="sits out without the card: German rules page; "
        "no exception to the pickup: Slovenian, Dutch and Danish rules pages",
    )
    lone_first_lead: Literal["left_of_dealer", "left_of_lone"] = house_rule(
        "left_of_dealer",
        "Who leads first against a lone maker: the first player from the dealer's left, or from "
        "the lone player's left.",
        section="Going alone",
        source="left of the dealer: German rules page, Bicycle rules, OpenSpiel; "
        "left of the lone player: Dutch and Slovenian rules pages, British rules",
    )

    call_for_best: bool = house_rule(
        False,
        "A lone player sheds a card and gets one from his partner.",
        section="Going alone",
        source="railroad Euchre: Bicycle rules, Keller 1887",
    )
    best_order: Literal["discard_first", "receive_first"] = house_rule(
        "discard_first",
        "Whether he sheds before he sees the partner's card or after.",
        section="Going alone",
        source="shed first: Bicycle rules; receive first: Keller 1887",
    )

    # --- defending alone ---
    defend_alone: bool = house_rule(
        False,
        "A defender may play without his partner.",
        section="Defending alone",
        source="on: Dutch rules page; an option: Danish and Slovenian rules pages",
    )
    defend_alone_needs_lone_maker: bool = house_rule(
        True,
        "Only a lone maker may be defended against alone.",
        section="Defending alone",
        source="yes: German and Slovenian rules pages; no such condition: Dutch rules page",
    )
    defend_alone_poll: Literal["from_dealers_left", "from_makers_left"] = house_rule(
        "from_dealers_left",
        "Which defender is asked first; the first to accept plays alone.",
        section="Defending alone",
        source="from the dealer's left: OpenSpiel",
    )
    defend_alone_lead: Literal["lone_defender", "as_lone_lead_rule"] = house_rule(
        "lone_defender",
        "Who leads first when a maker and a defender are both alone.",
        section="Defending alone",
        source="the lone defender: Dutch and Slovenian rules pages; "
        "as against any lone maker: OpenSpiel",
    )
    lone_defender_vs_pair_lead: Literal["lone_defender", "left_of_lone_defender", "normal"] = (
        house_rule(
            "lone_defender",
            "Who leads first when a defender is alone against two makers.",
            section="Defending alone",
            source="the lone defender: after the Slovenian rules page; "
            "left of him: Dutch rules page",
        )
    )

    # --- no trump and misere ---
    allow_no_trump: bool = house_rule(
        False,
        "No trump may be called in round 2: no bowers, the ace is high in every suit.",
        section="No trump and misere",
        source="Danish rules page, an option there; euchrestrategy.info",
    )
    no_trump_only_when_stuck: bool = house_rule(
        False,
        "Only a dealer who must call may call no trump, high or low.",
        section="No trump and misere",
        source="euchrestrategy.info",
    )
    allow_no_trump_low: bool = house_rule(
        False,
        "Low no trump may be called in round 2: the nine (the lowest rank) is high.",
        section="No trump and misere",
        source="known from bid Euchre",
    )
    no_trump_points: Literal["as_trump", "double"] = house_rule(
        "as_trump",
        "Whether makers score twice in no trump, high or low.",
        section="No trump and misere",
        source="as trump: Euchre Game Notation",
    )
    allow_misere: bool = house_rule(
        False,
        "Misere may be called in round 2: alone, without trump, to take no trick.",
        section="No trump and misere",
        source="Danish rules page, an option there",
    )
    misere_points: int = house_rule(
        2,
        "Points for a misere without a trick.",
        section="No trump and misere",
        source="this program's choice",
        within=(1, 6),
    )
    misere_fail_points: int = house_rule(
        2,
        "Points for the defenders when the misere player takes a trick.",
        section="No trump and misere",
        source="this program's choice",
        within=(1, 4),
    )
    misere_ends_early: bool = house_rule(
        True,
        "A misere stops when its player wins a trick.",
        section="No trump and misere",
        source="this program's choice",
    )
    joker_in_no_trump: Literal["solitary_trump", "removed"] = house_rule(
        "solitary_trump",
        "Without trump the joker is a suit of its own and wins every trick it is played to; or "
        "these contracts cannot be called with a joker in the deck.",
        section="No trump and misere",
        source="Wikipedia on the Benny",
    )

    # --- hand score ---
    make_points: int = house_rule(
        1,
        "Points for makers who take three or four tricks.",
        section="Hand score",
        source="all rules pages",
        within=(1, 1),
    )
    march_points: int = house_rule(
        2,
        "Points for makers who take all tricks together.",
        section="Hand score",
        source="2: all rules pages; 3: six-handed rules",
        within=(2, 3),
    )
    euchre_points: int = house_rule(
        2,
        "Points for the defenders when two makers take fewer than three tricks.",
        section="Hand score",
        source="2: all rules pages; 3: six-handed rules",
        within=(2, 3),
    )
    lone_value: int = house_rule(
        4,
        "Points for a lone maker who takes all tricks.",
        section="Hand score",
        source="4: German, Dutch and Slovenian rules pages; 2 to 6: Danish rules page",
        within=(2, 6),
    )
    lone_euchred_points: int = house_rule(
        2,
        "Points for the defenders when a lone maker takes fewer than three tricks.",
        section="Hand score",
        source="2: Danish rules page; 4: Laws of Euchre 1888",
        within=(2, 4),
    )
    super_euchre: bool = house_rule(
        False,
        "Makers who take no trick at all lose super_euchre_points.",
        section="Hand score",
        source="Danish rules page, an option there",
    )
    super_euchre_points: int = house_rule(
        4,
        "Points for the defenders in a super euchre.",
        section="Hand score",
        source="Danish rules page",
        within=(4, 4),
    )
    lone_defense_points: int = house_rule(
        4,
        "Points for a lone defender who euchres makers that took one or two tricks.",
        section="Hand score",
        source="4: German, Danish and Slovenian rules pages; 2: Dutch rules page",
        within=(2, 6),
    )
    lone_defense_all_points: int = house_rule(
        4,
        "Points for a lone defender who takes all tricks.",
        section="Hand score",
        source="Dutch rules page",
        within=(2, 6),
    )
    cap_at_lone_value: bool = house_rule(
        False,
        "Nobody scores more than lone_value in a hand.",
        section="Hand score",
        source="Danish rules page",
    )

    # --- game and match ---
    target_score: int = house_rule(
        10,
        "The score that wins a game.",
        section="Game and match",
        source="10: all rules pages; 5 or 15: German rules page; 5 to 21: Danish rules page; "
        "11: Slovenian rules page, British rules",
        within=(5, 21),
    )
    match_format: Literal["single", "best_of_3", "best_of_5"] = house_rule(
        "single",
        "Whether one game decides, or two won of three, or three won of five.",
        section="Game and match",
        source="Danish rules page",
    )
    early_stop: bool = house_rule(
        False,
        "A game ends in mid-hand as soon as the target is certain.",
        section="Game and match",
        source="Danish rules page",
    )

    laps: bool = house_rule(
        False,
        "Points above the target carry over into the next game.",
        section="Game and match",
        source="railroad Euchre",
    )
    slam_double: bool = house_rule(
        False,
        "A game won while the loser has nothing counts as two games.",
        section="Game and match",
        source="railroad Euchre",
    )
    score_display: Literal["running_total", "card_markers"] = house_rule(
        "running_total",
        "Whether the score is shown as numbers or with two cards for each side.",
        section="Game and match",
        source="Danish rules page",
    )

    # --- reneges ---
    renege_ends_hand: bool = house_rule(
        True,
        "A renege ends the hand; otherwise the hand is played out and scored, and the penalty "
        "is added.",
        section="Reneges",
        source="German rules page",
    )
    renege_penalty: int = house_rule(
        2,
        "Points for a renege.",
        section="Reneges",
        source="German rules page",
        within=(1, 5),
    )
    renege_penalty_lone: int = house_rule(
        4,
        "Points for a renege against a side that plays alone.",
        section="Reneges",
        source="German rules page",
        within=(1, 5),
    )
    renege_form: Literal["add_to_opponents", "subtract", "innocent_chooses"] = house_rule(
        "add_to_opponents",
        "Whether these points go to the other side, come off the offender's score (not below 0), "
        "or as the innocent side chooses.",
        section="Reneges",
        source="add: German and Danish rules pages; the others: Bicycle rules",
    )
