"""What is better about one position than about another, as a computer judges both."""

from __future__ import annotations

from engine.contract import Reason, Seat
from engine.tueftelmonster.judge import Judge, Standing


def better(judge: Judge, before: Standing, after: Standing) -> Reason:
    """Return what makes a position better for the judging seat than that before it: a finished
    monster, open ends, or one thing that counts at the end, the own or what another has less of."""
    own = judge.own
    finished = [seat for seat, (_, ends) in enumerate(after) if not ends]
    if own in finished:
        return Reason("finish")
    if finished:
        return Reason("end", {"seat": finished[0]})
    start, end = judge.worth(before), judge.worth(after)
    if end <= start:
        return Reason("least")
    grown = tuple((tally, ends) for (tally, _), (_, ends) in zip(after, before, strict=True))
    middle = judge.worth(grown)
    if end - middle > middle - start:
        return _of_ends(own, before, after)
    return _of_parts(judge, before, grown)


def _of_ends(own: Seat, before: Standing, after: Standing) -> Reason:
    left = after[own][1]
    if left < before[own][1]:
        return Reason("closer", {"n": left})
    more = [now - was for (_, was), (_, now) in zip(before, after, strict=True)]
    return Reason("further", {"seat": max(range(len(more)), key=more.__getitem__)})


def _of_parts(judge: Judge, before: Standing, after: Standing) -> Reason:
    """Return the part of the score in which most is gained on the others."""
    own = judge.own
    gains = {
        name: [now - was for was, now in zip(had, has, strict=True)]
        for (name, had), (_, has) in zip(judge.parts(before), judge.parts(after), strict=True)
    }
    rivals = [seat for seat in range(len(before)) if seat != own]

    def lead(name: str) -> float:
        return gains[name][own] - min(gains[name][seat] for seat in rivals)

    best = max(gains, key=lead)
    loser = min(rivals, key=gains[best].__getitem__)
    if gains[best][own] >= -gains[best][loser]:
        return Reason("gain", {"what": best})
    return Reason("spoil", {"seat": loser, "what": best})
