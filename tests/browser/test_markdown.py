"""The page's reading of Discord's markdown."""

from __future__ import annotations

from playwright.sync_api import Page

READ = """async (texts) => {
  const { markdown } = await import("/static/markdown.js");
  const { wordsFor } = await import("/static/words.js");
  const ctx = {
    t: wordsFor("en"),
    me: "1",
    locale: "en-GB",
    roleName: (id) => ({ 7: "Mods" })[id] ?? "?",
    userName: (id) => ({ 1: "Anna", 2: "Ben" })[id] ?? "?",
    hasEmoji: (id) => id === "7",
    hasChannel: (id) => id === "8",
    channelName: () => "table",
  };
  return texts.map((text) => {
    const parent = document.createElement("div");
    parent.append(...markdown(text, ctx));
    return parent.innerHTML.replaceAll('<div class="text">', "<p>").replaceAll("</div>", "</p>");
  });
}"""

CASES = {
    "plain": "<p>plain</p>",
    "**bold** and *thin*": "<p><strong>bold</strong> and <em>thin</em></p>",
    "***both***": "<p><strong><em>both</em></strong></p>",
    "__under__ ~~gone~~": "<p><u>under</u> <s>gone</s></p>",
    "snake_case_name": "<p>snake_case_name</p>",
    r"\*not thin\*": "<p>*not thin*</p>",
    "2 * 3 * 4": "<p>2 * 3 * 4</p>",
    "`**code**`": "<p><code>**code**</code></p>",
    "<b>&amp;": "<p>&lt;b&gt;&amp;amp;</p>",
    "# Big\nsmall": '<div class="heading heading-1" role="heading" aria-level="3">Big</p>'
    "<p>small</p>",
    "> said\nby": "<blockquote><p>said</p></blockquote><p>by</p>",
    "- a\n- b": "<ul><li>a</li><li>b</li></ul>",
    "3. c\n4. d": '<ol start="3"><li>c</li><li>d</li></ol>',
    "<@2>": '<p><span class="mention" data-user="2">@Ben</span></p>',
    "<@1>": '<p><span class="mention mention-me" data-user="1">@Anna</span></p>',
    "<:card:7>": '<p><img class="emoji own" src="/cdn/emojis/7" alt=":card:" title=":card:"></p>',
    "<a:gone:9>": "<p><span>:gone:</span></p>",
    "a 👩‍👧🏆 **⭐**": '<p>a <span class="emoji">👩‍👧</span><span class="emoji">🏆</span> '
    '<strong><span class="emoji">⭐</span></strong></p>',
    "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
    "https://a.example/b.": '<p><a href="https://a.example/b" target="_blank" '
    'rel="noopener noreferrer">https://a.example/b</a>.</p>',
}


def test_markdown(scripts: Page) -> None:
    read = scripts.evaluate(READ, list(CASES))
    wrong = {
        text: (got, wanted)
        for (text, wanted), got in zip(CASES.items(), read, strict=True)
        if got != wanted
    }
    assert not wrong


def test_spoiler_and_times(scripts: Page) -> None:
    spoiler, time, fence = scripts.evaluate(
        READ, ["||secret||", "<t:1800000000:D>", "```py\n<x>\n```"]
    )
    assert 'class="spoiler"' in spoiler and 'aria-hidden="true">secret' in spoiler
    assert 'datetime="2027-01-15T08:00:00.000Z"' in time and "15 January 2027" in time
    assert fence == "<pre><code>&lt;x&gt;</code></pre>"


def test_hostile_text_ends_soon(scripts: Page) -> None:
    texts = ["*" * 2000, "_" * 2000, "[" * 2000, "|| " * 600, "`" * 2000, "\\" * 2000, "> " * 900]
    took = scripts.evaluate(
        f"""async (texts) => {{
          const read = {READ}, times = [];
          await read([]);  // which loads the script
          for (let tries = 0; tries < 3; tries++) {{
            const begun = performance.now();
            await read(texts);
            times.push(performance.now() - begun);
          }}
          return Math.min(...times);
        }}""",
        texts,
    )
    assert took < 2000


TIMES = """async (seconds) => {
  const { timestamp } = await import("/static/time.js");
  const now = 1_800_000_000, clock = Date.now;
  Date.now = () => now * 1000;  // else a second begins in between
  try {
    return seconds.map((away) => timestamp(now + away, "R", "en-GB").textContent);
  } finally {
    Date.now = clock;
  }
}"""


def test_a_day_away_is_not_called_tomorrow(scripts: Page) -> None:
    """It may be the day after, by the calendar."""
    hour = 3600
    away = [30 * hour, 40 * hour, -30 * hour, 2 * hour, 0]
    told = ["in 1 day", "in 2 days", "1 day ago", "in 2 hours", "now"]
    assert scripts.evaluate(TIMES, away) == told
