import type { CommandName } from '#contract/office/commands.ts';
import { languages } from '#contract/language.ts';
import { complimentaryReasons } from '#contract/office/complimentary-queries.ts';
import { messageStates } from '#contract/office/message-queries.ts';
import { orderFilterChoices } from '#contract/office/order-queries.ts';
import { roles } from '#contract/office/staff.ts';
import { complimentaryMethods } from '../complimentary/complimentary-operations.ts';

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

/** Checkboxes of forms. */
const switches = ['bom', 'retry', 'undo', 'whole'];

/** The values that tick a checkbox; a form sends 1. */
export const switchValues = ['yes', 'true', 'on', '1'] as const;

/** Whether a key is a checkbox of a form. */
export const isSwitch = (key: string): boolean => switches.includes(key);

/** The valid values of a list's filters with few of them. */
export const listFilterChoices = (name: CommandName): Choices => choices[name] ?? {};

/** How a key's value is written: its choices or its format. */
export function describeArgument(name: CommandName, key: string): string {
  if (isSwitch(key)) return switchValues[0];
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
