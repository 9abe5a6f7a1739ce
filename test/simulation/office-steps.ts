import { berlinDate, DAY_MS } from '#contract/berlin-time.ts';
import { toConcertEntries } from '#contract/office/concert-entries.ts';
import type { CommandName } from '#contract/office/commands.ts';
import { runKinds } from '#server/run-kinds.ts';
import { stepRunItem } from '#server/runs/step-run-item.ts';
import { advanceRuns } from '../shop/advance-time.ts';
import { addDocument } from '../shop/cancel-concert.ts';
import { createConcert, type NewConcert, type TestConcert } from '../shop/create-concert.ts';
import { PageBuyer } from '../shop/page-buyer.ts';
import type { TestShop } from '../shop/start-test-shop.ts';
import { isReconciled, killConnections, mayBePaidByHand } from './environment-steps.ts';
import type { Step, World } from './world.ts';

const MINUTES = [1, 1, 60, 3 * 1440, 12 * 1440];
const CONCERT: NewConcert = { quantity: 10, prices: [2200, 1100] };

/** A concert on sale that the office can cancel and move. */
export async function addConcert(shop: TestShop, concert: NewConcert): Promise<TestConcert> {
  const added = await createConcert(shop.pool, concert);
  await addDocument(shop.pool, added);
  return added;
}

/** Runs a command of the office in one of the processes; returns `done` or the status of its problem. */
async function command(
  { random, offices }: World,
  name: CommandName,
  input: Record<string, unknown>,
): Promise<string | number> {
  const { problem } = await random.pick(offices).run(name, input);
  return problem === null ? 'done' : JSON.stringify(problem);
}

/** A random row of this query; undefined without any. */
async function pickRow<Row extends object>(
  { random, shops: [shop] }: World,
  sql: string,
): Promise<Row | undefined> {
  const { rows } = await shop.pool.query<Row>(sql);
  return rows.length === 0 ? undefined : random.pick(rows);
}

async function cancel(world: World): Promise<string | number> {
  const index = world.random.below(world.concerts.length);
  const { id } = world.concerts[index] as TestConcert;
  const found = await pickRow<{ slug: string }>(world, `select slug from concert where id = ${id}`);
  const input = { id: String(id), slug: found?.slug, reason_de: 'krank', reason_en: 'ill' };
  const donation = world.random.chance(0.6) ? { donation: '1' } : {};
  const isReplaced = world.random.chance(0.7);
  const result = await command(world, 'concert:cancel', { ...input, ...donation });
  // some people keep trying to buy tickets of the cancelled one
  if (isReplaced) world.concerts[index] = await addConcert(world.shops[0], CONCERT);
  return result;
}

/** A day from this number of days on, as YYYY-MM-DD. */
const dayAfter = (days: number, { random }: World): string =>
  berlinDate(new Date(Date.now() + (days + random.below(20)) * DAY_MS));

async function move(world: World): Promise<string | number> {
  const { id } = world.random.pick(world.concerts);
  const office = world.random.pick(world.offices);
  const { document, version } = await office.query('concert:document', { id });
  const entries = { ...toConcertEntries(document), start_day: [dayAfter(40, world)] };
  const returns = { mail: 'yes', returns: dayAfter(10, world), donation: '1' };
  const answers = world.random.pick([{ mail: 'no' }, { mail: 'yes' }, returns, returns]);
  const input = { id, version, part: 'details', ...entries, ...answers };
  return await command(world, 'concert:move', input);
}

const dueItemsSql = `select i.id from run_item i join run r on r.id = i.run_id
  where r.undone_at is null and r.begins_at <= now() and i.next_at <= now() order by i.id`;

/** Steps some of the items that are due, some of them twice at once; sometimes a process dies in between. */
async function stepItems(world: World): Promise<string> {
  const { rows } = await world.shops[0].pool.query<{ id: number }>(dueItemsSql);
  const due = rows.slice(0, 1 + world.random.below(6));
  const dies = world.random.chance(0.2);
  const steps = due.flatMap(({ id }) => {
    const shops = world.random.chance(0.4) ? world.shops : [world.random.pick(world.shops)];
    return shops.map(({ deps }) => stepRunItem(deps, runKinds, id));
  });
  const death = dies ? killConnections(world.shops[0].pool) : 0;
  const [ended, ...done] = await Promise.allSettled([death, ...steps]);
  if (ended.status === 'rejected') throw ended.reason;
  return done.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).join(' ');
}

/** A buyer of a cancelled or moved concert chooses, again or too late; sometimes in two tabs at once. */
async function choose(world: World): Promise<string> {
  const item = await pickRow<{ id: number; owed_cents: number }>(
    world,
    `select id, owed_cents from run_item where state in ('asked', 'kept') or id % 5 = 0`,
  );
  if (item === undefined) return 'nobody is asked';
  const tabs = world.random.chance(0.2) ? world.shops : [world.random.pick(world.shops)];
  const answers = tabs.map((shop) => {
    const choice = world.random.pick(['refund', 'part', 'part', 'all', 'keep', '']);
    const amount = String(world.random.below(Math.max(item.owed_cents, 2200) / 100 + 2));
    const token = shop.deps.tokens.sign('choice', item.id, 1);
    return new PageBuyer(shop).choose({ token, answer: choice, amount });
  });
  return (await Promise.all(answers)).join(' ');
}

/** Steps of the office, of its runs, and of buyers whose concert is cancelled. */
export const officeSteps: Step[] = [
  { name: 'cancel a concert', weight: 5, run: cancel },
  { name: 'move a concert', weight: 4, run: move },
  {
    name: 'undo a run',
    weight: 1,
    run: async (world) => {
      const run = await pickRow<{ id: number }>(world, 'select id from run order by id');
      if (run === undefined) return 'none';
      return await command(world, 'run:undo', { id: String(run.id) });
    },
  },
  {
    name: 'start a run',
    weight: 2,
    run: async (world) => {
      const run = await pickRow<{ id: number }>(world, 'select id from run order by id');
      if (run === undefined) return 'none';
      return await command(world, 'run:start', { id: String(run.id) });
    },
  },
  {
    name: 'retry a run',
    weight: 3,
    run: async (world) => {
      const run = await pickRow<{ run_id: number }>(
        world,
        `select run_id from run_item_state order by state = 'failed' desc, id limit 4`,
      );
      if (run === undefined) return 'none';
      return await command(world, 'run:retry', { id: String(run.run_id) });
    },
  },
  { name: 'step items', weight: 14, run: stepItems },
  {
    name: 'runs go on',
    weight: 6,
    run: async (world) => {
      const minutes = world.random.pick(MINUTES);
      // by then the shop knows what was returned elsewhere, before it carries out a choice
      if (minutes > 1 && !(await isReconciled(world))) return 'not yet';
      await advanceRuns(world.shops[0].pool, minutes);
      return `${minutes} min`;
    },
  },
  { name: 'choose', weight: 10, run: choose },
  {
    name: 'settle by hand',
    weight: 2,
    run: async (world) => {
      const failed = await pickRow<{ id: number; order_no: string }>(
        world,
        `select r.id, o.order_no from refund r join orders o on o.checkout_id = r.checkout_id
         where r.failed_at is not null and ${mayBePaidByHand} order by r.id`,
      );
      if (failed === undefined || !(await isReconciled(world))) return 'none';
      const { order_no: orderNo, id } = failed;
      const input = { orderNo, refund: String(id), day: '2025-08-01', way: 'transfer', remark: '' };
      return await command(world, 'order:settle-by-hand', input);
    },
  },
  {
    name: 'refund an order',
    weight: 4,
    run: async (world) => {
      const ticket = await pickRow<{ id: number; order_no: string }>(
        world,
        `select t.id, o.order_no from orders o join ticket t on t.order_id = o.id order by t.id`,
      );
      if (ticket === undefined) return 'none';
      const what = world.random.pick([
        { whole: '1' },
        { ticket: String(ticket.id) },
        { retry: '1' },
      ]);
      return await command(world, 'order:refund', {
        orderNo: ticket.order_no,
        reason: 'asked',
        ...what,
      });
    },
  },
  {
    name: 'reissue a ticket',
    weight: 3,
    run: async (world) => {
      const ticket = await pickRow<{ id: number; order_no: string }>(
        world,
        `select t.id, o.order_no from orders o join ticket t on t.order_id = o.id
         where t.voided_at is null order by t.id`,
      );
      if (ticket === undefined) return 'none';
      const { order_no: orderNo, id } = ticket;
      return await command(world, 'order:reissue', { orderNo, ticket: String(id) });
    },
  },
];
