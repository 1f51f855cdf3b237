"""That what is broken off ends between two steps of its loop, and in the midst only when asked
again."""

from __future__ import annotations

import asyncio
import signal

import pytest

from hosting.leaving import broken_off

WAYS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("way", WAYS)
def test_no_step_of_the_loop_is_broken_off(way: signal.Signals) -> None:
    steps: list[object] = []

    async def work() -> None:
        doing = asyncio.current_task()
        assert doing is not None
        signal.raise_signal(way)
        steps.append(doing.cancelling())
        try:
            await asyncio.sleep(30)
        except asyncio.CancelledError:
            steps.append(signal.getsignal(way))
            raise

    with pytest.raises((asyncio.CancelledError, KeyboardInterrupt)):
        asyncio.run(broken_off(work()))
    again = signal.default_int_handler if way == signal.SIGINT else signal.SIG_DFL
    assert steps == [0, again]
