import type { CommandName } from '#contract/office/commands.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { orderFilterChoices } from '#contract/office/order-queries.ts';
import { type Language, languages } from '#contract/language.ts';
import { formTexts } from '#messages/office/forms.ts';
import { StartError } from '../../platform/errors.ts';
import { findDayStart } from '../find-day-start.ts';
import { officeQueries } from '../office-queries.ts';
import type { QueryContext } from '../query.ts';

/** The arguments of a call: filters of the list, `language` and `bom` (office.md 9). */
type Given = Record<string, string>;
type ReadList = (context: QueryContext, given: Given) => Promise<AsyncIterable<string>>;

/** The lists that commands export: the command writes the audit entry, this code the lines. */
export const exportedLists: Partial<Record<CommandName, ReadList>> = {
  'order:export': (context, { list = 'orders', ...filters }) =>
    list === 'orders'
      ? officeQueries['order:csv'](context, { ...filters, ...readOptions(filters) })
      : officeQueries['order:box-office-csv'](context, {
          id: Number(list),
          ...readOptions(filters),
        }),
  'newsletter:export': (context, { q = '', ...given }) =>
    officeQueries['newsletter:csv'](context, { q, ...readOptions(given) }),
  'audit:export': (context, { who = '', what = '', from = '', to = '', thing = '', ...given }) =>
    officeQueries['audit:csv'](context, {
      filters: { who, what, from, to, thing },
      ...readOptions(given),
    }),
};

/**
 * Throws StartError for a filter that makes no sense. The web ignores it and shows so; nobody would see that in a file
 * that holds the whole list.
 */
export function checkFilters(given: Given): void {
  const refuse = (key: string, problem: string): never => {
    throw new StartError(`${key}: ${problem}`);
  };
  for (const [key, value] of Object.entries(given)) {
    if (value === '') continue;
    const values = filterChoices[key];
    if (values?.includes(value) === false) refuse(key, formTexts.oneOf.en({ values }));
    if (/^(?:from|to)$/.test(key) && findDayStart(value) === null) refuse(key, formTexts.day.en);
    if (key === 'concert' && !/^\d{1,9}$/.test(value)) refuse(key, 'Must be the id of a concert.');
  }
}

const filterChoices: Partial<Record<string, readonly string[]>> = orderFilterChoices;

/** The format of the CSV. Throws StartError for an unknown language. */
export function readOptions({ language = 'en', bom }: Given): CsvOptions {
  const isKnown = (text: string): text is Language => languages.some((each) => each === text);
  if (!isKnown(language)) {
    throw new StartError(`language: ${formTexts.oneOf.en({ values: languages })}`);
  }
  return { language, bom: bom === '1' };
}
