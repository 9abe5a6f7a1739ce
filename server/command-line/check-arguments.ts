import type { CommandName } from '#contract/office/commands.ts';
import { listEventLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import { StartError } from '../platform/errors.ts';
import { findDayStart } from '../operations/list-page.ts';
import { isSwitch, listFilterChoices, switchValues } from './argument-values.ts';

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
export function checkSwitches(input: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(input)) {
    const isTicked = value === '' || switchValues.some((each) => each === String(value));
    if (isSwitch(key) && !isTicked) refuseOther(key, switchValues);
  }
}

/**
 * Throws StartError for a filter that makes no sense. The web ignores it and says so; in a file with the whole list,
 * nobody would notice.
 */
export function checkFilters(name: CommandName, given: Given): void {
  const choices = listFilterChoices(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === '') continue;
    const values = choices[key];
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
