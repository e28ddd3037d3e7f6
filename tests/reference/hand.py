"""One hand from the turned card to its outcome (RULES.md A5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .alone import NO, YES, alone_askers, defend_askers, sitting_out
from .bidding import PASS, call_actions, read_call
from .cards import full_deck
from .dummies import TAKE_UPCARD, dealer_discards_later, drawing_seats, extra_cards, pile_sizes
from .exchange import exchange_steps
from .farmers import CARDS_TO_SWAP, SWAPS, Farmers
from .joker import dealer_names, dealer_names_blind, is_thrown_away
from .options import complete
from .pickup import (
    LEAVE_UPCARD,
    dealer_gets_upcard,
    discard_actions,
    hand_after,
    later_discards,
)
from .play import first_leader, legal_cards, next_active, trick_winner
from .scoring import Outcome
from .table import clockwise_from, left, mates


class ReferenceHand:
    """A hand in progress: ask ``legal()``, give ``apply()`` one of its tokens, until it is over.

    ``phase`` is ``farmer``, ``call``, ``pickup``, ``discard``, ``alone``, ``defend``, ``shed``,
    ``give``, ``play`` or ``over``; ``seat`` is the seat to act, None when over.  ``hands`` are the
    cards now held; a dealer who is to discard one card for the upcard does not have the upcard
    among them yet.  ``down`` are the cards put down before the play, face down, with the seat.
    """

    def __init__(
        self,
        hands: list[set[str]],
        upcard: str,
        dealer: int,
        rules: Mapping[str, Any],
        kitty: Sequence[str] = (),
        piles: Sequence[Sequence[str]] = (),
    ) -> None:
        """Begin with the hands as dealt (RULES.md A4 and A5).

        ``kitty`` are the cards under the upcard, top first, which only a farmer's hand needs;
        ``piles`` the extra cards of two-handed play.
        """
        self.rules = complete(rules)
        self.players: int = self.rules["players"]
        self.hands = [set(hand) for hand in hands]
        self.upcard = upcard
        self.kitty = list(kitty)
        self.piles = [list(pile) for pile in piles]
        self.dealer = dealer
        self._check_deal()

        self.call_round: int | None = 1
        self.passes = 0
        self.maker: int | None = None
        self.contract: str | None = None
        self.lone: int | None = None
        self.lone_defender: int | None = None
        self.upcard_is: str = "turned"  # then taken, left, not_taken or turned_down
        self.discard: str | None = None  # what a dealer put down for the upcard
        self.down: list[tuple[int, str]] = []
        self.swapped: list[str] = []  # by a farmer, in the order chosen
        self.table: list[tuple[int, str]] = []  # the unfinished trick
        self.tricks: list[dict[str, Any]] = []
        self.history: list[tuple[str, int, str]] = []  # (phase, seat, token)
        self._askers: list[int] = []
        self._drawers: list[int] = []
        self._exchanges: list[tuple[str, int]] = []
        self._special = "none"

        self.phase = "farmer"
        self.seat: int | None = None
        self._farmers = Farmers(self.hands, dealer, self.rules)
        if is_thrown_away(upcard, self.rules):
            self._end("redeal")
        else:
            self._next_farmer()

    def _check_deal(self) -> None:
        """Refuse hands that cannot have been dealt (RULES.md A1, A4, A17 and B2)."""
        if len(self.hands) != self.players or self.dealer not in range(self.players):
            raise ValueError(f"{self.players} hands and a dealer among them are needed")
        if any(len(hand) != self.rules["hand_size"] for hand in self.hands):
            raise ValueError(f"every hand has {self.rules['hand_size']} cards")
        if [len(pile) for pile in self.piles] != pile_sizes(self.rules):
            raise ValueError(f"the piles of extra cards are of {pile_sizes(self.rules)}")
        if self.rules["farmers_hand"] in SWAPS and len(self.kitty) < CARDS_TO_SWAP:
            raise ValueError(f"a farmer needs {CARDS_TO_SWAP} hidden cards in the kitty")
        dealt = [card for held in (*self.hands, *self.piles) for card in held]
        dealt += [self.upcard, *self.kitty]
        for card in dealt:
            if dealt.count(card) > 1:
                raise ValueError(f"{card} is there twice")
            if card not in full_deck(self.rules["low_rank"], self.rules["joker"]):
                raise ValueError(f"{card} is not in the deck")

    @property
    def sitting_out(self) -> set[int]:
        """The seats that take no part in the tricks (RULES.md A9 and A10)."""
        return sitting_out(self.lone, self.lone_defender, self.players)

    @property
    def active(self) -> set[int]:
        """The seats that play (RULES.md A12)."""
        return set(range(self.players)) - self.sitting_out

    @property
    def shown(self) -> set[str]:
        """The swapped cards, if all have seen them and know them dead (RULES.md A17)."""
        return set(self.swapped) if self.rules["farmers_show"] else set()

    def legal(self) -> set[str]:
        """The tokens the seat to act may choose from; none when over (RULES.md A5)."""
        if self.phase == "over":
            return set()
        seat = self._to_act()
        hand = self.hands[seat]
        if self.phase == "farmer":
            return self._farmers.legal()
        if self.phase == "call":
            call_round = self.call_round or 1
            return call_actions(call_round, seat, self.dealer, hand, self.upcard, self.rules)
        if self.phase == "pickup":
            return {TAKE_UPCARD, LEAVE_UPCARD}
        if self.phase == "discard" and self._drawers:
            return later_discards(hand, self.upcard, self.rules)
        if self.phase == "discard":
            return discard_actions(hand, self.upcard, self._maker(), self.dealer, self.rules)
        if self.phase in ("shed", "give"):
            return set(hand)
        if self.phase in ("alone", "defend"):
            return {YES, NO}
        led_card = self.table[0][1] if self.table else None
        return legal_cards(hand, led_card, self._contract())

    def apply(self, token: str) -> None:
        """Carry out one action of the seat to act (RULES.md A5)."""
        if token not in self.legal():
            raise ValueError(f"{token} is not legal for seat {self.seat} in phase {self.phase}")
        self.history.append((self.phase, self._to_act(), token))
        {
            "farmer": self._farmer,
            "call": self._call,
            "pickup": self._pickup,
            "discard": self._late_discard if self._drawers else self._discard,
            "alone": self._alone,
            "defend": self._defend,
            "shed": self._shed,
            "give": self._give,
            "play": self._play,
        }[self.phase](token)

    def outcome(self) -> Outcome:
        """What is stored of the hand; while it lasts, with the tricks so far (RULES.md A15)."""
        called = self.maker is not None
        counts = self.trick_counts()
        return {
            "dealer": self.dealer,
            "maker": self.maker,
            "contract": self.contract,
            "call_round": self.call_round if called else None,
            "lone_player": self.lone,
            "lone_defender": self.lone_defender,
            "maker_tricks": counts[0],
            "defender_tricks": counts[1],
            "special": self._special,
        }

    def trick_counts(self) -> tuple[int, int]:
        """Tricks of the makers' side and of the defenders so far (RULES.md A14)."""
        if self.maker is None:
            return (0, 0)
        makers = mates(self.maker, self.players) | {self.maker}
        won = sum(trick["winner"] in makers for trick in self.tricks)
        return (won, len(self.tricks) - won)

    # One method a phase; each ends by opening whatever comes next.

    def _farmer(self, token: str) -> None:
        """An answer or a card of a farmer (RULES.md A17)."""
        self._farmers.apply(token)
        self._next_farmer()

    def _next_farmer(self) -> None:
        """Ask on, or do what the farmers' answers came to (RULES.md A17)."""
        verdict = self._farmers.verdict()
        if verdict is None:
            self.seat = self._farmers.seat
        elif verdict in ("redeal", "misdeal"):
            self._end(verdict)
        else:
            if verdict == "swap":
                self.swapped = self._farmers.chosen
                hand = self.hands[self._farmers.seat]
                hand -= set(self.swapped)
                hand |= set(self.kitty[:CARDS_TO_SWAP])
                self.kitty = self.kitty[CARDS_TO_SWAP:]
            self._open_auction()

    def _open_auction(self) -> None:
        """The dealer names trump if the joker was turned; else eldest speaks (RULES.md A6, A11)."""
        self.phase, self.seat = "call", left(self.dealer, self.players)
        if dealer_names(self.upcard, self.rules):
            self.seat = self.dealer

    def _call(self, token: str) -> None:
        """A pass or a call (RULES.md A6 and A8)."""
        seat = self._to_act()
        if token == PASS:
            self._next_speaker()
            return
        self.maker = seat
        self.contract, alone = read_call(token, self.upcard, self.rules)
        self.lone = seat if alone else None
        if self.call_round == 1:
            self._open_pickup()
        else:
            self._open_alone_window()

    def _next_speaker(self) -> None:
        """Hand on the word, go to round two, or throw the cards in (RULES.md A6 and A8)."""
        self.passes += 1
        if self.passes == self.players:
            self.upcard_is = "turned_down"
        if self.passes == 2 * self.players:
            self._end("thrown_in")
            return
        self.call_round = 1 + self.passes // self.players
        order = clockwise_from(left(self.dealer, self.players), self.players)
        self.seat = order[self.passes % self.players]

    def _open_pickup(self) -> None:
        """The dealer takes the upcard, unless he sits out without it (RULES.md A7, A9 and B2)."""
        if not dealer_gets_upcard(self.dealer, self.lone, self.rules):
            self.upcard_is = "not_taken"
            self._open_alone_window()
        elif not dealer_discards_later(self._maker(), self.dealer, self.rules):
            self.phase, self.seat = "discard", self.dealer
        elif self.rules["dealer_pickup"] == "optional" and self.maker != self.dealer:
            self.phase, self.seat = "pickup", self.dealer
        else:
            self._pickup(TAKE_UPCARD)

    def _pickup(self, token: str) -> None:
        """The dealer takes the upcard, to discard later, or leaves it (RULES.md B2)."""
        self.upcard_is = "taken" if token == TAKE_UPCARD else "left"
        if token == TAKE_UPCARD:
            self.hands[self.dealer].add(self.upcard)
        self._open_alone_window()

    def _discard(self, token: str) -> None:
        """The dealer puts a card down, or leaves the upcard (RULES.md A7)."""
        self.hands[self.dealer] = hand_after(self.hands[self.dealer], self.upcard, token)
        if token == LEAVE_UPCARD:
            self.upcard_is = "left"
        else:
            self.upcard_is, self.discard = "taken", token
            self.down.append((self.dealer, token))
        self._open_alone_window()

    def _open_alone_window(self) -> None:
        """Ask the maker, then perhaps his partner, before the first lead (RULES.md A9)."""
        blind = dealer_names_blind(self.upcard, self.rules)
        self._askers = alone_askers(self._maker(), self._contract(), self.lone, blind, self.rules)
        self._ask_next("alone")

    def _alone(self, token: str) -> None:
        """An answer in the alone window (RULES.md A9)."""
        seat = self._askers.pop(0)
        if token == YES:
            self.lone, self._askers = seat, []
        self._ask_next("alone")

    def _open_drawing(self) -> None:
        """Extra cards are taken once it is known who plays alone (RULES.md B2)."""
        self._drawers = drawing_seats(self._maker(), self.dealer, self.rules)
        self._draw_next()

    def _draw_next(self) -> None:
        """The next seat takes its extra cards, or all have theirs (RULES.md B2)."""
        if not self._drawers:
            self._open_defend_window()
            return
        seat = self._drawers[0]
        extra = extra_cards(seat, self.lone, self.piles, self.rules)
        self.hands[seat] |= set(extra)
        extra.clear()  # they lie there no more
        self._discard_next()

    def _discard_next(self) -> None:
        """One more card goes down while the hand is too large (RULES.md B2)."""
        if len(self.hands[self._drawers[0]]) > self.rules["hand_size"]:
            self.phase, self.seat = "discard", self._drawers[0]
        else:
            self._drawers.pop(0)
            self._draw_next()

    def _late_discard(self, token: str) -> None:
        """A card of a hand that holds everything it took (RULES.md B2)."""
        self._put_down(token)
        self._discard_next()

    def _put_down(self, card: str) -> None:
        """The seat to act lays a card face down (RULES.md A7, B2 and B5)."""
        self.hands[self._to_act()].remove(card)
        self.down.append((self._to_act(), card))

    def _open_defend_window(self) -> None:
        """Poll the defenders after all else is known (RULES.md A10)."""
        self._askers = defend_askers(
            self._maker(), self.dealer, self._contract(), self.lone, self.rules
        )
        self._ask_next("defend")

    def _defend(self, token: str) -> None:
        """An answer of a defender; the first YES ends the poll (RULES.md A10)."""
        seat = self._askers.pop(0)
        if token == YES:
            self.lone_defender, self._askers = seat, []
        self._ask_next("defend")

    def _ask_next(self, window: str) -> None:
        """Ask the next in the window, or go on to what follows it (RULES.md A5)."""
        if self._askers:
            self.phase, self.seat = window, self._askers[0]
        elif window == "alone":
            self._open_drawing()
        else:
            self._exchanges = exchange_steps(self.lone, self.lone_defender, self.rules)
            self._next_exchange()

    def _next_exchange(self) -> None:
        """The next choice of a best-card exchange, or the first lead (RULES.md B5 and A12)."""
        if self._exchanges:
            self.phase, self.seat = self._exchanges.pop(0)
        else:
            self.phase = "play"
            self.seat = first_leader(self.dealer, self.lone, self.lone_defender, self.rules)

    def _shed(self, token: str) -> None:
        """A lone player puts a card down for the one he gets (RULES.md B5)."""
        self._put_down(token)
        self._next_exchange()

    def _give(self, token: str) -> None:
        """A partner who sits out hands over a card (RULES.md B5)."""
        giver = self._to_act()
        (player,) = mates(giver, self.players)
        self.hands[giver].remove(token)
        self.hands[player].add(token)
        self._next_exchange()

    def _play(self, token: str) -> None:
        """A card is played; the last of a trick decides it (RULES.md A12 and A13)."""
        seat = self._to_act()
        self.hands[seat].remove(token)
        self.table.append((seat, token))
        if len(self.table) < len(self.active):
            self.seat = next_active(left(seat, self.players), self.sitting_out, self.players)
            return
        winner = trick_winner(self.table, self._contract())
        self.tricks.append({"leader": self.table[0][0], "cards": self.table, "winner": winner})
        self.table, self.seat = [], winner
        misere_lost = self.contract == "MIS" and winner == self.maker
        if len(self.tricks) == self.rules["hand_size"] or (
            misere_lost and self.rules["misere_ends_early"]
        ):
            self._end()

    def _end(self, special: str = "none") -> None:
        """Nothing more happens in this hand (RULES.md A5)."""
        self.phase, self.seat, self._special = "over", None, special

    # The type checker's view of what is known in a phase.

    def _to_act(self) -> int:
        """The seat to act, which exists in every phase but the last (RULES.md A5)."""
        assert self.seat is not None
        return self.seat

    def _maker(self) -> int:
        """The maker, once somebody has called (RULES.md A6)."""
        assert self.maker is not None
        return self.maker

    def _contract(self) -> str:
        """The contract, once somebody has called (RULES.md A6)."""
        assert self.contract is not None
        return self.contract
