import type { CommandName } from '#contract/office/commands.ts';
import { languages } from '#contract/language.ts';
import { fieldsOfPart } from '#contract/office/concert-entries.ts';
import { listFieldNames, listKinds } from '#contract/office/programme-lists.ts';
import { roles } from '#contract/office/staff.ts';
import {
  complimentaryMethods,
  complimentaryKeys,
} from '../complimentary/complimentary-operations.ts';
import { listEventLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { StartError } from '../platform/errors.ts';
import { findDayStart } from '../operations/list-page.ts';
import { z, type ZodObject } from 'zod';
import { operations } from '../operations.ts';
import { complimentaryReasons, messageStates } from '#contract/office/states.ts';
import { orderFilterChoices } from '../orders/order-filter-sql.ts';

type Choices = Partial<Record<string, readonly string[]>>;

/** The valid values of keys with few of them, in every command. */
const sharedChoices: Choices = { role: roles, language: languages };
/** Those of one command; a refund's `reason` is any text. */
const choices: Partial<Record<CommandName, Choices>> = {
  'order:complimentary': { delivery: complimentaryMethods, reason: complimentaryReasons },
  'order:export': orderFilterChoices,
  'message:state': { state: messageStates, from: messageStates },
};

const dayRange = { from: 'DAY', to: 'DAY' };
/** How other values are written, in every command. */
const sharedFormats: Partial<Record<string, string>> = {
  concert: 'ID',
  country: 'CODE',
  day: 'DAY',
  file: 'FILE',
};
/** Those of one command; `to` is an address where mails are sent again. */
const formats: Partial<Record<CommandName, Partial<Record<string, string>>>> = {
  'order:export': { ...dayRange, list: 'orders|CONCERT' },
  'audit:export': { ...dayRange, who: 'ID|other', what: 'EVENT' },
};

/** Checkboxes of forms; of a sale, `undo` names versions. */
const switches =
  /^(?:bom|retry|undo|whole|refundPostage|endLinks|academy|longNight|ticketsAtBoxOffice)$|-(?:intervalAfter|offered)$/;

/** The values that tick a checkbox; a form sends 1. */
export const switchValues = ['yes', 'true', 'on', '1'] as const;

/** Whether a key is a checkbox of a form. */
const isSwitch = (name: CommandName, key: string): boolean =>
  switches.test(key) && !(key === 'undo' && name.startsWith('sale:'));

/** The valid values of a list's filters with few of them. */
const listFilterChoices = (name: CommandName): Choices => choices[name] ?? {};

/** How a key's value is written: its choices or its format. */
function describeArgument(name: CommandName, key: string): string {
  if (isSwitch(name, key)) return switchValues[0];
  const values = choices[name]?.[key] ?? sharedChoices[key];
  return values?.join('|') ?? formats[name]?.[key] ?? sharedFormats[key] ?? 'VALUE';
}

/** The meanings of the words in capitals; help explains those that a command has. */
const words: Record<string, string> = {
  CODE: 'the two letters of a country, such as AT, or the number that the form sends',
  DAY: 'such as 2026-08-22',
  EVENT: 'the name of a command, as help lists them',
};

/** One line for each word of a command's use that needs an explanation. */
export const explainWords = (use: string): string[] =>
  Object.entries(words)
    .filter(([word]) => new RegExp(`\\b${word}\\b`).test(use))
    .map(([word, meaning]) => `${word}: ${meaning}.`);

/** The arguments of a call, as texts. */
export type Given = Record<string, string>;

/** Keys of order:export that do not narrow a box-office list. */
const orderFilters = ['q', 'concert', 'state', 'delivery', 'origin', 'from', 'to'];

function refuse(key: string, problem: string): never {
  throw new StartError(`${key}: ${problem}`);
}

const refuseOther = (key: string, values: readonly string[]): never =>
  refuse(key, formTexts.oneOf.en({ values }));

/** Throws StartError for a checkbox with another value: any text would tick it, even `--whole no`. */
export function checkSwitches(name: CommandName, input: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(input)) {
    const isTicked = value === '' || switchValues.some((each) => each === String(value));
    if (isSwitch(name, key) && !isTicked) refuseOther(key, switchValues);
  }
}

/**
 * Throws StartError for a filter that makes no sense. The web ignores it and says so; in a file with the whole list,
 * nobody would notice.
 */
export function checkFilters(name: CommandName, given: Given): void {
  const known = listFilterChoices(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === '') continue;
    const values = known[key];
    if (values?.includes(value) === false) refuseOther(key, values);
    if (/^(?:from|to)$/.test(key) && findDayStart(value) === null) refuse(key, formTexts.day.en);
    if (key === 'concert' && !isId(value)) refuse(key, 'Must be the id of a concert.');
    if (key === 'list' && value !== 'orders' && !isId(value)) {
      refuse(key, 'Must be orders, or the id of a concert for its box-office list.');
    }
    if (key === 'who' && value !== 'other' && !isId(value)) {
      refuse(key, 'Must be the id of a person of the staff, or other.');
    }
    if (key === 'what' && !listEventLabels('en').some((event) => event.value === value)) {
      refuse(key, `There is no event ${value}; npm run office -- help lists the commands.`);
    }
  }
  if (name === 'order:export' && !/^(?:orders)?$/.test(given['list'] ?? '')) {
    const filter = orderFilters.find((key) => (given[key] ?? '') !== '');
    if (filter !== undefined) refuse(filter, 'A box-office list is always the whole list.');
  }
}

const isId = (value: string): boolean => /^\d{1,9}$/.test(value);

/** A call that is not how a command is used: exit code 2 (office.md 12). */
export class UsageError extends Error {}

/** Keys that may be given without their name, in this order. */
const positionalKeys: Partial<Record<CommandName, string[]>> = {
  'staff:invite': ['email'],
  'staff:role': ['id', 'role'],
  'staff:disable': ['id'],
  'staff:enable': ['id'],
  'door:pair': ['for'],
  'door:revoke': ['what', 'id'],
};

const csvKeys = ['language', 'bom'];
/** Keys of a call where the schema does not list them; `{id}` stands for a number. */
const inputKeys: Partial<Record<CommandName, readonly string[]>> = {
  'concert:create': fieldsOfPart('details'),
  'concert:save': [
    'id',
    'version',
    'part',
    ...fieldsOfPart('details'),
    ...fieldsOfPart('programme'),
  ],
  'concert:move': [
    'id',
    'version',
    'part',
    'mail',
    'reason_de',
    'reason_en',
    'returns',
    'donation',
    ...fieldsOfPart('details'),
  ],
  'sale:save': ['id', 'version', 'part', 'prices', 'undo', ...fieldsOfPart('sale')],
  ...Object.fromEntries(
    listKinds.map((kind) => [`${kind}:save`, ['id', 'version', ...listFieldNames(kind)]]),
  ),
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
    // an entry of a list without one is new
    if (key === 'id') return !listKinds.some((kind) => name === `${kind}:save`);
    if (requiredKeys[name]?.includes(key) === true) return true;
    const field = fields[key];
    return field !== undefined && !z.safeParse(field, undefined).success;
  });
}

/** Whether a given key is this one of `listInputKeys`, where `{id}` stands for a number. */
const isSameKey = (given: string, key: string): boolean =>
  given === key || given.replace(/(?<=-)\d+(?=-|$)/, '{id}') === key;

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
