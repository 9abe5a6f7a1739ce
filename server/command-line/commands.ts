import { userInfo } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { formatTime } from '#contract/format.ts';
import { listHolds, releaseCarts } from '../cart/hold.ts';
import { StartError } from '../platform/errors.ts';
import { listDemoValues, writeNewFestival } from '../programme/new-festival.ts';
import { readCovers } from '../programme/load-covers.ts';
import { loadProgramme } from '../programme/load-programme.ts';
import { exportProgramme, readCoverFiles, writeProgramme } from '../programme/export-programme.ts';
import { listUnlimitedFree, readProgramme } from '../programme/read-programme.ts';
import { writeAuditEvent } from '../operations/audit-entry.ts';
import {
  describeBoxOffice,
  describeOrder,
  describeOrders,
  countOf,
  formatTable,
  formatEuros,
  type CommandOutput,
} from './lists.ts';
import { actorOf } from '../operations/caller.ts';
import { addShopHint, type CliContext } from './connect.ts';
import { UsageError } from './arguments.ts';
import { runAsSystemUser, runWithFile, createSystemCaller } from './run-office-command.ts';
import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { listDemoAccounts } from '../staff/staff-password.ts';
import { listStaff } from '../staff/staff-members.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';

/** A command of the office with its arguments; `--json` is not one of them. */
export interface Command<Cli = CliContext> {
  usage: string;
  help: string;
  /** Number of required arguments. */
  minArguments: number;
  run: (cli: Cli, args: string[]) => Promise<CommandOutput>;
}

/** Commands that need no database. */
export const fileCommands: Record<string, Command<null>> = {
  'new-festival': {
    usage: 'FOLDER',
    help: 'write a small programme to start from to a new folder',
    minArguments: 1,
    async run(_cli, [folder = '']) {
      await writeNewFestival(folder);
      const text = `Wrote ${folder}. Edit its files, then: npm run office -- load ${folder}`;
      return { text, data: { folder } };
    },
  },
};

/** Every command by its name. */
export const commands: Record<string, Command> = {
  load: {
    usage: 'FILE|FOLDER [--withdraw SLUG] [--create] [--dry-run]',
    help: 'load a programme in the format of db/demo',
    minArguments: 1,
    run: load,
  },
  export: {
    usage: 'FILE.yaml|FOLDER',
    help: 'write the programme to a new file or folder, as load reads it',
    minArguments: 1,
    async run({ pool }, [location = '']) {
      const programme = await exportProgramme(pool);
      await writeProgramme(location, programme, await readCoverFiles(pool));
      const count = programme.concerts.length;
      // after the file: no entry exists without one
      await writeProgrammeEvent(pool, 'programme:export', location, { concerts: count });
      return {
        text: `Exported ${countOf(count, 'concert')} to ${location}.`,
        data: { location, concerts: count },
      };
    },
  },
  orders: {
    usage: '[WORDS]',
    help: 'list the latest orders, or search by name, e-mail or number',
    minArguments: 0,
    run: ({ pool }, args) => describeOrders(pool, args.join(' ')),
  },
  order: {
    usage: 'NUMBER',
    help: 'show an order with tickets, invoices, mails and refunds',
    minArguments: 1,
    run: ({ pool }, [orderNo = '']) => describeOrder(pool, orderNo),
  },
  refund: {
    usage: 'NUMBER [--tickets 12,13 | --retry]',
    help: 'refund an order or some of its tickets; --retry only repeats failed refunds',
    minArguments: 1,
    run: refund,
  },
  resend: {
    usage: 'NUMBER|MAIL-ID',
    help: 'send all mails of an order again, or one mail',
    minArguments: 1,
    run: resend,
  },
  print: {
    usage: 'NUMBER…',
    help: 'write cover pages and tickets of postal orders to a PDF for printing',
    minArguments: 1,
    run: print,
  },
  reconcile: {
    usage: '',
    help: 'compare payments, orders and tickets now',
    minArguments: 0,
    async run(cli) {
      const data = await runAsSystemUser(cli, 'payments:reconcile', {});
      const text = [
        `Paid without ticket or refund: ${String(data['paid_without_ticket_or_refund'])}`,
        `Tickets without payment:       ${String(data['tickets_without_payment'])}`,
        addShopHint(cli, 'The shop now compares its payments with the provider; see its log.'),
      ].join('\n');
      return { text, data };
    },
  },
  holds: {
    usage: '',
    help: 'list the tickets that carts hold, the network with the most tickets first',
    minArguments: 0,
    run: holds,
  },
  release: {
    usage: 'SESSION|NETWORK…',
    help: 'end carts, so that their tickets are available',
    minArguments: 1,
    run: release,
  },
  doors: {
    usage: 'CONCERT',
    help: 'show the door list of a concert, by id or slug',
    minArguments: 1,
    run: ({ pool }, [concert = '']) => describeBoxOffice(pool, concert),
  },
  person: {
    usage: 'export|erase E-MAIL',
    help: 'export or erase the personal data of a person',
    minArguments: 2,
    async run(cli, [what, email = '']) {
      if (what === 'export') {
        const data = await runAsSystemUser(cli, 'person:export', { email });
        return { text: JSON.stringify(data, null, 2), data };
      }
      if (what === 'erase') {
        const input = { email, confirm: email };
        const data = await runAsSystemUser(cli, 'person:erase', input);
        return { text: String(data['done']), data };
      }
      throw new UsageError('Use: npm run office -- person export|erase E-MAIL');
    },
  },
};

async function load({ pool }: CliContext, args: string[]): Promise<CommandOutput> {
  const [location = '', ...rest] = args;
  const { withdraw = [], 'dry-run': isDryRun = false } = readLoadOptions(rest);
  const { programme, images } = await readCovers(pool, location, await readProgramme(location));
  const changes = await loadProgramme(pool, programme, {
    withdraw,
    images,
    isDryRun,
    savedBy: userInfo().username,
    afterChange: (client, rows) =>
      writeProgrammeEvent(client, 'programme:import', location, { rows }),
  });
  const { rows, appeared, changed, left } = changes;
  const list = (what: string, names: string[]): string[] =>
    names.length === 0 ? [] : [`${what}: ${names.join(', ')}`];
  const text = [
    describeLoad(rows, isDryRun),
    ...list('New concerts', appeared),
    ...list('Changed concerts', changed),
    ...list('Withdrawn concerts', left),
    ...listUnlimitedFree(programme).map(
      (type) => `Warning: ${type} costs 0 EUR and has no limit (maxOfType, quotas or onlyWith).`,
    ),
    ...(await listDemoValues(programme)).map(
      (place) => `Warning: festival.yaml: ${place} is still that of the demonstration.`,
    ),
  ].join('\n');
  return { text, data: { ...changes } };
}

function describeLoad(rows: number, isDryRun: boolean): string {
  if (isDryRun) {
    return rows === 0
      ? 'Nothing would change.'
      : `Nothing is loaded; ${countOf(rows, 'row')} would change.`;
  }
  return rows === 0 ? 'Nothing has changed.' : `Loaded; ${countOf(rows, 'row')} changed.`;
}

function readLoadOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        withdraw: { type: 'string', multiple: true },
        create: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The entry of a programme that was written, or that changed some rows (office.md 12). */
async function writeProgrammeEvent(
  client: Pool | PoolClient,
  command: 'programme:import' | 'programme:export',
  location: string,
  after: Record<string, number>,
): Promise<void> {
  const name = path.basename(path.resolve(location));
  await writeAuditEvent(client, {
    actor: actorOf(createSystemCaller()),
    command,
    thing: { kind: 'programme', id: name, name },
    after,
    requestId: null,
  });
}

/** Writes to the current folder. */
async function print(cli: CliContext, args: string[]): Promise<CommandOutput> {
  const numbers = args.map((arg) => arg.toUpperCase());
  const file = `postal-${numbers.join('-').slice(0, 80)}.pdf`;
  const { orders } = await runWithFile(cli, 'order:print', { order: numbers, file });
  const text = `Cover pages and tickets of ${(orders as string[]).join(', ')}: ${file}`;
  return { text, data: { orders, file } };
}

async function holds({ pool }: CliContext): Promise<CommandOutput> {
  const clock = (date: Date): string => formatTime(date, 'en');
  const rows = await listHolds(pool);
  const text = formatTable(
    rows.map(({ since, until, isPaying, ...hold }) => ({
      ...hold,
      since: clock(since),
      until: clock(until),
      paying: isPaying ? 'yes' : '',
    })),
  );
  const list = rows.map(({ since, until, ...hold }) => ({
    ...hold,
    since: toBerlinIso(since),
    until: toBerlinIso(until),
  }));
  return { text, data: { holds: list } };
}

/** The entry of a cart that the command line ends, which the office on the web does not do. */
async function writeReleaseEvent(client: PoolClient, cartId: number): Promise<void> {
  await writeAuditEvent(client, {
    actor: actorOf(createSystemCaller()),
    command: 'cart:release',
    thing: { kind: 'cart', id: cartId, name: `#${cartId}` },
    requestId: null,
  });
}

async function release(cli: CliContext, args: string[]): Promise<CommandOutput> {
  let released = 0;
  let paying = 0;
  for (const arg of args) {
    const done = await releaseCarts(cli.pool, arg, writeReleaseEvent);
    released += done.released;
    paying += done.paying;
  }
  if (released + paying === 0) throw new StartError('None of these holds any tickets.');
  const now = `Carts ended: ${released}. Their tickets are available again.`;
  const later = `Carts being paid: ${paying}. The shop cancels their payments, then releases their tickets.`;
  const text = paying === 0 ? now : `${now}\n${addShopHint(cli, later)}`;
  return { text, data: { released, paying } };
}

// The short forms of the office's commands on orders and mails (office.md 12): the same code and audit entries.

/** Stands in for the reason that the web asks for. */
const REASON = 'npm run office -- refund';

/** `refund NUMBER [--tickets 12,13 | --retry]` runs order:refund. */
async function refund(
  cli: CliContext,
  [orderNo = '', option, list = '']: string[],
): Promise<CommandOutput> {
  const data = await runAsSystemUser(cli, 'order:refund', {
    orderNo,
    reason: REASON,
    ...readTickets(option, list),
  });
  const [cents, retriedCents] = [Number(data['cents']), Number(data['retriedCents'])];
  const voided = data['tickets'] as number[];
  const retried =
    retriedCents === 0
      ? []
      : [`Refunding again what failed: ${formatEuros(retriedCents)}, already invoiced.`];
  if (cents === 0 && voided.length === 0) {
    return { text: addShopHint(cli, retried.join('\n')), data };
  }
  const text = [
    ...retried,
    `Refunding ${formatEuros(cents)}. Tickets voided and on sale again: ${voided.length}.`,
    addShopHint(cli, 'Refund, cancellation invoice and mail follow.'),
  ].join('\n');
  return { text, data };
}

/** Part of the input of order:refund. Throws UsageError. */
function readTickets(option: string | undefined, list: string): Record<string, unknown> {
  if (option === undefined) return { whole: 'yes' };
  if (option === '--retry') return { retry: 'yes' };
  if (option !== '--tickets') {
    throw new UsageError('Use: npm run office -- refund NUMBER [--tickets 12,13 | --retry]');
  }
  const ticket = list.split(',').map((id) => id.trim());
  if (!ticket.every((id) => /^[1-9]\d{0,14}$/.test(id))) {
    throw new UsageError('Give the numbers of tickets: --tickets 12,13');
  }
  return { ticket };
}

/** `resend NUMBER|MAIL-ID` runs order:resend or mail:resend. */
async function resend(cli: CliContext, [what = '']: string[]): Promise<CommandOutput> {
  if (/^\d+$/.test(what)) {
    await runAsSystemUser(cli, 'mail:resend', { id: what });
    return { text: addShopHint(cli, 'Mails sent again: 1.'), data: { mails: 1 } };
  }
  const { mails } = await runAsSystemUser(cli, 'order:resend', { orderNo: what });
  return { text: addShopHint(cli, `Mails sent again: ${String(mails)}.`), data: { mails } };
}

/** Lists of staff that only the command line has (office.md 12). */
export const staffLists: Record<string, Command> = {
  'staff:list': {
    usage: '',
    help: 'list staff and invitations',
    minArguments: 0,
    async run(cli) {
      const staff = await listStaff(cli);
      const text = formatTable(
        staff.map(({ id, role, email, name, state, lastSignedInAt }) => ({
          id: id === null ? '' : String(id),
          role,
          email,
          name,
          state,
          'last sign-in': lastSignedInAt?.slice(0, 16).replace('T', ' ') ?? '',
        })),
      );
      return { text, data: { staff } };
    },
  },
  'staff:demo': {
    usage: '',
    help: 'print role, e-mail and password of the demonstration’s accounts',
    minArguments: 0,
    async run({ env }) {
      if (!hasDemoStaff(env)) throw new StartError('There is no demonstration here.');
      const accounts = listDemoAccounts(createSignedTokens(env.appSecret));
      const lines = accounts.map(({ role, email, password }) => `${role} ${email} ${password}`);
      return await Promise.resolve({ text: lines.join('\n'), data: { accounts } });
    },
  },
};
