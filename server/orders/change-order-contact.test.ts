import { expect, test } from 'vitest';
import { openTestOffice } from '#test/office.ts';
import { buyOrder } from '#test/shop/buy-order.ts';
import { createConcert } from '#test/shop/create-concert.ts';
import { openShop } from '#test/shop/open-shop.ts';

const shop = await openShop();
const office = await openTestOffice(shop, 'office');
const concert = await createConcert(shop.pool, { quantity: 100 });

test('another e-mail address, or a ticked box at a reissue, ends the earlier links', async () => {
  const { orderNo } = await buyOrder(shop, concert, { quantity: 1 });
  const generation = async () => {
    const { rows } = await shop.pool.query<{ link_generation: number }>(
      'select link_generation from orders where order_no = $1',
      [orderNo],
    );
    return rows[0]?.link_generation;
  };
  const { contact } = await office.query('order:page', { orderNo });
  const form = { orderNo, ...contact, email: contact.email ?? '', doorNote: '' };
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
  const { contact } = await office.query('order:page', { orderNo });
  const form = { orderNo, ...contact, email: 'erna@xn--mller-hhn-67a3d.de', doorNote: '' };
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
