/** Says in one line what is new in the open channel, for who does not see it. */

export class Announcer {
  /** `node` is a live region that is heard and not seen. */
  constructor(node) {
    this.node = node;
    this.said = new Map();
  }

  /** Forget what was said: another person listens, or to another channel. */
  reset(views) {
    this.said = new Map([...views].map(([id, view]) => [id, lineOf(view.node)]));
    this.node.textContent = "";
  }

  /** Say the line of a message that came or changed, if it is not what was said of it last. */
  tell(id, { node }) {
    const line = lineOf(node);
    if (!line || this.said.get(id) === line) return;
    this.said.set(id, line);
    this.node.textContent = line;
  }
}

/** Give what a message says first: its content, or the title and the first line of its first embed. */
function lineOf(node) {
  const parts = [".content", ".embed-title", ".embed-text"].map((part) => node.querySelector(part)?.innerText ?? "");
  return parts.map((text) => text.trim().split("\n")[0]).filter(Boolean).join(": ");
}
