import type { Pool } from 'pg';
import { releaseExpiredHolds } from '#server/cart/hold.ts';
import { cancelExpiredPayments } from '#server/payment/cancel-payment.ts';
import { reconcile } from '#server/payment/reconcile.ts';
import { executeRefund } from '#server/payment/execute-refund.ts';
import { advance, advanceAll } from '../shop/advance-time.ts';
import type { Step, World } from './world.ts';

const faults = (world: World) => world.shops[0].sandbox.faults;
const CALLS = [
  'POST /v1/payment_intents',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/cancel',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/:id',
  'POST /v1/checkout/sessions/:id/expire',
  'POST /v1/refunds',
  'GET /v1/refunds',
  '*',
];

/** Half of the orders o: their failed refunds are paid by hand, those of the others in the dashboard. */
export const mayBePaidByHand = 'o.id % 2 = 0';

/** Ends some of the connections to the database, as the death of a process does. */
export async function killConnections(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(
    `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and random() < 0.4`,
  );
  return rows[0]?.ended ?? 0;
}

/** Whether the shop knows all refunds and disputes of the provider. */
export async function isReconciled(world: World): Promise<boolean> {
  const [shop] = world.shops;
  await reconcile(shop.payment);
  const { rows } = await shop.pool.query<{ id: string }>(
    `select provider_id as id from refund union all select id from dispute`,
  );
  const known = new Set(rows.map(({ id }) => id));
  return [...faults(world).refunds(), ...faults(world).disputes()].every(
    ({ id, status }) => status === 'failed' || known.has(id),
  );
}

/**
 * The payments whose money may go back by another way: not if the buyer donates it, or if the office may pay a failed
 * refund by hand, since nobody could take that back.
 */
async function listReturnable(world: World): Promise<string[]> {
  const { rows } = await world.shops[0].pool.query<{ intent_id: string }>(
    `select c.intent_id from checkout c where exists (
         select from refund r join orders o on o.checkout_id = c.id
         where r.checkout_id = c.id and r.failed_at is not null and ${mayBePaidByHand})
       or exists (select from orders o join run_item i on i.order_id = o.id where o.checkout_id = c.id
         and i.facts->>'answer' in ('part', 'all'))`,
  );
  const others = new Set(rows.map((row) => row.intent_id));
  return faults(world)
    .intents()
    .filter(({ id, status }) => status === 'succeeded' && !others.has(id))
    .map(({ id }) => id);
}

/** Steps of the provider, the network, the clock, the machine and the jobs. */
export const environmentSteps: Step[] = [
  {
    name: 'webhooks',
    weight: 6,
    run: (world) => {
      const effect = world.random.pick(['drop', 'duplicate', 'reverse', 'hold', 'delay'] as const);
      const times = 1 + world.random.below(4);
      faults(world).webhooks({ effect, times, ms: world.random.below(30) });
      return Promise.resolve(effect);
    },
  },
  {
    name: 'provider',
    weight: 6,
    run: (world) => {
      const route = world.random.pick(CALLS);
      const effect = world.random.pick(['error', 'cut', 'slow', 'silence'] as const);
      const when = world.random.pick(['before', 'after'] as const);
      faults(world).route({ route, effect, when, ms: 20, isStored: world.random.chance(0.5) });
      return Promise.resolve(`${effect} ${when} ${route}`);
    },
  },
  {
    name: 'faults end',
    weight: 5,
    run: (world) => {
      faults(world).clear();
      return Promise.resolve('');
    },
  },
  {
    name: 'bank decides',
    weight: 5,
    run: (world) => {
      const waiting = faults(world)
        .intents()
        .filter(({ status }) => status === 'processing');
      if (waiting.length === 0) return Promise.resolve('none is processing');
      const end = world.random.chance(0.8) ? 'succeed' : 'fail';
      faults(world).endProcessing(world.random.pick(waiting).id, end);
      return Promise.resolve(end);
    },
  },
  {
    name: 'refund arrives',
    weight: 2,
    run: (world) => {
      const pending = faults(world)
        .refunds()
        .filter(({ status }) => status === 'pending');
      if (pending.length === 0) return Promise.resolve('none');
      faults(world).endRefund(world.random.pick(pending).id, 'succeeded');
      return Promise.resolve('succeeded');
    },
  },
  {
    // also days after it succeeded
    name: 'refund fails',
    weight: 3,
    run: (world) => {
      const made = faults(world)
        .refunds()
        .filter(({ status }) => status !== 'failed');
      if (made.length === 0) return Promise.resolve('none');
      faults(world).endRefund(world.random.pick(made).id, 'failed');
      return Promise.resolve('failed');
    },
  },
  {
    name: 'dashboard refund',
    weight: 2,
    run: async (world) => {
      const paid = await listReturnable(world);
      if (paid.length === 0) return 'nothing paid';
      const id = world.random.pick(paid);
      faults(world).dashboardRefund(id, world.random.chance(0.5) ? undefined : 100);
      return id;
    },
  },
  {
    name: 'dispute',
    weight: 2,
    run: async (world) => {
      const returnable = await listReturnable(world);
      // read last: another step may have opened one in the meantime
      const others = new Set(
        [...faults(world).disputes(), ...faults(world).refunds()].map(
          (each) => each.payment_intent,
        ),
      );
      const free = returnable.filter((id) => !others.has(id));
      if (free.length === 0) return 'nothing paid';
      return faults(world).openDispute(world.random.pick(free)).id;
    },
  },
  {
    name: 'dispute ends',
    weight: 2,
    run: (world) => {
      const open = faults(world)
        .disputes()
        .filter(({ status }) => status === 'needs_response');
      if (open.length === 0) return Promise.resolve('none');
      const { id } = world.random.pick(open);
      const end = world.random.pick(['won', 'lost', 'prevented'] as const);
      faults(world).closeDispute(id, end);
      return Promise.resolve(end);
    },
  },
  {
    name: 'time passes',
    weight: 4,
    run: async (world) => {
      const minutes = world.random.pick([1, 5, 14, 29, 31, 33]);
      const { pool } = world.shops[0];
      if (world.random.chance(0.15)) await advanceAll(pool, minutes);
      else await advance(pool, world.random.pick(world.buyers), minutes);
      return `${minutes} min`;
    },
  },
  {
    name: 'cancel expired payments',
    weight: 6,
    run: (world) => cancelExpiredPayments(world.random.pick(world.shops).payment),
  },
  {
    name: 'refund jobs',
    weight: 4,
    run: async (world) => {
      const { rows } = await world.shops[0].pool.query<{ id: number }>(
        `select id from refund where succeeded_at is null order by id`,
      );
      if (rows.length === 0) return 'none';
      const { id } = world.random.pick(rows);
      // a job runs twice if its runner was slow and others unlocked it
      const times = world.random.chance(0.3) ? world.shops : world.shops.slice(0, 1);
      await Promise.all(times.map((shop) => executeRefund(shop.payment, id)));
      return id;
    },
  },
  {
    name: 'a job is lost',
    weight: 1,
    run: async (world) => {
      const { rowCount } = await world.shops[0].pool.query(
        `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
         where t.id = j.task_id and t.identifier in ('execute-refund', 'step-run-item') and j.locked_at is null`,
      );
      return rowCount ?? 0;
    },
  },
  {
    name: 'reconcile',
    weight: 3,
    run: async (world) => (await reconcile(world.random.pick(world.shops).payment)).settled,
  },
  {
    name: 'release expired holds',
    weight: 2,
    run: async (world) => {
      await releaseExpiredHolds(world.shops[0].pool);
      return 'done';
    },
  },
  {
    name: 'connections killed',
    weight: 1,
    run: (world) => killConnections(world.shops[0].pool),
  },
  {
    name: 'price changes',
    weight: 1,
    run: async (world) => {
      const concert = world.random.pick(world.concerts);
      await world.shops[0].pool.query(
        `update ticket_type set price_cents = $2 where id = $1 and price_cents > 0`,
        [concert.types[0], 1000 + world.random.below(2000)],
      );
      return 'done';
    },
  },
];
