/** Keeps what one person's client knows: channels, messages, commands, unread marks, pending clicks. */

export class Session {
  /** `person` is the server's description of who this is. */
  constructor(person) {
    this.person = person;
    this.channels = new Map();
    this.messages = new Map();
    this.commands = [];
    this.emojis = new Set();
    this.members = new Set();
    this.roles = [];
    this.botOnline = false;
    this.botModerates = false;
    this.linked = true;
    this.known = false;
    this.unread = new Map();
    this.pending = new Map();
    this.failures = new Map();
    this.dismissed = new Set();
    this.notices = [];
    this.modal = null;
  }

  /** Take in one frame of the live stream; `watched` is the channel on screen for this person, if any. */
  apply(frame, watched) {
    const take = FRAMES[frame.op];
    if (take) take(this, frame, watched);
  }

  /** Give the messages of a channel as this person sees them, in no particular order. */
  messagesOf(channelId) {
    const all = [...(this.messages.get(channelId)?.values() ?? [])];
    return all.filter((message) => !this.dismissed.has(message.id));
  }

  /** Count what is new: {unread, mentions}, in one channel or in all. */
  news(channelId) {
    const marks = channelId ? [this.unread.get(channelId) ?? new Map()] : [...this.unread.values()];
    const flags = marks.flatMap((map) => [...map.values()]);
    return { unread: flags.length, mentions: flags.filter(Boolean).length };
  }

  /** Forget the unread marks of a channel. */
  markRead(channelId) {
    this.unread.delete(channelId);
  }

  /** Hide an ephemeral message for good. */
  dismiss(message) {
    this.dismissed.add(message.id);
    this.unread.get(message.channel_id)?.delete(message.id);
  }

  /** Say whether a click on this control still waits for its answer. */
  isPending(messageId, customId) {
    return [...this.pending.values()].some(
      (target) => target.messageId === messageId && target.customId === customId,
    );
  }
}

const FRAMES = {
  state: takeState,
  message: takeMessage,
  delete: takeDelete,
  channel: (session, { channel }) => session.channels.set(channel.id, channel),
  channel_delete: takeChannelDelete,
  members: (session, { members }) => (session.members = new Set(members)),
  emoji: (session, { id, there }) => (there ? session.emojis.add(id) : session.emojis.delete(id)),
  commands: (session, { commands }) => (session.commands = commands),
  bot: (session, { online }) => (session.botOnline = online),
  bot_rights: (session, { moderates }) => (session.botModerates = moderates),
  interaction: takeInteraction,
  modal: (session, { nonce, modal }) => (session.modal = { nonce, modal }),
};

function takeState(session, frame) {
  session.channels = new Map(frame.channels.map((channel) => [channel.id, channel]));
  session.messages = new Map(
    Object.entries(frame.messages).map(([id, list]) => [id, new Map(list.map((item) => [item.id, item]))]),
  );
  session.commands = frame.commands;
  session.emojis = new Set(frame.emojis);
  session.members = new Set(frame.members);
  session.roles = frame.roles;
  session.botOnline = frame.bot_online;
  session.botModerates = frame.bot_moderates;
  session.known = true;
  forgetGone(session);
}

/** After a gap in the stream, give up clicks whose answer was missed and marks of what is gone. */
function forgetGone(session) {
  for (const nonce of [...session.pending.keys()]) takeInteraction(session, { nonce, status: "failed" });
  for (const [channelId, marks] of session.unread) {
    const there = session.messages.get(channelId);
    for (const id of [...marks.keys()]) if (!there?.has(id)) marks.delete(id);
  }
}

function takeChannelDelete(session, { id }) {
  session.channels.delete(id);
  session.messages.delete(id);
  session.unread.delete(id);
}

function takeMessage(session, { message }, watched) {
  const { id, channel_id: channelId } = message;
  if (!session.messages.has(channelId)) session.messages.set(channelId, new Map());
  const before = session.messages.get(channelId).get(id);
  session.messages.get(channelId).set(id, message);
  const news = !before || before.thinking || message.ephemeral;
  if (!news || channelId === watched || message.author.id === session.person.id || session.dismissed.has(id)) return;
  if (!session.unread.has(channelId)) session.unread.set(channelId, new Map());
  session.unread.get(channelId).set(id, Boolean(message.mentions_me));
}

function takeDelete(session, { channel_id: channelId, id }) {
  session.messages.get(channelId)?.delete(id);
  session.unread.get(channelId)?.delete(id);
}

function takeInteraction(session, { nonce, status, reason }) {
  const target = session.pending.get(nonce);
  if (!target || status === "pending") return;
  session.pending.delete(nonce);
  session.notices = session.notices.filter((notice) => notice.nonce !== nonce);
  if (status === "failed") target.fail(reason);
  else target.done?.();
}
