"""One hand from the turned card to its outcome (RULES.md A5)."""

from collections.abc import Mapping
from typing import Any

from .alone import NO, YES, alone_askers, defend_askers, sitting_out
from .bidding import PASS, read_call, round_one_actions, round_two_actions
from .cards import JOKER, full_deck
from .options import complete
from .pickup import LEAVE_UPCARD, dealer_gets_upcard, discard_actions, hand_after
from .play import first_leader, legal_cards, next_active, trick_winner
from .scoring import Outcome
from .table import clockwise_from, left, mates


class ReferenceHand:
    """A hand in progress: ask ``legal()``, give ``apply()`` one of its tokens, until it is over.

    ``phase`` is ``call``, ``discard``, ``alone``, ``defend``, ``play`` or ``over``; ``seat`` is the
    seat to act, None when over.  ``hands`` are the cards now held; a dealer who is to discard does
    not have the upcard among them yet.
    """

    def __init__(
        self, hands: list[set[str]], upcard: str, dealer: int, rules: Mapping[str, Any]
    ) -> None:
        """Begin round one with the hands as dealt (RULES.md A4 and A6)."""
        self.rules = complete(rules)
        self.players: int = self.rules["players"]
        self.hands = [set(hand) for hand in hands]
        self.upcard = upcard
        self.dealer = dealer
        self._check_deal()

        self.phase = "call"
        self.call_round: int | None = 1
        self.passes = 0
        self.seat: int | None = left(dealer, self.players)
        self.maker: int | None = None
        self.contract: str | None = None
        self.lone: int | None = None
        self.lone_defender: int | None = None
        self.upcard_is: str = "turned"  # then taken, left, not_taken or turned_down
        self.discard: str | None = None
        self.table: list[tuple[int, str]] = []  # the unfinished trick
        self.tricks: list[dict[str, Any]] = []
        self.history: list[tuple[str, int, str]] = []  # (phase, seat, token)
        self._askers: list[int] = []

    def _check_deal(self) -> None:
        """Refuse hands that cannot have been dealt (RULES.md A1 and A4)."""
        if self.upcard == JOKER:
            raise NotImplementedError("a joker turned up is a variant of its own")
        if len(self.hands) != self.players or self.dealer not in range(self.players):
            raise ValueError(f"{self.players} hands and a dealer among them are needed")
        if any(len(hand) != self.rules["hand_size"] for hand in self.hands):
            raise ValueError(f"every hand has {self.rules['hand_size']} cards")
        dealt = [card for hand in self.hands for card in hand] + [self.upcard]
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

    def legal(self) -> set[str]:
        """The tokens the seat to act may choose from; none when over (RULES.md A5)."""
        if self.phase == "over":
            return set()
        seat = self._to_act()
        hand = self.hands[seat]
        if self.phase == "call":
            if self.call_round == 1:
                return round_one_actions(seat, self.dealer, hand, self.upcard, self.rules)
            return round_two_actions(seat, self.dealer, self.upcard, self.rules)
        if self.phase == "discard":
            return discard_actions(hand, self.upcard, self._maker(), self.dealer, self.rules)
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
            "call": self._call,
            "discard": self._discard,
            "alone": self._alone,
            "defend": self._defend,
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
            "special": "thrown_in" if self.phase == "over" and not called else "none",
        }

    def trick_counts(self) -> tuple[int, int]:
        """Tricks of the makers' side and of the defenders so far (RULES.md A14)."""
        if self.maker is None:
            return (0, 0)
        makers = mates(self.maker, self.players) | {self.maker}
        won = sum(trick["winner"] in makers for trick in self.tricks)
        return (won, len(self.tricks) - won)

    # One method a phase; each ends by opening whatever comes next.

    def _call(self, token: str) -> None:
        """A pass or a call (RULES.md A6 and A8)."""
        seat = self._to_act()
        if token == PASS:
            self._next_speaker()
            return
        self.maker = seat
        self.contract, alone = read_call(token, self.upcard)
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
            self.phase, self.seat = "over", None
            return
        self.call_round = 1 + self.passes // self.players
        order = clockwise_from(left(self.dealer, self.players), self.players)
        self.seat = order[self.passes % self.players]

    def _open_pickup(self) -> None:
        """The dealer takes the upcard, unless he sits out without it (RULES.md A7 and A9)."""
        if dealer_gets_upcard(self.dealer, self.lone, self.rules):
            self.phase, self.seat = "discard", self.dealer
        else:
            self.upcard_is = "not_taken"
            self._open_alone_window()

    def _discard(self, token: str) -> None:
        """The dealer puts a card down, or leaves the upcard (RULES.md A7)."""
        self.hands[self.dealer] = hand_after(self.hands[self.dealer], self.upcard, token)
        if token == LEAVE_UPCARD:
            self.upcard_is = "left"
        else:
            self.upcard_is, self.discard = "taken", token
        self._open_alone_window()

    def _open_alone_window(self) -> None:
        """Ask the maker, then perhaps his partner, before the first lead (RULES.md A9)."""
        self._askers = alone_askers(self._maker(), self.lone, self.rules)
        self._ask_next("alone")

    def _alone(self, token: str) -> None:
        """An answer in the alone window (RULES.md A9)."""
        seat = self._askers.pop(0)
        if token == YES:
            self.lone, self._askers = seat, []
        self._ask_next("alone")

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
            self._open_defend_window()
        else:
            self.phase = "play"
            self.seat = first_leader(self.dealer, self.lone, self.lone_defender, self.rules)

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
        if len(self.tricks) == self.rules["hand_size"]:
            self.phase, self.seat = "over", None

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
