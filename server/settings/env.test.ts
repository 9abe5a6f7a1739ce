import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { runProcess } from '#test/run-process.ts';
import { parseEnv, settingNames } from './env.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'env-test-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const parse = (source: Record<string, string>) => parseEnv({ DATA_DIR: dataDir, ...source });
const SECRET = 'a secret that nobody will guess!';
const production = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_old, whsec_new',
  APP_SECRET: SECRET,
  PUBLIC_URL: 'https://tickets.example.org/',
  TRUSTED_PROXY: 'none',
  SMTP_URL: 'smtp://mail.example.org:587',
  MAIL_FROM: 'Tickets <tickets@example.org>',
  TAX_TREATMENT: 'exempt',
};

test('an .env that is not UTF-8 is refused with its line', async () => {
  const folder = mkdtempSync(path.join(dataDir, 'settings-'));
  writeFileSync(path.join(folder, '.env'), 'PORT=3000\nMAIL_FROM=B\u00f6hmen\n', 'latin1');
  const module = path.join(import.meta.dirname, 'env.ts');
  const script = `(await import(${JSON.stringify(module)})).readEnv()`;
  const run = runProcess(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  expect((await run.ended).output).toContain('.env:2 is not UTF-8: save the file as UTF-8.');
});

test('outside production, everything has a default', () => {
  expect(parse({ PORT: '  ', STRIPE_SECRET_KEY: '' })).toMatchObject({
    isProduction: false,
    port: 3000,
    publicUrl: 'http://localhost:3000',
    defaultLanguage: 'de',
    cartHoldMinutes: 30,
    choiceDays: 14,
    mailsPerMinute: 120,
    stripe: undefined,
    hasRateLimit: true,
    hasDemo: true,
  });
});

test('the secret of an installation is created once and readable by its owner only', () => {
  const { appSecret } = parse({});
  expect(appSecret.length).toBeGreaterThanOrEqual(32);
  expect(parse({}).appSecret).toBe(appSecret);
  expect(statSync(path.join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
});

test('an incomplete secret, as a full disk leaves it, is refused', () => {
  const cut = mkdtempSync(path.join(tmpdir(), 'env-test-'));
  onTestFinished(() => rmSync(cut, { recursive: true }));
  writeFileSync(path.join(cut, 'app-secret'), '');
  expect(() => parse({ DATA_DIR: cut }).appSecret).toThrow(
    /app-secret holds no secret\. Put it back/,
  );
});

test('the demonstration is loaded automatically only into the embedded database', () => {
  expect(parse({ DATABASE_URL: 'postgres://localhost/shop' }).hasDemo).toBe(false);
  expect(parse({ DATABASE_URL: 'postgres://localhost/shop', DEMO: '1' }).hasDemo).toBe(true);
  expect(parse(production).hasDemo).toBe(false);
});

test('the archive is that of the embedded database', () => {
  expect(parse({ BACKUP_DIR: '' }).archive).toBeUndefined();
  expect(parse({ BACKUP_DIR: '/mnt/backup/' }).archive).toEqual({
    directory: '/mnt/backup',
    seconds: 30,
  });
  expect(() =>
    parse({ BACKUP_DIR: '/mnt/backup', DATABASE_URL: 'postgres://localhost/shop' }),
  ).toThrow(/^BACKUP_DIR archives the embedded database only\. [^\n]+$/);
});

test('production uses the given values', () => {
  expect(parse(production)).toMatchObject({
    isProduction: true,
    publicUrl: 'https://tickets.example.org',
    trustedProxies: [],
    stripe: { secretKey: 'sk_live_1', webhookSecrets: ['whsec_old', 'whsec_new'] },
  });
});

describe('production does not start without', () => {
  const needed = Object.keys(production).filter((name) => name !== 'NODE_ENV');
  test.each(needed)('%s', (name) => {
    expect(() => parse({ ...production, [name]: '' })).toThrow(name);
  });
  test('a rate limit', () => {
    expect(() => parse({ ...production, RATE_LIMIT: 'off' })).toThrow(/RATE_LIMIT.*refused/);
  });
});

test.each([
  ['PORT', '80a', /^PORT: "80a" is not valid; expected a whole number from 0 to 65535\.$/],
  ['PORT', '65536', /65536/],
  ['DEFAULT_LANGUAGE', 'fr', /expected one of de, en/],
  ['CART_HOLD_MINUTES', '0', /a number of minutes above 0/],
  ['CART_HOLD_MINUTES', '-1', /CART_HOLD_MINUTES/],
  ['ORDER_LINK_DAYS', 'a week', /a number of days/],
  ['PUBLIC_URL', 'tickets.example.org', /an address such as https/],
  ['MAIL_PER_MINUTE', '0', /a number of mails above 0/],
  ['MAIL_PER_MINUTE', '1,5', /a number of mails above 0/],
  ['DATABASE_URL', 'mysql://localhost/shop', /an address such as postgres:/],
  ['DATABASE_URL', 'postgres://app:hush@a:1,b:two/shop', /not shown.*of several servers host1/],
  [
    'DATABASE_URL',
    'postgres://a/shop?target_session_attrs=standby',
    /=read-write, primary, any or none/,
  ],
  ['STRIPE_API_BASE', 'ftp://localhost', /an address such as/],
  ['SMTP_URL', 'mail.example.org', /smtp:/],
  ['SMTP_URL', 'smtp:///', /smtp:/],
  ['SMTP_URL', 'smtp:mail', /smtp:/],
  ['PUBLIC_URL', 'https://tickets.example.org/?a=1', /without user, query and fragment/],
  ['PUBLIC_URL', 'https://tickets.example.org/#top', /without user, query and fragment/],
  ['MEDIA_URL', 'https://user:hush@media.example.org', /^MEDIA_URL: its value \(not shown\)/],
  ['MEDIA_URL', 'https://media.example.org?', /without user, query and fragment/],
  ['ARCHIVE_SECONDS', '1', /from 2 to 3600/],
  ['DEV_MAIL', '1', /one of open/],
  ['STRIPE_TEST', 'yes', /one of 0, 1/],
  ['MAIL_FROM', 'nobody', /a sender such as/],
  ['TRUSTED_PROXY', '10.0.0.0/33', /networks such as/],
  ['TRUSTED_PROXY', '0.0.0.0/0', /networks such as 10\.0\.0\.0\/8, not \/0, .* or none/],
  ['TRUSTED_PROXY', '127.0.0.1, ::/0', /not \/0/],
  ['TRUSTED_PROXY', 'none, 127.0.0.1', /or none/],
  ['SITE_ORIGINS', 'https://example.org/shop', /origins such as/],
  ['TAX_TREATMENT', 'none', /expected one of/],
  ['LOG_LEVEL', 'loud', /expected one of/],
  ['RATE_LIMIT', 'false', /one of on, off/],
  ['DEMO', 'yes', /one of 0, 1/],
  ['NODE_ENV', 'prod', /one of production/],
])('%s=%s is refused in one line', (name, value, message) => {
  expect(() => parse({ [name]: value })).toThrow(message);
  expect(() => parse({ [name]: value })).toThrow(/^[^\n]+$/);
});

test('secrets are not repeated, half a set of keys is refused', () => {
  const short = { ...production, APP_SECRET: 'hush hush' };
  expect(() => parse(short)).toThrow(
    /^APP_SECRET: its value \(not shown\) is too short.*at least 32/,
  );
  expect(() => parse(short)).not.toThrow(/hush/);
  expect(() => parse({ SMTP_URL: 'http://user:hush@localhost' })).not.toThrow(/hush/);
  const swapped = { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' };
  expect(() => parse(swapped)).toThrow(/is a secret one/);
  expect(() => parse({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/belong together/);
});

test('outside production any secret and any metrics token will do', () => {
  expect(parse({ APP_SECRET: 'a', METRICS_TOKEN: 'b' })).toMatchObject({
    appSecret: 'a',
    metricsToken: 'b',
  });
});

test.each([
  [{ APP_SECRET: SECRET.slice(1) }, /^APP_SECRET: .*too short.*at least 32 characters/],
  [{ APP_SECRET: 'abcdefghi'.repeat(4) }, /^APP_SECRET: .*too uniform.*10 of them different/],
  [{ PUBLIC_URL: 'http://tickets.example.org' }, /^PUBLIC_URL: .*must be https/],
  [{ PUBLIC_URL: 'http://127.example.org' }, /^PUBLIC_URL: .*must be https/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /STRIPE_TEST=1/],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /one is a live key, the other a test key/],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_TEST: '1' }, /one is a live key/],
  [{ STRIPE_SECRET_KEY: 'nonsense' }, /^STRIPE_SECRET_KEY: .* is not a Stripe key/],
  [{ STRIPE_PUBLISHABLE_KEY: 'nonsense' }, /^STRIPE_PUBLISHABLE_KEY: .* is not a Stripe key/],
  [{ STRIPE_API_BASE: 'http://api.example.org' }, /^STRIPE_API_BASE: .*must be https/],
  [{ STRIPE_API_BASE: 'http://10.example.org' }, /^STRIPE_API_BASE: .*must be https/],
  [{ STRIPE_API_BASE: 'http://203.0.113.7:12111' }, /^STRIPE_API_BASE: .*must be https/],
])('production refuses %j in one line', (values, message) => {
  expect(() => parse({ ...production, ...values })).toThrow(message);
  expect(() => parse({ ...production, ...values })).toThrow(/^[^\n]+$/);
});

test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])(
  'production takes a plain address of this machine: %s',
  (address) => {
    expect(parse({ ...production, PUBLIC_URL: address }).publicUrl).toBe(address);
  },
);

test.each([
  'http://localhost:12111',
  'http://[::1]:12111',
  'http://192.168.1.5:12111',
  'http://stripe:12111',
  'https://api.example.org',
])('production takes the test server %s', (address) => {
  expect(parse({ ...production, STRIPE_API_BASE: address }).stripe?.apiBase).toBe(address);
});

test('production takes a restricted key', () => {
  const restricted = { ...production, STRIPE_SECRET_KEY: 'rk_live_1' };
  expect(parse(restricted).stripe?.secretKey).toBe('rk_live_1');
});

test('with STRIPE_TEST=1 production takes test keys, and knows it', () => {
  const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  expect(parse({ ...production, ...testKeys, STRIPE_TEST: '1' }).stripe?.isTest).toBe(true);
  expect(parse(production).stripe?.isTest).toBe(false);
});

test('a live key without NODE_ENV=production is refused', () => {
  const { NODE_ENV: _, ...rest } = production;
  expect(() => parse(rest)).toThrow(/^STRIPE_SECRET_KEY: a live key needs NODE_ENV=production/);
});

test('unknown names are ignored', () => {
  expect(() => parse({ PORTS: 'x', STRIPE_SECRET: '1', DEMO_MODE: 'perhaps' })).not.toThrow();
});

test('times and rates may be fractions; lists are separated by commas', () => {
  const env = parse({
    CART_HOLD_MINUTES: '.5',
    STAFF_SESSION_HOURS: '0.25',
    MAIL_PER_MINUTE: '1.5',
    TRUSTED_PROXY: '10.0.0.0/8, ::1,',
    SITE_ORIGINS: 'https://a.example,http://localhost:4000',
  });
  expect(env).toMatchObject({
    cartHoldMinutes: 0.5,
    staffSessionHours: 0.25,
    choiceDays: 14,
    mailsPerMinute: 1.5,
    trustedProxies: ['10.0.0.0/8', '::1'],
    siteOrigins: ['https://a.example', 'http://localhost:4000'],
  });
});

test('.env.example names every setting, with values that are accepted', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../.env.example'), 'utf8');
  const examples = Object.fromEntries(
    [...text.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(Object.keys(examples).toSorted()).toEqual(settingNames.toSorted());
  // the archive is that of the embedded database
  const own = { DATA_DIR: dataDir, APP_SECRET: SECRET, BACKUP_DIR: '' };
  expect(() => parse({ ...examples, ...own })).not.toThrow();
});

test("the operator's guide has a line for every setting", () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const table = text.slice(text.indexOf('## Configuration'));
  const named = [...table.matchAll(/`([A-Z_]{4,})`/g)].flatMap(([, name]) => name ?? []);
  expect([...new Set(named)].toSorted()).toEqual(settingNames.toSorted());
});
