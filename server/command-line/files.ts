import type { CommandName } from '#contract/office/commands.ts';
import type { CsvOptions } from '#contract/office/lists.ts';
import { languages, type Language } from '#contract/language.ts';
import { formTexts } from '#messages/office/forms.ts';
import { StartError } from '../platform/errors.ts';
import { readFor } from '../operations.ts';
import type { Context } from '../operations/define.ts';
import { switchValues } from './argument-values.ts';
import type { Given } from './check-arguments.ts';
import type { OfficePdf } from '#contract/office/order-queries.ts';
import { readRowId } from '#contract/office/row-id.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { listPrintableOrders } from '../documents/operations.ts';
import { describeUse, UsageError } from './parse-arguments.ts';
import { Problem } from '../platform/problem.ts';

type ReadList = (context: Context, given: Given) => Promise<AsyncIterable<string>>;

/** The lists that commands export: the command writes the audit entry, this code the lines. */
export const exportedLists: Partial<Record<CommandName, ReadList>> = {
  'order:export': (context, { list = 'orders', ...filters }) =>
    list === 'orders'
      ? readFor(context.deps, 'order:csv', context.caller, { ...filters, ...readOptions(filters) })
      : readFor(context.deps, 'order:box-office-csv', context.caller, {
          id: Number(list),
          ...readOptions(filters),
        }),
  'newsletter:export': (context, { q = '', ...given }) =>
    readFor(context.deps, 'newsletter:csv', context.caller, { q, ...readOptions(given) }),
  'audit:export': (context, { who = '', what = '', from = '', to = '', thing = '', ...given }) =>
    readFor(context.deps, 'audit:csv', context.caller, {
      filters: { who, what, from, to, thing },
      ...readOptions(given),
    }),
};

/** The format of the CSV. Throws StartError for an unknown language. */
export function readOptions({ language = 'en', bom }: Given): CsvOptions {
  const isKnown = (text: string): text is Language => languages.some((each) => each === text);
  if (!isKnown(language)) {
    throw new StartError(`language: ${formTexts.oneOf.en({ values: languages })}`);
  }
  return { language, hasBom: switchValues.some((each) => each === bom) };
}

type DrawFile = (context: Context, input: Record<string, unknown>) => Promise<OfficePdf>;

/** The files that commands draw: the command writes the audit entry, this code the PDF that a page would lead to. */
export const drawnFiles: Partial<Record<CommandName, DrawFile>> = {
  async 'order:print'(context, { order = [], concert = '' }) {
    const orders = [order].flat().map((no) => String(no).toUpperCase());
    if (orders.length === 0 && concert === '') {
      throw new UsageError(`order:print wants order or concert: ${describeUse('order:print')}`);
    }
    try {
      // the PDF leaves out what cannot be printed; the command line says why
      if (concert === '') await listPrintableOrders(context.deps.pool, orders);
      return await readFor(context.deps, 'order:tickets-pdf', context.caller, {
        orders,
        concert: concert === '' ? null : readRowId(String(concert)),
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      throw new StartError((error.extras.message ?? commandProblemTexts.nothingToPrint).en);
    }
  },
};
