import { expect, test } from 'vitest';
import { drain } from '#test/shop/drain.ts';
import { listViolations } from '../invariants.ts';
import { findWholeOrder } from '../documents/find-whole-order.ts';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const office = await openTestOffice(shop, 'office');
const concert = await createConcert(shop.pool, { quantity: 100 });

const readOrder = (orderNo: string) => office.query('order:page', { orderNo });

test('another e-mail address, or a ticked box at a reissue, ends the earlier links', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  const generation = async () => {
    const { rows } = await shop.pool.query<{ link_generation: number }>(
      'select link_generation from orders where order_no = $1',
      [orderNo],
    );
    return rows[0]?.link_generation;
  };
  const { name, email: former, language } = (await readOrder(orderNo)).contact;
  const form = { orderNo, name, language, email: former ?? '', doorNote: '' };
  await office.run('order:contact', { ...form, name: 'Erna Richtig' });
  expect(await generation()).toBe(1);
  await office.run('order:contact', { ...form, email: 'erna@example.org' });
  expect(await generation()).toBe(2);
  const reissue = async (more: object) => {
    const { tickets } = await office.query('order:page', { orderNo });
    const valid = tickets.find(({ state }) => state === 'valid');
    const input = { orderNo, ticket: String(valid?.id), ...more };
    expect((await office.run('order:reissue', input)).problem).toBeNull();
  };
  await reissue({});
  expect(await generation()).toBe(2);
  await reissue({ endLinks: '1' });
  expect(await generation()).toBe(3);
});

test('two people who change a contact at once undo nothing of each other', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  const readContact = async () => (await office.query('order:page', { orderNo })).contact;
  const { name, email, language } = await readContact();
  const form = { name, email: email ?? '', language, doorNote: '' };
  const shown = JSON.stringify(form);
  const send = (entries: Partial<typeof form>) =>
    office.run('order:contact', { orderNo, ...form, ...entries, shown });
  const sent = await Promise.all([
    send({ name: 'Erna Richtig' }),
    send({ doorNote: 'Rollstuhl' }),
    send({ language: language === 'de' ? 'en' : 'de' }),
  ]);
  expect(sent.map(({ problem }) => problem)).toEqual([null, null, null]);
  const changed = { name: 'Erna Richtig', doorNote: 'Rollstuhl', email };
  expect(await readContact()).toMatchObject(changed);
  const refused = await send({ name: 'Erna Rihctig', email: 'erna@example.org' });
  expect(refused.problem).toMatchObject({
    status: 409,
    message: /changed the same entries in the meantime/,
    errors: { name: /^Changed to “Erna Richtig”/ },
  });
  expect(await readContact()).toMatchObject(changed);
});

test('the name for the door needs an alphabetic character or digit, and loses invisible characters', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  const { language } = (await readOrder(orderNo)).contact;
  const form = { orderNo, language, email: 'erna@xn--mller-hhn-67a3d.de', doorNote: '' };
  for (const name of ['\u0301', '\u2060\u00AD', '–']) {
    const { problem } = await office.run('order:contact', { ...form, name });
    expect(problem).toMatchObject({ errors: { name: 'Please fill this in.' } });
  }
  const sent = await office.run('order:contact', { ...form, name: 'Erna Mu\u0308ller\u202C' });
  expect(sent.problem).toBeNull();
  expect((await office.query('order:page', { orderNo })).contact).toMatchObject({
    name: 'Erna Müller',
    email: 'erna@müller-höhn.de',
  });
});

/** Sends the form of an order's contact with other entries. */
async function change(orderNo: string, entries: Record<string, string>) {
  const { contact } = await readOrder(orderNo);
  const { name, email, language } = contact;
  return await office.run('order:contact', { orderNo, name, email, language, ...entries });
}

test('postage goes back once when nothing is posted, and is never charged again', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'postal' });
  expect(await readOrder(orderNo)).toMatchObject({ mayChangeDelivery: true, postageCents: 450 });
  const both = await Promise.all(
    [1, 2].map(() => change(orderNo, { delivery: 'boxoffice', refundPostage: '1' })),
  );
  expect(both.map(({ output }) => output?.['cents'] ?? 0)).toEqual(
    expect.arrayContaining([450, 0]),
  );
  expect(await readOrder(orderNo)).toMatchObject({
    deliveryMethod: 'boxoffice',
    state: 'paid',
    postSince: null,
    postageCents: 0,
    refundableCents: 2400,
  });
  expect((await change(orderNo, { delivery: 'postal' })).problem).toBeNull();
  const again = await change(orderNo, { delivery: 'boxoffice', refundPostage: '1' });
  expect(again.problem).toMatchObject({ status: 409 });
  expect((await change(orderNo, { delivery: 'boxoffice' })).problem).toBeNull();
  const whole = await office.run('order:refund', { orderNo, whole: '1', reason: 'ill' });
  expect(whole.output).toMatchObject({ cents: 2400 });
  expect(await drain(shop)).toEqual([]);
  const { refunds } = await readOrder(orderNo);
  expect(refunds.map(({ amountCents, state }) => [amountCents, state])).toEqual([
    [450, 'done'],
    [2400, 'done'],
  ]);
  expect(await listViolations(shop.pool)).toEqual([]);
});

test('postage of tickets that are posted after all is not refunded', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'postal' });
  await change(orderNo, { delivery: 'boxoffice' });
  const { output } = await change(orderNo, { delivery: 'postal', refundPostage: '1' });
  expect(output).toMatchObject({ cents: 0 });
  expect(await readOrder(orderNo)).toMatchObject({ postageCents: 450, refunds: [] });
});

test('tickets to collect are mailed instead, and then their delivery stays', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'boxoffice' });
  await shop.runJobs('make-documents', 'send-mail');
  expect((await change(orderNo, { delivery: 'onlineticket' })).problem).toBeNull();
  await shop.runJobs('make-documents', 'send-mail');
  const { documents, mayChangeDelivery, id } = await readOrder(orderNo);
  expect(documents.map(({ name }) => name)).toContainEqual(
    expect.stringMatching(/^(Karte|Ticket)-/),
  );
  expect(mayChangeDelivery).toBe(false);
  const mails = await shop.pool.query(
    `select from mail where kind = 'order-confirmation' and (facts->>'orderId')::bigint = $1
       and sent_at is not null`,
    [id],
  );
  expect(mails.rowCount).toBe(2);
  const back = await change(orderNo, { delivery: 'boxoffice' });
  expect(back.problem).toMatchObject({ status: 409, message: /already been posted or mailed/ });
});

test('the post goes to another name and address, and the invoice stays', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1, method: 'boxoffice' });
  const missing = await change(orderNo, { delivery: 'postal', street: '' });
  expect(missing.problem).toMatchObject({ status: 422, errors: { street: /fill this in/ } });
  const address = { postName: 'Haus am See', street: 'Seeweg 1', zip: '82418', city: 'Murnau' };
  expect((await change(orderNo, { delivery: 'postal', ...address })).problem).toBeNull();
  const { id, buyer, contact } = await readOrder(orderNo);
  expect(contact).toMatchObject(address);
  expect(buyer.street).not.toBe('Seeweg 1');
  const { postName: name, ...place } = address;
  expect((await findWholeOrder(shop.pool, id))?.contact.post).toEqual({ name, ...place });
  const { rows } = await office.query('order:dispatch', {});
  expect(rows).toContainEqual(expect.objectContaining({ orderNo, name, city: 'Murnau' }));
});
