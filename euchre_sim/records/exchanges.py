"""Holdings where cards change hands after the call: a partner's best card, two players' extra ones.

The cards are followed step by step in the order of play. A hand stays exact as long as the record
tells every card that came and went; after that only what it shows for certain is used.
"""

from __future__ import annotations

from collections.abc import Sequence

from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD
from euchre_sim.errors import IllegalAction
from euchre_sim.records.deal import DealRecord, Exchange, HiddenCard, RecordedCard
from euchre_sim.records.holdings import Holdings
from euchre_sim.records.lowered import Lowered, TrumpTable
from euchre_sim.records.result import Decision
from euchre_sim.records.tricks import OPEN, PlayedTrick

__all__ = ["ExchangedHoldings", "later_pickup"]

NOBODY = -1


def later_pickup(low: Lowered, maker: int) -> bool:
    """Whether a dealer who takes the upcard puts cards down only with his extra cards."""
    style = low.rules.two_hand_style
    return style == "dummy3" or (style == "dummy2" and maker == low.players - 1)


class ExchangedHoldings(Holdings):
    """The cards of a deal in which some are exchanged before the first lead.

    Parameters
    ----------
    record, low, table, maker, taken, known, complete, dead, seats, deal
        As for `Holdings`.
    lone, lone_defender
        Positions that play alone, or -1.

    Attributes
    ----------
    steps
        Every card put down or given in exchanges, as a decision.

    Raises
    ------
    IllegalAction
        If an exchange cannot have happened.
    """

    def __init__(
        self,
        record: DealRecord,
        low: Lowered,
        table: TrumpTable,
        maker: int,
        taken: bool,
        known: list[int],
        complete: list[bool],
        dead: int,
        seats: Sequence[int],
        deal: str,
        lone: int,
        lone_defender: int,
    ) -> None:
        super().__init__(record, low, table, maker, taken, known, complete, dead, seats, deal)
        self.at_call = list(known)
        self.steps: list[Decision] = []
        self.gone = self.dead  # out of play for certain
        self.exact = list(complete)
        self.limit = [low.hand_size] * low.players  # cards that a seat had at one time or another
        self.gets = [0] * low.players  # unknown cards that a seat got from its partner
        self.later = later_pickup(low, maker)
        self._pick_up()
        self.had = list(self.dealt)
        if low.rules.extra_cards:
            for position in range(low.players):
                self._take_extras(position, lone)
        else:
            for player in (lone, lone_defender):
                if player != NOBODY:
                    self._exchange_best(player, (player + low.players // 2) % low.players)
        self.held = list(self.dealt)

    # --- what came and went ---

    def _pick_up(self) -> None:
        """Let the dealer take the upcard, and put a card down for it."""
        dealer = self.dealer
        if not self.taken:
            self.gone |= self.up
            return
        self.dealt[dealer] |= self.up
        self.limit[dealer] += 1
        self.exact[dealer] = self.exact[dealer] and self.up != 0
        if self.later:
            self.buried = 0
            return
        legal = steps.discards_open(self.low.vector, self.maker, self.dealt[dealer], self.up)
        if self.record.discard is not None:
            self.discarded = self.record.discard.egn
        if self.buried == self.up != 0 and legal & LEAVE_UPCARD:
            self.discarded = "leave"
        if self.exact[dealer]:
            self.discard_legal = self._discard_texts(legal)
            if self.buried and self.discarded != "leave" and not self.buried & legal:
                raise IllegalAction(
                    f"{self.deal}: the dealer, seat {self.record.dealer}, may not put down "
                    f"{self._text(self.buried)}"
                )
        elif self.buried & self._elsewhere(dealer):
            raise self._misplaced(dealer, "put down", self.buried)
        self._remove(dealer, self.buried)
        self.gone |= self.buried

    def _take_extras(self, position: int, lone: int) -> None:
        """Let one of two players take the extra cards that are his, and put cards down."""
        low, picks_up = self.low, self.later and self.taken and position == self.dealer
        if low.rules.two_hand_style == "dummy2":
            n_taken = low.rules.extra_cards if position == self.maker else 0
        else:
            n_taken = 0 if position == lone else low.rules.extra_cards // low.players
        n_down = n_taken + picks_up
        exchange = self._recorded("extra", position)
        if exchange is not None:
            self._check_numbers(exchange, n_taken, n_down)
        if n_down == 0:
            return
        self._receive(position, exchange.taken if exchange else (), n_taken)
        for number in range(n_down):
            # The dealer as maker: this is no refusal of the upcard.
            hand = self.dealt[position]
            legal = int(steps.discards_open(low.vector, self.dealer, hand, self.up))
            self._let_choose(exchange, position, number, "discard", legal)

    def _exchange_best(self, player: int, mate: int) -> None:
        """Let a lone player put a card down and his partner give him one."""
        exchange = self._recorded("best", player)
        if exchange is not None:
            self._check_numbers(exchange, 1, 1)
            if exchange.giver != self.seats[mate]:
                raise IllegalAction(
                    f"{self.deal}: seat {exchange.seat} gets a card from his partner, "
                    f"seat {self.seats[mate]}, and not from "
                    + ("nobody" if exchange.giver is None else f"seat {exchange.giver}")
                )
        if self.low.rules.best_order == "discard_first":
            self._let_choose(exchange, player, 0, "shed", self.dealt[player])
            self._give(exchange, player, mate)
        else:
            self._give(exchange, player, mate)
            self._let_choose(exchange, player, 0, "shed", self.dealt[player])

    def _give(self, exchange: Exchange | None, player: int, mate: int) -> None:
        """Let a partner hand a card over."""
        cards = exchange.taken if exchange is not None else ()
        legal = self.dealt[mate]
        bit = self._bit(cards[0]) if cards else 0
        self._note("give", mate, legal, cards[0] if cards else None)
        self._check_held(mate, "given", bit, legal)
        self._remove(mate, bit)
        self.limit[player] += 1
        if bit:
            self.dealt[player] |= bit
            self.had[player] |= bit
        else:
            self.exact[player] = False
            self.gets[player] = 1 << mate

    def _receive(self, position: int, cards: Sequence[RecordedCard], n_taken: int) -> None:
        """Put extra cards into a hand."""
        self.limit[position] += n_taken
        if len(cards) < n_taken:
            self.exact[position] = False
        for card in cards:
            bit = self._bit(card)
            if bit & (self._elsewhere(position) | self.had[position] | self.up):
                raise IllegalAction(
                    f"{self.deal}: {card.egn} cannot have been an extra card of seat "
                    f"{self.seats[position]}, it lay elsewhere"
                )
            self.dealt[position] |= bit
            self.had[position] |= bit
            self.exact[position] = self.exact[position] and bit != 0

    def _let_choose(
        self, exchange: Exchange | None, position: int, number: int, phase: str, legal: int
    ) -> None:
        """Let a seat put down a card of its hand."""
        cards = exchange.put_down if exchange is not None else ()
        bit = self._bit(cards[number]) if cards else 0
        self._note(phase, position, legal, cards[number] if cards else None)
        self._check_held(position, "put down", bit, legal)
        self._remove(position, bit)
        self.gone |= bit

    def _note(self, phase: str, position: int, legal: int, card: RecordedCard | None) -> None:
        texts = self.table.texts(legal) if self.exact[position] else None
        chosen = card.egn if isinstance(card, Card) else None
        self.steps.append(Decision(phase, self.seats[position], texts, chosen))

    def _remove(self, position: int, bit: int) -> None:
        """Take a card out of a hand; one that is not known leaves nothing certain in it."""
        if bit:
            self.dealt[position] &= ~bit
        else:
            self.exact[position] = False
            self.dealt[position] = 0

    def _check_held(self, position: int, what: str, bit: int, legal: int) -> None:
        """Refuse a card that a seat cannot have put down or given."""
        wrong = bit & ~legal if self.exact[position] else bit & self._elsewhere(position)
        if wrong:
            raise self._misplaced(position, what, bit)

    def _misplaced(self, position: int, what: str, bit: int) -> IllegalAction:
        return IllegalAction(
            f"{self.deal}: {self._text(bit)} cannot have been {what} by seat "
            f"{self.seats[position]}, who did not hold it or may not part with it"
        )

    def _recorded(self, kind: str, position: int) -> Exchange | None:
        """Return what the record tells of an exchange."""
        seat = self.seats[position]
        found = [one for one in self.record.exchanges if one.kind == kind and one.seat == seat]
        return found[0] if found else None

    def _check_numbers(self, exchange: Exchange, n_taken: int, n_down: int) -> None:
        """Refuse an exchange of another number of cards than the rules have."""
        for what, cards, number in (
            ("takes", exchange.taken, n_taken),
            ("puts down", exchange.put_down, n_down),
        ):
            if len(cards) not in (0, number):
                how_many = "1 card" if number == 1 else f"{number} cards"
                raise IllegalAction(
                    f"{self.deal}: seat {exchange.seat} {what} {how_many} in the exchange, "
                    f"not {len(cards)}"
                )

    def _bit(self, card: RecordedCard) -> int:
        """Return a card in contract space; 0 for one that is not known."""
        if isinstance(card, HiddenCard):
            return 0
        bit = self.table.bit_of[card.index]
        if not bit:
            raise IllegalAction(f"{self.deal}: {card.egn}, exchanged, is not in the deck")
        return bit

    def _elsewhere(self, position: int) -> int:
        """Return the cards that a position cannot hold, whatever its own hand is."""
        cards = self.gone
        for other, hand in enumerate(self.dealt):
            if other != position and not self.gets[position] >> other & 1:
                cards |= hand
        return cards

    # --- what the rest of a replay asks ---

    def options_of(self, position: int, card: HiddenCard) -> int:
        """Return what a hidden card played by a position can be."""
        shown = self.gone
        for trick in self.record.tricks:
            for other in trick:
                if isinstance(other, Card):
                    shown |= self.table.bit_of[other.index]
        fitting = self.table.mask(card.mask & self.low.deck) & ~shown
        if position == OPEN:
            return fitting
        if self.exact[position]:
            return fitting & self.dealt[position]
        return fitting & ~self._elsewhere(position)

    def find_hands(self, tricks: list[PlayedTrick]) -> None:
        """Check who played what, and keep the hands that are known."""
        self.tricks = tricks
        for trick in tricks:
            if trick.positions:
                for position, bit in zip(trick.positions, trick.bits, strict=True):
                    self.played[position] |= bit
        for number, trick in enumerate(tricks, 1):
            for place, bit in enumerate(trick.bits):
                self._check_played(number, bit, trick.positions[place] if trick.positions else OPEN)
        for position, played in enumerate(self.played):
            if self.exact[position]:
                self.hands[position] = [self.dealt[position]]
                continue
            had = self.had[position] | played
            if had.bit_count() > self.limit[position]:
                texts = ", ".join(self.table.texts(had))
                raise IllegalAction(
                    f"{self.deal}, trick {len(tricks)}: seat {self.seats[position]} cannot have "
                    f"held all of {texts}"
                )
            self.dealt[position] = 0  # what is certain is what was played
            if played.bit_count() == self.low.hand_size:
                self.hands[position] = [played]

    def _check_played(self, number: int, bit: int, position: int) -> None:
        """Refuse a card that a seat cannot have had when play began."""
        by = ""
        if position == OPEN:
            wrong = bit & self.gone
        else:
            by = f" by seat {self.seats[position]}"
            exact, hand = self.exact[position], self.dealt[position]
            wrong = bit & (~hand if exact else self._elsewhere(position))
        if wrong:
            why = "it had gone before" if bit & self.gone else "it was not in the hand"
            raise IllegalAction(
                f"{self.deal}, trick {number}: {self._text(bit)} cannot have been played{by}, {why}"
            )

    def printed(self, position: int) -> int:
        """Return the printed cards that a position is known to have had at the calls."""
        return self.at_call[position]
