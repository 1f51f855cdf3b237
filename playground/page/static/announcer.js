/** Says in one line what is new in the open channel, for who does not see it. */

/** Letters of what is said at once: who is shown a whole page reads it at their own pace. */
const LONGEST = 600;

export class Announcer {
  /** `node` is a live region that is heard and not seen. */
  constructor(node) {
    this.node = node;
    this.known = new Map();
  }

  /** Forget what was said: another person listens, or to another channel. */
  reset(views) {
    this.known = new Map([...views].map(([id, view]) => [id, wordsOf(view.node)]));
    this.node.textContent = "";
  }

  /**
   * Say the line of a message that came or changed, if it is not what was said of it last; of a private one in which
   * the focus is all that it says anew, as who acts there hears the answer nowhere else.
   */
  tell(id, { node, message }) {
    const [before, now] = [this.known.get(id), wordsOf(node)];
    this.known.set(id, now);
    const acting = before && message.ephemeral && node.contains(document.activeElement);
    const news = acting ? [...now.lines].filter(([key]) => !before.lines.has(key)) : [];
    const said = news.map(([, line]) => ended(line)).join(" ");
    if (said && said.length <= LONGEST) this.node.textContent = said;
    else if (now.line && before?.line !== now.line) this.node.textContent = now.line;
  }
}

/**
 * Give what is heard of a message: the line it begins with, and all its lines, those after a comma in one, by what stays
 * of them as time runs out.
 */
function wordsOf(node) {
  const texts = [...node.querySelectorAll(".content, .embed-title, .embed-text")].map(textOf);
  const alts = [...node.querySelectorAll(".picture img")].map((image) => image.alt);
  const lines = [...texts, ...alts].flatMap((text) => text.split(/(?<!,)\n/).map((line) => line.trim())).filter(Boolean);
  const times = [...node.querySelectorAll(".timestamp")].map((time) => time.innerText);
  const lasting = (line) => times.reduce((left, time) => left.replace(time, ""), line);
  return { line: lineOf(node), lines: new Map(lines.map((line) => [lasting(line), line])) };
}

/** Give the text of a part of a message without the mark that it was edited, which nobody needs to hear. */
function textOf(part) {
  const [text, mark] = [part.innerText, part.querySelector(".edited")?.innerText];
  return mark ? text.slice(0, text.lastIndexOf(mark)) : text;
}

/** End a line so that a pause is heard after it. */
function ended(line) {
  return /[.:!?…]$/.test(line) ? line : `${line}.`;
}

/** Give what a message says first: its content, or the title and the first line of its first embed. */
function lineOf(node) {
  const found = [".content", ".embed-title", ".embed-text"].map((part) => node.querySelector(part));
  const parts = found.map((part) => (part ? textOf(part) : ""));
  return parts.map((text) => text.trim().split("\n")[0]).filter(Boolean).join(": ");
}
