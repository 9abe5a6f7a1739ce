import { beforeAll, expect, test } from 'vitest';
import { OfficeBrowser, type OfficeResponse } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { createPaidOrder } from '#test/orders.ts';

// Forms are sent as the page has them, with all their fields (office.md 15).
const shop = await openDemoSite({ RATE_LIMIT: 'off' });
const [anna, otto] = [new OfficeBrowser(shop.url), new OfficeBrowser(shop.url)];

beforeAll(async () => {
  const { accountOf } = shop;
  expect((await anna.signIn({ ...accountOf('admin'), code: '' })).status).toBe(303);
  expect((await otto.signIn({ ...accountOf('office'), code: '' })).status).toBe(303);
});

/** Opens a page; returns what sends its form of this name. */
async function openForm(browser: OfficeBrowser, path: string, name: string) {
  const { html } = await browser.send(path);
  const form = html.match(/<form[^]*?<\/form>/g)?.find((each) => each.includes(`value="${name}"`));
  const attribute = (tag: string, key: string) =>
    new RegExp(` ${key}="([^"]*)"`)
      .exec(tag)?.[1]
      ?.replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"');
  const fields = form?.match(/<input[^>]*>/g) ?? [];
  const entries = Object.fromEntries(
    fields.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
  );
  const action = attribute(/<form[^>]*>/.exec(form ?? '')?.[0] ?? '', 'action') ?? path;
  return (more: Record<string, string> = {}): Promise<OfficeResponse> =>
    browser.send(action, { form: { ...entries, ...more } });
}

test('the page of a refund warns when the bank has won a dispute', async () => {
  const { orderId, checkoutId } = await createPaidOrder(shop, {
    lines: [['fuenf-winde', 'full', 1]],
  });
  await shop.pool.query(`update checkout set intent_id = 'pi_lost' where id = $1`, [checkoutId]);
  const { rows } = await shop.pool.query<{ no: string }>(
    'select order_no as no from orders where id = $1',
    [orderId],
  );
  const path = `/office/orders/${rows[0]?.no}`;
  const warning = 'The dispute over this payment was lost';
  expect((await anna.send(`${path}/refund`)).html).not.toContain(warning);
  await shop.pool.query(
    `insert into dispute (id, intent_id, amount_cents, reason, status, closed_at)
     values ('dp_lost', 'pi_lost', 2400, 'fraudulent', 'lost', now())`,
  );
  expect((await anna.send(`${path}/refund`)).html).toContain(warning);
  expect((await anna.send(path)).html).toContain(warning);
});

test('a refund that differs from its button is refused, and the page shows the new sum', async () => {
  const { orderId, checkoutId } = await createPaidOrder(shop, {
    lines: [['fuenf-winde', 'full', 2]],
  });
  await shop.pool.query(`update checkout set intent_id = 'pi_test' where id = $1`, [checkoutId]);
  const { rows } = await shop.pool.query<{ no: string; ticket: string; cents: number }>(
    `select o.order_no as no, t.id::text as ticket, t.price_cents as cents
     from orders o join ticket t on t.order_id = o.id where o.id = $1 order by t.id`,
    [orderId],
  );
  const { no = '', ticket = '', cents = 0 } = rows[0] ?? {};
  const path = `/office/orders/${no}/refund`;
  const button = (each: number) => `Refund €${(each / 100).toFixed(2)}`;
  const whole = await openForm(anna, `${path}?whole=1&reason=ill`, 'refund');
  const part = await openForm(otto, `${path}?ticket=${ticket}&reason=ill`, 'refund');
  expect((await part()).status).toBe(303);
  const { status, html } = await whole();
  expect(status).toBe(409);
  expect(html.match(/role="alert"/g)).toHaveLength(1);
  expect(html).toContain('The amount to be refunded has changed in the meantime');
  expect(html).toContain(button(cents));
  expect(html).not.toContain(button(2 * cents));
  const rest = await openForm(anna, `${path}?whole=1&reason=ill`, 'refund');
  expect((await rest()).location).toBe(`/office/orders/${no}`);
});

test('a refund names the postage that goes back, also when nothing else is left', async () => {
  const { orderId, checkoutId } = await createPaidOrder(shop, {
    lines: [['fuenf-winde', 'full', 1]],
    deliveryMethod: 'postal',
  });
  await shop.pool.query(`update checkout set intent_id = 'pi_postal' where id = $1`, [checkoutId]);
  const { rows } = await shop.pool.query<{ no: string; ticket: string }>(
    `select o.order_no as no, t.id::text as ticket
     from orders o join ticket t on t.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const path = `/office/orders/${rows[0]?.no}/refund`;
  const postage = '<li>Postage: €4.50</li>';
  expect((await anna.send(`${path}?whole=1&reason=ill`)).html).toContain(postage);
  const ticketOnly = `${path}?ticket=${rows[0]?.ticket}&reason=ill`;
  expect((await anna.send(ticketOnly)).html).not.toContain(postage);
  expect((await (await openForm(anna, ticketOnly, 'refund'))()).status).toBe(303);
  const { html } = await anna.send(`${path}?whole=1&reason=late`);
  expect(html).toContain('Refund €4.50');
  expect(html).toContain(postage);
});

test('an order says what can be refunded and, after a refund that failed, what is owed', async () => {
  const { orderId, checkoutId } = await createPaidOrder(shop, {
    lines: [['fuenf-winde', 'full', 2]],
  });
  const { rows } = await shop.pool.query<{ no: string; amount: string }>(
    `update checkout c set intent_id = 'pi_owed' from orders o where c.id = $1 and o.id = $2
     returning o.order_no as no, replace((c.amount_cents / 100.0)::numeric(9, 2)::text, '.', ',') as amount`,
    [checkoutId, orderId],
  );
  const { no = '', amount = '' } = rows[0] ?? {};
  const path = `/office/orders/${no}`;
  const payment = async () => {
    const { html } = await anna.send(path, { headers: { 'accept-language': 'de' } });
    const lines = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    return lines.match(/Noch (?:erstattbar|geschuldet|zu erstatten) [\d,]+ €/g);
  };
  expect(await payment()).toEqual([`Noch erstattbar ${amount} €`]);
  const refund = await openForm(anna, `${path}/refund?whole=1&reason=ill`, 'refund');
  expect((await refund()).status).toBe(303);
  expect(await payment()).toBeNull();
  await shop.pool.query(
    `update refund set failed_at = now(), failure = 'declined' where checkout_id = $1`,
    [checkoutId],
  );
  expect(await payment()).toEqual([`Noch geschuldet ${amount} €`]);
});

test('a ticket that is no longer valid has no button to reissue it', async () => {
  const { orderId } = await createPaidOrder(shop, { lines: [['fuenf-winde', 'full', 1]] });
  const { rows } = await shop.pool.query<{ no: string; ticket: string }>(
    `select o.order_no as no, t.id::text as ticket
     from orders o join ticket t on t.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const path = `/office/orders/${rows[0]?.no}/reissue/${rows[0]?.ticket}`;
  const reissue = await openForm(anna, path, 'reissue');
  const late = await openForm(otto, path, 'reissue');
  expect((await reissue()).status).toBe(303);
  for (const { html } of [await otto.send(path), await late()]) {
    expect(html).toContain('only valid tickets can be reissued');
    expect(html.match(/role="alert"/g)).toHaveLength(1);
    expect(html).not.toContain('value="reissue"');
  }
});

test('a message that a colleague has sorted in the meantime keeps its state', async () => {
  const { rows } = await shop.pool.query<{ id: string }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ('hanna@example.org', 'Frage', 'Text', 'de', decode(md5('Frage'), 'hex')) returning id`,
  );
  const path = `/office/messages/${rows[0]?.id}`;
  const markDone = await openForm(anna, path, 'state');
  const reply = await openForm(otto, path, 'reply');
  expect((await reply({ subject: 'Re: Frage', text: 'Ja.' })).status).toBe(303);
  const refused = await markDone({ state: 'done' });
  expect(refused.status).toBe(409);
  expect(refused.html).toContain('Somebody has changed this message in the meantime');
  await (
    await openForm(anna, path, 'state')
  )({ state: 'done' });
  const undo = await openForm(anna, path, 'done');
  await shop.pool.query(`update contact_message set state = 'answered' where id = $1`, [
    rows[0]?.id,
  ]);
  expect((await undo()).status).toBe(409);
});

test('a reply to a message that a colleague has replied to keeps its text, and shows the other one', async () => {
  const { rows } = await shop.pool.query<{ id: string }>(
    `insert into contact_message (email, subject, message, language, fingerprint)
     values ('hanna@example.org', 'Zweimal', 'Text', 'de', decode(md5('Zweimal'), 'hex')) returning id`,
  );
  const path = `/office/messages/${rows[0]?.id}`;
  const [first, second] = [
    await openForm(anna, path, 'reply'),
    await openForm(otto, path, 'reply'),
  ];
  expect((await first({ text: 'Ja, gern.' })).status).toBe(303);
  const refused = await second({ text: 'Nein, leider.' });
  expect(refused.status).toBe(409);
  expect(refused.html).toMatch(/role="alert"[^>]*><p>Somebody has replied/);
  expect(refused.html).toContain('Ja, gern.');
  expect(refused.html).toMatch(/<textarea[^>]*>Nein, leider\./);
  expect(refused.html).toContain('name="replies" value="1"');
});

test('a person whom a colleague has corrected in the meantime keeps the entries and shows the other ones', async () => {
  await shop.pool.query(
    `insert into account (email, first_name, last_name, password_hash, language)
     values ('erna.alt@example.org', 'Erna', 'Falsch', '', 'de')`,
  );
  const { html } = await anna.send('/office/people?q=erna.alt');
  const path = /\/office\/people\/[\w-]{20,}/.exec(html)?.[0] ?? '';
  const [first, second] = [
    await openForm(anna, path, 'correct'),
    await openForm(otto, path, 'correct'),
  ];
  const language = 'de';
  const corrected = { firstName: 'Ernestine', email: 'erna.neu@example.org', language };
  expect((await first(corrected)).status).toBe(303);
  const entries = { lastName: 'Richtig', email: 'erna.neuer@example.org', language };
  const refused = await second(entries);
  expect(refused.status).toBe(409);
  expect(refused.html).toMatch(/role="alert"[^>]*><p>Somebody has changed the same entries/);
  expect(refused.html).toContain('Changed to “erna.neu@example.org”');
  const valueOf = (name: string) =>
    new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(refused.html)?.[0];
  expect(valueOf('firstName')).toContain('value="Ernestine"');
  expect(valueOf('lastName')).toContain('value="Richtig"');
  expect(valueOf('email')).toContain('value="erna.neuer@example.org"');
  expect(valueOf('shown')).toContain('erna.neu@example.org');
});

test('a mail whose reason is gone has no button that sends it again', async () => {
  const { rows } = await shop.pool.query<{ id: string }>(
    `insert into mail (kind, recipient, language, event_key, facts)
     values ('contact-reply', 'hanna@example.org', 'de', 'gone', '{"replyId": 999999}') returning id`,
  );
  const { html } = await anna.send(`/office/mails/${rows[0]?.id}`);
  expect(html).toContain('it would not be sent again');
  expect(html).not.toContain('value="resend"');
});

test('the status says when nothing has changed, and names a new role', async () => {
  const { orderId } = await createPaidOrder(shop, { lines: [['fuenf-winde', 'full', 1]] });
  const { rows } = await shop.pool.query<{ no: string; id: number }>(
    `with nina as (insert into staff (email, name, role, password_hash)
       values ('nina@example.org', 'Nina Alt', 'office', '') returning id)
     select order_no as no, nina.id from orders, nina where orders.id = $1`,
    [orderId],
  );
  const send = async (path: string, name: string, entries: Record<string, string>) => {
    const { location } = await (await openForm(anna, path, name))(entries);
    const { html } = await anna.send(location ?? '');
    return /<p role="status"[^>]*>([^<]*)</.exec(html)?.[1];
  };
  const order = `/office/orders/${rows[0]?.no}`;
  expect(await send(order, 'contact', { language: 'de' })).toBe('Nothing changed.');
  expect(await send(order, 'contact', { language: 'en' })).toBe('Contact changed.');
  const person = `/office/staff/${rows[0]?.id}`;
  expect(await send(person, 'role', { role: 'office' })).toBe('Nothing changed.');
  expect(await send(person, 'role', { role: 'editor' })).toBe('Role changed. Nina Alt: Editor.');
});

test('countries are listed by the name that is shown', async () => {
  const { html } = await anna.send('/office/orders/new');
  const select = /<select[^>]*name="country"[^]*?<\/select>/.exec(html)?.[0] ?? '';
  const names = [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(200);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});

test('a new invitation that is sent twice has the response of the first one', async () => {
  const invite = await openForm(anna, '/office/staff', 'invite');
  await invite({ email: 'ida@example.org', name: 'Ida', role: 'door', language: 'en' });
  const { rows } = await shop.pool.query<{ id: number }>(
    `select id from staff_invitation where email = 'ida@example.org'`,
  );
  const again = await openForm(anna, `/office/staff/invitation-${rows[0]?.id}`, 'invite-again');
  for (const { status, location } of [await again(), await again()]) {
    expect([status, location]).toEqual([303, '/office/staff']);
  }
  const mails = await shop.pool.query(
    `select from mail where kind = 'staff-invitation' and recipient = 'ida@example.org'`,
  );
  expect(mails.rowCount).toBe(2);
});

test('a number of tickets that does not fit is named at its field', async () => {
  const { html: empty } = await anna.send('/office/orders/new');
  const name = /name="(tickets-\d+)"/.exec(empty)?.[1] ?? '';
  const issue = await openForm(anna, '/office/orders/new', 'complimentary');
  const { status, html } = await issue({ [name]: '21' });
  expect(status).toBe(422);
  expect(html).toContain(`href="#${name}"`);
  const field = new RegExp(`<input[^>]*id="${name}"[^>]*>`).exec(html)?.[0];
  expect(field).toContain('aria-invalid="true"');
  expect(field).toMatch(new RegExp(`aria-describedby="[^"]*${name}-error"`));
});

test('a button that retries jobs has its own name, and the kind of job describes it', async () => {
  await shop.pool.query(
    `select graphile_worker.add_job('make-coffee', run_at := now() + interval '1 day')`,
  );
  await shop.pool.query(
    `update graphile_worker._private_jobs j set attempts = 1 from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'make-coffee'`,
  );
  const { html } = await anna.send('/office/health');
  expect(html).toMatch(/<button[^>]* aria-describedby="job-make-coffee"[^>]*>Try again<\/button>/);
  expect(html).toContain('id="job-make-coffee"');
});
