"""What one person's client on the page knows, frame by frame."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

ANNA, BEN = {"id": "1"}, {"id": "2"}


def message(number: int, channel: str = "9", author: Any = BEN, **more: Any) -> dict[str, Any]:
    """Return a frame of a new or changed message."""
    item = {"id": str(number), "channel_id": channel, "author": author, **more}
    return {"op": "message", "message": item}


def state(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a frame of the whole state, in which there are two channels."""
    kept = {each["message"]["id"]: each["message"] for each in messages}
    return {
        "op": "state",
        "channels": [{"id": "8", "name": "a", "type": 0}, {"id": "9", "name": "b", "type": 0}],
        "messages": {"9": list(kept.values())},
        "commands": [],
        "bot_online": True,
        "emojis": ["7"],
        "members": ["1", "2"],
    } | more


class Client:
    """A session that takes frames on the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def take(self, *frames: dict[str, Any], watched: str | None = None) -> None:
        """Let it take frames while a channel is on screen."""
        script = "([frames, watched]) => frames.forEach((each) => session.apply(each, watched))"
        self.page.evaluate(script, [list(frames), watched])

    def ask(self, expression: str) -> Any:
        """Return the value of an expression about `session`."""
        return self.page.evaluate(expression)


@pytest.fixture
def client(scripts: Page) -> Client:
    """Anna's session, empty."""
    scripts.evaluate(
        """async () => {
          const { Session } = await import("/static/session.js");
          window.session = new Session({ id: "1", name: "Anna", locale: "de" });
        }"""
    )
    return Client(scripts)


def test_state_replaces_everything(client: Client) -> None:
    assert client.ask("session.known") is False
    client.take(state(message(1)), state(message(2)))
    assert client.ask("session.messagesOf('9').map((each) => each.id)") == ["2"]
    assert client.ask("[session.known, session.botOnline, session.emojis.has('7')]") == [
        True,
        True,
        True,
    ]


def test_news_are_counted_until_they_are_read(client: Client) -> None:
    client.take(state(), message(1), message(2, mentions_me=True), message(3, author=ANNA))
    client.take(message(4), watched="9")
    assert client.ask("session.news('9')") == {"unread": 2, "mentions": 1}
    assert client.ask("session.news()") == {"unread": 2, "mentions": 1}
    client.take(message(1, content="edited"))
    assert client.ask("session.news('9').unread") == 2
    client.take({"op": "delete", "channel_id": "9", "id": "2"})
    assert client.ask("session.news('9')") == {"unread": 1, "mentions": 0}
    client.ask("session.markRead('9')")
    assert client.ask("session.news().unread") == 0


def test_dismissed_messages_stay_away(client: Client) -> None:
    client.take(state(message(1, ephemeral=True)))
    client.ask("session.dismiss(session.messages.get('9').get('1'))")
    client.take(message(1, ephemeral=True, content="edited"))
    assert client.ask("session.messagesOf('9')") == []
    assert client.ask("session.news().unread") == 0


def test_clicks_wait_for_their_answer(client: Client) -> None:
    client.take(state())
    client.ask(
        """(() => {
          window.failed = [];
          for (const nonce of ["a", "b", "c"]) {
            const fail = (reason) => failed.push([nonce, reason ?? null]);
            session.pending.set(nonce, { messageId: "1", customId: nonce, fail });
          }
        })()"""
    )
    client.take({"op": "interaction", "nonce": "a", "status": "pending"})
    assert client.ask("session.isPending('1', 'a')") is True
    client.take({"op": "interaction", "nonce": "a", "status": "done"})
    assert client.ask("session.isPending('1', 'a')") is False
    client.take({"op": "interaction", "nonce": "b", "status": "failed", "reason": "away"})
    assert client.ask("failed") == [["b", "away"]]
    client.take(state())
    assert client.ask("failed") == [["b", "away"], ["c", None]], "its answer was missed"


def test_channels_come_and_go(client: Client) -> None:
    thread = {"id": "10", "name": "t", "type": 11, "parent_id": "9"}
    client.take(state(), {"op": "channel", "channel": thread}, message(1, channel="10"))
    assert client.ask("[...session.channels.keys()]") == ["8", "9", "10"]
    client.take({"op": "channel_delete", "id": "10"})
    assert client.ask("[session.channels.has('10'), session.news().unread]") == [False, 0]


def test_emojis_come_and_go(client: Client) -> None:
    client.take(state(), {"op": "emoji", "id": "5", "there": True})
    client.take({"op": "emoji", "id": "7", "there": False})
    assert client.ask("[...session.emojis]") == ["5"]
