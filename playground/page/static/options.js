/** Knows what may be filled into the options of a slash command. */
import { post } from "./api.js";

const [INTEGER, BOOLEAN, USER, CHANNEL, NUMBER] = [4, 5, 6, 7, 10];
const LISTED = [BOOLEAN, USER, CHANNEL];

/** Give the name the server knows a command or option by. */
export function rawName(thing) {
  return thing.raw_name ?? thing.name;
}

/** Give every name that a command is found by: in one's own language first, then in all others. */
export function namesOf(command) {
  return [command.name, rawName(command), ...(command.aliases ?? [])];
}

/** Say whether only values from a list may be chosen. */
export function isListed(option) {
  return Boolean(option.choices?.length) || LISTED.includes(option.type);
}

/** List the fixed choices ({name, value}) of an option, or null if it has none. */
export function fixedChoices(option, ctx) {
  if (option.choices?.length) return option.choices;
  if (option.type === BOOLEAN) return [{ name: ctx.t("yes"), value: true }, { name: ctx.t("no"), value: false }];
  const things = { [USER]: ctx.people, [CHANNEL]: ctx.channels }[option.type];
  return things ? things().map(({ id, name }) => ({ name, value: id })) : null;
}

/** Ask the bot for suggestions; returns choices ({name, value}), none if it cannot be asked. */
export async function suggestions(request, ctx) {
  const { choices } = await post("autocomplete", request, ctx.t("unreachable")).catch(() => ({ choices: [] }));
  return choices ?? [];
}

/** Turn typed text into the value of an option; undefined if it is no such value. */
export function parseValue(option, text, ctx) {
  const trimmed = text.trim();
  if (!trimmed) return undefined;
  const choices = fixedChoices(option, ctx);
  if (choices) {
    const same = (choice) => [choice.name, choice.value].some((word) => sameText(String(word), trimmed));
    return choices.find(same)?.value;
  }
  if (option.type === INTEGER) return /^-?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
  if (option.type === NUMBER) return Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
  return trimmed;
}

/** Take apart what was typed behind a command's name into [option, text] pairs; what stands before
 * any option's name is the first one's. */
export function typedOptions(command, typed) {
  const options = command.options ?? [];
  if (!options.length) return [];
  const named = options.flatMap((option) => [option.name, rawName(option)]).join("|");
  const [first, ...rest] = typed.split(new RegExp(`(?:^|\\s)(${named}):`, "iu"));
  const found = first.trim() ? [[options[0], first.trim()]] : [];
  for (let at = 0; at < rest.length; at += 2) {
    const isMeant = (option) => [option.name, rawName(option)].some((name) => sameText(name, rest[at]));
    found.push([options.find(isMeant), rest[at + 1].trim()]);
  }
  return found;
}

function sameText(a, b) {
  return a.localeCompare(b, undefined, { sensitivity: "base" }) === 0;
}

/** Keep the choices whose name contains what was typed, those that begin with it first. */
export function matching(choices, text) {
  const typed = text.trim().toLocaleLowerCase();
  const at = (choice) => String(choice.name).toLocaleLowerCase().indexOf(typed);
  return choices.filter((choice) => at(choice) >= 0).sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0));
}
