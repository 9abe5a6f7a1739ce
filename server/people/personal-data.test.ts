import { expect, test } from 'vitest';
import { z } from 'zod';
import { berlinDate } from '#contract/berlin-time.ts';
import { accepted, Buyer } from '#test/buyer.ts';
import { openTestOffice } from '#test/office.ts';
import { registration } from '#test/registration.ts';
import { ageOrders } from '#test/shop/age-orders.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { usualDelivery } from '#contract/delivery.ts';
import { freezeCart } from '../checkout/freeze-cart.ts';
import { inTransaction } from '../platform/database/database.ts';
import { deleteExpiredData } from '../retention.ts';
import { erasePersonalData, exportPersonalData } from './personal-data.ts';
import { toPersonKey } from '../platform/security/signed-tokens.ts';

const shop = await openShop();
const { pool } = shop;
const admin = await openTestOffice(shop, 'admin');
const concert = await createConcert(pool, { quantity: 100 });

/** Fills the cart of a buyer who is about to pay. */
async function prepare(email: string, buyer = new Buyer(shop)): Promise<Buyer> {
  await accepted(buyer.add(concert));
  await accepted(buyer.details({ email, last_name: 'Kinsky' }));
  await accepted(buyer.delivery('boxoffice'));
  return buyer;
}

/** Creates a person with this address, one bought ticket and one abandoned payment. */
async function buyAs(email: string): Promise<void> {
  const buyer = await prepare(email);
  await buyer.initiate();
  buyer.pay();
  expect((await buyer.complete()).status).toBe(200);
  const other = await prepare(email);
  await accepted(other.initiate());
  await accepted(other.clear());
  await pool.query(
    `insert into dispute (id, intent_id, amount_cents, reason, status, closed_at)
     values ($1, $2, 2400, 'fraudulent', 'lost', now())`,
    [`dp_${buyer.intent}`, buyer.intent],
  );
}

/** Settles a failed refund of the person by hand. */
async function settleByHand(email: string): Promise<void> {
  const { rowCount } = await pool.query(
    `insert into refund (checkout_id, intent_id, amount_cents, reason, failed_at, resolved_at, resolution,
       resolved_on, resolved_way, resolved_note)
     select id, intent_id, 2400, 'office', now(), now(), 'by hand', now(), 'to the account of ' || $1,
       'a call of ' || $1 from checkout where details->>'email' = $1 and settled_at is not null`,
    [email],
  );
  expect(rowCount).toBe(1);
}

const exported = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const sizes = async (email: string) =>
  Object.fromEntries(
    Object.entries(exported.parse(await exportPersonalData(pool, email))).map(([k, v]) => [
      k,
      v.length,
    ]),
  );
/** Lists every table that contains the text. */
async function findText(text: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const hit = await pool.query(`select from ${name} t where t::text ilike '%' || $1 || '%'`, [
        text,
      ]);
      return hit.rowCount === 0 ? [] : [name];
    }),
  );
  return found.flat().toSorted();
}

test('the export of a person has everything, and erasing leaves what the law requires', async () => {
  const email = 'Rudolph.Kinsky@example.org';
  await buyAs(email);
  await settleByHand(email);
  await pool.query(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ($1, 'Frage', 'Herr Kinsky fragt', 'de', '')`,
    [email],
  );
  expect(await sizes(email.toLowerCase())).toMatchObject({
    orders: 1,
    payments_without_order: 1,
    disputes: 1,
    contact_messages: 1,
  });
  expect(await exportPersonalData(pool, email)).toMatchObject({
    refunds: [{ resolved_way: `to the account of ${email}`, resolved_note: `a call of ${email}` }],
  });

  const { done } = await inTransaction(pool, (client) =>
    erasePersonalData(client, email.toUpperCase()),
  );
  expect(done).toMatch(/1 order is kept/);
  expect(await findText('Kinsky')).toEqual(['checkout']);
  expect(await sizes(email)).toMatchObject({ orders: 1, payments_without_order: 0 });
});

test('the export has the saved address of the account, also with another e-mail address', async () => {
  const [email, other] = ['beate.konto@example.org', 'beate.adresse@example.org'];
  const buyer = new Buyer(shop);
  await accepted(buyer.call('POST', '/register', registration({ email_address: email })));
  await pool.query(
    `insert into delivery_details (account_id, first_name, last_name, email, street, zip, city, country_id)
     select id, 'Beate', 'Konto', $2, 'Weg 1', '10115', 'Berlin', 55 from account where email = $1`,
    [email, other],
  );
  for (const address of [email, other]) {
    expect(await exportPersonalData(pool, address)).toMatchObject({
      delivery_details: [{ email: other, street: 'Weg 1' }],
    });
  }
  await inTransaction(pool, (client) => erasePersonalData(client, email));
  expect(await findText('beate.')).toEqual([]);
});

test('erasing removes a guest’s order past its retention, except for the sale', async () => {
  const email = 'joseph.lobkowitz@example.org';
  await buyAs(email);
  await shop.runJobs('make-documents');
  await pool.query(
    `with theirs as (
       select o.id from orders o join checkout c on c.id = o.checkout_id where c.details->>'email' = $1
     ), noted as (
       insert into order_note (order_id, author_name, text) select id, 'Anna', 'Herr Lobkowitz ruft an' from theirs
     )
     insert into order_contact (order_id, name, email, language)
     select id, 'Joseph Lobkowitz', $1, 'de' from theirs`,
    [email],
  );
  await ageOrders(pool, 9, { email });
  await inTransaction(pool, (client) => erasePersonalData(client, email));
  expect(await findText('lobkowitz')).toEqual([]);
  const { rows } = await pool.query(
    `select count(*)::integer as documents from document d
     join orders o on o.id = d.order_id join checkout c on c.id = o.checkout_id
     where c.settled_at < now() - interval '8 years'`,
  );
  expect(rows).toEqual([{ documents: 0 }]);
});

test('eight years after the end of the year, no name is left', async () => {
  await buyAs('ferdinand.waldstein@example.org');
  await settleByHand('ferdinand.waldstein@example.org');
  await shop.runJobs('make-documents');
  await ageOrders(pool, 8);
  await deleteExpiredData(pool);
  expect(await sizes('ferdinand.waldstein@example.org')).toMatchObject({ orders: 1 });
  expect(await findText('ferdinand.waldstein')).toContain('refund');
  await ageOrders(pool, 1);
  await deleteExpiredData(pool);
  const { rows } = await pool.query(
    `select (select count(*) from invoice) as invoices, (select count(*) from document) as documents,
       (select count(*) from checkout where settled_at is not null and details->>'last_name' <> '–') as named`,
  );
  expect(rows[0]).toMatchObject({ documents: 0, named: 0 });
  expect(rows[0].invoices).toBeGreaterThan(0);
  expect(await findText('ferdinand.waldstein')).not.toContain('refund');
});

test('an invoice cancelled a year later is retained with its order a year longer', async () => {
  const email = 'maria.erdoedy@example.org';
  await buyAs(email);
  const { rows } = await pool.query<{ no: string }>(
    `select o.order_no as no from orders o join checkout c on c.id = o.checkout_id where c.details->>'email' = $1`,
    [email],
  );
  const orderNo = rows[0]?.no ?? '';
  await shop.runJobs('make-documents');
  await ageOrders(pool, 1, { orderNo });
  expect(
    (await admin.run('order:refund', { orderNo, whole: '1', reason: 'ill' })).problem,
  ).toBeNull();
  await shop.runJobs('make-cancellation');
  await ageOrders(pool, 8, { orderNo });
  const countDocuments = async () => {
    const found = await pool.query(
      'select from document d join orders o on o.id = d.order_id where o.order_no = $1',
      [orderNo],
    );
    return found.rowCount;
  };
  await deleteExpiredData(pool);
  expect(await countDocuments()).toBe(3);
  expect(await sizes(email)).toMatchObject({ orders: 1 });
  const key = toPersonKey(admin.deps.tokens, email);
  expect(await admin.query('people:get', { key })).toMatchObject({
    retainedOrders: 1,
    retainedUntilYear: Number(berlinDate(new Date()).slice(0, 4)),
  });
  await ageOrders(pool, 1, { orderNo });
  await deleteExpiredData(pool);
  expect(await countDocuments()).toBe(0);
  expect(await sizes(email)).toMatchObject({ orders: 0 });
});

test("a guest's details are deleted at most a day after the cart", async () => {
  const guest = new Buyer(shop);
  await guest.add(concert);
  await guest.details({ email: 'karl.lichnowsky@example.org' });
  await deleteExpiredData(pool);
  expect(await findText('lichnowsky')).toEqual(['delivery_details']);
  await pool.query(
    `update cart set expires_at = now() - interval '2 days', release_at = now() - interval '2 days'`,
  );
  await deleteExpiredData(pool);
  expect(await findText('lichnowsky')).toEqual([]);
});

/** Erases a person as the page does. */
const erase = async (email: string) => {
  const key = toPersonKey(admin.deps.tokens, email);
  return (await admin.run('person:erase', { key, confirm: email })).problem;
};
const paymentOpen = {
  status: 409,
  message: 'A payment for this address is open. Please try again in a few minutes.',
};

test('nobody is erased while a payment is open, so its order has its buyer', async () => {
  const email = 'nikolaus.zmeskall@example.org';
  const buyer = await prepare(email);
  await accepted(buyer.initiate());
  expect(await erase(email)).toMatchObject(paymentOpen);
  buyer.pay();
  await accepted(buyer.complete());
  expect(await erase(email)).toBeNull();
  const { rows } = await pool.query(
    `select c.details->>'last_name' as name, c.details->>'email' as email
     from orders o join checkout c on c.id = o.checkout_id order by o.id desc limit 1`,
  );
  expect(rows).toEqual([{ name: 'Kinsky', email }]);
});

test('a payment that succeeds after its buyer was erased is refunded', async () => {
  const email = 'marie.pachler@example.org';
  const buyer = await prepare(email);
  await accepted(buyer.initiate());
  await pool.query('update checkout set closed_at = now() where session_id = $1', [
    buyer.sessionId,
  ]);
  expect(await erase(email)).toBeNull();
  buyer.pay();
  await buyer.complete();
  const { rows } = await pool.query(
    `select r.reason, r.amount_cents, exists (select from orders o where o.checkout_id = c.id) as "hasOrder"
     from checkout c left join refund r on r.checkout_id = c.id where c.session_id = $1`,
    [buyer.sessionId],
  );
  expect(rows).toEqual([{ reason: 'mismatch', amount_cents: expect.any(Number), hasOrder: false }]);
});

test.each(['guest', 'customer'])('a %s who opens a payment first is not erased', async (kind) => {
  const email = `antonie.brentano.${kind}@example.org`;
  const buyer = new Buyer(shop);
  if (kind === 'customer') {
    const fields = registration({ email_address: email });
    const registered = await accepted(buyer.call('POST', '/register', fields));
    buyer.bearer = registered.body.user?.access_token;
  }
  await prepare(email, buyer);
  const { rows } = await pool.query<{ id: number }>('select id from account where email = $1', [
    email,
  ]);
  const initiating = await pool.connect();
  await initiating.query('begin');
  await freezeCart(initiating, {
    sessionId: buyer.sessionId,
    accountId: rows[0]?.id ?? null,
    language: 'de',
    termsVersion: '1',
    post: usualDelivery,
    paymentMethod: 'card',
  });
  const erased = erase(email);
  await waitUntilBlocked(pool);
  await initiating.query('commit');
  initiating.release();
  expect(await erased).toMatchObject(paymentOpen);
});

test('a guest who is erased first opens no payment', async () => {
  const email = 'franz.brunswick@example.org';
  const buyer = await prepare(email);
  const erasing = await pool.connect();
  await erasing.query('begin');
  await erasePersonalData(erasing, email);
  const initiated = buyer.initiate();
  await waitUntilBlocked(pool, 'freeze_cart');
  await erasing.query('commit');
  erasing.release();
  expect((await initiated).status).toBe(409);
  expect(await findText('brunswick')).toEqual([]);
});
