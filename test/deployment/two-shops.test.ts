// Two shops that share only the database are one shop. The clock of the second is 90 s ahead.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, describe, expect, test } from 'vitest';
import { berlinDate } from '#contract/berlin-time.ts';
import { createSetupKey } from '#server/staff/one-time-codes.ts';
import { createSignedTokens, hashToken } from '#server/platform/security/signed-tokens.ts';
import { accepted, Buyer } from '../buyer.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { createClient, textAt } from '../http-client.ts';
import { OfficeBrowser, signInEntries, tokenOf } from '../office-browser.ts';
import { openDemoShop } from '../open-demo-shop.ts';
import { PASSWORD, registration } from '../registration.ts';
import { startShopProcess } from '../shop-process.ts';
import { checkInvariants } from '../shop/check-invariants.ts';
import { createConcert } from '../shop/create-concert.ts';
import { SANDBOX_KEYS } from '../shop/test-sandbox.ts';

const CLOCK_SHIFT_SECONDS = 90;
/** Other shops' sales are visible after a second; a busy machine may take longer. */
const poll = { timeout: 15_000, interval: 50 };
/** Mails for a new password, by one e-mail from one network (server/operations/limits.ts). */
const MAX_RESETS = 4;

const common = {
  APP_SECRET: 'the same for both, at least 32 characters',
  TRUSTED_PROXY: '127.0.0.1',
  PUBLIC_URL: 'http://festival.example',
  LOG_LEVEL: 'warn',
};
const first = await openDemoShop(common);
const dataDir = mkdtempSync(path.join(tmpdir(), 'festival-second-'));
const second = await startShopProcess(
  {
    PATH: process.env.PATH,
    ...common,
    PORT: String(await findAvailablePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: first.databaseProxy.connectionString,
    DEMO: '1',
    STRIPE_SECRET_KEY: SANDBOX_KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: SANDBOX_KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: SANDBOX_KEYS.webhookSecret,
    STRIPE_API_BASE: first.sandbox.url,
    STRIPE_JS_URL: first.sandbox.stripeJsUrl,
    CLOCK_SHIFT_SECONDS: String(CLOCK_SHIFT_SECONDS),
  },
  { args: ['--import', './test/deployment/shift-clock.ts', 'server/main.ts'] },
);
afterAll(async () => {
  second.child.kill('SIGTERM');
  await second.ended;
  rmSync(dataDir, { recursive: true });
});

const shops = [first, second].map(({ url }) => ({ url, sandbox: first.sandbox }));
const [one, two] = shops.map(({ url }) => createClient(url)) as [
  ReturnType<typeof createClient>,
  ReturnType<typeof createClient>,
];
/** A buyer's session in each shop. */
const inBoth = (): [Buyer, Buyer] => {
  const buyer = new Buyer(shops[0] as (typeof shops)[0]);
  return [buyer, buyer.tab(shops[1])];
};

test('the second shop reports that its clock is wrong', () => {
  expect(second.output()).toMatch(/clock of this machine is (89|9\d) s ahead/);
});

test('sessions: signed in at one, valid at the other; signed out there, invalid here', async () => {
  const account = await accepted(one('POST', '/register', { json: registration() }));
  const bearer = textAt(account.body, 'user.access_token');
  expect((await two('GET', '/me', { bearer })).status).toBe(200);
  await accepted(two('POST', '/logout', { bearer }));
  expect((await one('GET', '/me', { bearer })).status).toBe(401);
});

test('office: signed in at one, valid at the other; signed out there, invalid here', async () => {
  const { APP_SECRET: secret, PUBLIC_URL: origin } = common;
  const browser = new OfficeBrowser(first.url, origin);
  await browser.signIn(signInEntries(secret, 'office'));
  expect((await browser.send('/office/orders')).status).toBe(200);
  const there = await browser.send(`${second.url}/office/orders`);
  expect([there.status, there.html]).toEqual([200, expect.stringContaining('Otto Bürger')]);
  const form = { token: tokenOf(there.html) };
  expect((await browser.send(`${second.url}/office/sign-out`, { form })).status).toBe(303);
  expect((await browser.send('/office/orders')).status).toBe(303);
});

test('limits: calls of both count together', async () => {
  const json = { email_address: 'nobody@example.org' };
  const statuses: number[] = [];
  for (let call = 0; call <= MAX_RESETS; call++) {
    statuses.push(
      (await (call % 2 === 0 ? one : two)('POST', '/forgot-password', { json })).status,
    );
  }
  expect(statuses.slice(0, MAX_RESETS)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  expect((await two('POST', '/forgot-password', { json })).status).toBe(429);
});

test('an Idempotency-Key applies to both: the other repeats the response', async () => {
  const concert = await createConcert(first.pool, { quantity: 10 });
  const [here, there] = inBoth();
  const key = { 'idempotency-key': crypto.randomUUID() };
  const added = await accepted(here.addLines([here.line(concert)], key));
  const repeated = await accepted(there.addLines([there.line(concert)], key));
  expect(repeated.headers.get('idempotent-replayed')).toBe('true');
  expect(repeated.text).toBe(added.text);
});

test('pages: the other soon shows a sale of the first', async () => {
  const { rows } = await first.pool.query<{ id: number; product_id: number; types: number[] }>(
    `select c.id, p.id as product_id, array_agg(t.id order by t.position) as types
     from concert c join product p on p.concert_id = c.id join ticket_type t on t.product_id = p.id
     where c.onsale group by c.id, p.id order by c.id limit 1`,
  );
  const { id = 0, product_id: productId = 0, types = [] } = rows[0] ?? {};
  const page = `/en/concerts/${id}`;
  const read = async (shop: typeof one) => (await shop('GET', page, { headers: html })).text;
  const before = await read(two);
  expect(before).not.toContain('Sold out');
  await first.pool.query('update stock set quantity = sold + held + 1 where product_id = $1', [
    productId,
  ]);
  await accepted(new Buyer(first).add({ productId, types }));
  const soldOut = async () => (await read(two)).includes('Sold out');
  await expect.poll(soldOut, poll).toBe(true);
});
const html = { accept: 'text/html' };
const jobs = { timeout: 90_000 };

test(
  'jobs: documents and mails of an order are made once, whichever shop makes them',
  jobs,
  async () => {
    const concert = await createConcert(first.pool, { quantity: 100 });
    const purchases = Array.from({ length: 10 }, async () => {
      const [here, there] = inBoth();
      await accepted(here.add(concert));
      await accepted(there.details());
      await accepted(here.delivery('onlineticket'));
      const { body } = await accepted(there.initiate());
      here.intent = body.paymentIntent ?? '';
      here.pay();
      // both at once, concurrently with the webhook
      const done = await Promise.all([here.complete(), there.complete(here.intent)]);
      expect(new Set(done.map((each) => each.body.data?.order_token)).size).toBe(1);
    });
    await Promise.all(purchases);
    const count = async () =>
      (
        await first.pool.query<{
          orders: number;
          invoices: number;
          tickets: number;
          mails: number;
        }>(
          `select count(*)::int as orders,
           (select count(*) from document where kind = 'invoice')::int as invoices,
           (select count(*) from document where kind = 'ticket')::int as tickets,
           (select count(*) from kept_mail k join mail m on m.id = k.mail_id where m.kind = 'order-confirmation')::int as mails
         from orders`,
        )
      ).rows;
    const once = [{ orders: 10, invoices: 10, tickets: 10, mails: 10 }];
    await expect.poll(count, { timeout: 60_000 }).toEqual(once);
    expect(await checkInvariants(first.pool, first.sandbox)).toEqual([]);
  },
);

describe('schedules', () => {
  test('a recurring job is queued once for each of its times', { timeout: 240_000 }, async () => {
    // finished jobs are deleted
    await first.pool.query(`
      create table queued (task text, scheduled_for text);
      create function note_queued() returns trigger language plpgsql as $$
      begin
        insert into queued select t.identifier, new.payload->'_cron'->>'ts'
        from graphile_worker._private_tasks t where t.id = new.task_id and new.payload::jsonb ? '_cron';
        return null;
      end $$;
      create trigger note_queued after insert on graphile_worker._private_jobs
        for each row execute function note_queued()`);
    const read = () =>
      first.pool.query<{ scheduled_for: string }>(
        `select scheduled_for from queued where task = 'reconcile'`,
      );
    const times = async () => (await read()).rows.map((row) => row.scheduled_for);
    await expect
      .poll(async () => new Set(await times()).size, { timeout: 220_000, interval: 500 })
      .toBeGreaterThan(1);
    const all = await times();
    expect(all).toHaveLength(new Set(all).size);
  });

  test('the daily mail reaches a subscriber once, whichever shops queue it', jobs, async () => {
    const today = berlinDate(new Date());
    const { id } = await createConcert(first.pool, { quantity: 10 });
    await first.pool.query(
      `update concert set published_at = now(), starts_at = ($2::date + time '12:00') at time zone 'Europe/Berlin'
       where id = $1`,
      [id, today],
    );
    const email = `${crypto.randomUUID()}@example.org`;
    await first.pool.query(
      `insert into newsletter_subscription (email, language, receive_news_email, concert_daily, confirmed_at)
       values ($1, 'de', true, true, now())`,
      [email],
    );
    // as both shops would queue it, many times at once
    await first.pool.query(
      `select graphile_worker.add_job('send-daily-programme', json_build_object('_cron', json_build_object(
         'ts', to_char(($1::date + time '08:00') at time zone 'Europe/Berlin' at time zone 'UTC',
           'YYYY-MM-DD"T"HH24:MI:SS"Z"'))))
       from generate_series(1, 8)`,
      [today],
    );
    const left = async () =>
      (
        await first.pool.query(
          `select from graphile_worker.jobs where task_identifier = 'send-daily-programme'`,
        )
      ).rows.length;
    await expect.poll(left, { timeout: 60_000 }).toBe(0);
    const mails = async () =>
      (
        await first.pool.query<{ made: number; sent: number }>(
          `select count(distinct m.id)::int as made, count(k.mail_id)::int as sent
           from mail m left join kept_mail k on k.mail_id = m.id
           where m.kind = 'daily-programme' and m.recipient = $1`,
          [email],
        )
      ).rows;
    await expect.poll(mails, { timeout: 60_000 }).toEqual([{ made: 1, sent: 1 }]);
  });
});

describe('the clocks', () => {
  test('a hold ends at the same moment for both, by the clock of the database', async () => {
    const concert = await createConcert(first.pool, { quantity: 10 });
    const [here, there] = inBoth();
    await accepted(there.add(concert));
    const carts = await Promise.all([accepted(here.cart()), accepted(there.cart())]);
    const [a, b] = carts.map(({ body }) => body.data?.expires_at);
    expect(a).toBe(b);
    const left = new Date(a ?? '').getTime() - Date.now();
    expect(Math.abs(left - 30 * 60_000)).toBeLessThan(20_000);
  });

  test('a cart with a minute left can be paid where the minute is over', async () => {
    const concert = await createConcert(first.pool, { quantity: 10 });
    const [, there] = inBoth();
    await accepted(there.add(concert));
    await first.pool.query(
      `update cart set expires_at = clock_timestamp() + interval '1 minute',
         release_at = clock_timestamp() + interval '2 minutes' where session_id = $1`,
      [there.sessionId],
    );
    await accepted(there.details());
    await accepted(there.delivery('boxoffice'));
    await accepted(there.initiate());
    there.pay();
    expect((await there.complete()).status).toBe(200);
  });

  test('a link is valid until its end at both, by the clock of the database', async () => {
    const concert = await createConcert(first.pool, { quantity: 10 });
    const [, there] = inBoth();
    await there.checkOut(concert);
    there.pay();
    const { order_token: token = '' } = (await accepted(there.complete())).body.data ?? {};
    await first.pool.query(
      `update orders o set created_at = now() - interval '181 days'
       from checkout c where c.id = o.checkout_id and c.session_id = $1`,
      [there.sessionId],
    );
    const endsIn = (interval: string) =>
      first.pool.query(
        `update concert set starts_at = now() - interval '30 days' + $2::interval where id = $1`,
        [concert.id, interval],
      );
    await endsIn('1 minute');
    expect((await there.order(token)).status).toBe(200);
    await endsIn('-1 second');
    expect((await there.order(token)).status).toBe(400);
  });

  test('a one-time code is right at both', async () => {
    const token = crypto.randomUUID();
    const email = `${token}@example.org`;
    await first.pool.query(
      `insert into staff_invitation (email, name, role, language, token_hash, sealed_token, expires_at)
       values ($1, 'Nina Neu', 'office', 'en', $2, '', now() + interval '1 hour')`,
      [email, hashToken(token)],
    );
    const { APP_SECRET: secret, PUBLIC_URL: origin } = common;
    const key = createSetupKey(createSignedTokens(secret), token);
    const codes = new TOTP({ secret: new Secret({ buffer: new Uint8Array(key).buffer }) });
    const there = new OfficeBrowser(second.url, origin);
    const entries = { name: 'Nina Neu', password: PASSWORD, password_repeat: PASSWORD };
    const set = await there.send(`/office/invitation/${token}`, {
      form: { form: 'accept', ...entries, code: codes.generate() },
    });
    expect([set.status, set.location]).toEqual([303, '/office/account/recovery-codes']);
    // each code counts once
    const next = codes.generate({ timestamp: Date.now() + 30_000 });
    const back = new OfficeBrowser(second.url, origin);
    const signedIn = await back.signIn({ email, password: PASSWORD, code: next });
    expect([signedIn.status, signedIn.location]).toEqual([303, '/office']);
  });
});
