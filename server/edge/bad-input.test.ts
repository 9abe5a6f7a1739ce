import { beforeAll, expect, test } from 'vitest';
import { h1Of, OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { createPaidOrder } from '#test/orders.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';

// Bad input is 404 or 422, never 500 (office.md 1, HTTP).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const admin = new OfficeBrowser(shop.url);

const signIn = async (browser: OfficeBrowser, to = '') =>
  await browser.signIn({ ...shop.accountOf('admin'), code: '' }, to);

beforeAll(async () => {
  expect((await signIn(admin)).status).toBe(303);
});

const post = async (path: string, form: Record<string, string>) =>
  (await admin.send(path, { form })).status;

test('a passkey whose id is not base64url is refused like any invalid one', async () => {
  for (const id of ['a\0b', '\ud800', '', ' ']) {
    const passkey = JSON.stringify({ id });
    const { status } = await new OfficeBrowser(shop.url).signIn({ passkey });
    expect([id, status]).toEqual([id, 422]);
  }
});

test('entries are stored without characters that PostgreSQL cannot store', async () => {
  const form = { form: 'invite', email: 'a\0b@example.org', name: 'K\0ept', ['x\0y']: '1' };
  const browser = new OfficeBrowser(shop.url);
  for (const column of ['seen_at', 'confirmed_at']) {
    await signIn(browser);
    await shop.pool.query(
      `update staff_session set ${column} = ${column} - interval '1 hour' where token_hash = $1`,
      [hashToken(browser.cookies.get('office') ?? '')],
    );
    expect((await browser.send('/office/staff', { form })).status).toBe(303);
    await signIn(new OfficeBrowser(shop.url));
    await shop.pool.query(
      `update staff_session set confirmed_at = now(), seen_at = now() where ended_at is null`,
    );
    const { html } = await browser.send('/office/staff');
    expect(html).toContain('value="Kept"');
  }
});

test('a form named like a member of an object is unknown', async () => {
  const { rows } = await shop.pool.query<{ id: number }>(`select min(id) as id from staff`);
  for (const form of ['constructor', 'toString', '__proto__', 'nonsense']) {
    for (const path of [`/office/staff/${rows[0]?.id}`, '/office']) {
      expect([path, form, await post(path, { form })]).toEqual([path, form, 404]);
    }
  }
});

test('a form that a page does not have runs no command', async () => {
  const { orderId } = await createPaidOrder(shop, { lines: [['fuenf-winde', 'full', 1]] });
  const { rows } = await shop.pool.query<{ no: string; ticket: string; message: string }>(
    `with sent as (insert into contact_message (email, subject, message, language, fingerprint)
       values ('kim@example.org', 'Hello', 'Hello', 'en', '') returning id)
     select o.order_no as no, t.id::text as ticket, sent.id::text as message
     from sent, orders o join ticket t on t.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const { no, ticket = '', message } = rows[0] ?? {};
  const { html } = await admin.send(`/office/people?q=${no}`);
  const person = /\/office\/people\/[\w-]+(?=")/.exec(html)?.[0] ?? '';
  const entries = { ticket, reason: 'ill', subject: 'Re: Hello', text: 'Hello', name: 'Kim' };
  for (const form of ['', 'nonsense']) {
    for (const path of [
      '/office/newsletter',
      '/office/health',
      '/office/dispatch',
      person,
      `/office/messages/${message}`,
      `/office/orders/${no}`,
      `/office/orders/${no}/refund`,
    ]) {
      const sent = await post(path, { form, ...entries });
      expect([path, form, sent]).toEqual([path, form, 404]);
    }
  }
  const { rowCount } = await shop.pool.query(
    `select from ticket where id = $1 and voided_at is not null`,
    [ticket],
  );
  expect(rowCount).toBe(0);
});

test('an invitation without entries names every field that is missing', async () => {
  const { status, html } = await admin.send('/office/staff', { form: { form: 'invite' } });
  expect(status).toBe(422);
  for (const field of ['email', 'name', 'role']) expect(html).toContain(`href="#${field}"`);
});

test('a problem is announced, whether or not the page still has the form', async () => {
  for (const [path, form] of [
    ['/office/dispatch', { form: 'dispatch', do: 'sent', order: 'AAAA-AAAA' }],
    ['/office/dispatch', { form: 'dispatch', undo: '1', order: 'AAAA-AAAA' }],
  ] as const) {
    const { status, html } = await admin.send(path, { form });
    expect(status).toBe(409);
    expect(html.match(/role="alert"/g)).toHaveLength(1);
  }
});

test('days at the end of time are days', async () => {
  for (const day of ['9999-12-31', '0000-01-01', '9999-99-99']) {
    for (const list of ['orders', 'audit', 'orders.csv', 'audit.csv']) {
      const { status } = await admin.send(`/office/${list}?from=${day}&to=${day}`);
      expect([day, list, status]).toEqual([day, list, 200]);
    }
  }
});

test('ids that no row can have are unknown', async () => {
  for (const id of ['2147483648', '9999999999999', '999999999999999', '9'.repeat(40)]) {
    expect(await post('/office/account', { form: `passkey-remove:${id}` })).toBeLessThan(500);
    const rename = { form: `passkey-rename:${id}`, [`passkey_name_${id}`]: 'N\0ew' };
    expect(await post('/office/account', rename)).toBeLessThan(500);
    expect(await post('/office/newsletter', { form: 'off', id })).toBe(404);
    for (const path of [`/office/messages/${id}`, `/office/mails/${id}`, `/office/staff/${id}`]) {
      for (const form of ['drop', 'retry', 'resend', 'state', 'delete', 'role', 'disable']) {
        const sent = await post(path, { form, state: 'done' });
        expect([path, form, sent]).toEqual([path, form, 404]);
      }
      expect([path, (await admin.send(path)).status]).toEqual([path, 404]);
    }
    const boxOffice = `/office/concerts/${id}/box-office`;
    expect([404, 422]).toContain(await post(boxOffice, { do: 'print' }));
    for (const path of [boxOffice, `${boxOffice}.csv`, `${boxOffice}.pdf`]) {
      expect([path, (await admin.send(path)).status]).toEqual([path, 404]);
    }
    expect(await post('/office/orders/new', { [`tickets-${id}`]: id, country: id })).toBe(422);
  }
});

test('places in a list that no row can have are places', async () => {
  for (const list of ['newsletter', 'orders', 'messages', 'mails', 'audit']) {
    for (const place of ['after=3000000000', 'before=999999999999999']) {
      const { status } = await admin.send(`/office/${list}?${place}`);
      expect([list, place, status]).toEqual([list, place, 200]);
    }
  }
});

test('entries of a page with a long address are stored', async () => {
  const browser = new OfficeBrowser(shop.url);
  await signIn(browser);
  await shop.pool.query(
    `update staff_session set confirmed_at = now() - interval '1 hour' where token_hash = $1`,
    [hashToken(browser.cookies.get('office') ?? '')],
  );
  // hexadecimal digits of a hash hardly shrink when PostgreSQL compresses them
  const query = Array.from({ length: 100 }, (_, n) => hashToken(String(n)).toString('hex')).join(
    '',
  );
  const path = `/office/staff?q=${query}`;
  const form = { form: 'invite', email: 'long@example.org', name: 'Long Address', role: 'door' };
  expect((await browser.send(path, { form })).status).toBe(303);
  await shop.pool.query(`update staff_session set confirmed_at = now() where ended_at is null`);
  expect((await browser.send(path)).html).toContain('value="Long Address"');
});

test('entries are not validated when the thing is unknown', async () => {
  const choice = { form: 'choose', whole: '1', reason: 'Why' };
  for (const [path, form] of [
    ['/office/messages/99', { subject: '', text: '' }],
    ['/office/messages/99', { form: 'state', state: 'nonsense' }],
    ['/office/mails/99999', { form: 'resend', to: 'nobody' }],
    ['/office/people/badkey', { first_name: '' }],
    ['/office/people/badkey/erase', { confirm: '' }],
    ['/office/orders/XXXX/refund', { form: 'refund' }],
    ['/office/orders/XXXX/refund', { form: 'choose' }],
    ['/office/orders/XXXX/refund', choice],
    ['/office/orders/XXXX', { form: 'note', note: '' }],
    ['/office/concerts/99999/box-office', { do: 'print' }],
    ['/office/staff/0x1', { form: 'role', role: 'nonsense' }],
  ] as const) {
    const { status, html } = await admin.send(path, { form });
    expect([path, form, status, h1Of(html)]).toEqual([path, form, 404, 'Not found']);
  }
  expect((await admin.send('/office/staff/0x1')).status).toBe(404);
});

test('a HEAD request for an export is not recorded as an export', async () => {
  const count = async () => (await shop.pool.query(`select from audit_event`)).rowCount;
  const before = await count();
  for (const path of ['orders.csv', 'newsletter.csv', 'audit.csv']) {
    const { status, headers, html } = await admin.send(`/office/${path}`, { method: 'HEAD' });
    expect([path, status, html]).toEqual([path, 200, '']);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  }
  expect(await count()).toBe(before);
  expect((await admin.send('/office/orders.csv')).status).toBe(200);
  expect(await count()).toBe((before ?? 0) + 1);
});

test('a command that the role may not run appears in the audit log, once per request', async () => {
  const { rows } = await shop.pool.query<{ id: number }>(`select min(id) as id from concert`);
  const boxOffice = `/office/concerts/${rows[0]?.id}/box-office`;
  for (const [role, path, form] of [
    ['editor', '/office', { form: 'compare' }],
    ['door', '/office', { form: 'compare' }],
    ['door', boxOffice, { do: 'print' }],
  ] as const) {
    const browser = new OfficeBrowser(shop.url);
    const account = shop.accountOf(role);
    expect((await browser.signIn({ ...account, code: '' })).status).toBe(303);
    const { status, html } = await browser.send(path, { form });
    expect([role, path, status, h1Of(html)]).toEqual([role, path, 403, 'No permission']);
    const { rows: entries } = await shop.pool.query(
      `select thing_id, after from audit_event where command = 'access:refused' and actor_role = $1
       and thing_id = $2`,
      [role, path],
    );
    expect(entries).toEqual([{ thing_id: path, after: { reason: 'role' } }]);
  }
});
