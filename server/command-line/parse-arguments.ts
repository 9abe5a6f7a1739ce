import { z, type ZodObject } from 'zod';
import type { CommandName } from '#contract/office/commands.ts';
import { operations } from '../operations.ts';
import { complimentaryKeys } from '../complimentary/complimentary-operations.ts';
import { describeArgument } from './argument-values.ts';

/** A call that is not how a command is used: exit code 2 (office.md 12). */
export class UsageError extends Error {}

/** Keys that may be given without their name, in this order. */
const positionalKeys: Partial<Record<CommandName, string[]>> = {
  'staff:invite': ['email'],
  'staff:role': ['id', 'role'],
  'staff:disable': ['id'],
  'staff:enable': ['id'],
};

const csvKeys = ['language', 'bom'];
/** Keys of a call where the schema does not list them; `{id}` at the end stands for a number. */
const inputKeys: Partial<Record<CommandName, readonly string[]>> = {
  'order:complimentary': complimentaryKeys,
  // the file to write
  'order:print': ['order', 'concert', 'file'],
  'order:export': ['list', 'q', 'concert', 'state', 'delivery', 'origin', 'from', 'to', ...csvKeys],
  'newsletter:export': ['q', ...csvKeys],
  'audit:export': ['who', 'what', 'from', 'to', 'thing', ...csvKeys],
};

/** Keys that a call must have, besides `id`, where the schema does not say so: a page sends them in any case. */
const requiredKeys: Partial<Record<CommandName, string[]>> = {
  'order:reissue': ['ticket'],
  'order:retry-refund': ['refund'],
  'order:settle-by-hand': ['refund'],
  'order:sent': ['order'],
  'order:complimentary': [
    'tickets-{id}',
    'firstName',
    'lastName',
    'email',
    'language',
    'delivery',
    'reason',
  ],
};

/** The fields of a command's input, as far as its schema lists them. */
function fieldsOf(name: CommandName): ZodObject['shape'] {
  const schema = operations[name].input as Partial<ZodObject>;
  return schema.shape ?? {};
}

/** The keys of a command's input. */
const listInputKeys = (name: CommandName): string[] => [
  ...(inputKeys[name] ?? Object.keys(fieldsOf(name))),
];

/** The keys that a call must have; without them it is wrong use. */
function listRequiredKeys(name: CommandName): string[] {
  const fields = fieldsOf(name);
  return listInputKeys(name).filter((key) => {
    if (key === 'id' || requiredKeys[name]?.includes(key) === true) return true;
    const field = fields[key];
    return field !== undefined && !z.safeParse(field, undefined).success;
  });
}

/** Whether a given key is this one of `listInputKeys`, where `{id}` stands for a number. */
const isSameKey = (given: string, key: string): boolean =>
  given === key || given.replace(/\d+$/, '{id}') === key;

/** How a command is used. */
export function describeUse(name: CommandName): string {
  const positional = positionalKeys[name] ?? [];
  const keys = listInputKeys(name).filter((key) => !positional.includes(key));
  const required = listRequiredKeys(name);
  return [
    `npm run office -- ${name}`,
    ...positional.map((key) => key.toUpperCase()),
    ...keys.map((key) => {
      const option = `--${key} ${describeArgument(name, key)}`;
      return required.includes(key) ? option : `[${option}]`;
    }),
    '[--input JSON] [--json]',
  ].join(' ');
}

/** Parses the arguments: input and whether JSON is wanted. Throws UsageError. */
export function parseArguments(name: CommandName, args: string[]) {
  const keys = listInputKeys(name);
  const positional = [...(positionalKeys[name] ?? [])];
  const input: Record<string, unknown> = {};
  let isJson = false;
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i] ?? '';
    if (arg === '--json') {
      isJson = true;
    } else if (arg.startsWith('--')) {
      const [key = '', inline] = arg.slice(2).split(/=(.*)/s);
      const value = inline ?? args[(i += 1)];
      if (value === undefined) throw new UsageError(`--${key} wants a value.`);
      if (key === 'input') Object.assign(input, parseInput(name, keys, value));
      else addValue(input, checkKey(name, keys, key), value);
    } else {
      const key = positional.shift();
      if (key === undefined) throw new UsageError(`"${arg}" is too much: ${describeUse(name)}`);
      input[key] = arg;
    }
  }
  const missing = listRequiredKeys(name).filter(
    (key) => !Object.keys(input).some((given) => isSameKey(given, key)),
  );
  if (missing.length > 0) {
    throw new UsageError(`${name} wants ${missing.join(' and ')}: ${describeUse(name)}`);
  }
  return { input, isJson };
}

function checkKey(name: CommandName, keys: string[], key: string): string {
  if (keys.some((each) => isSameKey(key, each))) return key;
  throw new UsageError(`${name} has no --${key}: ${describeUse(name)}`);
}

/** A key that is given again makes a list, like the checkboxes of a form. */
function addValue(input: Record<string, unknown>, key: string, value: string): void {
  input[key] = key in input ? [input[key], value].flat() : value;
}

function parseInput(name: CommandName, keys: string[], text: string): object {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--input wants a JSON object.');
  }
  for (const key of Object.keys(value)) checkKey(name, keys, key);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
