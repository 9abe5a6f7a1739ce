import { userInfo } from 'node:os';
import { z, type ZodObject } from 'zod';
import { commandRules, toEventName, type CommandName } from '#contract/office/commands.ts';
import { languages } from '#contract/language.ts';
import { roles, type Staff } from '#contract/office/staff.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { loadFestival } from '../../festival/festival-content.ts';
import { StartError } from '../../platform/errors.ts';
import { createSignedTokens } from '../../platform/security/signed-tokens.ts';
import type { Actor } from '../actor.ts';
import type { OfficeDeps } from '../command.ts';
import { officeCommands } from '../office-commands.ts';
import { runCommand } from '../run-command.ts';
import type { CliContext } from './connect.ts';
import { exportedLists, readOptions } from './exported-lists.ts';
import { readShopAddress } from './shop-address.ts';

/** A call that is not how a command is used: exit code 2 (office.md 12). */
export class WrongUse extends Error {}

/** Keys that may be given without their name, in this order. */
const positionalKeys: Partial<Record<CommandName, string[]>> = {
  'staff:invite': ['email'],
  'staff:role': ['id', 'role'],
  'staff:disable': ['id'],
  'staff:enable': ['id'],
};

/** Ids that a call must have, besides `id`: their schema takes none for 0, which no row has. */
const requiredIds: Partial<Record<CommandName, string[]>> = {
  'order:reissue': ['ticket'],
  'order:settle-by-hand': ['refund'],
};

/** The valid values of keys with few of them. */
const choices = new Map<string, readonly string[]>([
  ['role', roles],
  ['language', languages],
]);

/** Commands of a person in their own session. */
const ofSessions = new Set<string>([
  'staff:accept',
  'staff:sign-in',
  'staff:step-up',
  'staff:sign-out',
  'staff:credentials',
  'staff:note-codes',
  'staff:details',
  'staff:settings',
  'staff:end-sessions',
]);

/** Whether a word names a command of the office's layer that exists. */
export const isOfficeCommand = (name: string): name is CommandName =>
  !ofSessions.has(name) &&
  name in commandRules &&
  officeCommands[name as CommandName] !== undefined;

/** The commands of the office's layer, in the order of the table. */
export const listOfficeCommands = (): CommandName[] =>
  (Object.keys(commandRules) as CommandName[]).filter(isOfficeCommand);

/** The fields of a command's input, as far as its schema lists them. */
function fieldsOf(name: CommandName): ZodObject['shape'] {
  const schema = officeCommands[name]?.input as Partial<ZodObject> | undefined;
  return schema?.shape ?? {};
}

/** The keys of a command's input. */
export const listInputKeys = (name: CommandName): string[] => [
  ...(officeCommands[name]?.keys ?? Object.keys(fieldsOf(name))),
];

/** The keys that a call must have; without them it is wrong use. */
function listRequiredKeys(name: CommandName): string[] {
  const isRequired = (key: string, field: unknown): boolean =>
    key === 'id' ||
    requiredIds[name]?.includes(key) === true ||
    !z.safeParse(field as z.ZodType, undefined).success;
  return Object.entries(fieldsOf(name)).flatMap(([key, field]) =>
    isRequired(key, field) ? [key] : [],
  );
}

/** How a command is used. */
export function describeUse(name: CommandName): string {
  const positional = positionalKeys[name] ?? [];
  const keys = listInputKeys(name).filter((key) => !positional.includes(key));
  const required = listRequiredKeys(name);
  return [
    `npm run office -- ${name}`,
    ...positional.map((key) => key.toUpperCase()),
    ...keys.map((key) => {
      const option = `--${key} ${choices.get(key)?.join('|') ?? 'VALUE'}`;
      return required.includes(key) ? option : `[${option}]`;
    }),
    '[--input JSON] [--json]',
  ].join(' ');
}

/** Parses the words: input and whether JSON is wanted. Throws WrongUse. */
export function parseWords(name: CommandName, words: string[]) {
  const keys = listInputKeys(name);
  const positional = [...(positionalKeys[name] ?? [])];
  const input: Record<string, unknown> = {};
  let isJson = false;
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (word === '--json') {
      isJson = true;
    } else if (word.startsWith('--')) {
      const [key = '', inline] = word.slice(2).split(/=(.*)/s);
      const value = inline ?? words[(i += 1)];
      if (value === undefined) throw new WrongUse(`--${key} wants a value.`);
      if (key === 'input') Object.assign(input, parseInput(value));
      else addValue(input, checkKey(name, keys, key), value);
    } else {
      const key = positional.shift();
      if (key === undefined) throw new WrongUse(`"${word}" is too much: ${describeUse(name)}`);
      input[key] = word;
    }
  }
  const missing = listRequiredKeys(name).filter((key) => !(key in input));
  if (missing.length > 0) {
    throw new WrongUse(`${name} wants ${missing.join(' and ')}: ${describeUse(name)}`);
  }
  return { input, isJson };
}

function checkKey(name: CommandName, keys: string[], key: string): string {
  if (keys.includes(key) || keys.includes(key.replace(/\d+$/, '{id}'))) return key;
  throw new WrongUse(`${name} has no --${key}: ${describeUse(name)}`);
}

/** A key that is given again makes a list, like the checkboxes of a form. */
function addValue(input: Record<string, unknown>, key: string, value: string): void {
  input[key] = key in input ? [input[key], value].flat() : value;
}

function parseInput(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // reported below
  }
  throw new WrongUse('--input wants a JSON object.');
}

/**
 * Runs a command with the given words and returns the parts of the text to print: what it did, or the list that it
 * exports as CSV. Throws StartError when it is refused.
 */
export async function runOfficeCommand(
  cli: CliContext,
  name: CommandName,
  words: string[],
): Promise<AsyncIterable<string> | string[]> {
  const { input, isJson } = parseWords(name, words);
  const readList = exportedLists[name];
  if (readList === undefined) {
    const output = await runAsSystemUser(cli, name, input);
    return [isJson ? JSON.stringify(output) : describeOutput(name, output), '\n'];
  }
  const given = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, String(value)]),
  );
  // before the entry is written
  const { language } = readOptions(given);
  await runAsSystemUser(cli, name, input);
  const lines = await readList(
    { deps: await createDeps(cli), staff: systemReader(), language, sessionId: null },
    given,
  );
  return isJson ? [JSON.stringify({ csv: (await Array.fromAsync(lines)).join('') }), '\n'] : lines;
}

/** The system's user, who may run everything: a user of the command line has the server (office.md 12). */
export const systemActor = (): Actor => ({
  kind: 'command-line',
  id: null,
  name: userInfo().username,
  role: null,
});

/** The same as the reader of a list: sees everything. */
const systemReader = (): Staff => ({
  id: 0,
  name: userInfo().username,
  email: '',
  role: 'admin',
  language: null,
  isDemo: false,
});

/** Runs a command as the system's user and returns its output. Throws StartError when it is refused. */
export async function runAsSystemUser(
  cli: CliContext,
  name: CommandName,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { output, problem } = await runCommand(await createDeps(cli), name, input, {
    actor: systemActor(),
    language: 'en',
    address: '',
    sessionId: null,
    userAgent: '',
    requestId: null,
    isConfirmed: true,
  });
  if (problem !== null) {
    const errors = Object.entries(problem.errors).map(([key, message]) => `${key}: ${message}`);
    const text = [problem.message ?? '', ...errors].filter(Boolean).join(' ');
    throw new StartError(text || (problem.status === 404 ? 'Not found.' : 'Not possible.'));
  }
  return output;
}

function describeOutput(name: CommandName, output: Record<string, unknown>): string {
  if (name === 'staff:invite') {
    const until = String(output['expires_at']).slice(0, 16).replace('T', ' ');
    const [email, role, url] = ['email', 'role', 'url'].map((key) => String(output[key]));
    return `Invitation for ${email} (${role}), valid until ${until}:\n${url}`;
  }
  const facts = Object.entries(output).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [`${commandLabels[toEventName(name)].en}.`, ...facts].join('\n');
}

/** Dependencies of commands that run beside the shop. */
export async function createDeps(cli: CliContext): Promise<OfficeDeps> {
  const { env, pool, log, db } = cli;
  const address = await readShopAddress(cli);
  return {
    env,
    pool,
    log,
    tokens: createSignedTokens(env.appSecret),
    festival: await loadFestival(db),
    publicUrl: () => address,
    // the shop reads the stock itself
    stockChanged: () => undefined,
  };
}
