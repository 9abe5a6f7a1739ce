import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { toOrderConditions } from '../orders/order-filter-sql.ts';
import { listTasks } from './list-tasks.ts';
import { sendAlarms } from './send-alarms.ts';
import type { TaskKey } from '#contract/office/states.ts';

const shop = await openShop();
const { pool } = shop;
const concert = await createConcert(pool, { quantity: 100 });

/** A paid order, delivered by `method`. */
async function buy(method = 'boxoffice'): Promise<void> {
  const buyer = new Buyer(shop);
  await buyer.checkOut(concert, {}, method);
  buyer.pay();
  await accepted(buyer.complete());
}

async function countOf(key: TaskKey): Promise<number> {
  const tasks = await listTasks(pool, 'en');
  return tasks.find((task) => task.key === key)?.count ?? 0;
}

await buy();
await buy('postal');
const order = `(select max(id) from orders)`;
const addJob = (task: string) => `select graphile_worker.add_job('${task}')`;
const jobs = 'graphile_worker._private_jobs';

/** The statements that bring about each condition, and the count it then has. */
const causes: [TaskKey, number, ...string[]][] = [
  [
    'differ',
    1,
    `insert into check_result values ('tickets_without_payment', now(), 2, now() - interval '11 minutes')`,
  ],
  [
    'refund-failed',
    1,
    `insert into refund (checkout_id, intent_id, amount_cents, reason, failed_at)
     select id, intent_id, 100, 'office', now() from checkout order by id limit 1`,
  ],
  [
    'mail-failing',
    1,
    `insert into mail (kind, recipient, language, event_key, attempts, last_error, created_at)
     values ('contact-message', 'x@example.org', 'de', 'failing', 3, 'no route', now() - interval '16 minutes')`,
  ],
  [
    'mail-refused',
    1,
    `insert into mail (kind, recipient, language, event_key, bounced_at) values
     ('order-confirmation', 'x@example.org', 'de', 'refused', now()),
     ('daily-programme', 'x@example.org', 'de', 'refused too', now())`,
  ],
  ['documents-late', 2, `update orders set created_at = created_at - interval '31 minutes'`],
  ['post-late', 1, `update orders set post_since = post_since - interval '25 hours'`],
  [
    'jobs-late',
    1,
    addJob('late'),
    `update ${jobs} set run_at = now() - interval '11 minutes'
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'late')`,
  ],
  [
    'job-failed',
    1,
    addJob('gone'),
    `update ${jobs} set attempts = max_attempts
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'gone')`,
  ],
  [
    'webhook-silent',
    2,
    `update orders set created_at = now() - interval '6 minutes'`,
    `delete from payment_event`,
  ],
  [
    'dispute',
    1,
    `insert into dispute (id, intent_id, amount_cents, reason, status)
     select 'dp_1', intent_id, 100, 'fraudulent', 'needs_response' from checkout
     where id = (select checkout_id from orders where id = ${order})`,
  ],
  [
    'messages',
    1,
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ('x@example.org', 'Parking', 'Where?', 'de', '\\x00')`,
  ],
  ['few-left', 5, `update stock set sold = 95`],
];

describe('the tasks of the day', () => {
  it('are none in a shop that sells', async () => {
    expect(await listTasks(pool, 'de')).toEqual([]);
  });

  it.each(causes)('%s', async (key, count, ...statements) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
    } finally {
      client.release();
    }
    expect(await countOf(key)).toBe(count);
  });

  it('count an order without documents once, not also as a failed job', async () => {
    const before = await countOf('job-failed');
    await pool.query(addJob('make-documents'));
    await pool.query(
      `update ${jobs} set attempts = max_attempts
       where task_id = (select id from graphile_worker._private_tasks where identifier = 'make-documents')`,
    );
    expect(await countOf('job-failed')).toBe(before);
  });

  it('leave out a concert that has been over for a day', async () => {
    const startAgo = (hours: number) =>
      pool.query(
        'update concert set starts_at = now() - make_interval(hours => $2) where id = $1',
        [concert.id, hours],
      );
    await startAgo(23);
    expect(await countOf('few-left')).toBe(5);
    await startAgo(25);
    expect(await countOf('few-left')).toBe(0);
    await startAgo(-24);
  });

  it('lead to an order with a failed refund that is disputed as well', async () => {
    await pool.query(
      `insert into dispute (id, intent_id, amount_cents, reason, status)
       select 'dp_2', intent_id, 100, 'fraudulent', 'needs_response' from checkout order by id limit 1`,
    );
    const { sql, values } = toOrderConditions({ state: 'refund-failed' });
    const { rows } = await pool.query(
      `select o.id from orders o join checkout c on c.id = o.checkout_id where ${sql}`,
      values,
    );
    expect(rows).toHaveLength(await countOf('refund-failed'));
    await pool.query(`delete from dispute where id = 'dp_2'`);
  });

  it('name the concert and the order, and end with their reason', async () => {
    const tasks = await listTasks(pool, 'en');
    expect(tasks.find(({ key }) => key === 'few-left')?.concert).toEqual({
      id: concert.id,
      title: 'Evening',
    });
    expect(tasks.find(({ key }) => key === 'dispute')?.orderNumbers).toHaveLength(1);
    expect(tasks.find(({ key }) => key === 'mail-failing')?.serverWords).toBe('no route');
    await pool.query(`update dispute set closed_at = now()`);
    await pool.query(`update contact_message set state = 'done'`);
    await pool.query(`update mail set handled_at = now() where bounced_at is not null`);
    await pool.query(`update refund set resolved_at = now(), resolution = 'by hand'`);
    for (const key of ['dispute', 'messages', 'mail-refused', 'refund-failed'] as const) {
      expect(await countOf(key)).toBe(0);
    }
  });
});

describe('alarms', () => {
  it('go to those who want them, once per condition and twelve hours', async () => {
    await pool.query(
      `insert into staff (email, name, role, language, wants_alarms, disabled_at) values
       ('anna@example.org', 'Anna', 'admin', 'en', true, null),
       ('otto@example.org', 'Otto', 'office', null, true, null),
       ('olga@example.org', 'Olga', 'office', null, false, null),
       ('oded@example.org', 'Oded', 'office', null, true, now()),
       ('edda@example.org', 'Edda', 'editor', null, true, null)`,
    );
    await pool.query(
      `insert into staff (email, name, role, is_demo) values ('admin@marienfirn.example', 'Demo', 'admin', true)`,
    );
    const live = { pool, env: { ...shop.env, hasDemo: true, isProduction: true } };
    const notified = (await Promise.all([sendAlarms(live), sendAlarms(live)])).flat();
    expect(notified.toSorted()).toEqual(['differ', 'jobs-late', 'mail-failing', 'webhook-silent']);
    const alarms = async () => {
      const { rows } = await pool.query<{ recipient: string; language: string }>(
        `select distinct recipient, language from mail where kind = 'office-alarm' order by 1`,
      );
      return rows;
    };
    expect(await alarms()).toEqual([
      { recipient: 'anna@example.org', language: 'en' },
      { recipient: 'otto@example.org', language: 'de' },
    ]);
    expect(await sendAlarms(live)).toEqual([]);
    await pool.query(
      `update office_alarm set sent_at = now() - interval '12 hours' where condition = 'differ'`,
    );
    const demo = { pool, env: { ...shop.env, hasDemo: true, isProduction: false } };
    expect(await sendAlarms(demo)).toEqual(['differ']);
    expect(await alarms()).toContainEqual({
      recipient: 'admin@marienfirn.example',
      language: 'de',
    });
  });

  it('are written in the language of the person', async () => {
    await shop.runJobs('send-mail');
    const { rows } = await pool.query<{ subject: string; recipient: string; raw: Buffer }>(
      `select k.subject, m.recipient, k.raw from kept_mail k join mail m on m.id = k.mail_id
       where m.kind = 'office-alarm' and m.facts->>'condition' = 'mail-failing' order by m.recipient`,
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      'Please look: 1 mail does not go out',
      'Bitte ansehen: 1 Mail geht nicht hinaus',
    ]);
    expect((await PostalMime.parse(rows[0]?.raw ?? '')).text).toContain(
      'The mail server’s reply: ',
    );
  });
});
