import { countViolations } from '../../invariants.ts';
import { refundOrder } from '../../payment/refund-order.ts';
import { StartError } from '../../platform/start-error.ts';
import { resendMail } from '../../platform/mail/queue-mail.ts';
import { loadProgramme } from '../../programme/load-programme.ts';
import { readProgramme } from '../../programme/read-programme.ts';
import { doorList } from '../../door/door-list.ts';
import { describeOrder, findOrders } from './find-orders.ts';
import type { CliContext } from './connect.ts';
import { erasePersonalData, exportPersonalData } from './personal-data.ts';
import { euros, table } from './format-table.ts';

/** A command of the office: what it is called with, what it does, what it prints. */
export interface Command {
  usage: string;
  help: string;
  /** Words it cannot do without. */
  least: number;
  run: (office: CliContext, words: string[]) => Promise<string>;
}

/** Every command by its name. */
export const commands: Record<string, Command> = {
  load: {
    usage: 'FILE|FOLDER',
    help: 'load a programme in the format of db/demo',
    least: 1,
    async run({ db }, [location = '']) {
      const changes = await loadProgramme(db, await readProgramme(location));
      return changes === 0 ? 'Nothing has changed.' : `Loaded; ${changes} rows changed.`;
    },
  },
  orders: {
    usage: '[WORDS]',
    help: 'the latest orders, or those with a name, e-mail or number',
    least: 0,
    run: async ({ pool }, words) => table(await findOrders(pool, words.join(' '))),
  },
  order: {
    usage: 'NUMBER',
    help: 'one order with its tickets, documents, mails and refunds',
    least: 1,
    run: ({ pool }, [orderNo = '']) => describeOrder(pool, orderNo),
  },
  refund: {
    usage: 'NUMBER [--tickets 12,13]',
    help: 'refund an order, or some of its tickets',
    least: 1,
    run: refund,
  },
  resend: {
    usage: 'NUMBER|MAIL-ID',
    help: "send an order's mails again, or one mail",
    least: 1,
    run: resend,
  },
  reconcile: {
    usage: '',
    help: 'compare provider, orders and tickets now',
    least: 0,
    async run(office) {
      await office.pool.query(
        `select graphile_worker.add_job('reconcile', '{}', job_key => 'reconcile-now')`,
      );
      const found = await countViolations(office.pool);
      return [
        `Paid without ticket or refund: ${found.paid_without_ticket_or_refund}`,
        `Tickets without payment:       ${found.tickets_without_payment}`,
        later(office, 'The shop asks the provider now; see its log.'),
      ].join('\n');
    },
  },
  doors: {
    usage: 'CONCERT',
    help: 'the door list of a concert, by its number or slug',
    least: 1,
    run: async ({ pool }, [concert = '']) => {
      const { heading, rows } = await doorList(pool, concert);
      return `${heading}\n\n${table(rows.map((row) => ({ ...row })))}`;
    },
  },
  person: {
    usage: 'export|erase E-MAIL',
    help: 'everything stored of a person; or forget them',
    least: 2,
    async run({ pool }, [what, email = '']) {
      if (what === 'export') return JSON.stringify(await exportPersonalData(pool, email), null, 2);
      if (what === 'erase') return await erasePersonalData(pool, email);
      throw new StartError('Use: npm run office -- person export|erase E-MAIL');
    },
  },
};

async function refund(
  office: CliContext,
  [orderNo = '', option, list = '']: string[],
): Promise<string> {
  if (option !== undefined && option !== '--tickets') {
    throw new StartError('Use: npm run office -- refund NUMBER [--tickets 12,13]');
  }
  const ticketIds = option === undefined ? null : list.split(',').map(Number);
  if (ticketIds?.some((id) => !Number.isSafeInteger(id) || id < 1)) {
    throw new StartError('Tickets are named by their numbers: --tickets 12,13');
  }
  const tools = { pool: office.pool, stockChanged: () => undefined };
  const done = await refundOrder(tools, { orderNo: orderNo.toUpperCase(), ticketIds });
  return [
    `${euros(done.cents)} go back. Tickets void, their places on sale again: ${done.ticketIds.length}.`,
    later(office, 'Refund, cancellation invoice and mail are on their way.'),
  ].join('\n');
}

async function resend(office: CliContext, [what = '']: string[]): Promise<string> {
  const ids = /^\d+$/.test(what)
    ? [Number(what)]
    : await findMailsOfOrder(office, what.toUpperCase());
  if (ids.length === 0) throw new StartError(`No mail belongs to ${what}.`);
  for (const id of ids) await resendMail(office.pool, id);
  return later(office, `Mails sent again: ${ids.length}.`);
}

async function findMailsOfOrder({ pool }: CliContext, orderNo: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select m.id from mail m, orders o
     where o.order_no = $1 and m.event_key not like 'resend-%' and ((m.facts->>'orderId')::bigint = o.id
       or (m.facts->>'checkoutId')::bigint = o.checkout_id) order by m.id`,
    [orderNo],
  );
  return rows.map((row) => row.id);
}

/** Jobs are carried out by the shop; without one they wait for its next start. */
function later(office: CliContext, text: string): string {
  return office.shopRuns ? text : `${text} (As soon as the shop runs again.)`;
}
