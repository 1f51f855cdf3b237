"""The fight of Mächtige Monster as a story, guard by guard, and the healing after it."""

from __future__ import annotations

from engine.contract import Seat
from engine.maechtige_monster.values import Battle, Fight, Healing, Monster, Post
from screens.names import Names
from screens.texts import Words


class Tale:
    """One fight, in one language."""

    def __init__(self, fight: Fight, names: Names, words: Words) -> None:
        self._fight, self._names, self._words = fight, names, words

    def steps(self) -> list[str]:
        """Return what is told at each step: all that came before it stays."""
        told, lines = [], self._opening()
        for battle in self._fight.battles:
            lines = [*lines, self._battle(battle)]
            told.append("\n".join(lines))
        return [*told, "\n".join([*lines, *self._ending()])]

    def whole(self) -> str:
        """Return the whole story."""
        return self.steps()[-1]

    def captions(self) -> list[str]:
        """Return a headline for each step."""
        words = self._words
        found = [
            words("tale.beaten" if b.beaten else "tale.lost", guard=self._guard(b.post))
            for b in self._fight.battles
        ]
        return [*found, words("tale.healing" if self._fight.healings else "tale.all")]

    def lines(self) -> list[str]:
        """Return a line for each step: `Guard 1 beaten: Anna +5, Ben +4`."""
        return [*map(self._line, self._fight.battles), self._last_line()]

    def _line(self, battle: Battle) -> str:
        words, guard = self._words, self._guard(battle.post)
        if not battle.beaten:
            return words("line.lost", guard=guard)
        gains = [self._gain(share.seat, share.gold, "+") for share in battle.shares]
        return words("line.beaten", guard=guard, shares=", ".join(gains))

    def _last_line(self) -> str:
        seats = dict.fromkeys(healing.seat for healing in self._fight.healings)
        bills = ", ".join(map(self._paid, seats))
        return self._words("line.healing", bills=bills) if bills else self._words("line.all")

    def _paid(self, seat: Seat) -> str:
        """Return what a seat paid for all its monsters, and of how much if it had no more."""
        own = [healing for healing in self._fight.healings if healing.seat == seat]
        paid, cost = sum(each.paid for each in own), sum(each.cost for each in own)
        if paid == cost:
            return self._gain(seat, paid, "−")
        key = "line.short" if paid else "line.broke"
        return self._words(key, name=self._names[seat], paid=paid, cost=cost)

    def _gain(self, seat: Seat, gold: int, sign: str) -> str:
        return f"{self._names[seat]} {sign}{gold}"

    def _opening(self) -> list[str]:
        fight, words = self._fight, self._words
        lines = [words("tale.head", round=fight.round)]
        if fight.lowest:
            guards = ", ".join(map(self._guard, fight.lowest))
            lines.append(words("tale.lowest", guards=guards))
        return lines

    def _battle(self, battle: Battle) -> str:
        words, monsters = self._words, self._fight.castle[battle.post]
        head = words(
            "tale.battle",
            guard=self._guard(battle.post),
            strength=_now(battle.strength, battle.printed.strength, words),
            loot=_now(battle.loot, battle.printed.loot, words),
            monsters=" + ".join(map(self._monster, monsters)),
            total=battle.total,
        )
        if not battle.beaten:
            return f"{head} {words('tale.too_strong')}"
        shares = ", ".join(
            words("tale.share", name=self._names[share.seat], gold=share.gold)
            for share in battle.shares
        )
        return f"{head} {words('tale.won', shares=shares)}{self._coin(battle)}"

    def _coin(self, battle: Battle) -> str:
        if battle.odd is not None:
            return " " + self._words("tale.odd", name=self._names[battle.odd])
        return " " + self._words("tale.coin_lost") if battle.lost else ""

    def _ending(self) -> list[str]:
        fight, words = self._fight, self._words
        if not fight.healings:
            return [words("tale.nobody_heals")]
        posts = dict.fromkeys(healing.post for healing in fight.healings)
        return [words("tale.heals"), *map(self._healed, posts)]

    def _healed(self, post: Post) -> str:
        bills = [healing for healing in self._fight.healings if healing.post == post]
        text = ", ".join(map(self._bill, bills))
        return self._words("tale.healed", guard=self._guard(post), bills=text)

    def _bill(self, healing: Healing) -> str:
        key = "tale.bill" if healing.paid == healing.cost else "tale.bill_short"
        name = self._names[healing.seat]
        return self._words(key, name=name, paid=healing.paid, cost=healing.cost)

    def _guard(self, post: Post) -> str:
        return self._words("guard", n=post + 1)

    def _monster(self, monster: Monster) -> str:
        return f"{self._names[monster.seat]} {monster.strength}"


def _now(now: int, printed: int, words: Words) -> str:
    """Return a number in force, and the printed one where the king has changed it."""
    return str(now) if now == printed else words("tale.changed", now=now, printed=printed)
