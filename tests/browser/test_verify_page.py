"""The page that checks a deal without the program: in the browser, over true files and forged."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from engine.match import begin, replay
from engine.seal import cut, digest, seal
from engine.verify import prove
from settings import ROOT
from tests.browser.conftest import PHONE, new_page
from tests.engine.cutting import DIGESTS, SEALED, cut_match, told_cut

OWN = "4821337709125540 drei Drachen – 🐉"


@pytest_asyncio.fixture(loop_scope="session")
async def verifier(browser: Browser) -> AsyncIterator[Page]:
    """Open the page from its file; fail when it asks the network for anything."""
    async with new_page(browser, viewport=PHONE) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await page.goto((ROOT / "docs" / "verify.html").as_uri())
        yield page
        assert all(url.startswith(("file:", "blob:")) for url in asked)


@pytest.fixture(scope="module")
def proof() -> str:
    """The proof of a match at which somebody cut like this."""
    begun, log = cut_match()
    return told_cut(begun, log)


async def drop(page: Page, text: str) -> None:
    """Give the page a file."""
    file: Any = {"name": "match.json", "mimeType": "application/json", "buffer": text.encode()}
    await page.locator("#file").set_input_files(file)


async def holds(page: Page) -> dict[str, bool]:
    """Return what the page has checked, and whether it holds."""
    lines = await page.locator("#checks li").all()
    return {
        str(await line.get_attribute("data-check")): await line.get_attribute("data-mark") == "✓"
        for line in lines
    }


async def test_a_true_file_fits_and_tells_what_it_is_of(verifier: Page, proof: str) -> None:
    await drop(verifier, proof)
    await expect(verifier.locator("#verdict")).to_have_text("Alles passt.")
    assert await holds(verifier) == dict.fromkeys(("seal", "cuts", "header", "log"), True)
    told = await verifier.locator("#facts").inner_text()
    values = json.loads(proof)
    assert values["seal"] in told and values["log"][-1]["fingerprint"] in told
    assert f"{DIGESTS[0]} · {DIGESTS[1]} · Computer" in told


CHANGES: Sequence[tuple[Callable[[Any], object], str]] = (
    (lambda v: v.update(sealed="x"), "seal"),
    (lambda v: v["header"]["cuts"].reverse(), "cuts"),
    (lambda v: v["header"].update(id="other"), "header"),
    (lambda v: v["header"].update(options='{"level":"easy"}'), "header"),
    (lambda v: v["log"][7]["entry"].update(by="staff"), "log"),
    (lambda v: v["log"][7]["entry"].update(at=v["log"][7]["entry"]["at"] + 0.001), "log"),
    (lambda v: v["log"].pop(7), "log"),
    (lambda v: v["log"][7].update(told=99), "log"),
    (lambda v: v["log"][-1].update(told=v["log"][-1]["told"] + 2), "log"),
)
"""What is done to a true file, and which line says so."""


async def test_what_was_changed_is_named(verifier: Page, proof: str) -> None:
    for change, where in CHANGES:
        values = json.loads(proof)
        change(values)
        await drop(verifier, json.dumps(values))
        await expect(verifier.locator("#verdict")).to_have_text("ES PASST NICHT.")
        assert where in [name for name, fits in (await holds(verifier)).items() if not fits]
        await verifier.reload()


async def test_nor_is_what_was_written_anew_from_the_first_fingerprint_on(verifier: Page) -> None:
    begun, log = cut_match(9)
    cuts = (*DIGESTS, "c" * 32)
    other = replace(begun.header, cuts=cuts, seed=cut(SEALED, cuts))
    before, after = replay(begun, log[:8]).chain, replay(begun, log).chain
    assert before is not None and after is not None
    late, values = replace(log[8], sequence=10), json.loads(told_cut(begun, log))
    anew = before.after(begun.header.seed, late.values, after.step > before.step)
    values["log"][8]["entry"]["sequence"] = 10
    values["log"][8]["fingerprint"] = anew.last
    for forged, where in (
        (told_cut(begin(begun.game, other).match, []), "cuts"),
        (json.dumps(values), "log"),
    ):
        await drop(verifier, forged)
        await expect(verifier.locator("#verdict")).to_have_text("ES PASST NICHT.")
        assert [name for name, fits in (await holds(verifier)).items() if not fits] == [where]


async def test_the_own_cut_and_what_was_noted_are_found(verifier: Page) -> None:
    begun, log = cut_match(30, digest("test-fair", OWN))
    text = told_cut(begun, log)
    link = json.loads(text)["log"][11]
    await drop(verifier, text)
    for typed in (OWN, f"4821 3377 0912 5540{OWN[16:]}", f"4821 3377 0912 5540 {OWN[16:]}  "):
        await verifier.locator("#own").fill(typed)
        await expect(verifier.locator("[data-check=mine]")).to_have_attribute("data-mark", "✓")
    await verifier.locator("#own").fill(OWN[:-3])
    await expect(verifier.locator("[data-check=mine]")).to_have_attribute("data-mark", "✗")
    await verifier.locator("#own").fill("")
    noted = verifier.locator("[data-check=noted]")
    for kept, mark in (
        (f"{link['told']}:{link['fingerprint'][:12]}…", "✓"),
        (f"{link['told'] + 1}:{link['fingerprint'][:12]}…", "✗"),
        (f"{link['told']}:{link['fingerprint'][:7]}", "✗"),
        (link["fingerprint"], "✓"),
        (link["fingerprint"][1:], "✗"),
        (seal(SEALED)[:12].upper(), "✓"),
        (DIGESTS[1], "✓"),
        (json.loads(text)["log"][-1]["fingerprint"], "✓"),
    ):
        await verifier.locator("#kept").fill(kept)
        await expect(noted).to_have_attribute("data-mark", mark)
    assert "abgebrochen" in await verifier.locator("#facts").inner_text()


async def test_an_older_file_says_what_is_not_checked_here(verifier: Page) -> None:
    begun, log = cut_match(20)
    await drop(verifier, prove(begun.header, log, (), ()).text)
    await expect(verifier.locator("#verdict")).to_have_text("Alles passt.")
    assert await holds(verifier) == {"seal": True, "format": True}


async def test_another_file_is_none(verifier: Page) -> None:
    for text in (" ", "nothing", "[]", "{}", '{"format":2}', '{"format":9}'):
        await drop(verifier, text)
        await expect(verifier.locator("#verdict")).to_have_text("ES PASST NICHT.")
        assert await holds(verifier) == {"file": False}, text
        await verifier.reload()


async def test_long_and_odd_texts_are_hashed_as_the_program_hashes_them(verifier: Page) -> None:
    for text in ("", "a" * 55, "a" * 56, "a" * 64, 'ü\u2028🐉\\"\n' * 99):
        told = await verifier.evaluate("text => digest(text)", text)
        assert told == hashlib.sha256(text.encode()).hexdigest()[:32]
