"""What is better about one position than about another, as a computer judges both."""

from __future__ import annotations

from engine.contract import Reason, Seat
from engine.tueftelmonster.judge import Judge, Standing


def better(judge: Judge, before: Standing, after: Standing) -> Reason:
    """Return what makes a position better for the judging seat than that before it: a finished
    monster, open ends, or one thing that counts at the end, the own or what another has less of."""
    own = judge.own
    finished = _finished(before, after)
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
        return _of_ends(own, before, after) or _of_parts(judge, before, after)
    return _of_parts(judge, before, grown)


def then(judge: Judge, before: Standing, after: Standing) -> Reason:
    """Return the same of a position that comes only once something is attached."""
    reason = better(judge, before, after)
    return Reason(f"then_{reason.key}", reason.values)


def of_theft(judge: Judge, before: Standing, robbed: Standing, after: Standing) -> Reason:
    """Return what is better by a theft: what is torn off, or what can be attached then."""
    start, torn, end = map(judge.worth, (before, robbed, after))
    if _finished(before, robbed):
        return better(judge, before, robbed)
    if _finished(robbed, after):
        return then(judge, robbed, after)
    if end <= start:
        return Reason("least")
    return (
        better(judge, before, robbed) if torn - start >= end - torn else then(judge, robbed, after)
    )


def _finished(before: Standing, after: Standing) -> list[Seat]:
    """Return whose monsters have become finished."""
    pairs = enumerate(zip(before, after, strict=True))
    return [seat for seat, ((_, had), (_, has)) in pairs if had and not has]


def _of_ends(own: Seat, before: Standing, after: Standing) -> Reason | None:
    """Return that the own monster has fewer open ends, or another more; None if neither."""
    left = after[own][1]
    if left < before[own][1]:
        return Reason("closer", {"n": left})
    more = [now - was for (_, was), (_, now) in zip(before, after, strict=True)]
    rivals = [seat for seat in range(len(more)) if seat != own]
    most = max(rivals, key=more.__getitem__)
    return Reason("further", {"seat": most}) if more[most] > 0 else None


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
    end = "" if judge.in_force(best) else "_later"
    if gains[best][own] >= -gains[best][loser]:
        return Reason(f"gain{end}", {"what": best})
    return Reason(f"spoil{end}", {"seat": loser, "what": best})
