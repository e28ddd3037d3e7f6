"""Facts of a position that speak for an action or against it, each true by itself.

A fact says what can be seen: who gets the upcard, how many trumps there are, who is ahead in the
trick.  Its weight only chooses which facts are told first; what an action is worth comes from deals
that are played (`quiz.reasons` puts the two together).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from euchre_sim.analysis.stakes import Stakes
from euchre_sim.analysis.worth import Choice
from euchre_sim.cards import RANKS, Card, Suit
from euchre_sim.quiz.sight import OPPONENT, PARTNER, YOU, Sight, Trumps
from euchre_sim.records.position import NOBODY

__all__ = ["Fact", "facts_of"]

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_JACK, _ACE = RANKS.index("J"), RANKS.index("A")


@dataclass(frozen=True)
class Fact:
    """Something that speaks for an action, or against it.

    Parameters
    ----------
    key
        What it is about; facts of two actions with the same key say the same, or the opposite.
    text
        A clause that begins with its subject.
    good
        Whether it speaks for the action.
    weight
        How early it is told.
    """

    key: str
    text: str
    good: bool
    weight: float


def facts_of(
    sight: Sight,
    choice: Choice,
    other: Choice,
    show: Callable[[Card], str] = str,
    stakes: Stakes | None = None,
) -> list[Fact]:
    """List what speaks for and against an action, beside another one.

    Parameters
    ----------
    sight
        The position.
    choice, other
        The action, and the one that it is compared with.
    show
        Writes a card.
    stakes
        The score, if there is one.
    """
    return [*_Facts(sight, show).of(choice, other), *_at_score(choice, stakes)]


def _at_score(choice: Choice, stakes: Stakes | None) -> Iterator[Fact]:
    """Tell what a call may end."""
    if stakes is None or choice.action not in ("order", "call"):
        return
    if choice.alone and stakes.ends(1):
        yield Fact("enough", "one point is enough to win the game", False, 3.5)
    if stakes.ends(-stakes.rules.euchre_points):
        yield Fact("euchre", "a euchre would lose the game", False, 2.5)


class _Facts:
    def __init__(self, sight: Sight, show: Callable[[Card], str]) -> None:
        self.sight, self.show = sight, show

    def of(self, choice: Choice, other: Choice) -> Iterator[Fact]:
        if choice.action == "pass":
            yield from self.passing()
        elif choice.suit is not None:
            yield from self.calling(choice, other.suit not in (None, choice.suit))
        elif choice.discard is not None and choice.action == "discard":
            yield from self.burying(choice.discard, other.discard)
        elif choice.card is not None and other.card is not None:
            trumps = self.sight.under(self.sight.found.contract)
            if self.sight.table is None:
                yield from self.leading(choice.card, other.card, trumps)
            else:
                yield from self.following(choice.card, other.card, trumps)
        elif choice.alone and self.sight.contract is not None:
            yield from self.alone(self.sight.under(self.sight.contract), self.sight.cards)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards one after another."""
        return " ".join(map(self.show, cards))

    # --- calls ---

    def takes_up(self, suit: Suit) -> bool:
        """Whether a call of a suit gives the seat the upcard."""
        sight = self.sight
        return sight.seat == sight.dealer and sight.call_round == 1 and suit == sight.turned

    def calling(self, choice: Choice, is_named: bool) -> Iterator[Fact]:
        sight = self.sight
        if not isinstance(choice.suit, Suit):
            return
        suit = choice.suit
        trumps = sight.under(suit, with_upcard=self.takes_up(suit))
        hand = tuple(card for card in trumps.own if card != choice.discard)
        yield from self.holding(suit, trumps, hand, is_named)
        if sight.call_round == 1:
            yield from self.upcard(choice)
        else:
            yield from self.colour(suit)
        if sight.seat == 0:
            yield Fact("lead", "you lead to the first trick", True, 0.7)
        if sight.seat == sight.dealer:
            yield Fact("passes", "all others have passed", True, 0.7)
        if choice.alone:
            yield from self.alone(trumps, hand)

    def holding(
        self, suit: Suit, trumps: Trumps, hand: Sequence[Card], is_named: bool
    ) -> Iterator[Fact]:
        """Tell what a hand has under a suit, which is named beside a call of another one."""
        held = trumps.trumps(hand)
        bowers = sum(not card.is_joker and card.rank == _JACK for card in held)
        name = suit.name.lower()
        n, noun = len(held), "trump" if len(held) == 1 else "trumps"
        own = f"{f'in {name} ' if is_named else ''}({self.cards(held)})"
        key = f"trumps in {name}"
        if not n:
            yield Fact(key, f"you hold no trump in {name}", False, 4)
        elif n == 1 or (n == 2 and not bowers):
            yield Fact(key, f"you hold only {COUNTS[n]} {noun} {own}", False, 4 - n)
        else:
            yield Fact(key, f"you hold {COUNTS[n]} {noun} {own}", True, n + bowers / 2)
        if n > 2 and not bowers:
            text = f"you hold neither bower{f' of {name}' if is_named else ''}"
            yield Fact(f"bowers in {name}", text, False, 1)
        aces = trumps.aces(hand)
        if aces:
            what = "an off-ace" if len(aces) == 1 else f"{COUNTS[len(aces)]} off-aces"
            yield Fact(f"aces in {name}", f"you hold {what} ({self.cards(aces)})", True, 2)
        else:
            yield Fact(f"aces in {name}", "you hold no off-ace", False, 1.5)
        voids = trumps.voids(hand)
        if voids and n > 1:
            yield Fact(
                f"voids in {name}", f"you are void in {' and '.join(voids)}", True, 0.9 * len(voids)
            )
        elif not voids:
            yield Fact(f"voids in {name}", "you are void in no suit", False, 0.6)

    def upcard(self, choice: Choice) -> Iterator[Fact]:
        sight, card = self.sight, self.sight.position.upcard
        whose = sight.who(sight.dealer)
        if whose == YOU:
            return
        what = "the joker" if card.is_joker else self.show(card)
        weight = 3.0 if card.is_joker or card.rank == _JACK else 2.0 + (card.rank == _ACE) / 2
        if not card.is_joker and card.rank == _JACK:
            what += ", the right bower,"
        if whose == OPPONENT:
            yield Fact("upcard", f"{what} goes to an opponent", False, weight)
        elif choice.alone:
            yield Fact("upcard", f"{what} does not help you: your partner sits out", False, weight)
        else:
            yield Fact("upcard", f"{what} goes to your partner", True, weight)

    def colour(self, suit: Suit) -> Iterator[Fact]:
        sight = self.sight
        is_next = suit == sight.turned.mate
        dealers = sight.who(sight.dealer) != OPPONENT
        name = suit.name.lower()
        if is_next and not dealers:
            text = f"{name} is next (the dealer's side turned that colour down)"
            yield Fact(f"colour {name}", text, True, 1.6)
        elif is_next:
            text = f"{name} is next (your own side turned that colour down)"
            yield Fact(f"colour {name}", text, False, 1.1)
        elif dealers:
            text = f"{name} is crossing (your side turned down only the other colour)"
            yield Fact(f"colour {name}", text, True, 1.1)
        else:
            text = f"{name} is crossing (the dealer's side turned down only the other colour)"
            yield Fact(f"colour {name}", text, False, 1.1)
        upcard = sight.position.upcard
        if is_next and not upcard.is_joker and upcard.rank == _JACK:
            text = f"{self.show(upcard)}, the left bower, is turned down"
            yield Fact(f"left {name}", text, True, 1)

    def alone(self, trumps: Trumps, hand: Sequence[Card]) -> Iterator[Fact]:
        """Tell how near a hand is to all tricks by itself."""
        held, unseen = trumps.trumps(hand), trumps.trumps(trumps.unseen)
        top = [card for card in held if not unseen or trumps.bit(card) > trumps.bit(unseen[0])]
        if len(top) > 1:
            yield Fact("top", f"nothing beats your {self.cards(top)}", True, 2)
        elif not top and unseen:
            text = f"{self.show(unseen[0])} may be against you"
            yield Fact("top", text, False, 2.5)
        if len(held) < 3 and trumps.suit is not None:
            text = f"you hold no more than {COUNTS[len(held)]} trump{'' if len(held) == 1 else 's'}"
            yield Fact(f"trumps in {trumps.suit.name.lower()}", text, False, 2.2)
        losers = [card for card in trumps.plain(hand) if not trumps.is_high(card)]
        if not losers:
            yield Fact("losers", "no side card of yours can be beaten but by a trump", True, 3)
        elif len(losers) == 1:
            text = f"of your side cards only {self.show(losers[0])} can be beaten in its suit"
            yield Fact("losers", text, True, 1.2)
        else:
            yield Fact("losers", f"{self.cards(losers)} can be beaten in their suits", False, 3)

    def passing(self) -> Iterator[Fact]:
        sight = self.sight
        n, dealer = sight.low.players, sight.who(sight.dealer)
        if sight.call_round == 1:
            yield from self.later_call()
        if any(sight.who(seat) == PARTNER for seat in range(sight.seat + 1, n)):
            yield Fact("partner", "your partner has still to speak", True, 0.7)
        if sight.call_round == 1 and sight.seat == sight.dealer and sight.who(0) == OPPONENT:
            yield Fact("next", "an opponent has the first call in round 2", False, 1)
        if sight.rules.stick_the_dealer and sight.call_round == 2 and dealer != YOU:
            if dealer == PARTNER:
                text = "your partner, the dealer, must call if nobody else does"
                yield Fact("stuck", text, False, 1)
            else:
                text = "an opponent, the dealer, must call if nobody else does"
                yield Fact("stuck", text, True, 1)

    def later_call(self) -> Iterator[Fact]:
        """Tell of a suit that is better than the one turned up."""
        sight = self.sight

        def strength(suit: Suit) -> tuple[float, Suit, tuple[Card, ...]]:
            takes = self.takes_up(suit)
            trumps = sight.under(suit, with_upcard=takes)
            held = trumps.trumps(trumps.own)
            bowers = sum(not card.is_joker and card.rank == _JACK for card in held)
            return len(held) + bowers / 2, suit, held

        here = strength(sight.turned)[0]
        best, suit, held = max(strength(suit) for suit in Suit if suit != sight.turned)
        if len(held) > 2 and best > here:
            text = f"in round 2 you could call {suit.name.lower()} with {self.cards(held)}"
            yield Fact("later", text, True, 2)

    # --- the discard ---

    def burying(self, card: Card, other: Card | None) -> Iterator[Fact]:
        trumps = self.sight.under(self.sight.found.contract)
        name = self.show(card)
        if trumps.is_trump(card):
            yield Fact("trump", f"{name} is a trump", False, 4)
            if other is not None and trumps.is_trump(other):
                yield from self.lower(card, other, trumps, 2)
            return
        mates = trumps.same_suit(card, trumps.own)
        if trumps.is_high(card):
            yield Fact("high", f"no {trumps.suit_name(card)} that are out beat {name}", False, 3)
        elif len(mates) > 1 and len(trumps.beaten_by(card)) == 1 and mates[0] == card:
            text = f"{name} is guarded by {self.show(mates[1])}"
            yield Fact("high", text, False, 1)
        if len(mates) == 1 and trumps.trumps(trumps.own):
            text = f"burying {name} leaves you void in {trumps.suit_name(card)}"
            yield Fact("void", text, True, 2)
        if other is not None and not trumps.is_trump(other):
            yield from self.lower(card, other, trumps, 1)

    def lower(self, card: Card, other: Card, trumps: Trumps, weight: float) -> Iterator[Fact]:
        """Tell that a card is the lower one, in its suit or by its rank."""
        same = trumps.suit_mask(card) == trumps.suit_mask(other)
        if same and trumps.bit(card) < trumps.bit(other):
            yield Fact("lower", f"{self.show(card)} is below {self.show(other)}", True, 2 * weight)
        elif same or card.is_joker or other.is_joker:
            return
        elif card.rank < other.rank and not (trumps.is_high(card) and trumps.is_high(other)):
            text = f"{self.show(card)} is lower than {self.show(other)}"
            yield Fact("lower", text, True, weight)

    # --- cards ---

    def leading(self, card: Card, other: Card, trumps: Trumps) -> Iterator[Fact]:
        sight, name = self.sight, self.show(card)
        out = len(trumps.trumps(trumps.unseen))
        rival = trumps.is_trump(card) == trumps.is_trump(other)
        if trumps.is_trump(card):
            yield from self.leading_trump(card, trumps, out, rival)
        else:
            suit = trumps.suit_name(card)
            if trumps.is_high(card):
                sure = "" if out else ", and no trump is unseen"
                text = f"no {suit} that are out beat {name}{sure}"
                yield Fact("high", text, True, 2.5 if out else 3)
            else:
                above = self.cards(trumps.beaten_by(card)[:2])
                yield Fact("high", f"{above} may beat {name}", False, 1.5)
            for seat in range(sight.low.players):
                if sight.is_void(seat, card, trumps) and out:
                    if sight.who(seat) == OPPONENT:
                        text = f"an opponent has shown no {suit} and may ruff"
                        yield Fact(f"void {suit}", text, False, 2)
                    elif sight.who(seat) == PARTNER:
                        text = f"your partner has shown no {suit} and may ruff"
                        yield Fact(f"partner {suit}", text, True, 1.5)
            if len(trumps.same_suit(card, sight.cards)) == 1 and trumps.trumps(sight.cards):
                text = f"after {name} you are void in {suit} and can ruff"
                yield Fact(f"own {suit}", text, True, 0.8)
        if rival:
            yield from self.lower(card, other, trumps, 0.5)

    def leading_trump(self, card: Card, trumps: Trumps, out: int, rival: bool) -> Iterator[Fact]:
        sight, name = self.sight, self.show(card)
        maker = sight.found.maker
        if maker != NOBODY and not rival:
            unseen = f"{COUNTS[out]} trump{'' if out == 1 else 's'} unseen"
            if sight.who(maker) == OPPONENT:
                yield Fact("trump", "a trump lead serves the makers", False, 1.5)
            elif out:
                who = "you" if sight.who(maker) == YOU else "your partner"
                yield Fact("trump", f"{who} made trump, with {unseen}", True, 2)
            else:
                yield Fact("trump", "no trump is left to draw", False, 2)
        if trumps.is_high(card):
            yield Fact("high", f"nothing beats {name}", True, 2)
        else:
            above = self.cards(trumps.beaten_by(card)[:2])
            yield Fact("high", f"{above} may beat {name}", False, 1.5)

    def following(self, card: Card, other: Card, trumps: Trumps) -> Iterator[Fact]:
        sight, name = self.sight, self.show(card)
        trick = sight.table
        assert trick is not None
        power = trumps.table.strength_of[sight.found.led_mask]
        ahead = max(power[bit] for bit in sight.found.table)
        takes, other_takes = (power[trumps.bit(one)] > ahead for one in (card, other))
        opponents = [seat for seat in sight.behind if sight.who(seat) == OPPONENT]
        spends = trumps.is_trump(card) and not trumps.is_trump(trick.cards[0])
        if sight.who(trick.winner) == PARTNER:
            yield from self.under_partner(takes)
        elif not takes:
            yield Fact("takes", f"{name} cannot take the trick", False, 2.5)
        elif not opponents:
            yield Fact("takes", f"{name} takes the trick", True, 3)
        elif trumps.is_high(card):
            text = f"{name} is ahead, and no card of its suit beats it"
            yield Fact("takes", text, True, 2.8)
        else:
            yield Fact("takes", f"{name} is ahead so far", True, 1.8)
        if takes and opponents and not trumps.is_high(card):
            above = self.cards(trumps.beaten_by(card)[:2])
            yield Fact(f"over {name}", f"{above} may still beat {name}", False, 1.2)
        if spends and not trumps.is_trump(other):
            yield Fact("spends", f"{name} spends a trump", False, 1)
        if takes and other_takes and not opponents:
            if trumps.bit(card) < trumps.bit(other):
                yield Fact("lower", f"{name} is enough", True, 2)
        elif takes == other_takes and not takes:
            yield from self.lower(card, other, trumps, 0.7)
        if not takes and not trumps.bit(card) & sight.found.led_mask:
            yield from self.thrown(card, other, trumps)

    def under_partner(self, takes: bool) -> Iterator[Fact]:
        if takes:
            yield Fact("partner", "your partner is ahead in the trick already", False, 2.5)
        else:
            yield Fact("partner", "your partner is ahead in the trick", True, 2.5)

    def thrown(self, card: Card, other: Card, trumps: Trumps) -> Iterator[Fact]:
        """Tell what a card was good for that neither follows suit nor takes the trick."""
        sight, name = self.sight, self.show(card)
        if trumps.is_trump(card):
            yield Fact("trump", f"{name} is a trump", False, 2)
            return
        suit = trumps.suit_name(card)
        if trumps.is_high(card):
            yield Fact("high", f"no {suit} that are out beat {name}", False, 2)
        if len(trumps.same_suit(card, sight.cards)) == 1 and trumps.trumps(sight.cards):
            yield Fact(f"void {suit}", f"without {name} you are void in {suit}", True, 1)
        left, kept = (len(trumps.same_suit(one, trumps.unseen)) for one in (card, other))
        if not trumps.is_trump(other) and left < kept:
            text = f"fewer {suit} than {trumps.suit_name(other)} are unseen"
            yield Fact("unseen", text, True, 0.8)
