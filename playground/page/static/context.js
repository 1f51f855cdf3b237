/** Gathers what the parts of a message need to know to be drawn for one person. */
import { cssColor } from "./dom.js";

const BOT_COLOR = "#7c5cff";
const DIRECT = 1;

/** Give names, words and ways to act, as the current person of `app` has them. */
export function makeContext(app) {
  const { session, world, me, channelId, t } = app;
  const known = [...world.people, world.bot].filter(Boolean);
  const direct = session.channels.get(channelId)?.type === DIRECT;
  return {
    t,
    me,
    session,
    channelId,
    locale: session.person.locale,
    userName: (id) => known.find((user) => user.id === id)?.name ?? t("unknown"),
    author: (user) => describe(world, user),
    people: () => world.people,
    roles: () => session.roles,
    roleName: (id) => session.roles.find((role) => role.id === id)?.name ?? t("unknown"),
    channels: () => [...session.channels.values()],
    commands: () => session.commands.filter((item) => item.direct || !direct),
    hasEmoji: (id) => session.emojis.has(id),
    hasChannel: (id) => session.channels.has(id),
    channelName: (id) => session.channels.get(id)?.name ?? t("unknown"),
    openChannel: (id, message) => session.channels.has(id) && app.open(id, message),
    typeText: (text) => app.composer.type(text),
    press: (message, customId) => app.actions.press(session, message, customId),
    select: (message, customId, values) => app.actions.press(session, message, customId, values),
    moderates: session.person.moderator,
    removeMessage: (message) => app.actions.moderate("delete_message", message.id),
    dismiss: (message) => app.dismiss(message),
    isPending: (messageId, customId) => session.isPending(messageId, customId),
    failureOf: (messageId) => session.failures.get(messageId),
  };
}

function describe(world, user) {
  const person = world.people.find((other) => other.id === user.id);
  if (person) return person;
  const color = world.bot?.id === user.id ? world.bot.color : null;
  return { name: user.global_name ?? user.username, color: cssColor(color, BOT_COLOR), moderator: false };
}
