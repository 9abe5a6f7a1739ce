import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { testLog } from '#test/database.ts';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { createPaidOrder } from '#test/orders.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';

// Limits are on; the tests end step-ups in the database, which decides (office.md 2.5).
const shop = await openDemoSite({ RATE_LIMIT: 'on' });
const { accountOf } = shop;

async function signInAs(role: 'admin' | 'office'): Promise<OfficeBrowser> {
  const browser = new OfficeBrowser(shop.url);
  expect((await browser.signIn({ ...accountOf(role), code: '' })).status).toBe(303);
  return browser;
}

/** Moves the last confirmation of a browser's session into the past. */
async function expireConfirmation(browser: OfficeBrowser): Promise<void> {
  await shop.pool.query(
    `update staff_session set confirmed_at = now() - interval '1 hour' where token_hash = $1`,
    [hashToken(browser.cookies.get('office') ?? '')],
  );
}

test('before a download, the page that confirms says that it stays, and leads back', async () => {
  const browser = await signInAs('admin');
  await expireConfirmation(browser);
  const text = 'The download will then start; this page stays open.';
  for (const [file, page] of [
    ['/office/orders.csv?q=wieck', '/office/orders?q=wieck'],
    ['/office/newsletter.csv', '/office/newsletter'],
    ['/office/audit.csv', '/office/audit'],
    ['/office/concerts/1/box-office.csv', '/office/concerts/1/box-office'],
    ['/office/concerts/1/box-office.pdf', '/office/concerts/1/box-office'],
    ['/office/dispatch.pdf?orders=AAAA-AAAA', '/office/dispatch?orders=AAAA-AAAA'],
    ['/office/people/some-key/export.json', '/office/people/some-key'],
    ['/office/people/some-key/export.pdf', '/office/people/some-key'],
  ] as const) {
    const { location } = await browser.send(file);
    expect(location).toBe(`/office/confirm-identity?to=${encodeURIComponent(file)}`);
    const { html } = await browser.send(location ?? '');
    expect(html.indexOf(text), file).toBeGreaterThan(0);
    expect(html.indexOf(text), file).toBeLessThan(html.indexOf('>Confirm</button>'));
    expect(html).toContain(`<a href="${page}" class="button button--line">Back to`);
  }
  const other = await browser.send('/office/confirm-identity?to=%2Foffice%2Fstaff');
  expect(other.html).not.toContain(text);
});

test('a page that is opened after a download has no message about it', async () => {
  const browser = await signInAs('office');
  await browser.send('/office');
  await shop.pool.query(
    `update staff_session set confirmed_at = now() - interval '1 hour' where token_hash = $1`,
    [hashToken(browser.cookies.get('office') ?? '')],
  );
  const [file, page] = ['/office/orders.csv', '/office/orders'];
  const form = { form: 'confirm', ...accountOf('office'), code: '' };
  const confirmed = await browser.send(`/office/confirm-identity?to=${file}`, { form });
  expect(confirmed.location).toBe(file);
  expect((await browser.send(page)).html).not.toContain('role="status"');
  const { orderId } = await createPaidOrder(shop, {
    lines: [['fuenf-winde', 'full', 1]],
    deliveryMethod: 'postal',
  });
  const { rows } = await shop.pool.query<{ order: string }>(
    'select order_no as order from orders where id = $1',
    [orderId],
  );
  const print = { form: 'dispatch', do: 'print', order: rows[0]?.order ?? '' };
  expect((await browser.send('/office/dispatch', { form: print })).location).toMatch(/\.pdf/);
  expect((await browser.send('/office/dispatch')).html).not.toContain('role="status"');
});

test('the PDFs of tickets are exports: with an entry of the log each, and a limit', async () => {
  const lines: [string, string, number][] = [['fuenf-winde', 'full', 1]];
  const { orderId } = await createPaidOrder(shop, { lines, deliveryMethod: 'boxoffice' });
  const posted = await createPaidOrder(shop, { lines, deliveryMethod: 'postal' });
  const { rows } = await shop.pool.query<{ concert: number; orders: string }>(
    `select min(p.concert_id) as concert, (select order_no from orders where id = $2) as orders
     from ticket t join product p on p.id = t.product_id where t.order_id = $1`,
    [orderId, posted.orderId],
  );
  const { concert, orders = '' } = rows[0] ?? {};
  const browser = await signInAs('office');
  const boxOffice = `/office/concerts/${concert}/box-office.pdf`;
  for (const path of [boxOffice, `/office/dispatch.pdf?orders=${orders}`]) {
    expect([path, (await browser.send(path)).status]).toEqual([path, 200]);
  }
  const entries = await shop.pool.query(
    `select thing_kind as kind, thing_id as id, after from audit_event where command = 'order:export' order by id`,
  );
  expect(entries.rows).toEqual([
    { kind: 'concert', id: String(concert), after: { list: 'box-office', with: 'tickets' } },
    { kind: 'list', id: 'dispatch', after: { with: 'tickets', orders: [orders] } },
  ]);
  await shop.pool.query(`update rate_limit set hits = 20 where bucket like 'office export %'`);
  expect((await browser.send(boxOffice)).status).toBe(429);
});

test('a browser that leaves during a download is no error', async () => {
  const browser = await signInAs('admin');
  await shop.pool.query(
    `insert into audit_event (actor_name, command, thing_kind, thing_id, after)
     select 'Clara', 'test', 'list', n::text, jsonb_build_object('text', repeat('x', 500))
     from generate_series(1, 30000) n`,
  );
  const error = vi.spyOn(testLog, 'error');
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  socket.write(
    `GET /office/audit.csv HTTP/1.1\r\nHost: x\r\nCookie: office=${browser.cookies.get('office')}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
  socket.resetAndDestroy();
  // its own connection has closed by then, too
  expect((await browser.send('/office')).status).toBe(200);
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});

test('a sign-in before a download leads to the page of the file', async () => {
  const browser = new OfficeBrowser(shop.url);
  const to = `?to=${encodeURIComponent('/office/orders.csv?q=wieck')}`;
  const { location } = await browser.signIn({ ...accountOf('admin'), code: '' }, to);
  expect(location).toBe('/office/orders?q=wieck');
});

test('a form that may send somebody’s data to another address wants a step-up, which keeps its entries', async () => {
  const { orderId } = await createPaidOrder(shop, { lines: [['fuenf-winde', 'full', 1]] });
  const { rows } = await shop.pool.query<{ no: string; mail: string; account: string }>(
    `with a as (insert into account (email, password_hash, first_name, last_name, language)
       values ('clara@example.org', '', 'Clara', 'Klang', 'de') returning id),
     m as (insert into mail (kind, recipient, language, facts, event_key) values ('order-confirmation',
       'clara@example.org', 'de', json_build_object('orderId', $1::bigint), 'a mail of this test') returning id)
     select o.order_no as no, m.id::text as mail, a.id::text as account from orders o, m, a where o.id = $1`,
    [orderId],
  );
  const { no, mail, account } = rows[0] ?? {};
  const browser = await signInAs('office');
  const list = await browser.send('/office/people?q=clara@example.org');
  const person = /\/office\/people\/[\w-]{9,}/.exec(list.html)?.[0] ?? '';
  for (const [path, form, field] of [
    [`/office/orders/${no}`, 'contact', 'email'],
    [`/office/mails/${mail}`, 'resend', 'to'],
    [`${person}?account=${account}`, 'correct', 'email'],
  ] as const) {
    await expireConfirmation(browser);
    const entries = { form, [field]: 'typed@example.org' };
    const { location } = await browser.send(path, { form: entries });
    expect(location).toBe(`/office/confirm-identity?to=${encodeURIComponent(path)}`);
    const { password } = accountOf('office');
    const confirmed = await browser.send(location ?? '', { form: { form: 'confirm', password } });
    expect(confirmed.location).toBe(path);
    const { html } = await browser.send(path);
    expect(html).toContain('Your entries are still here. Please check and send again.');
    expect(html).toMatch(new RegExp(`<input [^>]*name="${field}"[^>]* value="typed@example.org"`));
  }
});
