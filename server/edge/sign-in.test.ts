import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { h1Of, OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { createPaidOrder } from '#test/orders.ts';
import { PASSWORD } from '#test/registration.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';

// Limits are on; the tests end sessions and step-ups in the database, which decides (office.md 2.5).
const KEPT = 'Your entries are still here. Please check and send again.';
const shop = await openDemoSite({ RATE_LIMIT: 'on' });
const { accountOf } = shop;

async function signInAs(role: 'admin' | 'office'): Promise<OfficeBrowser> {
  const browser = new OfficeBrowser(shop.url);
  const account = accountOf(role);
  expect((await browser.signIn({ ...account, code: '' })).status).toBe(303);
  return browser;
}

/** Moves the times of a browser's session into the past. */
async function age(
  browser: OfficeBrowser,
  column: 'confirmed_at' | 'created_at' | 'seen_at',
  hours = 1,
): Promise<void> {
  const { rowCount } = await shop.pool.query(
    `update staff_session set ${column} = ${column} - make_interval(hours => $2) where token_hash = $1`,
    [hashToken(browser.cookies.get('office') ?? ''), hours],
  );
  expect(rowCount).toBe(1);
}

test('a form with all its fields, also those that scripts fill, signs in and confirms', async () => {
  const browser = new OfficeBrowser(shop.url);
  const empty = { code: '', passkey: '' };
  expect((await browser.signIn({ ...accountOf('admin'), ...empty })).status).toBe(303);
  await age(browser, 'confirmed_at');
  const { password } = accountOf('admin');
  const form = { form: 'confirm', password, ...empty };
  expect((await browser.send('/office/confirm-identity', { form })).status).toBe(303);
});

describe('entries', () => {
  const form = { form: 'invite', email: 'kept@example.org', name: 'Kept Name', role: 'door' };

  test('are restored after the step-up, and the previous token is void', async () => {
    const browser = await signInAs('admin');
    await age(browser, 'confirmed_at');
    const due = await browser.send('/office/staff', { form: { ...form, language: 'de' } });
    const page = '/office/confirm-identity?to=%2Foffice%2Fstaff';
    expect([due.status, due.location]).toEqual([303, page]);
    const former = browser.cookies.get('office') ?? '';
    const wrong = await browser.send(page, { form: { form: 'confirm', password: 'wrong' } });
    expect(wrong.status).toBe(422);
    const confirmed = await browser.send(page, {
      form: { form: 'confirm', password: accountOf('admin').password },
    });
    expect([confirmed.status, confirmed.location]).toEqual([303, '/office/staff']);
    expect(browser.cookies.get('office')).not.toBe(former);
    const { html } = await browser.send('/office/staff');
    expect(html).toContain(KEPT);
    expect(html).toContain('value="kept@example.org"');
    expect(html).toContain('value="Kept Name"');
    expect((await browser.send('/office/staff')).html, 'reloaded').toContain(KEPT);
    const { rowCount } = await shop.pool.query(`select from staff_invitation where email = $1`, [
      form.email,
    ]);
    expect(rowCount, 'nothing was carried out').toBe(0);
    const thief = new OfficeBrowser(shop.url);
    thief.cookies.set('office', former);
    expect((await thief.send('/office')).status).toBe(303);
    expect((await browser.send('/office/staff', { form })).status).toBe(303);
    expect((await browser.send('/office/staff')).html, 'sent again').not.toContain(KEPT);
  });

  test.each([
    ['its longest time has passed', 'created_at', 'valid for some hours only'],
    ['somebody ended it', 'ended_at', 'This sign-in was ended'],
  ] as const)('tell why a session is over: %s', async (_, column, words) => {
    const browser = await signInAs('office');
    if (column === 'ended_at') await shop.pool.query('update staff_session set ended_at = now()');
    else await age(browser, column, 13);
    expect((await browser.send('/office/sign-in')).html).toContain(words);
  });

  test('are restored after an idle end and a new sign-in, for the same person only', async () => {
    const browser = await signInAs('admin');
    await age(browser, 'seen_at');
    const over = await browser.send('/office/staff', { form });
    const page = '/office/sign-in?to=%2Foffice%2Fstaff';
    expect([over.status, over.location]).toEqual([303, page]);
    expect((await browser.send(page)).html).toContain(
      'You were away for a while and have been signed out.',
    );
    const account = accountOf('admin');
    const back = await browser.signIn({ ...account, code: '' }, '?to=%2Foffice%2Fstaff');
    expect([back.status, back.location]).toEqual([303, '/office/staff']);
    const { html } = await browser.send('/office/staff');
    expect(html).toContain(KEPT);
    expect(html).toContain('value="kept@example.org"');
  });

  test('of a folded form are restored in the open form', async () => {
    const browser = await signInAs('office');
    await shop.pool.query(
      `insert into account (email, password_hash, first_name, last_name, language)
       values ('folded@example.org', '', 'Frida', 'Falte', 'de')`,
    );
    const list = await browser.send('/office/people?q=folded');
    const path = /\/office\/people\/[\w-]+/.exec(list.html)?.[0] ?? '';
    const fold = (html: string) => /<details([^>]*)><summary>Correct</.exec(html)?.[1];
    expect(fold((await browser.send(path)).html)).not.toContain('open=""');
    await age(browser, 'seen_at');
    const entries = { form: 'correct', firstName: 'Friederike', lastName: 'Falte' };
    expect((await browser.send(path, { form: entries })).status).toBe(303);
    expect((await browser.signIn({ ...accountOf('office'), code: '' })).status).toBe(303);
    const { html } = await browser.send(path);
    expect(html).toContain('value="Friederike"');
    expect(fold(html)).toContain('open=""');
  });

  test('of two people who share a browser are restored for each', async () => {
    const browser = await signInAs('admin');
    const path = '/office/newsletter';
    const keep = async (email: string) => {
      await age(browser, 'seen_at');
      expect((await browser.send(path, { form: { form: 'invite', email } })).status).toBe(303);
    };
    const reopen = async (role: 'admin' | 'office') => {
      expect((await browser.signIn({ ...accountOf(role), code: '' })).status).toBe(303);
      return (await browser.send(path)).html;
    };
    await keep('first@example.org');
    expect(await reopen('office')).not.toContain(KEPT);
    await keep('second@example.org');
    expect(await reopen('admin')).toContain('value="first@example.org"');
    await browser.send('/office/sign-out', { form: {} });
    expect(await reopen('office')).toContain('value="second@example.org"');
    await shop.pool.query(`update kept_entries set created_at = now() - interval '61 minutes'`);
    expect((await browser.send(path)).html).not.toContain(KEPT);
  });

  test('of a refund are restored where it is confirmed', async () => {
    const lines: [string, string, number][] = [['fuenf-winde', 'full', 2]];
    const { orderId } = await createPaidOrder(shop, { lines });
    const { rows } = await shop.pool.query<{ no: string; ticket: string }>(
      `select o.order_no as no, min(t.id)::text as ticket from orders o join ticket t on t.order_id = o.id
       where o.id = $1 group by 1`,
      [orderId],
    );
    const { no, ticket = '' } = rows[0] ?? {};
    const path = `/office/orders/${no}/refund?ticket=${ticket}&reason=ill`;
    const browser = await signInAs('office');
    const { html } = await browser.send(path);
    const action = /<form[^>]* action="(\/office\/orders\/[^"]+refund[^"]*)"/.exec(html)?.[1];
    expect(action?.replaceAll('&amp;', '&')).toBe(path);
    await age(browser, 'confirmed_at');
    const refund = { form: 'refund', ticket, reason: 'ill' };
    const { location } = await browser.send(path, { form: refund });
    expect(location).toBe(`/office/confirm-identity?to=${encodeURIComponent(path)}`);
    await browser.send(location ?? '', {
      form: { form: 'confirm', password: accountOf('office').password },
    });
    const restored = (await browser.send(path)).html;
    expect(restored).toContain(KEPT);
    expect(restored).toContain('name="form" value="refund"');
  });
});

test('an invitation sets up an account once, and a one-time code counts once', async () => {
  const admin = await signInAs('admin');
  const token = 'an-invitation-of-this-test-0123456789';
  await shop.pool.query(
    `insert into staff_invitation (email, name, role, language, token_hash, sealed_token, expires_at)
     values ('new@example.org', 'Nina Neu', 'office', 'en', $1, '', now() + interval '1 hour')`,
    [hashToken(token)],
  );
  const path = `/office/invitation/${token}`;
  const browser = new OfficeBrowser(shop.url);
  const { html } = await browser.send(path);
  expect(h1Of(html)).toBe('Set up your account');
  const key = /<output[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const wrong = { form: 'accept', name: '', password: 'x', password_repeat: 'y', code: '' };
  const refused = await browser.send(path, { form: { ...wrong, passkey: '' } });
  expect(refused.status).toBe(422);
  for (const field of ['name', 'password', 'code']) {
    expect(refused.html).toContain(`href="#${field}"`);
  }
  const entries = { form: 'accept', name: 'Nina Neu', password: PASSWORD };
  const differ = await browser.send(path, {
    form: { ...entries, password_repeat: 'other', code },
  });
  expect(differ.status).toBe(422);
  const form = { ...entries, password_repeat: PASSWORD, code };
  const done = await browser.send(path, { form });
  expect([done.status, done.location]).toEqual([303, '/office/account/recovery-codes']);
  const codes = await browser.send('/office/account/recovery-codes');
  const recovery = [...codes.html.matchAll(/<code>(.*?)<\/code>/g)].map(([, text]) => text ?? '');
  expect(recovery).toHaveLength(10);
  for (const again of [await browser.send(path), await browser.send(path, { form })]) {
    expect(again.status).toBe(410);
    expect(again.html).toContain('This invitation is no longer valid.');
  }
  const tryCode = async (value: string) =>
    (
      await new OfficeBrowser(shop.url).signIn({
        email: 'new@example.org',
        password: PASSWORD,
        code: value,
      })
    ).status;
  expect(await tryCode(code), 'used for the account').toBe(422);
  const next = new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + 30_000,
  });
  expect(await tryCode(`${next.slice(0, 3)} ${next.slice(3)}`)).toBe(303);
  expect(await tryCode(next), 'replayed').toBe(422);
  expect(await tryCode(recovery[0] ?? '')).toBe(303);
  expect(await tryCode(recovery[0] ?? ''), 'replayed').toBe(422);
  expect((await admin.send('/office/staff')).html).toContain('new@example.org');
});

test('somebody invited has a page, which invites again', async () => {
  const admin = await signInAs('admin');
  const { email, ...form } = {
    form: 'invite',
    email: 'mia@example.org',
    name: 'Mia',
    role: 'door',
  };
  await admin.send('/office/staff', { form: { ...form, email, language: 'en' } });
  const findPath = async () =>
    /href="(\/office\/staff\/[^"]+)">Mia</.exec((await admin.send('/office/staff')).html)?.[1] ??
    '';
  const path = await findPath();
  const { html } = await admin.send(path);
  expect(h1Of(html)).toBe('Mia');
  for (const fact of [email, 'Door', 'invited', 'Invite again'])
    expect(html).toContain(`>${fact}<`);
  for (const button of ['Change role', 'Disable']) expect(html).not.toContain(`>${button}<`);
  const again = await admin.send(path, { form: { form: 'invite-again' } });
  expect([again.status, again.location]).toEqual([303, '/office/staff']);
  expect(await findPath()).toBe(path);
  expect((await admin.send(path)).status).toBe(200);
  const mails = await shop.pool.query(`select language from mail where recipient = $1`, [email]);
  expect(mails.rows).toEqual([{ language: 'en' }, { language: 'en' }]);
  for (const key of ['invitation-0', 'invitation-', 'invitation-x', 'x']) {
    expect([key, (await admin.send(`/office/staff/${key}`)).status]).toEqual([key, 404]);
  }
});

test('changing one’s name and language at one’s account wants a step-up, alarm mails do not', async () => {
  const browser = await signInAs('office');
  await age(browser, 'confirmed_at');
  const path = '/office/account';
  const form = { form: 'settings', name: 'Otto Bürger', language: 'en' };
  const due = await browser.send(path, { form });
  expect(due.location).toBe('/office/confirm-identity?to=%2Foffice%2Faccount');
  const { location } = await browser.send(path, { form: { form: 'alarms', has_alarms: 'yes' } });
  expect(location).toBe(path);
});

test('a signed-in person is sent to the office, and nothing is checked or counted', async () => {
  const browser = await signInAs('office');
  const count = async () =>
    (await shop.pool.query(`select sum(hits) as hits from rate_limit where bucket like 'staff:%'`))
      .rows;
  const before = await count();
  const wrong = { email: 'office@marienfirn.example', password: 'wrong', code: '' };
  const again = await browser.signIn(wrong, '?to=%2Foffice%2Forders');
  expect([again.status, again.location]).toEqual([303, '/office']);
  expect(await count()).toEqual(before);
  const form = { form: 'sign-in', ...wrong };
  const foreign = await browser.send('/office/sign-in', { form, origin: 'https://example.org' });
  expect(foreign.status).toBe(403);
});

test('strangers lock nobody out of a browser from which they have signed in', async () => {
  const browser = await signInAs('office');
  await browser.send('/office');
  await browser.send('/office/sign-out', { form: {} });
  const entries = { ...accountOf('office'), code: '' };
  const wrong = { ...entries, password: 'wrong' };
  expect((await new OfficeBrowser(shop.url).signIn(wrong)).status).toBe(422);
  await shop.pool.query(
    `with unknown as (update staff_session set network = null)
     update rate_limit set hits = 30 where bucket like 'staff:sign-in by email in %'`,
  );
  expect((await new OfficeBrowser(shop.url).signIn(entries)).status).toBe(429);
  expect((await browser.signIn(entries)).status).toBe(303);
  await shop.pool.query(`delete from rate_limit`);
});

test('after ten failed sign-ins of an address there is a pause', async () => {
  const fail = async () =>
    await new OfficeBrowser(shop.url).signIn({ email: 'x@example.org', password: 'p', code: '1' });
  for (let count = 0; count < 10; count++) expect((await fail()).status).toBe(422);
  const { status, headers, html } = await fail();
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
  expect(html).toContain('Too many attempts. Please wait 10 minutes.');
  await signInAs('office');
});

describe('the next page shows the result of a command', () => {
  const statusOf = (html: string) => /<p role="status"[^>]*>(.*?)<\/p>/.exec(html)?.[1];

  test('after signing out, also everywhere', async () => {
    const browser = await signInAs('office');
    expect((await browser.send('/office/sign-in?to=%2Foffice%2Forders')).location).toBe('/office');
    expect((await browser.send('/office/sign-out', { form: {} })).location).toBe('/office/sign-in');
    expect(statusOf((await browser.send('/office/sign-in')).html)).toBe('Signed out.');
    expect(statusOf((await browser.send('/office/sign-in')).html)).toBeUndefined();
    const other = await signInAs('office');
    await other.send('/office/account', { form: { form: 'end-sessions' } });
    expect(statusOf((await other.send('/office/sign-in')).html)).toBe('Signed out everywhere.');
  });

  test('after confirming the identity', async () => {
    const browser = await signInAs('admin');
    await age(browser, 'confirmed_at');
    const page = '/office/confirm-identity?to=%2Foffice%2Fstaff';
    const form = { form: 'confirm', password: accountOf('admin').password, code: '' };
    const { status, location } = await browser.send(page, { form });
    expect([status, location]).toEqual([303, '/office/staff']);
    const again = await browser.send(page, { form: { ...form, password: 'not read again' } });
    expect([again.status, again.location], 'none is due').toEqual([303, '/office/staff']);
    expect(statusOf((await browser.send('/office/staff')).html)).toBe(
      'Signed in. You have confirmed that it is you.',
    );
    const { rows } = await shop.pool.query(
      `select command, after, network from audit_event order by id desc limit 1`,
    );
    const after = { with: 'password', page: '/office/confirm-identity' };
    expect(rows).toEqual([{ command: 'staff:sign-in', after, network: '127.0.0.0/24' }]);
  });

  test('after choosing a language, in this language', async () => {
    const browser = await signInAs('office');
    await age(browser, 'confirmed_at');
    for (const [language, status] of [
      ['de', 'Das Büro spricht jetzt Deutsch.'],
      ['en', 'The office now speaks English.'],
    ] as const) {
      const form = { language, to: '/office/account' };
      const { location } = await browser.send('/office/language', { form });
      expect(location).toBe('/office/account');
      expect(statusOf((await browser.send('/office/account')).html)).toBe(status);
      const other = statusOf((await (await signInAs('office')).send('/office')).html);
      expect(other).toBe({ de: 'Angemeldet.', en: 'Signed in.' }[language]);
    }
    const unknown = await browser.send('/office/language', { form: { language: 'fr' } });
    expect(unknown.status).toBe(404);
  });

  test('after signing out, in the language of the page', async () => {
    for (const [path, form, text] of [
      ['/office/sign-out', {}, 'Signed out.'],
      ['/office/account', { form: 'end-sessions' }, 'Signed out everywhere.'],
    ] as const) {
      const browser = await signInAs('office');
      await browser.send('/office/language', { form: { language: 'de', to: '/office' } });
      const { location } = await browser.send(path, { form });
      expect(location).toBe('/office/sign-in');
      expect(statusOf((await browser.send('/office/sign-in')).html)).toBe(text);
    }
    await shop.pool.query(`update staff set language = 'en' where role = 'office'`);
  });
});

test('after 600 forms there is a pause, but not for signing out', async () => {
  const browser = await signInAs('office');
  await browser.send('/office/language', { form: {} });
  await shop.pool.query(
    `update rate_limit set hits = 600, window_ends_at = now() + interval '9 minutes 30 seconds'
     where bucket like 'office post %'`,
  );
  const { status, headers, html } = await browser.send('/office/language', { form: {} });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
  expect(html).toContain('Too many attempts. Please wait 10 minutes.');
  const out = await browser.send('/office/sign-out', { form: {} });
  expect([out.status, out.location]).toEqual([303, '/office/sign-in']);
});
