import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { registration } from '#test/registration.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { ensureFestival, makeConcert, type MadeConcert } from '#test/shop/make-concert.ts';
import { startTestShop, type TestShop } from '#test/shop/start-test-shop.ts';
import { startTestSandbox } from '#test/shop/test-sandbox.ts';
import { seedHistory } from '../bench/growth/seed-history.ts';
import { sendWithDocuments } from './documents/send-with-documents.ts';
import type { DocumentThreads } from './documents/document-threads.ts';
import { storeDocuments } from './documents/store-documents.ts';
import { openDatabases } from './platform/database/database.ts';
import { createStoringTransport } from './platform/mail/mail-transport.ts';

/** Tables that grow with every sale: nothing may read one of them from beginning to end. */
const growing = 'orders checkout cart ticket account document mail invoice delivery_details'.split(
  ' ',
);

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** The plans PostgreSQL used, statements inside of functions included: text of the statement → its plans. */
const seen = new Map<string, Plan[]>();

const database = await createTestDatabase();
const databases = openDatabases(database.connection, testLog);
const sandbox = await startTestSandbox();
let shop: TestShop;
let concert: MadeConcert;

beforeAll(async () => {
  await ensureFestival(database.pool);
  concert = await makeConcert(database.pool, { quantity: 1000 });
  await seedHistory(database.pool, {
    seasons: 2,
    concertsPerSeason: 10,
    orders: 20_000,
    accounts: 5000,
  });
  await explainAll(database.pool);
  watch(databases.pool);
  watch(databases.holds.pool);
  watch(databases.steps.pool);
  shop = await startTestShop(databases, sandbox, {
    log: testLog,
    threads: createWithoutThreads(databases.pool),
  });
});
afterAll(async () => {
  await shop.close();
  await sandbox.close();
  await databases.close();
});

/** Works without threads, over connections whose statements are seen. */
function createWithoutThreads(pool: Pool): DocumentThreads {
  return {
    store: (order) => storeDocuments(pool, order),
    deliver: (message, attachments, mailId) =>
      sendWithDocuments(pool, createStoringTransport(pool), { message, attachments, mailId }),
    stop: () => Promise.resolve(),
  };
}

/** From now on, new connections are told the plan of every statement. */
async function explainAll(pool: Pool): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    // as everywhere without moving parts; ours has it from settings.ts, a server may think of old disks
    random_page_cost: '1.1',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  };
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  for (const [name, value] of Object.entries(settings)) {
    await pool.query(`alter database ${rows[0]?.name} set ${name} to '${value}'`);
  }
}

function watch(pool: Pool): void {
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      if (!/^duration: .* plan:/.test(message)) return;
      const told = JSON.parse(message.slice(message.indexOf('{'))) as {
        'Query Text': string;
        Plan: Plan;
      };
      const text = told['Query Text'];
      seen.set(text, [...(seen.get(text) ?? []), told.Plan]);
    }),
  );
}

/** Growing tables that a plan reads from beginning to end. */
function readWhole(plan: Plan): string[] {
  const table = plan['Relation Name'] ?? '';
  const own = plan['Node Type'] === 'Seq Scan' && growing.includes(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readWhole)];
}

/** `table: statement` for everything seen so far that reads a growing table as a whole. */
function wholeReads(): string[] {
  return [...seen].flatMap(([text, plans]) => {
    const tables = new Set(plans.flatMap(readWhole));
    return [...tables].map((table) => `${table}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  });
}

async function buyAsGuest(): Promise<Buyer> {
  const buyer = new Buyer(shop);
  await accepted(buyer.add(concert));
  await accepted(buyer.set(concert, { quantity: 2 }));
  await accepted(buyer.extend());
  await accepted(buyer.cart());
  await buyer.checkOut(concert);
  buyer.pay();
  const done = await accepted(buyer.complete());
  await accepted(buyer.order(done.body.data?.order_token ?? ''));
  await accepted(buyer.add(concert));
  await accepted(buyer.clear());
  return buyer;
}

async function buyOnHostedPage(): Promise<void> {
  const buyer = new PageBuyer(shop);
  await buyer.checkOutByPage(concert);
  expect((await buyer.openPage()).status).toBe(200);
  expect((await buyer.resume()).orderToken).toBeUndefined();
  buyer.payPage();
  expect((await buyer.comeBack()).status).toBe(200);
  expect((await buyer.resume()).orderToken).toBeDefined();
}

describe('with thousands of orders and accounts', () => {
  it('no step of a purchase reads a whole table', async () => {
    // so often that PostgreSQL goes over to plans for any value
    for (let i = 0; i < 7; i++) await buyAsGuest();
    expect(seen.size).toBeGreaterThan(30);
    expect([...seen.keys()].some((text) => text.includes('insert into ticket'))).toBe(true);
    expect(wholeReads()).toEqual([]);
  });

  it('nor one on the hosted page of the provider', async () => {
    for (let i = 0; i < 7; i++) await buyOnHostedPage();
    expect([...seen.keys()].some((text) => text.includes('provider_session'))).toBe(true);
    expect(wholeReads()).toEqual([]);
  });

  it('nor does anything about an account', async () => {
    const customer = new Buyer(shop);
    const fields = registration();
    const { email_address, password } = fields;
    const registered = await accepted(customer.call('POST', '/register', fields));
    customer.bearer = registered.body.user?.access_token;
    await accepted(customer.call('POST', '/login', { email_address, password }));
    await customer.checkOut(concert);
    customer.pay();
    await accepted(customer.complete());
    for (const path of ['/me', '/orders', '/delivery-details']) {
      await accepted(customer.call('GET', path));
    }
    await accepted(customer.call('POST', '/forgot-password', { email_address }));
    await accepted(customer.call('POST', '/logout'));
    expect(wholeReads()).toEqual([]);
  });

  it('nor does what runs by itself', async () => {
    const often = ['make-documents', 'send-mail', 'execute-refund'];
    const everyMinute = ['reconcile', 'release-expired-holds'];
    const everyTenMinutes = ['requeue-lost-documents', 'requeue-lost-mails'];
    const everyNight = ['delete-expired-requests', 'delete-expired-data'];
    const drawing = [...everyMinute, ...everyTenMinutes];
    const names = [...drawing, ...everyNight];
    await shop.pool.query(
      'select graphile_worker.add_job(name) from unnest($1::text[]) as names (name)',
      [names],
    );
    // drawing documents occupies this process
    await shop.runJobs(...often, ...drawing);
    await shop.runJobs(...everyNight);
    const parts = ['insert into document', 'select id, bytes from document'];
    parts.push('as tickets_without_payment', 'delete from unverified_checkout', 'delete from cart');
    for (const part of parts) {
      expect([...seen.keys()].filter((text) => text.includes(part))).not.toEqual([]);
    }
    expect(wholeReads()).toEqual([]);
  });

  it('and a statement without an index is noticed', async () => {
    await shop.pool.query(`select order_no as noticed from orders where order_no like '%7%'`);
    const found = wholeReads();
    expect(found).toEqual([expect.stringContaining('orders: select order_no as noticed')]);
  });
});
