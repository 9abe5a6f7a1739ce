import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { PUBLIC_URL } from '#test/api-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { openTestOffice, runCommand } from '#test/office.ts';
import { waitUntilBlocked } from '#test/shop/wait-until-blocked.ts';
import { hashPassword } from '../people/passwords.ts';
import { inTransaction } from '../platform/database/database.ts';
import { replaceRecoveryCodes } from './one-time-codes.ts';
import { createPasskeyRequest } from './passkeys.ts';

const database = await createTestDatabase();
const { pool } = database;
const { deps, caller } = await openTestOffice(database, 'admin');
const PASSWORD = 'Lärche Gletscher 1848';

const changes = {
  disabling: `update staff set disabled_at = now() where id = $1`,
  'a new password': `update staff set password_hash = 'other' where id = $1`,
};

/** A person who has a password, recovery codes, a passkey and a session. */
async function createPerson() {
  const email = `${crypto.randomUUID()}@example.org`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into staff (email, name, role, password_hash) values ($1, 'Nina', 'office', $2) returning id`,
    [email, await hashPassword(PASSWORD, '')],
  );
  const id = rows[0]?.id ?? 0;
  const codes = await inTransaction(pool, (client) =>
    replaceRecoveryCodes(client, deps.tokens, id),
  );
  const session = await pool.query<{ id: number }>(
    `insert into staff_session (token_hash, staff_id) values ($1, $2) returning id`,
    [Buffer.from(email), id],
  );
  const sessionId = session.rows[0]?.id ?? 0;
  return { id, email, code: codes[0] ?? '', sessionId, passkey: await createPasskey(id) };
}

/** Stores a passkey; returns what signs a challenge for this purpose as a browser does (WebAuthn, ES256). */
async function createPasskey(staffId: number) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: a map with kty EC2, alg ES256, crv P-256, x and y
  const [head, before] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  const key = [head, Buffer.from(x, 'base64url'), before, Buffer.from(y, 'base64url')];
  const id = crypto.randomUUID().replaceAll('-', '_');
  await pool.query(
    `insert into staff_passkey (staff_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, 0, '{}', 'Key')`,
    [staffId, id, Buffer.concat(key)],
  );
  const hash = (data: Buffer | string) => createHash('sha256').update(data).digest();
  return async (purpose: string): Promise<string> => {
    const { challenge } = await createPasskeyRequest(deps, purpose);
    const client = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: new URL(PUBLIC_URL).origin }),
    );
    // user present and verified, counter 0
    const state = Buffer.from('0500000000', 'hex');
    const authenticator = Buffer.concat([hash(new URL(PUBLIC_URL).hostname), state]);
    const signature = sign('sha256', Buffer.concat([authenticator, hash(client)]), privateKey);
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticator.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  };
}

type Person = Awaited<ReturnType<typeof createPerson>>;

const signIn = (input: Record<string, string>) =>
  runCommand(deps, 'staff:sign-in', input, { ...caller, kind: 'visitor' });

const confirm = ({ id, sessionId }: Person, input: Record<string, string>) =>
  runCommand(deps, 'staff:step-up', input, {
    ...caller,
    sessionId,
    id,
    name: 'Nina',
    role: 'office',
  });

/** The ways to prove an identity. */
const ways = {
  'a password at the sign-in': ({ email, code }: Person) =>
    signIn({ email, password: PASSWORD, code }),
  'a password at the confirmation': (person: Person) =>
    confirm(person, { password: PASSWORD, code: person.code }),
  'a passkey at the sign-in': async ({ passkey }: Person) =>
    await signIn({ passkey: await passkey('sign-in') }),
  'a passkey at the confirmation': async (person: Person) =>
    await confirm(person, { passkey: await person.passkey(`staff ${person.id}`) }),
};

test.each(Object.keys(ways) as (keyof typeof ways)[])('%s is accepted', async (way) => {
  expect((await ways[way](await createPerson())).problem).toBeNull();
});

test.each([
  ['a password at the sign-in', 'disabling'],
  ['a password at the sign-in', 'a new password'],
  ['a password at the confirmation', 'disabling'],
  ['a password at the confirmation', 'a new password'],
  ['a passkey at the sign-in', 'disabling'],
  ['a passkey at the confirmation', 'disabling'],
] as const)('%s is refused after %s in the meantime', async (way, change) => {
  const person = await createPerson();
  const pending = await inTransaction(pool, async (rival) => {
    await rival.query(changes[change], [person.id]);
    const result = ways[way](person);
    await waitUntilBlocked(pool, 'from staff where id');
    return { result };
  });
  expect((await pending.result).problem?.status).toBe(422);
});

test('an address is found and counted in any form', async () => {
  const { email, code } = await createPerson();
  const stored = email.replace('example.org', 'müller-höhn.de').replaceAll('k', 'K');
  await pool.query(`update staff set email = $2 where email = $1`, [email, `k${stored}`]);
  const forms = [
    `\u212A${email.replace('example.org', 'xn--mller-hhn-67a3d.de')}`,
    `k${stored.normalize('NFD')}\u200B`,
  ];
  const limited = { ...deps, env: { ...deps.env, hasRateLimit: true } };
  const signInAs = async (typed: string, password: string) =>
    await runCommand(limited, 'staff:sign-in', { email: typed, password, code }, caller);
  const { problem } = await signInAs(forms[0] ?? '', PASSWORD);
  expect(problem).toBeNull();
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 12; n++) {
    statuses.push((await signInAs(forms[n % 2] ?? '', 'wrong')).problem?.status);
  }
  expect(statuses.filter((status) => status === 422)).toHaveLength(10);
});
