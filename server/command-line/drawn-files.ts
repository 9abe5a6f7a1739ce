import type { CommandName } from '#contract/office/commands.ts';
import type { OfficePdf } from '#contract/office/order-queries.ts';
import { readRowId } from '#contract/office/row-id.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { StartError } from '../platform/errors.ts';
import { readFor } from '../operations.ts';
import { listPrintableOrders } from '../documents/operations.ts';
import type { Context } from '../operations/define.ts';
import { describeUse, UsageError } from './parse-arguments.ts';
import { Problem } from '../platform/problem.ts';

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
