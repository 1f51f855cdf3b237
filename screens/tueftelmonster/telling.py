"""What happened in Tüftelmonster, in sentences: for everybody, or for the reader in a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter

from engine.contract import Event, Seat
from engine.tueftelmonster import events, plane
from engine.tueftelmonster.values import Card, View
from screens.names import Names
from screens.screen import Yours
from screens.texts import Words
from screens.tueftelmonster import shown
from screens.tueftelmonster.words import Wording
from screens.wording import sentences


class Telling:
    """Sentences about what happened, as one view saw it."""

    def __init__(self, view: View, names: Names, words: Words, wording: Wording) -> None:
        self._view, self._names, self._words, self._wording = view, names, words, wording

    def all(self, news: Sequence[Event]) -> list[str]:
        """Return everything, for everybody."""
        return list(filter(None, map(self._event, news)))

    def on_monsters(self, news: Sequence[Event], *seats: Seat) -> list[str]:
        """Return what happened on these seats' monsters."""
        return [told for seat in seats for told in self.all(shown.on_monster(seat, news))]

    def own(self, news: Sequence[Event], since: Sequence[Event]) -> str:
        """Return in one line what the reader's own turn has brought, but for what the recap of
        `since` tells: cards, a roll, a prize, bolts that had one place."""
        got = [card for event in news if isinstance(event, events.Got) for card in event.cards]
        told = [self._got(got)] if got else []
        prizes = [e for e in news if isinstance(e, events.SilverTurned) and e not in since]
        return sentences([*told, *filter(None, map(self._happened, news)), *self.all(prizes)])

    def bolts(self, news: Sequence[Event]) -> Sequence[Event]:
        """Return the bolts of which that line tells: who is to place another one does not read
        it."""
        if self._view.phase == "bolt":
            return ()
        own = (e for e in news if isinstance(e, events.BoltPlaced) and e.seat == self._view.seat)
        return [event for event in own if not event.asked]

    def _happened(self, event: Event) -> str:
        words, own = self._words, self._view.seat
        match event:
            case events.Rolled(seat=seat, faces=faces) if seat == own:
                return words("news.rolled_you", faces=self._wording.in_order(faces))
            case events.BoltPlaced(seat=seat, edge=edge, asked=False) if seat == own:
                where = self._wording.edge(self._view.monsters[seat], edge)
                return words("news.bolt_unasked_you", where=where)
        return ""

    def recap(self, since: Sequence[Event], news: Sequence[Event]) -> Sequence[str]:
        """Return what others did since the reader acted, what weighs most last.

        A card is named while it lies open; one that was stolen only as the newest that happened.
        """
        told = [(weight, said) for event in since for weight, said in self._weighed(event, news)]
        if drawn := self._drawn(since, news):
            told.append((4, Yours(self._words("recap.drawn_for", parts=drawn))))
        bolts = Counter(e.seat for e in since if isinstance(e, events.BoltPlaced))
        told += [self._mended(seat, n) for seat, n in bolts.items()]
        if turned := [e.prize for e in since if isinstance(e, events.SilverTurned)]:
            prizes = ", ".join(self._words(f"column.{prize}") for prize in turned)
            told.append((2, self._words("recap.silver", prizes=prizes, n=len(turned))))
        return [said for _, said in sorted(told, key=itemgetter(0))]

    def _drawn(self, since: Sequence[Event], news: Sequence[Event]) -> str:
        """Return the parts that came to the reader's hand and are there, but for the newest ones,
        which their panel tells."""
        got = [e.cards for e in since if isinstance(e, events.Got) and e not in news]
        drew = [e.card for e in since if isinstance(e, events.Drew) and e.seat == self._view.seat]
        came = [card for cards in (*got, drew) for card in cards]
        return "; ".join(self._wording.part(card) for card in self._view.hand if card in came)

    def _mended(self, seat: Seat, n: int) -> tuple[int, str]:
        if seat == self._view.seat:
            return 4, Yours(self._words("recap.bolts_you", n=n))
        return 0, self._words("recap.bolts", name=self._names[seat], n=n)

    def _weighed(self, event: Event, news: Sequence[Event]) -> Iterator[tuple[int, str]]:
        """Give what there is to say of others' deeds, with how much it weighs."""
        words, names, own = self._words, self._names, self._view.seat
        match event:
            case events.Attached(seat=seat, monster=owner) if seat == own:
                key = "recap.attached_for" if owner == own else "recap.attached_for_to"
                yield 4, Yours(words(key, other=names[owner], part=self._lying(event)))
            case events.Discarded(seat=seat, card=card) if seat == own:
                yield 4, Yours(words("recap.discarded_for", part=self._on_top(card)))
            case events.Stolen(seat=seat, robbed=robbed, card=card) if seat == own:
                part = self._seen(card)
                yield 4, Yours(words("recap.stolen_for", other=names[robbed], part=part))
            case events.Stolen(seat=seat, robbed=robbed, card=card) if robbed == own:
                if self._view.theft is None and event in news:
                    part = self._wording.part(card)
                    yield 4, Yours(words("recap.stolen_your", name=names[seat], part=part))
                elif self._view.theft is None:
                    yield 4, Yours(words("recap.stolen_you", name=names[seat]))
            case events.Stolen(seat=seat, robbed=robbed) if seat != own:
                yield 3, words("recap.stolen", name=names[seat], other=names[robbed])
            case events.Attached(seat=seat, monster=owner) if seat != own:
                whose = "" if owner == seat else "_you" if owner == own else "_to"
                said = words(
                    f"recap.attached{whose}",
                    name=names[seat],
                    other=names[owner],
                    part=self._lying(event),
                    **({"where": self._wording.where(event.cell)} if owner == own else {}),
                )
                yield (3, Yours(said)) if owner == own else (1, said)
            case events.Skipped(seat=seat) if seat != own:
                yield 1, words("recap.skipped", name=names[seat])
            case events.Finished(seat=seat) if seat != own:
                yield 4, words("recap.finished", name=names[seat])

    def _lying(self, event: events.Attached) -> str:
        """Return a part that was attached, by name if it still lies there."""
        laid = plane.card_at(self._view.monsters[event.monster], event.cell)
        there = laid is not None and laid.card == event.card
        return self._wording.part(event.card) if there else self._words("recap.part")

    def _on_top(self, card: Card | None) -> str:
        """Return a part that was discarded, by name while nothing covers it."""
        if card is None or all(display.top != card for display in self._view.displays):
            return self._words("recap.part")
        return self._wording.part(card)

    def _seen(self, card: Card) -> str:
        """Return a part that the reader took, by name while it is in hand or lies somewhere."""
        lying = (laid.card for monster in self._view.monsters for laid in monster.cards)
        seen = card in self._view.hand or card in lying
        return self._wording.part(card) if seen else self._words("recap.part")

    def _event(self, event: Event) -> str:
        return next(self._sentences(event), "")

    def _sentences(self, event: Event) -> Iterator[str]:
        """Give what there is to say of an event, if anything."""
        words, names, wording = self._words, self._names, self._wording
        match event:
            case events.Rolled(seat=seat, faces=faces):
                yield words("news.rolled", name=names[seat], faces=wording.in_order(faces))
            case events.Wished(seat=seat, deed=deed):
                yield words("news.wished", name=names[seat], deed=wording.face(deed))
            case events.SilverTurned(prize=prize, open=n):
                yield words("news.silver", prize=words(f"column.{prize}"), n=n)
            case events.Drew():
                yield self._at_pile(event, "news.drew_hidden", "news.drew")
            case events.Got(cards=cards):
                yield self._got(cards)
            case events.Refilled(pile=pile, card=card):
                part = wording.part(card)
                yield words("news.refilled", pile=wording.pile(pile), part=part)
            case events.DigBegan(seat=seat, pile=pile, height=n):
                yield words("news.dig", name=names[seat], pile=wording.pile(pile), n=n)
            case events.Dug(seat=seat, pile=pile, taken=n, drawn=drawn):
                key = "news.dug_short" if drawn else "news.dug"
                yield words(key, name=names[seat], pile=wording.pile(pile), n=n)
            case events.Stolen():
                yield self._on_monster("news.stolen", event)
            case events.BoltPlaced(seat=seat, edge=edge, asked=asked):
                key = "news.bolt" if asked else "news.bolt_unasked"
                where = wording.edge(self._view.monsters[seat], edge)
                yield words(key, name=names[seat], where=where)
            case events.Attached(seat=seat, monster=owner):
                key = "news.attached" if seat == owner else "news.attached_to"
                yield self._on_monster(key, event)
            case events.Skipped(seat=seat, idle=n):
                yield words("news.skipped", name=names[seat], n=n)
            case events.Discarded():
                yield self._at_pile(event, "news.out", "news.discarded")
            case events.Finished(seat=seat, by=by, name=title):
                key = "news.finished" if by == seat else "news.finished_by"
                yield words(key, name=names[seat], by=names[by], title=title)

    def _got(self, cards: Sequence[Card]) -> str:
        parts = "; ".join(map(self._wording.part, cards))
        return self._words("news.got", parts=parts)

    def _at_pile(self, event: events.Drew | events.Discarded, hidden: str, seen: str) -> str:
        name = self._names[event.seat]
        if event.pile is None or event.card is None:
            return self._words(hidden, name=name)
        part, pile = self._wording.part(event.card), self._wording.pile(event.pile)
        return self._words(seen, name=name, part=part, pile=pile)

    def _on_monster(self, key: str, event: events.Stolen | events.Attached) -> str:
        owner = event.robbed if isinstance(event, events.Stolen) else event.monster
        return self._words(
            key,
            name=self._names[event.seat],
            other=self._names[owner],
            part=self._wording.part(event.card),
            where=self._wording.where(event.cell),
        )
