"""Mächtige Monster in words: the row, what was played, what it costs, the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.contract import Event, Outcome, Seat
from engine.maechtige_monster.values import (
    SLOTS,
    Account,
    Guarded,
    Monster,
    Offer,
    Played,
    Post,
    Range,
    View,
    Why,
)
from screens.names import Names
from screens.page import Field
from screens.texts import Words
from screens.wording import seat_field

LISTED: tuple[Why, ...] = ("closed", "gold")
"""Why a stronger card cannot displace a monster, in the order in which it is told."""


def span(numbers: Range) -> str:
    """Return a range: `6–9`, or `7` where there is only one number."""
    low, high = numbers
    return str(low) if low == high else f"{low}–{high}"


class Wording:
    """Words for one view, in one language."""

    def __init__(self, view: View, names: Names, words: Words) -> None:
        self._view, self._names, self._words = view, names, words

    def board(self, news: Sequence[Event]) -> str:
        """Return all that can be seen of the castle, what was played last first."""
        lines = [*self.last(news), self.tile(), *map(self.guard, range(len(self._view.row)))]
        return "\n".join(line for line in lines if line)

    def tile(self) -> str:
        """Return the king's tile in force, if any."""
        tile = self._view.tile
        return "" if tile is None else self._words("tile.head", text=self._words(f"tile.{tile}"))

    def guard(self, post: Post) -> str:
        """Return a guard and what lies before it."""
        guarded, words = self._view.row[post], self._words
        stars = "★" * guarded.back.level
        head = f"**{words('guard', n=post + 1)}** {stars} · {self._power(guarded)}"
        if not guarded.monsters:
            return f"{head}\n{words('empty')}"
        return f"{head}\n{self._lying(guarded)} · {self._gate(guarded)}"

    def _power(self, guarded: Guarded) -> str:
        """Return strength and loot, and what is printed where the king has changed them."""
        back, words = guarded.back, self._words
        now = words("power", strength=span(guarded.strength), loot=span(guarded.loot))
        if (guarded.strength, guarded.loot) == (back.strength, back.loot) or guarded.face:
            return now
        printed = words("power", strength=span(back.strength), loot=span(back.loot))
        return words("power.changed", now=now, printed=printed)

    def _lying(self, guarded: Guarded) -> str:
        free = [self._words("free")] * (SLOTS - len(guarded.monsters))
        return " + ".join([*map(self.monster, guarded.monsters), *free])

    def _gate(self, guarded: Guarded) -> str:
        key = "lying.open" if guarded.open else "lying.closed"
        return self._words(key, total=guarded.total, limit=guarded.back.strength[1])

    def monster(self, monster: Monster) -> str:
        """Return a monster as its owner and strength: `Anna 4`."""
        return f"{self._names[monster.seat]} {monster.strength}"

    def last(self, news: Sequence[Event]) -> list[str]:
        """Return what was played last."""
        return [self._played(event) for event in news if isinstance(event, Played)]

    def _played(self, event: Played) -> str:
        values = {
            "name": self._names[event.seat],
            "card": event.card,
            "guard": self._words("guard", n=event.post + 1),
        }
        out = event.displaced
        if out is None:
            return self._words("played", **values)
        if out.seat == event.seat:
            return self._words("played.own", strength=out.strength, bank=event.bank, **values)
        return self._words(
            "played.over",
            other=self.monster(out),
            price=self._price(event.bank, event.owner, self._names[out.seat]),
            **values,
        )

    def displaced(self, news: Sequence[Event], seat: Seat) -> str:
        """Return what a seat reads whose monster was displaced just now."""
        for event in news:
            if isinstance(event, Played) and event.displaced and event.displaced.seat == seat:
                if event.seat == seat:
                    return ""
                key = "displaced.paid" if event.owner else "displaced"
                return self._words(
                    key,
                    name=self._names[event.seat],
                    strength=event.displaced.strength,
                    card=event.card,
                    gold=event.owner,
                )
        return ""

    def offer(self, offer: Offer, plain: Sequence[str]) -> tuple[str, str]:
        """Return where a card may go, and what that costs and does; for a select."""
        play, words = offer.play, self._words
        guarded = self._view.row[play.post]
        limit = guarded.back.strength[1]
        if play.over is None or offer.price is None:
            label, cost, total = words("offer.free"), words("offer.nothing"), 0
        else:
            out = guarded.monsters[play.over]
            total = -out.strength
            label, cost = self._offer_over(out, offer, plain)
        effect = words("offer.effect", total=guarded.total + total + play.card, limit=limit)
        stars = "★" * guarded.back.level
        return f"{words('guard', n=play.post + 1)} {stars} · {label}", f"{cost} · {effect}"

    def _offer_over(self, out: Monster, offer: Offer, plain: Sequence[str]) -> tuple[str, str]:
        words, price = self._words, offer.price
        assert price is not None
        if out.seat == self._view.seat:
            label = words("offer.own", strength=out.strength)
        else:
            label = words("offer.over", name=plain[out.seat], strength=out.strength)
        return label, self._price(price.bank, price.owner, plain[out.seat])

    def _price(self, bank: int, owner: int, name: str) -> str:
        if owner:
            return self._words("price.both", bank=bank, owner=owner, name=name)
        return self._words("price.bank", bank=bank)

    def refused(self, card: int) -> list[str]:
        """Return why a card cannot displace, a line a reason; which are too strong can be seen."""
        found: dict[Why, list[str]] = {}
        for refused in self._view.refused:
            if refused.play.card == card and refused.play.over is not None:
                post = refused.play.post
                monster = self._view.row[post].monsters[refused.play.over]
                place = self._words("guard", n=post + 1)
                found.setdefault(refused.why, []).append(f"{place}: {self.monster(monster)}")
        lines = [
            self._words(f"refused.{why}", monsters=", ".join(found[why]))
            for why in LISTED
            if why in found
        ]
        return [*lines, self._words("refused.not_stronger")] if "not_stronger" in found else lines

    def hand(self) -> str:
        """Return the own cards."""
        view, words = self._view, self._words
        cards = words("panel.hand", cards=_cards(view.hand))
        return f"{cards}\n{words('panel.aside', cards=_cards(view.aside))}"

    def seats(self) -> list[Field]:
        """Return what everybody sees of each seat."""
        return [self._seat(seat) for seat in range(len(self._names))]

    def _seat(self, seat: Seat) -> Field:
        view, words = self._view, self._words
        known, held = view.known[seat], view.hands[seat]
        unseen = ["?"] * (held - len(known.hand))
        aside = _cards(known.aside) if known.aside else "? ?"
        people = words(f"option.people.{view.peoples[seat]}")
        lines = [
            words("seat.gold", gold=view.gold[seat], people=people),
            words("seat.hand", cards=" ".join([*map(str, known.hand), *unseen])),
            words("seat.aside", cards=aside),
            self.account(view.accounts[seat]),
        ]
        marks = "🚩" if seat == view.start and view.phase == "play" else ""
        return seat_field(seat, self._names, lines, marks)

    def golds(self) -> str:
        """Return everybody's gold in a line."""
        gold = zip(self._names, self._view.gold, strict=True)
        return self._words("golds", golds=", ".join(f"{name} {n}" for name, n in gold))

    def end(self, outcome: Outcome) -> str:
        """Return places and gold, best first, and where the gold came from and went to."""
        order = sorted(range(len(self._names)), key=lambda seat: (outcome.places[seat], seat))
        return "\n".join(self._ended(seat, outcome.places[seat]) for seat in order)

    def _ended(self, seat: Seat, place: int) -> str:
        account = self._view.accounts[seat]
        start = f"{self._words('column.start')} {account.start}"
        return self._words(
            "end",
            place=place,
            name=self._names[seat],
            gold=account.gold,
            parts=" · ".join(part for part in (start, self.account(account)) if part),
        )

    def account(self, account: Account) -> str:
        """Return where a seat's gold came from and went to; nothing where nothing has moved."""
        moved = (
            ("loot", account.loot),
            ("received", account.received),
            ("to_bank", -account.to_bank),
            ("to_owners", -account.to_owners),
            ("healing", -account.healing),
        )
        parts = [f"{self._words(f'column.{name}')} {gold:+d}" for name, gold in moved if gold]
        return " · ".join(parts).replace("-", "−")


def _cards(cards: Iterable[int]) -> str:
    return " ".join(map(str, cards)) or "–"
