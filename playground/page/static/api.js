/** Talks to the playground server: requests, and one live stream for each person. */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 5000;

/** Fetch the world: guild, people, bot. */
export async function fetchWorld() {
  const answer = await fetch("/app/world");
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** What the server would not do, with its sentence as the message. */
export class Refusal extends Error {}

/** Post `body` to the page API; throws a Refusal, or an Error saying `unreachable`. */
export async function post(path, body, unreachable) {
  let answer;
  try {
    const headers = { "Content-Type": "application/json" };
    answer = await fetch(`/app/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Error(unreachable);
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(data.error ?? unreachable);
  return data;
}

/** Make an id that ties an interaction's answers to the click that began it. */
export function newNonce() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("");
}

/**
 * Keep a live stream for `userId` open for ever; `onLink(false)` tells when it is down.
 * Private messages from before a connection are not told on it, as by Discord.
 * `onGone()` is called when the server has come back with a world that does not know this person.
 */
export function openLive(userId, { onFrame, onLink, onGone }) {
  let wait = FIRST_WAIT_MS;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ user: userId });
    const socket = new WebSocket(`${scheme}://${location.host}/app/live?${query}`);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      onLink(true);
    });
    socket.addEventListener("message", (event) => onFrame(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      onLink(false);
      setTimeout(retry, wait);
      wait = Math.min(wait * 1.6, LONGEST_WAIT_MS);
    });
  };
  const retry = async () => {
    const world = await fetchWorld().catch(() => null);
    if (world && !world.people.some((person) => person.id === userId)) onGone();
    else connect();
  };
  connect();
}
