import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { OfficeBrowser, tokenOf, type OfficeResponse } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { PASSWORD } from '#test/registration.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';

// A browser ignores the response to a first click when a second one follows: the second response must sign in, too.
const shop = await openDemoSite({ RATE_LIMIT: 'on' });

type Send = (browser: OfficeBrowser) => Promise<OfficeResponse>;

/** The same browser, which has received nothing since. */
function copyOf(browser: OfficeBrowser): OfficeBrowser {
  const copy = new OfficeBrowser(shop.url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/**
 * Sends a form twice at once, and again a moment later, each time with the cookies from before. Expects the same
 * response each time, with the same session. Returns the browser that got the last one.
 */
async function sendThrice(browser: OfficeBrowser, send: Send): Promise<OfficeBrowser> {
  const copies = [copyOf(browser), copyOf(browser)];
  const responses = await Promise.all(copies.map(send));
  const last = copyOf(browser);
  responses.push(await send(last));
  const seen = responses.map(({ status, location }) => [status, location]);
  expect(seen).toEqual([303, 303, 303].map((status) => [status, responses[0]?.location]));
  const [first, ...others] = [...copies, last].map(({ cookies }) => cookies.get('office'));
  expect(first).toBeDefined();
  expect(others).toEqual([first, first]);
  const stranger = new OfficeBrowser(shop.url);
  await stranger.send('/office/sign-in');
  for (const elsewhere of [stranger, new OfficeBrowser(shop.url)]) {
    await send(elsewhere);
    expect(elsewhere.cookies.get('office'), 'the same form from elsewhere').toBeUndefined();
  }
  return last;
}

async function invite(email: string): Promise<string> {
  const token = `an-invitation-of-this-test-for-${email}`;
  await shop.pool.query(
    `insert into staff_invitation (email, name, role, language, token_hash, sealed_token, expires_at)
     values ($1, 'Nina Neu', 'office', 'en', $2, '', now() + interval '1 hour')`,
    [email, hashToken(token)],
  );
  return `/office/invitation/${encodeURIComponent(token)}`;
}

const countSessions = async (email: string) =>
  (
    await shop.pool.query(
      'select from staff_session s join staff p on p.id = s.staff_id where p.email = $1 and s.ended_at is null',
      [email],
    )
  ).rowCount;

test('a double click accepts an invitation, signs in and confirms the identity', async () => {
  const email = 'twice@example.org';
  const path = await invite(email);
  const invited = new OfficeBrowser(shop.url);
  const { html } = await invited.send(path);
  const key = /<output[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
  const oneTimeCodes = new TOTP({ secret: Secret.fromBase32(key) });
  const account = { form: 'accept', name: 'Nina Neu', password: PASSWORD };
  const form = {
    ...account,
    password_repeat: PASSWORD,
    code: oneTimeCodes.generate(),
    token: tokenOf(html),
  };
  const accepted = await sendThrice(invited, (browser) => browser.send(path, { form }));
  const codes = await accepted.send('/office/account/recovery-codes');
  expect(codes.html.match(/<code>/g)).toHaveLength(10);
  expect(await countSessions(email)).toBe(1);
  const other = await invited.send(path, { form: { ...account, token: 'of another page' } });
  expect(other.status, 'the invitation is used').toBe(410);

  const visitor = new OfficeBrowser(shop.url);
  const token = tokenOf((await visitor.send('/office/sign-in')).html);
  const code = oneTimeCodes.generate({ timestamp: Date.now() + 30_000 });
  // a field as long as the response of a passkey
  const entries = { email, password: PASSWORD, code, long: 'x'.repeat(2000) };
  const signedIn = await sendThrice(visitor, (browser) => browser.signIn({ ...entries, token }));
  expect(await countSessions(email)).toBe(2);
  expect((await visitor.signIn({ ...entries, token: 'of another page' })).status).toBe(422);

  await shop.pool.query(`update staff_session set confirmed_at = now() - interval '1 hour'`);
  await shop.pool.query(`update staff set totp_step = 0 where email = $1`, [email]);
  const page = '/office/confirm-identity?to=%2Foffice%2Forders';
  const confirmation = tokenOf((await signedIn.send(page)).html);
  const confirmed = await sendThrice(signedIn, (browser) =>
    browser.send(page, {
      form: { form: 'confirm', password: PASSWORD, code, token: confirmation },
    }),
  );
  expect((await confirmed.send('/office')).status).toBe(200);
  expect((await signedIn.send('/office')).location, 'the former session').toContain('/sign-in');
  expect(await countSessions(email)).toBe(2);
});

test('of two browsers that send the same form at once, one signs in', async () => {
  const email = 'race@example.org';
  const path = await invite(email);
  const invited = new OfficeBrowser(shop.url);
  const { html } = await invited.send(path);
  const key = /<output[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const form = {
    form: 'accept',
    name: 'Rita Rasch',
    password: PASSWORD,
    password_repeat: PASSWORD,
  };
  const stranger = new OfficeBrowser(shop.url);
  await stranger.send('/office/sign-in');
  const browsers = [copyOf(invited), copyOf(invited), stranger];
  await Promise.all(
    browsers.map((browser) =>
      browser.send(path, { form: { ...form, code, token: tokenOf(html) } }),
    ),
  );
  const [first, second, other] = browsers.map(({ cookies }) => cookies.get('office'));
  expect(first).toBe(second);
  expect([first, other].filter((session) => session !== undefined)).toHaveLength(1);
  expect(await countSessions(email)).toBe(1);
});

test('after a minute, a form that signed in counts as used', async () => {
  const email = 'later@example.org';
  const path = await invite(email);
  const invited = new OfficeBrowser(shop.url);
  const { html } = await invited.send(path);
  const key = /<output[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  const send = async () =>
    await copyOf(invited).send(path, {
      form: {
        form: 'accept',
        name: 'Lena Later',
        password: PASSWORD,
        password_repeat: PASSWORD,
        code,
        token: tokenOf(html),
      },
    });
  expect((await send()).status).toBe(303);
  const stored = JSON.stringify(
    (await shop.pool.query('select body from idempotent_request')).rows,
  );
  expect(stored).not.toContain('hasCodes');
  await shop.pool.query(
    `update idempotent_request set started_at = started_at - interval '61 seconds'`,
  );
  expect((await send()).status).toBe(410);
});
