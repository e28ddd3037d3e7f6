"""The calls of a deal: who made trump, or what else was called, and whether that was legal."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records.deal import DealRecord
from euchre_sim.records.lowered import CALL_TEXTS, Lowered, call_texts
from euchre_sim.records.tricks import OPEN
from euchre_sim.scoring import MISERE

__all__ = ["NOBODY", "Auction"]

NOBODY = -1


class Auction:
    """The calls, checked as far as that does not depend on a hand.

    Parameters
    ----------
    record
        The deal.
    low
        The rules.
    seats
        The seat at each position.
    deal
        The deal's name for error messages.

    Attributes
    ----------
    calls
        Position, round and action bit of every call.
    maker, contract, call_round
        Position that called, what, and in which round; `NOBODY`, `NOBODY` and 0 if none did.
    called_alone
        Whether the call itself was alone.
    names_trump
        Whether a joker was turned up with which the dealer names trump at once.

    Raises
    ------
    IllegalAction
        If something cannot have been said.
    InvalidNotation
        If the record contradicts itself in form.
    """

    def __init__(self, record: DealRecord, low: Lowered, seats: Sequence[int], deal: str) -> None:
        self.record, self.low, self.seats, self.deal = record, low, seats, deal
        self.calls: list[tuple[int, int, int]] = []
        self.maker = self.contract = NOBODY
        self.call_round = 0
        self.called_alone = self.names_trump = False
        self._read_upcard()
        for i, said in enumerate(record.calls):
            self._read(i, said)

    def _read_upcard(self) -> None:
        """Find out which suit can be ordered up."""
        upcard = self.record.upcard
        if isinstance(upcard, Card) and upcard.is_joker:
            if self.low.rules.joker_upcard_rule == "redeal":
                raise IllegalAction(
                    f"{self.deal}: the joker was turned up, and with joker_upcard_rule=redeal "
                    "the cards are dealt again"
                )
            self.names_trump = bool(steps.dealer_names(self.low.vector, upcard.bit))
            self.up_suit = int(steps.suit_of_upcard(self.low.vector, upcard.bit))
        else:
            self.up_suit = OPEN if upcard.suit is None else int(upcard.suit)

    def _read(self, i: int, said: str) -> None:
        """Take in one call."""
        if self.maker != NOBODY:
            why = "was said after trump had been made"
            raise IllegalAction(f"{self.deal}, call {i + 1}: {said} {why}")
        if i == 2 * self.low.players:
            why = "was said after all had passed twice"
            raise IllegalAction(f"{self.deal}, call {i + 1}: {said} {why}")
        position, call_round = self._turn(i)
        bit, contract = (PASS, NOBODY) if said == "Pass" else self._read_call(said, i)
        legal = self._legal_with_some_hand(position, call_round)
        if contract == MISERE:
            self.called_alone = True  # it has no other form
        elif bit != PASS and self.record.alone == self.seats[position] and legal & bit << 1:
            bit <<= 1  # the same call, alone
            self.called_alone = True
        if not legal & bit:
            raise self._illegal(i, bit, legal)
        self.calls.append((position, call_round, bit))
        if bit != PASS:
            self.maker, self.call_round, self.contract = position, call_round, contract

    def _turn(self, index: int) -> tuple[int, int]:
        """Return whose turn a call was, and its round."""
        if self.names_trump:
            return self.low.players - 1, 1
        call_round, position = divmod(index, self.low.players)
        return position, 1 + call_round

    def _read_call(self, said: str, index: int) -> tuple[int, int]:
        """Return bit and contract of a call that is no pass, without a partner left out."""
        where, low = f"{self.deal}, call {index + 1}", self.low
        _, call_round = self._turn(index)
        if self.names_trump:
            contract = low.contracts.get(said, MISERE)
            if call_bit(contract) & low.naming_menu[0]:
                return call_bit(contract), contract
            raise IllegalAction(
                f"{where}: {said} is no call of a dealer who turned up the joker, "
                "say a suit's letter"
            )
        if said == "Order" and call_round == 1:
            if self.up_suit == OPEN:
                raise InvalidNotation(f"{where}: Order makes the suit of a hidden card trump")
            return call_bit(self.up_suit), self.up_suit
        if said in low.contracts and call_round == 2:
            contract = low.contracts[said]
            return call_bit(contract, alone=contract == MISERE), contract
        others = [call for call in low.contracts if call not in "cdsh"]
        allowed = "Pass or Order"
        if call_round == 2:
            allowed = " or ".join(["Pass", "a suit's letter", *others])
        raise IllegalAction(f"{where}: {said} is no call of round {call_round}, say {allowed}")

    def _legal_with_some_hand(self, position: int, call_round: int) -> int:
        """Return what can be said with the right hand, and with some upcard if it is hidden."""
        if self.names_trump:
            return self.low.naming_menu[0]
        if self.up_suit != OPEN:
            return self.low.menu(position, call_round, self.up_suit)[0]
        legal = 0
        for suit in range(4):
            legal |= self.low.menu(position, call_round, suit)[0]
        return legal

    def _illegal(self, index: int, bit: int, legal: int) -> IllegalAction:
        position, call_round = self._turn(index)
        return IllegalAction(
            f"{self.deal}, call {index + 1}: {self.text(call_round, bit)} is not legal for seat "
            f"{self.seats[position]}, only {', '.join(self._texts(legal, call_round))}"
        )

    def text(self, call_round: int, bit: int) -> str:
        """Return a call as text."""
        return CALL_TEXTS[2 if self.names_trump else call_round][bit]

    def _texts(self, legal: int, call_round: int) -> tuple[str, ...]:
        return call_texts(legal, 2 if self.names_trump else call_round)

    @property
    def hand_matters(self) -> bool:
        """Whether what could be said depends on the hand, and can be found out."""
        return self.low.hand_matters and self.up_suit != OPEN and not self.names_trump

    def legal_texts(self, index: int, hand: int, complete: bool) -> tuple[str, ...] | None:
        """Return what could be said in place of a call; None where that is not determined.

        Parameters
        ----------
        index
            Number of the call, from 0.
        hand
            The printed cards that the seat is known to have held.
        complete
            Whether they are all of them.

        Raises
        ------
        IllegalAction
            If the hand does not allow the call.
        """
        position, call_round, bit = self.calls[index]
        if self.names_trump:
            return self.low.naming_menu[1]
        if self.up_suit == OPEN:
            return None
        most, texts = self.low.menu(position, call_round, self.up_suit)
        if not self.hand_matters:
            return texts
        legal = self.low.calls_open(position, call_round, self.up_suit, hand)
        if complete and not bit & legal:
            raise self._illegal(index, bit, legal)
        return self._texts(legal, call_round) if complete or legal == most else None
