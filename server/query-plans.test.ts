import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, testLog } from '#test/database.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { registration } from '#test/registration.ts';
import { PageBuyer } from '#test/shop/page-buyer.ts';
import { openTestOffice, type TestOffice } from '#test/office.ts';
import { ensureFestival, createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { startTestShop, type TestShop } from '#test/shop/start-test-shop.ts';
import { startTestSandbox } from '#test/shop/test-sandbox.ts';
import { createWithoutThreads } from '#test/shop/without-threads.ts';
import { seedHistory } from '../bench/growth/seed-history.ts';
import { operations, type ReadName, readFor } from './operations.ts';
import { toPersonKey } from './platform/security/signed-tokens.ts';
import { openDatabases } from './platform/database/database.ts';
import { sumRevenue } from './reports/revenue.ts';

/** Tables that grow with every sale: no statement may scan one of them sequentially. */
const growing = 'orders checkout cart ticket account document mail invoice delivery_details'.split(
  ' ',
);

/** Tables that grow over the years of the office. */
const growingOfOffice =
  'audit_event contact_message newsletter_subscription refund provider_transaction'.split(' ');

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
let concert: TestConcert;

beforeAll(async () => {
  await ensureFestival(database.pool);
  concert = await createConcert(database.pool, { quantity: 1000 });
  await seedHistory(database.pool, {
    seasons: 2,
    concertsPerSeason: 10,
    orders: 20_000,
    accounts: 5000,
  });
  await database.pool.query(
    `insert into run (kind, ordered_by) values ('concert-cancelled', 'Vera')`,
  );
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

/** Makes new connections report the plan of every statement. */
async function explainAll(pool: Pool): Promise<void> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    // SSDs read any page at the same cost: embeddedSettings says so for ours, another server may assume spinning disks
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
      const plan = JSON.parse(message.slice(message.indexOf('{'))) as {
        'Query Text': string;
        Plan: Plan;
      };
      const text = plan['Query Text'];
      seen.set(text, [...(seen.get(text) ?? []), plan.Plan]);
    }),
  );
}

/** The tables of this list that a plan scans sequentially. */
function readWhole(plan: Plan, tables: string[]): string[] {
  const table = plan['Relation Name'] ?? '';
  const own = plan['Node Type'] === 'Seq Scan' && tables.includes(table) ? [table] : [];
  return [...own, ...(plan.Plans ?? []).flatMap((part) => readWhole(part, tables))];
}

/** `table: statement` for every statement seen so far that scans one of the tables. */
function wholeReads(of: string[] = growing): string[] {
  return [...seen].flatMap(([text, plans]) => {
    const tables = new Set(plans.flatMap((plan) => readWhole(plan, of)));
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
  expect(await buyer.resume()).toBeNull();
  buyer.payPage();
  expect((await buyer.comeBack()).status).toBe(200);
}

/** Years of messages and of the audit log. */
async function seedOfficeTables(pool: Pool): Promise<void> {
  await pool.query(`insert into contact_message (email, subject, message, language, fingerprint, state)
    select 'person-' || n || '@example.org', 'Frage', 'Text', 'de', decode(md5(n::text), 'hex'),
      case when n % 100 = 0 then 'new' when n % 101 = 0 then 'answered' else 'done' end
    from generate_series(1, 5000) n`);
  await pool.query(`insert into audit_event (created_at, actor_id, actor_name, actor_role, command, thing_kind,
      thing_id, thing_name)
    select now() - n * interval '15 minutes', 1, 'Anna', 'admin',
      (array['order:resend', 'order:refund', 'staff:sign-in', 'mail:resend'])[1 + n % 4], 'order', n::text, 'OLD-' || n
    from generate_series(20000, 1, -1) n`);
  await pool.query(`insert into refund (checkout_id, intent_id, amount_cents, reason, requested_at, succeeded_at)
    select id, intent_id, 100, 'office', now(), now() from checkout where intent_id is not null order by id limit 3000`);
  await pool.query('update refund set failed_at = now() where id = (select min(id) from refund)');
  // without foreign keys, whose every check would be explained
  await pool.query(`begin; set local session_replication_role = replica;
    insert into provider_transaction (id, intent_id, fee_cents, payout_id, invoice_id, issued_at, created_at)
    select 'txn_' || i.id, c.intent_id, 97, 'po_' || i.id / 100, i.id, i.issued_at, i.issued_at
    from invoice i join orders o on o.id = i.order_id join checkout c on c.id = o.checkout_id where i.series = 'invoice'; commit`);
  await sumRevenue({ pool, tax: 'exempt' });
  await pool.query(
    'analyze audit_event, contact_message, refund, provider_transaction, revenue_day',
  );
}

/** Every query of the office's pages, with its filters and pages. */
async function listOfficeInputs(office: TestOffice): Promise<Record<string, object[]>> {
  const { rows } = await shop.pool.query<
    Record<'no' | 'email' | 'old' | 'mail' | 'message' | 'invoice' | 'refund', string>
  >(
    `select (select order_no from orders order by id desc limit 1) as no,
       (select details->>'email' from checkout where settled_at is not null order by id desc limit 1) as email,
       (select (array_agg(id order by id))[count(*) / 2]::text from orders) as old,
       (select max(id)::text from mail) as mail, (select max(id)::text from contact_message) as message,
       (select year || '-' || lpad(number::text, 6, '0') from invoice order by id desc limit 1) as invoice,
       (select id::text from refund where failed_at is not null) as refund`,
  );
  const {
    no = '',
    email = '',
    old = '',
    mail = '',
    message = '',
    invoice = '',
    refund = '',
  } = rows[0] ?? {};
  const { documents, intentId, tickets } = await office.query('order:page', { orderNo: no });
  const states = [
    'disputed',
    'refund-failed',
    'cancelled',
    'dispute-lost',
    'partly-cancelled',
    'free',
    'paid',
  ];
  const filters = [
    {},
    { after: Number(old) },
    { before: Number(old) },
    { q: 'clara wie' },
    { concert: String(concert.id) },
    ...[...states, 'documents-missing', 'tickets-undecided'].map((state) => ({ state })),
    ...['boxoffice', 'postal', 'onlineticket'].map((delivery) => ({ delivery })),
    ...['shop', 'complimentary'].map((origin) => ({ origin })),
    { from: '2024-01-01', to: '2024-12-31' },
  ];
  const key = toPersonKey(office.deps.tokens, email);
  const csv = { language: 'de', hasBom: false };
  const noFilters = { who: '', what: '', from: '', to: '', thing: '' };
  return {
    'order:list': filters,
    'order:csv': filters.slice(3).map((filter) => ({ ...filter, ...csv })),
    'order:exact': [no, invoice, intentId, String(tickets[0]?.id)].map((q) => ({ q })),
    'order:refunds-without-order': [{}],
    'order:failed-refund': [{ id: Number(refund) }],
    'order:concerts': [{}],
    'order:page': [{ orderNo: no }],
    'order:refund-preview': [{ orderNo: no, tickets: null }],
    'order:document': documents
      .filter(({ id }) => id !== null)
      .slice(0, 1)
      .map(({ id }) => ({ orderNo: no, id })),
    'order:box-office': [{ id: concert.id }, { id: concert.id, q: 'wieck' }],
    'order:box-office-csv': [{ id: concert.id, ...csv }],
    'order:dispatch': [{}, { after: Number(old) }, { before: Number(old) }],
    'order:tickets-pdf': [],
    'complimentary:concerts': [{}],
    'mail:list': [
      {},
      { after: Number(mail) },
      { q: 'clara' },
      { kind: 'order-confirmation' },
      ...['waiting', 'failing', 'sent', 'refused', 'dropped'].map((state) => ({ state })),
    ],
    'mail:page': [{ id: Number(mail) }],
    'people:find': [{ q: 'clara wieck' }, { q: no }],
    'people:get': [{ key }],
    'people:events': [{ key }],
    'person:pdf': [],
    'message:list': [
      { state: '' },
      { state: 'new' },
      { state: 'answered' },
      { state: 'done', after: Number(message) },
    ],
    'message:get': [{ id: message }],
    'newsletter:list': [
      { q: '', state: '' },
      { q: 'person', state: 'confirmed' },
    ],
    'newsletter:csv': [{ q: '', ...csv }],
    'audit:list': [
      { filters: noFilters },
      { filters: { ...noFilters, thing: no.toLowerCase() } },
      { filters: { ...noFilters, thing: 'evening' } },
      { filters: { ...noFilters, what: 'order:refund', who: '1' } },
    ],
    'audit:csv': [{ filters: noFilters, ...csv }],
    'report:sales': [{}, { by: ['concert', 'day', 'type'], from: '2024-01-01', to: '2024-12-31' }],
    'report:sales-csv': [csv],
    'report:revenue': [{}, { from: '2024-01-01', to: '2024-12-31' }],
    'report:revenue-csv': [csv],
    'report:invoices': [{}, { from: '2024-01-01', to: '2024-12-31' }, { payout: 'po_7' }],
    'report:invoices-csv': [csv],
    'report:gema-csv': [csv],
    'today:overview': [{}],
    'today:box-office': [{}],
    'health:report': [{}],
    'concert:overview': [
      { q: '', state: '' },
      { q: 'evening', state: 'published' },
    ],
    'concert:page': [{ id: concert.id }],
    'run:list': [{}],
    'holders:form': [{ id: concert.id, test: 1 }],
    'holders:preview': [{ id: concert.id }],
    'run:page': [{ id: 1 }],
    'run:refunds': [{ id: 1 }],
    'run:csv': [{ id: 1, ...csv }],
    'concert:cancel-page': [{ id: concert.id }],
    'concert:orders': [{ id: concert.id }],
    'concert:events': [{ id: concert.id }],
    'door:report': [{ concertId: concert.id }],
    'concert:preview': [{ id: concert.id, language: 'de' }],
    // these read no growing table
    ...Object.fromEntries(
      listReads()
        .filter((name) => smallReads.test(name))
        .map((name) => [name, []]),
    ),
  };
}

const smallReads =
  /^(?:staff|donation|venue|composer|instrument|ticket-type|notice|programme):|^door:(?!report$)|^concert:(?:document|history)$/;

/** The reads of the office. */
const listReads = () =>
  Object.entries(operations)
    .filter(
      ([, { kind, may }]) =>
        kind === 'read' && (typeof may !== 'string' || may === 'signed-out staff'),
    )
    .map(([name]) => name);

describe('with thousands of orders and accounts', () => {
  it('no step of a purchase scans a whole table', async () => {
    // often enough for PostgreSQL to switch to generic plans
    for (let i = 0; i < 7; i++) await buyAsGuest();
    expect(seen.size).toBeGreaterThan(30);
    expect([...seen.keys()].some((text) => text.includes('insert into ticket'))).toBe(true);
    expect(wholeReads()).toEqual([]);
  });

  it('no step on the hosted page of the provider scans one', async () => {
    for (let i = 0; i < 7; i++) await buyOnHostedPage();
    expect([...seen.keys()].some((text) => text.includes('provider_session'))).toBe(true);
    expect(wholeReads()).toEqual([]);
  });

  it('no call of an account scans one', async () => {
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
    await accepted(customer.call('POST', '/api/tickets/find', { email: email_address }));
    await accepted(customer.call('POST', '/logout'));
    expect(wholeReads()).toEqual([]);
  });

  it('no job scans one', async () => {
    const everyMinute = ['reconcile', 'release-expired-holds'];
    const everyTenMinutes = ['requeue-lost-documents', 'requeue-lost-mails'];
    const everyNight = ['delete-expired-requests', 'delete-expired-data', 'fetch-payouts'];
    const drawing = [...everyMinute, ...everyTenMinutes];
    await shop.pool.query(
      'select graphile_worker.add_job(name) from unnest($1::text[]) as names (name)',
      [[...drawing, ...everyNight]],
    );
    // drawing documents occupies this process
    await shop.runJobs('make-documents', 'send-mail', 'execute-refund', ...drawing);
    await shop.runJobs(...everyNight);
    const parts = ['insert into document', 'select id, bytes from document'];
    parts.push('as tickets_without_payment', 'delete from unverified_checkout', 'delete from cart');
    for (const part of parts) {
      expect([...seen.keys()].filter((text) => text.includes(part))).not.toEqual([]);
    }
    expect(wholeReads()).toEqual([]);
  });

  it('no page of the office scans one', async () => {
    await seedOfficeTables(shop.pool);
    const office = await openTestOffice(shop, 'admin');
    // no role of its own reads everything
    const all = { ...office.caller, kind: 'command-line' } as const;
    const inputs = await listOfficeInputs(office);
    expect(Object.keys(inputs).toSorted()).toEqual(listReads().toSorted());
    seen.clear();
    for (const [name, list] of Object.entries(inputs)) {
      for (const input of list) {
        const output: unknown = await readFor(office.deps, name as ReadName, all, input);
        if (name.endsWith('csv')) for await (const _ of output as AsyncIterable<string>) break;
      }
    }
    expect(seen.size).toBeGreaterThan(80);
    const found = wholeReads([...growing, ...growingOfOffice]);
    const isShort = (read: string) =>
      // a hundred bytes for each subscriber, who are far fewer than orders
      read.startsWith('newsletter_subscription: select count(*) filter') ||
      // stops early
      read.includes('from audit_event where true limit 1001');
    expect(found.filter((read) => !isShort(read))).toEqual([]);
  });

  it('a statement without an index is noticed', async () => {
    await shop.pool.query(`select order_no as noticed from orders where order_no like '%7%'`);
    expect(wholeReads()).toEqual([expect.stringContaining('orders: select order_no as noticed')]);
  });
});
