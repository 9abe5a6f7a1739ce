import { describe, expect, it } from 'vitest';
import { accepted, Buyer } from '#test/buyer.ts';
import { usualDelivery } from '#contract/delivery.ts';
import { createConcert, type TestConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { listViolations } from '../invariants.ts';
import { openTestOffice, runCommand } from '#test/office.ts';
import type { StaffCaller } from '../operations/caller.ts';
import { findWholeOrder } from '../documents/find-whole-order.ts';
import { readFor } from '../operations.ts';
import { IdentityDue } from '../operations/run.ts';

const shop = await openShop();
const { pool } = shop;
const deps = {
  env: shop.env,
  pool,
  log: shop.payment.log,
  tokens: shop.payment.tokens,
  festival: {
    content: () => ({ legal: { terms: { version: '2025-06-01' } } }),
    delivery: () => usualDelivery,
  } as never,
  publicUrl: () => shop.url,
  stockChanged: () => undefined,
};
const caller: StaffCaller = {
  kind: 'staff',
  id: 1,
  name: 'Otto',
  role: 'office',
  knownAccounts: [],
  language: 'en',
  address: '127.0.0.1',
  sessionId: 1,
  userAgent: '',
  requestId: null,
  isConfirmed: true,
};
const form = {
  firstName: 'Pia',
  lastName: 'Presse',
  email: 'pia@example.org',
  language: 'de',
  delivery: 'onlineticket',
  reason: 'press',
};

const issue = (entries: Record<string, unknown>, as: Partial<StaffCaller> = {}) =>
  runCommand(deps, 'order:complimentary', { ...form, ...entries }, { ...caller, ...as });
const ofType = (concert: TestConcert, index: number) => `tickets-${concert.types[index]}`;

describe('complimentary tickets', () => {
  it('are an order of 0 EUR with documents and mail, counted separately', async () => {
    const concert = await createConcert(pool, { quantity: 20, prices: [2400, 900] });
    const { output } = await issue({ [ofType(concert, 0)]: '2', [ofType(concert, 1)]: '1' });
    expect(output).toMatchObject({ tickets: 3, isBeyondLimits: false });
    await shop.runJobs('make-documents', 'send-mail');
    const { rows } = await pool.query(
      `select o.origin, o.complimentary_reason as reason, c.amount_cents, s.sold,
         (select sum(price_cents)::integer from ticket where order_id = o.id) as worth,
         (select count(*)::integer from document where order_id = o.id) as documents,
         (select count(*)::integer from mail where facts->>'orderId' = o.id::text and sent_at is not null) as mails,
         (select amount_cents from invoice where order_id = o.id) as invoiced,
         (select sum(complimentary)::integer from sales_day where ticket_type_id = any ($2)) as complimentary
       from orders o join checkout c on c.id = o.checkout_id, stock s where o.order_no = $1 and s.product_id = $3`,
      [output?.['orderNo'], concert.types, concert.productId],
    );
    expect(rows).toEqual([
      {
        origin: 'complimentary',
        reason: 'press',
        amount_cents: 0,
        sold: 3,
        worth: 0,
        documents: 4,
        mails: 1,
        invoiced: null,
        complimentary: 3,
      },
    ]);
    expect(await listViolations(pool)).toEqual([]);
    const audit = await pool.query(
      `select e.actor_name, e.thing_name, o.order_no, e.after
       from audit_event e left join orders o on o.id::text = e.thing_id
       where e.command = 'order:complimentary'`,
    );
    expect(audit.rows).toMatchObject([
      { actor_name: 'Otto', thing_name: output?.['orderNo'], order_no: output?.['orderNo'] },
    ]);
    expect(JSON.stringify(audit.rows)).not.toMatch(/Pia|pia@/);
  });

  it('have neither invoice nor cancellation, and their holder is told when they are taken back', async () => {
    const concert = await createConcert(pool, { quantity: 20 });
    const numbers = async () =>
      (await pool.query('select series, year, last from invoice_counter order by 1, 2')).rows;
    const before = await numbers();
    const { output } = await issue({ [ofType(concert, 0)]: '2', language: 'en' });
    const orderNo = String(output?.['orderNo']);
    await shop.runJobs('make-documents', 'send-mail');
    const page = await readFor(deps, 'order:page', caller, { orderNo });
    expect(page.documents.map(({ name }) => name.replace(orderNo, ''))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/invoice|rechnung/i)]),
    );
    const ticket = page.tickets.map(({ id }) => String(id));
    const refund = { orderNo, ticket, reason: 'Pia cannot come' };
    const office = await openTestOffice(shop);
    expect((await office.run('order:refund', refund)).problem).toBeNull();
    expect(await numbers()).toEqual(before);
    expect(await listViolations(pool)).toEqual([]);
    const { rows } = await pool.query<{ kind: string; facts: object }>(
      `select kind, facts from mail where facts->>'orderId' = $1 order by id desc limit 1`,
      [page.id],
    );
    expect(rows).toEqual([{ kind: 'order-cancelled', facts: { orderId: page.id, tickets: 2 } }]);
    const lines = await readFor(deps, 'order:csv', caller, {
      q: orderNo,
      language: 'en',
      hasBom: false,
    });
    const csv = (await Array.fromAsync(lines)).join('').trimEnd().split('\r\n');
    expect(csv).toHaveLength(3);
  });

  it('take no more than is available: 409 names the number, and nothing is left behind', async () => {
    const concert = await createConcert(pool, {
      quantity: 8,
      quotas: { 0: 3 },
      prices: [2400, 900],
    });
    await accepted(new Buyer(shop).add(concert, { quantity: 1 }));
    const carts = async () =>
      (await pool.query<{ n: number }>('select count(*) as n from cart')).rows[0]?.n;
    const before = await carts();
    const { problem } = await issue({ [ofType(concert, 0)]: '3' });
    expect(problem).toMatchObject({ status: 409 });
    expect(problem?.message).toContain('Evening, Price 1: 2');
    expect((await issue({ [ofType(concert, 1)]: '8' })).problem?.message).toContain('Price 2: 7');
    expect(await carts()).toBe(before);
    expect((await issue({ [ofType(concert, 0)]: '2' })).problem).toBeNull();
  });

  it('are not bound by limits per order and "only together", with a notice', async () => {
    const concert = await createConcert(pool, {
      quantity: 50,
      prices: [2400, 900],
      maxPerOrder: 4,
      onlyWith: { 1: [0] },
    });
    expect((await issue({ [ofType(concert, 0)]: '12' })).output).toMatchObject({
      isBeyondLimits: true,
    });
    expect((await issue({ [ofType(concert, 1)]: '1' })).output).toMatchObject({
      isBeyondLimits: true,
    });
  });

  it('are issued for a concert whose sale is stopped, too, and from expired holds', async () => {
    const concert = await createConcert(pool, { quantity: 2, onsale: true });
    const buyer = new Buyer(shop);
    await accepted(buyer.add(concert, { quantity: 2 }));
    await pool.query(`update concert set onsale = false where id = $1`, [concert.id]);
    expect((await issue({ [ofType(concert, 0)]: '1' })).problem?.status).toBe(409);
    await pool.query(
      `update cart set expires_at = now() - interval '2 minutes',
      release_at = now() - interval '1 minute' where session_id = $1`,
      [buyer.sessionId],
    );
    expect((await issue({ [ofType(concert, 0)]: '2' })).problem).toBeNull();
  });

  it('never exceed the stock, however many people issue them', async () => {
    const concert = await createConcert(pool, { quantity: 10 });
    const results = await Promise.all(
      Array.from({ length: 8 }, () => issue({ [ofType(concert, 0)]: '3' })),
    );
    expect(results.filter(({ problem }) => problem === null)).toHaveLength(3);
    expect(await listViolations(pool)).toEqual([]);
  });

  it('require a recent sign-in and the right role', async () => {
    const concert = await createConcert(pool, { quantity: 10 });
    const entries = { [ofType(concert, 0)]: '1' };
    await expect(issue(entries, { isConfirmed: false })).rejects.toThrow(IdentityDue);
    expect((await issue(entries, { role: 'editor' })).problem?.status).toBe(403);
  });

  it('need no e-mail for the box office, and are called complimentary', async () => {
    const concert = await createConcert(pool, { quantity: 10 });
    const { output, problem } = await issue({
      [ofType(concert, 0)]: '1',
      email: '',
      delivery: 'boxoffice',
    });
    expect(problem).toBeNull();
    await shop.runJobs('make-documents');
    const orderNo = String(output?.['orderNo']);
    const page = await readFor(deps, 'order:page', caller, { orderNo });
    expect(page.tickets.map(({ type }) => type)).toEqual(['Complimentary']);
    const csv = { q: orderNo, language: 'de', hasBom: false } as const;
    const lines = await Array.fromAsync(await readFor(deps, 'order:csv', caller, csv));
    expect(lines.join('')).toContain(';Freikarte;0,00;');
    const order = await findWholeOrder(pool, page.id);
    expect(order?.contact.email).toBeNull();
    expect(order?.lines.map(({ name_de }) => name_de)).toEqual(['Freikarte']);
  });

  it.each([
    ['no ticket', {}, /^tickets$/],
    ['more than 20 of a type', { 0: '21' }, /^tickets-\d+$/],
    ['not a number', { 0: 'two' }, /^tickets-\d+$/],
    ['a negative number', { 0: '-1' }, /^tickets-\d+$/],
    ['no name', { 0: '1', firstName: '' }, /^firstName$/],
    ['a name of 61 characters', { 0: '1', firstName: 'x'.repeat(61) }, /^firstName$/],
    ['an address as a name', { 0: '1', lastName: 'www.example.org' }, /^lastName$/],
    ['no e-mail', { 0: '1', email: 'pia' }, /^email$/],
    ['an online ticket without e-mail', { 0: '1', email: '' }, /^email$/],
    ['another reason', { 0: '1', reason: 'because' }, /^reason$/],
    ['post without an address', { 0: '1', delivery: 'postal' }, /^street$/],
    [
      'post to Austria',
      { 0: '1', delivery: 'postal', street: 'A 1', zip: '1010', city: 'Wien', country: '40' },
      /^country$/,
    ],
    ['an unknown country', { 0: '1', country: 'Atlantis' }, /^country$/],
  ])('422: %s', async (_, { 0: quantity, ...entries }: Record<string, string>, field) => {
    const concert = await createConcert(pool, { quantity: 40 });
    const { problem } = await issue({ ...entries, [ofType(concert, 0)]: quantity ?? '' });
    expect(problem?.status).toBe(422);
    expect(Object.keys(problem?.errors ?? {})[0]).toMatch(field);
  });

  it.each([
    ['AT', 40],
    ['at', 40],
    ['40', 40],
    ['DE', 55],
    ['', 55],
  ])('go to a country by its code or id: "%s"', async (country, id) => {
    const concert = await createConcert(pool, { quantity: 40 });
    const { output } = await issue({ [ofType(concert, 0)]: '1', country });
    const { rows } = await pool.query(
      `select (c.details->>'country_id')::integer as id from orders o join checkout c on c.id = o.checkout_id
       where o.order_no = $1`,
      [output?.['orderNo']],
    );
    expect(rows).toEqual([{ id }]);
  });

  it('ignore zeros however they are written, and refuse a type that is named twice', async () => {
    const concert = await createConcert(pool, { quantity: 40, prices: [2400, 900] });
    const [first = 0, second = 0] = concert.types;
    const done = await issue({ [`tickets-${first}`]: '00', [`tickets-${second}`]: '01' });
    expect(done.output).toMatchObject({ tickets: 1 });
    const twice = await issue({ [`tickets-${first}`]: '1', [`tickets-0${first}`]: '1' });
    expect(twice.problem).toMatchObject({ status: 422 });
    expect(Object.keys(twice.problem?.errors ?? {})).toEqual(['tickets']);
    const list = await issue({ [`tickets-${first}`]: ['1', '2'] });
    expect(Object.keys(list.problem?.errors ?? {})).toEqual([`tickets-${first}`]);
  });

  it('422: every number that does not fit is named, and more than 20 of two types are too many', async () => {
    const concert = await createConcert(pool, { quantity: 40, prices: [2400, 900] });
    const wrong = await issue({ [ofType(concert, 0)]: 'x', [ofType(concert, 1)]: '1.5' });
    const range = 'Please a whole number from 0 to 20.';
    expect(wrong.problem?.errors).toEqual({
      [ofType(concert, 0)]: range,
      [ofType(concert, 1)]: range,
    });
    const many = await issue({ [ofType(concert, 0)]: '11', [ofType(concert, 1)]: '10' });
    expect(many.problem?.errors).toEqual({ tickets: 'At most 20 tickets.' });
  });
});
